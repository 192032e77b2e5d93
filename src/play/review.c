/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/review.h"

#include "base/memory.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Losses below this many points are rounding. */
#define LEAST_LOSS 0.005

/* --- how it went --- */

/* What the pieces of a side that are left are worth by the values of the start. */
static double material_of(const struct worth *start, const struct worth_counts *counts, enum side side)
{
    double sum = 0;
    for (int rank = 0; rank < RANKS; rank++)
        if (rank != FLAG)
            sum += counts->left[side][rank] * start->value[side][rank];
    return sum;
}

/* Plays the game through, and values each moment of it. */
static enum status follow_game(struct review *review, const struct review_request *request,
                               struct error *error)
{
    const struct record *record = request->record;
    struct worth_options options;
    struct worth start, now;
    struct position position = {0};
    struct view view = {0};
    worth_options_read(&options, request->settings);
    enum status status = record_replay(record, 0, &position, NULL, error);
    if (status) {
        position_free(&position);
        return status;
    }
    view_init(&view, &position, RED);
    worth_compute(&options, &view, &start);
    for (size_t i = 0; !status; i++) {
        struct event event;
        worth_compute(&options, &view, &now);
        review->state[i] = now.state[RED];
        for (enum side side = RED; side <= BLUE; side++)
            review->material[side][i] = material_of(&start, &now.counts, side);
        if (i == record->plies)
            break;
        status = position_play(&position, record->moves[i], &event, error);
        if (!status)
            view_apply(&view, &event);
    }
    view_free(&view);
    position_free(&position);
    return status;
}

/* --- the moves --- */

/* Whether all ranks of a side are known. */
static bool is_known(const struct record *record, enum side side)
{
    for (int square = 0; square < SQUARES; square++)
        if (record->start.cell[square].side == side && record->start.cell[square].rank == RANK_UNKNOWN)
            return false;
    return true;
}

/* Keeps a move, if it is one of the worst. */
static void keep(struct review *review, int most, const struct review_move *move)
{
    int at = review->count;
    if (at == most && (at == 0 || review_loss(&review->worst[at - 1]) >= review_loss(move)))
        return;
    if (at == most)
        at--;
    else
        review->count++;
    for (; at > 0 && review_loss(&review->worst[at - 1]) < review_loss(move); at--)
        review->worst[at] = review->worst[at - 1];
    review->worst[at] = *move;
}

/* The plan's instance that tells the two moves apart most, in favour of `best`; -1: none does. */
static int find_difference(const struct plan_table *table, int best, int played)
{
    int found = -1;
    double most = 0;
    for (int i = 0; i < table->columns; i++) {
        double difference = table->column[i].value[best] - table->column[i].value[played];
        if (difference > most) {
            most = difference;
            found = i;
        }
    }
    return found;
}

/* Says what made the difference: what that plan says for the better move, or against the one played where
 * that weighs more. */
static void explain(struct analysis *analysis, const struct analysis_cache *cache,
                    const struct review_request *request, int played, struct review_move *move)
{
    struct text lines = {0};
    char head[PLAN_HEAD], words[PLAN_IN_WORDS], name[MOVE_TEXT];
    int best = analysis->best, column = find_difference(&analysis->table, best, played);
    if (column < 0)
        return;
    const struct plan_column *plan = &analysis->table.column[column];
    bool against = -plan->value[played] > plan->value[best];
    size_t size;
    analysis_explain(analysis, cache, against ? played : best, &lines);
    plan_head(analysis->context, plan->kind, plan->subject, head);
    const char *reason = reason_find(text_string(&lines), head, &size);
    move_write(against ? move->played : move->better, against ? move->played_attacks : move->better_attacks,
               request->notation, name);
    if (reason)
        snprintf(move->why, sizeof move->why, "%s: %s: %.*s", name,
                 plan_in_words(analysis->context, plan->kind, plan->subject, words), (int)size, reason);
    text_free(&lines);
}

/* Judges a move by the table of the moment before it. */
static void judge(struct review *review, const struct review_request *request, struct analysis *analysis,
                  const struct analysis_cache *cache, size_t ply)
{
    struct review_move move = {.ply = ply, .side = analysis->view.side,
                               .played = request->record->moves[ply].move};
    int played = analysis_find(analysis, move.played), best = analysis->best;
    if (played < 0 || analysis->table.moves < 2)
        return;
    move.better = analysis->context->moves[best].move;
    move.played_attacks = plan_attacks(analysis->context, played);
    move.better_attacks = plan_attacks(analysis->context, best);
    move.total = analysis->table.total[played];
    move.best = analysis->table.total[best];
    review->judged[move.side]++;
    review->lost[move.side] += review_loss(&move);
    if (review_loss(&move) < LEAST_LOSS)
        return;
    bool kept = review->count < request->worst ||
                (request->worst && review_loss(&review->worst[review->count - 1]) < review_loss(&move));
    if (kept)
        explain(analysis, cache, request, played, &move);
    keep(review, request->worst, &move);
}

/* Judges a side's moves, one after the other, so that what is believed goes on from one to the next. */
static enum status judge_side(struct review *review, const struct review_request *request, enum side side,
                              const struct settings *settings, struct analysis_watch *watch,
                              struct error *error)
{
    const struct record *record = request->record;
    struct analysis_cache cache = {0};
    enum status status = STATUS_OK;
    for (size_t ply = 0; ply < record->plies && !status; ply++) {
        if (record_mover(record, ply) != side)
            continue;
        struct analysis *analysis = memory_new(1, sizeof *analysis);
        struct analysis_watch inner = {.stop = watch ? watch->stop : NULL};
        status = analysis_make(analysis,
                               &(const struct analysis_request){
                                   .record = record, .plies = ply, .side = side, .parts = ANALYSIS_PLANS,
                                   .settings = settings, .seed = request->seed, .library = request->library,
                                   .notation = request->notation},
                               &cache, &inner, error);
        if (!status)
            judge(review, request, analysis, &cache, ply);
        analysis_free(analysis);
        free(analysis);
        if (watch)
            atomic_fetch_add(&watch->done, 1);
    }
    analysis_cache_free(&cache);
    return status;
}

enum status review_make(struct review *review, const struct review_request *request,
                        struct analysis_watch *watch, struct error *error)
{
    const struct record *record = request->record;
    struct settings settings = {0};
    review->plies = record->plies;
    review->state = memory_new(record->plies + 1, sizeof *review->state);
    for (enum side side = RED; side <= BLUE; side++)
        review->material[side] = memory_new(record->plies + 1, sizeof *review->material[side]);
    if (watch)
        atomic_store(&watch->total, (unsigned)record->plies);
    settings_copy(&settings, request->settings);
    enum status status = settings_set(&settings, "plan_random.weight", "0", "review", error);
    if (!status)
        status = follow_game(review, request, error);
    for (enum side side = RED; side <= BLUE && !status; side++)
        if ((request->side == SIDES || request->side == side) && is_known(record, side))
            status = judge_side(review, request, side, &settings, watch, error);
    settings_free(&settings);
    return status;
}

double review_lead(const struct review *review, enum review_curve curve, size_t moment)
{
    double red = review->material[RED][moment], blue = review->material[BLUE][moment];
    if (curve == REVIEW_STATE)
        return (review->state[moment] - 1) / (review->state[moment] + 1);
    return red + blue > 0 ? (red - blue) / (red + blue) : 0;
}

double review_most_lead(const struct review *review)
{
    double most = REVIEW_LEAST_LEAD;
    for (size_t moment = 0; moment <= review->plies; moment++)
        for (int curve = 0; curve < REVIEW_CURVES; curve++)
            most = fmax(most, fabs(review_lead(review, (enum review_curve)curve, moment)));
    return most;
}

size_t review_moment(const struct review *review, int cols, int col)
{
    return cols > 1 ? review->plies * (size_t)col / (size_t)(cols - 1) : review->plies;
}

enum review_cell review_cell(const struct review *review, double most, int rows, int cols, int row, int col)
{
    int half = rows / 2, height = half - row;
    size_t moment = review_moment(review, cols, col);
    int state = (int)lround(review_lead(review, REVIEW_STATE, moment) / most * half);
    int material = (int)lround(review_lead(review, REVIEW_MATERIAL, moment) / most * half);
    if (height == material)
        return REVIEW_DOT;
    if ((height > 0 && height <= state) || (height < 0 && height >= state))
        return REVIEW_BAR;
    return height == 0 ? REVIEW_AXIS : REVIEW_BLANK;
}

void review_free(struct review *review)
{
    free(review->state);
    for (enum side side = RED; side <= BLUE; side++)
        free(review->material[side]);
    *review = (struct review){0};
}
