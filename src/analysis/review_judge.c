/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second part of a review: each move against the best one, by rollouts in the same worlds. The agent
 * `vedette` names the best move by a few worlds. Where the move played is another one and seems worse, both
 * are played out in fresh worlds, so that the cost has no bias from the choice, and then for longer: what can
 * wait for some moves is not given away by waiting. */
#include "analysis/review_parts.h"

#include "agent/agent.h"
#include "analysis/plan_hint.h"
#include "analysis/world_reason.h"
#include "base/memory.h"
#include "game/position.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Finds the best move. Its worlds and candidates are given, so that options of the user do not change what a
 * review costs. */
static const char judge_agent[] = "vedette:worlds=4,candidates=6,time=0";

static const double DOUBT_MIN = 0.02;   /* smaller differences of the chances are not looked into */
static const double SURE_ERRORS = 2;    /* a grade needs a difference of so many standard errors */
enum {
    SHORT_WORLDS = 12, /* for a first comparison, which most moves pass */
    LONGER = 3         /* the length of the last comparison's rollouts, in usual lengths: that of the agent
                        * with much time */
};

/* What the judging of a side needs. */
struct move_judge {
    struct review *review;
    const struct review_request *request;
    struct agent agent;
    struct settings settings;    /* of the agent, without the plan Random: for the reasons */
    struct analysis_walk walk;
    struct rollout_study *shorter; /* a copy of the last comparison at the usual length */
    const atomic_bool *stop;
};

/* The moves from which the agent chose, which a later study replaces. */
struct judge_candidates {
    struct move move[HALVING_ARMS];
    int count;
};

/* Two moves, compared by rollouts in the same worlds. */
struct comparison {
    double cost, error;          /* how much chance the second one gives away, and its standard error */
    bool sure;                   /* whether the difference of the results is SURE_ERRORS or more */
    int best, other;             /* indices in the agent's study */
};

/* Requests the agent's move for the current position, with a study. `root`: the moves to compare, in so many
 * worlds; if NULL, the agent chooses both. `plies`: the rollouts' length; 0: the usual one. Returns NULL if
 * there are no rollouts. */
static const struct rollout_study *play_out(struct move_judge *judge, const struct move *root, int count,
                                            uint32_t worlds, int plies)
{
    const struct view *view = &judge->walk.analysis->view;
    struct rng rng;
    rng_seed(&rng, judge->request->seed + worlds + (uint32_t)plies, view->board.plies);
    const struct think think = {.rng = &rng, .threads = judge->request->threads, .study = true,
                                .root = root, .root_count = count, .all_roots = root != NULL,
                                .samples = worlds, .depth = plies, .stop = judge->stop};
    agent_move(&judge->agent, view, &think);
    const struct rollout_study *study = agent_study(&judge->agent);
    return study && study->possible && study->made ? study : NULL;
}

/* Returns the index of a move in a study. Returns -1 if it was not tried. */
static int find_studied(const struct rollout_study *study, struct move move)
{
    for (int i = 0; i < study->count; i++)
        if (move_equal(study->move[i].move, move) && study->move[i].counted)
            return i;
    return -1;
}

/* Compares two moves in fresh worlds, by rollouts of so many plies (0: the usual number). Returns the study,
 * or NULL if it was not possible. */
static const struct rollout_study *compare_moves(struct move_judge *judge, struct move best,
                                                 struct move other, uint32_t worlds, int plies,
                                                 struct comparison *comparison)
{
    const struct move root[] = {best, other};
    const struct rollout_study *study = play_out(judge, root, 2, worlds, plies);
    *comparison = (struct comparison){.best = -1, .other = -1};
    if (!study)
        return NULL;
    comparison->best = find_studied(study, best);
    comparison->other = find_studied(study, other);
    if (comparison->best < 0 || comparison->other < 0)
        return NULL;
    const struct rollout_account *one = &study->move[comparison->best];
    const struct rollout_account *two = &study->move[comparison->other];
    if (one->chance < 0 || two->chance < 0)
        return NULL;
    /* The differences in a study are from the chosen move, whose own are 0. */
    double difference = one->diff - two->diff, error = fmax(one->diff_error, two->diff_error);
    comparison->cost = one->chance - two->chance;
    comparison->error = fmax(one->chance_diff_error, two->chance_diff_error);
    comparison->sure = difference > 0 && difference >= SURE_ERRORS * error;
    return study;
}

/* Plays two moves out for longer, in fewer worlds. Returns whether `other` still gives away `min_cost`. */
static bool costs_later(struct move_judge *judge, struct move best, struct move other, double min_cost)
{
    struct comparison later;
    int plies = LONGER * judge->shorter->plies;
    /* Together as many plies as at the usual length. */
    uint32_t worlds = (judge->request->worlds + LONGER - 1) / LONGER;
    return compare_moves(judge, best, other, worlds, plies, &later) && later.cost >= min_cost;
}

/* Compares two moves in all worlds of the request, if a few worlds do not exclude that `other` gives away
 * `min_cost`. Returns the study if `other` surely does, also when played out for longer, NULL if not. */
static const struct rollout_study *find_cost(struct move_judge *judge, struct move best, struct move other,
                                             double min_cost, struct comparison *comparison)
{
    uint32_t worlds = judge->request->worlds;
    if (worlds > SHORT_WORLDS &&
        (!compare_moves(judge, best, other, SHORT_WORLDS, 0, comparison) ||
         comparison->cost + comparison->error < min_cost))
        return NULL;
    const struct rollout_study *study = compare_moves(judge, best, other, worlds, 0, comparison);
    if (!study || !comparison->sure || comparison->cost < min_cost)
        return NULL;
    *judge->shorter = *study;
    return costs_later(judge, best, other, min_cost) ? judge->shorter : NULL;
}

/* Returns the grade of a move that gave away `cost`, 0 .. 1, of the chance to win. */
static enum review_grade grade_of(double cost)
{
    for (enum review_grade grade = REVIEW_BLUNDER; grade > REVIEW_GOOD; grade--)
        if (cost >= review_grade_cost[grade])
            return grade;
    return REVIEW_GOOD;
}

/* Writes the reason why `best` is better than `other`: that of the plans, and the results in the worlds.
 * `role`: what `other` is called. */
static void explain_grade(struct move_judge *judge, const struct rollout_study *study,
                          const struct comparison *comparison, const char *role, struct review_move *move)
{
    struct analysis *analysis = judge->walk.analysis;
    struct plan_hint hint = {.best = analysis_find(analysis, study->move[comparison->best].move),
                             .second = analysis_find(analysis, study->move[comparison->other].move),
                             .role = role};
    if (hint.best < 0 || hint.second < 0)
        return;
    struct text in_worlds = {0};
    plan_hint_compare(&hint, analysis, &judge->walk.cache);
    world_reason_add(study, comparison->best, comparison->other, true, hint.against,
                     judge->request->notation, &in_worlds);
    if (hint.text.size + in_worlds.size < REVIEW_WHY) /* otherwise it would be cut */
        text_add(&hint.text, text_string(&in_worlds));
    text_free(&in_worlds);
    snprintf(move->why, sizeof move->why, "%s", text_string(&hint.text));
    plan_hint_free(&hint);
}

/* Grades a move that is worse than `better`, if fresh worlds confirm it. */
static void grade_worse(struct move_judge *judge, struct review_move *move, struct move better)
{
    struct comparison comparison;
    const struct rollout_study *study = find_cost(judge, better, move->played,
                                                  review_grade_cost[REVIEW_INACCURACY], &comparison);
    if (!study)
        return;
    move->better = better;
    move->better_attacks = study->move[comparison.best].attack;
    /* No more can be given away than the side had: rollouts may see more in the position than the curve. */
    move->cost = fmin(comparison.cost, judge->review->own_chance[move->side][move->ply]);
    move->error = comparison.error;
    move->grade = grade_of(move->cost);
    if (move->grade == REVIEW_GOOD) {
        move->better = move->played;
        move->better_attacks = move->played_attacks;
        move->cost = move->error = 0;
        return;
    }
    explain_grade(judge, study, &comparison, "the move played", move);
}

/* Returns whether no other candidate has a higher chance than the move played, in all worlds of the
 * request. */
static bool is_best_of_all(struct move_judge *judge, const struct judge_candidates *candidates,
                           struct move played)
{
    const struct rollout_study *study = play_out(judge, candidates->move, candidates->count,
                                                 judge->request->worlds, 0);
    int best = study ? find_studied(study, played) : -1;
    for (int i = 0; best >= 0 && i < study->count; i++)
        if (study->move[i].counted && study->move[i].chance > study->move[best].chance)
            return false;
    return best >= 0;
}

/* Returns whether the move played was an attack that lost its piece and took none. */
static bool has_lost_its_piece(const struct move_judge *judge, struct move played)
{
    const struct board *board = &judge->walk.position->board;
    int victim = board->at[played.to], own = board->piece[board->at[played.from]].rank;
    int met = victim == NO_PIECE ? RANK_UNKNOWN : board->piece[victim].rank;
    return met != RANK_UNKNOWN && own != RANK_UNKNOWN && battle_result(own, met) == BATTLE_LOST;
}

bool review_is_brilliant(const struct move_account *account, bool lost, double cost, double error)
{
    double clear = SURE_ERRORS * error;
    return cost >= review_grade_cost[REVIEW_BRILLIANT] && cost > clear &&
           (!lost || account->after - account->before > clear);
}

/* Grades a move that is the best as brilliant, if the planner's choice `planned` would have been a mistake,
 * and all candidates are worse in more worlds, too. */
static void grade_best(struct move_judge *judge, const struct judge_candidates *candidates,
                       struct review_move *move, struct move planned)
{
    struct comparison comparison;
    const struct rollout_study *study = find_cost(judge, move->played, planned,
                                                  review_grade_cost[REVIEW_BRILLIANT], &comparison);
    if (!study ||
        !review_is_brilliant(&judge->review->account[move->ply], has_lost_its_piece(judge, move->played),
                             comparison.cost, comparison.error) ||
        !is_best_of_all(judge, candidates, move->played))
        return;
    move->better = planned;
    move->better_attacks = study->move[comparison.other].attack;
    move->cost = comparison.cost;
    move->error = comparison.error;
    move->grade = REVIEW_BRILLIANT;
    explain_grade(judge, study, &comparison, "the choice of the plans", move);
}

/* Returns the index of the move with the most points of the plans in a study. */
static int find_planned(const struct rollout_study *study)
{
    int planned = 0;
    for (int i = 1; i < study->count; i++)
        if (study->move[i].points > study->move[planned].points)
            planned = i;
    return planned;
}

/* Judges a move of the record in the current position of the walk. */
static void judge_move(struct move_judge *judge, struct review_move *move)
{
    const struct analysis *analysis = judge->walk.analysis;
    int played_index = analysis_find(analysis, move->played);
    if (played_index < 0 || analysis->table.moves < 2)
        return;
    move->played_attacks = plan_attacks(analysis->context, played_index);
    move->better = move->played;
    move->better_attacks = move->played_attacks;
    const struct rollout_study *study = play_out(judge, NULL, 0, 0, 0);
    if (study) {
        int played = find_studied(study, move->played), planned = find_planned(study);
        const struct rollout_account *best = &study->move[study->best];
        struct move better = best->move, plans_choice = study->move[planned].move;
        double behind = played >= 0 ? best->chance - study->move[played].chance : INFINITY;
        double ahead = best->chance - study->move[planned].chance;
        bool is_best = move_equal(better, move->played);
        if (!is_best && behind >= DOUBT_MIN)
            grade_worse(judge, move, better);
        else if (is_best && planned != study->best && ahead >= review_grade_cost[REVIEW_INACCURACY]) {
            struct judge_candidates candidates = {.count = study->count};
            for (int i = 0; i < study->count; i++)
                candidates.move[i] = study->move[i].move;
            grade_best(judge, &candidates, move, plans_choice);
        }
    }
    struct review *review = judge->review;
    review->moves = memory_grow(review->moves, &review->capacity, review->count + 1, sizeof *review->moves);
    review->moves[review->count++] = *move;
}

/* Judges all moves of a side in their order, so that the beliefs continue. */
static enum status judge_side(struct move_judge *judge, enum side side, struct analysis_watch *watch,
                              struct error *error)
{
    const struct review_request *request = judge->request;
    const struct record *record = request->record;
    const struct analysis_request walk_request = {
        .record = record, .side = side, .parts = ANALYSIS_PLANS, .settings = &judge->settings,
        .seed = request->seed, .library = request->library, .notation = request->notation};
    struct analysis_watch inner = {.stop = watch ? watch->stop : NULL};
    enum status status = analysis_walk_begin(&judge->walk, &walk_request, error);
    for (size_t ply = 0; !status && ply < record->plies; ply++) {
        if (record_mover(record, ply) == side) {
            struct review_move move = {.ply = ply, .side = side, .played = record->moves[ply].move};
            status = analysis_walk_analyse(&judge->walk, &inner, error);
            if (!status && judge->walk.analysis->planned)
                judge_move(judge, &move);
            if (!status && inner.stop && atomic_load(inner.stop))
                status = error_set(error, STATUS_NO, "stopped");
            unsigned done = watch ? atomic_fetch_add(&watch->done, 1) + 1 : 0;
            if (watch && watch->report)
                watch->report(watch->context, done, atomic_load(&watch->total));
        }
        if (!status)
            status = analysis_walk_next(&judge->walk, error);
    }
    analysis_walk_end(&judge->walk);
    return status;
}

/* Compares for qsort: the order of the moves. */
static int compare_plies(const void *a, const void *b)
{
    const struct review_move *one = a, *two = b;
    return one->ply < two->ply ? -1 : one->ply > two->ply;
}

enum status review_judge(struct review *review, const struct review_request *request,
                         struct analysis_watch *watch, struct error *error)
{
    enum status status = STATUS_OK;
    struct library *library = library_for_variant(request->library,
                                                  variant_at(request->record->start.variant));
    for (enum side side = RED; side <= BLUE && !status; side++) {
        struct move_judge judge = {.review = review, .request = request, .stop = watch ? watch->stop : NULL};
        if (!review->own_chance[side])
            continue;
        judge.shorter = memory_new(1, sizeof *judge.shorter);
        status = agent_start(&judge.agent, judge_agent, request->settings, library, error);
        if (status) {
            free(judge.shorter);
            break;
        }
        settings_copy(&judge.settings, &judge.agent.settings);
        status = settings_set(&judge.settings, "plan_random.weight", "0", "review", error);
        if (!status)
            status = judge_side(&judge, side, watch, error);
        settings_free(&judge.settings);
        agent_end(&judge.agent);
        free(judge.shorter);
    }
    if (review->count)
        qsort(review->moves, review->count, sizeof *review->moves, compare_plies);
    return status;
}
