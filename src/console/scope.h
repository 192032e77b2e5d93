/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saves and restores the part of the session that the flags of one command change. */
#ifndef VEDETTE_CONSOLE_SCOPE_H
#define VEDETTE_CONSOLE_SCOPE_H

#include "console/session.h"

/* The saved part of the session. */
struct scope {
    struct settings settings;
    struct string_list profiles;
    uint64_t seed;
    bool has_seed, json;
    int jobs;
    struct moment at;
    uint64_t picked_game;
    const char *out;
};

/* Saves what a command's flags may change. */
void scope_enter(struct scope *scope, const struct session *session);

/* Restores seed, jobs, --at, --game, --json and --out, and drops data read from pipes. With `options` also
 * restores options and profiles; without, these stay as the command set them. Frees the contents of
 * `scope`. */
void scope_leave(struct scope *scope, struct session *session, bool options);

#endif
