/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/vtrace.h"

#include <math.h>

const struct vtrace_options vtrace_standard = {.eta = 0.2, .rho = INFINITY, .c = 1, .lambda = 1};

void vtrace_end(struct vtrace_carry carry[2])
{
    for (int player = 0; player < 2; player++)
        carry[player] = (struct vtrace_carry){.ratio = 1};
}

/* Adds a step of the opponent to the carry of a player (Perolat et al. 2022, methods, equation 1). `reward`:
 * the reward of the step to the player, who also receives what the opponent pays by the transformation of
 * rewards. `printed`: as the paper prints it; if false, all that follows is corrected for the opponent's
 * action. */
static void add_opponent_step(const struct vtrace_options *options, const struct vtrace_step *step,
                              double reward, struct vtrace_carry *carry)
{
    double ratio = step->policy / step->behaviour;
    if (options->printed) {
        double transformed = reward + options->eta * step->log_ratio;
        carry->reward = transformed + ratio * carry->reward;
    } else {
        double received = options->eta * step->divergence;
        carry->reward = received + ratio * (reward + carry->reward);
        carry->plain_reward += reward + received;
    }
    carry->ratio *= ratio;
}

/* Computes the target of the acting player (Perolat et al. 2022, methods, equations 2 to 4) and the advantage
 * (the bracket of equation 5). The player's carry begins anew at this step. `reward`: the reward of the step
 * to the player, who pays for it by the transformation of rewards. `printed`: as the paper prints them, with
 * faults that struct vtrace_options lists. */
static struct vtrace_target add_own_step(const struct vtrace_options *options, const struct vtrace_step *step,
                                         double reward, struct vtrace_carry *carry)
{
    /* Importance weight of this action and of the opponent's actions until the player's next turn, with its
     * two limits. */
    double ratio = step->policy / step->behaviour, weight = ratio * carry->ratio;
    double rho = fmin(options->rho, weight), c = options->lambda * fmin(options->c, weight);
    /* The rewards until then, and what the player pays for this action. */
    double later = options->printed ? ratio * carry->reward : carry->plain_reward;
    double paid = options->eta * (options->printed ? step->log_ratio : step->divergence);
    struct vtrace_target target;
    target.value = step->value + rho * (reward - paid + later + carry->value - step->value) +
                   c * (carry->target - carry->value);
    if (options->printed)
        target.advantage = reward + ratio * (carry->reward + carry->target) - step->value;
    else
        target.advantage = reward + carry->reward + carry->ratio * carry->target - step->value;
    /* This step is the player's next turn for the steps before it. */
    *carry = (struct vtrace_carry){.target = target.value, .value = step->value, .ratio = 1};
    return target;
}

void vtrace_backward(const struct vtrace_options *options, const struct vtrace_step *steps, size_t count,
                     struct vtrace_carry carry[2], struct vtrace_target *targets)
{
    for (size_t t = count; t-- > 0;) { /* a step is an own one to its player, an opponent's to the other */
        const struct vtrace_step *step = &steps[t];
        double reward = step->player ? -step->reward : step->reward;
        add_opponent_step(options, step, -reward, &carry[!step->player]);
        targets[t] = add_own_step(options, step, reward, &carry[step->player]);
    }
}

void vtrace_action_values(const struct vtrace_options *options, const struct vtrace_step *step,
                          const struct vtrace_target *target, const double *log_ratios, size_t count,
                          size_t action, double *values)
{
    for (size_t a = 0; a < count; a++)
        values[a] = step->value - options->eta * log_ratios[a];
    values[action] += target->advantage / step->behaviour;
}
