/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading and writing of ranks, squares and moves as text. */
#ifndef VEDETTE_GAME_NOTATION_H
#define VEDETTE_GAME_NOTATION_H

#include "base/error.h"
#include "game/move.h"

/* DEBOER: files a-j, rows 1-10, ranks F B S 2 .. 9 X. ARTS: files a-k without i, row 0 for 10,
 * American ranks (1 = marshal .. 9 = scout). */
enum notation { NOTATION_DEBOER, NOTATION_ARTS };

/* Bytes for the text of a square and of a move, with the zero. */
enum { SQUARE_TEXT = 4, MOVE_TEXT = 16 };

/* Returns the symbol of a rank ('?' for RANK_UNKNOWN). */
char rank_write(int rank, enum notation notation);
/* Returns the rank of a symbol in either case, or -1 if it is none ('?' too). */
int rank_read(char symbol, enum notation notation);

/* Returns the symbols of the ranks other than F, B and S, for messages: "2 .. 9 X". */
const char *ranks_range(enum notation notation);

/* Reads the first `size` bytes as ranks, "X,9" or "X9". Returns a set with bit r for rank r. Returns 0 if
 * there is no rank, or another character. */
uint16_t ranks_read(const char *text, size_t size, enum notation notation);

enum { RANKS_TEXT = 2 * RANKS };
/* Writes a set of ranks as "X,9", the highest first; returns `text`. */
char *ranks_write(uint16_t ranks, enum notation notation, char text[RANKS_TEXT]);

/* Returns the letter of a file. */
char file_write(int file, enum notation notation);
/* Returns the number of a row (0 .. 9) as it is written: 1 .. 10, or 0 instead of 10 in Arts' notation. */
int row_write(int row, enum notation notation);

/* Writes a square: "a10"; returns `text`. */
char *square_write(int square, enum notation notation, char text[SQUARE_TEXT]);

/* Writes a move: "a4-a5", or "a4xa5" for an attack; returns `text`. */
char *move_write(struct move move, bool attack, enum notation notation, char text[MOVE_TEXT]);

/* Writes a move with the ranks of an event that are not RANK_UNKNOWN: "a4#6xa5#B"; returns `text`. */
char *event_write(const struct event *event, enum notation notation, char text[MOVE_TEXT]);

/* Reads a square at *cursor and moves the cursor behind it; -1, with the cursor unmoved, if there is no
 * square. */
int square_read(const char **cursor, enum notation notation);

/* Reads one move that fills the whole `text`; blanks at both ends are ignored. Accepts a4-a5, a4a5, "a4
 * a5", A4-A5, a4xa5, a4#6xa5#B. STATUS_BAD: what was found and expected, and `column` (from 1, may be NULL)
 * of the fault. */
enum status move_read(const char *text, enum notation notation, struct move_with_ranks *move, size_t *column,
                      struct error *error);

/* Reads a move as move_read does; `attack` gets whether the text joins the squares by 'x'. */
enum status move_read_marked(const char *text, enum notation notation, struct move_with_ranks *move,
                             bool *attack, size_t *column, struct error *error);

enum { FOUND_TEXT = 16 };
/* Writes the character at `at` for an error message: "'q'", "byte 0xc3", or "the end" if at == end. Returns
 * `text`. */
char *found_text(const char *at, const char *end, char text[FOUND_TEXT]);

#endif
