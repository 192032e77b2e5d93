/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/bayes.h"

#include "belief/calibrate.h"
#include "belief/deboer.h"
#include "belief/explain.h"
#include "belief/facts.h"
#include "belief/mixture.h"
#include "belief/players.h"
#include "belief/rank_vector.h"

#include <math.h>
#include <string.h>

/* Returns the set of places where the side's pieces began, as far as they are known. */
static placeset places_taken(const struct belief *belief)
{
    placeset taken = 0;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        int place = belief->public_state.piece[side_base(belief->side) + row].place;
        taken |= place == PLACE_NONE ? 0 : PLACE_BIT(place);
    }
    return taken;
}

/* Computes the first prior: the network's output when only the occupied places are known; without a network,
 * the statistics' table of ranks by place. */
static void start_network(struct belief *belief)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    const struct net *network = knowledge->network;
    if (!network) {
        memcpy(belief->prior, knowledge->prior, sizeof belief->prior);
        return;
    }
    network_start(network, &belief->sums);
    for (int row = 0; row < PIECES_A_SIDE && knowledge->hidden_state != NETWORK_NOTHING; row++) {
        int place = belief->public_state.piece[side_base(belief->side) + row].place;
        if (place == PLACE_NONE)
            continue;
        belief->state[place] = (uint8_t)knowledge->hidden_state;
        network_change(network, &belief->sums, place, NETWORK_NOTHING, belief->state[place]);
    }
    network_answer(network, &belief->sums, belief->prior);
}

void bayes_start(struct belief *belief)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        belief->state[place] = NETWORK_NOTHING;
    belief->novelty[SETUP_NEW] = 1;
    recall_start(&belief->recall, knowledge->families, &knowledge->recall_terms, places_taken(belief));
    players_start(belief);
    habits_start(&belief->habits);
    deboer_start(belief);
    mixture_start(belief);
    calibrate_start(belief);
    start_network(belief);
}

/* Prefetches the network's weights for the facts that the event will reveal. They are spread over megabytes,
 * and other work is done before they are used. */
static void expect_facts(const struct belief *belief, const struct event *event)
{
    struct setup_fact fact[2];
    int count = belief->knowledge->network ? facts_of_event(belief, event, fact) : 0;
    for (int i = 0; i < count; i++) {
        int place = belief->public_state.piece[side_base(belief->side) + fact[i].row].place;
        if (place == PLACE_NONE)
            continue;
        network_prefetch(belief->knowledge->network, place,
                         fact[i].rank < RANKS ? fact[i].rank : NETWORK_MOVED);
        network_prefetch(belief->knowledge->network, place, belief->state[place]);
    }
}

void bayes_watch(struct belief *belief, const struct event *event)
{
    expect_facts(belief, event);
    players_watch_setup(belief, event);
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
    if (belief->knowledge->options.neighbours > 0 && *reveals != NO_PIECE)
        mixture_take_weights(belief, deboer_neighbours(belief, reveals, players_mean(belief).setup));
}

/* --- the setup --- */

/* Returns the probability, if the setup is new, that the piece has one of `ranks` (bit r for rank r). It is
 * a weighted geometric mean of the probability by the setup alone and of that by all evidence; the weight of
 * the latter falls as recall.habits rises, because recall_mix then counts the moves itself. */
static float new_setup_probability(const struct belief *belief, int row, int place, uint16_t ranks)
{
    float habits = belief->knowledge->recall_terms.habits, setup = 0, all = 0, weight[RANKS];
    if (belief->ply == 0) { /* the first position of a game under way: use only the network's output */
        memcpy(weight, belief->prior[place], sizeof weight);
        mixture_raise(weight, RANKS_ALL);
        for (int rank = 0; rank < RANKS; rank++) {
            all += weight[rank];
            setup += ranks >> rank & 1 ? weight[rank] : 0;
        }
        return setup / all;
    }
    for (int rank = 0; rank < RANKS; rank++)
        if (ranks >> rank & 1) {
            setup += belief->setup_p[row][rank];
            all += belief->new_p[row][rank];
        }
    habits = habits < 1 ? habits : 1;
    return fast_exp(habits * fast_log(fmaxf(setup, 1e-9f)) + (1 - habits) * fast_log(fmaxf(all, 1e-9f)));
}

/* Updates the belief after the state of a place changed to `state` (a rank, NETWORK_MOVED, or a state of
 * hidden pieces): first the weights of known setups (recall), then the network's inputs. */
static void learn_place(struct belief *belief, int row, int place, int state)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    const struct recall_terms *terms = &knowledge->recall_terms;
    uint16_t ranks = (uint16_t)(1u << state);
    bool is_observed = state <= NETWORK_MOVED;
    if (is_observed && knowledge->calibration && belief->ply > 0)
        calibrate_watch_fact(belief, row, place, state);
    if (state == NETWORK_MOVED)
        ranks = RANKS_ALL & (uint16_t)~RANKS_IMMOBILE;
    if (is_observed && belief->recall.count)
        recall_fact(&belief->recall, knowledge->families, terms, place, ranks,
                    new_setup_probability(belief, row, place, ranks),
                    state == NETWORK_MOVED ? terms->moved : terms->seen);
    if (knowledge->network)
        network_change(knowledge->network, &belief->sums, place, belief->state[place], state);
    belief->state[place] = (uint8_t)state;
    if (belief->ply == 0 && knowledge->network)
        network_answer(knowledge->network, &belief->sums, belief->prior);
}

/* Updates the belief by the places whose state has changed since the last call: known setups, the network's
 * output, and the evidence list. Returns whether a state or a mask of ranks has changed. */
static bool update_setup(struct belief *belief)
{
    const struct net *network = belief->knowledge->network;
    int base = side_base(belief->side);
    bool changed = false;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const struct public_piece *piece = &belief->public_state.piece[base + row];
        int place = piece->place, state = belief->knowledge->hidden_state;
        if (place == PLACE_NONE)
            continue;
        if (piece->rank != RANK_UNKNOWN)
            state = piece->rank;
        else if (piece->moved)
            state = NETWORK_MOVED;
        if (state == belief->state[place])
            continue;
        learn_place(belief, row, place, state);
        changed = true;
    }
    if (changed) {
        float before[PIECES_A_SIDE][RANKS];
        memcpy(before, belief->prior, sizeof before);
        if (network)
            network_answer(network, &belief->sums, belief->prior);
        mixture_change(belief, ~(uint64_t)0);
        if (belief->recall.count)
            recall_settle(&belief->recall, belief->knowledge->families, &belief->knowledge->recall_terms);
        if (evidence_is_recorded(&belief->evidence))
            explain_setup(belief, (const float (*)[RANKS])before);
    }
    const uint16_t *mask = facts_all_ranks(&belief->facts);
    changed |= memcmp(belief->setup_mask, mask, sizeof belief->setup_mask) != 0;
    if (belief->recall.count && changed)
        mixture_weigh_setup(belief);
    memcpy(belief->setup_mask, mask, sizeof belief->setup_mask);
    return changed;
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
        memcpy(before, belief->habits.row, sizeof before);
    uint64_t changed = habits_weigh(&belief->habits, weights, &belief->public_state, belief->side);
    mixture_change(belief, changed);
    for (int row = 0; row < PIECES_A_SIDE && evidence_is_recorded(&belief->evidence); row++)
        if (changed >> row & 1)
            explain_habits(belief, row, &before[row]);
}

/* --- the whole posterior --- */

/* Fills `p` with the weights of the ranks: updates setup and habits, mixes the kinds of player,
 * calibrates. */
void bayes_weigh(struct belief *belief)
{
    struct explained_before before;
    if (evidence_is_recorded(&belief->evidence))
        explain_begin(belief, &before);
    bool facts = update_setup(belief);
    update_habits(belief);
    mixture_weigh(belief, facts);
    if (belief->knowledge->calibration)
        calibrate_weigh(belief);
    else
        for (int row = 0; row < PIECES_A_SIDE; row++)
            for (int rank = 0; rank < RANKS; rank++)
                belief->p[row][rank] = (double)belief->mixed[row][rank];
    if (evidence_is_recorded(&belief->evidence))
        explain_mixture(belief, &before);
}
