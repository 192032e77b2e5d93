/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The creator: makes candidate setups, scores them and returns the best (De Boer 2007, 4.3 and 7.2.5). */
#ifndef VEDETTE_SETUP_CREATOR_H
#define VEDETTE_SETUP_CREATOR_H

#include "base/rng.h"
#include "profile/option.h"
#include "setup/judge.h"
#include "setup/model.h"
#include "setup/statistics.h"

#include <stdatomic.h>

/* How one candidate is made. */
enum setup_generator {
    GENERATOR_SEMI_RANDOM, /* piece by piece from the statistics: De Boer's figure 7.7 */
    GENERATOR_FAITHFUL,    /* a draw from the joint model: as people set up */
    GENERATOR_RANDOM,      /* each arrangement equally likely */
};

/* The order in which the semi-random generator places ranks. */
enum placing_order {
    ORDER_DE_BOER, /* flag, bombs, marshal, general, spy, then colonels down to scouts (4.3.2) */
    ORDER_IMPACT,  /* first the ranks whose neighbour ratios differ most from 1 (7.2.5) */
};

/* How a place for a piece is drawn, given the probabilities of figure 7.7. */
enum place_draw {
    DRAW_ODDS,     /* in proportion to p / (1 - p): the place then has the rank with probability p */
    DRAW_PLAIN,    /* in proportion to p, as printed; neighbours of the flag then have bombs too rarely,
                    * because each of the six draws distributes p again */
};

/* The learnt data that the creator uses; read only. */
struct setup_sources {
    const struct setup_statistics *statistics;
    const struct setup_model *model; /* NULL if the generator does not need one */
};

/* The parameters of setup_create. */
struct setup_options {
    enum setup_generator generator;
    enum placing_order order;
    enum place_draw draw;
    int best_of;          /* number of candidates, 1 or more; the best one is returned */
    double mirror;        /* semi-random: probability that left and right are exchanged */
    double open_flags;    /* share of setups whose flag is not bombed in, 0 .. 1; negative: not
                           * controlled. The kind of setup is drawn first, then the best of that
                           * kind is returned */
    bool flag_behind;     /* avoid a flag on the two front rows, with up to TRIES_PLAYABLE tries */
    int sweeps;           /* faithful: number of tried exchanges for each place */
    uint8_t keep[PIECES_A_SIDE]; /* the rank that must stand on the place, or RANK_UNKNOWN */
    uint8_t army[RANKS];  /* number of pieces of each rank; up to 40 in all */
    struct judge judge;   /* scores the candidates */
    const struct setup_model *model; /* needed for GENERATOR_FAITHFUL */
    const atomic_bool *stop; /* may be NULL; once it is true, the best candidate so far is returned */
    double deadline;         /* likewise from this clock_now() on; 0: none */
};

/* The option group "setup"; the judge's options are in judge_option_group. */
extern const struct option_group setup_option_group;

/* Sets the options from the settings, with the standard variant's army, no kept pieces and no model. */
void setup_options_init(struct setup_options *options, const struct settings *settings);

/* Copies the settings for a setup as people play: one faithful draw. If setup.generator or setup.best_of was
 * set, keeps what was set. `to` is all zero; settings_free frees it. */
void setup_settings_like_people(struct settings *to, const struct settings *from);

/* Returns STATUS_BAD if more pieces of a rank are kept than the army has, or if the kept pieces leave no
 * setup in which a piece can move. Also if they rule out a kind of flag that open_flags needs. */
enum status setup_options_check(const struct setup_options *options, struct error *error);

/* Creates one setup, independent of colour: place 0 is a4 for red and j7 for blue. The options must have
 * passed setup_options_check. The setup has exactly the army, the kept pieces on their places, and a piece
 * that can move. */
void setup_create(const struct setup_statistics *statistics, const struct setup_options *options,
                  struct rng *rng, struct setup *out);

/* Creates a setup with the settings' options and `sources`, which must have been chosen by the same
 * options. */
void setup_create_once(const struct settings *settings, const struct setup_sources *sources,
                       const uint8_t army[RANKS], double deadline, struct rng *rng, struct setup *out);

#endif
