/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The value of leaves with pending fights (after Schadd & Winands 2009: the outcome of battles is estimated
 * by the evaluation, not by more search).
 *
 * Two adjacent pieces of different sides, of which one may attack the other, are a contact; its gain is the
 * expected change of material for the attacker. The side to move has two choices: it attacks in the best
 * contact and the enemy answers with its best one; or it saves its most endangered piece, if that can move
 * away, and the enemy makes its second-best attack. The better choice is added to the evaluation. */
#include "search/tree.h"

enum { CONTACTS = 128 };

struct contact {
    uint8_t from, to;
    double gain;          /* points for the attacker, expected */
};

/* Returns the attacker's gain in points from a fight of these ranks; `flag`: the points of capturing the
 * victim's flag. */
static inline double fight_gain(const struct material *material, enum side side, int attacker, int victim,
                                double flag)
{
    enum battle battle = battle_result(attacker, victim);
    double gain = 0;
    if (battle != BATTLE_LOST)
        gain += victim == FLAG ? flag : material->value[side_other(side)][victim];
    if (battle != BATTLE_WON)
        gain -= material->value[side][attacker];
    return gain;
}

/* Computes contact->gain, the attacker's expected gain in points if it attacks. False if the belief excludes
 * the fight. `total`: the evaluation for the attacker. */
static bool compute_gain(const struct tree *tree, const struct material *material, struct contact *contact,
                         double total)
{
    const struct board *board = &tree->board;
    struct move move = {contact->from, contact->to};
    const struct piece *mover = &board->piece[board->at[contact->from]];
    int victim = board->piece[board->at[contact->to]].rank;
    enum side side = (enum side)mover->side;
    double flag = larger(0, tree->evaluator.win - total), weight[RANKS], sum, gain = 0;
    bool attacks;
    int unknown = tree_unknown(tree, move, &attacks);
    if (unknown == NO_PIECE) {
        contact->gain = fight_gain(material, side, mover->rank, victim, flag);
        return true;
    }
    sum = outcome_weights(&tree->odds, board, unknown, attacks, weight);
    for (int rank = FLAG; rank < RANKS; rank++)
        if (weight[rank] > 0)
            gain += weight[rank] * fight_gain(material, side, attacks ? rank : mover->rank,
                                              attacks ? victim : rank, flag);
    contact->gain = gain / sum; /* not used if the sum is 0 */
    return sum > 0;
}

/* Returns whether the search may move the piece on this square. */
static bool may_move(const struct tree *tree, int square)
{
    const struct board *board = &tree->board;
    int number = board->at[square];
    return !bit_in(board->fixed[board->piece[number].side], square) && !tree_is_frozen(tree, number);
}

/* Lists all contacts in which `side` attacks; returns their number. */
static int list_contacts(const struct tree *tree, const struct material *material, enum side side,
                         double total, struct contact contacts[CONTACTS])
{
    const struct board *board = &tree->board;
    bitboard enemies = board->occupied[side_other(side)];
    int count = 0;
    for (bitboard movers = board->occupied[side] & bits_around(enemies); movers;) {
        int from = bits_pop(&movers);
        if (!may_move(tree, from))
            continue;
        for (int d = NORTH; d < DIRECTIONS; d++) {
            int to = square_next[from][d];
            if (to == SQUARE_NONE || !bit_in(enemies, to) || count == CONTACTS)
                continue;
            contacts[count] = (struct contact){.from = (uint8_t)from, .to = (uint8_t)to};
            count += compute_gain(tree, material, &contacts[count], total);
        }
    }
    return count;
}

/* Returns the enemy's highest gain if the side to move saves its most endangered piece, if it can. */
static double second_threat(const struct tree *tree, const struct contact *threats, int count)
{
    int first = 0;
    double second = 0;
    for (int i = 1; i < count; i++)
        if (threats[i].gain > threats[first].gain)
            first = i;
    /* The piece can be saved if it can move and a neighbouring square is empty. */
    bitboard free = ~(tree->board.occupied[RED] | tree->board.occupied[BLUE] | BITS_LAKES);
    bool saved = count > 0 && may_move(tree, threats[first].to) &&
                 (bits_around(bit(threats[first].to)) & free) != 0;
    for (int i = 0; i < count; i++)
        if (!(saved && threats[i].to == threats[first].to) && threats[i].gain > second)
            second = threats[i].gain;
    return second;
}

double tree_quiescence(struct tree *tree, int ply)
{
    const struct board *board = &tree->board;
    enum side side = board->to_move;
    const struct evaluation *evaluation = &tree->evaluation[ply];
    double total = evaluation_for(evaluation, side), limit = tree->evaluator.limit;
    struct contact fights[CONTACTS], threats[CONTACTS];
    if (!(bits_around(board->occupied[side]) & board->occupied[side_other(side)]))
        return total;
    const struct material *material = evaluate_material(
        &tree->evaluator, (const uint8_t(*)[RANKS])evaluation->left, evaluation->key);
    int fight_count = list_contacts(tree, material, side, total, fights);
    int threat_count = list_contacts(tree, material, side_other(side), -total, threats);
    double best = -second_threat(tree, threats, threat_count);
    for (int i = 0; i < fight_count; i++) {
        double answer = 0; /* the enemy's best gain in its answer */
        for (int k = 0; k < threat_count; k++)
            /* After the fight the victim no longer attacks, and the attacker has left its square. */
            if (threats[k].from != fights[i].to && threats[k].to != fights[i].from)
                answer = larger(answer, threats[k].gain);
        best = larger(best, fights[i].gain - answer);
    }
    return larger(-limit, smaller(limit, total + best));
}
