/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench_redeca.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The paper does not give the number of games for the rows of tables IV to VII. We take 1,000: their
 * percentages have one decimal, and their time fits (V.B: ten minutes a table; 10,000 such games take
 * seven minutes in table III). */
#define BLUE(option) "probabilistic:ties=home," option

/* ties=home: among equal moves the first one, counted from the mover's own end, is chosen. With the
 * evaluation `material` alone most moves are equal, and in the paper neither colour then ever reaches the
 * flag (II.1, III.2): so ties do not draw pieces forward. */
const struct redeca_line redeca_lines[] = {
    {2, 1, "random", "probabilistic:evaluation=material,ties=home", 10000,
     {1.4, 75.1, NAN, 98.5, 0, NAN}},
    {2, 2, "random", "probabilistic:ties=home", 10000,
     {10.2, 10.4, NAN, 89.7, 34.27, NAN}},
    {2, 3, "random", "multi-ply:plies=2,ties=home", 1000,
     {14.5, 16.5, NAN, 85.5, 55.7, NAN}},
    {2, 4, "random", "multi-ply:plies=3,ties=home", 100,
     {16, 6.25, NAN, 84, 76.1, NAN}},
    {2, 5, "probabilistic:ties=home", "multi-ply:plies=3,ties=home", 450,
     {41.1, 42.1, NAN, 58.8, 87.5, NAN}},
    {3, 1, "random", "random", 10000,
     {49.51, 12.48, 1390, 50.49, 12.97, 1406.12}},
    {3, 2, "probabilistic:evaluation=material,ties=home", "random", 10000,
     {91.49, 0.002, 780, 4.79, 79.33, 2410.58}},
    {3, 3, "multi-ply:plies=2,evaluation=material,ties=home", "random", 1000,
     {91.3, 1.96, 1470, 5, 84, 1959.05}},
    {3, 4, "probabilistic:ties=home", "random", 10000,
     {86.85, 21.75, 631, 10.65, 52.95, 1673.0}},
    {3, 5, "multi-ply:plies=2,ties=home", "random", 1000,
     {91.3, 37.34, 546, 8.6, 27.9, 1766.4}},
    {4, 1, "random", BLUE("piece=0.2"), 1000, {66.7, 24.5, 2467, 30.8, 25.6, 516}},
    {4, 2, "random", BLUE("piece=0.4"), 1000, {26.5, 41.8, 2099, 71.2, 13.3, 632}},
    {4, 3, "random", BLUE("piece=0.6"), 1000, {11.2, 49.1, 2313, 86.9, 7.0, 691}},
    {4, 4, "random", BLUE("piece=0.8"), 1000, {10.4, 40.3, 1990, 86.9, 27.6, 514}},
    {4, 5, "random", BLUE("piece=1.0"), 1000, {7.4, 51.3, 2425, 90.6, 27.1, 510}},
    {4, 6, "random", BLUE("piece=1.2"), 1000, {6.6, 51.5, 2252, 91.4, 27.7, 534}},
    {4, 7, "random", BLUE("piece=1.4"), 1000, {6.8, 52.9, 2318, 90.9, 32.1, 584}},
    {4, 8, "random", BLUE("piece=1.6"), 1000, {7.1, 52.1, 1893, 91.5, 29.7, 534}},
    {4, 9, "random", BLUE("piece=1.8"), 1000, {8.1, 45.6, 2699, 89.3, 30.2, 584}},
    {4, 10, "random", BLUE("piece=2.0"), 1000, {7.2, 45.8, 1933, 91.3, 25.0, 541}},
    {5, 1, "random", BLUE("rank=0.01"), 1000, {7.8, 46.1, 1852, 91.1, 28.5, 567}},
    {5, 2, "random", BLUE("rank=0.03"), 1000, {8.5, 50.5, 2536, 89.9, 29.4, 499}},
    {5, 3, "random", BLUE("rank=0.04"), 1000, {7.7, 46.7, 2323, 90.4, 25.7, 541}},
    {5, 4, "random", BLUE("rank=0.06"), 1000, {7.7, 42.8, 2856, 90.8, 29.7, 586}},
    {5, 5, "random", BLUE("rank=0.07"), 1000, {8.3, 46.9, 2406, 89.4, 28.9, 583}},
    {5, 6, "random", BLUE("rank=0.09"), 1000, {10.4, 48.0, 2188, 87.6, 26.4, 590}},
    {5, 7, "random", BLUE("rank=0.10"), 1000, {14.8, 43.2, 1942, 83.2, 28.1, 639}},
    {5, 8, "random", BLUE("rank=0.12"), 1000, {18.3, 30.6, 2101, 80.2, 28.9, 690}},
    {5, 9, "random", BLUE("rank=0.14"), 1000, {23.8, 32.3, 2241, 74.2, 32.7, 600}},
    {5, 10, "random", BLUE("rank=0.15"), 1000, {28.9, 32.1, 1884, 70.2, 33.7, 677}},
    {6, 1, "random", BLUE("moved=0.006"), 1000, {7.0, 41.4, 2478, 90.9, 28.1, 528}},
    {6, 2, "random", BLUE("moved=0.012"), 1000, {8.2, 40.2, 2292, 89.8, 28.9, 545}},
    {6, 3, "random", BLUE("moved=0.018"), 1000, {6.5, 50.7, 1964, 90.9, 32.2, 545}},
    {6, 4, "random", BLUE("moved=0.024"), 1000, {6.9, 36.2, 2902, 91.5, 28.7, 519}},
    {6, 5, "random", BLUE("moved=0.030"), 1000, {8.0, 48.7, 2405, 90.0, 28.6, 501}},
    {6, 6, "random", BLUE("moved=0.036"), 1000, {7.2, 51.3, 3171, 90.8, 29.4, 509}},
    {6, 7, "random", BLUE("moved=0.042"), 1000, {7.8, 52.5, 2626, 90.6, 26.4, 519}},
    {6, 8, "random", BLUE("moved=0.048"), 1000, {7.7, 40.2, 2242, 90.3, 28.3, 524}},
    {6, 9, "random", BLUE("moved=0.054"), 1000, {6.5, 50.7, 2126, 91.3, 32.8, 581}},
    {6, 10, "random", BLUE("moved=0.060"), 1000, {8.1, 48.1, 2440, 90.7, 32.5, 554}},
    {7, 1, "random", BLUE("distance=0.005"), 1000, {5.8, 41.3, 1939, 93.0, 29.1, 457}},
    {7, 2, "random", BLUE("distance=0.010"), 1000, {7.7, 49.3, 1923, 90.0, 29.4, 549}},
    {7, 3, "random", BLUE("distance=0.015"), 1000, {7.5, 46.6, 1989, 90.9, 31.1, 489}},
    {7, 4, "random", BLUE("distance=0.020"), 1000, {6.7, 44.7, 1946, 90.8, 29.7, 502}},
    {7, 5, "random", BLUE("distance=0.025"), 1000, {6.7, 37.3, 2741, 90.6, 29.6, 520}},
    {7, 6, "random", BLUE("distance=0.030"), 1000, {10.0, 48.0, 2577, 88.5, 5.5, 535}},
    {7, 7, "random", BLUE("distance=0.035"), 1000, {9.3, 45.1, 2696, 88.6, 4.9, 580}},
    {7, 8, "random", BLUE("distance=0.040"), 1000, {9.8, 42.8, 2463, 88.2, 5.6, 494}},
    {7, 9, "random", BLUE("distance=0.045"), 1000, {9.0, 56.6, 1673, 88.7, 5.3, 623}},
    {7, 10, "random", BLUE("distance=0.050"), 1000, {9.8, 43.8, 2324, 87.9, 6.0, 644}},
};

const size_t redeca_line_count = sizeof redeca_lines / sizeof redeca_lines[0];

/* Returns the number of games of a row: the paper's number times terms->scale, at least 1. */
static size_t row_games(const struct bench_redeca_terms *terms, const struct redeca_line *line)
{
    double games = round((double)line->games * terms->scale);
    return games < 1 ? 1 : (size_t)games;
}

/* Returns the number of setups that are played one after the other, each in its own games. 0 if each game
 * draws its setups. Only table II has single setups: "the players use the same configuration for the starting
 * position" (V.A). */
static size_t single_setups(const struct bench_redeca_terms *terms, const struct redeca_line *line)
{
    size_t games = row_games(terms, line);
    if (line->table != REDECA_TABLE_FIRST)
        return 0;
    return terms->pool_count < games ? terms->pool_count : games;
}

size_t bench_redeca_games(const struct bench_redeca_terms *terms, const struct redeca_line *line)
{
    size_t games = row_games(terms, line), single = single_setups(terms, line);
    return single ? (games + single - 1) / single * single : games; /* rounded up: the same for each setup */
}

/* Writes the spec of an agent to `spec` (`capacity` bytes). Appends terms->words if the agent has options;
 * only random has none. */
static void make_spec(const struct bench_redeca_terms *terms, const char *agent, char *spec, size_t capacity)
{
    size_t size = (size_t)snprintf(spec, capacity, "%s", agent);
    for (size_t i = 0; i < terms->word_count && strchr(agent, ':') && size < capacity; i++)
        size += (size_t)snprintf(spec + size, capacity - size, ",%s", terms->words[i]);
}

/* Plays `games` games of a row, with setups drawn from the `count` ones of `pool`. Red is always the first
 * agent. STATUS_NO if it was stopped. */
static enum status play_row(const struct bench_redeca_terms *terms, const struct redeca_line *line,
                            const struct setup *pool, size_t count, size_t games, struct match_result *played,
                            struct error *error)
{
    char red[512], blue[512];
    make_spec(terms, line->red, red, sizeof red);
    make_spec(terms, line->blue, blue, sizeof blue);
    const struct match_terms match = {
        .agent = {red, blue},
        .games = games, .a_is_red = true, .pool = pool, .pool_count = count, .pool_first = true,
        .rules = terms->rules, .seed = terms->seed, .jobs = terms->jobs, .settings = terms->settings,
        .library = terms->library, .stop = terms->stop, .progress = terms->progress,
        .context = terms->context,
    };
    enum status status = match_run(&match, played, error);
    if (!status && played->games < games)
        return error_set(error, STATUS_NO, "bench redeca: stopped");
    return status;
}

/* The interval of a figure that has none. */
static const struct interval no_range = {NAN, NAN};

/* Returns the 95 % interval (Wilson) of the share part / whole, in %. Returns no_range if `whole` is 0. */
static struct interval share_range(double part, double whole)
{
    struct interval range = stats_wilson(part, whole, STATS_95);
    return whole > 0 ? (struct interval){100 * range.low, 100 * range.high} : no_range;
}

struct interval bench_redeca_paper_range(const struct redeca_line *line, enum redeca_figure figure)
{
    /* VRC and VAC are shares of the games that the side won, not of all games. */
    double games = (double)line->games, share = line->paper[figure] / 100;
    if (figure == REDECA_VRC)
        games *= line->paper[REDECA_VR] / 100;
    else if (figure == REDECA_VAC)
        games *= line->paper[REDECA_VA] / 100;
    else if (figure != REDECA_VR && figure != REDECA_VA)
        return no_range;
    return share_range(share * games, games);
}

/* Sets a figure to the share part / whole in %, with its interval. Sets NAN if `whole` is 0. */
static void set_share(struct redeca_result *result, enum redeca_figure figure, size_t part, size_t whole)
{
    result->value[figure] = whole ? 100 * (double)part / (double)whole : NAN;
    result->range[figure] = share_range((double)part, (double)whole);
}

/* Sets a figure to a mean number of plies with its 95 % interval. Sets NAN if there are no games. */
static void set_length(struct redeca_result *result, enum redeca_figure figure, const struct sample *plies)
{
    result->value[figure] = plies->count ? plies->mean : NAN;
    double half = plies->count > 1 ? STATS_95 * sample_error(plies) : NAN;
    result->range[figure] = (struct interval){plies->mean - half, plies->mean + half};
}

/* Sets all figures of a row from the games played. */
static void set_figures(struct redeca_result *result, const struct match_result *played)
{
    const struct match_wins *red = &played->side[RED], *blue = &played->side[BLUE];
    result->games = played->games;
    result->draws = played->draws;
    set_share(result, REDECA_VR, red->wins, played->games);
    set_share(result, REDECA_VRC, red->captures, red->wins);
    set_length(result, REDECA_VRCM, &red->capture_plies);
    set_share(result, REDECA_VA, blue->wins, played->games);
    set_share(result, REDECA_VAC, blue->captures, blue->wins);
    set_length(result, REDECA_VACM, &blue->capture_plies);
}

/* Plays a row of table II: the same number of games with each single setup. The figures are those of all
 * games together; min and max are the extremes among the setups (fmin and fmax ignore NAN). The mean lengths
 * of all games together are not computed (NAN). */
static enum status play_each(const struct bench_redeca_terms *terms, const struct redeca_line *line,
                             struct redeca_result *result, struct error *error)
{
    struct match_result sum = {0};
    size_t setups = single_setups(terms, line), games = bench_redeca_games(terms, line) / setups;
    for (int figure = 0; figure < REDECA_FIGURES; figure++)
        result->min[figure] = result->max[figure] = NAN;
    for (size_t i = 0; i < setups; i++) {
        struct match_result played;
        enum status status = play_row(terms, line, &terms->pool[i], 1, games, &played, error);
        if (status)
            return status;
        /* The figures of this setup, only for the extremes. */
        set_figures(result, &played);
        for (int figure = 0; figure < REDECA_FIGURES; figure++) {
            result->min[figure] = fmin(result->min[figure], result->value[figure]);
            result->max[figure] = fmax(result->max[figure], result->value[figure]);
        }
        /* Sum over all setups. */
        sum.games += played.games;
        sum.draws += played.draws;
        for (int side = RED; side <= BLUE; side++) {
            sum.side[side].wins += played.side[side].wins;
            sum.side[side].captures += played.side[side].captures;
        }
    }
    set_figures(result, &sum);
    result->setups = setups;
    return STATUS_OK;
}

enum status bench_redeca_run(const struct bench_redeca_terms *terms, const struct redeca_line *line,
                             struct redeca_result *result, struct error *error)
{
    struct match_result played;
    *result = (struct redeca_result){0};
    if (single_setups(terms, line))
        return play_each(terms, line, result, error);
    enum status status = play_row(terms, line, terms->pool, terms->pool_count,
                                  bench_redeca_games(terms, line), &played, error);
    if (!status)
        set_figures(result, &played);
    return status;
}
