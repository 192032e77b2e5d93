/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/analyst.h"

#include "agent/screen_option.h"
#include "base/memory.h"
#include "play/local_game.h"
#include "play/moment.h"

#include <math.h>
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

/* A question on its way through the worker, with its own copies of what it is about. */
struct asking {
    struct job job;
    struct analyst_memory *memory;
    struct analysis_watch *watch;
    struct analyst_question question;
    struct record record;
    struct settings settings;
    struct figures *figures;
    enum status status;
    struct error error;
    void (*delay)(void *context, const struct job *job);
    void *delay_context;
};

static void figures_free(struct figures *figures)
{
    if (!figures)
        return;
    analysis_free(&figures->here);
    text_free(&figures->reasons);
    free(figures);
}

static void explained_free(struct explained_move *explained)
{
    if (explained->is_there) {
        record_clear(&explained->record);
        settings_free(&explained->settings);
    }
    *explained = (struct explained_move){0};
}

static void drop(struct job *job)
{
    struct asking *asking = (struct asking *)job;
    figures_free(asking->figures);
    record_clear(&asking->record);
    settings_free(&asking->settings);
    free(asking);
}

/* Whether two requests, of records that begin alike, ask for the same. */
static bool same_request(const struct analysis_request *a, const struct analysis_request *b)
{
    return a->plies == b->plies && a->side == b->side && a->parts == b->parts &&
           a->as_player == b->as_player && a->seed == b->seed && a->library == b->library &&
           a->notation == b->notation;
}

static bool is_explained(const struct explained_move *explained, const struct asking *asking)
{
    const struct analysis_request *before = &asking->question.before;
    return explained->is_there && same_request(&explained->request, before) &&
           move_equal(explained->played, asking->question.played) &&
           settings_equal(&explained->settings, &asking->settings, &screen_group) &&
           moment_is_same(&explained->record, &asking->record, before->plies);
}

/* What the plans said of the move before; false where that was given up or cannot be. */
static bool explain_played(struct asking *asking, struct analysis_watch *watch)
{
    struct explained_move *explained = &asking->memory->explained;
    const struct analyst_question *question = &asking->question;
    if (is_explained(explained, asking))
        return true;
    explained_free(explained);
    struct analysis *before = memory_new(1, sizeof *before);
    asking->status = analysis_make(before, &question->before, &asking->memory->cache, watch, &asking->error);
    bool made = asking->status == STATUS_OK;
    if (made) {
        *explained = (struct explained_move){.is_there = true, .request = question->before,
                                        .played = question->played};
        explained->has_played = analysis_breakdown(before, question->played, &explained->breakdown);
        record_copy(&explained->record, &asking->record);
        settings_copy(&explained->settings, &asking->settings);
    }
    analysis_free(before);
    free(before);
    return made;
}

/* The move before comes first: the beliefs then go on from there. */
static bool answer(struct asking *asking)
{
    struct analysis_watch *watch = asking->watch;
    struct figures *figures = asking->figures;
    const struct explained_move *explained = &asking->memory->explained;
    if (asking->question.has_before && !explain_played(asking, watch))
        return false;
    figures->has_played = asking->question.has_before && explained->has_played;
    if (figures->has_played)
        figures->played = explained->breakdown;
    asking->status = analysis_make(&figures->here, &asking->question.here, &asking->memory->cache, watch,
                                   &asking->error);
    if (asking->status != STATUS_OK)
        return false;
    if (figures->here.planned)
        analysis_explain(&figures->here, &asking->memory->cache, figures->here.best, &figures->reasons);
    return true;
}

static void run(struct job *job)
{
    struct asking *asking = (struct asking *)job;
    asking->watch->stop = &job->stop;
    if (!answer(asking)) {
        figures_free(asking->figures);
        asking->figures = NULL;
    }
    if (asking->delay)
        asking->delay(asking->delay_context, job);
}

void analyst_init(struct analyst *analyst, const struct wake *wake)
{
    *analyst = (struct analyst){.memory = memory_new(1, sizeof *analyst->memory)};
    worker_init(&analyst->worker, wake);
    record_clear(&analyst->record);
}

void analyst_free(struct analyst *analyst)
{
    worker_free(&analyst->worker, drop);
    analysis_cache_free(&analyst->memory->cache);
    explained_free(&analyst->memory->explained);
    free(analyst->memory);
    figures_free(analyst->figures);
    record_clear(&analyst->record);
    settings_free(&analyst->settings);
}

/* Whether a question is the last one once more: of the same game, played by the same options. */
static bool is_asked(const struct analyst *analyst, const struct analyst_question *question)
{
    const struct analyst_question *last = &analyst->question;
    const struct record *record = question->here.record;
    return analyst->asked && same_request(&last->here, &question->here) &&
           last->has_before == question->has_before &&
           (!last->has_before || (same_request(&last->before, &question->before) &&
                                  move_equal(last->played, question->played))) &&
           moment_is_same(&analyst->record, record, question->here.plies) &&
           memcmp(analyst->record.note, record->note, sizeof record->note) == 0 &&
           settings_equal(&analyst->settings, question->here.settings, &screen_group);
}

/* Lets a question be about copies. */
static void take_copies(struct analyst_question *question, const struct record *record,
                        const struct settings *settings)
{
    question->here.record = question->before.record = record;
    question->here.settings = question->before.settings = settings;
}

void analyst_ask(struct analyst *analyst, const struct analyst_question *question)
{
    if (is_asked(analyst, question))
        return;
    worker_stop(&analyst->worker);
    struct asking *asking = memory_new(1, sizeof *asking);
    asking->job.run = run;
    asking->memory = analyst->memory;
    asking->watch = &analyst->watch;
    asking->figures = memory_new(1, sizeof *asking->figures);
    asking->delay = analyst->delay;
    asking->delay_context = analyst->delay_context;
    record_copy(&asking->record, question->here.record);
    settings_copy(&asking->settings, question->here.settings);
    asking->question = *question;
    take_copies(&asking->question, &asking->record, &asking->settings);
    record_copy(&analyst->record, question->here.record);
    settings_free(&analyst->settings);
    settings_copy(&analyst->settings, question->here.settings);
    analyst->question = *question;
    take_copies(&analyst->question, &analyst->record, &analyst->settings);
    analyst->asked = worker_post(&analyst->worker, &asking->job);
}

bool analyst_take(struct analyst *analyst)
{
    struct asking *asking;
    bool taken = false;
    while ((asking = (struct asking *)worker_take(&analyst->worker))) {
        if (asking->job.number == analyst->asked) {
            figures_free(analyst->figures);
            analyst->figures = asking->figures;
            analyst->error = asking->error;
            analyst->answered = analyst->asked;
            asking->figures = NULL;
            taken = true;
        }
        drop(&asking->job);
    }
    return taken;
}

const struct figures *analyst_figures(const struct analyst *analyst, const struct analyst_question *question)
{
    return analyst->answered == analyst->asked && is_asked(analyst, question) ? analyst->figures : NULL;
}

bool analyst_is_busy(const struct analyst *analyst)
{
    return analyst->asked && analyst->answered != analyst->asked;
}

double analyst_progress(const struct analyst *analyst)
{
    unsigned total = atomic_load(&analyst->watch.total), done = atomic_load(&analyst->watch.done);
    return total > 0 && done < total ? (double)done / total : 1;
}

void analyst_forget(struct analyst *analyst)
{
    worker_stop(&analyst->worker);
    figures_free(analyst->figures);
    analyst->figures = NULL;
    analyst->asked = analyst->answered = 0;
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
