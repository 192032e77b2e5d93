/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/facts.h"

#include "belief/belief.h"

/* Returns the ranks (bits) that hidden pieces of the side have. */
static uint16_t ranks_left(const struct public_state *state, enum side side)
{
    uint16_t ranks = 0;
    for (int rank = 0; rank < RANKS; rank++)
        if (state->unknown_count[side][rank])
            ranks |= (uint16_t)(1u << rank);
    return ranks;
}

/* The masks of the hidden rows, before the counts of ranks restrict them. */
struct hidden_rows {
    int rows;
    uint16_t mask[PIECES_A_SIDE];
    uint8_t row_of[PIECES_A_SIDE]; /* the belief's row of each */
};

/* Fills `hidden`, and the belief's masks from each piece alone. `hidden_ranks`: the ranks (bits) that hidden
 * pieces have. */
static void fill_masks(struct belief *belief, uint16_t hidden_ranks, struct hidden_rows *hidden)
{
    const struct public_state *state = &belief->public_state;
    struct facts *facts = &belief->facts;
    int base = side_base(belief->side);
    hidden->rows = 0;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const struct public_piece *piece = &state->piece[base + row];
        facts->mask[row] = 0;
        if (piece->rank != RANK_UNKNOWN) {
            facts->mask[row] = (uint16_t)(1u << piece->rank);
        } else if (piece->square != SQUARE_NONE) {
            uint16_t possible = RANKS_ALL;
            if (piece->moved && belief->knowledge->kind->facts)
                possible &= (uint16_t)~RANKS_IMMOBILE;
            /* The mask that remains if the facts contradict each other: from this piece alone. */
            uint16_t alone = hidden_ranks & possible ? hidden_ranks & possible : possible;
            facts->mask[row] = alone & facts->note[row] ? alone & facts->note[row] : alone;
            hidden->mask[hidden->rows] = hidden_ranks & possible & facts->note[row];
            hidden->row_of[hidden->rows++] = (uint8_t)row;
        }
    }
}

/* Returns whether the hidden ranks can be assigned to the hidden rows, and the ranks without a piece to the
 * rows of missing pieces, which may have `ranks` (bits). If so, restricts the masks; if not, fills
 * `conflict`. */
static bool can_assign(struct belief *belief, struct hidden_rows *hidden, uint16_t ranks,
                       struct normal_conflict *conflict)
{
    struct facts *facts = &belief->facts;
    for (int i = 0; i < facts->missing; i++)
        hidden->mask[hidden->rows + i] = ranks;
    if (!normal_exclude(hidden->mask, hidden->rows + facts->missing,
                        belief->public_state.unknown_count[belief->side], conflict))
        return false;
    facts->missing_mask = facts->missing ? hidden->mask[hidden->rows] : 0;
    return true;
}

void facts_apply(struct belief *belief)
{
    struct facts *facts = &belief->facts;
    uint16_t hidden_ranks = ranks_left(&belief->public_state, belief->side);
    struct hidden_rows hidden;
    struct normal_conflict conflict;
    int unknown = 0;
    fill_masks(belief, hidden_ranks, &hidden);
    for (int rank = 0; rank < RANKS; rank++)
        unknown += belief->public_state.unknown_count[belief->side][rank];
    /* Surplus ranks belong to missing pieces, for which the rows that are not hidden are used. */
    facts->missing = unknown > hidden.rows ? unknown - hidden.rows : 0;
    if (facts->missing > PIECES_A_SIDE - hidden.rows)
        facts->missing = PIECES_A_SIDE - hidden.rows;
    facts->missing_mask = hidden_ranks;
    /* A side without its flag has lost: it is not among the missing ranks if any piece can be the flag. */
    uint16_t no_flag = hidden_ranks & (uint16_t) ~(1u << FLAG);
    facts->infeasible = !can_assign(belief, &hidden, no_flag, &conflict) &&
                        !can_assign(belief, &hidden, hidden_ranks, &conflict);
    /* Convert the conflict's rows to the belief's rows. */
    if (facts->infeasible) {
        facts->conflict = (struct normal_conflict){.ranks = conflict.ranks, .pieces = conflict.pieces,
                                                   .places = conflict.places};
        for (int i = 0; i < hidden.rows; i++)
            if (conflict.rows >> i & 1)
                facts->conflict.rows |= (uint64_t)1 << hidden.row_of[i];
        return;
    }
    for (int i = 0; i < hidden.rows; i++)
        facts->mask[hidden.row_of[i]] = hidden.mask[i];
}

void facts_start(struct belief *belief)
{
    for (int row = 0; row < PIECES_A_SIDE; row++)
        belief->facts.note[row] = RANKS_ALL;
    facts_apply(belief);
}

bool facts_note(struct belief *belief, int row, uint16_t ranks)
{
    struct facts *facts = &belief->facts;
    uint16_t before = facts->note[row];
    bool was_infeasible = facts->infeasible;
    facts->note[row] = ranks;
    facts_apply(belief);
    if (!facts->infeasible || (was_infeasible && (facts->mask[row] & ranks)))
        return true;
    facts->note_conflict = facts->conflict;
    if (was_infeasible) /* a conflict of other pieces is not the note's fault */
        facts->note_conflict = (struct normal_conflict){.rows = (uint64_t)1 << row, .pieces = 1};
    facts->note[row] = before;
    facts_apply(belief);
    return false;
}

bool facts_touched(const struct belief *belief, const struct event *event)
{
    const struct public_state *state = &belief->public_state;
    int mover = state->at[event->move.from], victim = state->at[event->move.to];
    if (piece_side(mover) == belief->side)
        return !state->piece[mover].moved ||
               (event->attacker != RANK_UNKNOWN && state->piece[mover].rank == RANK_UNKNOWN);
    return victim != NO_PIECE && state->piece[victim].rank == RANK_UNKNOWN; /* an attack reveals it */
}

int facts_of_event(const struct belief *belief, const struct event *event, struct setup_fact fact[2])
{
    const uint8_t *at = belief->public_state.at;
    const int number[2] = {at[event->move.from], at[event->move.to]};
    const uint8_t rank[2] = {(uint8_t)event->attacker, (uint8_t)event->defender};
    int count = 0;
    for (int i = 0; i < 2; i++) {
        if (number[i] >= PIECES || piece_side(number[i]) != belief->side ||
            !belief_is_hidden(belief, number[i]))
            continue;
        int row = number[i] % PIECES_A_SIDE;
        if (rank[i] < RANKS)
            fact[count++] = (struct setup_fact){row, rank[i], (uint16_t)(1u << rank[i])};
        else if (i == 0 && !belief->public_state.piece[number[i]].moved) /* 0 is the mover */
            fact[count++] = (struct setup_fact){row, RANK_UNKNOWN, RANKS_ALL & (uint16_t)~RANKS_IMMOBILE};
    }
    return count;
}
