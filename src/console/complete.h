/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What may stand where a command line is being typed: commands, flags, and values by their kinds. Knows no
 * readline and no shell. */
#ifndef VEDETTE_CONSOLE_COMPLETE_H
#define VEDETTE_CONSOLE_COMPLETE_H

#include "console/session.h"

/* A word that the one under way may become. */
struct completion {
    char *text;  /* all of it, in quotes where the line needs them */
    bool open;   /* more of the same word may follow: no blank is due behind it */
};

struct completions {
    struct completion *items; /* in byte order, each once */
    size_t count, capacity;
    size_t start;             /* the byte of the line where the word begins */
};

/* Completes the word that ends at byte `point` of a line. A session's flags may stand before the command, as
 * on the program's own command line. Of a game that hides something from the person nothing is told. All zero
 * before; completions_free gives the memory back. */
void complete_line(const struct session *session, const char *line, size_t point,
                   struct completions *completions);
void completions_free(struct completions *completions);

#endif
