/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/bayes.h"

#include "belief/deboer.h"
#include "belief/facts.h"
#include "belief/fast_math.h"

#include <math.h>
#include <string.h>

/* The weights of all parts of the evidence, by how probable it is that each player plays. */
struct evidence_weights {
    float moves[PLAYER_KINDS], habits[PLAYER_KINDS];
    float joint, setup;
};

static struct evidence_weights weigh_players(const struct belief *belief)
{
    const struct belief_weights *weights = &belief->knowledge->options.weights;
    float people = belief->player_posterior[PLAYER_PEOPLE],
        programs = belief->player_posterior[PLAYER_PROGRAMS];
    struct evidence_weights shares = {
        .moves = {people * (float)weights->people, programs * (float)weights->programs},
        .habits = {people * (float)belief->knowledge->options.habits,
                   programs * (float)belief->knowledge->options.habits},
        .joint = people * (float)weights->joint + programs * (float)weights->programs_joint,
        .setup = programs * (float)weights->programs_setup,
    };
    shares.setup = shares.setup < 1e-4f ? 0 : shares.setup; /* no difference that shows */
    return shares;
}

/* What the piece did and did not do: logarithms that are added to a row's. */
static void weigh_behaviour(const struct belief *belief, const struct evidence_weights *shares, int row,
                            float sum[RANKS])
{
    const float(*log_likelihood)[RANKS] = belief->log_likelihood[row];
    const float(*habits)[RANKS] = belief->habits.row[row].log;
    for (int player = 0; player < PLAYER_KINDS; player++)
        for (int rank = 0; rank < RANKS; rank++)
            sum[rank] += shares->moves[player] * log_likelihood[player][rank] +
                         shares->habits[player] * habits[player][rank];
}

/* The logarithms of a row's weights. */
static void weigh_row(const struct belief *belief, const struct evidence_weights *shares, int row,
                      float sum[RANKS])
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    int place = belief->public_state.piece[side_base(belief->side) + row].place;
    const float *prior = place < PIECES_A_SIDE ? belief->prior[place] : knowledge->prior[PIECES_A_SIDE];
    for (int rank = 0; rank < RANKS; rank++)
        sum[rank] = shares->joint * prior[rank];
    weigh_behaviour(belief, shares, row, sum);
    if (shares->setup == 0)
        return;
    float weight[RANKS];
    for (int rank = 0; rank < RANKS; rank++)
        weight[rank] = (float)fmax(belief->weight[row][rank], 1e-30);
    fast_log_all(weight, weight, RANKS);
    for (int rank = 0; rank < RANKS; rank++)
        sum[rank] += shares->setup * weight[rank];
}

/* Who plays the side, by Bayes' rule from all its moves. */
static void judge_players(struct belief *belief)
{
    const struct belief_options *options = &belief->knowledge->options;
    double prior = options->prior, odds = exp(-options->weights.evidence * belief->log_odds_program);
    double programs = prior / (prior + (1 - prior) * odds);
    belief->player_posterior[PLAYER_PROGRAMS] = (float)programs;
    belief->player_posterior[PLAYER_PEOPLE] = (float)(1 - programs);
}

/* What a new judgement of who plays does to all earlier evidence: for each hidden piece one more item of
 * evidence, scaled so that the largest factor of its possible ranks is 1. */
static void explain_players(struct belief *belief, const struct evidence_weights *before)
{
    struct evidence_weights now = weigh_players(belief);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        float old[RANKS], change[RANKS], most = -INFINITY;
        if (!belief_is_hidden(belief, side_base(belief->side) + row))
            continue;
        weigh_row(belief, before, row, old);
        weigh_row(belief, &now, row, change);
        for (int rank = 0; rank < RANKS; rank++) {
            change[rank] -= old[rank];
            if ((belief->mask[row] >> rank & 1) && change[rank] > most)
                most = change[rank];
        }
        for (int rank = 0; rank < RANKS; rank++)
            change[rank] -= most;
        belief_add_evidence(belief, row, EVIDENCE_PLAYER, change);
    }
}

void bayes_start(struct belief *belief)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        belief->state[place] = NETWORK_NOTHING;
    for (int rank = 0; rank < RANKS; rank++)
        belief->new_scale[rank] = 1;
    belief->novelty[SETUP_NEW] = 1;
    recall_start(&belief->recall, knowledge->families, &knowledge->recall_terms);
    judge_players(belief);
    habits_start(&belief->habits);
    deboer_start(belief);
    network_start(knowledge->network, &belief->sums);
    network_answer(knowledge->network, &belief->sums, belief->prior);
}

/* Adds to a row's evidence; `change` is by player and rank. */
static void add_evidence(struct belief *belief, int row, enum evidence_kind kind,
                         float change[PLAYER_KINDS][RANKS])
{
    for (int player = 0; player < PLAYER_KINDS; player++)
        for (int rank = 0; rank < RANKS; rank++)
            belief->log_likelihood[row][player][rank] += change[player][rank];
    if (!belief->evidence_list)
        return;
    float weighed[RANKS];
    struct evidence_weights shares = weigh_players(belief);
    for (int rank = 0; rank < RANKS; rank++)
        weighed[rank] = shares.moves[PLAYER_PEOPLE] * change[PLAYER_PEOPLE][rank] +
                        shares.moves[PLAYER_PROGRAMS] * change[PLAYER_PROGRAMS][rank];
    belief_add_evidence(belief, row, kind, weighed);
}

/* Limit of log_odds_program, in nats: the odds stay within exp(FIT_MOST x evidence) times those of the prior:
 * moves are not as independent as the sum takes them to be, and a player who was taken for the other kind
 * should be recognised within some moves. */
enum { FIT_MOST = 8 };

/* The strengths to be expected of the side's moves, by the belief before the move. */
struct expected {
    float by_row[PIECES_A_SIDE][PLAYER_KINDS], sum[PLAYER_KINDS], made[PLAYER_KINDS];
};

static void expect_strengths(const struct belief *belief, const struct move_strengths *strengths, int mover,
                             struct expected *expected)
{
    memset(expected, 0, sizeof *expected);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        float p[RANKS];
        for (int rank = 0; rank < RANKS; rank++)
            p[rank] = (float)belief->p[row][rank];
        for (int player = 0; player < PLAYER_KINDS; player++) {
            float sum = 0;
            for (int rank = 0; rank < RANKS; rank++)
                sum += p[rank] * strengths->total[row][player][rank];
            expected->by_row[row][player] = sum;
            expected->sum[player] += sum;
            for (int rank = 0; rank < RANKS && row == mover; rank++)
                expected->made[player] += p[rank] * strengths->made[player][rank];
        }
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
        belief->log_odds_program += log((double)made[PLAYER_PROGRAMS] / sum[PLAYER_PROGRAMS]) -
                                    log((double)made[PLAYER_PEOPLE] / sum[PLAYER_PEOPLE]);
    belief->log_odds_program = fmin(fmax(belief->log_odds_program, -FIT_MOST), FIT_MOST);
    struct evidence_weights before = weigh_players(belief);
    judge_players(belief);
    if (belief->evidence_list)
        explain_players(belief, &before);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        if (!belief_is_hidden(belief, base + row) || (expected.by_row[row][0] == 0 && row != mover))
            continue;
        for (int player = 0; player < PLAYER_KINDS; player++) {
            float others = sum[player] - expected.by_row[row][player];
            others = others > 1e-6f * sum[player] ? others : 1e-6f * sum[player];
            for (int rank = 0; rank < RANKS; rank++)
                change[player][rank] = (others + strengths.total[row][player][rank]) / sum[player];
            fast_log_all(change[player], change[player], RANKS);
            for (int rank = 0; rank < RANKS; rank++)
                change[player][rank] = -change[player][rank];
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
    if (belief->knowledge->options.neighbours > 0)
        deboer_neighbours(belief, reveals, weigh_players(belief).setup);
}

/* The evidence that a new answer of the network gives about the hidden pieces. */
static void explain_setup(struct belief *belief, const float before[PIECES_A_SIDE][RANKS])
{
    float joint = weigh_players(belief).joint;
    int base = side_base(belief->side);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        int place = belief->public_state.piece[base + row].place;
        float change[RANKS];
        if (place == PLACE_NONE || !belief_is_hidden(belief, base + row))
            continue;
        for (int rank = 0; rank < RANKS; rank++)
            change[rank] = joint * (belief->prior[place][rank] - before[place][rank]);
        belief_add_evidence(belief, row, EVIDENCE_SETUP, change);
    }
}

/* --- the setup --- */

/* Turns a row of logarithms into weights: the largest of those that the mask allows is one, the others are
 * zero. */
static void raise_row(float row[RANKS], uint16_t mask)
{
    float most = -INFINITY;
    for (int rank = 0; rank < RANKS; rank++)
        if ((mask >> rank & 1) && row[rank] > most)
            most = row[rank];
    for (int rank = 0; rank < RANKS; rank++)
        row[rank] -= most;
    fast_exp_all(row, row, RANKS);
    for (int rank = 0; rank < RANKS; rank++)
        row[rank] = mask >> rank & 1 ? row[rank] + 1e-9f : 0;
}

/* Multiplies a row by the columns' steps, makes it add up to one, and adds it to the columns' sums. */
static void scale_row(float row[RANKS], const float step[RANKS], float sum[RANKS])
{
    enum { PARTS = RANKS / 4 };
    float4 cells[PARTS], steps[PARTS], sums[PARTS];
    memcpy(cells, row, sizeof cells);
    memcpy(steps, step, sizeof steps);
    memcpy(sums, sum, sizeof sums);
    for (int i = 0; i < PARTS; i++)
        cells[i] *= steps[i];
    float4 parts = cells[0] + cells[1] + cells[2];
    float all = parts[0] + parts[1] + (parts[2] + parts[3]);
    all = all > 0 ? 1 / all : 0;
    for (int i = 0; i < PARTS; i++) {
        cells[i] *= all;
        sums[i] += cells[i];
    }
    memcpy(row, cells, sizeof cells);
    memcpy(sum, sums, sizeof sums);
}

/* Brings rows near their normal form; `scale` is where the columns' factors start and end. Near is enough:
 * the mixture is normalised after. */
static void scale_rows(const struct belief *belief, float (*rows)[RANKS], float scale[RANKS])
{
    enum { SWEEPS = 1 };
    float step[RANKS];
    memcpy(step, scale, sizeof step);
    for (int sweep = 0; sweep <= SWEEPS; sweep++) {
        float sum[RANKS] = {0};
        for (int row = 0; row < PIECES_A_SIDE; row++)
            scale_row(rows[row], step, sum);
        for (int rank = 0; rank < RANKS && sweep < SWEEPS; rank++) {
            float count = belief->public_state.unknown_count[belief->side][rank];
            step[rank] = sum[rank] > 0 && count > 0 ? count / sum[rank] : 1;
            scale[rank] = fminf(fmaxf(scale[rank] * step[rank], 1e-9f), 1e9f);
        }
    }
}

/* What the network makes of each hidden piece, by the setup alone. */
static void weigh_setup(struct belief *belief)
{
    float scale[RANKS], joint = weigh_players(belief).joint;
    memset(belief->setup_p, 0, sizeof belief->setup_p);
    for (int rank = 0; rank < RANKS; rank++)
        scale[rank] = 1;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        int number = side_base(belief->side) + row, place = belief->public_state.piece[number].place;
        if (!belief_is_hidden(belief, number))
            continue;
        for (int rank = 0; rank < RANKS; rank++)
            belief->setup_p[row][rank] = place < PIECES_A_SIDE
                                             ? joint * belief->prior[place][rank]
                                             : belief->knowledge->prior[PIECES_A_SIDE][rank];
        raise_row(belief->setup_p[row], belief->mask[row]);
    }
    scale_rows(belief, belief->setup_p, scale);
    memcpy(belief->setup_mask, belief->mask, sizeof belief->setup_mask);
}

/* How probable it was, if the setup is new, that the piece is one of `ranks`: as far as moves are evidence
 * for families too, by the setup alone. */
static float expected_of(const struct belief *belief, int row, int place, uint16_t ranks)
{
    float habits = belief->knowledge->recall_terms.habits, setup = 0, all = 0, fresh[RANKS];
    if (belief->ply == 0) { /* a game that is under way: what the network alone says of the place */
        memcpy(fresh, belief->prior[place], sizeof fresh);
        raise_row(fresh, RANKS_ALL);
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

/* What a fact about a place tells of the known setups, and then of the new ones. */
static void learn_place(struct belief *belief, int row, int place, int state)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    const struct recall_terms *terms = &knowledge->recall_terms;
    uint16_t ranks = (uint16_t)(1u << state);
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

/* Takes in what has become known of places since it was last asked. */
static void look_at_setup(struct belief *belief)
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
        weigh_setup(belief);
}

/* --- the whole --- */

/* What is believed of the hidden pieces if the setup is new. */
static void weigh_new(struct belief *belief)
{
    struct evidence_weights shares = weigh_players(belief);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        memset(belief->new_p[row], 0, sizeof belief->new_p[row]);
        if (!belief_is_hidden(belief, side_base(belief->side) + row))
            continue;
        weigh_row(belief, &shares, row, belief->new_p[row]);
        raise_row(belief->new_p[row], belief->mask[row]);
    }
    if (belief->recall.count)
        scale_rows(belief, belief->new_p, belief->new_scale);
}

/* Mixes in what known setups say: mode + (1 - their sum) x what a new one says. They are people's, so they
 * count as far as a person plays. */
static void mix_known(struct belief *belief)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    float mode[PIECES_A_SIDE][RANKS], ratio[PIECES_A_SIDE][RANKS], people;
    uint8_t hidden[PIECES_A_SIDE], row_of[PIECES_A_SIDE];
    int count = 0;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        int number = side_base(belief->side) + row, place = belief->public_state.piece[number].place;
        if (!belief_is_hidden(belief, number) || place == PLACE_NONE)
            continue;
        for (int rank = 0; rank < RANKS && recall_asks_moves(&belief->recall); rank++)
            ratio[count][rank] = belief->setup_p[row][rank] > 0
                                     ? belief->new_p[row][rank] / belief->setup_p[row][rank] : 1;
        row_of[count] = (uint8_t)row;
        hidden[count++] = (uint8_t)place;
    }
    recall_mix(&belief->recall, knowledge->families, &knowledge->recall_terms, count, hidden,
               (const float (*)[RANKS])ratio, mode, belief->novelty);
    people = belief->player_posterior[PLAYER_PEOPLE];
    for (int i = 0; i < count; i++) {
        float *mixed = belief->mixed[row_of[i]], rest = 1;
        for (int rank = 0; rank < RANKS; rank++)
            rest -= people * mode[hidden[i]][rank];
        for (int rank = 0; rank < RANKS; rank++)
            mixed[rank] = people * mode[hidden[i]][rank] + (rest > 0 ? rest : 0) * mixed[rank];
    }
}

/* The logarithm of what known setups make of each rank's probability. */
static void known_lift(const struct belief *belief, float lift[PIECES_A_SIDE][RANKS])
{
    for (int row = 0; row < PIECES_A_SIDE; row++)
        for (int rank = 0; rank < RANKS; rank++)
            lift[row][rank] = belief->new_p[row][rank] > 0 && belief->mixed[row][rank] > 0
                                  ? logf(belief->mixed[row][rank] / belief->new_p[row][rank]) : 0;
}

/* The evidence that follows for each hidden piece, the largest factor of its possible ranks 1, as is that of
 * the others. */
static void explain_known(struct belief *belief, const float before[PIECES_A_SIDE][RANKS])
{
    float now[PIECES_A_SIDE][RANKS];
    known_lift(belief, now);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        float most = -INFINITY;
        if (!belief_is_hidden(belief, side_base(belief->side) + row))
            continue;
        for (int rank = 0; rank < RANKS; rank++) {
            now[row][rank] -= before[row][rank];
            if ((belief->mask[row] >> rank & 1) && now[row][rank] > most)
                most = now[row][rank];
        }
        for (int rank = 0; rank < RANKS; rank++)
            now[row][rank] = belief->mask[row] >> rank & 1 ? now[row][rank] - most : 0;
        belief_add_evidence(belief, row, EVIDENCE_KNOWN_SETUP, now[row]);
    }
}

/* The evidence that a row's new habits give in place of the old ones, by kind. */
static void explain_habits(struct belief *belief, int row, const struct habit_row *before)
{
    struct evidence_weights shares = weigh_players(belief);
    float change[HABIT_KINDS][RANKS] = {{0}};
    for (enum player_kind player = 0; player < PLAYER_KINDS; player++) {
        float old[HABIT_KINDS][RANKS] = {{0}}, now[HABIT_KINDS][RANKS] = {{0}};
        habits_split(belief->knowledge->habits, before, player, old);
        habits_split(belief->knowledge->habits, &belief->habits.row[row], player, now);
        for (int kind = 0; kind < HABIT_KINDS; kind++)
            for (int rank = 0; rank < RANKS; rank++)
                change[kind][rank] += shares.habits[player] * (now[kind][rank] - old[kind][rank]);
    }
    for (int kind = 0; kind < HABIT_KINDS; kind++) {
        bool any = false;
        for (int rank = 0; rank < RANKS; rank++)
            any |= fabsf(change[kind][rank]) > 1e-4f;
        if (any)
            belief_add_evidence(belief, row, (enum evidence_kind)(EVIDENCE_HABIT + kind), change[kind]);
    }
}

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

void bayes_weigh(struct belief *belief)
{
    float before[PIECES_A_SIDE][RANKS];
    bool explained = belief->evidence_list && belief->recall.count;
    if (explained)
        known_lift(belief, before);
    look_at_setup(belief);
    look_at_habits(belief);
    weigh_new(belief);
    memcpy(belief->mixed, belief->new_p, sizeof belief->mixed);
    if (belief->recall.count)
        mix_known(belief);
    if (explained)
        explain_known(belief, (const float (*)[RANKS])before);
    for (int row = 0; row < PIECES_A_SIDE; row++)
        for (int rank = 0; rank < RANKS; rank++)
            belief->p[row][rank] = (double)belief->mixed[row][rank];
}
