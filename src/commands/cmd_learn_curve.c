/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The curve of a run in the terminal: learn curve. */
#include "commands/table.h"

#include "base/disk.h"
#include "base/memory.h"
#include "base/plural.h"
#include "commands/learn_curve.h"
#include "report/dot_plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HEAD(first, second) \
    "step,games,decisions,plies," first "," second ",drawn,value_loss,entropy,divergence,gradient," \
    "random,probabilistic\n"
const char *const learn_curve_heads[CURVE_KINDS] = {HEAD("red", "blue"), HEAD("won", "lost")};

enum {
    COLUMN_GAMES = 1, COLUMN_PLIES = 3, COLUMN_WON = 4, COLUMN_DRAWN = 6, COLUMN_VALUE_LOSS = 7,
    COLUMN_ENTROPY = 8, COLUMN_RANDOM = 11, COLUMN_PROBABILISTIC = 12,
    CURVE_MAX = 1 << 28 /* bytes */
};

struct curve_args {
    const char *file;
};

struct curve_row {
    double number[LEARN_CURVE_COLUMNS]; /* NAN: empty */
};

struct curve {
    enum learn_curve_kind kind;
    struct curve_row *rows;
    size_t count, capacity;
};

/* One line without its end: numbers between commas, of which the tests may be empty. */
static enum status read_row(const char *file, int number, const char *line, struct curve_row *row,
                            struct error *error)
{
    const char *at = line;
    for (int column = 0; column < LEARN_CURVE_COLUMNS; column++) {
        char *end = (char *)at;
        bool last = column == LEARN_CURVE_COLUMNS - 1, empty = *at == ',' || *at == '\n';
        double value = empty ? NAN : strtod(at, &end);
        if (empty ? column < LEARN_CURVE_COLUMNS - LEARN_CURVE_TESTS : !isfinite(value))
            return error_at(error, file, number, (int)(at - line) + 1, "found no number, expected one");
        if (*end != (last ? '\n' : ','))
            return error_at(error, file, number, (int)(end - line) + 1, "found another row than %d numbers, "
                            "expected a row of a curve", LEARN_CURVE_COLUMNS);
        row->number[column] = value;
        at = end + 1;
    }
    return STATUS_OK;
}

static bool begins_with(const char *text, const char *head)
{
    return strncmp(text, head, strlen(head)) == 0;
}

static enum status read_curve(const char *file, struct curve *curve, struct error *error)
{
    struct text text = {0};
    enum status status = disk_read_regular(file, CURVE_MAX, &text, error);
    const char *line = text_string(&text);
    while (!status && curve->kind < CURVE_KINDS && !begins_with(line, learn_curve_heads[curve->kind]))
        curve->kind++;
    if (!status && curve->kind == CURVE_KINDS)
        status = error_at(error, file, 1, 1, "found another first line, expected that of a curve");
    line += status ? 0 : strlen(learn_curve_heads[curve->kind]);
    for (int number = 2; !status && *line; number++) {
        curve->rows = memory_grow(curve->rows, &curve->capacity, curve->count + 1, sizeof *curve->rows);
        status = read_row(file, number, line, &curve->rows[curve->count++], error);
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    if (!status && !curve->count)
        status = error_at(error, file, 2, 1, "found no row, expected one for each learning step");
    text_free(&text);
    return status;
}

/* A frame over all games, for columns from 0 to `top`. */
static struct dot_plot new_plot(const struct curve *curve, const char *title, double top)
{
    struct dot_plot plot = {.title = title, .top = top,
                            .right = curve->rows[curve->count - 1].number[COLUMN_GAMES]};
    dot_plot_clear(&plot);
    return plot;
}

/* Puts the means of a column, over as many rows as share a column of the frame; of a test each number. */
static void add_column(const struct curve *curve, struct dot_plot *plot, int column, char mark)
{
    size_t share = curve->count / DOT_COLUMNS + 1;
    bool test = column >= LEARN_CURVE_COLUMNS - LEARN_CURVE_TESTS;
    double sum = 0, games = 0;
    for (size_t i = 0; i < curve->count; i++) {
        const double *number = curve->rows[i].number;
        if (test && !isnan(number[column]))
            dot_plot_add(plot, number[COLUMN_GAMES], number[column], mark);
        sum += number[column];
        games += number[COLUMN_GAMES];
        if (test || ((i + 1) % share != 0 && i + 1 < curve->count))
            continue;
        size_t rows = i % share + 1;
        dot_plot_add(plot, games / (double)rows, sum / (double)rows, mark);
        sum = games = 0;
    }
}

static double greatest(const struct curve *curve, int column)
{
    double greatest = 0;
    for (size_t i = 0; i < curve->count; i++)
        greatest = fmax(greatest, curve->rows[i].number[column]);
    return greatest > 0 ? greatest : 1;
}

static void draw(const struct curve *curve, struct text *out)
{
    bool opponent = curve->kind == CURVE_OPPONENT;
    struct dot_plot shares = new_plot(curve, opponent ? "w: won, r: random, p: prob."
                                                      : "r: random, p: probabilistic", 1);
    struct dot_plot plies = new_plot(curve, "plies a game", greatest(curve, COLUMN_PLIES));
    struct dot_plot losses = new_plot(curve, "v: value loss, d: drawn", 1);
    struct dot_plot entropy = new_plot(curve, "entropy, nats", greatest(curve, COLUMN_ENTROPY));
    if (opponent)
        add_column(curve, &shares, COLUMN_WON, 'w');
    add_column(curve, &shares, COLUMN_RANDOM, 'r');
    add_column(curve, &shares, COLUMN_PROBABILISTIC, 'p');
    add_column(curve, &plies, COLUMN_PLIES, '*');
    add_column(curve, &losses, COLUMN_DRAWN, 'd');
    add_column(curve, &losses, COLUMN_VALUE_LOSS, 'v');
    add_column(curve, &entropy, COLUMN_ENTROPY, '*');
    dot_plot_pair(&shares, &plies, out);
    dot_plot_pair(&losses, &entropy, out);
}

static enum status run_curve(struct session *session, const void *arguments, struct error *error)
{
    const struct curve_args *args = arguments;
    struct curve curve = {0};
    struct text out = {0};
    enum status status = read_curve(args->file, &curve, error);
    if (!status) {
        double games = curve.rows[curve.count - 1].number[COLUMN_GAMES];
        text_printf(&out, "%s: %zu learning step%s, %.0f game%s (across)\n", args->file, curve.count,
                    plural(curve.count), games, games == 1 ? "" : "s");
        draw(&curve, &out);
        session_write(session, out.bytes, out.size);
    }
    text_free(&out);
    free(curve.rows);
    return status;
}

static const struct argument curve_arguments[] = {
    {.name = "FILE", .kind = VALUE_FILE, .at = offsetof(struct curve_args, file),
     .meaning = "what learn rnad --log wrote"},
};

const struct command command_learn_curve = {
    .name = "learn curve",
    .group = GROUP_MEASURE,
    .keywords = "training progress plot deepnash",
    .words = ROWS(curve_arguments),
    .args_size = sizeof(struct curve_args),
    .help = "draws the curve of a run of learn rnad",
    .details =
        "Games go across. Shares are those of --test-games; the others are means over learning steps.",
    .run = run_curve,
};
