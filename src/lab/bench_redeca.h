/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Repeats the games of tables II to VII of Redeca & Groza (2018). */
#ifndef VEDETTE_LAB_BENCH_REDECA_H
#define VEDETTE_LAB_BENCH_REDECA_H

#include "lab/match.h"

enum { REDECA_TABLE_FIRST = 2, REDECA_TABLE_LAST = 7 };

/* The columns. VR: games won by red, in % of all games; VRC: of these, won by capture of the flag, in %;
 * VRCM: mean number of plies of the latter. VA, VAC, VACM: the same for blue. */
enum redeca_figure {
    REDECA_VR, REDECA_VRC, REDECA_VRCM, REDECA_VA, REDECA_VAC, REDECA_VACM, REDECA_FIGURES
};

struct redeca_line {
    int table, number;             /* of the table and of its row: 3, 2 is the second row of table III */
    const char *red, *blue;        /* specs for agent_start */
    size_t games;
    double paper[REDECA_FIGURES];  /* NAN: the table has no such column */
};

extern const struct redeca_line redeca_lines[];
extern const size_t redeca_line_count;

struct bench_redeca_terms {
    const struct setup *pool;      /* the setups that players draw from; in table II both have the same one */
    size_t pool_count;             /* 1 or more */
    struct rules rules;
    const char *const *words;      /* options such as "ties=random", appended to each spec except random */
    size_t word_count;
    double scale;                  /* factor for the paper's numbers of games, above 0 to 1 */
    uint64_t seed;
    int jobs;
    const struct settings *settings;
    struct library *library;
    const atomic_bool *stop;       /* may be NULL */
    void (*progress)(void *context, size_t done, size_t games); /* as in match_terms; may be NULL */
    void *context;
};

struct redeca_result {
    size_t games, draws;
    double value[REDECA_FIGURES];  /* NAN: no games to take it from, or lengths in table II */
    struct interval range[REDECA_FIGURES]; /* 95 %: of shares by the number of games (Wilson), of lengths by
                                            * their spread; NAN without a value */
    size_t setups;                 /* table II: number of setups played one after another; others: 0 */
    double min[REDECA_FIGURES], max[REDECA_FIGURES]; /* extremes of each column among these setups, or NAN */
};

/* Returns the 95 % interval of a share in the paper, in %, by its number of games. Returns NAN if the figure
 * is no share. */
struct interval bench_redeca_paper_range(const struct redeca_line *line, enum redeca_figure figure);

/* Returns the number of games that are played for a row: the paper's number times the scale, at least 1.
 * In table II each setup has the same number of games, so the sum may be a little larger. */
size_t bench_redeca_games(const struct bench_redeca_terms *terms, const struct redeca_line *line);

/* Plays one row. Red is the first agent in every game, as in the paper. STATUS_BAD if a word is not an
 * option of an agent, STATUS_NO if it was stopped. */
enum status bench_redeca_run(const struct bench_redeca_terms *terms, const struct redeca_line *line,
                             struct redeca_result *result, struct error *error);

#endif
