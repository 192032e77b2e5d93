/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reproduces the tables of Arts (2010), chapter 6: bench arts, bench arts features, bench arts multicut. */
#include "commands/table.h"

#include "base/decimal.h"
#include "base/plural.h"
#include "commands/search_options.h"
#include "console/load.h"
#include "game/rules_option.h"
#include "lab/arts_play.h"
#include "lab/bench_arts.h"
#include "lab/stats.h"

#include <stdio.h>
#include <stdlib.h>

/* --- bench arts --- */

struct bench_arts_args {
    uint64_t depth, each;  /* max plies; positions of each phase */
    struct word_list options;
};

/* Returns a share in %. Returns 0 for one that would be printed as -0.00. */
static double plain_percent(double value)
{
    return decimal_plain_zero(value, 2);
}

/* Appends one of the tables that compare two searches: the nodes at each ply without and with a technique,
 * and the gain in %, ours and the paper's. */
static void print_gains(const struct bench_arts_result *result, const struct arts_gain_table *table,
                        int depth, struct text *out)
{
    text_printf(out, "\nTable %s: %s\nply  %26s  %26s   %8s    paper\n", table->number, table->caption,
                arts_search_names[table->without], arts_search_names[table->with],
                table->overhead ? "overhead" : "gain");
    for (int ply = 0; ply < depth; ply++) {
        uint64_t without = result->nodes[table->without][ply], with = result->nodes[table->with][ply];
        double gain = table->overhead ? -bench_arts_gain(without, with) : bench_arts_gain(without, with);
        text_printf(out, "%3d  %26llu  %26llu  %7.2f %%  %6.2f %%\n", ply + 1, (unsigned long long)without,
                    (unsigned long long)with, plain_percent(gain), table->gain[ply]);
    }
}

/* Appends table 6.9: nodes of Star2 by its probing factor. */
static void print_probes(const struct bench_arts_result *result, int depth, struct text *out)
{
    text_printf(out, "\nTable 6.9: probing factors of Star2 at %d plies\nfactor          nodes       gain    "
                "paper\n", depth);
    for (int i = 0; i < ARTS_PROBES; i++)
        text_printf(out, "%6d  %13llu  %7.2f %%  %6.2f %%\n", i, (unsigned long long)result->probe[i],
                    plain_percent(bench_arts_gain(result->probe[0], result->probe[i])),
                    arts_probe_table[i].gain);
}

/* Appends table 6.12: how the nodes are distributed over the positions. Below each row of ours is the
 * paper's. */
static void print_spread(const struct bench_arts_result *result, int depth, struct text *out)
{
    text_printf(out, "\nTable 6.12: nodes of a position at %d plies, ours and below the paper's at 5\n"
                "%-17s %13s %10s %10s %11s %5s %10s\n", depth, "", "total", "mean", "median", "deviation",
                "min", "max");
    for (int i = 0; i < ARTS_SPREADS; i++) { /* a row of ours, then one of the paper's without the name */
        const struct arts_spread_row *rows[] = {&result->spread[i], &arts_spread_table[i]};
        for (int j = 0; j < 2; j++)
            text_printf(out, "%-17s %13llu %10llu %10.1f %11.0f %5llu %10llu\n",
                        j ? "" : arts_search_names[arts_spread_table[i].search],
                        (unsigned long long)rows[j]->total, (unsigned long long)rows[j]->mean,
                        rows[j]->median, rows[j]->deviation, (unsigned long long)rows[j]->min,
                        (unsigned long long)rows[j]->max);
    }
}

/* Appends table 6.13: nodes with each feature of the evaluation; row 0 has none. */
static void print_features(const struct bench_arts_result *result, int depth, struct text *out)
{
    text_printf(out, "\nTable 6.13: features of the evaluation at %d plies\nfeature                nodes"
                "       gain    paper\n", depth);
    for (int i = 0; i <= ARTS_FEATURES; i++)
        text_printf(out, "%d %-12s  %12llu  %7.2f %%  %6.2f %%\n", i, i ? bench_arts_features[i - 1] : "none",
                    (unsigned long long)result->feature[i],
                    plain_percent(bench_arts_gain(result->feature[0], result->feature[i])),
                    arts_feature_nodes_table[i].gain);
}

/* Prints all tables in the order of the paper. */
static void print_tables(struct session *session, const struct bench_arts_result *result, int depth)
{
    struct text out = {0};
    text_printf(&out, "%zu positions; the paper's were 300 others\n", result->positions);
    for (int i = 0; i < ARTS_GAIN_TABLES; i++) {
        print_gains(result, &arts_gain_tables[i], depth, &out);
        if (arts_gain_tables[i].with == ARTS_STAR2 && arts_gain_tables[i].without == ARTS_STAR1)
            print_probes(result, depth, &out);
    }
    print_spread(result, depth, &out);
    print_features(result, depth, &out);
    session_print_text(session, &out);
}

/* Shows how many searches over all positions are done. */
static void print_searches(void *context, int done, int total)
{
    session_progress(context, "%d of %d searches of all positions", done, total);
}

/* Runs all searches with the given options of the search, and prints the tables. Options that the tables set
 * themselves are refused. */
static enum status run_arts(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_arts_args *args = arguments;
    struct settings settings = {0};
    struct search_options options;
    struct arts_positions positions = {0};
    struct bench_arts_result result;
    static const struct search_unused unused[] = {
        {bench_arts_techniques, "each table says itself which techniques are on"}, {0}};
    enum status status =
        search_words_check(&command_bench_arts, &args->options, search_unused_on_positions, error);
    if (!status)
        status = search_words_check(&command_bench_arts, &args->options, unused, error);
    if (!status)
        status = search_settings_of_arts(session, &args->options, &settings, error);
    if (status)
        return status;
    search_options_read(&options, &settings);
    settings_free(&settings);
    arts_positions_standard(&positions);
    struct bench_arts_terms terms = {.positions = &positions, .each = (size_t)args->each, .options = &options,
                                     .depth = (int)args->depth, .jobs = session->jobs,
                                     .stop = session->stop, .progress = print_searches, .context = session};
    status = bench_arts_run(&terms, &result, error);
    session_progress(session, "%s", ""); /* clear the line */
    if (!status)
        print_tables(session, &result, terms.depth);
    arts_positions_free(&positions);
    return status;
}

const struct command command_bench_arts = {
    .name = "bench arts", .group = GROUP_MEASURE,
    .keywords = "search nodes pruning thesis Arts 2010",
    .words = ARGUMENTS(WORDS_SEARCH_OPTIONS(struct bench_arts_args, options)),
    .flags = ARGUMENTS(
        FLAG_WHOLE(struct bench_arts_args, depth, "depth", 1, ARTS_PLIES, "searches 1 to so many plies deep"),
        FLAG_EACH(struct bench_arts_args, each)),
    .out = true,
    DEFAULTS(struct bench_arts_args, .depth = 4, .each = ARTS_POSITIONS_A_PHASE),
    .help = "tables 6.1 to 6.13 of Arts (2010): nodes searched with each technique",
    .details = "Ours on the program's 300 positions beside the paper's gains (doc/search.md). With\n"
               "--depth 4 it takes about a minute, with --depth 5 ten, on one core. Options that are no\n"
               "techniques of the tables may stand behind it: bench arts bounds=range.",
    .run = run_arts,
};

/* --- bench arts features, bench arts multicut --- */

struct arts_play_args {
    /* Nodes of each move, unless `seconds` is given; number of setups; number of the only row, 0: all. */
    uint64_t nodes, setups, row;
    double seconds;        /* of each move; 0: not given */
    struct word_list options;
};

/* A row of either table: its name, the options that the measured agent has beyond its opponent's, and the
 * paper's result. */
struct play_row {
    char name[24], words[96]; /* words: the options, "KEY=VALUE,KEY=VALUE" */
    const struct arts_result *paper;
};

/* Fills `rows` with the rows of table 6.14. Returns their number. */
static int list_features(struct play_row *rows)
{
    for (int i = 0; i < ARTS_FEATURES; i++) {
        snprintf(rows[i].name, sizeof rows[i].name, "%d %s", i + 1, bench_arts_features[i]);
        snprintf(rows[i].words, sizeof rows[i].words, "%s=yes", bench_arts_features[i]);
        rows[i].paper = &arts_feature_results[i];
    }
    return ARTS_FEATURES;
}

/* Fills `rows` with the rows of table 6.15. Returns their number. */
static int list_multi_cuts(struct play_row *rows)
{
    for (int i = 0; i < ARTS_MULTI_CUTS; i++) {
        const struct arts_multi_cut_row *cut = &arts_multi_cut_table[i];
        snprintf(rows[i].name, sizeof rows[i].name, "%2d %d %d", cut->m, cut->c, cut->r);
        snprintf(rows[i].words, sizeof rows[i].words,
                 "multicut=yes,multicut_m=%d,multicut_c=%d,multicut_r=%d", cut->m, cut->c, cut->r);
        rows[i].paper = &cut->result;
    }
    return ARTS_MULTI_CUTS;
}

/* Shows how many games of a row are done. */
static void print_games_done(void *context, size_t done, size_t games)
{
    session_progress(context, "%zu of %zu game%s", done, games, plural(games));
}

/* Prints a row: games won, lost and drawn in %, the score with its 95 % interval, and the paper's. */
static void print_row(struct session *session, const struct play_row *row,
                      const struct arts_play_result *result)
{
    double games = (double)(result->wins + result->losses + result->draws);
    struct interval range = stats_score_interval(result->wins, result->draws, result->losses, STATS_95);
    session_printf(session, "%-14s %6.2f %6.2f %6.2f  %6.2f (%5.1f to %5.1f)  %6.2f %6.2f %6.2f  %6.2f\n",
                   row->name, 100 * (double)result->wins / games, 100 * (double)result->losses / games,
                   100 * (double)result->draws / games,
                   100 * stats_score(result->wins, result->draws, result->losses),
                   decimal_plain_zero(100 * range.low, 1), 100 * range.high, row->paper->win,
                   row->paper->loss, row->paper->draw, row->paper->score);
}

/* Plays the rows of a table, or the one that args->row selects. Sets the agents of `terms`: agent 0 has the
 * options of the row. Both have the same limit of nodes or time. */
static enum status play_rows(struct session *session, const struct arts_play_args *args,
                             const struct play_row *rows, int count, struct arts_play_terms *terms,
                             struct error *error)
{
    char with_options[192], opponent[64];
    enum status status = STATUS_OK;
    if (args->seconds > 0)
        snprintf(opponent, sizeof opponent, "star:time=%g", args->seconds);
    else
        snprintf(opponent, sizeof opponent, "star:nodes=%llu", (unsigned long long)args->nodes);
    session_printf(session, "%d games a row, %s a move\n%-14s %6s %6s %6s  %6s (95 %%)            %s\n",
                   terms->setup_count * terms->setup_count, opponent + sizeof "star:" - 1, "", "won", "lost",
                   "drawn", "score", "the paper's"); /* of the spec the limit alone: "nodes=20000" */
    for (int i = 0; i < count && !status; i++) {
        struct arts_play_result result;
        if (args->row && args->row != (uint64_t)i + 1)
            continue;
        snprintf(with_options, sizeof with_options, "%s,%s", opponent, rows[i].words);
        terms->agent[0] = with_options;
        terms->agent[1] = opponent;
        status = arts_play(terms, &result, error);
        session_progress(session, "%s", ""); /* clear the line */
        if (!status)
            print_row(session, &rows[i], &result);
    }
    return status;
}

/* Runs a command that plays a table: checks the options, makes the setups and plays the rows. STATUS_FAILED
 * if the program has fewer setups than the paper needs. */
static enum status run_table(struct session *session, const struct command *command,
                             const struct arts_play_args *args,
                             const struct play_row *rows, int count, struct error *error)
{
    struct settings settings = {0};
    struct setup *known = NULL, setups[ARTS_SETUPS];
    size_t known_count = 0;
    struct arts_play_terms terms = {.setups = setups, .setup_count = (int)args->setups,
                                    .seed = session->has_seed ? session->seed : 1, .jobs = session->jobs,
                                    .settings = &settings, .library = session->library,
                                    .stop = session->stop, .progress = print_games_done, .context = session};
    static const char *const limits[] = {"depth", "nodes", "time", NULL};
    static const struct search_unused unused[] = {
        {limits, "--nodes or --time says how long both think"}, {0}};
    enum status status = search_words_check(command, &args->options, unused, error);
    if (!status)
        status = search_settings_of_arts(session, &args->options, &settings, error);
    if (status)
        return status;
    rules_from_settings(&terms.rules, &settings, rules_find("isf"));
    status = load_setups(variant_at(VARIANT_STANDARD), 0, NULL, &known, &known_count, error);
    if (!status && known_count < ARTS_KNOWN_SETUPS)
        status = error_set(error, STATUS_FAILED, "%zu setups came with the program, %d are needed",
                           known_count, ARTS_KNOWN_SETUPS);
    if (!status)
        status = arts_play_setups(known, &settings, session->library, setups, error);
    if (!status)
        status = play_rows(session, args, rows, count, &terms, error);
    free(known);
    settings_free(&settings);
    return status;
}

/* Plays table 6.14. */
static enum status run_features(struct session *session, const void *arguments, struct error *error)
{
    struct play_row rows[ARTS_FEATURES];
    return run_table(session, &command_bench_arts_features, arguments, rows, list_features(rows), error);
}

/* Plays table 6.15. */
static enum status run_multicut(struct session *session, const void *arguments, struct error *error)
{
    struct play_row rows[ARTS_MULTI_CUTS];
    return run_table(session, &command_bench_arts_multicut, arguments, rows, list_multi_cuts(rows), error);
}

static const struct argument play_words[] = {WORDS_SEARCH_OPTIONS(struct arts_play_args, options)};

#define PLAY_FLAGS(last_row) \
    FLAG_WHOLE(struct arts_play_args, nodes, "nodes", 1000, 1000000000, \
               "both look at so many positions a move"), \
    FLAG_NUMBER(struct arts_play_args, seconds, "time", 0.001, 3600, "both think S seconds a move", \
                .value = "S", .unit = "s", .standard = "by --nodes"), \
    FLAG_WHOLE(struct arts_play_args, setups, "first", 1, ARTS_SETUPS, \
               "the first so many setups, each against each"), \
    FLAG_WHOLE(struct arts_play_args, row, "row", 1, last_row, "this row of the table alone", \
               .standard = "all")

#define PLAY_DETAILS \
    "Setup i of the one side against setup j of the other, for all of the nine setups of the paper\n" \
    "that are known and two made ones: 121 games, drawn after 1200 moves. Options that both have may\n" \
    "stand behind it."

static const struct arts_play_args play_defaults = {.nodes = 20000, .setups = ARTS_SETUPS};

const struct command command_bench_arts_features = {
    .name = "bench arts features", .group = GROUP_MEASURE,
    .keywords = "evaluation search thesis",
    .words = ROWS(play_words),
    .flags = ARGUMENTS(PLAY_FLAGS(ARTS_FEATURES)),
    .out = true, .args_size = sizeof(struct arts_play_args), .defaults = &play_defaults,
    .help = "table 6.14 of Arts (2010): each feature of the evaluation against none, in self play",
    .details = PLAY_DETAILS,
    .run = run_features,
};

const struct command command_bench_arts_multicut = {
    .name = "bench arts multicut", .group = GROUP_MEASURE,
    .keywords = "pruning search thesis",
    .words = ROWS(play_words),
    .flags = ARGUMENTS(PLAY_FLAGS(ARTS_MULTI_CUTS)),
    .out = true, .args_size = sizeof(struct arts_play_args), .defaults = &play_defaults,
    .help = "table 6.15 of Arts (2010): multi-cut against none, in self play",
    .details = PLAY_DETAILS,
    .run = run_multicut,
};
