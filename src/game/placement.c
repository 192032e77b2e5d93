/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/placement.h"

#include <stdio.h>
#include <string.h>

int setup_square(enum side side, int index)
{
    int red = square_at(index % FILES, 3 - index / FILES);
    return side == RED ? red : square_turned(red);
}

int setup_index(enum side side, int square)
{
    int red = side == RED ? square : square_turned(square);
    int row = square_row(red);
    return row > 3 ? -1 : (3 - row) * FILES + square_file(red);
}

/* "7 bombs, 6 expected" in the words of the rank table. */
static enum status wrong_count(struct error *error, const char *whose, int rank, int found)
{
    return error_set(error, STATUS_BAD, "%s%d %s%s, %d expected", whose, found,
                     rank_table[rank].name, found == 1 ? "" : "s", rank_table[rank].count);
}

enum status setup_check(const struct setup *setup, struct error *error)
{
    int count[RANKS + 1] = {0};
    for (int i = 0; i < PIECES_A_SIDE; i++)
        count[setup->rank[i] < RANKS ? setup->rank[i] : RANKS]++;
    for (int rank = 0; rank < RANKS; rank++)
        if (count[rank] != rank_table[rank].count)
            return wrong_count(error, "", rank, count[rank]);
    return STATUS_OK;
}

void placement_clear(struct placement *placement)
{
    *placement = (struct placement){.to_move = RED, .free = true};
    for (int square = 0; square < SQUARES; square++)
        placement->cell[square] = (struct cell){.rank = RANK_UNKNOWN, .side = SIDES};
}

void placement_from_setups(struct placement *placement, const struct setup *red,
                           const struct setup *blue)
{
    placement_clear(placement);
    placement->free = false;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        placement->cell[setup_square(RED, i)] = (struct cell){.rank = red->rank[i], .side = RED};
        placement->cell[setup_square(BLUE, i)] = (struct cell){.rank = blue->rank[i], .side = BLUE};
    }
}

bool placement_to_setups(const struct placement *placement, struct setup setups[SIDES])
{
    if (placement->to_move != RED || placement->played)
        return false;
    for (enum side side = RED; side <= BLUE; side++) {
        for (int i = 0; i < PIECES_A_SIDE; i++) {
            const struct cell *cell = &placement->cell[setup_square(side, i)];
            if (cell->side != side || cell->moved || cell->known)
                return false;
            setups[side].rank[i] = cell->rank;
        }
        if (setup_check(&setups[side], NULL) != STATUS_OK)
            return false;
    }
    return true;
}

/* Checks one piece where it stands. */
static enum status check_cell(const struct placement *placement, int square, struct error *error)
{
    const struct cell *cell = &placement->cell[square];
    char name[16];
    snprintf(name, sizeof name, "%c%d", 'a' + square_file(square), square_row(square) + 1);
    if (square_is_lake(square))
        return error_set(error, STATUS_BAD, "a piece in the lake on %s", name);
    if (cell->rank == RANK_UNKNOWN && cell->known)
        return error_set(error, STATUS_BAD, "the piece on %s is known but has no rank", name);
    if (placement->free || rank_moves(cell->rank))
        return STATUS_OK;
    if (cell->moved)
        return error_set(error, STATUS_BAD, "the %s on %s has moved, it cannot",
                         rank_table[cell->rank].name, name);
    if (setup_index((enum side)cell->side, square) < 0)
        return error_set(error, STATUS_BAD, "the %s on %s is outside its owner's four rows",
                         rank_table[cell->rank].name, name);
    return STATUS_OK;
}

/* Checks that a side has no more of a rank than there are, on the board and captured together. */
static enum status check_counts(const struct placement *placement, enum side side,
                                struct error *error)
{
    int count[RANKS + 1] = {0}, pieces = 0;
    for (int square = 0; square < SQUARES; square++)
        if (placement->cell[square].side == side)
            count[placement->cell[square].rank]++, pieces++;
    for (int rank = 0; rank < RANKS; rank++) {
        count[rank] += placement->captured[side][rank];
        pieces += placement->captured[side][rank];
        if (count[rank] > rank_table[rank].count)
            return error_set(error, STATUS_BAD, "%s has %d %ss, captured ones counted; %d at most",
                             side_name(side), count[rank], rank_table[rank].name,
                             rank_table[rank].count);
    }
    if (pieces > PIECES_A_SIDE)
        return error_set(error, STATUS_BAD, "%s has %d pieces, captured ones counted; 40 at most",
                         side_name(side), pieces);
    return STATUS_OK;
}

enum status placement_check(const struct placement *placement, struct error *error)
{
    enum status status = STATUS_OK;
    for (int square = 0; square < SQUARES && !status; square++)
        if (placement->cell[square].side != SIDES)
            status = check_cell(placement, square, error);
    for (enum side side = RED; side <= BLUE && !status; side++)
        status = check_counts(placement, side, error);
    if (!status && placement->captured[RED][FLAG] && placement->captured[BLUE][FLAG])
        status = error_set(error, STATUS_BAD, "both flags are captured");
    return status;
}

void placement_unknown(const struct placement *placement, enum side side, uint8_t unknown_count[RANKS])
{
    bool unknown = false;
    for (int rank = 0; rank < RANKS; rank++)
        unknown_count[rank] = (uint8_t)(rank_table[rank].count - placement->captured[side][rank]);
    for (int square = 0; square < SQUARES; square++) {
        const struct cell *cell = &placement->cell[square];
        if (cell->side != side)
            continue;
        if (cell->rank == RANK_UNKNOWN)
            unknown = true;
        else
            unknown_count[cell->rank]--;
    }
    if (!unknown)
        memset(unknown_count, 0, RANKS);
}

bool placement_has_unknown(const struct placement *placement)
{
    for (int square = 0; square < SQUARES; square++)
        if (placement->cell[square].side < SIDES && placement->cell[square].rank == RANK_UNKNOWN)
            return true;
    return false;
}

enum side placement_seat(const struct placement *placement)
{
    bool unknown[SIDES] = {false, false};
    for (int square = 0; square < SQUARES; square++) {
        const struct cell *cell = &placement->cell[square];
        if (cell->side < SIDES && cell->rank == RANK_UNKNOWN)
            unknown[cell->side] = true;
    }
    return unknown[RED] == unknown[BLUE] ? SIDES : unknown[RED] ? BLUE : RED;
}
