/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cross-fitted learning of all of a model that comes from games: games are split into parts, game i into part
 * i modulo their number, and of each part there is a model that learns nothing from it. */
#ifndef VEDETTE_LEARN_CROSS_FIT_H
#define VEDETTE_LEARN_CROSS_FIT_H

#include "belief/belief.h"
#include "lab/dataset.h"

#include <stdatomic.h>

enum {
    MOVE_MODEL_EPOCHS = 2, /* over all games */
    CROSS_FIT_PARTS_MAX = 100,
};
#define MOVE_MODEL_RATE 0.1

struct cross_fit {
    const struct dataset *games[PLAYER_KINDS];  /* without any, that kind's part of models stays */
    struct belief_options options;
    const struct setup_statistics *statistics;
    int part_count;                 /* 2 or more */
    struct belief_model *const *parts; /* their setup parts (network, families) are there */
    struct belief_model *whole;     /* learns from all games; NULL: none is wanted */
    bool parts_weights;             /* the parts' weights of people's evidence are wanted too */
    /* enum guess_novelty (lab/bench_guess.h) of each of people's games, to what the model of its part learnt
     * from; NULL: how sure a guess may be is not learnt, and the models' calibration stays. */
    const uint8_t *novelty;
    int jobs;
    const atomic_bool *stop;        /* may be NULL */
    void (*report)(void *context, const char *text); /* what is being done; may be NULL; one call at a time */
    void *context;
};

/* Fills all but the setup parts, the marks of games and what the file says of itself. The same for any number
 * of jobs. Stops early, with no use for the models, once `stop` is set. */
void cross_fit_run(const struct cross_fit *cross);

#endif
