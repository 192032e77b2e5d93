/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/review.h"

#include "analysis/review_keep.h"
#include "analysis/review_parts.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const review_grade_name[REVIEW_GRADES] = {"good", "inaccuracy", "mistake", "blunder",
                                                     "brilliant"};
const char *const review_grade_sign[REVIEW_GRADES] = {"", "?!", "?", "??", "!!"};
const double review_grade_cost[REVIEW_GRADES] = {0, 0.05, 0.1, 0.2, 0.1};
const char *const review_kind_name[REVIEW_KINDS] = {"rash attack", "missed attack", "other attack",
                                                    "quiet move"};

enum review_kind review_kind_of(const struct review_move *move)
{
    if (move->played_attacks)
        return move->better_attacks ? REVIEW_OTHER_ATTACK : REVIEW_RASH;
    return move->better_attacks ? REVIEW_MISSED : REVIEW_QUIET;
}

/* --- the list of graded moves --- */

/* Returns whether two graded moves of a side missed the same better move. */
static bool is_same_omission(const struct review_move *a, const struct review_move *b)
{
    return a->side == b->side && move_equal(a->better, b->better) &&
           (a->grade == REVIEW_BRILLIANT) == (b->grade == REVIEW_BRILLIANT);
}

/* Inserts move `index` into review->graded, in the order of costs. */
static void insert_graded(struct review *review, size_t index)
{
    size_t place = review->graded_count++;
    for (; place > 0 && review->moves[review->graded[place - 1]].cost < review->moves[index].cost; place--)
        review->graded[place] = review->graded[place - 1];
    review->graded[place] = index;
}

/* Counts the grades, and sorts the graded moves. */
static void sort_graded(struct review *review)
{
    free(review->graded);
    review->graded = memory_new(review->count + 1, sizeof *review->graded);
    review->graded_count = 0;
    memset(review->grades, 0, sizeof review->grades);
    for (size_t i = 0; i < review->count; i++) {
        struct review_move *move = &review->moves[i];
        review->grades[move->side][move->grade]++;
        move->times = 0;
        if (move->grade == REVIEW_GOOD)
            continue;
        for (size_t k = 0; k < review->count; k++)
            move->times += review->moves[k].grade != REVIEW_GOOD && is_same_omission(move, &review->moves[k]);
        insert_graded(review, i);
    }
}

/* Returns whether a filter lets a graded move pass. */
static bool passes(const struct review_filter *filter, const struct review_move *move)
{
    return (filter->side == SIDES || filter->side == move->side) &&
           (filter->grade == REVIEW_GOOD || filter->grade == move->grade) &&
           (filter->kind == REVIEW_KINDS || filter->kind == review_kind_of(move));
}

const struct review_move *review_listed(const struct review *review, const struct review_filter *filter,
                                        size_t index)
{
    for (size_t i = 0; i < review->graded_count; i++) {
        const struct review_move *move = &review->moves[review->graded[i]];
        bool is_named = false; /* a costlier move missed the same one */
        for (size_t k = 0; k < i && !is_named; k++) {
            const struct review_move *other = &review->moves[review->graded[k]];
            is_named = passes(filter, other) && is_same_omission(other, move);
        }
        if (passes(filter, move) && !is_named && index-- == 0)
            return move;
    }
    return NULL;
}

/* Reads the judged moves from the request's file. False: there are none that fit. */
static bool read_kept(struct review *review, const struct review_request *request)
{
    if (!request->kept)
        return false;
    enum status status = review_kept_read(request->kept, request, review, &review->kept_fault);
    if (status != STATUS_BAD)
        review->kept_fault = (struct error){0};
    return !status;
}

enum status review_make(struct review *review, const struct review_request *request,
                        struct analysis_watch *watch, struct error *error)
{
    const struct record *record = request->record;
    review->plies = record->plies;
    review->first = record_mover(record, 0);
    review->state = memory_new(record->plies + 1, sizeof *review->state);
    review->account = memory_new(record->plies + 1, sizeof *review->account);
    for (enum side side = RED; side <= BLUE; side++)
        review->material[side] = memory_new(record->plies + 1, sizeof *review->material[side]);
    if (watch)
        atomic_store(&watch->total, (unsigned)record->plies);
    enum status status = review_follow(review, request, watch, error);
    if (!status && request->worlds)
        review->was_kept = review->judged = read_kept(review, request);
    if (!status && request->worlds && !request->outline && !review->judged) {
        status = review_judge(review, request, watch, error);
        review->judged = true;
    }
    if (!status)
        sort_graded(review);
    return status;
}

void review_free(struct review *review)
{
    free(review->state);
    free(review->account);
    free(review->moves);
    free(review->graded);
    for (enum side side = RED; side <= BLUE; side++) {
        free(review->material[side]);
        free(review->own_chance[side]);
        free(review->truth[side]);
    }
    *review = (struct review){0};
}

void review_limit(struct review *review, enum side side)
{
    enum side other = side_other(side);
    size_t kept = 0;
    free(review->own_chance[other]);
    review->own_chance[other] = NULL;
    for (enum side of = RED; of <= BLUE; of++) {
        free(review->truth[of]);
        review->truth[of] = NULL;
    }
    for (size_t i = 0; i < review->plies; i++)
        if (review_mover(review, i) == other)
            review->account[i] = (struct move_account){0};
    for (size_t i = 0; i < review->count; i++)
        if (review->moves[i].side == side)
            review->moves[kept++] = review->moves[i];
    review->count = kept;
    sort_graded(review);
}

double review_mean_cost(const struct review *review, enum side side)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < review->count; i++)
        if (review->moves[i].side == side) {
            sum += review->moves[i].grade == REVIEW_BRILLIANT ? 0 : review->moves[i].cost;
            count++;
        }
    return count ? sum / (double)count : 0;
}

/* --- the sum --- */

/* What a ply did to a seat's chance, apart from luck. */
struct ply_share {
    double change;
    bool fixed;    /* it belongs to a graded move */
};

/* Returns the seat's chance at the end of the game: 1, 1/2 or 0 by the result. If the game is unfinished,
 * returns its last chance. */
static double chance_of_result(const struct review *review, enum side side)
{
    enum result result = review->outcome.result;
    if (result == RESULT_OPEN)
        return review->own_chance[side][review->plies];
    return result == RESULT_DRAW ? 0.5 : result == result_win(side);
}

/* Fills in the share of each ply, and the luck of all of them. For own moves, luck is what the side expected
 * of the move minus the chance before. For the opponent's moves, it is the change of the chance minus the
 * luck of the opponent. */
static void split_plies(const struct review *review, enum side side, struct ply_share *share,
                        struct review_sum *sum)
{
    const double *chance = review->own_chance[side];
    enum reason reason = review->outcome.reason;
    bool by_limit = reason == REASON_MOVE_LIMIT || reason == REASON_NO_ATTACK_LIMIT;
    for (size_t i = 0; i < review->plies; i++) {
        const struct move_account *account = &review->account[i];
        double luck = account->after - account->expected;
        if (review_mover(review, i) == side) {
            share[i].change = account->expected - account->before;
            sum->luck += luck;
        } else {
            if (!by_limit || i + 1 < review->plies) /* a draw by a limit is no skill */
                share[i].change = chance[i + 1] - chance[i] + luck;
            sum->luck -= luck;
        }
    }
}

/* Gives each graded move its whole cost. The curve may show only a part of it at the move itself, and the
 * rest when the other side makes use of the mistake. The rest is then taken from the other side's next moves,
 * within REVIEW_USED plies, and added to the graded move. No move gives more than the curve shows for it. */
static void gather_costs(const struct review *review, enum side side, struct ply_share *share)
{
    enum { REVIEW_USED = 20 };
    for (size_t i = 0; i < review->count; i++) {
        const struct review_move *move = &review->moves[i];
        if (move->grade == REVIEW_GOOD || move->grade == REVIEW_BRILLIANT)
            continue;
        double sign = move->side == side ? -1 : 1;
        struct ply_share *own = &share[move->ply];
        double left = move->cost - sign * own->change; /* the part that the curve does not show here */
        own->fixed = true;
        for (size_t ply = move->ply + 1; ply < review->plies && ply <= move->ply + REVIEW_USED; ply += 2) {
            double used = fmin(fmax(sign * share[ply].change, 0), left);
            if (left <= 0 || share[ply].fixed)
                continue;
            share[ply].change -= sign * used;
            own->change += sign * used;
            left -= used;
        }
    }
}

/* Removes what a move gave and the other side's next move took back: a threat and its defence are nobody's
 * skill. */
static void cancel_answers(struct ply_share *share, size_t plies)
{
    for (size_t i = 1; i < plies; i++) {
        double before = share[i - 1].change, now = share[i].change;
        if (share[i - 1].fixed || share[i].fixed || before * now >= 0)
            continue;
        double answered = fmin(fabs(before), fabs(now));
        share[i - 1].change -= copysign(answered, before);
        share[i].change -= copysign(answered, now);
    }
}

/* Counts the seat's graded moves with their costs, and its other moves. */
static void count_graded(const struct review *review, enum side side, struct review_sum *sum)
{
    for (size_t i = 0; i < review->plies; i++)
        sum->other_moves += review_mover(review, i) == side;
    for (size_t i = 0; i < review->count; i++) {
        const struct review_move *move = &review->moves[i];
        if (move->side != side || move->grade == REVIEW_GOOD || move->grade == REVIEW_BRILLIANT)
            continue;
        sum->graded -= move->cost;
        sum->graded_moves++;
        sum->other_moves--;
    }
}

void review_sum_make(const struct review *review, enum side side, struct review_sum *sum)
{
    size_t plies = review->plies;
    struct ply_share *share = memory_new(plies + 1, sizeof *share);
    *sum = (struct review_sum){.start = review->own_chance[side][0], .end = chance_of_result(review, side)};
    count_graded(review, side, sum);
    split_plies(review, side, share, sum);
    gather_costs(review, side, share);
    cancel_answers(share, plies);
    for (size_t i = 0; i < plies; i++)
        *(review_mover(review, i) == side ? &sum->skill : &sum->opponent) += share[i].change;
    sum->rest = sum->end - sum->start - sum->skill - sum->opponent - sum->luck;
    free(share);
}

/* --- the graph --- */

const char *review_curve_text(const struct review *review, enum side seat, char text[REVIEW_CURVE])
{
    const struct variant *from = review->weights_from;
    const char *players = review->players == PLAYER_PROGRAMS ? "programs" : "people";
    snprintf(text, REVIEW_CURVE, "%s's chance to win, by the %s%svalue for %s", side_name(seat),
             from ? from->name : "", from ? " " : "", players);
    return text;
}

double review_max_lead(const struct review *review, const double *curve)
{
    double max = REVIEW_MIN_LEAD;
    for (size_t moment = 0; moment <= review->plies; moment++)
        max = fmax(max, fabs(review_lead(curve, moment)));
    return max;
}

size_t review_moment(const struct review *review, int cols, int col)
{
    return cols > 1 ? review->plies * (size_t)col / (size_t)(cols - 1) : review->plies;
}

enum review_cell review_cell(const struct review *review, const double *curve, double max, int rows, int cols,
                             int row, int col)
{
    int half = rows / 2, height = half - row;
    size_t moment = review_moment(review, cols, col);
    int lead = (int)lround(review_lead(curve, moment) / max * half);
    if ((height > 0 && height <= lead) || (height < 0 && height >= lead))
        return REVIEW_BAR;
    return height == 0 ? REVIEW_AXIS : REVIEW_BLANK;
}
