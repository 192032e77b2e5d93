/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plots the curve of a learning run in the terminal: learn curve. */
#include "commands/table.h"

#include "base/ascii.h"
#include "base/disk.h"
#include "base/memory.h"
#include "base/plural.h"
#include "commands/learn_curve.h"
#include "report/dot_plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HEAD(first, second) \
    "step,games,decisions,plies," first "," second ",drawn,value_loss,entropy,divergence,gradient"
const char *const learn_curve_heads[CURVE_KINDS] = {HEAD("red", "blue"), HEAD("won", "lost")};

enum {
    COLUMN_GAMES = 1, COLUMN_PLIES = 3, COLUMN_WON = 4, COLUMN_DRAWN = 6, COLUMN_VALUE_LOSS = 7,
    COLUMN_ENTROPY = 8, COLUMN_TESTS = LEARN_CURVE_NUMBERS,
    COLUMNS_MAX = LEARN_CURVE_NUMBERS + LEARN_CURVE_TESTS_MAX,
    CURVE_MAX = 1 << 28 /* bytes */
};

struct curve_args {
    const char *file;
};

struct curve_row {
    double number[COLUMNS_MAX]; /* the values of the columns; NAN: the field is empty (only tests) */
};

struct curve {
    enum learn_curve_kind kind;
    int columns;                       /* of the file: LEARN_CURVE_NUMBERS and one for each test */
    char mark[LEARN_CURVE_TESTS_MAX];  /* the character that plots each test; all differ */
    struct text legend;                /* the meaning of the marks: "w: won, r: random" */
    struct curve_row *rows;
    size_t count, capacity;
};

/* Reads one line of a curve, which ends in a line end: `columns` numbers with commas between. Only the
 * fields of tests may be empty (NAN). `number` is the number of the line, for messages. */
static enum status read_row(const char *file, int number, const char *line, int columns,
                            struct curve_row *row, struct error *error)
{
    const char *field = line;
    for (int column = 0; column < columns; column++) {
        char *end = (char *)field;
        bool last = column == columns - 1, empty = *field == ',' || *field == '\n';
        double value = empty ? NAN : strtod(field, &end);
        if (empty ? column < COLUMN_TESTS : !isfinite(value))
            return error_at(error, file, number, (int)(field - line) + 1, "found no number, expected one");
        if (*end != (last ? '\n' : ','))
            return error_at(error, file, number, (int)(end - line) + 1, "found another row than %d numbers, "
                            "expected a row of a curve", columns);
        row->number[column] = value;
        field = end + 1;
    }
    return STATUS_OK;
}

/* Adds the column of a test against the agent `name` (`length` bytes). Its mark is the first letter of the
 * name that no other test has and that is not w (won). If there is none, the mark is the test's number. The
 * legend gets both. */
static void add_test(struct curve *curve, const char *name, int length)
{
    int test = curve->columns - COLUMN_TESTS, index = 0;
    while (index < length && (!ascii_is_letter(name[index]) || name[index] == 'w' ||
                              memchr(curve->mark, name[index], (size_t)test)))
        index++;
    curve->mark[test] = (char)(index < length ? name[index] : '1' + test);
    text_printf(&curve->legend, "%s%c: %.*s", curve->legend.size ? ", " : "", curve->mark[test], length,
                name);
    curve->columns++;
}

/* Reads the first line of a curve: its kind and its tests. Returns the beginning of the second line. NULL if
 * the line is not the first line of a curve. */
static const char *read_curve_head(const char *line, struct curve *curve)
{
    size_t size = 0; /* of the last part that was read: the fixed columns, then a test with its comma */
    while (curve->kind < CURVE_KINDS && !size) {
        const char *head = learn_curve_heads[curve->kind];
        if (strncmp(line, head, strlen(head)) == 0)
            size = strlen(head);
        else
            curve->kind++;
    }
    if (curve->kind == CURVE_OPPONENT)
        text_add(&curve->legend, "w: won");
    curve->columns = COLUMN_TESTS;
    for (line += size; size && *line == ',' && curve->columns < COLUMNS_MAX; line += size) {
        size = 1 + strcspn(line + 1, ",\n");
        add_test(curve, line + 1, (int)size - 1);
    }
    return curve->kind < CURVE_KINDS && *line == '\n' ? line + 1 : NULL;
}

/* Reads a whole curve file. STATUS_BAD with the place of the fault if it is not a curve or has no row. */
static enum status read_curve(const char *file, struct curve *curve, struct error *error)
{
    struct text text = {0};
    enum status status = disk_read_regular(file, CURVE_MAX, &text, error);
    const char *line = status ? NULL : read_curve_head(text_string(&text), curve);
    if (!status && !line)
        status = error_at(error, file, 1, 1, "found another first line, expected that of a curve");
    for (int number = 2; !status && *line; number++) {
        curve->rows = memory_grow(curve->rows, &curve->capacity, curve->count + 1, sizeof *curve->rows);
        status = read_row(file, number, line, curve->columns, &curve->rows[curve->count++], error);
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    if (!status && !curve->count)
        status = error_at(error, file, 2, 1, "found no row, expected one for each learning step");
    text_free(&text);
    return status;
}

/* Returns an empty plot: x is the number of games, from 0 to that of the last row; y runs from 0 to `top`. */
static struct dot_plot new_plot(const struct curve *curve, const char *title, double top)
{
    struct dot_plot plot = {.title = title, .top = top,
                            .right = curve->rows[curve->count - 1].number[COLUMN_GAMES]};
    dot_plot_clear(&plot);
    return plot;
}

/* Plots one column of the table with `mark`. Of a test it plots each value. Of another column it plots the
 * mean over each group of `group_size` rows, because that many rows share one character column of the
 * plot. */
static void add_column(const struct curve *curve, struct dot_plot *plot, int field, char mark)
{
    size_t group_size = curve->count / DOT_COLUMNS + 1;
    bool is_test = field >= COLUMN_TESTS;
    double sum = 0, games = 0;
    for (size_t i = 0; i < curve->count; i++) {
        const double *number = curve->rows[i].number;
        if (is_test && !isnan(number[field]))
            dot_plot_add(plot, number[COLUMN_GAMES], number[field], mark);
        sum += number[field];
        games += number[COLUMN_GAMES];
        if (is_test || ((i + 1) % group_size != 0 && i + 1 < curve->count))
            continue;
        size_t rows = i % group_size + 1;
        dot_plot_add(plot, games / (double)rows, sum / (double)rows, mark);
        sum = games = 0;
    }
}

/* Returns the largest value of a column. Returns 1 if no value is above 0, since a plot needs a range. */
static double max_of_column(const struct curve *curve, int column)
{
    double max = 0;
    for (size_t i = 0; i < curve->count; i++)
        max = fmax(max, curve->rows[i].number[column]);
    return max > 0 ? max : 1;
}

/* Draws the four plots, two beside each other. A legend that is too wide for the title of its plot gets a
 * line of its own above. */
static void draw_plots(const struct curve *curve, struct text *out)
{
    bool fits = curve->legend.size <= DOT_COLUMNS;
    struct dot_plot shares = new_plot(curve, fits ? text_string(&curve->legend) : "shares", 1);
    if (!fits)
        text_printf(out, "%s\n", text_string(&curve->legend));
    struct dot_plot plies = new_plot(curve, "plies a game", max_of_column(curve, COLUMN_PLIES));
    struct dot_plot losses = new_plot(curve, "v: value loss, d: drawn", 1);
    struct dot_plot entropy = new_plot(curve, "entropy, nats", max_of_column(curve, COLUMN_ENTROPY));
    if (curve->kind == CURVE_OPPONENT)
        add_column(curve, &shares, COLUMN_WON, 'w');
    for (int column = COLUMN_TESTS; column < curve->columns; column++)
        add_column(curve, &shares, column, curve->mark[column - COLUMN_TESTS]);
    add_column(curve, &plies, COLUMN_PLIES, '*');
    add_column(curve, &losses, COLUMN_DRAWN, 'd');
    add_column(curve, &losses, COLUMN_VALUE_LOSS, 'v');
    add_column(curve, &entropy, COLUMN_ENTROPY, '*');
    dot_plot_add_pair(&shares, &plies, out);
    dot_plot_add_pair(&losses, &entropy, out);
}

/* Runs `learn curve`. */
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
        draw_plots(&curve, &out);
        session_write(session, out.bytes, out.size);
    }
    text_free(&out);
    text_free(&curve.legend);
    free(curve.rows);
    return status;
}

const struct command command_learn_curve = {
    .name = "learn curve", .group = GROUP_MEASURE,
    .keywords = "training progress plot deepnash",
    .words = ARGUMENTS(WORD_FILE(struct curve_args, file, "FILE", "what learn rnad --log wrote")),
    .args_size = sizeof(struct curve_args),
    .help = "draws the curve of a run of learn rnad",
    .details =
        "Games go across. Shares are those of --test-games; the others are means over learning steps.",
    .run = run_curve,
};
