/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a command answers, as JSON (base/json.h). */
#ifndef VEDETTE_CONSOLE_JSON_H
#define VEDETTE_CONSOLE_JSON_H

#include "base/json.h"

/* What a bench answers: an object with `figures`, of its lines "figure NAME VALUE UNIT" value and unit by
 * name (a unit is null where there is none), and all its `lines` as they are printed. Other commands answer
 * for themselves. */
void json_lines(struct json *json, const char *answer);

/* What is wrong with files, a list: `lines` are errors in words, each "FILE:LINE:COLUMN: text", or with less
 * of that before the text. An object for each has `file`, `line`, `column` (null where it is not said) and
 * `text`. `path` is the file where all are about one, as it was named; else NULL. */
void json_faults(struct json *json, const char *key, const char *lines, const char *path);

/* The same of one line alone. */
void json_fault(struct json *json, const char *key, const char *line, const char *path);

/* Text that is a file of this program's: an object with its `format` and the `text`. */
void json_document(struct json *json, const char *format, const char *text);

#endif
