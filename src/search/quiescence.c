/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Leaves at which a fight is at hand (after the idea of Schadd & Winands 2009: the outcome of battles is
 * determined by evaluation, not by more search).
 *
 * Every two adjacent enemies of which one may attack are a contact; its gain is the expected change of
 * material for the attacker. The side to move either takes part in the best fight and then suffers the
 * enemy's best answer, or saves the piece that is most in danger, if it can get away, and loses the next. The
 * judgement is moved by the better of the two, and by nothing where nobody is in danger. */
#include "search/tree.h"

enum { CONTACTS = 128 };

struct contact {
    uint8_t from, to;
    double gain;          /* points for the attacker, expected */
};

/* What the attacker gains where these two fight. `flag`: what the victim's flag is worth. */
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

/* Fills in a contact; false where there can be no such fight. `total` is the judgement for the attacker. */
static bool weigh(const struct tree *tree, const struct material *material, struct contact *contact,
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
    contact->gain = gain / sum;
    return sum > 0;
}

/* Whether the search moves the piece on this square at all. */
static bool may_move(const struct tree *tree, int square)
{
    const struct board *board = &tree->board;
    int number = board->at[square];
    return !bit_in(board->fixed[board->piece[number].side], square) && !tree_is_frozen(tree, number);
}

/* All contacts in which `side` attacks. */
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
            count += weigh(tree, material, &contacts[count], total);
        }
    }
    return count;
}

/* What the enemy gains where the most endangered piece gets away, if it can. */
static double second_threat(const struct tree *tree, const struct contact *threats, int count)
{
    int first = 0;
    double second = 0;
    for (int i = 1; i < count; i++)
        if (threats[i].gain > threats[first].gain)
            first = i;
    /* It can where it moves and has a free square beside it: what is in its way it would have to fight. */
    bitboard free = ~(tree->board.occupied[RED] | tree->board.occupied[BLUE] | BITS_LAKES);
    bool saved = count > 0 && may_move(tree, threats[first].to) &&
                 (bits_around(bit(threats[first].to)) & free) != 0;
    for (int i = 0; i < count; i++)
        if (!(saved && threats[i].to == threats[first].to) && threats[i].gain > second)
            second = threats[i].gain;
    return second;
}

double tree_settle(struct tree *tree, int ply)
{
    const struct board *board = &tree->board;
    enum side side = board->to_move;
    const struct judgement *judgement = &tree->judgement[ply];
    double total = judgement_for(judgement, side), limit = tree->evaluator.limit;
    struct contact fights[CONTACTS], threats[CONTACTS];
    if (!(bits_around(board->occupied[side]) & board->occupied[side_other(side)]))
        return total;
    const struct material *material = evaluate_material(
        &tree->evaluator, (const uint8_t(*)[RANKS])judgement->left, judgement->key);
    int fight_count = list_contacts(tree, material, side, total, fights);
    int threat_count = list_contacts(tree, material, side_other(side), -total, threats);
    double best = -second_threat(tree, threats, threat_count);
    for (int i = 0; i < fight_count; i++) {
        double answer = 0; /* the enemy's best one, for the enemy */
        for (int k = 0; k < threat_count; k++)
            /* Who took part may be gone: the victim attacks no more, the attacker stands elsewhere. */
            if (threats[k].from != fights[i].to && threats[k].to != fights[i].from)
                answer = larger(answer, threats[k].gain);
        best = larger(best, fights[i].gain - answer);
    }
    return larger(-limit, smaller(limit, total + best));
}
