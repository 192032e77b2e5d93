/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of Redeca & Groza (2018), played again: bench redeca. */
#include "commands/table.h"

#include "base/clock.h"
#include "base/plural.h"
#include "commands/shared_flags.h"
#include "console/load.h"
#include "game/rules_option.h"
#include "lab/bench_redeca.h"

#include <math.h>
#include <stdlib.h>

/* What counts as near the paper, in points of percent. */
static const double near = 5;

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
    bool share; /* in %; else plies */
} columns[REDECA_FIGURES] = {
    [REDECA_VR] = {"VR %", "vr", true},       [REDECA_VRC] = {"VRC %", "vrc", true},
    [REDECA_VRCM] = {"VRCM", "vrcm", false},  [REDECA_VA] = {"VA %", "va", true},
    [REDECA_VAC] = {"VAC %", "vac", true},    [REDECA_VACM] = {"VACM", "vacm", false},
};

struct bench_redeca_args {
    uint64_t table, row;      /* 0: all of them */
    double scale;
    struct word_list setups;
    struct word_list options;
};

/* What is going on, for those who watch. */
struct watch {
    struct session *session;
    const struct redeca_line *line;
    double last;
};

static void print_progress(void *context, size_t done, size_t games)
{
    struct watch *watch = context;
    double now = clock_now();
    if (now - watch->last < 0.2 && done < games)
        return;
    watch->last = now;
    session_progress(watch->session, "table %s, row %d: %zu of %zu game%s",
                     tables[watch->line->table].number, watch->line->number, done, games, plural(games));
}

static void add_header(int table, struct text *out)
{
    text_printf(out, "\nTable %s: %s\n%-8s", tables[table].number, tables[table].about, "");
    for (int i = 0; i < REDECA_FIGURES; i++)
        text_printf(out, "%-16s", columns[i].name);
    text_add(out, "drawn %\n");
}

static double half_of(struct interval range)
{
    return (range.high - range.low) / 2;
}

/* How far a share is from the paper's: near enough; not near, but so many games could by chance differ as
 * much; or farther than that. */
enum distance { NEAR, BY_CHANCE, FAR };
static const char *const distance_marks[] = {"", "~", "*"};

static enum distance distance_from(const struct redeca_line *line, const struct redeca_result *result,
                                   int figure)
{
    double apart = fabs(result->value[figure] - line->paper[figure]);
    if (!columns[figure].share || !(apart > near))
        return NEAR;
    return apart > hypot(half_of(result->range[figure]), half_of(bench_redeca_paper_range(line, figure)))
               ? FAR : BY_CHANCE;
}

/* The greatest distance among a row's columns. */
static enum distance distance_of_row(const struct redeca_line *line, const struct redeca_result *result)
{
    enum distance distance = NEAR;
    for (int i = 0; i < REDECA_FIGURES; i++)
        if (distance_from(line, result, i) > distance)
            distance = distance_from(line, result, i);
    return distance;
}

/* Of how far an end is from its share: one that takes two digits has no room for more. */
static int end_digits(double far)
{
    return far < 9.95;
}

/* One cell: the value, a mark, and its interval: half of it, or of a share how far each end is. */
static void add_cell(double value, const char *mark, struct interval range, bool share, struct text *out)
{
    size_t before = out->size;
    if (isnan(value))
        text_add(out, "     -");
    else
        text_printf(out, "%6.*f%s", share ? 2 : 0, value, mark);
    if (!isnan(range.low) && share)
        text_printf(out, " -%.*f+%.*f", end_digits(value - range.low), value - range.low,
                    end_digits(range.high - value), range.high - value);
    else if (range.high > range.low)
        text_printf(out, " (%.0f)", half_of(range));
    text_printf(out, "%*s", (int)(16 - (out->size - before)), "");
}

static void add_row(const struct redeca_line *line, const struct redeca_result *result, struct text *out)
{
    text_printf(out, "%s.%d  %s - %s, %zu game%s\n ours   ", tables[line->table].number, line->number,
                line->red, line->blue, result->games, plural(result->games));
    for (int i = 0; i < REDECA_FIGURES; i++)
        add_cell(result->value[i], distance_marks[distance_from(line, result, i)], result->range[i],
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
        size_t before = out->size;
        if (!isnan(result->min[i]) && columns[i].share)
            text_printf(out, "%5.1f to %.1f", result->min[i], result->most[i]);
        text_printf(out, "%*s", (int)(16 - (out->size - before)), "");
    }
    text_add(out, "\n");
}

static void add_figures(const struct redeca_line *line, const struct redeca_result *result, struct text *out)
{
    for (int i = 0; i < REDECA_FIGURES; i++)
        if (!isnan(result->value[i]))
            text_printf(out, "figure table-%d-%d-%s %.2f %s\n", line->table, line->number, columns[i].key,
                        result->value[i], columns[i].share ? "%" : "plies");
}

/* Plays the rows that are asked for, telling of each as soon as it is played, and the figures at the end. */
static enum status play_rows(struct session *session, const struct bench_redeca_args *args,
                             struct bench_redeca_terms *terms, struct error *error)
{
    struct watch watch = {.session = session};
    struct text figures = {0};
    enum status status = STATUS_OK;
    size_t rows[FAR + 1] = {0};
    int last = 0;
    terms->context = &watch;
    for (size_t i = 0; i < redeca_line_count && !status; i++) {
        struct redeca_result result;
        const struct redeca_line *line = watch.line = &redeca_lines[i];
        if ((args->table && line->table != (int)args->table) || (args->row && line->number != (int)args->row))
            continue;
        status = bench_redeca_run(terms, line, &result, error);
        session_progress(session, "%s", "");
        if (status)
            break;
        struct text out = {0};
        if (line->table != last)
            add_header(line->table, &out);
        last = line->table;
        add_row(line, &result, &out);
        session_print_text(session, &out);
        add_figures(line, &result, &figures);
        rows[distance_of_row(line, &result)]++;
    }
    if (!status) {
        text_printf(&figures, "figure rows-near %zu rows\nfigure rows-by-chance %zu rows\n"
                    "figure rows-far %zu rows\n", rows[NEAR], rows[BY_CHANCE], rows[FAR]);
        session_printf(session, "\n%s", text_string(&figures));
    }
    text_free(&figures);
    return status;
}

static enum status run_redeca(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_redeca_args *args = arguments;
    struct setup *pool = NULL;
    /* The paper names no rule against repetition at all. */
    struct rules standard = *rules_find("redeca");
    standard.name = "redeca, but no two-squares rule";
    standard.two_squares = 0;
    struct bench_redeca_terms terms = {
        .scale = args->scale, .words = (const char *const *)args->options.word,
        .word_count = (size_t)args->options.count, .seed = session->has_seed ? session->seed : 1,
        .jobs = session->jobs, .settings = &session->settings, .library = session->library,
        .stop = session->stop, .progress = session->progress ? print_progress : NULL};
    enum status status = load_setups_of(variant_at(VARIANT_STANDARD), args->setups.count, args->setups.word,
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
                       (unsigned long long)terms.seed, near);
        status = play_rows(session, args, &terms, error);
    }
    free(pool);
    return status;
}

const struct command command_bench_redeca = {
    .name = "bench redeca",
    .group = GROUP_MEASURE,
    .keywords = "thesis agents Redeca Groza tables",
    .words = ARGUMENTS(
        {.name = "OPTION=VALUE", .kind = VALUE_TEXT, .list = true, .optional = true, .group = "probabilistic",
         .at = offsetof(struct bench_redeca_args, options),
         .meaning = "options of all agents but random, behind those of the row"}),
    .flags = ARGUMENTS(
        FLAG_WHOLE(struct bench_redeca_args, table, "table", REDECA_TABLE_FIRST, REDECA_TABLE_LAST,
                   "this table alone", .standard = "all of them"),
        {.name = "row", .kind = VALUE_WHOLE, .at = offsetof(struct bench_redeca_args, row), .min = 1,
         .most = 10, .meaning = "this row of each alone", .standard = "all of them"},
        FLAG_NUMBER(struct bench_redeca_args, scale, "scale", 0.0001, 1,
                    "plays so many times the paper's games"),
        {.name = "setups", .kind = VALUE_FILE, .list = true, .at = offsetof(struct bench_redeca_args, setups),
         .meaning = "both draw their setups from these files", .standard = "the program's"}),
    .out = true,
    DEFAULTS(struct bench_redeca_args, .scale = 1),
    .help = "plays tables II to VII of Redeca & Groza (2018) again",
    .details =
        "Ours beside the paper's (doc/redeca-2018.md): wins of red (VR) and blue (VA) in % of all games,\n"
        "how many of these take the flag (VRC, VAC), and after how many plies on average (VRCM, VACM). The\n"
        "rules are 'redeca' without the two-squares rule, if not told otherwise.",
    .run = run_redeca,
};
