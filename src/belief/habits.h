/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Habits: the behaviour of a hidden piece as evidence of its rank.
 *
 * Each hidden piece has counters over the public history: how often it stood beside a known captain and did
 * not attack it, stepped up to an unknown piece, fled, followed, or did not move although it could. Counters
 * are divided into classes; each class is a binary feature, and each feature has a learnt weight for each
 * rank:
 *
 *     log p(rank) = log of the probability by the setup + sum of the features' weights + a constant,
 *
 * a multinomial logit with an offset (McFadden 1974), fitted to the true ranks of hidden pieces in games
 * (learn/habits_learn.h). The likelihood of moves (move_model.h) multiplies the factors of all moves as if
 * they were independent, so its weight must be lowered. The habits are fitted to the state at each moment of
 * a game and need no such correction. Mirrored positions have the same features. */
#ifndef VEDETTE_BELIEF_HABITS_H
#define VEDETTE_BELIEF_HABITS_H

#include "belief/public_state.h"
#include "belief/player_kind.h"

enum {
    /* Targets, enemy pieces beside a piece: a known one (its rank, 0 .. RANKS - 1) or an unknown one. */
    HABIT_UNMOVED = RANKS,  /* unknown, has not moved */
    HABIT_MOVED,            /* unknown, has moved */
    HABIT_TARGETS,
    HABIT_THREATS = 3       /* enemy pieces near a piece: 0 known miner, 1 other known one, 2 unknown */
};

/* Counters of one piece; all stop at 255. [t]: by target. */
struct habit_piece {
    uint8_t waited;                  /* turns of its side since its last move on which it could move */
    uint8_t step[HABIT_TARGETS];     /* quiet steps that brought it beside t */
    uint8_t declined[HABIT_TARGETS]; /* turns on which it did not attack t, to which it had moved itself */
    uint8_t stood[HABIT_TARGETS];    /* as declined, t had moved to it; another piece moved quietly */
    uint8_t busy[HABIT_TARGETS];     /* as stood, but another piece attacked */
    uint8_t fled[HABIT_TARGETS];     /* steps away from t */
    uint8_t lost[RANKS];             /* turns on which it did not attack a neighbour that had just captured */
    uint8_t toward[RANKS], away[RANKS]; /* steps nearer to, further from a known piece within HABIT_REACH */
    uint8_t with[RANKS];             /* steps that ended beside a known piece of its own side */
    uint8_t guard[RANKS];            /* those of them where an enemy piece threatened that piece */
    uint8_t answered[HABIT_THREATS]; /* moves of its side to within 2 squares of an enemy piece near it */
    uint8_t ignored[HABIT_THREATS];  /* moves of its side 5 or more squares from an enemy piece near it */
    uint8_t back, sideways, returns; /* steps back, sideways, to the square it came from */
    uint16_t first;                  /* number of its side's move that was its first, from 1; 0: not yet */
};

enum { HABIT_REACH = 6, HABIT_MAX = 128, HABIT_FEATURES = 1125 };

/* Kinds of habits that `guess explain` shows separately. */
enum habit_kind {
    HABIT_WAITS, HABIT_GOES, HABIT_STEPS_UP, HABIT_DECLINES, HABIT_FLEES, HABIT_GUARDS,
    HABIT_KINDS
};

extern const struct habit_group {
    const char *name;
    int start, size;         /* index of its first feature, number of features */
    enum habit_kind kind;
    const char *meaning;
} habit_table[];
enum { HABIT_GROUPS = 25 };

/* Returns the kind of the group of a feature (index 0 .. HABIT_FEATURES - 1). */
enum habit_kind habit_kind_of(int feature);

/* The learnt weights: natural logarithms. */
struct habit_weights {
    struct {
        uint64_t games, pieces;  /* size of the training data; pieces: hidden pieces at sampled moments */
    } learnt[PLAYER_KINDS];
    float weight[HABIT_FEATURES][PLAYER_KINDS][RANKS];
};

/* One row's features, and the sums of their weights. */
struct habit_row {
    uint16_t feature[HABIT_MAX];
    int count;
    uint8_t lately;          /* class of the time since the piece's last move, when it was computed */
    bool just;               /* whether the piece had just moved then */
    float log[PLAYER_KINDS][RANKS];
};

/* The habits of the observed side's pieces. */
struct habits {
    struct habit_piece piece[PIECES_A_SIDE];
    struct habit_row row[PIECES_A_SIDE];
    uint64_t changed;        /* rows (bits) whose features may have changed since habits_weigh */
    uint16_t own_moves;      /* number of moves of the observed side */
    uint16_t context;        /* number of the game's phase, losses and high ranks: as it was last */
    uint8_t taken_at;        /* the square where the enemy's last move took a piece, or SQUARE_NONE */
};

/* Returns a row's features and the sums of their weights. The rows are an array. */
static inline const struct habit_row *habits_row(const struct habits *habits, int row)
{
    return &habits->row[row];
}

/* Returns the sums of a row's weights by rank, if this kind of player plays. */
static inline const float *habits_logs(const struct habits *habits, int row, enum player_kind player)
{
    return habits->row[row].log[player];
}

/* Initialises the habits at the start of a game. */
void habits_start(struct habits *habits);

/* Updates the counters by an event, before it is applied to the public state. `side`: the observed one. */
void habits_watch(struct habits *habits, const struct public_state *before, enum side side,
                  const struct event *event);
/* Updates the counters by the same event, after it was applied to the public state. */
void habits_learn(struct habits *habits, const struct public_state *after, enum side side,
                  const struct event *event);

/* Recomputes features and sums of weights of the hidden rows that may have changed. Returns the rows (bit r
 * for row r) whose features have changed. */
uint64_t habits_weigh(struct habits *habits, const struct habit_weights *weights,
                      const struct public_state *state, enum side side);

/* Adds the weights of a row's features to `sum`, separately for each kind of habit. */
void habits_split(const struct habit_weights *weights, const struct habit_row *row, enum player_kind player,
                  float sum[HABIT_KINDS][RANKS]);

#endif
