/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion of values by the kind of their row. */
#ifndef VEDETTE_CONSOLE_COMPLETE_VALUE_H
#define VEDETTE_CONSOLE_COMPLETE_VALUE_H

#include "console/complete.h"

/* A value that is being typed. */
struct value_typed {
    const struct session *session;
    const struct argument *row;
    const char *prefix; /* the part of the same word before the value: "--to=" */
    const char *text;   /* the typed part of the value */
    const char *before; /* the plain word (no flag) before this one; NULL: none */
};

/* Adds the word `prefix` + `text` if `text` begins with `typed` and the word can be typed in a line.
 * `open`: more of the word may follow. */
void completions_add(struct completions *completions, const char *prefix, const char *text, const char *typed,
                     bool open);

/* Adds the values that the typed text may become. Adds none for numbers; for a VALUE_TEXT adds those that its
 * row lists. */
void complete_value(const struct value_typed *value, struct completions *completions);

#endif
