/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of the line protocol of the Stratego manager of the UCC 2012 programming competition. Used by
 * the bot (bot/progcomp.h), by the manager's side (agent/progcomp.c) and for the manager's logs. The
 * manager's board has x from left to right and y from top to bottom, red at the top. Its square (x, y) is
 * file x of row y here, so that red is at the bottom. */
#ifndef VEDETTE_FILE_PROGCOMP_WORDS_H
#define VEDETTE_FILE_PROGCOMP_WORDS_H

#include "base/text.h"
#include "game/move.h"

/* A line of any length, of which only the first and last words are stored: the manager repeats what bots
 * write, and they may write any number of words. */
enum {
    PROGCOMP_FIRST = 4,      /* first words stored: "X Y DIRECTION MULTIPLIER" */
    PROGCOMP_LAST = 3,       /* last words stored: "KILLS A D" */
    PROGCOMP_WORD = 32,      /* bytes for a word with its zero; longer words are cut */
};
struct progcomp_words {
    size_t bytes, count;     /* numbers of bytes and words of the whole line */
    bool inside;             /* the last byte belongs to a word */
    char start[FILES + 1];   /* the first bytes of the line; may lack a final zero byte */
    char first[PROGCOMP_FIRST][PROGCOMP_WORD];
    char last[PROGCOMP_LAST][PROGCOMP_WORD]; /* word n (from 0) is at n % PROGCOMP_LAST */
};


/* Adds a byte to a line; initialise the line with all zero. The byte must not be a line end. */
void progcomp_add(struct progcomp_words *words, char byte);

/* Returns word `place` (from 0) of the line; "" if there is none or it is not among the first
 * PROGCOMP_FIRST. */
const char *progcomp_word(const struct progcomp_words *words, size_t place);

/* Returns a word counted from the end, 1 being the last; "" if there is none. `place` is up to
 * PROGCOMP_LAST. */
const char *progcomp_last(const struct progcomp_words *words, size_t place);

/* Returns the rank named by a word of one letter, or -1. The letters are those of Arts; the manager writes
 * the spy as 's'. */
int progcomp_rank(const char *word);
/* Returns the letter of a rank. */
char progcomp_letter(int rank);

/* Returns the difference between target and start square of one step UP, DOWN, LEFT or RIGHT; NULL for
 * another word. */
const int *progcomp_step(const char *word);

/* Reads the square "X Y" at the start of a line. */
bool progcomp_read_from(const struct progcomp_words *words, int *from);

/* Reads "X Y DIRECTION [MULTIPLIER]" at the start of a line; the fourth word is the multiplier if it is a
 * whole number. False if that is not a move on the board. */
bool progcomp_read_move(const struct progcomp_words *words, struct move *move);

/* Appends a move along a row or column as the protocol writes it, with a multiplier only if it is above 1. */
void progcomp_write_move(struct move move, struct text *out);

/* Reads the outcome of a move at the end of its line: "OK", "KILLS A D", "DIES A D", "BOTHDIE A D". Sets
 * the ranks in `entered`, RANK_UNKNOWN without a battle. Only the end of the line is reliable, because the
 * manager repeats whatever a bot wrote after its move. */
bool progcomp_read_outcome(const struct progcomp_words *words, struct move_with_ranks *entered,
                           enum battle *battle);

/* Appends the outcome of a move as the protocol writes it. */
void progcomp_write_outcome(const struct event *event, struct text *out);

#endif
