/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of Arts (2010), "Competitive play in Stratego", tables 6.1 to 6.15, as they are printed, to
 * stand beside ours. Nodes are totals over the paper's 300 positions (6.1); gains are shares of nodes saved,
 * in per cent, negative where nodes are added. */
#ifndef VEDETTE_LAB_ARTS_TABLES_H
#define VEDETTE_LAB_ARTS_TABLES_H

#include <stdbool.h>
#include <stdint.h>

enum { ARTS_PLIES = 5 };

/* What a search is made of; a table compares two of them. */
enum arts_search {
    ARTS_PLAIN,               /* alpha-beta with static ordering; 6.2: "the default" */
    ARTS_ITERATIVE,           /* and iterative deepening, which all below have too unless they say no */
    ARTS_HISTORY,             /* and the history heuristic */
    ARTS_TABLE,               /* the transposition table, without history */
    ARTS_HISTORY_TABLE,       /* both */
    ARTS_HISTORY_TABLE_FIXED, /* both, without iterative deepening */
    ARTS_STAR1,               /* history, table and Star1 */
    ARTS_STAR2,               /* and Star2 with a probing factor of 1 */
    ARTS_STAR_ETC,            /* and StarETC */
    ARTS_SEARCHES
};

/* "alpha-beta", "history", … for the heads of columns. */
extern const char *const arts_search_names[ARTS_SEARCHES];

/* Nodes of a search by depth, ply 1 first, as tables 6.1 to 6.8, 6.10 and 6.11 have them. */
extern const uint64_t arts_nodes[ARTS_SEARCHES][ARTS_PLIES];

/* Tables 6.1 to 6.8, 6.10 and 6.11: one search against another, by depth. */
struct arts_gain_table {
    const char *number;       /* "6.2" */
    const char *caption;
    enum arts_search without, with;
    bool overhead;            /* table 6.1 prints how much of the nodes `with` is extra, in place of a gain */
    double gain[ARTS_PLIES];  /* as printed */
};
enum { ARTS_GAIN_TABLES = 10 };
extern const struct arts_gain_table arts_gain_tables[ARTS_GAIN_TABLES];

/* Table 6.9: Star2 with probing factors of 0 (Star1) to 5 at 5 plies, and the gain over Star1. */
enum { ARTS_PROBES = 6 };
struct arts_probe_row {
    uint64_t nodes;
    double gain;
};
extern const struct arts_probe_row arts_probe_table[ARTS_PROBES];

/* Table 6.12: nodes of one position at 5 plies. */
struct arts_spread_row {
    enum arts_search search;
    uint64_t total, mean;
    double median, deviation;
    uint64_t min, most;
};
enum { ARTS_SPREADS = 6 };
extern const struct arts_spread_row arts_spread_table[ARTS_SPREADS];

/* Table 6.13: nodes at 5 plies with one feature of the evaluation each (5.4), by StarETC; row 0 has none. */
enum { ARTS_FEATURES = 6 };
struct arts_feature_nodes {
    uint64_t nodes;
    double gain;
};
extern const struct arts_feature_nodes arts_feature_nodes_table[ARTS_FEATURES + 1];

/* A result of self play, in per cent; `score` is the wins and half of the draws, as printed. */
struct arts_result {
    double win, loss, draw, score;
};

/* Table 6.14: with feature 1 to 6 against none; one second a move, the paper says 121 games. (All shares are
 * multiples of 1/36, as of 36 games or 72.) */
extern const struct arts_result arts_feature_results[ARTS_FEATURES];

/* Table 6.15: with multi-cut against without; 121 games, one second a move. M: moves tried, C: cutoffs asked
 * for, R: plies less. */
struct arts_multi_cut_row {
    int m, c, r;
    struct arts_result result;
};
enum { ARTS_MULTI_CUTS = 12 };
extern const struct arts_multi_cut_row arts_multi_cut_table[ARTS_MULTI_CUTS];

#endif
