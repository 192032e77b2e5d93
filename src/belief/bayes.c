/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/bayes.h"

#include "belief/deboer.h"
#include "belief/explain.h"
#include "belief/facts.h"
#include "belief/mixture.h"
#include "belief/players.h"
#include "belief/rank_vector.h"

#include <math.h>
#include <string.h>

void bayes_start(struct belief *belief)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        belief->state[place] = NETWORK_NOTHING;
    belief->novelty[SETUP_NEW] = 1;
    recall_start(&belief->recall, knowledge->families, &knowledge->recall_terms);
    players_start(belief);
    habits_start(&belief->habits);
    deboer_start(belief);
    mixture_start(belief);
    for (int rank = 0; rank < RANKS; rank++)
        belief->level_scale[rank] = 1;
    network_start(knowledge->network, &belief->sums);
    network_answer(knowledge->network, &belief->sums, belief->prior);
}

/* Adds to a row's evidence; `change` is by player and rank. */
static void add_evidence(struct belief *belief, int row, enum evidence_kind kind,
                         float change[PLAYER_KINDS][RANKS])
{
    for (int player = 0; player < PLAYER_KINDS; player++)
        ranks_store(ranks_add(ranks_load(belief->log_likelihood[row][player]), ranks_load(change[player])),
                    belief->log_likelihood[row][player]);
    if (!belief->evidence_list)
        return;
    float weighed[RANKS];
    struct evidence_weights shares = players_mean(belief);
    for (int rank = 0; rank < RANKS; rank++)
        weighed[rank] = shares.moves[PLAYER_PEOPLE] * change[PLAYER_PEOPLE][rank] +
                        shares.moves[PLAYER_PROGRAMS] * change[PLAYER_PROGRAMS][rank];
    belief_add_evidence(belief, row, kind, weighed);
}

/* The strengths to be expected of the side's moves, by the belief before the move. */
struct expected {
    float by_row[PIECES_A_SIDE][PLAYER_KINDS], sum[PLAYER_KINDS], made[PLAYER_KINDS];
};

static void expect_strengths(const struct belief *belief, const struct move_strengths *strengths, int mover,
                             struct expected *expected)
{
    memset(expected, 0, sizeof *expected);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        struct rank_vector p = ranks_from_doubles(belief->p[row]);
        for (int player = 0; player < PLAYER_KINDS; player++) {
            float sum = ranks_sum(ranks_times(p, ranks_load(strengths->total[row][player])));
            expected->by_row[row][player] = sum;
            expected->sum[player] += sum;
            if (row == mover)
                expected->made[player] = ranks_sum(ranks_times(p, ranks_load(strengths->made[player])));
        }
    }
}

/* Has the network's numbers fetched for what the event is going to tell of the setup: they are spread over
 * megabytes, and there is enough to do until they are wanted. */
static void expect_facts(const struct belief *belief, const struct event *event)
{
    const uint8_t *at = belief->public_state.at;
    const int number[2] = {at[event->move.from], at[event->move.to]};
    const int rank[2] = {event->attacker, event->defender};
    for (int i = 0; i < 2; i++) {
        if (number[i] >= PIECES || piece_side(number[i]) != belief->side ||
            !belief_is_hidden(belief, number[i]))
            continue;
        int place = belief->public_state.piece[number[i]].place;
        int state = rank[i] < RANKS ? rank[i] : i == 0 ? NETWORK_MOVED : NETWORK_NOTHING;
        if (place == PLACE_NONE || state == NETWORK_NOTHING || state == belief->state[place])
            continue;
        network_expect(belief->knowledge->network, place, state);
        network_expect(belief->knowledge->network, place, belief->state[place]);
    }
}

/* The move that was made, and those that were not: for each hidden piece and rank
 *
 *     P(move | rank) = strength of the move
 *                      / (strengths of the others + strengths of the piece with that rank),
 *
 * the others' strengths being those expected by the belief before the move. A constant factor for all ranks
 * of a piece does not matter. The same by people's weights and by programs', and which of the two make the
 * side's moves likelier tells who plays it. */
void bayes_watch(struct belief *belief, const struct event *event)
{
    struct move_strengths strengths;
    struct expected expected;
    float change[PLAYER_KINDS][RANKS];
    expect_facts(belief, event);
    players_watch_setup(belief, event);
    if (belief->public_state.to_move != belief->side)
        return;
    if (belief->knowledge->habits)
        habits_watch(&belief->habits, &belief->public_state, belief->side, event);
    int base = side_base(belief->side);
    int mover = belief->public_state.at[event->move.from] - base;
    move_model_strengths(&belief->knowledge->move_weights, &belief->public_state, event->move, belief->mask,
                         &strengths);
    expect_strengths(belief, &strengths, mover, &expected);
    const float *made = expected.made, *sum = expected.sum;
    if (made[PLAYER_PEOPLE] > 0 && made[PLAYER_PROGRAMS] > 0)
        players_watch_move(belief, log((double)made[PLAYER_PROGRAMS] / sum[PLAYER_PROGRAMS]) -
                                       log((double)made[PLAYER_PEOPLE] / sum[PLAYER_PEOPLE]));
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        if (!belief_is_hidden(belief, base + row) || (expected.by_row[row][0] == 0 && row != mover))
            continue;
        for (int player = 0; player < PLAYER_KINDS; player++) {
            float others = sum[player] - expected.by_row[row][player];
            others = others > 1e-6f * sum[player] ? others : 1e-6f * sum[player];
            struct rank_vector all = ranks_add(ranks_all(others), ranks_load(strengths.total[row][player]));
            ranks_store(ranks_scaled(ranks_log(ranks_scaled(all, 1 / sum[player])), -1), change[player]);
        }
        add_evidence(belief, row, EVIDENCE_STOOD_STILL, change);
        if (row != mover)
            continue;
        for (int player = 0; player < PLAYER_KINDS; player++)
            for (int rank = 0; rank < RANKS; rank++)
                change[player][rank] = strengths.made[player][rank] > 0
                                           ? logf(strengths.made[player][rank] / sum[player])
                                           : -40;
        add_evidence(belief, row, EVIDENCE_MOVED, change);
    }
}

void bayes_learn(struct belief *belief, const struct event *event, const uint8_t *reveals)
{
    if (belief->knowledge->habits)
        habits_learn(&belief->habits, &belief->public_state, belief->side, event);
    if (belief->knowledge->options.neighbours > 0 && *reveals != NO_PIECE)
        mixture_take_weights(belief, deboer_neighbours(belief, reveals, players_mean(belief).setup));
}

/* --- the setup --- */

/* How probable it was, if the setup is new, that the piece is one of `ranks`: as far as moves are evidence
 * for families too, by the setup alone. */
static float expected_of(const struct belief *belief, int row, int place, uint16_t ranks)
{
    float habits = belief->knowledge->recall_terms.habits, setup = 0, all = 0, fresh[RANKS];
    if (belief->ply == 0) { /* a game that is under way: what the network alone says of the place */
        memcpy(fresh, belief->prior[place], sizeof fresh);
        mixture_raise(fresh, RANKS_ALL);
        for (int rank = 0; rank < RANKS; rank++) {
            all += fresh[rank];
            setup += ranks >> rank & 1 ? fresh[rank] : 0;
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

/* Keeps how well a rank that was seen had been foretold. */
static void watch_rank(struct belief *belief, int row, int place, int seen)
{
    const uint8_t *left = belief->public_state.unknown_count[belief->side];
    float table[RANKS];
    fast_exp_all(belief->knowledge->prior[place], table, RANKS);
    for (int rank = 0; rank < RANKS; rank++)
        table[rank] = belief->level[row][rank] > 0
                          ? table[rank] * (float)(left[rank] + (rank == seen)) / rank_table[rank].count : 0;
    calibration_watch(&belief->record, seen, belief->level[row], belief->new_p[row], table);
}

/* What a fact about a place tells of the known setups, and then of the new ones. */
static void learn_place(struct belief *belief, int row, int place, int state)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    const struct recall_terms *terms = &knowledge->recall_terms;
    uint16_t ranks = (uint16_t)(1u << state);
    if (state < RANKS && knowledge->calibration)
        watch_rank(belief, row, place, state);
    if (state == NETWORK_MOVED)
        ranks = RANKS_ALL & (uint16_t)~RANKS_IMMOBILE;
    if (state != NETWORK_NOTHING && belief->recall.count)
        recall_fact(&belief->recall, knowledge->families, terms, place, ranks,
                    expected_of(belief, row, place, ranks),
                    state == NETWORK_MOVED ? terms->moved : terms->seen);
    network_change(knowledge->network, &belief->sums, place, belief->state[place], state);
    belief->state[place] = (uint8_t)state;
    if (belief->ply == 0)
        network_answer(knowledge->network, &belief->sums, belief->prior);
}

/* Takes in what has become known of places since it was last asked; false where nothing has. */
static bool look_at_setup(struct belief *belief)
{
    const struct network *network = belief->knowledge->network;
    int base = side_base(belief->side);
    bool changed = false;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const struct public_piece *piece = &belief->public_state.piece[base + row];
        int place = piece->place, state = NETWORK_NOTHING;
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
        network_answer(network, &belief->sums, belief->prior);
        if (belief->recall.count)
            recall_settle(&belief->recall, belief->knowledge->families, &belief->knowledge->recall_terms);
        if (belief->evidence_list)
            explain_setup(belief, (const float (*)[RANKS])before);
    }
    changed |= memcmp(belief->setup_mask, belief->mask, sizeof belief->mask) != 0;
    if (belief->recall.count && changed)
        mixture_weigh_setup(belief);
    memcpy(belief->setup_mask, belief->mask, sizeof belief->setup_mask);
    return changed;
}

/* --- behaviour --- */

/* Brings what the pieces did and did not do up to date. */
static void look_at_habits(struct belief *belief)
{
    const struct habit_weights *weights = belief->knowledge->habits;
    struct habit_row before[PIECES_A_SIDE];
    if (!weights)
        return;
    if (belief->evidence_list)
        memcpy(before, belief->habits.row, sizeof before);
    uint64_t changed = habits_weigh(&belief->habits, weights, &belief->public_state, belief->side);
    for (int row = 0; row < PIECES_A_SIDE && belief->evidence_list; row++)
        if (changed >> row & 1)
            explain_habits(belief, row, &before[row]);
}

/* --- how sure it may be --- */

/* The signs that each row has for itself. */
static void find_own_signs(const struct belief *belief, int row, float sign[CALIBRATION_SIGNS])
{
    sign[SIGN_TOP] = ranks_most(ranks_load(belief->level[row]));
    sign[SIGN_KNOWN] = belief->known_part[row];
    sign[SIGN_MOVED] = belief->public_state.piece[side_base(belief->side) + row].moved;
}

void bayes_signs(const struct belief *belief, int row, float sign[CALIBRATION_SIGNS])
{
    int hidden = 0;
    for (int rank = 0; rank < RANKS; rank++)
        hidden += belief->public_state.unknown_count[belief->side][rank];
    sign[SIGN_NEW] = belief->novelty[SETUP_NEW];
    sign[SIGN_NEAR] = belief->novelty[SETUP_NEAR];
    sign[SIGN_HIDDEN] = (float)hidden;
    sign[SIGN_LUCK] = calibration_rate(&belief->record, belief->record.luck);
    sign[SIGN_GAIN] = calibration_rate(&belief->record, belief->record.gain);
    sign[SIGN_ANYONE] = belief->player_posterior[PLAYER_ANYONE];
    find_own_signs(belief, row, sign);
}

/* Raises all rows to their powers, into `p`. What these go by was learnt from people's games, so they count
 * as far as people play. */
static void calibrate(struct belief *belief)
{
    static const enum calibration_sign own[] = {SIGN_TOP, SIGN_KNOWN, SIGN_MOVED};
    const struct belief_knowledge *knowledge = belief->knowledge;
    float part = (float)knowledge->options.calibration * belief->player_posterior[PLAYER_PEOPLE];
    float sign[CALIBRATION_SIGNS];
    struct calibration_place place;
    for (int row = 0; row < PIECES_A_SIDE; row++)
        ranks_store(ranks_choose(belief->mask[row], ranks_load(belief->mixed[row]), ranks_all(0)),
                    belief->level[row]);
    mixture_scale(belief, belief->level, belief->level_scale);
    bayes_signs(belief, 0, sign);
    calibration_locate(sign, &place);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        float raised[RANKS];
        if (!belief_is_hidden(belief, side_base(belief->side) + row))
            continue;
        find_own_signs(belief, row, sign);
        for (size_t i = 0; i < sizeof own / sizeof *own; i++)
            calibration_locate_one(own[i], sign[own[i]], &place);
        belief->power[row] = fast_exp(part * calibration_sum(knowledge->calibration, &place));
        memcpy(raised, belief->level[row], sizeof raised);
        calibration_raise(raised, belief->power[row]);
        for (int rank = 0; rank < RANKS; rank++)
            belief->p[row][rank] = (double)raised[rank];
    }
}

/* --- the whole --- */

void bayes_weigh(struct belief *belief)
{
    struct explained_before before;
    if (belief->evidence_list)
        explain_begin(belief, &before);
    bool facts = look_at_setup(belief);
    look_at_habits(belief);
    mixture_weigh(belief, facts);
    for (int row = 0; row < PIECES_A_SIDE; row++)
        for (int rank = 0; rank < RANKS; rank++)
            belief->p[row][rank] = (double)belief->mixed[row][rank];
    if (belief->knowledge->calibration)
        calibrate(belief);
    if (belief->evidence_list)
        explain_mixture(belief, &before);
}
