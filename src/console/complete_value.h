/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values that a row's kind knows of. */
#ifndef VEDETTE_CONSOLE_COMPLETE_VALUE_H
#define VEDETTE_CONSOLE_COMPLETE_VALUE_H

#include "console/complete.h"

/* A value that is being typed. */
struct value_typed {
    const struct session *session;
    const struct argument *row;
    const char *prefix; /* what stands before it in the same word: "--to=" */
    const char *text;   /* as far as it is typed */
    const char *before; /* the word before, of those that are no flags; NULL: none */
};

/* Adds `prefix` and `text`, where that begins with what is typed and a line can hold it. */
void completions_add(struct completions *completions, const char *prefix, const char *text, const char *typed,
                     bool open);

/* Adds the values that it may become; of numbers none, of texts what their rows tell. */
void complete_value(const struct value_typed *value, struct completions *completions);

#endif
