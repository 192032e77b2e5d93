/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/analysis.h"

#include "agent/screen_option.h"
#include "base/memory.h"
#include "game/position.h"
#include "play/game.h"
#include "play/view_at.h"

#include <stdlib.h>
#include <string.h>

void analysis_free(struct analysis *analysis)
{
    plan_table_free(&analysis->table);
    view_free(&analysis->view);
    free(analysis->context);
    *analysis = (struct analysis){0};
}

void analysis_cache_free(struct analysis_cache *cache)
{
    if (cache->ready) {
        planner_state_free(&cache->planner);
        settings_free(&cache->settings);
        record_clear(&cache->record);
    }
    *cache = (struct analysis_cache){0};
}

/* Computes the view of the request. STATUS_NO if plans are requested but the game is over. */
static enum status make_view(struct view *view, const struct analysis_request *request, struct error *error)
{
    struct outcome outcome;
    enum status status = view_init_at(request->record, request->plies, request->side, view, &outcome, error);
    if (!status && request->parts == ANALYSIS_PLANS && outcome.result != RESULT_OPEN)
        status = error_set(error, STATUS_NO, "the game is over: there is nothing to plan");
    return status;
}

/* Returns whether two blocks of memory are equal. They may be NULL if `size` is 0. */
static bool same_bytes(const void *a, const void *b, size_t size)
{
    return size == 0 || memcmp(a, b, size) == 0;
}

/* Returns whether all moves that the cache has followed are also the beginning of the record. */
static bool same_beginning(const struct analysis_cache *cache, const struct record *record)
{
    const struct record *cached = &cache->record;
    size_t prior = cached->prior_count, seen = cache->planner.observer.seen;
    size_t plies = seen > prior ? seen - prior : 0; /* `seen` also counts the moves before the start */
    return plies <= cached->plies && plies <= record->plies && prior == record->prior_count &&
           same_bytes(&cached->start, &record->start, sizeof cached->start) &&
           same_bytes(cached->prior, record->prior, prior * sizeof *cached->prior) &&
           same_bytes(cached->moves, record->moves, plies * sizeof *cached->moves);
}

/* Computes the settings of the request; free them with settings_free. *notice gets an invalid name of an
 * agent. */
static void choose_settings(const struct analysis_request *request, struct settings *own,
                            struct error *notice)
{
    if (request->as_player)
        game_player_settings(request->record, request->side, request->plies, request->settings, own, notice);
    else
        settings_copy(own, request->settings);
}

/* Adapts the cache to the settings and the game of the request. Drops beliefs about another game. */
static enum status update_cache(struct analysis_cache *cache, const struct analysis_request *request,
                                struct error *notice, struct error *error)
{
    struct settings own = {0};
    struct belief_sources sources;
    choose_settings(request, &own, notice);
    enum status status = library_belief_sources(
        library_for_variant(request->library, variant_at(request->record->start.variant)), &own, &sources,
            error);
    if (status != STATUS_OK) {
        settings_free(&own);
        return status;
    }
    /* The options of the screen do not change an analysis; a file that was read again has another address. */
    bool same = cache->ready && settings_equal(&cache->settings, &own, &screen_group) &&
                cache->sources.model == sources.model && cache->sources.statistics == sources.statistics;
    if (!cache->ready) {
        planner_state_init(&cache->planner, &own, &sources);
        record_clear(&cache->record);
    } else if (!same) {
        planner_state_reload(&cache->planner, &own, &sources);
    }
    if (cache->ready && !same_beginning(cache, request->record))
        observer_forget(&cache->planner.observer);
    settings_free(&cache->settings);
    cache->settings = own;
    cache->sources = sources;
    cache->ready = true;
    record_copy(&cache->record, request->record);
    return STATUS_OK;
}

/* Updates values and beliefs to the view. False if it was stopped. */
static bool update_planner_state(struct planner_state *planner, const struct view *view,
                                 struct analysis_watch *watch)
{
    if (!watch)
        return planner_state_update(planner, view, NULL);
    atomic_store(&watch->total, view->board.plies);
    return planner_state_update(planner, view,
                                &(struct observer_limits){.stop = watch->stop, .seen = &watch->done});
}

/* Computes only the values of the pieces. */
static void make_values(struct analysis *analysis, const struct analysis_request *request)
{
    struct settings own = {0};
    choose_settings(request, &own, &analysis->notice);
    worth_options_read(&analysis->worth_options, &own);
    worth_compute(&analysis->worth_options, &analysis->view, &analysis->worth);
    settings_free(&own);
}

/* Applies the seat's evidence to the probabilities of the belief about the enemy. There is no such evidence
 * about the own side. */
static void apply_evidence(const struct analysis *analysis, struct belief *belief)
{
    if (belief->side != analysis->view.side)
        seat_evidence_apply(&analysis->evidence, belief, belief->p);
}

/* Copies values and beliefs from the planner, and applies the notes. */
static void copy_beliefs(struct analysis *analysis, const struct planner_state *planner,
                         const struct record *record)
{
    analysis->worth_options = planner->worth_options;
    analysis->worth = planner->worth;
    analysis->knowledge = planner->observer.knowledge;
    analysis->evidence = planner->observer.evidence;
    notes_from_record(&analysis->notes, record);
    for (int side = RED; side < SIDES; side++) {
        struct belief *belief = &analysis->belief[side];
        *belief = planner->observer.belief[side];
        belief->knowledge = &analysis->knowledge;
        analysis->faults[side] = notes_apply(&analysis->notes, belief, analysis->fault[side]);
        apply_evidence(analysis, belief);
    }
}

/* Computes the plans' table; the side must be to move. The user's notes do not influence the plans. */
static enum status make_plans(struct analysis *analysis, const struct analysis_request *request,
                              struct planner_state *planner, struct error *error)
{
    struct rng rng;
    const struct view *view = &analysis->view;
    if (request->as_player)
        game_player_rng(request->record, request->side, view->board.plies, request->seed, &rng);
    else
        rng_seed(&rng, request->seed, 0);
    analysis->rng = rng; /* before the plans draw from it, so that analysis_explain can repeat them */
    analysis->scale = planner->planner.scale;
    analysis->context = memory_new(1, sizeof *analysis->context);
    planner_state_context(planner, view, &rng, analysis->context);
    analysis->context->worth = &analysis->worth; /* the planner's own changes with the next analysis */
    analysis->context->notation = request->notation;
    analysis->best = planner_table(&planner->planner, analysis->context, &analysis->table);
    analysis->context->rng = NULL; /* it was a local variable */
    if (analysis->best < 0)
        return error_set(error, STATUS_NO, "there is no move to plan");
    analysis->planned = true;
    return STATUS_OK;
}

enum status analysis_make(struct analysis *analysis, const struct analysis_request *request,
                          struct analysis_cache *cache, struct analysis_watch *watch, struct error *error)
{
    enum status status = make_view(&analysis->view, request, error);
    if (status == STATUS_OK && request->parts == ANALYSIS_VALUES) {
        make_values(analysis, request);
        return STATUS_OK;
    }
    if (status == STATUS_OK)
        status = update_cache(cache, request, &analysis->notice, error);
    if (status == STATUS_OK && !update_planner_state(&cache->planner, &analysis->view, watch))
        status = error_set(error, STATUS_NO, "stopped");
    if (status == STATUS_OK)
        copy_beliefs(analysis, &cache->planner, request->record);
    if (status == STATUS_OK && request->parts == ANALYSIS_PLANS)
        status = make_plans(analysis, request, &cache->planner, error);
    return status;
}

/* --- analysing a game move by move --- */

enum status analysis_walk_begin(struct analysis_walk *walk, const struct analysis_request *request,
                                struct error *error)
{
    walk->request = request;
    walk->position = memory_new(1, sizeof *walk->position);
    walk->analysis = memory_new(1, sizeof *walk->analysis);
    enum status status = record_replay(request->record, 0, walk->position, NULL, error);
    if (status)
        return status;
    view_init(&walk->analysis->view, walk->position, request->side);
    return update_cache(&walk->cache, request, &walk->analysis->notice, error);
}

/* Frees what make_plans made; the view stays. */
static void free_plans(struct analysis *analysis)
{
    plan_table_free(&analysis->table);
    free(analysis->context);
    analysis->context = NULL;
    analysis->planned = false;
}

enum status analysis_walk_analyse(struct analysis_walk *walk, struct analysis_watch *watch,
                                  struct error *error)
{
    struct analysis *analysis = walk->analysis;
    struct planner_state *planner = &walk->cache.planner;
    free_plans(analysis);
    if (!update_planner_state(planner, &analysis->view, watch))
        return error_set(error, STATUS_NO, "stopped");
    copy_beliefs(analysis, planner, walk->request->record);
    if (walk->request->parts < ANALYSIS_PLANS || analysis->view.board.to_move != analysis->view.side ||
        position_outcome(walk->position).result != RESULT_OPEN)
        return STATUS_OK;
    return make_plans(analysis, walk->request, planner, error);
}

enum status analysis_walk_next(struct analysis_walk *walk, struct error *error)
{
    const struct board *board = &walk->position->board;
    size_t ply = board->plies - board->prior_plies;
    struct event event;
    enum status status = position_play(walk->position, walk->request->record->moves[ply], &event, error);
    if (!status)
        view_apply(&walk->analysis->view, &event);
    return status;
}

void analysis_walk_end(struct analysis_walk *walk)
{
    if (walk->analysis)
        analysis_free(walk->analysis);
    if (walk->position)
        position_free(walk->position);
    free(walk->analysis);
    free(walk->position);
    analysis_cache_free(&walk->cache);
    *walk = (struct analysis_walk){0};
}

enum status analysis_note(struct analysis *analysis, int number, uint16_t ranks)
{
    struct belief *belief = &analysis->belief[piece_side(number)];
    enum status status = belief_note(belief, number, ranks, NULL);
    if (status)
        return status;
    apply_evidence(analysis, belief);
    analysis->notes.ranks[number] = ranks;
    return STATUS_OK;
}

int analysis_find(const struct analysis *analysis, struct move move)
{
    for (int i = 0; i < analysis->table.moves; i++)
        if (move_equal(analysis->context->moves[i].move, move))
            return i;
    return -1;
}

struct move analysis_best(const struct analysis *analysis, int from)
{
    const struct plan_table *table = &analysis->table;
    int best = -1;
    for (int i = 0; i < table->moves; i++)
        if ((from == SQUARE_NONE || analysis->context->moves[i].move.from == from) &&
            (best < 0 || table->total[i] > table->total[best]))
            best = i;
    return best < 0 ? MOVE_NONE : analysis->context->moves[best].move;
}

bool analysis_breakdown(const struct analysis *analysis, struct move move, struct move_breakdown *breakdown)
{
    int number = analysis_find(analysis, move);
    if (number >= 0)
        move_breakdown_make(breakdown, analysis->context, &analysis->table, number);
    return number >= 0;
}

void analysis_explain(struct analysis *analysis, const struct analysis_cache *cache, int move,
                      struct text *out)
{
    struct rng rng = analysis->rng; /* so that the plans draw the same numbers as in make_plans */
    analysis->context->rng = &rng;
    planner_explain(&cache->planner.planner, analysis->context, move, out);
    analysis->context->rng = NULL;
}

void analysis_reasons(struct analysis *analysis, const struct analysis_cache *cache, int move,
                      struct plan_explanation *reasons)
{
    struct rng rng = analysis->rng; /* so that the plans draw the same numbers as in make_plans */
    analysis->context->rng = &rng;
    planner_reasons(&cache->planner.planner, analysis->context, move, reasons);
    analysis->context->rng = NULL;
}

/* Calls `visit` for a step in the guess of piece `number`. `belief`: the belief after the step; `step`: the
 * step before, replaced by this one. */
static void show_step(struct belief_step *step, const struct belief *belief, int number, uint32_t ply,
                      const struct event *event, belief_visitor *visit, void *context)
{
    step->ply = ply;
    step->event = event;
    memcpy(step->before, step->after, sizeof step->before);
    memcpy(step->after, belief->p[number % PIECES_A_SIDE], sizeof step->after);
    memcpy(step->novelty_before, step->novelty_after, sizeof step->novelty_before);
    step->has_novelty = belief_novelty(belief, step->novelty_after);
    visit(context, step);
}

void analysis_trace(const struct analysis *analysis, int number, belief_visitor *visit, void *context)
{
    struct evidence_list evidence = {0}; /* of one step: emptied before each */
    struct belief_step step = {.evidence = &evidence};
    struct note_fault fault[NOTE_FAULTS];
    struct belief belief;
    const struct board *board = &analysis->view.board;
    belief_init(&belief, &analysis->knowledge, &analysis->view, piece_side(number));
    evidence_start_recording(&belief.evidence, &evidence);
    show_step(&step, &belief, number, 0, NULL, visit, context);
    for (uint32_t i = board->prior_plies; i < board->plies; i++) {
        struct event event = board_event(board, i);
        evidence.count = 0;
        belief_observe(&belief, &event);
        show_step(&step, &belief, number, i - board->prior_plies + 1, &event, visit, context);
    }
    evidence.count = 0;
    notes_apply(&analysis->notes, &belief, fault);
    show_step(&step, &belief, number, STEP_NOTES, NULL, visit, context);
    evidence.count = 0;
    if (belief.side != analysis->view.side) {
        seat_evidence_explain(&analysis->evidence, &belief, &evidence);
        apply_evidence(analysis, &belief);
        show_step(&step, &belief, number, STEP_WHOLE_GAME, NULL, visit, context);
    }
    free(evidence.items);
}
