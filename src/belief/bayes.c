/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/bayes.h"

#include "belief/calibrate.h"
#include "belief/deboer.h"
#include "belief/explain.h"
#include "belief/mixture.h"
#include "belief/move_evidence.h"
#include "belief/players.h"
#include "belief/setup_evidence.h"

#include <string.h>

void bayes_start(struct belief *belief)
{
    setup_evidence_start(belief);
    players_start(belief);
    habits_start(&belief->habits);
    deboer_start(belief);
    mixture_start(belief); /* after deboer_start, whose weights it reads */
    calibrate_start(belief);
}

void bayes_watch(struct belief *belief, const struct event *event)
{
    setup_evidence_prefetch(belief, event);
    players_watch_setup(belief, event);
    /* An enemy's move may reveal a rank of the side's setup; only its own moves are evidence of behaviour. */
    if (belief->public_state.to_move != belief->side)
        return;
    if (belief->knowledge->habits)
        habits_watch(&belief->habits, &belief->public_state, belief->side, event);
    move_evidence_watch(belief, event);
}

/* Updates the habits after the event, and the weights of the neighbours of revealed pieces. */
void bayes_learn(struct belief *belief, const struct event *event, const uint8_t *reveals)
{
    if (belief->knowledge->habits)
        habits_learn(&belief->habits, &belief->public_state, belief->side, event);
    /* The statistics' weights of the neighbours count as evidence of the setup if a program plays. */
    if (belief->knowledge->options.neighbours > 0 && *reveals != NO_PIECE)
        mixture_take_weights(belief, deboer_update_neighbours(belief, reveals, players_mean(belief).setup));
}

/* --- behaviour --- */

/* Updates the rows' habits, and appends the changes to the evidence list if there is one. */
static void update_habits(struct belief *belief)
{
    const struct habit_weights *weights = belief->knowledge->habits;
    struct habit_row before[PIECES_A_SIDE];
    if (!weights)
        return;
    if (evidence_is_recorded(&belief->evidence))
        memcpy(before, habits_row(&belief->habits, 0), sizeof before);
    uint64_t changed = habits_weigh(&belief->habits, weights, &belief->public_state, belief->side);
    mixture_change(belief, changed);
    for (int row = 0; row < PIECES_A_SIDE && evidence_is_recorded(&belief->evidence); row++)
        if (changed >> row & 1)
            explain_habits(belief, row, &before[row]);
}

/* --- the whole posterior --- */

/* Fills belief->p, which is not normalised yet: updates the evidence of setup and habits, mixes the kinds of
 * player, and calibrates. */
void bayes_weigh(struct belief *belief)
{
    struct explained_before before;
    const float (*mixed)[RANKS] = mixture_rows(&belief->mixture);
    if (evidence_is_recorded(&belief->evidence))
        explain_begin(belief, &before);
    bool facts_changed = setup_evidence_update(belief);
    update_habits(belief);
    mixture_weigh(belief, facts_changed);
    if (belief->knowledge->calibration)
        calibrate_weigh(belief);
    else
        for (int row = 0; row < PIECES_A_SIDE; row++)
            for (int rank = 0; rank < RANKS; rank++)
                belief->p[row][rank] = (double)mixed[row][rank];
    if (evidence_is_recorded(&belief->evidence))
        explain_mixture(belief, &before);
}
