/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of Arts (2010), "Competitive play in Stratego", tables 6.1 to 6.15, as printed, for comparison
 * with ours. Nodes are totals over the paper's 300 positions (6.1); gains are the nodes saved, in per cent,
 * negative if there are more. */
#ifndef VEDETTE_LAB_ARTS_TABLES_H
#define VEDETTE_LAB_ARTS_TABLES_H

#include <stdbool.h>
#include <stdint.h>

enum { ARTS_PLIES = 5 };

/* The techniques of a search; a table compares two searches. */
enum arts_search {
    ARTS_PLAIN,               /* alpha-beta with static ordering; 6.2: "the default" */
    ARTS_ITERATIVE,           /* and iterative deepening, which all below also have, except _FIXED */
    ARTS_HISTORY,             /* and the history heuristic */
    ARTS_TABLE,               /* the transposition table, without history */
    ARTS_HISTORY_TABLE,       /* both */
    ARTS_HISTORY_TABLE_FIXED, /* both, without iterative deepening */
    ARTS_STAR1,               /* history, table and Star1 */
    ARTS_STAR2,               /* and Star2 with a probing factor of 1 */
    ARTS_STAR_ETC,            /* and StarETC */
    ARTS_SEARCHES
};

/* "alpha-beta", "history", …: the headings of columns. */
extern const char *const arts_search_names[ARTS_SEARCHES];

/* Nodes of each search by depth, 1 ply first, from tables 6.1 to 6.8, 6.10 and 6.11. */
extern const uint64_t arts_nodes[ARTS_SEARCHES][ARTS_PLIES];

/* Tables 6.1 to 6.8, 6.10 and 6.11: one search against another, by depth. */
struct arts_gain_table {
    const char *number;       /* "6.2" */
    const char *caption;
    enum arts_search without, with;
    bool overhead;            /* table 6.1 prints the extra share of the nodes `with` in place of a gain */
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
    uint64_t min, max;
};
enum { ARTS_SPREADS = 6 };
extern const struct arts_spread_row arts_spread_table[ARTS_SPREADS];

/* Table 6.13: nodes of StarETC at 5 plies, each row with one feature of the evaluation (5.4); row 0: none. */
enum { ARTS_FEATURES = 6 };
struct arts_feature_nodes {
    uint64_t nodes;
    double gain;
};
extern const struct arts_feature_nodes arts_feature_nodes_table[ARTS_FEATURES + 1];

/* A result of self play, in per cent; `score`: wins plus half of the draws, as printed. */
struct arts_result {
    double win, loss, draw, score;
};

/* Table 6.14: with feature 1 to 6 against none; one second a move, 121 games according to the paper. (All
 * shares are multiples of 1/36, as of 36 games or 72.) */
extern const struct arts_result arts_feature_results[ARTS_FEATURES];

/* Table 6.15: with multi-cut against without; 121 games, one second a move. m: moves tried, c: cutoffs
 * required, r: reduction in plies. */
struct arts_multi_cut_row {
    int m, c, r;
    struct arts_result result;
};
enum { ARTS_MULTI_CUTS = 12 };
extern const struct arts_multi_cut_row arts_multi_cut_table[ARTS_MULTI_CUTS];

#endif
