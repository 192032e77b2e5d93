/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/guess_report.h"

#include "base/decimal.h"
#include "base/plural.h"
#include "base/text.h"
#include "game/notation.h"

#include <math.h>
#include <stdio.h>

/* Returns the last guesser of the set, with which the others are compared; -1 if the set is empty. */
static int last_guesser(unsigned rows)
{
    int row = GUESS_ROWS - 1;
    while (row >= 0 && !(rows >> row & 1))
        row--;
    return row;
}

/* Appends a ratio times `unit`, with half its 95 % interval, in `width` columns: "52.71 ±0.80". Appends "-"
 * if there are no games. */
static void add_ratio_cell(struct text *line, const struct ratio *ratio, double unit, int decimals, int width)
{
    struct estimate estimate = ratio_estimate(ratio);
    char text[64] = "-";
    int extra_bytes = 0; /* ± is two bytes but one column */
    if (estimate.units == 1) {
        snprintf(text, sizeof text, "%.*f", decimals, decimal_plain_zero(unit * estimate.mean, decimals));
    } else if (estimate.units > 1) {
        snprintf(text, sizeof text, "%.*f ±%.*f", decimals,
                 decimal_plain_zero(unit * estimate.mean, decimals), decimals,
                 fabs(unit * (estimate.high - estimate.mean)));
        extra_bytes = 1;
    }
    text_printf(line, " %*s", width + extra_bytes, text);
}

/* Appends a share or a mean probability times `unit`, with the ends of its 95 % interval: "52.71
 * 51.91-53.51". */
static void share_cell(struct text *line, const struct ratio *ratio, double unit, int decimals, int width)
{
    struct estimate estimate = share_estimate(ratio);
    char text[64] = "-";
    if (estimate.units == 1)
        snprintf(text, sizeof text, "%.*f", decimals, unit * estimate.mean);
    else if (estimate.units > 1)
        snprintf(text, sizeof text, "%.*f %.*f-%.*f", decimals, unit * estimate.mean, decimals,
                 decimal_plain_zero(unit * estimate.low, decimals), decimals, unit * estimate.high);
    text_printf(line, " %*s", width, text);
}

/* Prints the text as a line and clears it. */
static void print_line(struct session *session, struct text *line)
{
    session_printf(session, "%s\n", text_string(line));
    text_clear(line);
}

/* --- parts of the games --- */

/* Prints the table of one part of the games: a row for each guesser of `rows` that has pieces in it. */
static void print_part(struct session *session, const struct guess_figures figures[GUESS_ROWS], unsigned rows,
                       int part, const char *title)
{
    struct text line = {0};
    bool any = false;
    for (int row = 0; row < GUESS_ROWS; row++) {
        const struct guess_figures *guesser_figures = &figures[row];
        if (!(rows >> row & 1) || !(guesser_figures->sum.part[part].pieces > 0))
            continue;
        /* The head of the table stands above its first row. */
        if (!any)
            session_printf(session, "%s\n  %-14s %19s %20s %14s %15s %19s %9s\n", title, "guesser", "right %",
                           "true p", "bits", "the last's gain", "flag among 3 %", "pieces");
        any = true;
        text_printf(&line, "  %-14s", guess_table[row].name);
        share_cell(&line, &guesser_figures->right[part], 100, 2, 19);
        share_cell(&line, &guesser_figures->p_true[part], 1, 4, 20);
        add_ratio_cell(&line, &guesser_figures->loss[part], 1, 4, 14);
        if (row == last_guesser(rows))
            text_printf(&line, " %15s", ".");
        else
            /* a gain: the decrease of the loss */
            add_ratio_cell(&line, &guesser_figures->last[part], -1, 4, 15);
        share_cell(&line, &guesser_figures->flag[part], 100, 2, 19);
        text_printf(&line, " %9.0f", guesser_figures->sum.part[part].pieces);
        print_line(session, &line);
    }
    const struct guess_sum *last = rows ? &figures[last_guesser(rows)].sum.part[part] : NULL;
    /* The guesser bayes is the only one that estimates who plays. */
    if (any && part < GUESS_PLIES && last_guesser(rows) == GUESS_BAYES && last->sides > 0)
        session_printf(session, "  a program plays, by bayes: mean probability %.4f\n",
                       last->programs / last->sides);
    text_free(&line);
}

/* Prints the tables after certain plies and over whole games. With `full` also prints those by stretches of
 * plies and by moved and unmoved pieces. */
static void print_parts(struct session *session, const struct guess_figures figures[GUESS_ROWS],
                        unsigned rows, bool full)
{
    char title[80];
    for (int i = 0; i < GUESS_PLIES; i++) {
        snprintf(title, sizeof title, "after ply %u", guess_plies[i]);
        print_part(session, figures, rows, i, i == GUESS_WHOLE ? "over whole games" : title);
    }
    for (int i = 0; i < GUESS_STRETCHES && full; i++) {
        uint32_t from = i ? guess_stretches[i - 1] + 1 : 1;
        if (i < GUESS_STRETCHES - 1)
            snprintf(title, sizeof title, "after each ply from %u to %u", from, guess_stretches[i]);
        else
            snprintf(title, sizeof title, "after each ply from %u on", from);
        print_part(session, figures, rows, GUESS_STRETCH + i, title);
    }
    if (full) {
        print_part(session, figures, rows, GUESS_UNMOVED, "pieces that have not moved");
        print_part(session, figures, rows, GUESS_MOVED, "pieces that have moved");
    }
}

/* --- tables of one guesser --- */

/* Prints the calibration bins with `min` predictions or more. Prints nothing if there are none. */
static void print_bins(struct session *session, const char *what, const struct guess_bin bins[GUESS_BINS],
                       const struct ratio off[GUESS_BINS], double min)
{
    struct text line = {0};
    bool any = false;
    for (int i = 0; i < GUESS_BINS; i++) {
        if (!(bins[i].count >= min))
            continue;
        if (!any)
            session_printf(session, "  %s\n    %11s %12s %9s %9s %16s\n", what, "from .. to", "given",
                           "stated %", "right %", "right - stated");
        any = true;
        text_printf(&line, "    %3.0f .. %3.0f %% %12.0f %9.2f %9.2f", 100 * guess_bins[i],
                    100 * guess_bins[i + 1], bins[i].count, 100 * bins[i].predicted / bins[i].count,
                    100 * bins[i].right / bins[i].count);
        add_ratio_cell(&line, &off[i], 100, 2, 16);
        print_line(session, &line);
    }
    text_free(&line);
}

/* Prints the log-loss by true rank, of all pieces, of unmoved and of moved ones, and the share guessed
 * right. */
static void print_ranks(struct session *session, const struct guess_figures *figures)
{
    struct text line = {0};
    session_printf(session, "  by true rank: bits, of those that have not moved, that have; right %%\n");
    for (int rank = 0; rank < RANKS; rank++) {
        if (!(figures->sum.part[GUESS_RANK + rank].pieces > 0))
            continue;
        text_printf(&line, "    %-10s", rank_table[rank].name);
        add_ratio_cell(&line, &figures->loss[GUESS_RANK + rank], 1, 3, 14);
        add_ratio_cell(&line, &figures->loss[GUESS_RANK_UNMOVED + rank], 1, 3, 14);
        add_ratio_cell(&line, &figures->loss[GUESS_RANK_MOVED + rank], 1, 3, 14);
        share_cell(&line, &figures->right[GUESS_RANK + rank], 100, 2, 19);
        print_line(session, &line);
    }
    text_free(&line);
}

/* Prints as a matrix how often each true rank was taken for each rank. */
static void print_confusion(struct session *session, const double confusion[RANKS][RANKS])
{
    session_printf(session, "  what a rank is taken for, %%\n    %-10s", "");
    for (int rank = 0; rank < RANKS; rank++)
        session_printf(session, " %6c", rank_write(rank, NOTATION_DEBOER));
    session_printf(session, "\n");
    for (int rank = 0; rank < RANKS; rank++) {
        double total = 0;
        for (int other = 0; other < RANKS; other++)
            total += confusion[rank][other];
        if (!(total > 0))
            continue;
        session_printf(session, "    %-10s", rank_table[rank].name);
        for (int other = 0; other < RANKS; other++)
            session_printf(session, " %6.2f", 100 * confusion[rank][other] / total);
        session_printf(session, "\n");
    }
}

/* Prints, for each rank of a known piece, how often a hidden piece that stepped next to it was stronger,
 * equal or weaker: actual shares, and predicted ones in brackets. */
static void print_steps(struct session *session, const struct guess_figures *figures)
{
    static const char *const strength_names[STEP_STRENGTHS] = {"stronger", "equal", "weaker"};
    struct text line = {0};
    bool any = false;
    for (int rank = 0; rank < RANKS; rank++) {
        const struct guess_step *step = &figures->sum.step[rank];
        if (!(step->count > 0))
            continue;
        if (!any) {
            session_printf(session, "  a hidden piece that has just stepped up, quietly, to a known one: "
                           "found %%, and in brackets the stated ones\n    %-10s %8s", "before a", "steps");
            for (int i = 0; i < STEP_STRENGTHS; i++)
                session_printf(session, " %24s", strength_names[i]);
            session_printf(session, "\n");
        }
        any = true;
        text_printf(&line, "    %-10s %8.0f", rank_table[rank].name, step->count);
        for (int i = 0; i < STEP_STRENGTHS; i++) {
            struct estimate off = ratio_estimate(&figures->step[rank][i]);
            text_printf(&line, " %9.1f (%5.1f)", 100 * step->found[i] / step->count,
                        100 * step->predicted[i] / step->count);
            if (off.units > 1)
                text_printf(&line, " ±%5.1f", 100 * (off.high - off.mean));
            else if (i < STEP_STRENGTHS - 1) /* no blanks at the end of the line */
                text_printf(&line, " %6s", "");
        }
        print_line(session, &line);
    }
    text_free(&line);
}

/* --- comparison of guessers --- */

/* Prints a difference in log-loss as a gain, that is with the opposite sign, and its interval. */
static void print_gain(struct session *session, const char *name, const struct ratio *ratio)
{
    struct estimate difference = ratio_estimate(ratio);
    session_printf(session, "  %-22s %+.4f", name, decimal_plain_zero(-difference.mean, 4));
    if (difference.units > 1)
        session_printf(session, "  (%+.4f .. %+.4f)", decimal_plain_zero(-difference.high, 4),
                       decimal_plain_zero(-difference.low, 4));
    session_printf(session, "\n");
}

/* Prints for each guesser the gain over the guesser in the row above, and for bayes also the gain over
 * deboer. */
static void print_gains(struct session *session, const struct guess_figures figures[GUESS_ROWS],
                        unsigned rows)
{
    int row_above = -1;
    for (int row = 0; row < GUESS_ROWS; row++) {
        if (!(rows >> row & 1))
            continue;
        const struct ratio *gain = &figures[row].gain[GUESS_WHOLE];
        if (row_above < 0 && gain->units) /* the first guesser has none above it: the heading */
            session_printf(session, "gain in log-loss over the row above, bits%s\n",
                           gain->units > 1 ? ", with the 95 % interval by game" : "");
        else if (gain->units)
            print_gain(session, guess_table[row].name, gain);
        row_above = row;
    }
    /* bayes is the last row of the table, so deboer's `last` is the difference between the two. */
    if (rows >> GUESS_DEBOER & rows >> GUESS_BAYES & 1 && figures[GUESS_DEBOER].last[GUESS_WHOLE].units)
        print_gain(session, "bayes over deboer", &figures[GUESS_DEBOER].last[GUESS_WHOLE]);
}

/* Prints the tables of one class of games. */
static void print_class(struct session *session, const struct guess_result *result, int class, unsigned rows,
                        bool full)
{
    static const char *const titles[GUESS_CLASSES] = {
        "all games", "games with a setup, or its mirror image, among those learnt from",
        "games with neither setup, nor its mirror image, among those learnt from",
        "games with neither setup, nor its mirror image, within 16 squares of any learnt from",
    };
    const struct guess_figures *figures = result->figures[class];
    size_t games = result->class_games[class];
    session_printf(session, "\n%s: %zu game%s\n", titles[class], games, plural(games));
    if (class == GUESS_ALL || full)
        print_parts(session, figures, rows, full);
    else
        print_part(session, figures, rows, GUESS_WHOLE, "over whole games");
    if (class == GUESS_ALL || full)
        print_gains(session, figures, rows);
    if (!full && rows && result->class_games[class] > 1) { /* the last row's calibration, with intervals */
        char what[80];
        const struct guess_figures *last = &figures[last_guesser(rows)];
        snprintf(what, sizeof what, "%s, its likeliest rank of each piece: bins of %d pieces or more",
                 guess_table[last_guesser(rows)].name, CALIBRATION_MIN);
        print_bins(session, what, last->sum.best, last->best, CALIBRATION_MIN);
    }
    for (int row = 0; row < GUESS_ROWS && full; row++) {
        const struct guess_figures *guesser = &figures[row];
        if (!(rows >> row & 1 && guesser->sum.part[GUESS_WHOLE].pieces > 0))
            continue;
        session_printf(session, "guesser %s, over whole games\n", guess_table[row].name);
        print_bins(session, "its likeliest rank of each piece", guesser->sum.best, guesser->best, 1);
        print_bins(session, "each rank that a piece may have", guesser->sum.every, guesser->every, 1);
        print_ranks(session, guesser);
        print_confusion(session, guesser->sum.taken);
        print_steps(session, guesser);
    }
}

void guess_tables_print(struct session *session, const struct guess_result *result, unsigned rows, bool full)
{
    for (int class = 0; class < GUESS_CLASSES; class++)
        if (class == GUESS_ALL || result->class_games[class])
            print_class(session, result, class, rows, full);
}

/* --- lines of figures --- */

/* Prints "figure HEAD-NAME VALUE UNIT" and, if there are at least two games, the ends of the interval as
 * NAME-low and NAME-high. `head`: the guesser and the class. Prints nothing if there are no games. */
static void print_figure(struct session *session, const char *head, const char *name,
                         struct estimate estimate, double scale, int decimals, const char *unit)
{
    if (!estimate.units)
        return;
    session_printf(session, "figure %s-%s %.*f %s\n", head, name, decimals,
                   decimal_plain_zero(scale * estimate.mean, decimals), unit);
    if (estimate.units < 2)
        return;
    double ends[] = {scale * estimate.low, scale * estimate.high};
    session_printf(session, "figure %s-%s-low %.*f %s\n", head, name, decimals,
                   decimal_plain_zero(fmin(ends[0], ends[1]), decimals), unit);
    session_printf(session, "figure %s-%s-high %.*f %s\n", head, name, decimals,
                   decimal_plain_zero(fmax(ends[0], ends[1]), decimals), unit);
}

/* Prints the figures of one guesser over whole games. */
static void print_row_figures(struct session *session, const char *head, const struct guess_figures *figures)
{
    print_figure(session, head, "top1", share_estimate(&figures->right[GUESS_WHOLE]), 100, 2, "%");
    print_figure(session, head, "true", share_estimate(&figures->p_true[GUESS_WHOLE]), 1, 4, "probability");
    print_figure(session, head, "logloss", ratio_estimate(&figures->loss[GUESS_WHOLE]), 1, 4, "bits");
    print_figure(session, head, "flag3", share_estimate(&figures->flag[GUESS_WHOLE]), 100, 2, "%");
    double gap = calibration_gap(figures->best, GUESS_BINS);
    if (!isnan(gap))
        session_printf(session, "figure %s-calibration %.2f points\n", head, 100 * gap);
}

void guess_tables_print_figures(struct session *session, const struct guess_result *result, unsigned rows)
{
    for (int class = 0; class < GUESS_CLASSES; class++) {
        char kind[32] = "", head[64];
        if (class != GUESS_ALL && !result->class_games[class])
            continue;
        if (class != GUESS_ALL)
            snprintf(kind, sizeof kind, "-%s", guess_class_names[class]);
        for (int row = 0; row < GUESS_ROWS; row++) {
            if (!(rows >> row & 1))
                continue;
            snprintf(head, sizeof head, "%s%s", guess_table[row].name, kind);
            print_row_figures(session, head, &result->figures[class][row]);
        }
        snprintf(head, sizeof head, "bayes%s", kind);
        /* bayes is the last row of the table, so deboer's `last` is the difference between the two. */
        if (rows >> GUESS_DEBOER & rows >> GUESS_BAYES & 1)
            print_figure(session, head, "gain",
                         ratio_estimate(&result->figures[class][GUESS_DEBOER].last[GUESS_WHOLE]), -1, 4,
                         "bits");
    }
}
