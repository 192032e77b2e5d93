/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How squares and moves are written. */
#ifndef VEDETTE_GAME_NOTATION_H
#define VEDETTE_GAME_NOTATION_H

#include "base/error.h"
#include "game/move.h"

/* DEBOER: files a-j, rows 1-10, ranks F B S 2 .. 9 X. ARTS: files a-k without i, row 0 for 10,
 * American ranks (1 = marshal .. 9 = scout). */
enum notation { NOTATION_DEBOER, NOTATION_ARTS };

enum { SQUARE_TEXT = 4, MOVE_TEXT = 16 };

/* The symbol of a rank ('?' for RANK_UNKNOWN), and the rank of a symbol, or -1. */
char rank_write(int rank, enum notation notation);
int rank_read(char symbol, enum notation notation);

/* The symbols of the ranks but F, B and S, for messages: "2 .. 9 X". */
const char *ranks_range(enum notation notation);

/* Reads the first `size` bytes as ranks, "X,9" or "X9": bit r for rank r. 0 where something else stands there
 * too, or no rank. */
uint16_t ranks_read(const char *text, size_t size, enum notation notation);

/* Writes ranks as "X,9", the highest first; returns `text`. */
enum { RANKS_TEXT = 2 * RANKS };
char *ranks_write(uint16_t ranks, enum notation notation, char text[RANKS_TEXT]);

/* The letter of a file; a row's number as people read it: 10, or 0 in Arts' notation. */
char file_write(int file, enum notation notation);
int row_write(int row, enum notation notation);

/* Writes "a10"; returns `text` (room for SQUARE_TEXT). */
char *square_write(int square, enum notation notation, char text[SQUARE_TEXT]);

/* Writes "a4-a5" ("a4xa5" for an attack). */
char *move_write(struct move move, bool attack, enum notation notation, char text[MOVE_TEXT]);

/* Writes with what is known of the result: "a4#6xa5#B". */
char *event_write(const struct event *event, enum notation notation, char text[MOVE_TEXT]);

/* Reads one square at *cursor and moves the cursor behind it; -1 where there is none. */
int square_read(const char **cursor, enum notation notation);

/* Reads one move that fills `text` whole (blanks at both ends are free): a4-a5, a4a5, "a4 a5", A4-A5,
 * a4xa5, a4#6xa5#B. STATUS_BAD says what was found and what was expected, with `column` (from 1, may
 * be NULL) of the fault. */
enum status move_read(const char *text, enum notation notation, struct move_with_ranks *move, size_t *column,
                      struct error *error);

/* The same, and `attack` tells whether the squares are joined by an 'x'. */
enum status move_read_marked(const char *text, enum notation notation, struct move_with_ranks *move,
                             bool *attack, size_t *column, struct error *error);

/* Writes what stands at `at` for an error line: "'q'", "byte 0xc3", or "the end" where at == end. */
enum { FOUND_TEXT = 16 };
char *found_text(const char *at, const char *end, char text[FOUND_TEXT]);

#endif
