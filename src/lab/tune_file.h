/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The course of a tuning as a file: comment lines that say which tuning it is, and then a row a step, with
 * commas between. */
#ifndef VEDETTE_LAB_TUNE_FILE_H
#define VEDETTE_LAB_TUNE_FILE_H

#include "lab/tune.h"

/* Appends what a tuning is, every term that a game depends on: lines that begin with '#', and the names of
 * the columns. STATUS_BAD for an unknown agent. */
enum status tune_file_head(const struct tune_terms *terms, struct text *out, struct error *error);

/* Appends the row of a step, from 0, that is done. */
void tune_file_row(const struct tune_terms *terms, const struct tune_course *course, size_t step,
                   struct text *out);

/* Takes the rows of a file that begins with `head` into `course`, which has room for all steps and its
 * first values. A last row without its newline was cut off: it is left out. STATUS_BAD, with its line,
 * where the file is of another tuning or a row is none. */
enum status tune_file_read(const struct tune_terms *terms, const struct text *head, const struct text *file,
                           struct tune_course *course, struct error *error);

#endif
