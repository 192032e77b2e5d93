/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of statistics, drawn by gnuplot as SVG or PNG: bars, a board, or trends. */
#ifndef VEDETTE_REPORT_PICTURE_H
#define VEDETTE_REPORT_PICTURE_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* What the rows are. */
enum picture_form {
    PICTURE_BARS,     /* of shares, with the scores as points */
    PICTURE_BOARD,    /* each row is a square of the owner's four rows, files a to e */
    PICTURE_TRENDS,   /* shares and scores by period, a line for each label */
};

/* A row: numbers from 0 to 1. */
struct picture_row {
    const char *label, *period;   /* without double quotes */
    int square;                   /* of PICTURE_BOARD: 0 .. 39; -1: none */
    size_t n;
    double share, score, low, high; /* the score's 95 % interval: low .. high */
};

struct stats_picture {
    enum picture_form form;
    const char *title;            /* without double quotes */
    const struct picture_row *rows; /* of PICTURE_TRENDS sorted by period */
    size_t count;
};

enum { PICTURE_BARS_MAX = 40, PICTURE_LINES_MAX = 6 }; /* max number of bars; of lines, the most frequent */

/* Checks that the name of a file ends in ".svg" or ".png"; STATUS_BAD if not. */
enum status picture_check(const char *path, struct error *error);

/* Draws the picture and writes it to the file, in the format of its ending. STATUS_FAILED if gnuplot is
 * missing or fails, or the file cannot be written. */
enum status picture_save(const struct stats_picture *picture, const char *path, struct error *error);

#endif
