/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How people move their pieces: a likelihood of moves, learnt from games.
 *
 * A side to move picks one of its possible moves; a move m of a piece of rank r is picked with a probability
 * in proportion to its pull
 *
 *     exp(sum over the features f of m: weight[f][r])
 *
 * (a conditional logit, McFadden 1974). Features tell only what everybody can see: attack on what, next to
 * what before and after, towards whom, how often and how lately the piece has moved, from which row.
 * A rank that makes a piece's move likely gains by it; a rank that would have moved long ago loses by
 * standing still, leaving a piece en prise or letting a known piece pass. */
#ifndef VEDETTE_BELIEF_CONDUCT_H
#define VEDETTE_BELIEF_CONDUCT_H

#include "belief/scene.h"

#include <stdatomic.h>

enum conduct_group {
    CONDUCT_HISTORY,   /* how often and how lately the piece has moved */
    CONDUCT_ROW,       /* its row of the setup while it has not moved, by how long the game has lasted */
    CONDUCT_PLACE,     /* its place while it has not moved, left and right alike */
    CONDUCT_OPEN,      /* its rank is public */
    CONDUCT_THREAT,    /* the highest known enemy piece that stands beside it */
    CONDUCT_STRANGER,  /* unknown enemy pieces beside it: none, unmoved, moved */
    CONDUCT_CHASED,    /* the enemy's last move ended beside it: no, with a known, an unknown piece */
    CONDUCT_DIRECTION, /* forward, to the side, back */
    CONDUCT_TARGET,    /* nothing, an unmoved unknown piece, a moved one, a known one of each rank */
    CONDUCT_RETURN,    /* back to where it came from in its side's last move */
    CONDUCT_BESIDE,    /* the highest known enemy piece beside where it goes */
    CONDUCT_MEETS,     /* unknown enemy pieces beside where it goes */
    CONDUCT_RUN,       /* more than one square: quiet, at an unknown, at a known piece */
    CONDUCT_NEAR,      /* for each known enemy piece: its rank and distance after the move, less before */
    CONDUCT_GROUPS
};

struct conduct_row {
    const char *name;
    int size;            /* features in the group */
    int start;           /* index of its first */
    const char *meaning;
};
extern const struct conduct_row conduct_table[CONDUCT_GROUPS];

enum {
    CONDUCT_REACH = 5,        /* distances that CONDUCT_NEAR knows */
    CONDUCT_FEATURES = 17 + 25 + 20 + 2 + 13 + 3 + 3 + 3 + 15 + 2 + 13 + 3 + 4 + 12 * CONDUCT_REACH
};

/* Whose games were learnt from: people and programs move differently, so each have weights of their own. */
enum conduct_player { CONDUCT_PEOPLE, CONDUCT_PROGRAMS, CONDUCT_PLAYERS };

struct conduct_model {
    uint64_t games, moves;    /* learnt from */
    float weight[CONDUCT_FEATURES][RANKS]; /* logarithms; immobile ranks have none and are never read */
};

/* The weights of both, side by side, so that features are looked up once for both. */
struct conduct_weights {
    float weight[CONDUCT_FEATURES][CONDUCT_PLAYERS][RANKS];
};

/* Puts the models side by side. One that learnt from no games is taken to be like people's. */
void conduct_join(const struct conduct_model models[CONDUCT_PLAYERS], struct conduct_weights *weights);

/* The pulls of the side to move before it moves, as each kind of player would feel them. */
struct conduct_pulls {
    /* By row of the side: of all moves it would have with that rank. */
    float total[PIECES_A_SIDE][CONDUCT_PLAYERS][RANKS];
    float made[CONDUCT_PLAYERS][RANKS]; /* of the move that was made, by the mover's rank */
};

/* Fills `pulls` for the scene's side to move; `mask[row]` are the ranks to fill in. A far move has a pull for
 * scouts only. */
void conduct_pull(const struct conduct_weights *weights, const struct scene *scene, struct move made,
                  const uint16_t mask[PIECES_A_SIDE], struct conduct_pulls *pulls);

/* One game to learn from: its start, the public events, and every piece's true rank. */
struct lesson {
    struct scene start;
    const struct event *events;
    uint32_t count;
    uint8_t truth[PIECES];
};

/* Fits the weights to lessons by stochastic gradient steps on the log likelihood (AdaGrad, Duchi et al.
 * 2011), `epochs` times over all of them in order. `model` must be all zero or an older model to go on from.
 * Once `stop` (may be NULL) is set it ends after the game it is at; the weights are then of no use. */
void conduct_learn(struct conduct_model *model, const struct lesson *lessons, size_t count, int epochs,
                   double rate, const atomic_bool *stop);

#endif
