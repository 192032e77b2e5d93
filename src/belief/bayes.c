/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/bayes.h"

#include "belief/deboer.h"
#include "belief/quick.h"

#include <math.h>
#include <string.h>

/* The weights of all parts of the evidence, by how probable it is that each player plays. */
struct shares {
    float conduct[CONDUCT_PLAYERS];
    float joint, setup;
};

static struct shares weigh_players(const struct belief *belief)
{
    const struct belief_weights *weights = &belief->knowledge->options.weights;
    float people = belief->share[CONDUCT_PEOPLE], programs = belief->share[CONDUCT_PROGRAMS];
    struct shares shares = {
        .conduct = {people * (float)weights->people, programs * (float)weights->programs},
        .joint = people * (float)weights->joint + programs * (float)weights->programs_joint,
        .setup = programs * (float)weights->programs_setup,
    };
    shares.setup = shares.setup < 1e-4f ? 0 : shares.setup; /* no difference that shows */
    return shares;
}

/* The logarithms of a row's weights. */
static void weigh_row(const struct belief *belief, const struct shares *shares, int row, float sum[RANKS])
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    int place = belief->scene.piece[side_base(belief->side) + row].place;
    const float *prior = place < PIECES_A_SIDE ? belief->prior[place] : knowledge->prior[PIECES_A_SIDE];
    const float(*conduct)[RANKS] = belief->conduct[row];
    for (int rank = 0; rank < RANKS; rank++)
        sum[rank] = shares->joint * prior[rank] +
                    shares->conduct[CONDUCT_PEOPLE] * conduct[CONDUCT_PEOPLE][rank] +
                    shares->conduct[CONDUCT_PROGRAMS] * conduct[CONDUCT_PROGRAMS][rank];
    if (shares->setup == 0)
        return;
    for (int rank = 0; rank < RANKS; rank++)
        sum[rank] += shares->setup * quick_log((float)fmax(belief->weight[row][rank], 1e-30));
}

/* Who plays the side, by Bayes' rule from all its moves. */
static void judge_players(struct belief *belief)
{
    const struct belief_options *options = &belief->knowledge->options;
    double prior = options->prior, odds = exp(-options->weights.evidence * belief->fit);
    double programs = prior / (prior + (1 - prior) * odds);
    belief->share[CONDUCT_PROGRAMS] = (float)programs;
    belief->share[CONDUCT_PEOPLE] = (float)(1 - programs);
}

/* What a new verdict on who plays does to all evidence there was before: a clue for each open piece, with
 * the likeliest factor of those that its ranks may have as one. */
static void tell_players(struct belief *belief, const struct shares *before)
{
    struct shares now = weigh_players(belief);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        float old[RANKS], change[RANKS], most = -INFINITY;
        if (!belief_is_open(belief, side_base(belief->side) + row))
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
        belief_clue(belief, row, CLUE_PLAYER, change);
    }
}

void bayes_start(struct belief *belief)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        belief->state[place] = NETWORK_NOTHING;
    judge_players(belief);
    deboer_start(belief);
    network_start(knowledge->network, &belief->sums);
    network_answer(knowledge->network, &belief->sums, belief->prior);
}

/* Adds to a row's evidence; `change` is by player and rank. */
static void add_evidence(struct belief *belief, int row, enum clue_kind kind,
                         float change[CONDUCT_PLAYERS][RANKS])
{
    for (int player = 0; player < CONDUCT_PLAYERS; player++)
        for (int rank = 0; rank < RANKS; rank++)
            belief->conduct[row][player][rank] += change[player][rank];
    if (!belief->clues)
        return;
    float weighed[RANKS];
    struct shares shares = weigh_players(belief);
    for (int rank = 0; rank < RANKS; rank++)
        weighed[rank] = shares.conduct[CONDUCT_PEOPLE] * change[CONDUCT_PEOPLE][rank] +
                        shares.conduct[CONDUCT_PROGRAMS] * change[CONDUCT_PROGRAMS][rank];
    belief_clue(belief, row, kind, weighed);
}

/* The sum of what moves tell of who plays, in nats, goes no further, so that the odds stay within
 * exp(FIT_MOST x evidence) times those of the prior: moves are not as independent as the sum takes them to
 * be, and a player who was taken for the other is to be found out within some moves. */
enum { FIT_MOST = 8 };

/* What the side's pieces were expected to pull, by the belief before the move. */
struct expected {
    float of[PIECES_A_SIDE][CONDUCT_PLAYERS], sum[CONDUCT_PLAYERS], made[CONDUCT_PLAYERS];
};

static void expect(const struct belief *belief, const struct conduct_pulls *pulls, int mover,
                   struct expected *expected)
{
    memset(expected, 0, sizeof *expected);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        float p[RANKS];
        for (int rank = 0; rank < RANKS; rank++)
            p[rank] = (float)belief->p[row][rank];
        for (int player = 0; player < CONDUCT_PLAYERS; player++) {
            float sum = 0;
            for (int rank = 0; rank < RANKS; rank++)
                sum += p[rank] * pulls->total[row][player][rank];
            expected->of[row][player] = sum;
            expected->sum[player] += sum;
            for (int rank = 0; rank < RANKS && row == mover; rank++)
                expected->made[player] += p[rank] * pulls->made[player][rank];
        }
    }
}

/* The move that was made, and those that were not: for each open piece and rank
 *
 *     P(move | rank) = pull of the move / (pulls of the others + pulls of the piece with that rank),
 *
 * the others' pulls being those expected by the belief before the move. A constant factor for all ranks of
 * a piece does not matter. The same by people's weights and by programs', and which of the two make the
 * side's moves likelier tells who plays it. */
void bayes_watch(struct belief *belief, const struct event *event)
{
    struct conduct_pulls pulls;
    struct expected expected;
    float change[CONDUCT_PLAYERS][RANKS];
    if (belief->scene.to_move != belief->side)
        return;
    int base = side_base(belief->side);
    int mover = belief->scene.at[event->move.from] - base;
    conduct_pull(&belief->knowledge->conduct, &belief->scene, event->move, belief->mask, &pulls);
    expect(belief, &pulls, mover, &expected);
    const float *made = expected.made, *sum = expected.sum;
    if (made[CONDUCT_PEOPLE] > 0 && made[CONDUCT_PROGRAMS] > 0)
        belief->fit += log((double)made[CONDUCT_PROGRAMS] / sum[CONDUCT_PROGRAMS]) -
                       log((double)made[CONDUCT_PEOPLE] / sum[CONDUCT_PEOPLE]);
    belief->fit = fmin(fmax(belief->fit, -FIT_MOST), FIT_MOST);
    struct shares before = weigh_players(belief);
    judge_players(belief);
    if (belief->clues)
        tell_players(belief, &before);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        if (!belief_is_open(belief, base + row) || (expected.of[row][0] == 0 && row != mover))
            continue;
        for (int player = 0; player < CONDUCT_PLAYERS; player++) {
            float others = sum[player] - expected.of[row][player];
            others = others > 1e-6f * sum[player] ? others : 1e-6f * sum[player];
            for (int rank = 0; rank < RANKS; rank++)
                change[player][rank] =
                    -quick_log((others + pulls.total[row][player][rank]) / sum[player]);
        }
        add_evidence(belief, row, CLUE_WAITED, change);
        if (row != mover)
            continue;
        for (int player = 0; player < CONDUCT_PLAYERS; player++)
            for (int rank = 0; rank < RANKS; rank++)
                change[player][rank] = pulls.made[player][rank] > 0
                                           ? logf(pulls.made[player][rank] / sum[player])
                                           : -40;
        add_evidence(belief, row, CLUE_CONDUCT, change);
    }
}

void bayes_learn(struct belief *belief, const struct event *event, const uint8_t *reveals)
{
    (void)event;
    if (belief->knowledge->options.neighbours)
        deboer_neighbours(belief, reveals, weigh_players(belief).setup);
}

/* The clues that a new answer of the network gives about the open pieces. */
static void tell_setup(struct belief *belief, const float before[PIECES_A_SIDE][RANKS])
{
    float joint = weigh_players(belief).joint;
    int base = side_base(belief->side);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        int place = belief->scene.piece[base + row].place;
        float change[RANKS];
        if (place == PLACE_NONE || !belief_is_open(belief, base + row))
            continue;
        for (int rank = 0; rank < RANKS; rank++)
            change[rank] = joint * (belief->prior[place][rank] - before[place][rank]);
        belief_clue(belief, row, CLUE_SETUP, change);
    }
}

/* Tells the network what has become known of places since it was last asked. */
static void look_at_setup(struct belief *belief)
{
    const struct network *network = belief->knowledge->network;
    int base = side_base(belief->side);
    bool changed = false;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const struct scene_piece *piece = &belief->scene.piece[base + row];
        int place = piece->place, state = NETWORK_NOTHING;
        if (place == PLACE_NONE)
            continue;
        if (piece->rank != RANK_UNKNOWN)
            state = piece->rank;
        else if (piece->moved)
            state = NETWORK_MOVED;
        if (state == belief->state[place])
            continue;
        network_change(network, &belief->sums, place, belief->state[place], state);
        belief->state[place] = (uint8_t)state;
        changed = true;
    }
    if (!changed)
        return;
    float before[PIECES_A_SIDE][RANKS];
    memcpy(before, belief->prior, sizeof before);
    network_answer(network, &belief->sums, belief->prior);
    if (belief->clues)
        tell_setup(belief, (const float (*)[RANKS])before);
}

void bayes_weigh(struct belief *belief)
{
    struct shares shares = weigh_players(belief);
    look_at_setup(belief);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        float sum[RANKS], most = -INFINITY;
        if (!belief_is_open(belief, side_base(belief->side) + row))
            continue;
        weigh_row(belief, &shares, row, sum);
        for (int rank = 0; rank < RANKS; rank++)
            if ((belief->mask[row] >> rank & 1) && sum[rank] > most)
                most = sum[rank];
        for (int rank = 0; rank < RANKS; rank++)
            belief->p[row][rank] = quick_exp(sum[rank] - most);
    }
}
