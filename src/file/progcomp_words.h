/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of the line protocol of the UCC 2012 programming competition's Stratego manager, for both of its
 * ends, the bot's (bot/progcomp.h) and the manager's (agent/progcomp.c), and for the manager's logs.
 *
 * The manager's board has x from left to right and y from the top down, Red on top. Its square (x, y) is
 * our file x of row y, so that Red stands at the bottom here as everywhere. */
#ifndef VEDETTE_FILE_PROGCOMP_WORDS_H
#define VEDETTE_FILE_PROGCOMP_WORDS_H

#include "base/text.h"
#include "game/move.h"

/* A line of any length, as far as it is looked at: peers have their words repeated by the manager, and may
 * write as many as they like. */
enum {
    PROGCOMP_FIRST = 4,      /* "X Y DIRECTION MULTIPLIER" */
    PROGCOMP_LAST = 3,       /* "KILLS A D" */
    PROGCOMP_WORD = 32,      /* room for a word and its zero byte; of longer ones the start is kept */
};
struct progcomp_words {
    size_t bytes, count;     /* of the whole line */
    bool inside;             /* the last byte was of a word */
    char start[FILES + 1];   /* the first bytes, without a zero byte */
    char first[PROGCOMP_FIRST][PROGCOMP_WORD];
    char last[PROGCOMP_LAST][PROGCOMP_WORD]; /* word n, from 0, at n modulo PROGCOMP_LAST */
};


/* One byte more of a line (all zero before its first), none of them its end. */
void progcomp_add(struct progcomp_words *words, char byte);

/* A word of the line by its place, from 0; "" where there is none. Only the first PROGCOMP_FIRST are kept. */
const char *progcomp_word(const struct progcomp_words *words, size_t place);

/* A word counted from the end, the last being 1. Only the last PROGCOMP_LAST are kept. */
const char *progcomp_last(const struct progcomp_words *words, size_t place);

/* The rank that a word of one letter names, or -1; the letter of a rank. The manager writes the spy as
 * 's'; in all else its letters are those of Arts. */
int progcomp_rank(const char *word);
char progcomp_letter(int rank);

/* The difference of squares that UP, DOWN, LEFT or RIGHT makes; NULL for another word. */
const int *progcomp_step(const char *word);

/* Reads "X Y" at the start of a line: a square of the board. */
bool progcomp_read_from(const struct progcomp_words *words, int *from);

/* Reads "X Y DIRECTION [MULTIPLIER]" at the start of a line; the fourth word is a multiplier where it is a
 * whole number. False where that is no move on the board. */
bool progcomp_read_move(const struct progcomp_words *words, struct move *move);

/* Appends a move along a row or column as the protocol writes it, a multiplier only where it is above 1. */
void progcomp_write_move(struct move move, struct text *out);

/* Reads the outcome of a move at the end of its line: "OK", "KILLS A D", "DIES A D", "BOTHDIE A D". The ranks
 * of a battle go into `told`, RANK_UNKNOWN where there was none. Bots may write more behind a move than the
 * protocol asks for, and the manager repeats it: only the end of the line is certain. */
bool progcomp_read_outcome(const struct progcomp_words *words, struct move_with_ranks *entered,
                           enum battle *battle);

/* Appends the outcome of a move as the protocol writes it. */
void progcomp_write_outcome(const struct event *event, struct text *out);

#endif
