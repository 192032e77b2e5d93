/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the flags of one command change in the session, and only for that command. */
#ifndef VEDETTE_CONSOLE_SCOPE_H
#define VEDETTE_CONSOLE_SCOPE_H

#include "console/session.h"

/* The session as it was before. */
struct scope {
    struct settings settings;
    char **profiles;
    size_t profile_count;
    uint64_t seed;
    bool has_seed, json;
    int jobs;
    const char *out;
};

/* Remembers what a command's flags may change. */
void scope_enter(struct scope *scope, const struct session *session);

/* Puts seed, jobs, --json and --out back, and forgets what pipes had; with `options` also the options and the
 * picked profiles. Without, these stay as the command left them. */
void scope_leave(struct scope *scope, struct session *session, bool options);

#endif
