/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/setup_evidence.h"

#include "belief/belief.h"
#include "belief/calibrate.h"
#include "belief/explain.h"
#include "belief/mixture.h"
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

/* Computes the first prior: the network's output when only the occupied places are known. If there is no
 * network, it is the statistics' table of ranks by place. */
static void start_network(struct belief *belief)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    const struct net *network = knowledge->network;
    struct setup_evidence *setup = &belief->setup;
    if (!network) {
        memcpy(setup->prior, knowledge->prior, sizeof setup->prior);
        return;
    }
    network_start(network, &setup->sums);
    /* In variants without empty places a hidden piece is no input. */
    for (int row = 0; row < PIECES_A_SIDE && knowledge->hidden_state != NETWORK_NOTHING; row++) {
        int place = belief->public_state.piece[side_base(belief->side) + row].place;
        if (place == PLACE_NONE)
            continue;
        setup->state[place] = (uint8_t)knowledge->hidden_state;
        network_change(network, &setup->sums, place, NETWORK_NOTHING, setup->state[place]);
    }
    network_logits(network, &setup->sums, setup->prior);
}

void setup_evidence_start(struct belief *belief)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        belief->setup.state[place] = NETWORK_NOTHING;
    recall_start(&belief->setup.recall, knowledge->families, &knowledge->recall_terms, places_taken(belief));
    start_network(belief);
}

void setup_evidence_prefetch(const struct belief *belief, const struct event *event)
{
    struct setup_fact fact[2];
    int count = belief->knowledge->network ? facts_of_event(belief, event, fact) : 0;
    for (int i = 0; i < count; i++) {
        int place = belief->public_state.piece[side_base(belief->side) + fact[i].row].place;
        if (place == PLACE_NONE)
            continue;
        network_prefetch(belief->knowledge->network, place,
                         fact[i].rank < RANKS ? fact[i].rank : NETWORK_MOVED);
        network_prefetch(belief->knowledge->network, place, belief->setup.state[place]);
    }
}

/* Returns the probability, if the setup is new, that the piece has one of `ranks` (bit r for rank r). It is a
 * weighted geometric mean of the probability by the setup alone and that by all evidence. The weight of the
 * second falls as recall.habits rises, because recall_mix then counts the moves itself. */
static float new_setup_probability(const struct belief *belief, int row, int place, uint16_t ranks)
{
    float habits = belief->knowledge->recall_terms.habits, setup = 0, all = 0, weight[RANKS];
    if (belief->ply == 0) { /* the first position of a game under way: use only the network's output */
        memcpy(weight, belief->setup.prior[place], sizeof weight);
        mixture_raise(weight, RANKS_ALL);
        for (int rank = 0; rank < RANKS; rank++) {
            all += weight[rank];
            setup += ranks >> rank & 1 ? weight[rank] : 0;
        }
        return setup / all;
    }
    const float *setup_p = mixture_setup_p(&belief->mixture)[row];
    const float *new_p = mixture_new_p(&belief->mixture)[row];
    for (int rank = 0; rank < RANKS; rank++)
        if (ranks >> rank & 1) {
            setup += setup_p[rank];
            all += new_p[rank];
        }
    habits = habits < 1 ? habits : 1;
    return fast_exp(habits * fast_log(fmaxf(setup, 1e-9f)) + (1 - habits) * fast_log(fmaxf(all, 1e-9f)));
}

/* Updates the belief after the state of a place changed to `state` (a rank, NETWORK_MOVED, or a state of
 * hidden pieces). Updates the weights of known setups (recall) first, then the network's inputs. */
static void learn_place(struct belief *belief, int row, int place, int state)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    const struct recall_terms *terms = &knowledge->recall_terms;
    struct setup_evidence *setup = &belief->setup;
    uint16_t ranks = (uint16_t)(1u << state);
    bool is_observed = state <= NETWORK_MOVED;
    if (is_observed && knowledge->calibration && belief->ply > 0)
        calibrate_watch_fact(belief, row, place, state);
    if (state == NETWORK_MOVED)
        ranks = RANKS_ALL & (uint16_t)~RANKS_IMMOBILE;
    if (is_observed && recall_knows(&setup->recall))
        recall_add_fact(&setup->recall, knowledge->families, terms, place, ranks,
                        new_setup_probability(belief, row, place, ranks),
                        state == NETWORK_MOVED ? terms->moved : terms->seen);
    if (knowledge->network)
        network_change(knowledge->network, &setup->sums, place, setup->state[place], state);
    setup->state[place] = (uint8_t)state;
    /* In the first position several facts may be known; each is then predicted by the ones before it. */
    if (belief->ply == 0 && knowledge->network)
        network_logits(knowledge->network, &setup->sums, setup->prior);
}

bool setup_evidence_update(struct belief *belief)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    const struct net *network = knowledge->network;
    struct setup_evidence *setup = &belief->setup;
    int base = side_base(belief->side);
    bool changed = false;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const struct public_piece *piece = &belief->public_state.piece[base + row];
        int place = piece->place, state = knowledge->hidden_state;
        if (place == PLACE_NONE)
            continue;
        if (piece->rank != RANK_UNKNOWN)
            state = piece->rank;
        else if (piece->moved)
            state = NETWORK_MOVED;
        if (state == setup->state[place])
            continue;
        learn_place(belief, row, place, state);
        changed = true;
    }
    if (changed) {
        float before[PIECES_A_SIDE][RANKS];
        memcpy(before, setup->prior, sizeof before);
        if (network)
            network_logits(network, &setup->sums, setup->prior);
        mixture_change(belief, ~(uint64_t)0);
        if (recall_knows(&setup->recall))
            recall_settle(&setup->recall, knowledge->families, &knowledge->recall_terms);
        if (evidence_is_recorded(&belief->evidence))
            explain_setup(belief, (const float (*)[RANKS])before);
    }
    const uint16_t *mask = facts_all_ranks(&belief->facts);
    changed |= memcmp(setup->seen_mask, mask, sizeof setup->seen_mask) != 0;
    if (recall_knows(&setup->recall) && changed) /* only known setups use setup_p */
        mixture_weigh_setup(belief);
    memcpy(setup->seen_mask, mask, sizeof setup->seen_mask);
    return changed;
}
