/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/guess_tally.h"

#include "base/memory.h"
#include "lab/dataset.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define P_MIN 1e-12 /* lower limit of a true rank's probability, so that its loss is at most 40 bits */

const uint32_t guess_plies[GUESS_PLIES] = {20, 50, 100, 200, 0};
const uint32_t guess_stretches[GUESS_STRETCHES] = {20, 50, 100, 200, UINT32_MAX};
const double guess_bins[GUESS_BINS + 1] = {0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1};

void guess_sum_add(struct guess_sum *to, const struct guess_sum *from)
{
    to->pieces += from->pieces;
    to->top1 += from->top1;
    to->p_true += from->p_true;
    to->loss += from->loss;
    to->flag_looks += from->flag_looks;
    to->flag_top3 += from->flag_top3;
    to->sides += from->sides;
    to->programs += from->programs;
}

/* Adds the bins of `from` to those of `to`. */
static void add_bins(struct guess_bin to[GUESS_BINS], const struct guess_bin from[GUESS_BINS])
{
    for (int i = 0; i < GUESS_BINS; i++) {
        to[i].count += from[i].count;
        to[i].predicted += from[i].predicted;
        to[i].right += from[i].right;
    }
}

void guess_tally_add(struct guess_tally *to, const struct guess_tally *from)
{
    for (int i = 0; i < GUESS_PARTS; i++)
        guess_sum_add(&to->part[i], &from->part[i]);
    add_bins(to->best, from->best);
    add_bins(to->every, from->every);
    for (int rank = 0; rank < RANKS; rank++) {
        for (int other = 0; other < RANKS; other++)
            to->taken[rank][other] += from->taken[rank][other];
        to->step[rank].count += from->step[rank].count;
        for (int i = 0; i < STEP_STRENGTHS; i++) {
            to->step[rank].predicted[i] += from->step[rank].predicted[i];
            to->step[rank].found[i] += from->step[rank].found[i];
        }
    }
}

/* Adds a probability, and whether the guess was right, to its bin. */
static void add_to_bin(struct guess_bin bins[GUESS_BINS], double p, bool right)
{
    int i = 0;
    while (i < GUESS_BINS - 1 && p >= guess_bins[i + 1])
        i++;
    bins[i].count++;
    bins[i].predicted += p;
    bins[i].right += right;
}

/* Compares the belief about one hidden piece with its true rank `truth`. Adds the result to the parts of the
 * tally by piece, to the bins, and to `now`, the sum over the side's pieces at this ply. */
static void count_piece(const struct belief *belief, int number, int truth, struct guess_tally *tally,
                        struct guess_sum *now)
{
    int best = belief_best(belief, number);
    double p = belief_get(belief, number, truth);
    struct guess_sum sum = {.pieces = 1, .top1 = best == truth, .p_true = p, .loss = -log2(fmax(p, P_MIN))};
    if (truth == FLAG) {
        struct belief_square likeliest[3];
        int count = belief_squares(belief, FLAG, likeliest, 3); /* the likeliest squares of the flag */
        sum.flag_looks = 1;
        for (int i = 0; i < count; i++)
            sum.flag_top3 += likeliest[i].number == number;
    }
    bool moved = belief->public_state.piece[number].moved;
    guess_sum_add(now, &sum);
    guess_sum_add(&tally->part[moved ? GUESS_MOVED : GUESS_UNMOVED], &sum);
    guess_sum_add(&tally->part[GUESS_RANK + truth], &sum);
    guess_sum_add(&tally->part[(moved ? GUESS_RANK_MOVED : GUESS_RANK_UNMOVED) + truth], &sum);
    tally->taken[truth][best]++;
    add_to_bin(tally->best, belief_get(belief, number, best), best == truth);
    for (int rank = 0; rank < RANKS; rank++) {
        double given = belief_get(belief, number, rank);
        if (given > 0)
            add_to_bin(tally->every, given, rank == truth);
    }
}

/* Adds the hidden piece that the event moved, if it stepped up to known enemy pieces. For each of these adds
 * the predicted probabilities of the mover's strength against it (step_strength), and the true strength. */
static void count_step_up(const struct belief *belief, const uint8_t *truth, const struct event *event,
                          struct guess_tally *tally)
{
    const struct public_state *state = &belief->public_state;
    uint8_t known[DIRECTIONS];
    int number = state->at[event->move.to];
    if (number >= PIECES || piece_side(number) != belief->side || !belief_is_hidden(belief, number) ||
        truth[number] >= RANKS || state->to_move == belief->side) /* side to move: the enemy has moved */
        return;
    int count = steps_up_to(state, number, known);
    for (int i = 0; i < count; i++) {
        struct guess_step *step = &tally->step[known[i]];
        step->count++;
        step->found[step_strength(truth[number], known[i])]++;
        for (int rank = 0; rank < RANKS; rank++)
            step->predicted[step_strength(rank, known[i])] += belief_get(belief, number, rank);
    }
}

/* Compares the beliefs about all hidden pieces of the side after ply number `ply` (from 1) with their true
 * ranks. Pieces whose true rank is unknown are left out. */
static void count_ply(const struct belief *belief, const struct training_game *game, uint32_t ply,
                      struct guess_tally *tally)
{
    int base = side_base(belief->side), stretch = 0;
    struct guess_sum now = {
        .sides = 1, .programs = (double)players_posterior(&belief->players, PLAYER_PROGRAMS)};
    for (int number = base; number < base + PIECES_A_SIDE; number++)
        if (belief_is_hidden(belief, number) && game->truth[number] < RANKS)
            count_piece(belief, number, game->truth[number], tally, &now);
    for (int i = 0; i < GUESS_PLIES; i++) /* 0 stands for all plies */
        if (ply == guess_plies[i] || !guess_plies[i])
            guess_sum_add(&tally->part[i], &now);
    while (ply > guess_stretches[stretch])
        stretch++;
    guess_sum_add(&tally->part[GUESS_STRETCH + stretch], &now);
    count_step_up(belief, game->truth, &game->events[ply - 1], tally);
}

void guess_tally_belief(const struct belief_knowledge *knowledge, const struct training_game *game,
                        enum side side, struct guess_tally *tally)
{
    struct belief *belief = memory_new(1, sizeof *belief);
    belief_init_public(belief, knowledge, &game->start, side);
    for (uint32_t ply = 1; ply <= game->count; ply++) {
        if (game->events[ply - 1].defender == FLAG)
            break; /* the game is over and the flag known */
        belief_observe(belief, &game->events[ply - 1]);
        count_ply(belief, game, ply, tally);
    }
    free(belief);
}

void guess_tally_observer(const struct belief_knowledge *knowledge, const struct settings *settings,
                          const struct training_game *game, enum side side, struct guess_tally *tally)
{
    struct observer *observer = memory_new(1, sizeof *observer);
    struct belief *shown = memory_new(1, sizeof *shown);
    struct view view = {0};
    bool has_setups = training_game_view(game, side_other(side), &view);
    observer_init_by(observer, knowledge, settings);
    for (uint32_t ply = 1; ply <= game->count && has_setups; ply++) {
        if (game->events[ply - 1].defender == FLAG)
            break; /* the game is over and the flag known */
        view_apply(&view, &game->events[ply - 1]);
        observer_follow(observer, &view, NULL);
        /* The belief of the guesser, but with the observer's final probabilities. */
        *shown = observer->belief[side];
        memcpy(shown->p, observer->p[side], sizeof shown->p);
        count_ply(shown, game, ply, tally);
    }
    if (!has_setups)
        guess_tally_belief(knowledge, game, side, tally);
    view_free(&view);
    observer_free(observer);
    free(shown);
    free(observer);
}
