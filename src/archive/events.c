/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "archive/events.h"

#include "base/memory.h"
#include "setup/kind.h"

#include <stdlib.h>

/* --- armies --- */

/* Returns the squares of a set of places as bits: bit 0 is a1. */
static uint64_t square_bits(placeset places)
{
    uint64_t bits = 0;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        if (places & PLACE_BIT(place))
            bits |= (uint64_t)1 << setup_square(RED, place);
    return bits;
}

/* Fills in where a setup has its pieces. */
static void describe_setup(const struct setup *setup, struct army_events *army)
{
    struct setup mirrored;
    army->is_setup = true;
    for (int rank = 0; rank < RANKS; rank++)
        army->square[rank] = setup_places(setup, rank)
                                 ? (uint8_t)events_own_square(setup_square(RED, setup_find(setup, rank)))
                                 : SQUARE_NONE;
    placeset bombs = setup_places(setup, BOMB);
    int bombs_beside, open_sides;
    setup_flag_sides(setup, &bombs_beside, &open_sides);
    army->bombs = (uint8_t)bombs_beside;
    army->closed = open_sides == 0;
    setup_mirror(setup, &mirrored);
    uint64_t pattern = square_bits(bombs), other = square_bits(setup_places(&mirrored, BOMB));
    army->pattern = other < pattern ? other : pattern;
}

/* Fills in both armies, apart from what they did. */
static void describe_armies(const struct record *record, struct army_events army[SIDES])
{
    struct setup setups[SIDES];
    bool is_setup = placement_to_setups(&record->start, setups);
    enum result result = record->outcome.result;
    for (enum side side = RED; side <= BLUE; side++) {
        army[side].opener = RANK_UNKNOWN;
        army[side].result = result == RESULT_DRAW         ? ARMY_DREW
                            : result == result_win(side) ? ARMY_WON
                                                         : ARMY_LOST;
        if (is_setup)
            describe_setup(&setups[side], &army[side]);
    }
}

/* --- moves --- */

/* Sets for each piece whether it had moved before the game's start. Pieces are numbered by start squares. */
static void find_moved_at_start(const struct placement *start, bool moved[PIECES])
{
    int number[SIDES] = {0, PIECES_A_SIDE};
    for (int square = 0; square < SQUARES; square++) {
        const struct cell *cell = &start->cell[square];
        if (cell->side < SIDES)
            moved[number[cell->side]++] = cell->moved;
    }
}

/* Adds the fight of a ply. `moved`: which pieces moved before it. */
static void add_fight(const struct board *board, uint32_t index, const bool moved[PIECES],
                      struct game_events *events)
{
    static const uint8_t removed[] = {[BATTLE_WON] = REMOVED_DEFENDER, [BATTLE_LOST] = REMOVED_ATTACKER,
                                      [BATTLE_BOTH] = REMOVED_BOTH};
    const struct ply *ply = &board->history[index];
    const struct piece *mover = &board->piece[ply->mover], *victim = &board->piece[ply->victim];
    events->fights = memory_grow(events->fights, &events->capacity, events->count + 1,
                                 sizeof *events->fights);
    events->fights[events->count++] = (struct fight){
        .ply = index - board->prior_plies + 1, .side = mover->side,
        .attacker = mover->rank, .defender = victim->rank, .from = ply->move.from, .to = ply->move.to,
        .removed = removed[ply->battle], .attacker_known = ply->mover_known,
        .defender_known = ply->victim_known, .attacker_moved = ply->mover_moved,
        .defender_moved = moved[ply->victim]};
}

void events_collect(const struct record *record, const struct position *position, struct game_events *events)
{
    const struct board *board = &position->board;
    bool moved[PIECES] = {false};
    describe_armies(record, events->army);
    find_moved_at_start(&record->start, moved);
    for (uint32_t i = board->prior_plies; i < board->plies; i++) {
        const struct ply *ply = &board->history[i];
        const struct piece *mover = &board->piece[ply->mover];
        struct army_events *army = &events->army[mover->side];
        uint32_t number = i - board->prior_plies + 1;
        if (number <= SIDES) /* each side's first move */
            army->opener = mover->rank;
        if (mover->rank != RANK_UNKNOWN && !army->moved[mover->rank])
            army->moved[mover->rank] = number;
        if (ply->battle != BATTLE_NONE) {
            add_fight(board, i, moved, events);
            if (!army->attack)
                army->attack = number;
        }
        moved[ply->mover] = true;
    }
}

void events_free(struct game_events *events)
{
    free(events->fights);
    *events = (struct game_events){0};
}
