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

#include <stdlib.h>
#include <string.h>

struct rnad {
    double option[RNAD_NUMBERS];
    struct policy_steps steps;
    struct policy *policy;
    struct rnad_search *search; /* NULL: none */
};

static void end(void *state)
{
    struct rnad *self = state;
    rnad_search_free(self->search);
    policy_free(self->policy);
    free(self);
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

static enum status start(void **state, const struct settings *settings, struct library *library,
                         struct error *error)
{
    const struct policy_model *model;
    enum status status = library_chosen_policy(library, settings, &model, error);
    if (status)
        return status;
    struct rnad *self = memory_new(1, sizeof *self);
    settings_group(settings, rnad_group.name, self->option, RNAD_NUMBERS);
    const double *option = self->option;
    self->steps = (struct policy_steps){(float)option[RNAD_THRESHOLD], (int)option[RNAD_QUANTA],
                                        (int)option[RNAD_SET_UP_QUANTA], (float)option[RNAD_EAGERNESS],
                                        option[RNAD_MEMORY] > 0};
    status = policy_new(model->net, &model->shape, &self->policy, error);
    if (!status)
        status = start_search(self, model, settings, library, error);
    if (status)
        end(self);
    else
        *state = self;
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

/* Draws a move, and draws again without it as long as its upper bound says that it is a mistake: the same as
 * to drop all mistakes before, but few moves are looked at. If all are mistakes, none is dropped. */
static size_t draw_sound_move(struct rnad *self, const struct view *view, const struct move *moves,
                              size_t count, const float *probability, struct rng *rng)
{
    const struct bound_judge judge = {put_view, value_views, self, POLICY_BATCH};
    float left[MOVES_MAX], sum = 1;
    memcpy(left, probability, count * sizeof left[0]);
    size_t first = policy_draw(left, count, rng), drawn = first;
    if (self->option[RNAD_BOUNDS] < 0 || probability[first] >= 1)
        return first;
    float least = policy_value(self->policy, &self->steps, view) - (float)self->option[RNAD_BOUNDS];
    while (bound_is_below(&judge, view, moves[drawn], least)) {
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

static struct move draw_move(void *state, const struct view *view, const struct think *think)
{
    struct rnad *self = state;
    struct move moves[MOVES_MAX];
    float probability[MOVES_MAX];
    double chance[MOVES_MAX];
    int count = policy_moves(self->policy, &self->steps, view, moves, probability);
    if (!count)
        return MOVE_NONE;
    keep_allowed(think, moves, count, probability);
    if (self->option[RNAD_THREATS] > 0)
        drop_threats(view, moves, count, probability);
    if (self->search)
        rnad_search_step(self->search, view, think, moves, count, probability, chance);
    size_t chosen = draw_sound_move(self, view, moves, (size_t)count, probability, think->rng);
    if (think->report)
        report(think, moves, count, probability, chosen);
    return moves[chosen];
}

const struct agent_kind agent_rnad = {
    .name = "rnad",
    .help = "a policy learnt by self-play: the weights of rnad.model",
    .options = "rnad",
    .profile = "veteran",
    .start = start,
    .end = end,
    .setup = set_up,
    .move = draw_move,
};
