/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/placement.h"

#include "base/plural.h"

#include <stdio.h>
#include <string.h>

enum { FRONT_ROW = 3 /* red's: the row written as 4 */ };

int setup_square(enum side side, int index)
{
    int red = square_at(index % FILES, FRONT_ROW - index / FILES);
    return side == RED ? red : square_turned(red);
}

int setup_index(enum side side, int square)
{
    int red = side == RED ? square : square_turned(square);
    int row = square_row(red);
    return row > FRONT_ROW ? -1 : (FRONT_ROW - row) * FILES + square_file(red);
}

int setup_army(const struct setup *setup, uint8_t army[RANKS])
{
    int size = 0;
    memset(army, 0, RANKS);
    for (int i = 0; i < PIECES_A_SIDE; i++)
        if (setup->rank[i] < RANKS) {
            army[setup->rank[i]]++;
            size++;
        }
    return size;
}

const struct variant *setup_variant(const struct setup *setup)
{
    uint8_t army[RANKS];
    setup_army(setup, army);
    return variant_fitting_armies(army, NULL);
}

enum status setup_check(const struct setup *setup, const struct variant *variant, struct error *error)
{
    uint8_t army[RANKS];
    setup_army(setup, army);
    return variant_check_army(variant, army, error);
}

void placement_clear(struct placement *placement)
{
    *placement = (struct placement){.to_move = RED, .free = true};
    for (int square = 0; square < SQUARES; square++)
        placement->cell[square] = (struct cell){.rank = RANK_UNKNOWN, .side = SIDES};
}

/* Puts the pieces of a setup on the squares of `side`. */
static void put_setup(struct placement *placement, enum side side, const struct setup *setup)
{
    for (int i = 0; i < PIECES_A_SIDE; i++)
        if (setup->rank[i] != PLACE_EMPTY)
            placement->cell[setup_square(side, i)] = (struct cell){.rank = setup->rank[i],
                                                                   .side = (uint8_t)side};
}

void placement_from_setups(struct placement *placement, const struct variant *variant,
                           const struct setup *red, const struct setup *blue)
{
    placement_clear(placement);
    placement->free = false;
    placement->variant = variant_index(variant);
    put_setup(placement, RED, red);
    put_setup(placement, BLUE, blue);
}

bool placement_to_setups(const struct placement *placement, struct setup setups[SIDES])
{
    if (placement->to_move != RED || placement->played)
        return false;
    for (int square = 0; square < SQUARES; square++) { /* all pieces must stand on their owners' four rows */
        const struct cell *cell = &placement->cell[square];
        if (cell->side < SIDES && setup_index((enum side)cell->side, square) < 0)
            return false;
    }
    for (enum side side = RED; side <= BLUE; side++) {
        if (army_size(placement->captured[side]) + army_size(placement->absent[side]) > 0)
            return false;
        for (int i = 0; i < PIECES_A_SIDE; i++) {
            const struct cell *cell = &placement->cell[setup_square(side, i)];
            if (cell->side != SIDES && (cell->moved || cell->known || cell->rank == RANK_UNKNOWN))
                return false;
            setups[side].rank[i] = cell->rank; /* PLACE_EMPTY for an empty square */
        }
        if (setup_check(&setups[side], variant_at(placement->variant), NULL) != STATUS_OK)
            return false;
    }
    return true;
}

/* Checks the piece on `square`: no lake, a known piece has a rank, and (unless the placement is free) flags
 * and bombs are unmoved on their owner's four rows. */
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

/* Checks that a side has no more pieces of a rank, and in all, than its variant allows; captured and absent
 * pieces count too. */
static enum status check_counts(const struct placement *placement, enum side side, struct error *error)
{
    const struct variant *variant = variant_at(placement->variant);
    int count[RANKS + 1] = {0}, pieces = 0;
    for (int square = 0; square < SQUARES; square++)
        if (placement->cell[square].side == side) {
            count[placement->cell[square].rank]++;
            pieces++;
        }
    for (int rank = 0; rank < RANKS; rank++) {
        count[rank] += placement->captured[side][rank];
        pieces += placement->captured[side][rank] + placement->absent[side][rank];
        if (count[rank] > variant->count[rank])
            return error_set(error, STATUS_BAD, "%s has %d %s%s, captured ones counted; %d at most",
                             side_name(side), count[rank], rank_table[rank].name,
                             plural((uint64_t)count[rank]), variant->count[rank]);
        if (count[rank] + placement->absent[side][rank] > variant->count[rank])
            return error_set(error, STATUS_BAD, "%s has %d %s%s, and began without %d; %d together at most",
                             side_name(side), count[rank], rank_table[rank].name,
                             plural((uint64_t)count[rank]), placement->absent[side][rank],
                             variant->count[rank]);
    }
    if (pieces > variant->pieces)
        return error_set(error, STATUS_BAD, "%s has %d pieces, captured%s ones counted; %d at most",
                         side_name(side), pieces, army_size(placement->absent[side]) ? " and absent" : "",
                         variant->pieces);
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
    bool has_unknown = false;
    for (int rank = 0; rank < RANKS; rank++)
        unknown_count[rank] = (uint8_t)(variant_at(placement->variant)->count[rank] -
                                        placement->captured[side][rank] - placement->absent[side][rank]);
    for (int square = 0; square < SQUARES; square++) {
        const struct cell *cell = &placement->cell[square];
        if (cell->side != side)
            continue;
        if (cell->rank == RANK_UNKNOWN)
            has_unknown = true;
        else
            unknown_count[cell->rank]--;
    }
    if (!has_unknown)
        memset(unknown_count, 0, RANKS);
}

bool placement_equal(const struct placement *a, const struct placement *b)
{
    for (int square = 0; square < SQUARES; square++) {
        const struct cell *left = &a->cell[square], *right = &b->cell[square];
        bool same_piece = left->rank == right->rank && left->moved == right->moved &&
                          left->known == right->known;
        if (left->side != right->side || (left->side < SIDES && !same_piece))
            return false;
    }
    return a->to_move == b->to_move && a->variant == b->variant && a->free == b->free &&
           a->played == b->played && a->quiet == b->quiet &&
           memcmp(a->captured, b->captured, sizeof a->captured) == 0 &&
           memcmp(a->absent, b->absent, sizeof a->absent) == 0;
}

bool placement_has_unknown(const struct placement *placement)
{
    for (int square = 0; square < SQUARES; square++)
        if (placement->cell[square].side < SIDES && placement->cell[square].rank == RANK_UNKNOWN)
            return true;
    return false;
}

enum side placement_viewing_side(const struct placement *placement)
{
    bool unknown[SIDES] = {false, false};
    for (int square = 0; square < SQUARES; square++) {
        const struct cell *cell = &placement->cell[square];
        if (cell->side < SIDES && cell->rank == RANK_UNKNOWN)
            unknown[cell->side] = true;
    }
    return unknown[RED] == unknown[BLUE] ? SIDES : unknown[RED] ? BLUE : RED;
}
