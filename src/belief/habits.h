/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Habits: what a hidden piece did and did not do, as evidence of its rank.
 *
 * For each hidden piece there are counters over the public history: how often it stood beside a known captain
 * and left it alone, stepped up to an unknown piece, fled, followed, waited though it was free to go. They
 * are put into classes; each class is a feature that is there or not, and each feature has a learnt weight
 * for each rank:
 *
 *     log p(rank) = log of what the setup says + sum of the features' weights + a constant,
 *
 * a multinomial logit with an offset (McFadden 1974), fitted to the true ranks of hidden pieces in games
 * (learn/habits_learn.h). A likelihood of moves (move_model.h) multiplies one move's factor by the next one's
 * as if they were independent, and has to be damped; this is fitted to what it says at any moment of a game,
 * and needs no damping. Left and right are alike to it. */
#ifndef VEDETTE_BELIEF_HABITS_H
#define VEDETTE_BELIEF_HABITS_H

#include "belief/public_state.h"
#include "belief/player_kind.h"

enum {
    HABIT_UNMOVED = RANKS,  /* what may stand beside a piece: a known enemy piece of a rank, an unknown one */
    HABIT_MOVED,            /* that has not moved, one that has */
    HABIT_TARGETS,
    HABIT_THREATS = 3       /* an enemy piece not far off: a known miner, another known one, an unknown one */
};

/* Counters of one piece; all stop at 255. [t]: by what stood beside it. */
struct habit_piece {
    uint8_t waited;                  /* own turns since its last move on which it could have moved */
    uint8_t step[HABIT_TARGETS];     /* quiet steps that brought it beside t */
    uint8_t declined[HABIT_TARGETS]; /* turns on which it left t alone, to which it had stepped up itself, */
    uint8_t stood[HABIT_TARGETS];    /* or which had come to it, its side making a quiet move elsewhere, */
    uint8_t busy[HABIT_TARGETS];     /* or an attack */
    uint8_t fled[HABIT_TARGETS];     /* steps away from t */
    uint8_t lost[RANKS];             /* turns on which it left alone what had just taken a piece beside it */
    uint8_t toward[RANKS], away[RANKS]; /* steps nearer to, further from a known piece within HABIT_REACH */
    uint8_t with[RANKS];             /* steps that ended beside a known piece of its own side, */
    uint8_t guard[RANKS];            /* and those where an enemy piece may take that one */
    uint8_t answered[HABIT_THREATS]; /* moves of its side up to an enemy piece not far from it, */
    uint8_t ignored[HABIT_THREATS];  /* and far from such a one */
    uint8_t back, sideways, returns; /* steps */
    uint16_t first;                  /* the own move with which it first moved, from 1; 0: not yet */
};

enum { HABIT_REACH = 6, HABIT_MAX = 128, HABIT_FEATURES = 1125 };

/* Kinds of habits, as `guess explain` tells them apart. */
enum habit_kind {
    HABIT_WAITS, HABIT_GOES, HABIT_STEPS_UP, HABIT_DECLINES, HABIT_FLEES, HABIT_GUARDS,
    HABIT_KINDS
};

extern const struct habit_group {
    const char *name;
    int start, size;         /* its features */
    enum habit_kind kind;
    const char *meaning;
} habit_table[];
enum { HABIT_GROUPS = 25 };

/* The kind of a feature's group. */
enum habit_kind habit_kind_of(int feature);

/* What was learnt: logarithms, added up. */
struct habit_weights {
    struct {
        uint64_t games, pieces;  /* learnt from; pieces: a hidden piece at one moment of a game */
    } learnt[PLAYER_KINDS];
    float weight[HABIT_FEATURES][PLAYER_KINDS][RANKS];
};

/* One row's features, and the sums of their weights. */
struct habit_row {
    uint16_t feature[HABIT_MAX];
    int count;
    uint8_t lately;          /* then: the class of how long ago the piece moved, */
    bool just;               /* and whether it had just moved */
    float log[PLAYER_KINDS][RANKS];
};

struct habits {
    struct habit_piece piece[PIECES_A_SIDE];
    struct habit_row row[PIECES_A_SIDE];
    uint64_t changed;        /* rows whose features may have changed since they were last weighed */
    uint16_t own_moves;      /* of the observed side */
    uint16_t context;        /* the parts of the features that all pieces share */
    uint8_t taken_at;        /* the square where the enemy's last move took a piece, or SQUARE_NONE */
};

void habits_start(struct habits *habits);

/* Takes in an event about `side`, the observed one: habits_watch before the public state does, habits_learn
 * after. */
void habits_watch(struct habits *habits, const struct public_state *before, enum side side,
                  const struct event *event);
void habits_learn(struct habits *habits, const struct public_state *after, enum side side,
                  const struct event *event);

/* Brings the rows of hidden pieces up to date; returns which rows' features have changed. */
uint64_t habits_weigh(struct habits *habits, const struct habit_weights *weights,
                      const struct public_state *state, enum side side);

/* Adds a row's weights by kind to `sum`. */
void habits_split(const struct habit_weights *weights, const struct habit_row *row, enum player_kind player,
                  float sum[HABIT_KINDS][RANKS]);

#endif
