/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A policy learnt by self-play (learn rnad), with the test-time steps of Perolat et al. 2022: it draws its
 * setup and its moves from the policy, optionally after one step of search. */
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

/* The state of the agent. */
struct rnad {
    double option[RNAD_NUMBERS];  /* by RNAD_THRESHOLD etc. */
    struct policy_steps steps;  /* the steps at test time */
    struct policy *policy;
    uint64_t digest;              /* of the file with the weights; 0: from no file */
    struct rnad_search *search; /* NULL: no search */
    struct policy_study *study; /* of the last move with think->study; NULL: none yet */
    bool has_study;             /* whether the last move had one */
};

/* The `end` callback: frees everything. */
static void rnad_end(void *state)
{
    struct rnad *self = state;
    rnad_search_free(self->search);
    policy_free(self->policy);
    free(self->study);
}

/* Creates the search, if the option `search` selects one. */
static enum status start_search(struct rnad *self, const struct policy_model *model,
                                const struct settings *settings, struct library *library, struct error *error)
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

/* The `load` callback: reads the options and creates the policy and the search. STATUS_BAD if a file cannot
 * be read or the network does not fit. */
static enum status rnad_load(void *state, const struct settings *settings, struct library *library,
                             struct error *error)
{
    struct rnad *self = state;
    const struct policy_model *model;
    enum status status = library_chosen_policy(library, settings, &model, error);
    if (status)
        return status;
    self->digest = model->digest;
    settings_group(settings, rnad_group.name, self->option, RNAD_NUMBERS);
    const double *option = self->option;
    self->steps = (struct policy_steps){(float)option[RNAD_THRESHOLD], (int)option[RNAD_QUANTA],
                                        (int)option[RNAD_SET_UP_QUANTA], (float)option[RNAD_EAGERNESS],
                                        option[RNAD_MEMORY] > 0, option[RNAD_LOSSES] > 0};
    status = policy_new(model->net, &model->shape, &self->policy, error);
    if (!status)
        status = start_search(self, model, settings, library, error);
    if (status)
        rnad_end(self);
    return status;
}

/* The `setup` callback: draws a setup of `army` from the policy. */
static void make_policy_setup(void *state, enum side side, const uint8_t army[RANKS],
                              const struct think *think, struct setup *setup)
{
    struct rnad *self = state;
    (void)side; /* setups do not depend on the side */
    policy_set_up(self->policy, &self->steps, army, think->rng, setup);
}

/* Sets the probabilities of moves that are not allowed to 0 and scales the others to sum 1. If the policy
 * gives all allowed moves probability 0, they become equally likely. */
static void restrict_to_allowed(const struct think *think, const struct move *moves, int count,
                                float *probability)
{
    float sum = 0, allowed = 0;
    for (int i = 0; i < count; i++) {
        bool may = think_allows(think, moves[i]);
        probability[i] = may ? probability[i] : -1; /* marks the moves that are not allowed */
        sum += may ? probability[i] : 0;
        allowed += (float)may;
    }
    for (int i = 0; i < count; i++)
        probability[i] = probability[i] < 0 ? 0 : sum > 0 ? probability[i] / sum : 1 / allowed;
}

/* Reports each allowed move's probability in per cent; `chosen` is the index of the move drawn. */
static void report_probabilities(const struct think *think, const struct move *moves, int count,
                                 const float *probability, size_t chosen)
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

/* Sets the probability of pointless threats (policy/threats.h) to 0 and scales the others. Does nothing if no
 * other move has a positive probability. */
static void drop_pointless_threats(const struct view *view, const struct move *moves, int count,
                                   float *probability)
{
    bool pointless[MOVES_MAX];
    float remaining = 0;
    for (int i = 0; i < count; i++) {
        pointless[i] = probability[i] > 0 && threat_is_pointless(&view->board, moves[i]);
        remaining += pointless[i] ? 0 : probability[i];
    }
    for (int i = 0; i < count && remaining > 0; i++)
        probability[i] = pointless[i] ? 0 : probability[i] / remaining;
}

/* Adds a view to the batch of the network at index `place`. It is `put` of struct bound_evaluator. */
static void put_view(void *context, const struct view *view, size_t place)
{
    const struct rnad *self = context;
    policy_put(self->policy, &self->steps, view, place);
}

/* Evaluates the batch of `count` views; values are -1 .. 1. It is `values` of struct bound_evaluator. */
static const float *evaluate_views(void *context, size_t count)
{
    const struct rnad *self = context;
    return policy_values(self->policy, count);
}

/* Returns the evaluator by which policy/bounds.h finds weak moves: the value of the agent's network. */
static struct bound_evaluator make_evaluator(struct rnad *self)
{
    return (struct bound_evaluator){put_view, evaluate_views, self, POLICY_BATCH};
}

/* Returns the limit for draw_sound_move: a move whose upper bound is below it counts as a mistake. The limit
 * is the value of the view (-1 .. 1) minus the option `bounds`. */
static float mistake_limit(struct rnad *self, const struct view *view)
{
    return policy_value(self->policy, &self->steps, view) - (float)self->option[RNAD_BOUNDS];
}

/* Draws a move, and draws again as long as its upper bound shows that it is a mistake. This gives the same
 * distribution as dropping all mistakes first, but evaluates only few moves. If all are mistakes, returns
 * the first draw. */
static size_t draw_sound_move(struct rnad *self, const struct view *view, const struct move *moves,
                              size_t count, const float *probability, struct rng *rng)
{
    const struct bound_evaluator evaluator = make_evaluator(self);
    float remaining[MOVES_MAX], sum = 1;
    memcpy(remaining, probability, count * sizeof remaining[0]);
    size_t first = policy_draw(remaining, count, rng), drawn = first;
    if (self->option[RNAD_BOUNDS] < 0 || probability[first] >= 1) /* no bounds, or no other move */
        return first;
    float limit = mistake_limit(self, view);
    while (bound_is_below(&evaluator, view, moves[drawn], limit)) {
        remaining[drawn] = 0;
        sum = 0;
        for (size_t i = 0; i < count; i++)
            sum += remaining[i];
        if (sum <= 0)
            return first;
        for (size_t i = 0; i < count; i++)
            remaining[i] /= sum;
        drawn = policy_draw(remaining, count, rng);
    }
    return drawn;
}

/* --- the study: from which policy a move was drawn --- */

/* Fills the study's policies for the stages of the network and of the steps that change its input or its
 * output. Each policy has all steps before it. Also sets which stages are on, and the chance to win (0 ..
 * 1). */
static void study_network_stages(struct rnad *self, const struct view *view, const struct think *think,
                                 struct policy_study *study)
{
    struct policy_steps steps = policy_steps_none;
    struct move moves[MOVES_MAX];
    float probability[MOVES_MAX];
    for (int stage = POLICY_NETWORK; stage <= POLICY_QUANTA; stage++) {
        /* Each stage adds its step to those before it. */
        steps.eagerness = stage == POLICY_EAGERNESS ? self->steps.eagerness : steps.eagerness;
        steps.memory = stage == POLICY_MEMORY ? self->steps.memory : steps.memory;
        steps.losses = stage == POLICY_LOSSES ? self->steps.losses : steps.losses;
        steps.threshold = stage == POLICY_THRESHOLD ? self->steps.threshold : steps.threshold;
        steps.quanta = stage == POLICY_QUANTA ? self->steps.quanta : steps.quanta;
        int count = policy_moves(self->policy, &steps, view, moves, probability);
        restrict_to_allowed(think, moves, count, probability);
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
    const double value = (double)policy_value(self->policy, &self->steps, view); /* may be outside -1 .. 1 */
    study->chance = fmin(fmax((1 + value) / 2, 0), 1);
}

/* Stores the probabilities of the allowed moves as the policy after a stage. */
static void store_stage(struct policy_study *study, enum policy_stage stage, const struct think *think,
                        const struct move *moves, int count, const float *probability)
{
    for (int i = 0, allowed_index = 0; i < count; i++)
        if (think_allows(think, moves[i]))
            study->probability[stage][allowed_index++] = probability[i];
}

/* Sets the policy after `stage` to the policy after `from`, without the mistakes and scaled to sum 1. If all
 * probable moves are mistakes, the policy stays the same. */
static void drop_mistakes(struct policy_study *study, const bool *mistake, enum policy_stage from,
                          enum policy_stage stage)
{
    const float *old_probability = study->probability[from];
    float remaining = 0;
    for (int i = 0; i < study->count; i++)
        remaining += mistake[i] ? 0 : old_probability[i];
    for (int i = 0; i < study->count; i++)
        study->probability[stage][i] = remaining <= 0 ? old_probability[i]
                                       : mistake[i]   ? 0 : old_probability[i] / remaining;
}

/* Completes a study that has the policies up to POLICY_THREATS and the one after POLICY_SEARCH: removes the
 * mistakes from both. `chance`: each move's chance to win by the search, 0 .. 1; `chosen`: index in `moves`
 * of the move drawn. */
static void finish_policy_study(struct rnad *self, const struct view *view, const struct think *think,
                                const struct move *moves, int count, const double *chance, size_t chosen)
{
    struct policy_study *study = self->study;
    const struct bound_evaluator evaluator = make_evaluator(self);
    bool mistake[MOVES_MAX] = {false};
    float limit = study->on[POLICY_BOUNDS] ? mistake_limit(self, view) : 0;
    for (int i = 0; i < study->count && study->on[POLICY_BOUNDS]; i++)
        mistake[i] = study->probability[POLICY_THREATS][i] > 0 &&
                     bound_is_below(&evaluator, view, study->move[i], limit);
    drop_mistakes(study, mistake, POLICY_THREATS, POLICY_BOUNDS);
    drop_mistakes(study, mistake, POLICY_SEARCH, POLICY_SEARCH);
    for (int i = 0, allowed_index = 0; i < count; i++)
        if (think_allows(think, moves[i])) {
            study->chosen = i == (int)chosen ? allowed_index : study->chosen;
            study->won[allowed_index++] = study->worlds ? chance[i] : NAN;
        }
}

/* The `move` callback: computes the policy, applies its steps and the search, and draws a move. */
static struct move rnad_move(void *state, const struct view *view, const struct think *think)
{
    struct rnad *self = state;
    struct move moves[MOVES_MAX];
    float probability[MOVES_MAX];
    double chance[MOVES_MAX];
    uint32_t worlds = 0;
    int count = policy_moves(self->policy, &self->steps, view, moves, probability);
    self->has_study = think->study && count;
    if (!count)
        return MOVE_NONE;
    restrict_to_allowed(think, moves, count, probability);
    if (self->option[RNAD_THREATS] > 0)
        drop_pointless_threats(view, moves, count, probability);
    if (self->has_study) {
        self->study = self->study ? self->study : memory_new(1, sizeof *self->study);
        study_network_stages(self, view, think, self->study);
        store_stage(self->study, POLICY_THREATS, think, moves, count, probability);
    }
    if (self->search)
        worlds = rnad_search_step(self->search, view, think, moves, count, probability, chance);
    size_t chosen = draw_sound_move(self, view, moves, (size_t)count, probability, think->rng);
    if (self->has_study) {
        self->study->worlds = worlds;
        store_stage(self->study, POLICY_SEARCH, think, moves, count, probability);
        finish_policy_study(self, view, think, moves, count, chance, chosen);
    }
    if (think->report)
        report_probabilities(think, moves, count, probability, chosen);
    return moves[chosen];
}

/* The `policy` callback: returns the study of the last move; NULL if it had none. */
static const struct policy_study *rnad_policy_study(void *state)
{
    const struct rnad *self = state;
    return self->has_study ? self->study : NULL;
}

/* The `weights` callback: returns the digest of the file with the network's weights; 0: from no file. */
static uint64_t rnad_weights(const void *state)
{
    const struct rnad *self = state;
    return self->digest;
}

const struct agent_kind agent_rnad = {
    .name = "rnad",
    .help = "a policy learnt by self-play: the weights of rnad.model",
    .options = "rnad", .profile = "veteran", .size = sizeof(struct rnad), .load = rnad_load, .end = rnad_end,
    .setup = make_policy_setup, .move = rnad_move, .policy = rnad_policy_study,
    .weights = rnad_weights,
};
