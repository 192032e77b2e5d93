/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/reach.h"

#include <math.h>

/* --- once a search --- */

/* Max rows that a ply changes: nine of the moving piece and nine of a captured one. */
static const double rows_per_ply = 18;

/* Returns the attacker's gain from a fight of these ranks, without the flag's value. */
static double fight_gain(const struct evaluator *evaluator, int attacker, int defender)
{
    const double *value = evaluator->options.value;
    enum battle battle = battle_result(attacker, defender);
    return (battle != BATTLE_LOST && defender != FLAG ? value[defender] : 0) -
           (battle != BATTLE_WON ? value[attacker] : 0);
}

/* The weights of outcomes_fill for one piece. */
struct weights {
    double weight[RANKS];     /* weight of the rank */
    double each[RANKS];       /* weight of the rank for each of its pieces */
    int left[RANKS];          /* pieces of the rank that count for its weight */
    double spread;            /* max effect of omitted outcomes, as a share of the largest gain */
};

/* Computes the weights of the ranks of the unknown enemy piece number `row`. */
static void fill_weights(struct weights *weights, const struct outcome_odds *odds, const struct board *board,
                         int row)
{
    const uint8_t *left = board->unknown_count[odds->side];
    for (int rank = FLAG; rank < RANKS; rank++) {
        double weight = odds->by == BY_BELIEF ? odds->belief[row][rank]
                        : odds->by == BY_COUNTS ? left[rank] : 1;
        weights->weight[rank] = left[rank] ? weight : 0;
        weights->left[rank] = odds->by == BY_UNIFORM ? left[rank] > 0 : left[rank];
        weights->each[rank] = weights->left[rank] ? weights->weight[rank] / weights->left[rank] : 0;
    }
    weights->spread = RANKS * odds->min;
}

/* Returns an upper bound of the mean of `gain` over the ranks from `first` on, after up to `known` pieces of
 * any ranks have been revealed. Repeatedly removes the pieces whose loss raises the mean most, until it does
 * not rise (Dinkelbach 1967). The first round removes none: the mean is not known yet. */
static double largest_mean(const struct weights *weights, const double gain[RANKS], int first, int known)
{
    double largest_gain = 0, mean = -INFINITY;
    for (int rank = first; rank < RANKS; rank++)
        if (weights->left[rank] && fabs(gain[rank]) > largest_gain)
            largest_gain = fabs(gain[rank]);
    for (int round = 0; round < RANKS * 2; round++) {
        double sum = 0, total = 0, last_mean = mean;
        int left[RANKS];
        for (int rank = first; rank < RANKS; rank++)
            left[rank] = weights->left[rank];
        /* Remove up to `known` pieces: each time one of the rank that lowers the mean most. */
        for (int i = 0; i < known; i++) {
            int removed = -1;
            for (int rank = first; rank < RANKS && mean > -INFINITY; rank++)
                if (left[rank] && gain[rank] < mean &&
                    (removed < 0 || (mean - gain[rank]) * weights->each[rank] >
                     (mean - gain[removed]) * weights->each[removed]))
                    removed = rank;
            if (removed >= 0)
                left[removed]--;
        }
        /* The mean over the pieces that remain. */
        for (int rank = first; rank < RANKS; rank++) {
            total += left[rank] * weights->each[rank];
            sum += left[rank] * weights->each[rank] * gain[rank];
        }
        /* The belief is almost contradicted: the piece may be of any rank. */
        if (total < 1e-6)
            return largest_gain;
        mean = sum / total;
        if (mean <= last_mean + 1e-12)
            break;
    }
    /* Outcomes that are omitted for their small probability may raise the mean by their share; at half of all
     * this bound would be useless. 1e-9: for rounding. */
    if (weights->spread >= 0.5)
        return largest_gain;
    mean = (mean + weights->spread * largest_gain) / (1 - weights->spread);
    return mean < largest_gain ? mean + 1e-9 : largest_gain;
}

/* Raises the max gains to those from one unknown enemy piece. `ours`: our ranks on the board; `known`: max
 * number of pieces revealed. */
static void add_unknown_piece(struct reach *reach, const struct evaluator *evaluator,
                              const struct weights *weights, const bool ours[RANKS], bool moved, int known)
{
    for (int rank = BOMB; rank < RANKS; rank++) {
        /* By the unknown piece's rank: the gain of an attack of `rank` on it, and of its attack on `rank`. */
        double against[RANKS] = {0}, by[RANKS] = {0};
        for (int other = FLAG; other < RANKS && ours[rank]; other++) {
            if (rank_moves(rank))
                against[other] = fight_gain(evaluator, rank, other);
            if (rank_moves(other))
                by[other] = fight_gain(evaluator, other, rank);
        }
        if (!ours[rank])
            continue;
        if (rank_moves(rank)) /* an unmoved piece may move before, and is then neither flag nor bomb */
            reach->vs_unknown = larger(reach->vs_unknown, largest_mean(weights, against, SPY, known));
        if (rank_moves(rank) && !moved)
            reach->vs_unknown = larger(reach->vs_unknown, largest_mean(weights, against, FLAG, known));
        if (rank != SPY) /* attacks on our spy are counted only if it is in danger (find_known_gains) */
            reach->by_unknown = larger(reach->by_unknown, largest_mean(weights, by, SPY, known));
    }
    if (!moved) {
        const double flag[RANKS] = {[FLAG] = 1};
        reach->flag_odds = larger(reach->flag_odds, largest_mean(weights, flag, FLAG, known));
    }
}

void reach_init(struct reach *reach, const struct evaluator *evaluator, const struct outcome_odds *odds,
                const struct board *board, int depth)
{
    bool ours[RANKS] = {false};
    int two_squares = board->rules.two_squares, own = odds->side == RED ? PIECES_A_SIDE : 0;
    *reach = (struct reach){.enemy = odds->side, .flag = NO_PIECE, .spy = NO_PIECE,
                            .slack = rows_per_ply * evaluator->options.advance};
    /* The bounds need an evaluation that is a sum over pieces, and that a piece that has just moved can move
     * straight back: not if the two-squares rule has a limit of 1 or 2. */
    const struct search_options *options = &evaluator->options;
    bool adds_up = options->hunted == 0 && options->scarce == 0 && options->bomb_half == 0 &&
                   options->hunted_half == 0 && options->shown == 0 && options->more == 0 &&
                   options->worth_weight == 0 && options->quiescence == 0;
    reach->usable = adds_up && (two_squares == 0 || two_squares >= 3);
    for (int number = own; number < own + PIECES_A_SIDE; number++) {
        const struct piece *piece = &board->piece[number];
        if (piece->square == SQUARE_NONE)
            continue;
        ours[piece->rank] = true;
        if (piece->rank == FLAG)
            reach->flag = number;
        if (piece->rank == SPY)
            reach->spy = number;
    }
    /* Max gains against and by known pieces of each rank, for our ranks on the board. */
    for (int own_rank = BOMB; own_rank < RANKS; own_rank++)
        for (int rank = BOMB; rank < RANKS && ours[own_rank]; rank++) {
            if (rank_moves(own_rank))
                reach->vs_known[rank] = larger(reach->vs_known[rank], fight_gain(evaluator, own_rank, rank));
            if (rank_moves(rank) && own_rank != SPY)
                reach->by_known[rank] = larger(reach->by_known[rank], fight_gain(evaluator, rank, own_rank));
        }
    for (int row = 0; row < PIECES_A_SIDE && reach->usable; row++) {
        const struct piece *piece = &board->piece[(int)odds->side * PIECES_A_SIDE + row];
        struct weights weights;
        if (piece->square == SQUARE_NONE || piece->rank != RANK_UNKNOWN)
            continue;
        if (odds->frozen[row])
            reach->frozen |= bit(piece->square);
        fill_weights(&weights, odds, board, row);
        add_unknown_piece(reach, evaluator, &weights, ours, piece->moved, depth);
    }
}

/* --- once a fight --- */

/* Returns whether the enemy can attack our square in its next move: an enemy piece is next to it, or a piece
 * that may move far is at the end of a free line. `through`: squares that may be empty by then. Adds to
 * `cover` our first piece on each line, which must not move away. */
static bool is_open_to_attack(const struct reach *reach, const struct board *board, int square,
                              bitboard through, bitboard *cover)
{
    enum side enemy = reach->enemy;
    if (bits_around(bit(square)) & board_mobile(board, enemy))
        return true;
    for (int d = NORTH; d < DIRECTIONS; d++) {
        int other = square_next[square][d];
        while (other != SQUARE_NONE && (board->at[other] == NO_PIECE || bit_in(through, other))) {
            if (bit_in(board->far_movers[enemy], other))
                return true;
            other = square_next[other][d];
        }
        if (other == SQUARE_NONE || board->at[other] == LAKE)
            continue;
        if (bit_in(board->far_movers[enemy], other))
            return true;
        if (bit_in(board->occupied[side_other(enemy)], other))
            *cover |= bit(other);
    }
    return false;
}

/* Returns whether the enemy can attack our piece `number` in its next move after the fight. Adds our pieces
 * that must not move away to `cover`. */
static bool in_danger(const struct reach_fight *fight, const struct board *board, struct move move,
                      int number, bitboard *cover)
{
    int square = number == NO_PIECE ? SQUARE_NONE : board->piece[number].square;
    /* Both squares of the fight may be empty afterwards. */
    bitboard through = bit(move.from) | bit(move.to);
    if (square == SQUARE_NONE)
        return false;
    if (square == move.from || square == move.to ||
        is_open_to_attack(fight->reach, board, square, through, cover))
        return true;
    /* An attacking enemy may stand on move.to after the fight. */
    bool on_line = square_row(square) == square_row(move.to) || square_file(square) == square_file(move.to);
    return !fight->ours && (on_line || (bits_around(bit(square)) & bit(move.to)));
}

/* Returns whether both sides have the quiet moves that the bounds of reach_fight assume. The side that
 * answers the fight needs one by a piece that did not move last and opens no line to flag or spy. With two
 * plies to go it also needs a second mobile piece. The attacker needs two other pieces beside two empty
 * squares. With no ply to go, only the side that answers needs a move, of any kind. */
static bool have_quiet_moves(const struct reach_fight *fight, const struct board *board, struct move move,
                             bitboard cover)
{
    enum side attacker = board->to_move, other = side_other(attacker);
    bitboard empty = BITS_BOARD & ~(board->occupied[RED] | board->occupied[BLUE] | BITS_LAKES);
    bitboard not_occupied_by_other = BITS_BOARD & ~(board->occupied[other] | BITS_LAKES);
    /* The two pieces in the fight may be lost, and the search does not move frozen pieces: neither count. */
    bitboard answering = board_mobile(board, other) & ~(bit(move.to) | fight->reach->frozen);
    bitboard attacking = board_mobile(board, attacker) & ~(bit(move.from) | fight->reach->frozen);
    if (board->plies > 0) /* the two-squares rule may forbid a move of the last moved piece */
        answering &= ~bit(board->history[board->plies - 1].move.to);
    if (fight->plies == 0)
        return (answering & bits_around(not_occupied_by_other)) != 0;
    /* Our own quiet answer must not open a line to the flag. */
    if (!(bits_around(fight->ours ? answering : answering & ~cover) & empty))
        return false;
    if (fight->plies > 1 && bits_count(answering & bits_around(not_occupied_by_other)) < 2)
        return false;
    return bits_count(bits_around(attacking) & empty) >= 2 && bits_count(attacking & bits_around(empty)) >= 2;
}

/* Computes the max gains from known pieces; false if the enemy's flag is known. */
static bool find_known_gains(struct reach_fight *fight, const struct board *board,
                             const struct evaluation *evaluation, struct move move, bitboard *cover)
{
    const struct reach *reach = fight->reach;
    const uint8_t *shown = evaluation->shown[reach->enemy];
    const double *value = fight->evaluator->options.value;
    fight->vs_known = fight->by_known = 0;
    if (shown[FLAG])
        return false;
    for (int rank = BOMB; rank < RANKS; rank++)
        if (shown[rank]) {
            fight->vs_known = larger(fight->vs_known, reach->vs_known[rank]);
            fight->by_known = larger(fight->by_known, reach->by_known[rank]);
        }
    if (in_danger(fight, board, move, reach->spy, cover)) /* by_known leaves the spy out */
        fight->by_known = larger(fight->by_known, value[SPY]);
    return true;
}

bool reach_fight(struct reach_fight *fight, const struct reach *reach, const struct evaluator *evaluator,
                 const struct board *board, const struct evaluation *evaluation, struct move move, int plies)
{
    bitboard cover = 0;
    const struct rules *rules = &board->rules;
    /* A limit may end the game in the plies left; the fight starts the count without attacks anew. */
    bool limit = (rules->move_limit && (int)board_played(board) + plies + 1 >= rules->move_limit) ||
                 (rules->no_attack_limit && plies >= rules->no_attack_limit);
    if (!reach->usable || plies > REACH_PLIES || limit)
        return false;
    fight->reach = reach;
    fight->evaluator = evaluator;
    fight->ours = board->to_move != reach->enemy;
    fight->plies = plies;
    fight->slack = reach->slack * (plies + 1);
    fight->total = evaluation->material + evaluator->options.advance * evaluation->rows;
    if (board->to_move == BLUE)
        fight->total = -fight->total;
    if (plies > 0 && (in_danger(fight, board, move, reach->flag, &cover) ||
                      !find_known_gains(fight, board, evaluation, move, &cover)))
        return false;
    /* Unknown pieces must include a movable rank, whichever ranks are revealed in the plies left. */
    const uint8_t *unknown = board->unknown_count[reach->enemy];
    int movers = army_size(unknown) - unknown[FLAG] - unknown[BOMB];
    return movers > plies + 1 && have_quiet_moves(fight, board, move, cover);
}

/* Returns the max gain in one move of our side (`ours`) or of the enemy. `total`: the evaluation after the
 * fight for the attacking side. `survivor`: the rank of an enemy piece that survived the fight. */
static double max_gain(const struct reach_fight *fight, bool ours, double total, int survivor)
{
    const struct reach *reach = fight->reach;
    double flag_gain = reach->flag_odds * larger(0, fight->evaluator->win - (fight->ours ? total : -total));
    if (ours) /* attack on the enemy; a surviving piece is known now */
        return larger(larger(fight->vs_known, survivor < RANKS ? reach->vs_known[survivor] : 0),
                      reach->vs_unknown + flag_gain);
    return larger(larger(fight->by_known, survivor < RANKS ? reach->by_known[survivor] : 0),
                  reach->by_unknown);
}

void reach_outcome(const struct reach_fight *fight, int attacker, int defender, double *low, double *high)
{
    const double *value = fight->evaluator->options.value;
    double win = fight->evaluator->win, limit = fight->evaluator->limit;
    enum battle battle = battle_result(attacker, defender);
    double total = fight->total + (battle != BATTLE_LOST ? value[defender] : 0) -
                   (battle != BATTLE_WON ? value[attacker] : 0);
    /* The rank of the enemy's piece, if it survives. */
    enum battle enemy_wins = fight->ours ? BATTLE_LOST : BATTLE_WON; /* `battle` is the attacker's result */
    int survivor = battle != enemy_wins ? RANK_UNKNOWN : fight->ours ? defender : attacker;
    *low = *high = total;
    /* The side that was attacked moves first. */
    if (fight->plies > 0)
        *low -= max_gain(fight, !fight->ours, total, survivor);
    if (fight->plies > 1)
        *high += max_gain(fight, fight->ours, total, survivor);
    *low = larger(-win, smaller(limit, *low - fight->slack));
    *high = smaller(win, larger(-limit, *high + fight->slack));
}
