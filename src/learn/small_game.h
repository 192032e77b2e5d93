/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small two-player zero-sum games with hidden information. They serve to test the learning methods, because
 * everything about them can be computed exactly. A game is a row of small_game_table, with two functions: the
 * turn after a list of choices, and the player's observation there. */
#ifndef VEDETTE_LEARN_SMALL_GAME_H
#define VEDETTE_LEARN_SMALL_GAME_H

#include <stddef.h>
#include <stdint.h>

enum {
    SMALL_CHOICES = 8,    /* at a turn, at most */
    SMALL_FEATURES = 40,  /* of an observation, at most */
    SMALL_LENGTH = 16,    /* choices of a game, at most */
    SMALL_CHANCE = -1,    /* player of a turn of chance */
    SMALL_END = -2        /* player of the end: the game is over */
};

/* The choices made so far, those of chance included. */
struct small_line {
    uint8_t choice[SMALL_LENGTH];
    int count;
};

struct small_turn {
    int player;                   /* 0, 1, SMALL_CHANCE or SMALL_END */
    uint32_t legal;               /* bit a: choice a is legal */
    double chance[SMALL_CHOICES]; /* of chance: the probability of each choice */
    double payoff;                /* at the end: to player 0 */
};

struct small_game {
    const char *name;
    int actions;   /* of the players: choices are below this */
    int features;  /* numbers in an observation */
    double value;  /* of the game to player 0, at equilibrium */
    struct small_turn (*turn)(const struct small_line *line);
    /* What `player`, whose turn it is, has observed of the line, with perfect recall: equal for two lines
     * if and only if the player cannot distinguish them. Fills `features` numbers, each 0 or 1. */
    void (*observe)(const struct small_line *line, int player, float *features);
};

extern const struct small_game small_game_table[];
extern const size_t small_game_count;

/* Returns the row of that name; NULL if there is none. */
const struct small_game *small_game_find(const char *name);

/* Returns the turn after a line of Kuhn poker (Kuhn 1950): three cards, ante 1, one bet of 1. Action 0 passes
 * (checks or folds), 1 bets (or calls). */
struct small_turn kuhn_turn(const struct small_line *line);
void kuhn_observe(const struct small_line *line, int player, float *features);

/* Returns the turn after a line of Leduc poker (Southey et al. 2005): six cards of three ranks, ante 1, two
 * rounds, raises of 2 and 4, at most two a round. Action 0 folds, 1 calls or checks, 2 raises. Only ranks are
 * dealt and observed: suits never matter. */
struct small_turn leduc_turn(const struct small_line *line);
void leduc_observe(const struct small_line *line, int player, float *features);

/* Leduc poker with six different cards, as OpenSpiel observes them: three times as many information sets. */
struct small_turn leduc_suits_turn(const struct small_line *line);
void leduc_suits_observe(const struct small_line *line, int player, float *features);

#endif
