/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/deboer.h"

#include "belief/belief.h"
#include "setup/place.h"

#include <math.h>
#include <string.h>

/* Computes the worth of the pieces (De Boer 2007, chapter 3) from public information only. */
static void compute_worth(const struct belief *belief, struct worth *worth)
{
    const struct public_state *state = &belief->public_state;
    struct worth_counts counts = {0};
    int unknown[SIDES] = {0, 0};
    for (int number = 0; number < PIECES; number++) {
        const struct public_piece *piece = &state->piece[number];
        if (piece->square == SQUARE_NONE)
            continue;
        if (piece->rank == RANK_UNKNOWN)
            unknown[piece_side(number)]++;
        else
            counts.left[piece_side(number)][piece->rank]++;
    }
    for (enum side side = RED; side <= BLUE; side++)
        worth_count_unknown(state->unknown_count[side], unknown[side], counts.left[side]);
    worth_of_counts(&belief->knowledge->options.worth, &counts, worth);
}

double deboer_profit(const struct worth *worth, enum side side, int rank, int target)
{
    double profit = 0;
    if (!rank_moves(rank))
        return 0;
    enum battle battle = battle_result(rank, target);
    if (battle != BATTLE_LOST)
        profit += worth->value[side_other(side)][target];
    if (battle != BATTLE_WON)
        profit -= worth->value[side][rank];
    return profit;
}

/* Sets the weights to the statistics' shares of the ranks on the place where each piece began. */
void deboer_start(struct belief *belief)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        int place = belief->public_state.piece[side_base(belief->side) + row].place;
        const float *prior = knowledge->prior[place < PIECES_A_SIDE ? place : PIECES_A_SIDE];
        for (int rank = 0; rank < RANKS; rank++)
            belief->deboer.weight[row][rank] = exp(prior[rank]);
    }
}

/* Multiplies a row's weights by exp(log_factor). Uses logarithms within -60 .. 60 as they are: six such
 * factors between two calls of bound_weights (four neighbours, opportunity, behaviour) cannot overflow. If
 * one is larger, shifts all so that the largest of a possible rank is 0, and bounds them; a factor that all
 * ranks have in common does not matter. `log_factor` gets the values used. */
static void multiply_weights(struct belief *belief, int row, float log_factor[RANKS])
{
    enum { MAX = 60 };
    uint16_t mask = facts_ranks(&belief->facts, row);
    float max = -INFINITY;
    bool is_large = false;
    for (int rank = 0; rank < RANKS; rank++) {
        is_large |= !(fabsf(log_factor[rank]) <= MAX);
        if ((mask >> rank & 1) && log_factor[rank] > max)
            max = log_factor[rank];
    }
    for (int rank = 0; rank < RANKS; rank++) {
        if (is_large)
            log_factor[rank] = fminf(fmaxf(log_factor[rank] - max, -MAX), MAX);
        belief->deboer.weight[row][rank] *= exp(log_factor[rank]);
    }
}

/* Returns the first piece from `square` in a direction, and its distance in squares. NO_PIECE if a lake or
 * the edge comes first. */
static int piece_ahead(const struct public_state *state, int square, enum direction direction, int *distance)
{
    *distance = 1;
    for (int next = square_next[square][direction]; next != SQUARE_NONE;
         next = square_next[next][direction], ++*distance)
        if (state->at[next] != NO_PIECE)
            return state->at[next] < PIECES ? state->at[next] : NO_PIECE;
    return NO_PIECE;
}

/* Returns whether a known enemy piece can capture the known piece `number`: a piece beside it, or a scout
 * from afar. */
static bool is_threatened(const struct public_state *state, int number)
{
    const struct public_piece *piece = &state->piece[number];
    for (int d = 0; d < DIRECTIONS; d++) {
        int distance, other = piece_ahead(state, piece->square, (enum direction)d, &distance);
        if (other == NO_PIECE || piece_side(other) == piece_side(number))
            continue;
        int rank = state->piece[other].rank;
        if (rank != RANK_UNKNOWN && rank_moves(rank) && (distance == 1 || rank == SCOUT) &&
            battle_result(rank, piece->rank) == BATTLE_WON)
            return true;
    }
    return false;
}

/* Returns whether the side's move is evidence of missed opportunities (De Boer 2007, 6.3.2): it was no
 * attack, and no known piece of the side was threatened. */
static bool is_unforced(const struct belief *belief, const struct event *event)
{
    const struct public_state *state = &belief->public_state;
    if (event->battle != BATTLE_NONE)
        return false;
    int base = side_base(belief->side);
    for (int number = base; number < base + PIECES_A_SIDE; number++) {
        const struct public_piece *piece = &state->piece[number];
        if (piece->square != SQUARE_NONE && piece->rank != RANK_UNKNOWN && is_threatened(state, number))
            return false;
    }
    return true;
}

/* Returns the enemy piece that moved, or was captured, in the last ply; the enemy is that of the observed
 * side. NO_PIECE at the start. */
static int last_enemy_moved(const struct belief *belief)
{
    const struct public_state *state = &belief->public_state;
    int base = side_base(side_other(belief->side));
    for (int number = base; number < base + PIECES_A_SIDE && state->plies; number++)
        if (state->piece[number].last == state->plies)
            return number;
    return NO_PIECE;
}

/* Returns whether `from` lies between `square` and the square `distance` squares away in a direction. */
static bool is_between(int square, enum direction direction, int distance, int from)
{
    for (; distance > 1; distance--) {
        square = square_next[square][direction];
        if (square == from)
            return true;
    }
    return false;
}

/* Adds to `missed` the profit that each rank would have made if the piece on `square` had attacked. Counts
 * only known pieces that the enemy's last move brought within reach (for a scout also from afar). If a piece
 * has stood there longer, there are other reasons not to attack it. `latest`: the enemy's last moved piece.
 * Returns whether there was such a piece with a profit. */
static bool find_chances(const struct belief *belief, const struct worth *worth, int latest, int square,
                         double missed[RANKS])
{
    const struct public_state *state = &belief->public_state;
    bool any = false;
    for (int d = 0; d < DIRECTIONS; d++) {
        int distance, other = piece_ahead(state, square, (enum direction)d, &distance);
        if (other == NO_PIECE || piece_side(other) == belief->side ||
            state->piece[other].rank == RANK_UNKNOWN ||
            (other != latest && !is_between(square, (enum direction)d, distance, state->piece[latest].from)))
            continue; /* neither came nor opened the line by leaving it */
        for (int rank = 0; rank < RANKS; rank++) {
            /* An attack also reveals the attacker's rank. */
            double gain = deboer_profit(worth, belief->side, rank, state->piece[other].rank) -
                          worth_secret(worth, belief->side, rank, false);
            if (gain > 0 && (distance == 1 || rank == SCOUT)) {
                missed[rank] += gain;
                any = true;
            }
        }
    }
    return any;
}

/* Lowers, for each hidden piece, the weights of ranks that missed a profit. */
static void add_opportunities(struct belief *belief, const struct event *event, const struct worth *worth)
{
    int base = side_base(belief->side), latest = last_enemy_moved(belief);
    if (latest == NO_PIECE || !is_unforced(belief, event))
        return;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        double missed[RANKS] = {0};
        float log_factor[RANKS];
        if (!belief_is_hidden(belief, base + row) ||
            !find_chances(belief, worth, latest, belief->public_state.piece[base + row].square, missed))
            continue;
        for (int rank = 0; rank < RANKS; rank++)
            log_factor[rank] = (float)(-belief->knowledge->options.missed * missed[rank]);
        multiply_weights(belief, row, log_factor);
        evidence_add(belief, row, EVIDENCE_OPPORTUNITY, log_factor);
    }
}

/* Computes each rank's happiness on a square (De Boer 2007, 6.3.3). It is the sum of the profits of attacking
 * each known enemy piece: less for each square of distance, more for a piece in the same line. */
static void compute_happiness(const struct belief *belief, const struct worth *worth, int square,
                              double happy[RANKS])
{
    const struct belief_options *options = &belief->knowledge->options;
    int base = side_base(side_other(belief->side));
    memset(happy, 0, RANKS * sizeof *happy);
    for (int number = base; number < base + PIECES_A_SIDE; number++) {
        const struct public_piece *target = &belief->public_state.piece[number];
        if (target->square == SQUARE_NONE || target->rank == RANK_UNKNOWN)
            continue;
        double closeness = pow(options->decay, square_distance(square, target->square) - 1);
        if (square_file(square) == square_file(target->square) ||
            square_row(square) == square_row(target->square))
            closeness *= 1 + options->line;
        for (int rank = 0; rank < RANKS; rank++)
            happy[rank] += closeness * deboer_profit(worth, belief->side, rank, target->rank);
    }
}

/* Multiplies the mover's weight of each rank by exp(the happiness that its move would gain for the rank). */
static void add_behaviour(struct belief *belief, const struct event *event, const struct worth *worth)
{
    int number = belief->public_state.at[event->move.from];
    double before[RANKS], after[RANKS], weight = belief->knowledge->options.happiness;
    float log_factor[RANKS];
    if (event->attacker != RANK_UNKNOWN)
        return; /* its rank is public, or becomes public by this move */
    compute_happiness(belief, worth, event->move.from, before);
    compute_happiness(belief, worth, event->move.to, after);
    for (int rank = 0; rank < RANKS; rank++)
        log_factor[rank] = (float)(weight * (after[rank] - before[rank]));
    multiply_weights(belief, number % PIECES_A_SIDE, log_factor);
    evidence_add(belief, number % PIECES_A_SIDE, EVIDENCE_BEHAVIOUR, log_factor);
}

/* Scales a row's weights so that they neither overflow nor vanish: they stay above 1e-60 times the largest
 * possible one. */
static void bound_weights(double weight[RANKS], uint16_t mask)
{
    double max = 0, min = INFINITY;
    for (int rank = 0; rank < RANKS; rank++) {
        if ((mask >> rank & 1) && weight[rank] > max)
            max = weight[rank];
        min = fmin(min, weight[rank]);
    }
    if (!(max > 0) || (max > 1e-30 && max < 1e30 && min >= 1e-60 * max))
        return;
    for (int rank = 0; rank < RANKS; rank++) {
        double w = weight[rank] / max;
        weight[rank] = w < 1e-60 ? 1e-60 : w > 1e60 ? 1e60 : w;
    }
}

void deboer_watch(struct belief *belief, const struct event *event)
{
    const struct belief_options *options = &belief->knowledge->options;
    if (belief->public_state.to_move != belief->side)
        return;
    /* Before the factors of this move: they then cannot overflow (multiply_weights). */
    for (int row = 0; row < PIECES_A_SIDE; row++)
        bound_weights(belief->deboer.weight[row], facts_ranks(&belief->facts, row));
    struct worth worth;
    if (options->opportunities > 0 || options->behaviour > 0)
        compute_worth(belief, &worth);
    if (options->opportunities > 0)
        add_opportunities(belief, event, &worth);
    if (options->behaviour > 0)
        add_behaviour(belief, event, &worth);
}

/* Multiplies the weights of the hidden pieces that began beside piece `number` by the ratios that the
 * statistics have for its revealed rank (De Boer 2007, 6.3.1). In the evidence list these factors get the
 * exponent `evidence_weight`. Returns the rows of the changed pieces, bit r for row r. */
static uint64_t update_neighbours(struct belief *belief, int number, float evidence_weight)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    const struct public_piece *piece = &belief->public_state.piece[number];
    int base = side_base(belief->side);
    uint64_t rows = 0;
    if (piece->place == PLACE_NONE)
        return rows;
    for (int side = 0; side < PLACE_SIDES; side++) {
        int place = place_next[piece->place][side];
        for (int row = 0; place >= 0 && row < PIECES_A_SIDE; row++) {
            if (belief->public_state.piece[base + row].place != place ||
                !belief_is_hidden(belief, base + row))
                continue;
            float log_factor[RANKS];
            for (int rank = 0; rank < RANKS; rank++) {
                double ratio = setup_ratio(knowledge->statistics, place_relation[side], piece->rank, rank);
                /* 1e-3: a ratio of 0 excludes no rank. */
                log_factor[rank] = (float)(knowledge->options.neighbour_power * log(ratio + 1e-3));
            }
            multiply_weights(belief, row, log_factor);
            for (int rank = 0; rank < RANKS; rank++)
                log_factor[rank] *= evidence_weight;
            if (evidence_weight > 0)
                evidence_add(belief, row, EVIDENCE_NEIGHBOUR, log_factor);
            rows |= (uint64_t)1 << row;
        }
    }
    return rows;
}

uint64_t deboer_update_neighbours(struct belief *belief, const uint8_t *reveals, float evidence_weight)
{
    uint64_t rows = 0;
    for (; *reveals != NO_PIECE; reveals++)
        if (piece_side(*reveals) == belief->side)
            rows |= update_neighbours(belief, *reveals, evidence_weight);
    return rows;
}

void deboer_learn(struct belief *belief, const struct event *event, const uint8_t *reveals)
{
    (void)event;
    if (belief->knowledge->options.neighbours > 0)
        deboer_update_neighbours(belief, reveals, 1);
}

void deboer_weigh(struct belief *belief)
{
    /* In the normal form each row adds up to 1 and each column to the number of hidden pieces of its rank
     * (belief/normal.h). The weights do not include facts and notes, so that a note can be undone. These can
     * be multiplied in later: the result has the same normal form. */
    memcpy(belief->p, belief->deboer.weight, sizeof belief->p);
}
