/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/analyst.h"

#include "agent/screen_option.h"
#include "analysis/chance.h"
#include "base/memory.h"
#include "play/local_game.h"
#include "play/view_at.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The breakdown of the last move that was explained; it can be used again while the game continues. */
struct explained_move {
    bool is_there, has_played;
    struct record record;            /* up to the move */
    struct settings settings;
    struct analysis_request request; /* its pointers are not used */
    struct move played;
    struct move_breakdown breakdown;
};

/* The state kept between analyses. */
struct analyst_memory {
    struct analysis_cache cache;
    struct explained_move explained;
};

/* A job: a request with its own copies, and its result. */
struct figures_job {
    struct job job;
    const struct analyst *analyst;
    struct analysis_watch watch;     /* its progress */
    struct figures_request request;
    struct record record;
    struct settings settings;
    bool failed;                     /* there are no figures, see `error` */
    struct figures figures;
    struct error error;
};

/* Frees the members and empties the struct. */
static void explained_free(struct explained_move *explained)
{
    if (explained->is_there) {
        record_clear(&explained->record);
        settings_free(&explained->settings);
    }
    *explained = (struct explained_move){0};
}

/* Frees a job. */
static void free_figures_job(struct job *job)
{
    struct figures_job *figures_job = (void *)job;
    analysis_free(&figures_job->figures.here);
    plan_hint_free(&figures_job->figures.hint);
    record_clear(&figures_job->record);
    settings_free(&figures_job->settings);
    free(figures_job);
}

/* Returns whether two requests are equal, except their records and settings. */
static bool same_request(const struct analysis_request *a, const struct analysis_request *b)
{
    return a->plies == b->plies && a->side == b->side && a->parts == b->parts &&
           a->as_player == b->as_player && a->seed == b->seed && a->library == b->library &&
           a->notation == b->notation;
}

/* Makes the breakdown of the earlier move, unless it is the last one made. False if it was cancelled or
 * failed. */
static bool explain_played(struct figures_job *figures_job)
{
    struct analyst_memory *memory = figures_job->analyst->memory;
    struct explained_move *explained = &memory->explained;
    const struct figures_request *request = &figures_job->request;
    if (explained->is_there && same_request(&explained->request, &request->before) &&
        move_equal(explained->played, request->played) &&
        settings_equal(&explained->settings, &figures_job->settings, &screen_group) &&
        records_agree(&explained->record, &figures_job->record, request->before.plies))
        return true;
    explained_free(explained);
    struct analysis *before = memory_new(1, sizeof *before);
    bool made = analysis_make(before, &request->before, &memory->cache, &figures_job->watch,
                              &figures_job->error) ==
                STATUS_OK;
    if (made) {
        *explained = (struct explained_move){.is_there = true, .request = request->before,
                                             .played = request->played};
        explained->has_played = analysis_breakdown(before, request->played, &explained->breakdown);
        record_copy(&explained->record, &figures_job->record);
        settings_copy(&explained->settings, &figures_job->settings);
    }
    analysis_free(before);
    free(before);
    return made;
}

/* Returns the chance to win of the viewing side, 0 .. 1. NAN if it cannot be known or has no meaning: without
 * beliefs, after the end of the game, or without a value model. */
static double chance_here(const struct analysis_request *request, const struct analysis *here)
{
    const struct variant *variant = variant_at(request->record->start.variant);
    const struct value_model *model;
    struct error error;
    if (request->parts < ANALYSIS_BELIEFS || (request->plies == request->record->plies &&
                                              request->record->outcome.result != RESULT_OPEN) ||
        library_chosen_value_model(library_for_variant(request->library, variant), request->settings, &model,
                                   &error) != STATUS_OK)
        return NAN;
    return chance_of_view(here, model, chance_players(request->record));
}

/* Makes the figures of a job. False: cancelled or failed. */
static bool make_figures(struct figures_job *figures_job)
{
    struct analyst_memory *memory = figures_job->analyst->memory;
    struct figures *figures = &figures_job->figures;
    struct analysis *here = &figures->here;
    /* The earlier position comes first, so that the beliefs need not start again. */
    if (figures_job->request.has_before && !explain_played(figures_job))
        return false;
    figures->has_played = figures_job->request.has_before && memory->explained.has_played;
    if (figures->has_played)
        figures->played = memory->explained.breakdown;
    if (analysis_make(here, &figures_job->request.here, &memory->cache, &figures_job->watch,
                      &figures_job->error) != STATUS_OK)
        return false;
    if (here->planned)
        plan_hint_make(&figures->hint, here, &memory->cache);
    figures->chance = chance_here(&figures_job->request.here, here);
    return true;
}

/* Runs the job on the worker's thread. */
static void run_figures_job(struct job *job)
{
    struct figures_job *figures_job = (void *)job;
    figures_job->failed = !make_figures(figures_job);
    if (figures_job->analyst->delay)
        figures_job->analyst->delay(figures_job->analyst->delay_context, job);
}

void analyst_init(struct analyst *analyst, const struct wake *wake)
{
    *analyst = (struct analyst){.memory = memory_new(1, sizeof *analyst->memory)};
    latest_job_init(&analyst->jobs, wake, free_figures_job);
}

void analyst_free(struct analyst *analyst)
{
    latest_job_free(&analyst->jobs);
    analysis_cache_free(&analyst->memory->cache);
    explained_free(&analyst->memory->explained);
    free(analyst->memory);
}

/* Returns whether a request equals the last one: same game, same notes, same options. Options of the screen
 * do not count, as no figure depends on them. */
static bool is_last_request(const struct analyst *analyst, const struct figures_request *request)
{
    const struct job *job = analyst->jobs.pending ? analyst->jobs.pending : analyst->jobs.done;
    if (!job)
        return false;
    const struct figures_job *figures_job = (const void *)job;
    const struct figures_request *last = &figures_job->request;
    const struct record *record = request->here.record;
    return same_request(&last->here, &request->here) && last->has_before == request->has_before &&
           (!last->has_before || (same_request(&last->before, &request->before) &&
                                  move_equal(last->played, request->played))) &&
           records_agree(&figures_job->record, record, request->here.plies) &&
           memcmp(figures_job->record.note, record->note, sizeof record->note) == 0 &&
           settings_equal(&figures_job->settings, request->here.settings, &screen_group);
}

void analyst_request(struct analyst *analyst, const struct figures_request *request)
{
    if (is_last_request(analyst, request))
        return;
    struct figures_job *figures_job = memory_new(1, sizeof *figures_job);
    figures_job->job.run = run_figures_job;
    figures_job->analyst = analyst;
    figures_job->watch.stop = &figures_job->job.stop;
    record_copy(&figures_job->record, request->here.record);
    settings_copy(&figures_job->settings, request->here.settings);
    figures_job->request = *request;
    figures_job->request.here.record = figures_job->request.before.record = &figures_job->record;
    figures_job->request.here.settings = figures_job->request.before.settings = &figures_job->settings;
    latest_job_post(&analyst->jobs, &figures_job->job);
}

bool analyst_poll(struct analyst *analyst)
{
    bool taken = latest_job_take(&analyst->jobs);
    if (taken) {
        const struct figures_job *finished = (const void *)analyst->jobs.done;
        analyst->error = finished->error;
        analyst->finished_job = finished->job.number;
    }
    return taken;
}

const struct figures *analyst_figures(const struct analyst *analyst, const struct figures_request *request)
{
    const struct figures_job *finished = (const void *)analyst->jobs.done;
    bool is_there = !analyst->jobs.pending && is_last_request(analyst, request) && !finished->failed;
    return is_there ? &finished->figures : NULL;
}

bool analyst_is_busy(const struct analyst *analyst)
{
    return analyst->jobs.pending != NULL;
}

double analyst_progress(const struct analyst *analyst)
{
    const struct figures_job *figures_job = (const void *)analyst->jobs.pending;
    unsigned total = figures_job ? atomic_load(&figures_job->watch.total) : 0;
    unsigned done = figures_job ? atomic_load(&figures_job->watch.done) : 0;
    return done < total ? (double)done / total : 1;
}

void analyst_forget(struct analyst *analyst)
{
    latest_job_forget(&analyst->jobs);
    analyst->finished_job = 0;
    analyst->error = (struct error){0};
}

void figures_request_shown(const struct local_game *local, struct figures_request *request)
{
    const struct board *board = local_game_board(local);
    enum side to_move = board->to_move, mover = side_other(to_move);
    uint32_t plies = board->plies - board->prior_plies;
    /* A variation that the user tries has no players: its analysis takes the options of the session. */
    bool is_trial = local->shown.trial.on;
    bool moves_follow = !local_game_over(local) || (local->shown.back && !is_trial);
    *request = (struct figures_request){
        .here = {.record = is_trial ? &local->shown.trial.record : &local->game.record, .plies = plies,
                 .side = local_game_viewer_of(local, to_move), .as_player = !is_trial}};
    bool planned = moves_follow && request->here.side == to_move;
    request->here.parts = planned ? ANALYSIS_PLANS : ANALYSIS_BELIEFS;
    request->before = request->here;
    /* The last move by a side whose plans this viewer may see. */
    uint32_t back = local_game_viewer_of(local, mover) == mover ? 1 : 2;
    request->has_before = plies >= back;
    if (!request->has_before)
        return;
    request->before.plies = plies - back;
    request->before.side = local_game_viewer_of(local, mover);
    request->before.parts = ANALYSIS_PLANS;
    request->played = board->history[board->plies - back].move;
}
