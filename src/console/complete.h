/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion of a command line that is being typed: commands, flags, and values by their kinds. Independent
 * of readline and of shells. */
#ifndef VEDETTE_CONSOLE_COMPLETE_H
#define VEDETTE_CONSOLE_COMPLETE_H

#include "console/session.h"

/* A possible completion of the word at the cursor. */
struct completion {
    char *text;  /* the complete word, in quotes if the line needs them */
    bool open;   /* the word may go on: no blank is added after it */
};

struct completions {
    struct completion *items; /* in byte order, without duplicates */
    size_t count, capacity;
    size_t start;             /* byte offset in the line where the word begins */
};

/* Completes the word that ends at byte `point` of a line. Session flags may precede the command, as on the
 * program's command line. Reveals nothing that the current game hides from the user. `completions` must be
 * all zero before; completions_free frees it. */
void complete_line(const struct session *session, const char *line, size_t point,
                   struct completions *completions);
void completions_free(struct completions *completions);

#endif
