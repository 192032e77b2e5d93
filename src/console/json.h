/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON answers that several commands share (written with base/json.h). */
#ifndef VEDETTE_CONSOLE_JSON_H
#define VEDETTE_CONSOLE_JSON_H

#include "base/json.h"

/* Adds the JSON answer of a command that prints lines. It is an object with all `lines`, and `figures` by
 * name, made from lines "figure NAME VALUE UNIT": `value` and `unit` (null for "-"). */
void json_add_lines(struct json *json, const char *answer);

/* Adds a list of all lines of a text, each as a string. */
void json_add_line_list(struct json *json, const char *key, const char *lines);

/* Adds a list of errors in files. `lines` has one error a line, "FILE:LINE:COLUMN: text", where each part
 * before the text may be missing. Each error becomes an object with `file`, `line`, `column` (null if
 * missing) and `text`. `path`: the file that all errors are in, as the user named it; NULL if each line names
 * its own. */
void json_add_faults(struct json *json, const char *key, const char *lines, const char *path);

/* Adds one error as json_add_faults does, as an object instead of a list. */
void json_fault(struct json *json, const char *key, const char *line, const char *path);

/* Adds the contents of a file that the program would write: an object with its `format` and its `text`. */
void json_document(struct json *json, const char *format, const char *text);

#endif
