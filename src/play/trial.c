/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/trial.h"

/* Hides the enemy's ranks at the start, but not those that are known there. */
static void hide_unseen_ranks(struct placement *start, enum side enemy)
{
    for (int square = 0; square < SQUARES; square++)
        if (start->cell[square].side == enemy && !start->cell[square].known)
            start->cell[square].rank = RANK_UNKNOWN;
}

/* Copies a game as `side` knew it after `plies` moves: the enemy's ranks are unknown, and those revealed by
 * attacks are in the moves. The copy has no seed and no options. STATUS_BAD if a move cannot be played. The
 * caller clears `seen` before and after. */
static enum status make_seen_record(const struct record *record, size_t plies, enum side side,
                                    struct record *seen, struct error *error)
{
    struct position position = {0};
    enum status status = record_replay(record, 0, &position, NULL, error);
    record_copy(seen, record);
    record_cut(seen, 0);
    seen->has_seed = false;
    for (enum side each = RED; each <= BLUE; each++)
        record_name_agent(seen, each, "", 0);
    hide_unseen_ranks(&seen->start, side_other(side));
    for (size_t i = 0; i < plies && i < record->plies && !status; i++) {
        struct event event;
        struct move_with_ranks entered = {record->moves[i].move, RANK_UNKNOWN, RANK_UNKNOWN};
        status = position_play(&position, record->moves[i], &event, error);
        if (!status && event.battle != BATTLE_NONE)
            entered = (struct move_with_ranks){event.move, event.attacker, event.defender};
        record_append(seen, entered);
    }
    position_free(&position);
    return status;
}

enum status trial_begin(struct trial *trial, const struct record *record, size_t plies, enum side side,
                        struct error *error)
{
    *trial = (struct trial){.start = plies, .at = plies};
    record_clear(&trial->record);
    enum status status = STATUS_OK;
    if (side == SIDES)
        record_copy(&trial->record, record);
    else
        status = make_seen_record(record, plies, side, &trial->record, error);
    record_cut(&trial->record, plies);
    if (!status)
        status = record_replay(&trial->record, plies, &trial->position, NULL, error);
    if (!status && position_outcome(&trial->position).result != RESULT_OPEN)
        status = error_set(error, STATUS_NO, "the game is over here");
    trial->on = !status;
    if (status)
        trial_end(trial);
    return status;
}

void trial_end(struct trial *trial)
{
    position_free(&trial->position);
    record_clear(&trial->record);
    *trial = (struct trial){0};
}

/* Returns the ranks (bits) that an unknown piece may have; with `moves` only movable ranks. Returns 0 if the
 * piece is known. */
static uint16_t possible_ranks(const struct board *board, int number, bool moves)
{
    const struct piece *piece = &board->piece[number];
    uint16_t ranks = 0;
    if (piece->rank != RANK_UNKNOWN)
        return 0;
    for (int rank = 0; rank < RANKS; rank++)
        if (board->unknown_count[piece->side][rank] && (rank_moves(rank) || (!piece->moved && !moves)))
            ranks |= (uint16_t)(1u << rank);
    return ranks;
}

uint16_t trial_attacker_ranks(const struct trial *trial, struct move move)
{
    const struct board *board = &trial->position.board;
    bool runs = square_distance(move.from, move.to) > 1; /* then it is a scout */
    return board->at[move.to] < PIECES && !runs ? possible_ranks(board, board->at[move.from], true) : 0;
}

uint16_t trial_defender_ranks(const struct trial *trial, struct move move)
{
    const struct board *board = &trial->position.board;
    return board->at[move.to] < PIECES ? possible_ranks(board, board->at[move.to], false) : 0;
}

int trial_draw(const struct trial *trial, int square, uint16_t ranks, struct rng *rng)
{
    const struct board *board = &trial->position.board;
    const uint8_t *left = board->unknown_count[board->piece[board->at[square]].side];
    uint32_t all = 0;
    for (int rank = 0; rank < RANKS; rank++)
        all += ranks >> rank & 1 ? left[rank] : 0;
    uint32_t drawn = all ? rng_below(rng, all) : 0;
    for (int rank = 0; rank < RANKS; rank++) {
        uint32_t count = ranks >> rank & 1 ? left[rank] : 0;
        if (drawn < count)
            return rank;
        drawn -= count;
    }
    return RANK_UNKNOWN;
}

enum status trial_play(struct trial *trial, struct move_with_ranks entered, struct error *error)
{
    enum status status = position_play(&trial->position, entered, NULL, error);
    if (status)
        return status;
    record_cut(&trial->record, trial->at);
    record_append(&trial->record, entered);
    trial->at++;
    return STATUS_OK;
}

bool trial_step(struct trial *trial, long plies)
{
    long at = (long)trial->at - plies, min = (long)trial->start, max = (long)trial->record.plies;
    at = at < min ? min : at > max ? max : at;
    if ((size_t)at == trial->at)
        return false;
    trial->at = (size_t)at;
    position_free(&trial->position);
    trial->position = (struct position){0};
    record_replay(&trial->record, trial->at, &trial->position, NULL, NULL);
    return true;
}
