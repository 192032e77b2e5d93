/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How people move their pieces: a likelihood of moves, learnt from games.
 *
 * A side to move picks one of its possible moves. A move m of a piece of rank r is picked with a probability
 * in proportion to its strength, the exponential of its utility
 *
 *     exp(sum over the features f of m: weight[f][r])
 *
 * (a conditional logit, McFadden 1974). Features are public: what it attacks, what it stands beside before
 * and after, towards whom it goes, how often and how lately the piece has moved, from which row. A move makes
 * the ranks likelier for which it is strong; standing still makes the ranks less likely that would have
 * moved, or would have saved or taken a piece. */
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
    FEATURE_TARGET,    /* nothing, an unmoved unknown piece, a moved one, a known one of each rank */
    FEATURE_RETURN,    /* back to where it came from in its side's last move */
    FEATURE_BESIDE,    /* the highest known enemy piece beside where it goes */
    FEATURE_MEETS,     /* unknown enemy pieces beside where it goes */
    FEATURE_RUN,       /* more than one square: quiet, at an unknown, at a known piece */
    FEATURE_NEAR,      /* for each known enemy piece: its rank and distance after the move, less before */
    FEATURE_GROUPS
};

struct feature_group_row {
    const char *name;
    int size;            /* features in the group */
    int start;           /* index of its first */
    const char *meaning;
};
extern const struct feature_group_row feature_table[FEATURE_GROUPS];

enum {
    FEATURE_REACH = 5,        /* distances that FEATURE_NEAR knows */
    MOVE_FEATURES = 17 + 25 + 20 + 2 + 13 + 3 + 3 + 3 + 15 + 2 + 13 + 3 + 4 + 12 * FEATURE_REACH
};

struct move_model {
    uint64_t games, moves;    /* learnt from */
    float weight[MOVE_FEATURES][RANKS]; /* logarithms; immobile ranks have none and are never read */
};

/* The weights of both kinds of player side by side, so that each feature is looked up once. Behind them stand
 * sums of weights that are mostly asked for together: of a quiet step away from all enemy pieces, forward, to
 * the side and back, and of a hidden piece beside none. */
enum { MOVE_SUMS = 4 };
struct move_model_weights {
    float weight[MOVE_FEATURES + MOVE_SUMS][PLAYER_KINDS][RANKS];
};

/* Puts the models side by side. One that learnt from no games is taken to be like people's. */
void move_model_join(const struct move_model models[PLAYER_KINDS], struct move_model_weights *weights);

/* The strengths of all moves of the side to move, for each kind of player. */
struct move_strengths {
    uint64_t movable; /* bit r: row r has a move; the totals of others are zero */
    /* By row of the side: the sum over all moves the piece would have with that rank. */
    float total[PIECES_A_SIDE][PLAYER_KINDS][RANKS];
    float made[PLAYER_KINDS][RANKS]; /* the move that was made, by the mover's rank */
};

/* Fills `strengths` for the public state's side to move; `mask[row]` are the ranks to fill in. A far move
 * has a strength for scouts only. */
void move_model_strengths(const struct move_model_weights *weights, const struct public_state *state,
                          struct move made,
                          const uint16_t mask[PIECES_A_SIDE], struct move_strengths *strengths);

/* How readily such a player makes each of some legal moves of the public state's side to move, where the
 * piece has the rank `rank[i]`; 0 or more: what move_model_strengths tells of each, all in one pass. It is
 * fastest where the moves of a piece stand together, as board_moves gives them. */
void move_model_made(const struct move_model_weights *weights, const struct public_state *state,
                     enum player_kind player, const struct move *moves, const uint8_t *rank, int count,
                     double *strength);

/* One game to learn from: its start, the public events, every piece's true rank, and how it ended. */
struct training_game {
    struct public_state start;
    const struct event *events;
    uint32_t count;
    uint8_t truth[PIECES];
    uint8_t variant;        /* index of a row of variant_table */
    struct outcome outcome; /* RESULT_OPEN where it was not told */
};

/* Fits the weights to games by stochastic gradient steps on the log likelihood (AdaGrad, Duchi et al.
 * 2011), `epochs` times over all of them in order. `model` must be all zero or an older model to go on from.
 * Once `stop` (may be NULL) is set it ends after the game it is at; the weights are then of no use. */
void move_model_learn(struct move_model *model, const struct training_game *games, size_t count, int epochs,
                      double rate, const atomic_bool *stop);

#endif
