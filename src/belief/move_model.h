/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A likelihood of moves, learnt from games.
 *
 * A side to move picks one of its possible moves. A move m of a piece of rank r is picked with a probability
 * in proportion to its strength, the exponential of its utility
 *
 *     exp(sum over the features f of m: weight[f][r])
 *
 * (a conditional logit, McFadden 1974). Features are public: what it attacks, what it stands beside before
 * and after, which known pieces it approaches, how often and how lately the piece has moved, from which row.
 * A move raises the probability of ranks for which it is strong. A piece that does not move lowers the
 * probability of ranks for which its moves would have been strong. */
#ifndef VEDETTE_BELIEF_MOVE_MODEL_H
#define VEDETTE_BELIEF_MOVE_MODEL_H

#include "belief/player_kind.h"
#include "belief/public_state.h"

#include <stdatomic.h>

enum feature_group {
    FEATURE_HISTORY,   /* how often and how lately the piece has moved */
    FEATURE_ROW,       /* its row of the setup while it has not moved, by how long the game has lasted */
    FEATURE_PLACE,     /* its place while it has not moved, left and right alike */
    FEATURE_KNOWN,     /* its rank is public */
    FEATURE_THREAT,    /* the highest known enemy piece that stands beside it */
    FEATURE_STRANGER,  /* unknown enemy pieces beside it: none, unmoved, moved */
    FEATURE_CHASED,    /* the enemy's last move ended beside it: no, with a known, an unknown piece */
    FEATURE_DIRECTION, /* forward, to the side, back */
    FEATURE_TARGET,    /* the attacked piece: known of each rank, unknown unmoved, unknown moved, none */
    FEATURE_RETURN,    /* back to the square it left in its side's last move: no, yes */
    FEATURE_BESIDE,    /* the highest known enemy piece beside its new square */
    FEATURE_MEETS,     /* unknown enemy pieces beside its new square: none, unmoved, moved */
    FEATURE_RUN,       /* one square; or more: without attack, attack on unknown, on known piece */
    FEATURE_NEAR,      /* each known enemy piece: rank and distance, after (+) and before (-) the move */
    FEATURE_GROUPS
};

/* A group of features. */
struct feature_group_row {
    const char *name;
    int size;            /* features in the group */
    int start;           /* index of its first feature */
    const char *meaning;
};
extern const struct feature_group_row feature_table[FEATURE_GROUPS];

enum {
    FEATURE_REACH = 5,        /* max distance of FEATURE_NEAR, in squares */
    MOVE_FEATURES = 17 + 25 + 20 + 2 + 13 + 3 + 3 + 3 + 15 + 2 + 13 + 3 + 4 + 12 * FEATURE_REACH
};

/* The learnt weights of one kind of player. */
struct move_model {
    uint64_t games, moves;    /* learnt from */
    float weight[MOVE_FEATURES][RANKS]; /* logarithms; immobile ranks have none and are never read */
};

/* The weights of both kinds of player side by side, so that each feature is looked up once. After them stand
 * MOVE_SUMS sums of weights that are often used together: those of a step without enemy pieces beside it
 * (forward, sideways, back), and those of a hidden piece without enemy pieces beside it. */
enum { MOVE_SUMS = 4 };
struct move_model_weights {
    float weight[MOVE_FEATURES + MOVE_SUMS][PLAYER_KINDS][RANKS];
};

/* Copies the models side by side. A model that learnt from no games is replaced by that of people. Also
 * computes the MOVE_SUMS sums: a step, or a piece without enemy pieces beside it, always has the same
 * features, so adding one sum replaces several additions. */
void move_model_join(const struct move_model models[PLAYER_KINDS], struct move_model_weights *weights);

/* The strengths (0 or more) of all moves of the side to move, for each kind of player. */
struct move_strengths {
    uint64_t movable; /* bit r: row r has a move; the totals of others are zero */
    /* By row of the side: the sum over all moves the piece would have with that rank. */
    float total[PIECES_A_SIDE][PLAYER_KINDS][RANKS];
    float made[PLAYER_KINDS][RANKS]; /* of the move that was made, by the mover's rank */
};

/* Fills `strengths` for the public state's side to move. `made`: the move that was made. `mask[row]`: the
 * possible ranks; only the scout's bit is used, and without it long moves are left out. Long moves have a
 * strength for scouts only. */
void move_model_strengths(const struct move_model_weights *weights, const struct public_state *state,
                          struct move made,
                          const uint16_t mask[PIECES_A_SIDE], struct move_strengths *strengths);

/* Computes strength[i], 0 or more, of each of `count` legal moves of the side to move, if this kind of player
 * moves and the moving piece has rank[i]. The values equal those of move_model_strengths. Fastest if the
 * moves of a piece stand together, as board_moves orders them. */
void move_model_compute(const struct move_model_weights *weights, const struct public_state *state,
                        enum player_kind player, const struct move *moves, const uint8_t *rank, int count,
                        double *strength);

/* One game to learn from: its start, the public events, every piece's true rank, and how it ended. */
struct training_game {
    struct public_state start;
    const struct event *events;
    uint32_t count;
    uint8_t truth[PIECES];
    uint8_t variant;        /* index of a row of variant_table */
    struct outcome outcome; /* RESULT_OPEN if not known */
};

/* Fits the weights by stochastic gradient steps on the log likelihood (AdaGrad, Duchi et al. 2011): `epochs`
 * passes over all games in order, with learning rate `rate`. `model` must be all zero or an older model to
 * continue. If `stop` (may be NULL) becomes true, it ends after the current game; the weights are then of no
 * use. */
void move_model_learn(struct move_model *model, const struct training_game *games, size_t count, int epochs,
                      double rate, const atomic_bool *stop);

#endif
