/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a command answers, as JSON (base/json.h). */
#ifndef VEDETTE_CONSOLE_JSON_H
#define VEDETTE_CONSOLE_JSON_H

#include "base/json.h"

/* What a command answers that tells text alone: an object with its `lines` and, where some have the form
 * "figure NAME VALUE UNIT", in which benches tell what they measure, `figures` with value and unit by
 * name. */
void json_lines(struct json *json, const char *answer);

#endif
