/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/weakness.h"

#include "belief/step_up.h"

const struct weakness_row weakness_table[WEAKNESSES] = {
    [WEAK_STEPPED] = {"stepped", "stepped",
                      "attacks of a known piece on an unknown one that had just stepped up to it"},
    [WEAK_STEPPED_LOST] = {"stepped-lost", "-lost", "those of them that lost it for nothing"},
    [WEAK_UNBELIEVED] = {"unbelieved", "bluffs",
                         "moved unknown pieces left beside a known stronger one, and taken by it"},
    [WEAK_SPY] = {"spy", "spy", "marshals lost to a spy that had never moved"},
    [WEAK_FLAG] = {"flag", "flag", "flags lost by the stronger side"},
    [WEAK_FLAG_FAR] = {"flag-far", "-far", "flags lost by a side 1.5 times as strong"},
    [WEAK_FLAG_MINER] = {"flag-miner", "-miner", "flags lost by the stronger side, to a miner"},
    [WEAK_DRAWN] = {"drawn", "drawn", "games drawn by a side more than 1.5 times as strong"},
};

/* Counts an own attack by a known piece on an unknown one that has just stepped up to it. The unknown piece's
 * last move, the ply before, was quiet and ended beside the attacker. `index`: the ply of the attack. */
static void count_own(const struct board *board, uint32_t index, struct weaknesses *weaknesses)
{
    const struct ply *attack = &board->history[index];
    if (index == board->prior_plies || attack->victim == NO_PIECE) /* no ply before it; no attack */
        return;
    const struct ply *before = attack - 1;
    bool stepped = before->victim == NO_PIECE && before->mover == attack->victim &&
                   square_beside(attack->move.from, attack->move.to) &&
                   is_step_up(before->move.from, attack->move.from);
    if (!stepped || !attack->mover_known || attack->victim_known)
        return;
    weaknesses->count[WEAK_STEPPED]++;
    weaknesses->count[WEAK_STEPPED_LOST] += attack->battle == BATTLE_LOST;
}

/* Counts an attack of the enemy that captured a piece: by an unmoved spy on the marshal, or by a known
 * neighbour on an unknown piece that has moved. `index`: the ply of the attack. */
static void count_enemy(const struct board *board, uint32_t index, struct weaknesses *weaknesses)
{
    const struct ply *attack = &board->history[index];
    if (attack->victim == NO_PIECE || (attack->battle != BATTLE_WON && attack->battle != BATTLE_BOTH))
        return;
    const struct piece *mover = &board->piece[attack->mover], *victim = &board->piece[attack->victim];
    bool is_step = square_beside(attack->move.from, attack->move.to);
    if (mover->rank == SPY && !attack->mover_moved && victim->rank == MARSHAL)
        weaknesses->count[WEAK_SPY]++;
    if (index > board->prior_plies && is_step && attack->battle == BATTLE_WON && attack->mover_known &&
        !attack->victim_known && victim->moved)
        weaknesses->count[WEAK_UNBELIEVED]++;
}

/* Returns the strength of a side at the end relative to the enemy's (worth.state), by the pieces left; a
 * captured flag counts as if it were on the board. */
static double strength(const struct board *board, enum side side, const struct worth_options *options)
{
    struct worth_counts counts = {0};
    struct worth worth;
    for (int number = 0; number < PIECES; number++) {
        const struct piece *piece = &board->piece[number];
        if (piece->square != SQUARE_NONE && piece->rank < RANKS)
            counts.left[piece->side][piece->rank]++;
    }
    worth_count_missing_at_start(board, &counts);
    counts.left[RED][FLAG] = counts.left[BLUE][FLAG] = 1;
    worth_of_counts(options, &counts, &worth);
    return worth.state[side];
}

/* Counts how the game ended: `side` drew it or lost its flag although it was stronger. `state`: its strength
 * relative to the enemy's at the end. */
static void count_end(const struct board *board, enum side side, struct outcome outcome, double state,
                      struct weaknesses *weaknesses)
{
    enum result lost = side == RED ? RESULT_BLUE : RESULT_RED;
    if (outcome.result == RESULT_DRAW && state > WEAKNESS_FAR) {
        weaknesses->count[WEAK_DRAWN]++;
        weaknesses->drawn_by[outcome.reason]++;
    }
    if (outcome.result != lost || outcome.reason != REASON_FLAG || state <= 1)
        return;
    weaknesses->count[WEAK_FLAG]++;
    weaknesses->count[WEAK_FLAG_FAR] += state > WEAKNESS_FAR;
    weaknesses->count[WEAK_FLAG_MINER] +=
        board->plies && board->piece[board->history[board->plies - 1].mover].rank == MINER;
}

enum status weaknesses_count(const struct record *record, enum side side, const struct worth_options *options,
                             struct weaknesses *weaknesses, struct error *error)
{
    struct position position = {0};
    enum status status = record_replay(record, SIZE_MAX, &position, NULL, error);
    const struct board *board = &position.board;
    if (!status) {
        for (uint32_t i = board->prior_plies; i < board->plies; i++)
            if (board->piece[board->history[i].mover].side == (uint8_t)side)
                count_own(board, i, weaknesses);
            else
                count_enemy(board, i, weaknesses);
        count_end(board, side, record->outcome, strength(board, side, options), weaknesses);
    }
    position_free(&position);
    return status;
}

void weaknesses_add(struct weaknesses *sum, const struct weaknesses *more)
{
    for (int i = 0; i < WEAKNESSES; i++)
        sum->count[i] += more->count[i];
    for (int i = 0; i < REASONS; i++)
        sum->drawn_by[i] += more->drawn_by[i];
}
