/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The course of a tuning as a file: comment lines that identify the tuning, then a row of comma-separated
 * numbers for each step. */
#ifndef VEDETTE_LAB_TUNE_FILE_H
#define VEDETTE_LAB_TUNE_FILE_H

#include "lab/tune.h"

/* Appends the head: lines that begin with '#' with all terms that the games depend on, and the names of the
 * columns. STATUS_BAD for an unknown agent. */
enum status tune_file_write_head(const struct tune_terms *terms, struct text *out, struct error *error);

/* Appends the row of a finished step, numbered from 0. */
void tune_file_write_row(const struct tune_terms *terms, const struct tune_course *course, size_t step,
                         struct text *out);

/* Reads the rows of a file that begins with `head` into `course`, which must have capacity for all steps and
 * contain the start values. A last row without line end is ignored. STATUS_BAD, with the line, if the file
 * belongs to another tuning or a row is invalid. */
enum status tune_file_read(const struct tune_terms *terms, const struct text *head, const struct text *file,
                           struct tune_course *course, struct error *error);

#endif
