/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/scope.h"

#include <stdlib.h>

void scope_enter(struct scope *scope, const struct session *session)
{
    *scope = (struct scope){
        .profile_count = session->profile_count,
        .seed = session->seed,
        .has_seed = session->has_seed,
        .json = session->json,
        .jobs = session->jobs,
        .out = session->out,
    };
    settings_copy(&scope->settings, &session->settings);
    scope->profiles = session_copy_profiles(session);
}

void scope_leave(struct scope *scope, struct session *session, bool options)
{
    session->seed = scope->seed;
    session->has_seed = scope->has_seed;
    session->json = scope->json;
    session->jobs = scope->jobs;
    session->out = scope->out;
    library_drop_streams(session->library);
    if (options) {
        struct settings settings = session->settings;
        char **profiles = session->profiles;
        size_t count = session->profile_count;
        session->settings = scope->settings;
        session->profiles = scope->profiles;
        session->profile_count = scope->profile_count;
        session->profile_capacity = scope->profile_count + 1;
        scope->settings = settings;
        scope->profiles = profiles;
        scope->profile_count = count;
    }
    settings_free(&scope->settings);
    session_free_profiles(scope->profiles, scope->profile_count);
}
