/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/analyst.h"

#include "agent/screen_option.h"
#include "base/memory.h"
#include "play/local_game.h"
#include "play/view_at.h"

#include <stdlib.h>
#include <string.h>

/* The last breakdown of a move played, which stays while the game goes on. */
struct explained_move {
    bool is_there, has_played;
    struct record record;            /* up to the move */
    struct settings settings;
    struct analysis_request request; /* its pointers are not looked at */
    struct move played;
    struct move_breakdown breakdown;
};

struct analyst_memory {
    struct analysis_cache cache;
    struct explained_move explained;
};

/* A question with its own copies of what it is about, and its answer. */
struct figures_job {
    struct job job;
    const struct analyst *analyst;
    struct analysis_watch watch;     /* how far it is */
    struct analyst_question question;
    struct record record;
    struct settings settings;
    bool failed;                     /* there are no figures: `error` says why */
    struct figures figures;
    struct error error;
};

static void explained_free(struct explained_move *explained)
{
    if (explained->is_there) {
        record_clear(&explained->record);
        settings_free(&explained->settings);
    }
    *explained = (struct explained_move){0};
}

static void free_figures_job(struct job *job)
{
    struct figures_job *asked = (void *)job;
    analysis_free(&asked->figures.here);
    text_free(&asked->figures.reasons);
    record_clear(&asked->record);
    settings_free(&asked->settings);
    free(asked);
}

/* Whether two requests, of records that begin alike, ask for the same. */
static bool same_request(const struct analysis_request *a, const struct analysis_request *b)
{
    return a->plies == b->plies && a->side == b->side && a->parts == b->parts &&
           a->as_player == b->as_player && a->seed == b->seed && a->library == b->library &&
           a->notation == b->notation;
}

/* Makes the breakdown of the move before, if it is not the last one made; false where that was given up or
 * failed. */
static bool explain_played(struct figures_job *asked)
{
    struct analyst_memory *memory = asked->analyst->memory;
    struct explained_move *explained = &memory->explained;
    const struct analyst_question *question = &asked->question;
    if (explained->is_there && same_request(&explained->request, &question->before) &&
        move_equal(explained->played, question->played) &&
        settings_equal(&explained->settings, &asked->settings, &screen_group) &&
        records_agree(&explained->record, &asked->record, question->before.plies))
        return true;
    explained_free(explained);
    struct analysis *before = memory_new(1, sizeof *before);
    bool made = analysis_make(before, &question->before, &memory->cache, &asked->watch, &asked->error) ==
                STATUS_OK;
    if (made) {
        *explained = (struct explained_move){.is_there = true, .request = question->before,
                                             .played = question->played};
        explained->has_played = analysis_breakdown(before, question->played, &explained->breakdown);
        record_copy(&explained->record, &asked->record);
        settings_copy(&explained->settings, &asked->settings);
    }
    analysis_free(before);
    free(before);
    return made;
}

static bool make_figures(struct figures_job *asked)
{
    struct analyst_memory *memory = asked->analyst->memory;
    struct figures *figures = &asked->figures;
    struct analysis *here = &figures->here;
    /* The move before comes first: the beliefs then go on from there. */
    if (asked->question.has_before && !explain_played(asked))
        return false;
    figures->has_played = asked->question.has_before && memory->explained.has_played;
    if (figures->has_played)
        figures->played = memory->explained.breakdown;
    if (analysis_make(here, &asked->question.here, &memory->cache, &asked->watch, &asked->error) != STATUS_OK)
        return false;
    if (here->planned)
        analysis_explain(here, &memory->cache, here->best, &figures->reasons);
    return true;
}

static void run_figures_job(struct job *job)
{
    struct figures_job *asked = (void *)job;
    asked->failed = !make_figures(asked);
    if (asked->analyst->delay)
        asked->analyst->delay(asked->analyst->delay_context, job);
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

/* Whether a question is the last one once more: of the same game, played by the same options. */
static bool is_last_question(const struct analyst *analyst, const struct analyst_question *question)
{
    const struct job *job = analyst->jobs.pending ? analyst->jobs.pending : analyst->jobs.done;
    if (!job)
        return false;
    const struct figures_job *asked = (const void *)job;
    const struct analyst_question *last = &asked->question;
    const struct record *record = question->here.record;
    return same_request(&last->here, &question->here) && last->has_before == question->has_before &&
           (!last->has_before || (same_request(&last->before, &question->before) &&
                                  move_equal(last->played, question->played))) &&
           records_agree(&asked->record, record, question->here.plies) &&
           memcmp(asked->record.note, record->note, sizeof record->note) == 0 &&
           settings_equal(&asked->settings, question->here.settings, &screen_group);
}

void analyst_ask(struct analyst *analyst, const struct analyst_question *question)
{
    if (is_last_question(analyst, question))
        return;
    struct figures_job *asked = memory_new(1, sizeof *asked);
    asked->job.run = run_figures_job;
    asked->analyst = analyst;
    asked->watch.stop = &asked->job.stop;
    record_copy(&asked->record, question->here.record);
    settings_copy(&asked->settings, question->here.settings);
    asked->question = *question;
    asked->question.here.record = asked->question.before.record = &asked->record;
    asked->question.here.settings = asked->question.before.settings = &asked->settings;
    latest_job_post(&analyst->jobs, &asked->job);
}

bool analyst_take(struct analyst *analyst)
{
    bool taken = latest_job_take(&analyst->jobs);
    if (taken) {
        const struct figures_job *answered = (const void *)analyst->jobs.done;
        analyst->error = answered->error;
        analyst->answered = answered->job.number;
    }
    return taken;
}

const struct figures *analyst_figures(const struct analyst *analyst, const struct analyst_question *question)
{
    const struct figures_job *answered = (const void *)analyst->jobs.done;
    bool is_there = !analyst->jobs.pending && is_last_question(analyst, question) && !answered->failed;
    return is_there ? &answered->figures : NULL;
}

bool analyst_is_busy(const struct analyst *analyst)
{
    return analyst->jobs.pending != NULL;
}

double analyst_progress(const struct analyst *analyst)
{
    const struct figures_job *asked = (const void *)analyst->jobs.pending;
    unsigned total = asked ? atomic_load(&asked->watch.total) : 0;
    unsigned done = asked ? atomic_load(&asked->watch.done) : 0;
    return done < total ? (double)done / total : 1;
}

void analyst_forget(struct analyst *analyst)
{
    latest_job_forget(&analyst->jobs);
    analyst->answered = 0;
    analyst->error = (struct error){0};
}

void analyst_question_shown(const struct local_game *local, struct analyst_question *question)
{
    const struct board *board = local_game_board(local);
    enum side to_move = board->to_move, mover = side_other(to_move);
    uint32_t plies = board->plies - board->prior_plies;
    bool tried = local->shown.trial.on, open = !local_game_over(local) || (local->shown.back && !tried);
    *question = (struct analyst_question){
        .here = {.record = tried ? &local->shown.trial.record : &local->game.record, .plies = plies,
                 .side = local_game_viewer_of(local, to_move), .as_player = !tried}};
    bool planned = open && question->here.side == to_move;
    question->here.parts = planned ? ANALYSIS_PLANS : ANALYSIS_BELIEFS;
    question->before = question->here;
    /* The last move by a side whose plans this viewer may see. */
    uint32_t back = local_game_viewer_of(local, mover) == mover ? 1 : 2;
    question->has_before = plies >= back;
    if (!question->has_before)
        return;
    question->before.plies = plies - back;
    question->before.side = local_game_viewer_of(local, mover);
    question->before.parts = ANALYSIS_PLANS;
    question->played = board->history[board->plies - back].move;
}

void figures_reason(const struct figures *figures, struct text *out)
{
    struct move_breakdown breakdown;
    const struct analysis *here = &figures->here;
    if (analysis_breakdown(here, analysis_best(here, SQUARE_NONE), &breakdown))
        move_breakdown_reason(&breakdown, text_string(&figures->reasons), out);
}
