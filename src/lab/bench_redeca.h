/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables II to VII of Redeca & Groza (2018), played again. */
#ifndef VEDETTE_LAB_BENCH_REDECA_H
#define VEDETTE_LAB_BENCH_REDECA_H

#include "lab/match.h"

enum { REDECA_TABLE_FIRST = 2, REDECA_TABLE_LAST = 7 };

/* The columns: of each colour its wins as % of all games, how many of these are by capture, in %, and after
 * how many plies these end on average. */
enum redeca_figure {
    REDECA_VR, REDECA_VRC, REDECA_VRCM, REDECA_VA, REDECA_VAC, REDECA_VACM, REDECA_FIGURES
};

struct redeca_line {
    int table, number;             /* 3, 2: the second row of table III */
    const char *red, *blue;        /* as agent_start wants them */
    size_t games;
    double paper[REDECA_FIGURES];  /* NAN: the table has no such column */
};

extern const struct redeca_line redeca_lines[];
extern const size_t redeca_line_count;

struct bench_redeca_terms {
    const struct setup *pool;      /* the setups that players draw from; in table II both have the same one */
    size_t pool_count;             /* 1 or more */
    struct rules rules;
    const char *const *words;      /* "ties=random": put behind the options of each agent but random */
    size_t word_count;
    double scale;                  /* of the paper's numbers of games, above 0 and up to 1 */
    uint64_t seed;
    int jobs;
    const struct settings *settings;
    struct library *library;
    const atomic_bool *stop;       /* may be NULL */
    void (*progress)(void *context, size_t done, size_t games); /* as match_terms has it; may be NULL */
    void *context;
};

struct redeca_result {
    size_t games, draws;
    double value[REDECA_FIGURES];  /* NAN where there is none: no wins, no captures; of lengths, table II */
    struct interval range[REDECA_FIGURES]; /* 95 %: of shares by the number of games (Wilson), of lengths by
                                            * their spread; NAN of none */
    size_t setups;                 /* that were played one by one (table II), else 0; and of each column */
    double min[REDECA_FIGURES], most[REDECA_FIGURES]; /* its range among them; NAN: none */
};

/* The 95 % interval of a share of the paper's, in %, by its number of games; NAN where there is none. */
struct interval bench_redeca_paper_range(const struct redeca_line *line, enum redeca_figure figure);

/* How many games of a row are played: the paper's times the scale, one at least; in table II as many with
 * each setup, so that the sum may be a little greater. */
size_t bench_redeca_games(const struct bench_redeca_terms *terms, const struct redeca_line *line);

/* Plays one row. Red is the first agent in every game, as in the paper. STATUS_BAD where a word is no option
 * of an agent, STATUS_NO where it was stopped. */
enum status bench_redeca_run(const struct bench_redeca_terms *terms, const struct redeca_line *line,
                             struct redeca_result *result, struct error *error);

#endif
