/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The creator: makes setups, judges them and keeps the best (De Boer 2007, 4.3 and 7.2.5). */
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

/* In which order ranks are placed by the semi-random generator. */
enum placing_order {
    ORDER_DE_BOER, /* flag, bombs, marshal, general, spy, then colonels down to scouts (4.3.2) */
    ORDER_IMPACT,  /* the ranks whose neighbour ratios lie farthest from 1 first (7.2.5) */
};

/* How a place is drawn for a piece from the probabilities of figure 7.7. */
enum place_draw {
    DRAW_ODDS,     /* in proportion to p / (1 - p): a place that should hold the rank with p does */
    DRAW_PLAIN,    /* in proportion to p, as the figure is printed; neighbours of a flag then hold a
                    * bomb too seldom, since each of six draws shares out p anew */
};

/* What was learnt, as far as the creator needs it: shared, and never changed. */
struct setup_sources {
    const struct setup_statistics *statistics;
    const struct setup_model *model; /* NULL where the generator needs none */
};

struct setup_options {
    enum setup_generator generator;
    enum placing_order order;
    enum place_draw draw;
    int best_of;          /* candidates of which the best is taken, 1 .. */
    double mirror;        /* probability that left and right are exchanged */
    double open_flags;    /* the share of setups whose flag is not bombed in; negative: as it
                           * comes. Which kind a setup is to be is drawn first, and the best of
                           * that kind is taken. */
    bool flag_behind;     /* the flag is not put on the front row, as far as a hundred tries can help it */
    int sweeps;           /* faithful: exchanges tried for each place */
    uint8_t keep[PIECES_A_SIDE]; /* the rank that must stand there, or RANK_UNKNOWN */
    uint8_t army[RANKS];  /* which pieces; 40 at most */
    struct judge judge;
    const struct setup_model *model; /* needed for GENERATOR_FAITHFUL */
    const atomic_bool *stop; /* may be NULL; once it is true, the best so far is taken, */
    double deadline;         /* and from this moment of clock_now() on; 0: none */
};

/* The options' rows, group "setup"; the judge's are in judge_option_group. */
extern const struct option_group setup_option_group;

/* From the settings, the standard variant's army, nothing kept and no model. */
void setup_options_init(struct setup_options *options, const struct settings *settings);

/* A copy of `from` for a setup like people's: where neither setup.generator nor setup.best_of was given, one
 * faithful draw. settings_free gives `to` (all zero) back. */
void setup_settings_like_people(struct settings *to, const struct settings *from);

/* STATUS_BAD where more pieces of a rank are kept than there are, where the kept pieces leave no
 * setup in which a piece can move, or where they rule out a kind of flag that open_flags asks
 * for. */
enum status setup_options_check(const struct setup_options *options, struct error *error);

/* Creates one setup. A setup does not know its colour: place 0 is a4 for red and j7 for blue.
 * The options must have passed setup_options_check. Always exactly the army, the kept pieces
 * where they were asked for, and with a piece that can move. */
void setup_create(const struct setup_statistics *statistics, const struct setup_options *options,
                  struct rng *rng, struct setup *out);

/* The same by the settings' options, which must be those that the sources were chosen by. */
void setup_create_once(const struct settings *settings, const struct setup_sources *sources,
                       const uint8_t army[RANKS], double deadline, struct rng *rng, struct setup *out);

#endif
