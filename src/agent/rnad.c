/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A policy that learnt by self-play (learn rnad), with the steps at test time of Perolat et al. 2022: it sets
 * up and moves by what it draws, without search or after one step of it. */
#include "agent/kinds.h"

#include "agent/rnad_options.h"
#include "agent/rnad_search.h"
#include "base/memory.h"
#include "policy/bounds.h"
#include "policy/policy.h"
#include "policy/threats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct rnad {
    double option[RNAD_NUMBERS];
    struct policy_steps steps;
    struct policy *policy;
    struct rnad_search *search; /* NULL: none */
    struct policy_study *study; /* of the last move that was to be explained; NULL: none was */
    bool studied;               /* the last one was */
};

static void end(void *state)
{
    struct rnad *self = state;
    rnad_search_free(self->search);
    policy_free(self->policy);
    free(self->study);
}

static enum status start_search(struct rnad *self, const struct policy_model *model,
                                const struct settings *settings, struct library *library,
                                struct error *error)
{
    const double *option = self->option;
    const struct rnad_search_options options = {
        .kind = (enum rnad_search_kind)(int)option[RNAD_SEARCH], .eta = option[RNAD_ETA],
        .tau = option[RNAD_TAU], .worlds = (uint32_t)option[RNAD_WORLDS], .seconds = option[RNAD_TIME],
        .plies = (int)option[RNAD_PLIES], .steps = self->steps};
    if (options.kind == RNAD_SEARCH_NONE)
        return STATUS_OK;
    return rnad_search_new(&options, model, settings, library, &self->search, error);
}

static enum status load(void *state, const struct settings *settings, struct library *library,
                        struct error *error)
{
    struct rnad *self = state;
    const struct policy_model *model;
    enum status status = library_chosen_policy(library, settings, &model, error);
    if (status)
        return status;
    settings_group(settings, rnad_group.name, self->option, RNAD_NUMBERS);
    const double *option = self->option;
    self->steps = (struct policy_steps){(float)option[RNAD_THRESHOLD], (int)option[RNAD_QUANTA],
                                        (int)option[RNAD_SET_UP_QUANTA], (float)option[RNAD_EAGERNESS],
                                        option[RNAD_MEMORY] > 0, option[RNAD_LOSSES] > 0};
    status = policy_new(model->net, &model->shape, &self->policy, error);
    if (!status)
        status = start_search(self, model, settings, library, error);
    if (status)
        end(self);
    return status;
}

static void set_up(void *state, enum side side, const uint8_t army[RANKS], const struct think *think,
                   struct setup *setup)
{
    struct rnad *self = state;
    (void)side; /* a setup does not know its colour */
    policy_set_up(self->policy, &self->steps, army, think->rng, setup);
}

/* Leaves only moves that may be answered; where the policy has none of them, they are equally likely. */
static void keep_allowed(const struct think *think, const struct move *moves, int count, float *probability)
{
    float sum = 0, allowed = 0;
    for (int i = 0; i < count; i++) {
        bool may = think_allows(think, moves[i]);
        probability[i] = may ? probability[i] : -1;
        sum += may ? probability[i] : 0;
        allowed += (float)may;
    }
    for (int i = 0; i < count; i++)
        probability[i] = probability[i] < 0 ? 0 : sum > 0 ? probability[i] / sum : 1 / allowed;
}

/* Tells each move's probability in per cent. */
static void report(const struct think *think, const struct move *moves, int count, const float *probability,
                   size_t chosen)
{
    struct progress *progress = memory_new(1, sizeof *progress);
    progress->value = 100 * (double)probability[chosen];
    progress->best = progress->line[progress->length++] = moves[chosen];
    for (int i = 0; i < count; i++)
        if (think_allows(think, moves[i]))
            progress->root[progress->roots++] = (struct root_move){.move = moves[i],
                                                                   .value = 100 * (double)probability[i]};
    think->report(think->context, progress);
    free(progress);
}

/* Drops pointless threats, if the policy has another move. */
static void drop_threats(const struct view *view, const struct move *moves, int count, float *probability)
{
    bool pointless[MOVES_MAX];
    float left = 0;
    for (int i = 0; i < count; i++) {
        pointless[i] = probability[i] > 0 && threat_is_pointless(&view->board, moves[i]);
        left += pointless[i] ? 0 : probability[i];
    }
    for (int i = 0; i < count && left > 0; i++)
        probability[i] = pointless[i] ? 0 : probability[i] / left;
}

static void put_view(void *context, const struct view *view, size_t place)
{
    const struct rnad *self = context;
    policy_put(self->policy, &self->steps, view, place);
}

static const float *value_views(void *context, size_t count)
{
    const struct rnad *self = context;
    return policy_values(self->policy, count);
}

static struct bound_evaluator make_evaluator(struct rnad *self)
{
    return (struct bound_evaluator){put_view, value_views, self, POLICY_BATCH};
}

/* What the upper bound of a move must not be below. */
static float find_limit(struct rnad *self, const struct view *view)
{
    return policy_value(self->policy, &self->steps, view) - (float)self->option[RNAD_BOUNDS];
}

/* Draws a move, and draws again without it as long as its upper bound says that it is a mistake: the same as
 * to drop all mistakes before, but few moves are looked at. If all are mistakes, none is dropped. */
static size_t draw_sound_move(struct rnad *self, const struct view *view, const struct move *moves,
                              size_t count, const float *probability, struct rng *rng)
{
    const struct bound_evaluator evaluator = make_evaluator(self);
    float left[MOVES_MAX], sum = 1;
    memcpy(left, probability, count * sizeof left[0]);
    size_t first = policy_draw(left, count, rng), drawn = first;
    if (self->option[RNAD_BOUNDS] < 0 || probability[first] >= 1)
        return first;
    float limit = find_limit(self, view);
    while (bound_is_below(&evaluator, view, moves[drawn], limit)) {
        left[drawn] = 0;
        sum = 0;
        for (size_t i = 0; i < count; i++)
            sum += left[i];
        if (sum <= 0)
            return first;
        for (size_t i = 0; i < count; i++)
            left[i] /= sum;
        drawn = policy_draw(left, count, rng);
    }
    return drawn;
}

/* --- what it was drawn from --- */

/* The network and the steps that change what it sees or answers, one after the other. */
static void study_network(struct rnad *self, const struct view *view, const struct think *think,
                          struct policy_study *study)
{
    struct policy_steps steps = policy_steps_none;
    struct move moves[MOVES_MAX];
    float probability[MOVES_MAX];
    for (int stage = POLICY_NETWORK; stage <= POLICY_QUANTA; stage++) {
        steps.eagerness = stage == POLICY_EAGERNESS ? self->steps.eagerness : steps.eagerness;
        steps.memory = stage == POLICY_MEMORY ? self->steps.memory : steps.memory;
        steps.losses = stage == POLICY_LOSSES ? self->steps.losses : steps.losses;
        steps.threshold = stage == POLICY_THRESHOLD ? self->steps.threshold : steps.threshold;
        steps.quanta = stage == POLICY_QUANTA ? self->steps.quanta : steps.quanta;
        int count = policy_moves(self->policy, &steps, view, moves, probability);
        keep_allowed(think, moves, count, probability);
        study->count = 0;
        for (int i = 0; i < count; i++)
            if (think_allows(think, moves[i])) {
                study->move[study->count] = moves[i];
                study->probability[stage][study->count++] = probability[i];
            }
    }
    study->on[POLICY_NETWORK] = true;
    study->on[POLICY_EAGERNESS] = self->steps.eagerness > 1;
    study->on[POLICY_MEMORY] = self->steps.memory;
    study->on[POLICY_LOSSES] = self->steps.losses;
    study->on[POLICY_THRESHOLD] = self->steps.threshold > 0;
    study->on[POLICY_QUANTA] = self->steps.quanta > 0;
    study->on[POLICY_THREATS] = self->option[RNAD_THREATS] > 0;
    study->on[POLICY_BOUNDS] = self->option[RNAD_BOUNDS] >= 0;
    study->on[POLICY_SEARCH] = self->search != NULL;
    const double value = (double)policy_value(self->policy, &self->steps, view); /* a linear output */
    study->chance = fmin(fmax((1 + value) / 2, 0), 1);
}

/* Takes the probabilities of the legal moves as those after a step. */
static void study_stage(struct policy_study *study, enum policy_stage stage, const struct think *think,
                        const struct move *moves, int count, const float *probability)
{
    for (int i = 0, kept = 0; i < count; i++)
        if (think_allows(think, moves[i]))
            study->probability[stage][kept++] = probability[i];
}

/* Drops the mistakes from the policy after `from`, which gives that after `stage`; none if all are. */
static void drop_mistakes(struct policy_study *study, const bool *mistake, enum policy_stage from,
                          enum policy_stage stage)
{
    const float *before = study->probability[from];
    float left = 0;
    for (int i = 0; i < study->count; i++)
        left += mistake[i] ? 0 : before[i];
    for (int i = 0; i < study->count; i++)
        study->probability[stage][i] = left <= 0 ? before[i] : mistake[i] ? 0 : before[i] / left;
}

/* Completes a study whose policies are there up to threats, and after the search: all mistakes are dropped
 * from both. `chance`: of the legal moves by the search. */
static void study_end(struct rnad *self, const struct view *view, const struct think *think,
                      const struct move *moves, int count, const double *chance, size_t chosen)
{
    struct policy_study *study = self->study;
    const struct bound_evaluator evaluator = make_evaluator(self);
    bool mistake[MOVES_MAX] = {false};
    float limit = study->on[POLICY_BOUNDS] ? find_limit(self, view) : 0;
    for (int i = 0; i < study->count && study->on[POLICY_BOUNDS]; i++)
        mistake[i] = study->probability[POLICY_THREATS][i] > 0 &&
                     bound_is_below(&evaluator, view, study->move[i], limit);
    drop_mistakes(study, mistake, POLICY_THREATS, POLICY_BOUNDS);
    drop_mistakes(study, mistake, POLICY_SEARCH, POLICY_SEARCH);
    for (int i = 0, kept = 0; i < count; i++)
        if (think_allows(think, moves[i])) {
            study->chosen = i == (int)chosen ? kept : study->chosen;
            study->won[kept++] = study->worlds ? chance[i] : NAN;
        }
}

static struct move draw_move(void *state, const struct view *view, const struct think *think)
{
    struct rnad *self = state;
    struct move moves[MOVES_MAX];
    float probability[MOVES_MAX];
    double chance[MOVES_MAX];
    uint32_t worlds = 0;
    int count = policy_moves(self->policy, &self->steps, view, moves, probability);
    self->studied = think->study && count;
    if (!count)
        return MOVE_NONE;
    keep_allowed(think, moves, count, probability);
    if (self->option[RNAD_THREATS] > 0)
        drop_threats(view, moves, count, probability);
    if (self->studied) {
        self->study = self->study ? self->study : memory_new(1, sizeof *self->study);
        study_network(self, view, think, self->study);
        study_stage(self->study, POLICY_THREATS, think, moves, count, probability);
    }
    if (self->search)
        worlds = rnad_search_step(self->search, view, think, moves, count, probability, chance);
    size_t chosen = draw_sound_move(self, view, moves, (size_t)count, probability, think->rng);
    if (self->studied) {
        self->study->worlds = worlds;
        study_stage(self->study, POLICY_SEARCH, think, moves, count, probability);
        study_end(self, view, think, moves, count, chance, chosen);
    }
    if (think->report)
        report(think, moves, count, probability, chosen);
    return moves[chosen];
}

static const struct policy_study *policy(void *state)
{
    const struct rnad *self = state;
    return self->studied ? self->study : NULL;
}

const struct agent_kind agent_rnad = {
    .name = "rnad",
    .help = "a policy learnt by self-play: the weights of rnad.model",
    .options = "rnad",
    .profile = "veteran",
    .size = sizeof(struct rnad),
    .load = load,
    .end = end,
    .setup = set_up,
    .move = draw_move,
    .policy = policy,
};
