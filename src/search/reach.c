/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/reach.h"

#include <math.h>

/* --- once a search --- */

/* Rows that a ply may win or lose: the mover's and a captured piece's. */
static const double rows_a_ply = 18;

/* What an attacker gains where these two fight; the flag's value is counted elsewhere. */
static double fight_gain(const struct evaluator *evaluator, int attacker, int defender)
{
    const double *value = evaluator->options.value;
    enum battle battle = battle_result(attacker, defender);
    return (battle != BATTLE_LOST && defender != FLAG ? value[defender] : 0) -
           (battle != BATTLE_WON ? value[attacker] : 0);
}

/* The weights that outcomes_of gives a piece's ranks, and how much of each goes with one piece of it. */
struct weights {
    double weight[RANKS], each[RANKS];
    int left[RANKS];          /* so many pieces of the rank, as far as they have a part in it */
    double spread;            /* what outcomes that are left out may add, as a share of the largest gain */
};

static void weigh(struct weights *weights, const struct outcome_odds *odds, const struct board *board,
                  int row)
{
    const uint8_t *left = board->unknown_count[odds->side];
    for (int rank = FLAG; rank < RANKS; rank++) {
        weights->weight[rank] = !left[rank] ? 0 : odds->by == BY_BELIEF ? odds->belief[row][rank]
                                : odds->by == BY_COUNTS ? left[rank] : 1;
        weights->left[rank] = odds->by == BY_UNIFORM ? left[rank] > 0 : left[rank];
        weights->each[rank] = weights->left[rank] ? weights->weight[rank] / weights->left[rank] : 0;
    }
    weights->spread = RANKS * odds->min;
}

/* The largest mean that `gain` can have over the ranks from `least` on when up to `told` pieces of them,
 * whichever they are, have become known: those whose loss raises the mean most are taken away until it rises
 * no more (Dinkelbach 1967). */
static double largest_mean(const struct weights *weights, const double gain[RANKS], int min, int known)
{
    double most = 0, mean = -INFINITY;
    for (int rank = min; rank < RANKS; rank++)
        if (weights->left[rank] && fabs(gain[rank]) > most)
            most = fabs(gain[rank]);
    for (int round = 0; round < RANKS * 2; round++) {
        double sum = 0, total = 0, before = mean;
        int left[RANKS];
        for (int rank = min; rank < RANKS; rank++)
            left[rank] = weights->left[rank];
        for (int i = 0; i < known; i++) {
            int worst = -1;
            for (int rank = min; rank < RANKS && mean > -INFINITY; rank++)
                if (left[rank] && gain[rank] < mean &&
                    (worst < 0 || (mean - gain[rank]) * weights->each[rank] >
                                      (mean - gain[worst]) * weights->each[worst]))
                    worst = rank;
            if (worst >= 0)
                left[worst]--;
        }
        for (int rank = min; rank < RANKS; rank++) {
            total += left[rank] * weights->each[rank];
            sum += left[rank] * weights->each[rank] * gain[rank];
        }
        /* Hardly anything is left of what was believed: any rank may be. */
        if (total < 1e-6)
            return most;
        mean = sum / total;
        if (mean <= before + 1e-12)
            break;
    }
    mean = weights->spread < 0.5 ? (mean + weights->spread * most) / (1 - weights->spread) : most;
    return mean < most ? mean + 1e-9 : most;
}

/* Takes in what one unknown enemy piece may come to, by our ranks and the enemy's that are on the board. */
static void expect(struct reach *reach, const struct evaluator *evaluator, const struct weights *weights,
                   const bool ours[RANKS], bool moved, int known)
{
    for (int rank = BOMB; rank < RANKS; rank++) {
        double against[RANKS] = {0}, by[RANKS] = {0};
        for (int other = FLAG; other < RANKS && ours[rank]; other++) {
            if (rank_moves(rank))
                against[other] = fight_gain(evaluator, rank, other);
            if (rank_moves(other))
                by[other] = fight_gain(evaluator, other, rank);
        }
        if (!ours[rank])
            continue;
        if (rank_moves(rank)) /* an unmoved piece may move first, and is then no flag and no bomb */
            reach->piece = larger(reach->piece, largest_mean(weights, against, SPY, known));
        if (rank_moves(rank) && !moved)
            reach->piece = larger(reach->piece, largest_mean(weights, against, FLAG, known));
        if (rank != SPY)
            reach->attacker = larger(reach->attacker, largest_mean(weights, by, SPY, known));
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
                            .slack = rows_a_ply * evaluator->options.advance};
    /* A piece that has just moved can go back only if the rule asks for more moves than that. */
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
    /* What known pieces of each rank can bring us, or the enemy, by our ranks that are on the board. */
    for (int mine = BOMB; mine < RANKS; mine++)
        for (int rank = BOMB; rank < RANKS && ours[mine]; rank++) {
            if (rank_moves(mine))
                reach->won[rank] = larger(reach->won[rank], fight_gain(evaluator, mine, rank));
            if (rank_moves(rank) && mine != SPY)
                reach->taken[rank] = larger(reach->taken[rank], fight_gain(evaluator, rank, mine));
        }
    for (int row = 0; row < PIECES_A_SIDE && reach->usable; row++) {
        const struct piece *piece = &board->piece[(int)odds->side * PIECES_A_SIDE + row];
        struct weights weights;
        if (piece->square == SQUARE_NONE || piece->rank != RANK_UNKNOWN)
            continue;
        if (odds->frozen[row])
            reach->frozen |= bit(piece->square);
        weigh(&weights, odds, board, row);
        expect(reach, evaluator, &weights, ours, piece->moved, depth);
    }
}

/* --- once a fight --- */

/* Where a square of ours is open to an attack in the enemy's next move: an enemy beside it, or one that may
 * move far at the end of a free line. `through` are squares that may be empty by then. The first of our own
 * pieces on each line are added to `cover`. */
static bool is_open(const struct reach *reach, const struct board *board, int square, bitboard through,
                    bitboard *cover)
{
    enum side enemy = reach->enemy;
    if (bits_around(bit(square)) & board_mobile(board, enemy))
        return true;
    for (int d = NORTH; d < DIRECTIONS; d++) {
        int at = square_next[square][d];
        while (at != SQUARE_NONE && (board->at[at] == NO_PIECE || bit_in(through, at))) {
            if (bit_in(board->far_movers[enemy], at))
                return true;
            at = square_next[at][d];
        }
        if (at == SQUARE_NONE || board->at[at] == LAKE)
            continue;
        if (bit_in(board->far_movers[enemy], at))
            return true;
        if (bit_in(board->occupied[side_other(enemy)], at))
            *cover |= bit(at);
    }
    return false;
}

/* Whether the enemy can attack one of our pieces in the next move after the fight. `cover` gets those of us
 * who must not move away meanwhile. */
static bool in_danger(const struct reach_fight *fight, const struct board *board, struct move move,
                      int number, bitboard *cover)
{
    int square = number == NO_PIECE ? SQUARE_NONE : board->piece[number].square;
    /* Both squares of the fight may be empty afterwards; and who attacked us may stand on the second. */
    bitboard through = bit(move.from) | bit(move.to);
    if (square == SQUARE_NONE)
        return false;
    if (square == move.from || square == move.to || is_open(fight->reach, board, square, through, cover))
        return true;
    bool on_line = square_row(square) == square_row(move.to) || square_file(square) == square_file(move.to);
    return !fight->ours && (on_line || (bits_around(bit(square)) & bit(move.to)));
}

/* The quiet moves that both sides need (doc/search.md). */
static bool is_free(const struct reach_fight *fight, const struct board *board, struct move move,
                    bitboard cover)
{
    enum side attacker = board->to_move, other = side_other(attacker);
    bitboard empty = BITS_BOARD & ~(board->occupied[RED] | board->occupied[BLUE] | BITS_LAKES);
    bitboard open_to_other = BITS_BOARD & ~(board->occupied[other] | BITS_LAKES);
    bitboard answer = board_mobile(board, other) & ~(bit(move.to) | fight->reach->frozen);
    bitboard attack = board_mobile(board, attacker) & ~(bit(move.from) | fight->reach->frozen);
    if (board->plies > 0) /* two squares may hold the one that moved last */
        answer &= ~bit(board->history[board->plies - 1].move.to);
    if (fight->plies == 0)
        return (answer & bits_around(open_to_other)) != 0;
    /* Our own quiet answer must not open a line to the flag. */
    if (!(bits_around(fight->ours ? answer : answer & ~cover) & empty))
        return false;
    if (fight->plies > 1 && bits_count(answer & bits_around(open_to_other)) < 2)
        return false;
    return bits_count(bits_around(attack) & empty) >= 2 && bits_count(attack & bits_around(empty)) >= 2;
}

/* The dearest known pieces on either side of a gain. False where the enemy's flag is known. */
static bool find_known(struct reach_fight *fight, const struct board *board,
                       const struct judgement *judgement, struct move move, bitboard *cover)
{
    const struct reach *reach = fight->reach;
    const uint8_t *shown = judgement->shown[reach->enemy];
    const double *value = fight->evaluator->options.value;
    fight->known_enemy = fight->known_taken = 0;
    if (shown[FLAG])
        return false;
    for (int rank = BOMB; rank < RANKS; rank++)
        if (shown[rank]) {
            fight->known_enemy = larger(fight->known_enemy, reach->won[rank]);
            fight->known_taken = larger(fight->known_taken, reach->taken[rank]);
        }
    if (in_danger(fight, board, move, reach->spy, cover))
        fight->known_taken = larger(fight->known_taken, value[SPY]);
    return true;
}

bool reach_fight(struct reach_fight *fight, const struct reach *reach, const struct evaluator *evaluator,
                 const struct board *board, const struct judgement *judgement, struct move move, int plies)
{
    bitboard cover = 0;
    const struct rules *rules = &board->rules; /* may a limit end the game in the plies left? */
    bool limit = (rules->move_limit && (int)board_played(board) + plies + 1 >= rules->move_limit) ||
                 (rules->no_attack_limit && plies >= rules->no_attack_limit);
    if (!reach->usable || plies > REACH_PLIES || limit)
        return false;
    fight->reach = reach;
    fight->evaluator = evaluator;
    fight->ours = board->to_move != reach->enemy;
    fight->plies = plies;
    fight->slack = reach->slack * (plies + 1);
    fight->judged = judgement->material + evaluator->options.advance * judgement->rows;
    if (board->to_move == BLUE)
        fight->judged = -fight->judged;
    if (plies > 0 && (in_danger(fight, board, move, reach->flag, &cover) ||
                      !find_known(fight, board, judgement, move, &cover)))
        return false;
    /* Unknown pieces must be able to move whatever becomes known in the plies left. */
    const uint8_t *unknown = board->unknown_count[reach->enemy];
    int movers = army_size(unknown) - unknown[FLAG] - unknown[BOMB];
    return movers > plies + 1 && is_free(fight, board, move, cover);
}

/* What the side that attacked, or the other, can gain in one move. */
static double gain(const struct reach_fight *fight, bool ours, double judged, int survivor)
{
    const struct reach *reach = fight->reach;
    double flag = reach->flag_odds * larger(0, fight->evaluator->win - (fight->ours ? judged : -judged));
    if (ours) /* against the enemy; the piece that survived is known now */
        return larger(larger(fight->known_enemy, survivor < RANKS ? reach->won[survivor] : 0),
                    reach->piece + flag);
    return larger(larger(fight->known_taken, survivor < RANKS ? reach->taken[survivor] : 0), reach->attacker);
}

void reach_outcome(const struct reach_fight *fight, int attacker, int defender, double *low, double *high)
{
    const double *value = fight->evaluator->options.value;
    double win = fight->evaluator->win, limit = fight->evaluator->limit;
    enum battle battle = battle_result(attacker, defender);
    double judged = fight->judged + (battle != BATTLE_LOST ? value[defender] : 0) -
                    (battle != BATTLE_WON ? value[attacker] : 0);
    /* The enemy's piece that is left standing. */
    int survivor = battle == (fight->ours ? BATTLE_LOST : BATTLE_WON) ? (fight->ours ? defender : attacker)
                                                                    : RANK_UNKNOWN;
    *low = *high = judged;
    if (fight->plies > 0)
        *low -= gain(fight, !fight->ours, judged, survivor);
    if (fight->plies > 1)
        *high += gain(fight, fight->ours, judged, survivor);
    *low = larger(-win, smaller(limit, *low - fight->slack));
    *high = smaller(win, larger(-limit, *high + fight->slack));
}
