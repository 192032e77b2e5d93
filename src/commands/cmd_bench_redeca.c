/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reproduces the tables of Redeca & Groza (2018): bench redeca. */
#include "commands/table.h"

#include "base/clock.h"
#include "base/plural.h"
#include "console/load.h"
#include "game/rules_option.h"
#include "lab/bench_redeca.h"

#include <math.h>
#include <stdlib.h>

/* A share is near the paper's if it differs by no more than this, in points of percent. */
static const double near_limit = 5;

static const struct {
    const char *number, *about;
} tables[] = {
    [2] = {"II", "agents compared, both with the same setup"},
    [3] = {"III", "agents against random, setups drawn from all"},
    [4] = {"IV", "the weight of a piece, pW"},
    [5] = {"V", "the weight of a known rank, rW"},
    [6] = {"VI", "the weight of having moved, mW"},
    [7] = {"VII", "the weight of the distance, dW"},
};

static const struct {
    const char *name, *key;
    bool share; /* in %; otherwise a length in plies */
} columns[REDECA_FIGURES] = {
    [REDECA_VR] = {"VR %", "vr", true},       [REDECA_VRC] = {"VRC %", "vrc", true},
    [REDECA_VRCM] = {"VRCM", "vrcm", false},  [REDECA_VA] = {"VA %", "va", true},
    [REDECA_VAC] = {"VAC %", "vac", true},    [REDECA_VACM] = {"VACM", "vacm", false},
};

struct bench_redeca_args {
    uint64_t table, row;      /* 0: all of them */
    double scale;             /* number of games, as a multiple of the paper's */
    struct word_list setups;  /* files of setups; empty: the program's */
    struct word_list options; /* "KEY=VALUE", for all agents but random */
};

/* The context of print_row_progress. */
struct redeca_report {
    struct session *session;
    const struct redeca_line *line; /* the row that is played */
    double last; /* clock_now() of the last report */
};

/* Reports the games done of the current row, at most five times a second. */
static void print_row_progress(void *context, size_t done, size_t games)
{
    struct redeca_report *report = context;
    double now = clock_now();
    if (now - report->last < 0.2 && done < games)
        return;
    report->last = now;
    session_progress(report->session, "table %s, row %d: %zu of %zu game%s",
                     tables[report->line->table].number, report->line->number, done, games, plural(games));
}

enum { COLUMN = 16 /* width of a figure with its interval */ };

/* Appends the title and the column heads of a table. */
static void add_header(int table, struct text *out)
{
    text_printf(out, "\nTable %s: %s\n%-8s", tables[table].number, tables[table].about, "");
    for (int i = 0; i < REDECA_FIGURES; i++)
        text_printf(out, "%-*s", COLUMN, columns[i].name);
    text_add(out, "drawn %\n");
}

/* Returns half the width of an interval. */
static double half_of(struct interval range)
{
    return (range.high - range.low) / 2;
}

/* How far a share is from the paper's value: near; not near, but within the combined 95 % interval of both,
 * so that it may be chance; or farther. Lengths always count as near. */
enum distance { NEAR, BY_CHANCE, FAR };
static const char *const distance_marks[] = {"", "~", "*"};

/* Returns how far a column of a row is from the paper's value. */
static enum distance paper_distance(const struct redeca_line *line, const struct redeca_result *result,
                                    int figure)
{
    double apart = fabs(result->value[figure] - line->paper[figure]);
    if (!columns[figure].share || !(apart > near_limit))
        return NEAR;
    return apart > hypot(half_of(result->range[figure]), half_of(bench_redeca_paper_range(line, figure)))
               ? FAR : BY_CHANCE;
}

/* Returns the greatest distance of a row's columns. */
static enum distance distance_of_row(const struct redeca_line *line, const struct redeca_result *result)
{
    enum distance distance = NEAR;
    for (int i = 0; i < REDECA_FIGURES; i++)
        if (paper_distance(line, result, i) > distance)
            distance = paper_distance(line, result, i);
    return distance;
}

/* Returns the number of decimals for the distance from a value to the end of its interval. It is 1 if the
 * distance is printed as less than 10, and 0 if not, because the column is too narrow. */
static int end_decimals(double distance)
{
    return distance < 9.95;
}

/* Appends a cell of COLUMN characters: the value (NAN: "-"), a mark, and its interval. For a share the
 * interval is the distance to each end; for a length it is half the width in brackets. */
static void add_cell(double value, const char *mark, struct interval range, bool share, struct text *out)
{
    size_t start = out->size;
    if (isnan(value))
        text_add(out, "     -");
    else
        text_printf(out, "%6.*f%s", share ? 2 : 0, value, mark);
    if (!isnan(range.low) && share)
        text_printf(out, " -%.*f+%.*f", end_decimals(value - range.low), value - range.low,
                    end_decimals(range.high - value), range.high - value);
    else if (range.high > range.low)
        text_printf(out, " (%.0f)", half_of(range));
    text_printf(out, "%*s", (int)(COLUMN - (out->size - start)), "");
}

/* Appends a row: our values, the paper's, and with several setups the range over single setups. */
static void add_line_row(const struct redeca_line *line, const struct redeca_result *result, struct text *out)
{
    text_printf(out, "%s.%d  %s - %s, %zu game%s\n ours   ", tables[line->table].number, line->number,
                line->red, line->blue, result->games, plural(result->games));
    for (int i = 0; i < REDECA_FIGURES; i++)
        add_cell(result->value[i], distance_marks[paper_distance(line, result, i)], result->range[i],
                 columns[i].share, out);
    text_printf(out, "%6.2f\n paper  ", 100 * (double)result->draws / (double)result->games);
    for (int i = 0; i < REDECA_FIGURES; i++)
        add_cell(line->paper[i], "", (struct interval){NAN, NAN}, columns[i].share, out);
    double drawn = 100 - line->paper[REDECA_VR] - line->paper[REDECA_VA];
    text_printf(out, "%6.2f\n", drawn > 0 ? drawn : 0);
    if (!result->setups)
        return;
    text_printf(out, " of one:");
    for (int i = 0; i < REDECA_FIGURES; i++) {
        size_t start = out->size;
        if (!isnan(result->min[i]) && columns[i].share)
            text_printf(out, "%5.1f to %.1f", result->min[i], result->max[i]);
        text_printf(out, "%*s", (int)(COLUMN - (out->size - start)), "");
    }
    text_add(out, "\n");
}

/* Appends the "figure" lines of a row. */
static void add_figures(const struct redeca_line *line, const struct redeca_result *result, struct text *out)
{
    for (int i = 0; i < REDECA_FIGURES; i++)
        if (!isnan(result->value[i]))
            text_printf(out, "figure table-%d-%d-%s %.2f %s\n", line->table, line->number, columns[i].key,
                        result->value[i], columns[i].share ? "%" : "plies");
}

/* Plays the selected rows and prints each when it is done; the figures come at the end. */
static enum status play_rows(struct session *session, const struct bench_redeca_args *args,
                             struct bench_redeca_terms *terms, struct error *error)
{
    struct redeca_report report = {.session = session};
    struct text figures = {0};
    enum status status = STATUS_OK;
    size_t row_counts[FAR + 1] = {0};
    int last_table = 0;
    terms->context = &report;
    for (size_t i = 0; i < redeca_line_count && !status; i++) {
        struct redeca_result result;
        const struct redeca_line *line = report.line = &redeca_lines[i];
        if ((args->table && line->table != (int)args->table) || (args->row && line->number != (int)args->row))
            continue;
        status = bench_redeca_run(terms, line, &result, error);
        session_progress(session, "%s", ""); /* clear the line */
        if (status)
            break;
        struct text out = {0};
        if (line->table != last_table)
            add_header(line->table, &out);
        last_table = line->table;
        add_line_row(line, &result, &out);
        session_print_text(session, &out);
        add_figures(line, &result, &figures);
        row_counts[distance_of_row(line, &result)]++;
    }
    if (!status) {
        text_printf(&figures, "figure rows-near %zu rows\nfigure rows-by-chance %zu rows\n"
                    "figure rows-far %zu rows\n", row_counts[NEAR], row_counts[BY_CHANCE], row_counts[FAR]);
        session_printf(session, "\n%s", text_string(&figures));
    }
    text_free(&figures);
    return status;
}

/* Reads the setups and the rules and plays the rows. The standard rules have no two-squares rule. */
static enum status run_redeca(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_redeca_args *args = arguments;
    struct setup *pool = NULL;
    /* The paper mentions no rule against repetition. */
    struct rules standard = *rules_find("redeca");
    standard.name = "redeca, but no two-squares rule";
    standard.two_squares = 0;
    struct bench_redeca_terms terms = {
        .scale = args->scale, .words = (const char *const *)args->options.word,
        .word_count = (size_t)args->options.count, .seed = session->has_seed ? session->seed : 1,
        .jobs = session->jobs, .settings = &session->settings, .library = session->library,
        .stop = session->stop, .progress = session->progress ? print_row_progress : NULL};
    enum status status = load_setups(variant_at(VARIANT_STANDARD), args->setups.count, args->setups.word,
                                     &pool, &terms.pool_count, error);
    terms.pool = pool;
    rules_from_settings(&terms.rules, &session->settings, &standard);
    if (!status) {
        session_printf(session,
                       "rules %s, %zu setup%s, seed %llu; behind a share how far the ends of its 95 %%\n"
                       "interval are below and above it, behind a length in brackets half of its interval\n"
                       "~, *: more than %.0f points from the paper's; *: and more than chance would have it\n"
                       "of one: the range over single setups\n",
                       terms.rules.name, terms.pool_count, plural(terms.pool_count),
                       (unsigned long long)terms.seed, near_limit);
        status = play_rows(session, args, &terms, error);
    }
    free(pool);
    return status;
}

const struct command command_bench_redeca = {
    .name = "bench redeca", .group = GROUP_MEASURE,
    .keywords = "thesis agents Redeca Groza tables",
    .words = ARGUMENTS(
        WORD_TEXT(struct bench_redeca_args, options, "OPTION=VALUE",
                  "options of all agents but random, behind those of the row", .list = true, .optional = true,
                  .group = "probabilistic")),
    .flags = ARGUMENTS(
        FLAG_WHOLE(struct bench_redeca_args, table, "table", REDECA_TABLE_FIRST, REDECA_TABLE_LAST,
                   "this table alone", .standard = "all of them"),
        FLAG_WHOLE(struct bench_redeca_args, row, "row", 1, 10, "this row of each alone",
                   .standard = "all of them"),
        FLAG_NUMBER(struct bench_redeca_args, scale, "scale", 0.0001, 1,
                    "plays so many times the paper's games"),
        FLAG_FILES(struct bench_redeca_args, setups, "setups", "both draw their setups from these files",
                   .standard = "the program's")),
    .out = true,
    DEFAULTS(struct bench_redeca_args, .scale = 1),
    .help = "plays tables II to VII of Redeca & Groza (2018) again",
    .details =
        "Ours beside the paper's (doc/redeca-2018.md): wins of red (VR) and blue (VA) in % of all games,\n"
        "how many of these take the flag (VRC, VAC), and after how many plies on average (VRCM, VACM). The\n"
        "rules are 'redeca' without the two-squares rule by default.",
    .run = run_redeca,
};
