/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of the search, group "search": its techniques and the terms of its evaluation. */
#ifndef VEDETTE_SEARCH_OPTIONS_H
#define VEDETTE_SEARCH_OPTIONS_H

#include "game/piece.h"
#include "profile/option.h"
#include "worth/worth.h"

enum { SEARCH_LANES = 64 /* at most */ };
/* Which of two positions keeps its place in the transposition table: the one searched deeper, the newer, the
 * older, or the one with more nodes. */
enum search_replacement { KEEP_DEEP, KEEP_NEW, KEEP_OLD, KEEP_BIG };
enum search_bounds { BOUNDS_RANGE, BOUNDS_REACH };
enum search_probabilities { BY_BELIEF, BY_COUNTS, BY_UNIFORM };

/* The values of the rows in their order, all double so that settings_group can fill them; then De Boer's
 * piece values, which have their own group. */
struct search_options {
    double depth, time, nodes;        /* plies and seconds, 0: no limit; nodes, if nothing else limits */
    double lanes;                     /* 0: one for each thread if time is the only limit, otherwise one */
    double deepening, ordering, history;
    double table, table_size, replacement, chance_table; /* megabytes; enum search_replacement */
    double star1, probe, etc;         /* `probe`: moves, 0 .. 5 */
    double bounds;                    /* enum search_bounds */
    double multicut, multicut_m, multicut_c, multicut_r;
    double probabilities;             /* enum search_probabilities */
    double min_outcome, min_mobile; /* probabilities below which an outcome or a move is omitted */
    double quiescence;
    double value[RANKS];              /* points by rank, flag first; the flag's is that of a won game */
    double hunted, scarce, bomb_half, hunted_half, shown, more; /* the six features, as flags */
    double hunted_factor, hunted_half_factor; /* times */
    double shown_share, more_factor;  /* share of the value; times */
    double worth_weight;              /* points for De Boer's 1.0; 0: off */
    double advance;                   /* points a row */
    struct worth_options worth;
};

extern const struct option_group search_group;

/* Sets the defaults. */
void search_options_default(struct search_options *options);
/* Reads the options from `settings`, which must have the groups "search" and "worth". */
void search_options_read(struct search_options *options, const struct settings *settings);

#endif
