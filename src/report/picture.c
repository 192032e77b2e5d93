/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/picture.h"

#include "base/ascii.h"
#include "base/disk.h"
#include "base/memory.h"
#include "console/shell.h"
#include "game/square.h"

#include <stdlib.h>
#include <string.h>

/* Returns whether the name of a file has an ending, ignoring case. */
static bool has_ending(const char *path, const char *ending)
{
    size_t size = strlen(path), last = strlen(ending);
    return size > last && ascii_compare(path + size - last, ending) == 0;
}

enum status picture_check(const char *path, struct error *error)
{
    if (has_ending(path, ".svg") || has_ending(path, ".png"))
        return STATUS_OK;
    return error_set(error, STATUS_BAD, "found the picture's name '%.200s', expected one that ends in "
                     ".svg or .png", path);
}

/* --- gnuplot's commands --- */

/* Appends the terminal for the file's ending, and what all forms have. */
static void write_frame(const struct stats_picture *picture, const char *path, struct text *script)
{
    int height = picture->form == PICTURE_TRENDS ? 900 : 560;
    if (has_ending(path, ".svg"))
        text_printf(script, "set terminal svg size 960,%d background 'white'\n", height);
    else /* some gnuplots have only one of the two */
        text_printf(script, "if (strstrt(GPVAL_TERMINALS, 'pngcairo')) { set terminal pngcairo size 960,%d } "
                    "else { set terminal png size 960,%d }\n", height, height);
    text_printf(script, "set title \"%s\" noenhanced\nset key outside bottom center horizontal noenhanced\n"
                "set xtics noenhanced\n", picture->title);
}

/* Appends bars of the shares, and the scores with their intervals against the axis on the right. */
static void write_bars(const struct stats_picture *picture, struct text *script)
{
    text_add(script, "$rows << END\n");
    for (size_t i = 0; i < picture->count && i < PICTURE_BARS_MAX; i++) {
        const struct picture_row *row = &picture->rows[i];
        text_printf(script, "\"%s\" %.2f %.2f %.2f %.2f\n", row->label, 100 * row->share, 100 * row->score,
                    100 * row->low, 100 * row->high);
    }
    text_add(script, "END\nset xtics rotate by -40\nset ytics nomirror\nset y2tics\nset yrange [0:*]\n"
             "set y2range [0:100]\nset ylabel 'share, %'\nset y2label 'score, %'\nset boxwidth 0.7\n"
             "set style fill solid 0.4\n"
             "plot $rows using 0:2:xtic(1) with boxes title 'share', "
             "'' using 0:3:4:5 axes x1y2 with yerrorbars pt 7 title 'score, 95 %'\n");
}

/* Appends a board coloured by the shares, with share and score in each square: the owner's four rows, with
 * mirrored files together (a with j, b with i, ...). Rows of the picture without a square are left out. */
static void write_board(const struct stats_picture *picture, struct text *script)
{
    enum { BOARD_ROWS = 4, BOARD_FILES = FILES / 2 };
    const struct picture_row *at[BOARD_FILES * BOARD_ROWS] = {NULL};
    for (size_t i = 0; i < picture->count; i++) {
        int file = square_file(picture->rows[i].square), row = square_row(picture->rows[i].square);
        if (picture->rows[i].square >= 0 && file < BOARD_FILES && row < BOARD_ROWS)
            at[row * BOARD_FILES + file] = &picture->rows[i];
    }
    text_add(script, "$rows << END\n");
    for (int i = 0; i < BOARD_FILES * BOARD_ROWS; i++)
        text_printf(script, "%d %d %.2f \"%.1f\" \"%.0f\"\n", i % BOARD_FILES, i / BOARD_FILES,
                    at[i] ? 100 * at[i]->share : 0, at[i] ? 100 * at[i]->share : 0,
                    at[i] ? 100 * at[i]->score : 0);
    text_add(script, "END\nset xtics ('a, j' 0, 'b, i' 1, 'c, h' 2, 'd, g' 3, 'e, f' 4)\n"
             "set ytics ('1' 0, '2' 1, '3' 2, '4' 3)\nset xrange [-0.5:4.5]\nset yrange [-0.5:3.5]\n"
             "set size ratio -1\nset palette defined (0 'white', 1 '#4080c0')\nset cbrange [0:*]\n"
             "set cblabel 'share of armies, %'\nunset key\n"
             "plot $rows using 1:2:3 with image, "
             "'' using 1:2:($3 > 0 ? sprintf(\"%s %%\\nscore %s %%\", strcol(4), strcol(5)) : '-') "
             "with labels\n");
}

/* A label, and how often it is there in all periods together. */
struct picture_label {
    const char *label;
    size_t n;
};

/* Orders the most frequent first, then by label. For qsort. */
static int compare_labels(const void *a, const void *b)
{
    const struct picture_label *one = a, *two = b;
    return one->n != two->n ? (one->n > two->n ? -1 : 1) : strcmp(one->label, two->label);
}

/* Returns the labels, the most frequent first; new memory. *count gets how many there are, at most
 * PICTURE_LINES_MAX. */
static struct picture_label *find_labels(const struct stats_picture *picture, size_t *count)
{
    struct picture_label *labels = NULL;
    size_t capacity = 0;
    *count = 0;
    for (size_t i = 0; i < picture->count; i++) {
        size_t k = 0;
        while (k < *count && strcmp(labels[k].label, picture->rows[i].label) != 0)
            k++;
        labels = memory_grow(labels, &capacity, *count + 1, sizeof *labels);
        if (k == *count)
            labels[(*count)++] = (struct picture_label){picture->rows[i].label, 0};
        labels[k].n += picture->rows[i].n;
    }
    if (*count)
        qsort(labels, *count, sizeof *labels, compare_labels);
    *count = *count < PICTURE_LINES_MAX ? *count : PICTURE_LINES_MAX;
    return labels;
}

/* Appends two plots by period: the shares, and below them the scores with their intervals. */
static void write_trends(const struct stats_picture *picture, struct text *script)
{
    size_t count, periods = 0;
    struct picture_label *labels = find_labels(picture, &count);
    const char *last = NULL;
    text_add(script, "set xtics rotate by -40 (");
    for (size_t i = 0; i < picture->count; i++) {
        if (last && strcmp(last, picture->rows[i].period) == 0)
            continue;
        last = picture->rows[i].period;
        text_printf(script, "%s\"%s\" %zu", periods ? ", " : "", last[0] ? last : "no date", periods);
        periods++;
    }
    text_printf(script, ")\nset xrange [-0.5:%zu.5]\n", periods ? periods - 1 : 0);
    for (size_t label = 0; label < count; label++) {
        size_t period = 0;
        text_printf(script, "$line%zu << END\n", label);
        for (size_t i = 0; i < picture->count; i++) {
            const struct picture_row *row = &picture->rows[i];
            period += i && strcmp(row->period, picture->rows[i - 1].period) != 0;
            if (strcmp(row->label, labels[label].label) == 0)
                text_printf(script, "%zu %.2f %.2f %.2f %.2f\n", period, 100 * row->share, 100 * row->score,
                            100 * row->low, 100 * row->high);
        }
        text_add(script, "END\n");
    }
    text_add(script, "set multiplot layout 2,1\nset ylabel 'share, %'\nset yrange [0:*]\n");
    for (size_t label = 0; label < count; label++)
        text_printf(script, "%s $line%zu using 1:2 with linespoints title \"%s\"", label ? "," : "plot",
                    label, labels[label].label);
    text_add(script, "\nset title ''\nset ylabel 'score, 95 %'\nset yrange [0:100]\n");
    for (size_t label = 0; label < count; label++)
        text_printf(script, "%s $line%zu using 1:3:4:5 with yerrorlines title \"%s\"", label ? "," : "plot",
                    label, labels[label].label);
    text_add(script, "\nunset multiplot\n");
    free(labels);
}

enum status picture_save(const struct stats_picture *picture, const char *path, struct error *error)
{
    struct text script = {0}, drawn = {0};
    write_frame(picture, path, &script);
    if (picture->form == PICTURE_BARS)
        write_bars(picture, &script);
    else if (picture->form == PICTURE_BOARD)
        write_board(picture, &script);
    else
        write_trends(picture, &script);
    enum status status;
    if (!shell_run("gnuplot 2>/dev/null", NULL, &script, &drawn))
        status = error_set(error, STATUS_FAILED, "%s: gnuplot, which draws pictures, is not installed", path);
    else if (!drawn.size)
        status = error_set(error, STATUS_FAILED, "%s: gnuplot could not draw the picture", path);
    else
        status = disk_write(path, drawn.bytes, drawn.size, error);
    text_free(&script);
    text_free(&drawn);
    return status;
}
