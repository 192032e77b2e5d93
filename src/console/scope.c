/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/scope.h"

void scope_enter(struct scope *scope, const struct session *session)
{
    *scope = (struct scope){
        .seed = session->seed, .has_seed = session->has_seed, .json = session->json, .jobs = session->jobs,
        .at = session->at, .picked_game = session->picked_game, .out = session->out,
    };
    settings_copy(&scope->settings, &session->settings);
    string_list_copy(&scope->profiles, &session->profiles);
}

void scope_leave(struct scope *scope, struct session *session, bool options)
{
    session->seed = scope->seed;
    session->has_seed = scope->has_seed;
    session->json = scope->json;
    session->jobs = scope->jobs;
    session->at = scope->at;
    session->picked_game = scope->picked_game;
    session->out = scope->out;
    library_drop_streams(session->library);
    if (options) {
        struct settings settings = session->settings;
        struct string_list profiles = session->profiles;
        session->settings = scope->settings;
        session->profiles = scope->profiles;
        scope->settings = settings;
        scope->profiles = profiles;
    }
    settings_free(&scope->settings);
    string_list_free(&scope->profiles);
}
