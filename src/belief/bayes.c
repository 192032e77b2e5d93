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
    for (int rank = 0; rank < RANKS; rank++)
        belief->level_scale[rank] = 1;
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

/* Records how well the belief had predicted a fact, for the calibration. `state`: the rank that was seen, or
 * NETWORK_MOVED if the piece moved for the first time. */
static void record_prediction(struct belief *belief, int row, int place, int state)
{
    const uint8_t *unknown_count = belief->public_state.unknown_count[belief->side];
    float table[RANKS];
    fast_exp_all(belief->knowledge->prior[place], table, RANKS);
    const float *army = belief->knowledge->army;
    for (int rank = 0; rank < RANKS; rank++)
        table[rank] = belief->level[row][rank] > 0
                          ? table[rank] * (float)(unknown_count[rank] + (rank == state)) / army[rank] : 0;
    if (state == NETWORK_MOVED)
        calibration_watch_first(&belief->record, belief->new_p[row], table);
    else
        calibration_watch(&belief->record, state, belief->level[row], belief->new_p[row], table);
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
        record_prediction(belief, row, place, state);
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

/* --- calibration --- */

/* Returns the ratio, 0.001 or more, of the likeliest rank's probability `top` to its probability by the
 * plain table, scaled to the part of each rank that is still hidden. If several ranks have `top`, the
 * largest probability of the table among them counts. */
static float ratio_to_table(const struct belief *belief, int row, float top)
{
    int place = belief->public_state.piece[side_base(belief->side) + row].place;
    const float *share = belief->knowledge->share[place < PIECES_A_SIDE ? place : PIECES_A_SIDE];
    struct rank_vector level = ranks_load(belief->level[row]);
    struct rank_vector table = ranks_where(level, ranks_times(ranks_load(share), ranks_load(belief->left)));
    float best = ranks_max(ranks_at_least(level, top, table));
    float ratio = top * ranks_sum(table) / (best > 1e-6f ? best : 1e-6f);
    return ratio > 1e-3f ? ratio : 1e-3f;
}

/* Computes the signs of one row. SIGN_APART is the ratio itself: the caller takes its logarithm, for four
 * rows at once where possible. */
static void find_own_signs(const struct belief *belief, int row, float sign[SIGNS_OWN])
{
    int number = side_base(belief->side) + row;
    uint8_t known[DIRECTIONS];
    sign[SIGN_TOP] = ranks_max(ranks_load(belief->level[row]));
    sign[SIGN_KNOWN] = belief->known_part[row];
    sign[SIGN_MOVED] = belief->public_state.piece[number].moved;
    sign[SIGN_JUST] = steps_up_to(&belief->public_state, number, known) > 0;
    sign[SIGN_TOP_NEW] = sign[SIGN_TOP] * belief->novelty[SETUP_NEW];
    sign[SIGN_APART] = ratio_to_table(belief, row, sign[SIGN_TOP]);
}

/* Computes the signs that are the same for all rows of the side. */
static void find_side_signs(const struct belief *belief, float sign[CALIBRATION_SIGNS])
{
    const struct calibration_record *record = &belief->record;
    int hidden = 0;
    for (int rank = 0; rank < RANKS; rank++)
        hidden += belief->public_state.unknown_count[belief->side][rank];
    sign[SIGN_NEW] = belief->novelty[SETUP_NEW];
    sign[SIGN_NEAR] = belief->novelty[SETUP_NEAR];
    sign[SIGN_HIDDEN] = (float)hidden;
    sign[SIGN_LUCK] = calibration_rate(record->seen, record->luck);
    sign[SIGN_GAIN] = calibration_rate(record->seen, record->gain);
    sign[SIGN_ODD] = calibration_rate(record->seen, record->odd);
    sign[SIGN_FIRST] = calibration_rate(record->moved, record->first);
    sign[SIGN_ANYONE] = players_posterior(&belief->players, PLAYER_ANYONE);
}

void bayes_signs(const struct belief *belief, int row, float sign[CALIBRATION_SIGNS])
{
    find_side_signs(belief, sign);
    find_own_signs(belief, row, sign);
    sign[SIGN_APART] = fast_log(sign[SIGN_APART]);
}

void bayes_behaviour(const struct belief *belief, int row, float logs[RANKS])
{
    mixture_behaviour(belief, row, logs);
    ranks_store(ranks_scaled(ranks_load(logs), 1 - belief->known_part[row]), logs);
}

/* Adds the learnt logarithms for a step up to known pieces, weighted by the probability of each kind of
 * player. PLAYER_ANYONE counts half as people and half as programs. */
static void add_steps(const struct belief *belief, int row, float logs[RANKS])
{
    const struct calibration *calibration = belief->knowledge->calibration;
    uint8_t known[DIRECTIONS];
    int count = steps_up_to(&belief->public_state, side_base(belief->side) + row, known);
    for (int i = 0; i < count; i++)
        for (enum player_kind player = 0; player < PLAYER_KINDS; player++) {
            float part = bayes_step_part(belief, player);
            for (int rank = 0; rank < RANKS; rank++) {
                enum step_strength strength = step_strength(rank, known[i]);
                if ((int)strength < STEP_WEIGHTS)
                    logs[rank] += part * calibration->step[player][known[i]][strength];
            }
        }
}

float bayes_step_part(const struct belief *belief, enum player_kind player)
{
    float half = players_posterior(&belief->players, PLAYER_ANYONE) / 2;
    return (float)belief->knowledge->options.calibration *
           (players_posterior(&belief->players, player) + half);
}

/* Copies `mixed` into `level`, with 0 for ranks that are ruled out, and scales it towards the normal form.
 * Also computes `left`, the hidden part of each rank. */
static void fill_level(struct belief *belief)
{
    const uint8_t *count = belief->public_state.unknown_count[belief->side];
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        uint16_t mask = facts_ranks(&belief->facts, row);
        ranks_store(ranks_choose(mask, ranks_load(belief->mixed[row]), ranks_all(0)), belief->level[row]);
    }
    mixture_scale(belief, (const float (*)[RANKS])belief->level, belief->level, belief->level_scale);
    for (int rank = 0; rank < RANKS; rank++)
        belief->left[rank] = (float)count[rank] / belief->knowledge->army[rank];
}

/* The rows to be calibrated, their signs and the sums of their curves; [..][i] belongs to row[i]. */
struct calibrated {
    int count;
    uint8_t row[PIECES_A_SIDE];
    float sign[SIGNS_OWN][PIECES_A_SIDE], sum[CALIBRATION_SUMS][PIECES_A_SIDE];
};

/* Computes the sums of the curves for all hidden rows, four rows at once. SUM_POWER becomes a factor
 * (exponential), SUM_BEHAVIOUR stays a sum. */
static void add_up_curves(const struct belief *belief, struct calibrated *rows)
{
    const struct calibration *calibration = belief->knowledge->calibration;
    float sign[CALIBRATION_SIGNS], side_sum[CALIBRATION_SUMS] = {0};
    find_side_signs(belief, sign);
    calibration_add(calibration, sign, CURVES_OWN, CALIBRATION_CURVES, side_sum);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        if (!belief_is_hidden(belief, side_base(belief->side) + row))
            continue;
        find_own_signs(belief, row, sign);
        for (int i = 0; i < SIGNS_OWN; i++)
            rows->sign[i][rows->count] = sign[i];
        rows->row[rows->count++] = (uint8_t)row;
    }
    /* Fill the last vector of four with neutral signs. */
    int padded_count = (rows->count + 3) / 4 * 4;
    for (int i = rows->count; i < padded_count; i++)
        for (int k = 0; k < SIGNS_OWN; k++)
            rows->sign[k][i] = 1;
    for (int sum = 0; sum < CALIBRATION_SUMS; sum++)
        for (int i = 0; i < padded_count; i++)
            rows->sum[sum][i] = side_sum[sum];
    fast_log_all(rows->sign[SIGN_APART], rows->sign[SIGN_APART], padded_count);
    calibration_add_own(calibration, rows->count, (const float (*)[PIECES_A_SIDE])rows->sign, rows->sum);
    float part = bayes_calibration_part(belief);
    for (int sum = 0; sum < CALIBRATION_SUMS; sum++)
        for (int i = 0; i < padded_count; i++)
            rows->sum[sum][i] = part * calibration_bound(rows->sum[sum][i]);
    fast_exp_all(rows->sum[SUM_POWER], rows->sum[SUM_POWER], padded_count);
}

/* Raises all rows to their powers, into `p`. The curves were learnt from people's games, so their weight is
 * the probability that people play. */
static void calibrate(struct belief *belief)
{
    struct calibrated rows;
    rows.count = 0;
    fill_level(belief);
    add_up_curves(belief, &rows);
    for (int i = 0; i < rows.count; i++) {
        int row = rows.row[i];
        float raised[RANKS], more[RANKS];
        bayes_behaviour(belief, row, more);
        ranks_store(ranks_scaled(ranks_load(more), rows.sum[SUM_BEHAVIOUR][i]), more);
        if (rows.sign[SIGN_JUST][i] > 0)
            add_steps(belief, row, more);
        memcpy(raised, belief->level[row], sizeof raised);
        calibration_raise(raised, rows.sum[SUM_POWER][i], more);
        memcpy(belief->raised[row], raised, sizeof raised);
        for (int rank = 0; rank < RANKS; rank++)
            belief->p[row][rank] = (double)raised[rank];
    }
}

float bayes_calibration_part(const struct belief *belief)
{
    return (float)belief->knowledge->options.calibration * players_posterior(&belief->players, PLAYER_PEOPLE);
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
        calibrate(belief);
    else
        for (int row = 0; row < PIECES_A_SIDE; row++)
            for (int rank = 0; rank < RANKS; rank++)
                belief->p[row][rank] = (double)belief->mixed[row][rank];
    if (evidence_is_recorded(&belief->evidence))
        explain_mixture(belief, &before);
}
