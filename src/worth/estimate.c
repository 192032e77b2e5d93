/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "worth/estimate.h"

/* Returns the odds of a fight in which one of the ranks `attacker` and `defender` is RANK_UNKNOWN: that
 * piece, `unknown`, may have any remaining rank. */
static struct odds odds_of(const struct board *board, int attacker, int defender, const struct piece *unknown)
{
    double weight[BATTLE_BOTH + 1] = {0}, total = 0;
    bool attacks = attacker == RANK_UNKNOWN;
    int first = attacks || unknown->moved ? SPY : FLAG; /* the ranks before SPY cannot move */
    for (int rank = first; rank < RANKS; rank++) {
        int left = board->unknown_count[unknown->side][rank];
        total += left;
        weight[battle_result(attacks ? rank : attacker, attacks ? defender : rank)] += left;
    }
    if (total <= 0) /* no rank is left for it: neither side gets an advantage */
        return (struct odds){.both = 1};
    return (struct odds){weight[BATTLE_WON] / total, weight[BATTLE_BOTH] / total,
                         weight[BATTLE_LOST] / total};
}

/* Returns the odds of a fight between known ranks. */
static struct odds odds_known(int attacker, int defender)
{
    enum battle battle = battle_result(attacker, defender);
    return (struct odds){battle == BATTLE_WON, battle == BATTLE_BOTH, battle == BATTLE_LOST};
}

struct odds estimate_attack(const struct board *board, int rank, const struct piece *victim)
{
    if (victim->rank != RANK_UNKNOWN)
        return odds_known(rank, victim->rank);
    return odds_of(board, rank, RANK_UNKNOWN, victim);
}

/* Returns the value of the victim for its owner. For an unknown victim it is the mean over the ranks that
 * `rank` captures. */
static double victim_value(const struct worth *worth, const struct board *board, int rank,
                           const struct piece *victim)
{
    double sum = 0, total = 0;
    if (victim->rank != RANK_UNKNOWN)
        return worth->value[victim->side][victim->rank];
    for (int other = victim->moved ? SPY : FLAG; other < RANKS; other++) {
        enum battle battle = battle_result(rank, other);
        double left = board->unknown_count[victim->side][other];
        if (battle != BATTLE_WON && battle != BATTLE_BOTH)
            continue;
        total += left;
        sum += left * worth->value[victim->side][other];
    }
    return total > 0 ? sum / total : 0;
}

double estimate_gain(const struct worth *worth, const struct board *board, struct move move)
{
    const struct piece *mover = &board->piece[board->at[move.from]];
    double own = worth->value[mover->side][mover->rank];
    double secret = worth_secret(worth, mover->side, mover->rank, mover->known);
    if (board->at[move.to] == NO_PIECE)
        return square_beside(move.from, move.to) ? 0 : -secret;
    const struct piece *victim = &board->piece[board->at[move.to]];
    struct odds odds = estimate_attack(board, mover->rank, victim);
    return (odds.won + odds.both) * victim_value(worth, board, mover->rank, victim) -
           (odds.lost + odds.both) * own - odds.won * secret;
}

double estimate_threat(const struct board *board, const struct piece *enemy, const struct piece *piece,
                       double doubt)
{
    if (enemy->rank != RANK_UNKNOWN)
        return rank_moves(enemy->rank) ? odds_known(enemy->rank, piece->rank).won : 0;
    return enemy->moved ? doubt * odds_of(board, RANK_UNKNOWN, piece->rank, enemy).won : 0;
}

double estimate_danger(const struct worth *worth, const struct board *board, const struct piece *piece,
                       int square, int except, double doubt)
{
    double worst = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        int neighbour = square_next[square][d];
        if (neighbour == SQUARE_NONE || neighbour == except || board->at[neighbour] >= PIECES)
            continue;
        const struct piece *enemy = &board->piece[board->at[neighbour]];
        double threat = enemy->side == piece->side ? 0 : estimate_threat(board, enemy, piece, doubt);
        worst = threat > worst ? threat : worst;
    }
    return worst * worth->value[piece->side][piece->rank];
}

bool estimate_returns(const struct board *board, struct move move)
{
    if (board->plies < board->prior_plies + 2)
        return false;
    const struct move last = board->history[board->plies - 2].move;
    return last.from == move.to && last.to == move.from;
}
