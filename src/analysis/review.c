/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/review.h"

#include "analysis/chance.h"
#include "base/memory.h"
#include "base/text.h"
#include "game/position.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Min loss in points; smaller ones are rounding errors. */
#define MIN_LOSS 0.005

/* --- the course of the game --- */

/* Returns the sum of the values at the start of a side's remaining pieces, without the flag. */
static double material_of(const struct worth *start, const struct worth_counts *counts, enum side side)
{
    double sum = 0;
    for (int rank = 0; rank < RANKS; rank++)
        if (rank != FLAG)
            sum += counts->left[side][rank] * start->value[side][rank];
    return sum;
}

/* Returns whether a spy took the marshal by this move. */
static bool takes_marshal_by_spy(const struct event *event)
{
    return event->battle == BATTLE_WON && event->attacker == SPY && event->defender == MARSHAL;
}

/* Plays the game and computes material and strength after each move. Stores the moves by which a spy took a
 * marshal as the first turning points, and their number in *spied. */
static enum status compute_material(struct review *review, const struct review_request *request, int *spied,
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
        if (!status && takes_marshal_by_spy(&event) && *spied < SIDES)
            review->turn[(*spied)++].ply = i;
    }
    view_free(&view);
    position_free(&position);
    return status;
}

/* Inserts a turning point among those from `first` on, which are sorted by their change, the largest first;
 * the last one of REVIEW_TURNS is dropped. */
static void insert_turn(struct review *review, int first, struct review_turn turn)
{
    int index = review->turns < first + REVIEW_TURNS ? review->turns++ : first + REVIEW_TURNS;
    for (; index > first && fabs(turn.after - turn.before) > fabs(review->turn[index - 1].after -
                                                                  review->turn[index - 1].before); index--)
        if (index < first + REVIEW_TURNS)
            review->turn[index] = review->turn[index - 1];
    if (index < first + REVIEW_TURNS)
        review->turn[index] = turn;
}

/* Compares for qsort: the order of the moves. */
static int compare_turns(const void *a, const void *b)
{
    const struct review_turn *one = a, *two = b;
    return one->ply < two->ply ? -1 : one->ply > two->ply;
}

/* Finds the turning points. The first `spied` ones have their moves already. */
static void find_turns(struct review *review, int spied)
{
    review->turns = spied;
    for (size_t ply = 0; ply < review->plies; ply++) {
        const struct review_turn turn = {ply, review->chance[ply], review->chance[ply + 1]};
        int is_spied = -1;
        for (int i = 0; i < spied; i++)
            if (review->turn[i].ply == ply)
                review->turn[is_spied = i] = turn;
        if (is_spied < 0 && fabs(turn.after - turn.before) >= REVIEW_MIN_TURN)
            insert_turn(review, spied, turn);
    }
    qsort(review->turn, (size_t)review->turns, sizeof *review->turn, compare_turns);
}

/* --- the moves --- */

/* Whether all ranks of a side are known. */
static bool knows_all_ranks(const struct record *record, enum side side)
{
    for (int square = 0; square < SQUARES; square++)
        if (record->start.cell[square].side == side && record->start.cell[square].rank == RANK_UNKNOWN)
            return false;
    return true;
}

/* How often a side missed each better move, by its squares. */
struct missed {
    uint32_t times[SIDES][SQUARES][SQUARES];
};

/* Returns the counter of a move's better move. */
static uint32_t *times_of(struct missed *missed, const struct review_move *move)
{
    return &missed->times[move->side][move->better.from][move->better.to];
}

/* Returns the index of the listed move of the same side with the same better move; review->count: none. */
static int find_same(const struct review *review, const struct review_move *move)
{
    int index = 0;
    while (index < review->count && (review->worst[index].side != move->side ||
                                     !move_equal(review->worst[index].better, move->better)))
        index++;
    return index;
}

/* Whether a move belongs to the `max` worst ones: there is space, or it is worse than the last one, or
 * than the listed move with the same better move. */
static bool belongs_to_worst(const struct review *review, int max, const struct review_move *move)
{
    int index = find_same(review, move);
    if (index == review->count && review->count < max)
        return true;
    return max && review_loss(&review->worst[index < review->count ? index : max - 1]) < review_loss(move);
}

/* Inserts a move that belongs to the `max` worst ones, in the order of losses. */
static void insert_worst(struct review *review, int max, const struct review_move *move)
{
    int index = find_same(review, move);
    if (index == review->count && review->count < max)
        review->count++;
    else if (index == review->count)
        index--;
    for (; index > 0 && review_loss(&review->worst[index - 1]) < review_loss(move); index--)
        review->worst[index] = review->worst[index - 1];
    review->worst[index] = *move;
}

/* Returns the plan's instance with the largest difference of points in favour of `best`; -1: none. */
static int find_difference(const struct plan_table *table, int best, int played)
{
    int found = -1;
    double max = 0;
    for (int i = 0; i < table->columns; i++) {
        double difference = table->column[i].value[best] - table->column[i].value[played];
        if (difference > max) {
            max = difference;
            found = i;
        }
    }
    return found;
}

/* Writes the reason for the loss: that of the plan with the largest difference, for the better move or, if
 * this has more points, against the move played. */
static void explain_loss(struct analysis *analysis, const struct analysis_cache *cache,
                         const struct review_request *request, int played, struct review_move *move)
{
    struct text lines = {0};
    char head[PLAN_HEAD], name[MOVE_TEXT];
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
        snprintf(move->why, sizeof move->why, "%s %.*s", name, (int)size, reason);
    text_free(&lines);
}

/* Evaluates the record's next move by the plans' table of the position before it. */
static void judge_move(struct review *review, const struct review_request *request,
                       struct analysis_walk *walk, struct missed *missed, size_t ply)
{
    struct analysis *analysis = walk->analysis;
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
    if (review_loss(&move) < MIN_LOSS)
        return;
    ++*times_of(missed, &move);
    if (!belongs_to_worst(review, request->worst, &move))
        return;
    explain_loss(analysis, &walk->cache, request, played, &move);
    insert_worst(review, request->worst, &move);
}

/* What the evaluations of both sides share. */
struct review_course {
    const struct review_request *request;
    const struct settings *settings;
    const struct value_model *value;
    struct missed *missed;
};

/* Returns the probability that red wins, as the side could know it, 0 .. 1. */
static double red_chance(const struct review_course *review_course, const struct review *review,
                         const struct analysis_walk *walk)
{
    const struct analysis *analysis = walk->analysis;
    enum side side = analysis->view.side;
    struct outcome outcome = position_outcome(walk->position);
    if (outcome.result != RESULT_OPEN)
        return outcome.result == RESULT_DRAW ? 0.5 : outcome.result == RESULT_RED ? 1 : 0;
    double own = chance_of_view(analysis, review_course->value, review->players);
    return side == RED ? own : 1 - own;
}

/* Evaluates all moves of a side in order, so that its beliefs continue, and adds its chances to
 * review->chance. */
static enum status judge_side(struct review *review, const struct review_course *review_course,
                              enum side side, struct analysis_watch *watch, struct error *error)
{
    const struct review_request *request = review_course->request;
    const struct record *record = request->record;
    const struct analysis_request walk_request = {
        .record = record, .side = side, .parts = ANALYSIS_PLANS, .settings = review_course->settings,
        .seed = request->seed, .library = request->library, .notation = request->notation};
    struct analysis_watch inner = {.stop = watch ? watch->stop : NULL};
    struct analysis_walk walk = {0};
    enum status status = analysis_walk_begin(&walk, &walk_request, error);
    for (size_t ply = 0; !status; ply++) {
        status = analysis_walk_analyse(&walk, &inner, error);
        if (!status) {
            double red = red_chance(review_course, review, &walk);
            review->chance[ply] += red;
            review->seat[side][ply] = side == RED ? red : 1 - red;
        }
        if (status || ply == record->plies)
            break;
        if (walk.analysis->planned) {
            judge_move(review, request, &walk, review_course->missed, ply);
            if (watch)
                atomic_fetch_add(&watch->done, 1);
        }
        status = analysis_walk_next(&walk, error);
    }
    analysis_walk_end(&walk);
    return status;
}

/* Evaluates the requested sides with known ranks; the chances are their mean. */
static enum status judge_sides(struct review *review, const struct review_course *review_course,
                               struct analysis_watch *watch, struct error *error)
{
    const struct record *record = review_course->request->record;
    enum side only = review_course->request->side;
    enum status status = STATUS_OK;
    int sides = 0;
    for (enum side side = RED; side <= BLUE && !status; side++) {
        if ((only != SIDES && only != side) || !knows_all_ranks(record, side))
            continue;
        if (!sides++)
            review->chance = memory_new(record->plies + 1, sizeof *review->chance);
        review->seat[side] = memory_new(record->plies + 1, sizeof *review->seat[side]);
        status = judge_side(review, review_course, side, watch, error);
    }
    for (size_t moment = 0; sides && moment <= record->plies; moment++)
        review->chance[moment] /= sides;
    for (int i = 0; i < review->count; i++)
        review->worst[i].times = *times_of(review_course->missed, &review->worst[i]);
    return status;
}

enum status review_make(struct review *review, const struct review_request *request,
                        struct analysis_watch *watch, struct error *error)
{
    const struct record *record = request->record;
    struct settings settings = {0};
    struct review_course review_course = {.request = request, .settings = &settings};
    review->plies = record->plies;
    review->players = chance_players(record);
    review->state = memory_new(record->plies + 1, sizeof *review->state);
    for (enum side side = RED; side <= BLUE; side++)
        review->material[side] = memory_new(record->plies + 1, sizeof *review->material[side]);
    if (watch)
        atomic_store(&watch->total, (unsigned)record->plies);
    settings_copy(&settings, request->settings);
    enum status status = settings_set(&settings, "plan_random.weight", "0", "review", error);
    if (!status)
        status = library_chosen_value_model(library_for_variant(request->library,
                                                                variant_at(record->start.variant)),
                                            &settings, &review_course.value, error);
    if (!status && review_course.value->variant != record->start.variant)
        review->weights_from = variant_at(review_course.value->variant);
    int spied = 0;
    if (!status)
        status = compute_material(review, request, &spied, error);
    review_course.missed = memory_new(1, sizeof *review_course.missed);
    if (!status)
        status = judge_sides(review, &review_course, watch, error);
    if (!status && review->chance)
        find_turns(review, spied);
    free(review_course.missed);
    settings_free(&settings);
    return status;
}

const char *review_curve_text(const struct review *review, char text[REVIEW_CURVE])
{
    const struct variant *from = review->weights_from;
    snprintf(text, REVIEW_CURVE, "red's chance to win, by the %s%svalue for %s", from ? from->name : "",
             from ? " " : "", review->players == PLAYER_PROGRAMS ? "programs" : "people");
    return text;
}

double review_lead(const struct review *review, size_t moment)
{
    return 2 * review->chance[moment] - 1;
}

double review_max_lead(const struct review *review)
{
    double max = REVIEW_MIN_LEAD;
    for (size_t moment = 0; moment <= review->plies; moment++)
        max = fmax(max, fabs(review_lead(review, moment)));
    return max;
}

size_t review_moment(const struct review *review, int cols, int col)
{
    return cols > 1 ? review->plies * (size_t)col / (size_t)(cols - 1) : review->plies;
}

enum review_cell review_cell(const struct review *review, double max, int rows, int cols, int row, int col)
{
    int half = rows / 2, height = half - row;
    size_t moment = review_moment(review, cols, col);
    int lead = (int)lround(review_lead(review, moment) / max * half);
    if ((height > 0 && height <= lead) || (height < 0 && height >= lead))
        return REVIEW_BAR;
    return height == 0 ? REVIEW_AXIS : REVIEW_BLANK;
}

void review_free(struct review *review)
{
    free(review->state);
    free(review->chance);
    for (enum side side = RED; side <= BLUE; side++) {
        free(review->material[side]);
        free(review->seat[side]);
    }
    *review = (struct review){0};
}
