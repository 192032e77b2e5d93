/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cross-fitted learning of everything in a model that comes from games. The games are split into parts: game
 * i is in part i % part_count. Each part has a model that learns only from the other parts. */
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
    const struct dataset *games[PLAYER_KINDS];  /* without games of a kind, its part of the models stays */
    struct belief_options options;
    const struct setup_statistics *statistics;
    int part_count;                 /* 2 or more */
    struct belief_model *const *parts; /* models with complete setup parts (network, families) */
    struct belief_model *whole;     /* the model that learns from all games; NULL: none */
    bool parts_weights;             /* whether the parts' models also learn weights and habits */
    /* enum guess_novelty (lab/bench_guess.h) of each of people's games for the model of its part; NULL: no
     * calibration is fitted, and the models keep theirs. */
    const uint8_t *novelty;
    int jobs;
    const atomic_bool *stop;        /* may be NULL */
    void (*report)(void *context, const char *text); /* what is being done; may be NULL; one call at a time */
    void *context;
};

/* Fills in the models, except their setup parts, fingerprints, source and date. The result does not depend on
 * the number of jobs. If `stop` is set, stops early; the models are then useless. */
void cross_fit_run(const struct cross_fit *cross);

#endif
