/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A policy that learnt by self-play (learn rnad), with the steps at test time of Perolat et al. 2022: it sets
 * up and moves by what it draws, without search. */
#include "agent/kinds.h"

#include "base/memory.h"
#include "policy/policy.h"

#include <stdlib.h>

enum { THRESHOLD, QUANTA, SET_UP_QUANTA, EAGERNESS, NUMBERS, MODEL = NUMBERS /* a file */, OPTIONS };

static const char *const model_names[] = {"untrained", NULL};

static const struct option options[OPTIONS] = {
    [THRESHOLD] = {"threshold", OPTION_NUMBER, 0, 1, 0.03, NULL, "probability",
                   "less probable actions are dropped", "Perolat et al. 2022, table 4"},
    [QUANTA] = {"quanta", OPTION_INT, 0, 1000, 16, NULL, "",
                "probabilities are multiples of 1 / this; 0: any", "Perolat et al. 2022, table 4"},
    [SET_UP_QUANTA] = {"set_up_quanta", OPTION_INT, 0, 1000, 32, NULL, "", "the same of its setup",
                       "Perolat et al. 2022, table 4"},
    [EAGERNESS] = {"eagerness", OPTION_NUMBER, 1, 16, 2, NULL, "",
                   "from 1 up: the longer nothing is attacked, the more it believes the draw to be near",
                   "Perolat et al. 2022, table 4"},
    [MODEL] = {"model", OPTION_FILE, 0, 0, 0, model_names, "",
               "the weights; 'learn rnad --net' writes such a file", ""},
};

const struct option_group rnad_group = {
    .name = "rnad",
    .meaning = "the weights of the agent rnad, and how it draws by them",
    .options = options,
    .count = OPTIONS,
};

struct rnad {
    struct policy_steps steps;
    struct policy *policy;
};

static enum status start(void **state, const struct settings *settings, struct library *library,
                         struct error *error)
{
    double option[NUMBERS];
    const struct policy_model *model;
    enum status status = library_chosen_policy(library, settings, &model, error);
    if (status)
        return status;
    struct rnad *self = memory_new(1, sizeof *self);
    settings_group(settings, rnad_group.name, option, NUMBERS);
    self->steps = (struct policy_steps){(float)option[THRESHOLD], (int)option[QUANTA],
                                        (int)option[SET_UP_QUANTA], (float)option[EAGERNESS]};
    status = policy_new(model->net, &model->shape, &self->policy, error);
    if (status)
        free(self);
    else
        *state = self;
    return status;
}

static void end(void *state)
{
    struct rnad *self = state;
    policy_free(self->policy);
    free(self);
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

static struct move draw_move(void *state, const struct view *view, const struct think *think)
{
    struct rnad *self = state;
    struct move moves[MOVES_MAX];
    float probability[MOVES_MAX];
    if (!think->root && !think->report)
        return policy_draw_move(self->policy, &self->steps, view, think->rng);
    int count = policy_moves(self->policy, &self->steps, view, moves, probability);
    if (!count)
        return MOVE_NONE;
    keep_allowed(think, moves, count, probability);
    size_t chosen = policy_draw(probability, (size_t)count, think->rng);
    if (think->report)
        report(think, moves, count, probability, chosen);
    return moves[chosen];
}

const struct agent_kind agent_rnad = {
    .name = "rnad",
    .help = "a policy learnt by self-play: the weights of rnad.model",
    .options = "rnad",
    .start = start,
    .end = end,
    .setup = set_up,
    .move = draw_move,
    .only_own = true,
};
