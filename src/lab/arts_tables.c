/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/arts_tables.h"

const char *const arts_search_names[ARTS_SEARCHES] = {
    [ARTS_PLAIN] = "alpha-beta",
    [ARTS_ITERATIVE] = "iterative deepening",
    [ARTS_HISTORY] = "history",
    [ARTS_TABLE] = "table",
    [ARTS_HISTORY_TABLE] = "history and table",
    [ARTS_HISTORY_TABLE_FIXED] = "history and table, one depth",
    [ARTS_STAR1] = "star1",
    [ARTS_STAR2] = "star2",
    [ARTS_STAR_ETC] = "staretc",
};

const uint64_t arts_nodes[ARTS_SEARCHES][ARTS_PLIES] = {
    [ARTS_PLAIN] = {10344, 264264, 5994388, 215558850, 5408948866},            /* 6.1, first column */
    [ARTS_ITERATIVE] = {10344, 274608, 6268996, 221827846, 5630776712},        /* 6.1, second column */
    [ARTS_HISTORY] = {10344, 273141, 5322698, 141060175, 2409129708},          /* 6.2 */
    [ARTS_TABLE] = {10344, 227938, 5001828, 134654093, 3375802619},            /* 6.3 */
    [ARTS_HISTORY_TABLE] = {10344, 224387, 4123300, 87384008, 1403260491},     /* 6.4 and 6.5 */
    [ARTS_HISTORY_TABLE_FIXED] = {10344, 262796, 4658616, 100656880, 2083669650}, /* 6.5, first column */
    [ARTS_STAR1] = {6978, 188423, 1607955, 61256939, 533925113},               /* 6.6 and 6.8 */
    [ARTS_STAR2] = {6978, 190389, 1650350, 36888491, 348235823},               /* 6.7, 6.8 and 6.11 */
    [ARTS_STAR_ETC] = {6978, 190389, 1649015, 36796717, 350754377},            /* 6.10 and 6.11 */
};

const struct arts_gain_table arts_gain_tables[ARTS_GAIN_TABLES] = {
    {"6.1", "overhead of iterative deepening", /* 6.2.1 */
     ARTS_PLAIN, ARTS_ITERATIVE, true, {0.00, 3.91, 4.58, 2.91, 4.10}},
    {"6.2", "history heuristic", /* 6.2.2 */
     ARTS_PLAIN, ARTS_HISTORY, false, {0.00, -3.36, 11.21, 34.56, 55.46}},
    {"6.3", "transposition table", /* 6.2.3 */
     ARTS_PLAIN, ARTS_TABLE, false, {0.00, 13.75, 16.56, 37.53, 37.59}},
    {"6.4", "history heuristic and transposition table", /* 6.2.4 */
     ARTS_PLAIN, ARTS_HISTORY_TABLE, false, {0.00, 15.09, 31.21, 59.46, 74.06}},
    {"6.5", "iterative deepening with history heuristic and transposition table", /* 6.2.4 */
     ARTS_HISTORY_TABLE_FIXED, ARTS_HISTORY_TABLE, false, {0.00, 14.62, 11.49, 13.19, 32.65}},
    {"6.6", "Star1", /* 6.3.1 */
     ARTS_PLAIN, ARTS_STAR1, false, {32.54, 28.70, 73.18, 71.58, 90.13}},
    {"6.7", "Star2 with a probing factor of 1", /* 6.3.2 */
     ARTS_PLAIN, ARTS_STAR2, false, {32.54, 27.95, 72.47, 82.89, 93.56}},
    {"6.8", "Star2 with a probing factor of 1 against Star1", /* 6.3.2 */
     ARTS_STAR1, ARTS_STAR2, false, {0.00, -1.04, -2.64, 39.78, 34.78}},
    {"6.10", "StarETC", /* 6.3.3 */
     ARTS_PLAIN, ARTS_STAR_ETC, false, {32.54, 27.95, 72.49, 82.93, 93.52}},
    {"6.11", "StarETC against Star2", /* 6.3.3 */
     ARTS_STAR2, ARTS_STAR_ETC, false, {0.00, 0.00, 0.08, 0.25, -0.72}},
};

/* 6.3.2 */
const struct arts_probe_row arts_probe_table[ARTS_PROBES] = {
    {533925113, 0}, /* Star1; no gain printed */
    {348235823, 34.78},
    {446157703, 16.44},
    {543629215, -1.82},
    {628570608, -17.73},
    {723955888, -35.59},
};

/* 6.3.3, overview: alpha-beta, history, history and table, Star1, Star2, StarETC, each with those before and
 * iterative deepening. */
const struct arts_spread_row arts_spread_table[ARTS_SPREADS] = {
    {ARTS_ITERATIVE, 5630776712, 18769256, 2243814.5, 53356557.85, 34, 559492043},
    {ARTS_HISTORY, 2409129708, 8030432, 716116.0, 24486486.38, 34, 229001460},
    {ARTS_HISTORY_TABLE, 1403260491, 4677535, 573530.5, 14574204.75, 34, 127506016},
    {ARTS_STAR1, 533925113, 1779750, 294901.0, 5144435.40, 31, 45979029},
    {ARTS_STAR2, 348235823, 1160786, 230650.5, 3640867.21, 31, 34938971},
    {ARTS_STAR_ETC, 350754377, 1169181, 231281.0, 3670205.21, 31, 33607267},
};

/* 6.4 */
const struct arts_feature_nodes arts_feature_nodes_table[ARTS_FEATURES + 1] = {
    {350754377, 0}, /* no gain printed */
    {344586412, 1.76},
    {351781359, -0.29},
    {323241276, 7.84},
    {350270127, 0.14},
    {378522770, -7.92},
    {344157660, 1.88},
};

/* 6.4 */
const struct arts_result arts_feature_results[ARTS_FEATURES] = {
    {38.89, 47.22, 13.89, 45.84},
    {44.44, 33.33, 22.22, 55.55},
    {36.11, 47.22, 16.67, 44.45},
    {27.78, 52.78, 19.44, 37.50},
    {25.00, 38.89, 36.11, 43.06},
    {25.00, 52.78, 22.22, 36.11},
};

/* 6.5. Two rows do not add up to 100 as they are printed: (8, 3, 2) and (8, 3, 3), whose losses would be
 * 40.50 and 40.50. */
const struct arts_multi_cut_row arts_multi_cut_table[ARTS_MULTI_CUTS] = {
    {8, 2, 2, {38.84, 42.15, 19.01, 48.36}},
    {8, 3, 2, {45.45, 40.15, 14.05, 52.48}},
    {8, 4, 2, {36.36, 42.98, 20.66, 46.69}},
    {10, 2, 2, {42.15, 35.54, 22.31, 53.31}},
    {10, 3, 2, {45.45, 39.67, 14.88, 52.89}},
    {10, 4, 2, {37.19, 42.98, 19.83, 47.11}},
    {12, 2, 2, {40.50, 39.67, 19.83, 50.42}},
    {12, 3, 2, {41.32, 37.19, 21.49, 52.07}},
    {12, 4, 2, {41.32, 41.32, 17.36, 50.00}},
    {8, 3, 3, {42.98, 40.40, 16.53, 51.25}},
    {10, 3, 3, {37.19, 42.98, 19.83, 47.11}},
    {12, 3, 3, {41.32, 40.50, 18.18, 50.41}},
};
