/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "worth/worth.h"

#include <string.h>

/* The state of a game in which one side has nothing left at all (a free position). No other state comes
 * near it: a side that has anything has at least one piece, worth its share of 1. */
#define STATE_MAX 1000.0

enum { MOVERS = 33 }; /* pieces of the classic army that move */

/* A computation in progress. */
struct computation {
    const struct worth_options *options;
    struct worth *worth;
    struct worth_trail *trail; /* NULL: no steps are recorded */
    double fewer_lower;        /* the factor of value_exchanges; 1: without it */
};

enum worth_operation worth_operation(enum worth_rule rule)
{
    static const uint8_t operation[WORTH_RULES] = {
        [WORTH_BASE] = WORTH_SET,          [WORTH_RUNG] = WORTH_TIMES,
        [WORTH_NO_RUNG] = WORTH_TIMES,     [WORTH_FEWER_LOWER] = WORTH_TIMES,
        [WORTH_SCALE] = WORTH_TIMES,       [WORTH_SPY] = WORTH_SET,
        [WORTH_HUNTED] = WORTH_TIMES,      [WORTH_SCARCE] = WORTH_TIMES,
        [WORTH_BOMB] = WORTH_SET,          [WORTH_FLAG] = WORTH_SET,
        [WORTH_FLAG_LEAD] = WORTH_ADD,     [WORTH_SHARE] = WORTH_ADD,
        [WORTH_STOPPER] = WORTH_ADD,       [WORTH_NONE_LEFT] = WORTH_SET,
    };
    return (enum worth_operation)operation[rule];
}

/* Applies a rule with operand `by` to a value. Records the step and `below`, the next lower rank in the game.
 * All changes of values are made here, so that the trail always agrees with the values. */
static inline void apply_rule_below(struct computation *computation, int side, int rank, int below,
                                    enum worth_rule rule, double by)
{
    double *value = &computation->worth->value[side][rank];
    switch (worth_operation(rule)) {
    case WORTH_SET: *value = by; break;
    case WORTH_TIMES: *value *= by; break;
    case WORTH_ADD: *value += by; break;
    }
    if (computation->trail) {
        int *count = &computation->trail->count[side][rank];
        computation->trail->step[side][rank][(*count)++] =
            (struct worth_step){.rule = (uint8_t)rule, .rank = (uint8_t)rank, .below = (uint8_t)below,
                                .by = by, .value = *value};
    }
}

/* Applies a rule that concerns one rank only. */
static inline void apply_rule(struct computation *computation, int side, int rank, enum worth_rule rule,
                              double by)
{
    apply_rule_below(computation, side, rank, rank, rule, by);
}

/* Starts the value of a rank with the value and the steps of the next lower rank. */
static inline void inherit_lower_value(struct computation *computation, int side, int rank)
{
    computation->worth->value[side][rank] = computation->worth->value[side][rank - 1];
    if (computation->trail) {
        struct worth_trail *trail = computation->trail;
        trail->count[side][rank] = trail->count[side][rank - 1];
        memcpy(trail->step[side][rank], trail->step[side][rank - 1], sizeof trail->step[side][rank]);
    }
}

/* Computes the values of movable ranks from the spy up to the marshal (De Boer 2007, figure 3.3). A rank is
 * worth more than the next lower one only while both sides have one of the two: otherwise no enemy piece
 * distinguishes them. Ranks that both armies lacked at the start are skipped. If the armies differed at the
 * start, a rank is worth more to a side if the enemy has one of the two, whether the side has one or not. */
static void value_ranks(struct computation *computation)
{
    static const uint8_t none[SIDES][RANKS];
    const struct worth_counts *counts = &computation->worth->counts;
    /* whole: both sides began with the classic army. differ: they began with different armies. */
    bool whole = memcmp(counts->lacking, none, sizeof none) == 0;
    bool differ = !whole && memcmp(counts->lacking[RED], counts->lacking[BLUE], RANKS) != 0;
    int below = SPY;
    for (enum side side = RED; side <= BLUE; side++)
        apply_rule(computation, side, SPY, WORTH_BASE, computation->options->base_value);
    for (int rank = SPY + 1; rank < RANKS; rank++) {
        const int count = rank_table[rank].count; /* did either side begin with a piece of the rank? */
        bool in_game = whole || counts->lacking[RED][rank] < count || counts->lacking[BLUE][rank] < count;
        /* Whether each side has a piece of this rank or the next lower one. */
        bool red = counts->left[RED][below] + counts->left[RED][rank] > 0;
        bool blue = counts->left[BLUE][below] + counts->left[BLUE][rank] > 0;
        for (enum side side = RED; side <= BLUE; side++) {
            bool rung = differ ? (side == RED ? blue : red) : red && blue;
            inherit_lower_value(computation, side, rank);
            if (in_game)
                apply_rule_below(computation, side, rank, below, rung ? WORTH_RUNG : WORTH_NO_RUNG,
                                 rung ? computation->options->rank_difference_factor : 1.0);
        }
        below = in_game ? rank : below;
    }
}

/* Changes the value of a rank that both sides have for the side with fewer movable pieces of lower ranks: an
 * exchange of the two would be a gain for the other side. */
static void value_exchanges(struct computation *computation)
{
    int lower[SIDES] = {0, 0};
    for (int rank = SPY; rank < RANKS; rank++) {
        int red = computation->worth->counts.left[RED][rank],
            blue = computation->worth->counts.left[BLUE][rank];
        if (red && blue && lower[RED] != lower[BLUE])
            apply_rule(computation, lower[RED] < lower[BLUE] ? RED : BLUE, rank, WORTH_FEWER_LOWER,
                       computation->fewer_lower);
        lower[RED] += red;
        lower[BLUE] += blue;
    }
}

/* Scales the values so that the most valuable piece on the board has highest_value. */
static void scale_values(struct computation *computation)
{
    const struct worth *worth = computation->worth;
    double highest = 0;
    for (enum side side = RED; side <= BLUE; side++)
        for (int rank = SPY; rank < RANKS; rank++)
            if (worth->counts.left[side][rank] && worth->value[side][rank] > highest)
                highest = worth->value[side][rank];
    if (highest <= 0)
        return;
    double by = computation->options->highest_value / highest;
    for (enum side side = RED; side <= BLUE; side++)
        for (int rank = SPY; rank < RANKS; rank++)
            apply_rule(computation, side, rank, WORTH_SCALE, by);
}

/* Applies the rules for single ranks of one side, in the order of the list in De Boer 2007, 3.1.2. */
static void apply_single_rules(struct computation *computation, int side)
{
    const struct worth_options *options = computation->options;
    const struct worth *worth = computation->worth;
    const uint8_t *own = worth->counts.left[side], *enemy = worth->counts.left[side_other(side)];
    apply_rule(computation, side, FLAG, WORTH_FLAG, options->flag_behind);
    if (enemy[MARSHAL])
        apply_rule(computation, side, SPY, WORTH_SPY,
                   options->spy_share * worth->value[side_other(side)][MARSHAL]);
    static const int scarce[] = {MINER, SCOUT};
    for (int i = 0; i < 2; i++) {
        double left = worth_as_of_forty(own[scarce[i]], rank_table[scarce[i]].count,
                                  worth->counts.lacking[side][scarce[i]]);
        /* The second condition keeps the factor above 0, whatever the options. */
        if (left < options->scarce_below && left < options->scarce_from)
            apply_rule(computation, side, scarce[i], WORTH_SCARCE, options->scarce_from - left);
    }
    apply_rule(computation, side, BOMB, WORTH_BOMB, options->bomb_value);
}

/* Adds each piece's share of its army. Sets the value of ranks without pieces to 0. */
static void add_army_shares(struct computation *computation, int side)
{
    const uint8_t *own = computation->worth->counts.left[side];
    const int pieces = army_size(own);
    for (int rank = 0; rank < RANKS; rank++) {
        if (own[rank])
            apply_rule(computation, side, rank, WORTH_SHARE, computation->options->piece_share / pieces);
        else
            apply_rule(computation, side, rank, WORTH_NONE_LEFT, 0.0);
    }
}

/* Computes all values that do not depend on which side is ahead. */
static void value_pieces(struct computation *computation)
{
    value_ranks(computation);
    if (computation->fewer_lower != 1.0)
        value_exchanges(computation);
    scale_values(computation);
    for (enum side side = RED; side <= BLUE; side++)
        apply_single_rules(computation, side);
    for (enum side side = RED; side <= BLUE; side++) /* after both spies had their part of the marshals */
        if (computation->worth->counts.left[side_other(side)][SPY])
            apply_rule(computation, side, MARSHAL, WORTH_HUNTED, computation->options->hunted_factor);
    for (enum side side = RED; side <= BLUE; side++)
        add_army_shares(computation, side);
}

/* Returns a side's strength (De Boer 2007, 3.3): the sum of the values of its pieces, where the highest
 * unmatched one counts more. The flag counts with its value for a side that is not ahead, because its final
 * value depends on the strengths. */
static double sum_strength(const struct computation *computation, int side)
{
    const struct worth *worth = computation->worth;
    double sum = 0;
    for (int rank = 0; rank < RANKS; rank++)
        sum += worth->counts.left[side][rank] * worth->value[side][rank];
    /* The highest rank that the side has more of than the other. */
    int highest = MARSHAL;
    const uint8_t *own = worth->counts.left[side], *enemy = worth->counts.left[side_other(side)];
    while (highest >= SPY && own[highest] <= enemy[highest])
        highest--;
    if (highest >= SPY)
        sum += (computation->options->highest_weight - 1) * worth->value[side][highest];
    return sum;
}

/* Computes both strengths from values without fewer_lower_factor, unless the options say otherwise. This
 * factor rates exchanges, and would show a side with one scout less as ahead. */
static void compute_strengths(const struct computation *computation)
{
    struct worth plain;
    struct computation other = {.options = computation->options, .worth = &plain, .fewer_lower = 1.0};
    if (computation->options->state_fewer_lower != 0 || computation->fewer_lower == 1.0) {
        other = *computation;
    } else {
        plain.counts = computation->worth->counts;
        value_pieces(&other);
    }
    for (enum side side = RED; side <= BLUE; side++)
        computation->worth->strength[side] = sum_strength(&other, side);
}

/* Computes the state of the game for each side: its strength divided by the enemy's. */
static void compute_states(struct worth *worth)
{
    for (enum side side = RED; side <= BLUE; side++) {
        double own = worth->strength[side], enemy = worth->strength[side_other(side)];
        if (own > 0 && enemy > 0)
            worth->state[side] = own / enemy;
        else
            worth->state[side] = own > 0 ? STATE_MAX : enemy > 0 ? 1 / STATE_MAX : 1.0;
    }
}

/* Raises the flag's value of the side that is ahead: from flag_behind towards flag_ahead, half of it at a
 * lead of flag_half_lead. Uses a fraction, which gives the same result on every machine. */
static void value_flags(struct computation *computation)
{
    const struct worth_options *options = computation->options;
    for (enum side side = RED; side <= BLUE; side++) {
        double lead = computation->worth->state[side] - 1;
        if (lead > 0 && computation->worth->counts.left[side][FLAG])
            apply_rule(computation, side, FLAG, WORTH_FLAG_LEAD,
                       (options->flag_ahead - options->flag_behind) * lead /
                           (lead + options->flag_half_lead));
    }
}

/* Raises the value of a side's last one or two pieces that can stop the enemy's highest piece: those of its
 * rank or a higher one. This does not change the strengths, which are computed before. */
static void value_stoppers(struct computation *computation)
{
    const struct worth *worth = computation->worth;
    double add[SIDES] = {0, 0};
    int highest[SIDES]; /* [side]: rank of its enemy's highest piece */
    for (enum side side = RED; side <= BLUE; side++) {
        const uint8_t *own = worth->counts.left[side], *enemy = worth->counts.left[side_other(side)];
        int stoppers = 0;
        highest[side] = MARSHAL;
        while (highest[side] >= SPY && !enemy[highest[side]])
            highest[side]--;
        for (int rank = highest[side]; rank >= SPY && rank < RANKS; rank++)
            stoppers += own[rank];
        if (stoppers == 1 || stoppers == 2)
            add[side] = computation->options->last_stopper / stoppers *
                        worth->value[side_other(side)][highest[side]];
    }
    for (enum side side = RED; side <= BLUE; side++)
        for (int rank = highest[side]; add[side] > 0 && rank < RANKS; rank++)
            if (worth->counts.left[side][rank])
                apply_rule(computation, side, rank, WORTH_STOPPER, add[side]);
}

/* Computes the secrets (De Boer 2007, 3.2.2): what a side loses when a piece is revealed, as a share of its
 * value. With few movable enemy pieces (reveal_few) each of them adds reveal_each to the share; with more the
 * share is the fixed `reveal`. */
static void value_secrets(struct computation *computation)
{
    const struct worth_options *options = computation->options;
    struct worth *worth = computation->worth;
    for (enum side side = RED; side <= BLUE; side++) {
        const uint8_t *enemy = worth->counts.left[side_other(side)];
        const uint8_t *lacking = worth->counts.lacking[side_other(side)];
        int pieces = 0, missing = 0; /* now on the board; never in this army, but in the classic one */
        for (int rank = SPY; rank < RANKS; rank++) { /* the ranks that move */
            pieces += enemy[rank];
            missing += lacking[rank];
        }
        /* Scaled to the classic army, so that a small army does not count as one with losses. */
        double moving = worth_as_of_forty(pieces, MOVERS, missing);
        worth->reveal_share[side] =
            moving <= options->reveal_few ? options->reveal_each * moving : options->reveal;
        for (int rank = 0; rank < RANKS; rank++)
            worth->secret[side][rank] = worth->reveal_share[side] * worth->value[side][rank];
    }
}

/* Computes all of computation->worth from the counts of pieces. */
static void run_steps(struct computation *computation, const struct worth_counts *counts)
{
    computation->worth->counts = *counts;
    value_pieces(computation);
    compute_strengths(computation);
    compute_states(computation->worth);
    value_flags(computation);
    if (computation->options->last_stopper > 0)
        value_stoppers(computation);
    value_secrets(computation);
}

void worth_of_counts(const struct worth_options *options, const struct worth_counts *counts,
                     struct worth *worth)
{
    struct computation computation = {.options = options, .worth = worth,
                            .fewer_lower = options->fewer_lower_factor};
    run_steps(&computation, counts);
}

void worth_trace(const struct worth_options *options, const struct worth_counts *counts,
                 struct worth *worth, struct worth_trail *trail)
{
    struct computation computation = {.options = options, .worth = worth, .trail = trail,
                            .fewer_lower = options->fewer_lower_factor};
    memset(trail, 0, sizeof *trail);
    run_steps(&computation, counts);
}

/* The proportional parts are rounded by the largest remainder. The flag comes first, because a side without
 * its flag has lost. */
void worth_count_unknown(const uint8_t unknown_count[RANKS], int pieces, uint8_t left[RANKS])
{
    /* parts: pieces that each rank gets; remainder: of the division by `total`, the unknown ranks in all. */
    int total = 0, parts[RANKS], remainder[RANKS], distributed = 0;
    for (int rank = 0; rank < RANKS; rank++)
        total += unknown_count[rank];
    bool all = total <= pieces; /* no ranks too many: each counts in full */
    if (!all && pieces && unknown_count[FLAG]) {
        left[FLAG]++;
        pieces--;
    }
    total -= all ? 0 : unknown_count[FLAG];
    for (int rank = 0; rank < RANKS; rank++) {
        int count = all || rank != FLAG ? unknown_count[rank] : 0;
        parts[rank] = all ? count : total ? count * pieces / total : 0;
        remainder[rank] = all || !total ? 0 : count * pieces % total;
        distributed += parts[rank];
    }
    /* Pieces that the division left over go to the largest remainders. */
    while (!all && distributed < pieces) {
        int largest = 0;
        for (int rank = 1; rank < RANKS; rank++)
            if (remainder[rank] > remainder[largest])
                largest = rank;
        if (!remainder[largest])
            break;
        parts[largest]++;
        remainder[largest] = 0;
        distributed++;
    }
    for (int rank = 0; rank < RANKS; rank++)
        left[rank] = (uint8_t)(left[rank] + parts[rank]);
}

void worth_count_missing_at_start(const struct board *board, struct worth_counts *counts)
{
    if (board->variant == VARIANT_STANDARD)
        return;
    /* The classic number of a rank, less the pieces that are captured, unknown, or known and left. */
    for (enum side side = RED; side <= BLUE; side++)
        for (int rank = 0; rank < RANKS; rank++)
            counts->lacking[side][rank] = (uint8_t)(rank_table[rank].count - board->captured[side][rank] -
                                                    board->unknown_count[side][rank] -
                                                    counts->left[side][rank]);
}

void worth_count_pieces(const struct view *view, struct worth_counts *counts)
{
    const struct board *board = &view->board;
    int unknown[SIDES] = {0, 0};
    memset(counts, 0, sizeof *counts);
    for (int number = 0; number < PIECES; number++) {
        const struct piece *piece = &board->piece[number];
        if (piece->square != SQUARE_NONE && piece->rank != RANK_UNKNOWN)
            counts->left[piece->side][piece->rank]++;
        else if (piece->square != SQUARE_NONE)
            unknown[piece->side]++;
    }
    worth_count_missing_at_start(board, counts); /* while `left` has only the known pieces */
    for (enum side side = RED; side <= BLUE; side++)
        worth_count_unknown(board->unknown_count[side], unknown[side], counts->left[side]);
}

void worth_compute(const struct worth_options *options, const struct view *view, struct worth *worth)
{
    struct worth_counts counts;
    worth_count_pieces(view, &counts);
    worth_of_counts(options, &counts, worth);
}

void worth_update(const struct worth_options *options, const struct view *view, struct worth *worth)
{
    struct worth_counts counts;
    worth_count_pieces(view, &counts);
    if (memcmp(&counts, &worth->counts, sizeof counts) != 0)
        worth_of_counts(options, &counts, worth);
}
