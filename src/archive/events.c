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

/* The pieces as they are at a move of the game. Pieces are numbered by start squares (game/board.h). */
struct followed {
    const struct board *board;    /* with the whole history */
    uint8_t at[SQUARES];          /* a piece's number, or NO_PIECE */
    bool moved[PIECES], known[PIECES];
};

/* Sets the pieces as they are at the game's start. */
static void follow_from(const struct placement *start, struct followed *followed)
{
    int number[SIDES] = {0, PIECES_A_SIDE};
    for (int square = 0; square < SQUARES; square++) {
        const struct cell *cell = &start->cell[square];
        followed->at[square] = NO_PIECE;
        if (cell->side >= SIDES)
            continue;
        int piece = number[cell->side]++;
        followed->at[square] = (uint8_t)piece;
        followed->moved[piece] = cell->moved;
        followed->known[piece] = cell->known;
    }
}

/* Changes the pieces by a ply. */
static void follow_ply(const struct ply *ply, struct followed *followed)
{
    enum battle battle = (enum battle)ply->battle;
    bool far = !square_beside(ply->move.from, ply->move.to);
    followed->moved[ply->mover] = true;
    if (battle != BATTLE_NONE)
        followed->known[ply->victim] = true;
    if (battle != BATTLE_NONE || far) /* only a scout moves far */
        followed->known[ply->mover] = true;
    followed->at[ply->move.from] = NO_PIECE;
    if (battle == BATTLE_NONE || battle == BATTLE_WON)
        followed->at[ply->move.to] = ply->mover;
    else if (battle == BATTLE_BOTH)
        followed->at[ply->move.to] = NO_PIECE;
}

/* Adds the fight of a ply, which is not followed yet. `number`: of the move, from 1. */
static void add_fight(const struct followed *followed, const struct ply *ply, uint32_t number,
                      struct game_events *events)
{
    static const uint8_t removed[] = {[BATTLE_WON] = REMOVED_DEFENDER, [BATTLE_LOST] = REMOVED_ATTACKER,
                                      [BATTLE_BOTH] = REMOVED_BOTH};
    const struct piece *mover = &followed->board->piece[ply->mover];
    const struct piece *victim = &followed->board->piece[ply->victim];
    struct army_events *own = &events->army[mover->side], *enemy = &events->army[victim->side];
    events->fights = memory_grow(events->fights, &events->capacity, events->count + 1,
                                 sizeof *events->fights);
    events->fights[events->count++] = (struct fight){
        .ply = number, .side = mover->side,
        .attacker = mover->rank, .defender = victim->rank, .from = ply->move.from, .to = ply->move.to,
        .removed = removed[ply->battle], .attacker_known = ply->mover_known,
        .defender_known = ply->victim_known, .attacker_moved = ply->mover_moved,
        .defender_moved = followed->moved[ply->victim]};
    if (!own->attack)
        own->attack = number;
    own->counts[ARMY_ATTACKS]++;
    own->counts[ARMY_UNMOVED_ATTACKS] += !followed->moved[ply->victim];
    if (ply->battle == BATTLE_BOTH)
        return;
    bool won = ply->battle == BATTLE_WON;
    own->counts[won ? ARMY_FIGHTS_WON : ARMY_FIGHTS_LOST]++;
    enemy->counts[won ? ARMY_FIGHTS_LOST : ARMY_FIGHTS_WON]++;
}

/* Counts a ply without an attack, which was followed, if it is an approach or a bluff. */
static void count_approach(const struct followed *followed, const struct ply *ply,
                           uint32_t counts[ARMY_COUNTS])
{
    const struct piece *mover = &followed->board->piece[ply->mover];
    bool is[ARMY_COUNTS] = {false};
    if (followed->known[ply->mover] || mover->rank == RANK_UNKNOWN)
        return;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int next = square_next[ply->move.to][direction];
        int other = next == SQUARE_NONE ? NO_PIECE : followed->at[next];
        if (other == NO_PIECE)
            continue;
        const struct piece *piece = &followed->board->piece[other];
        if (piece->side == mover->side || piece->rank == RANK_UNKNOWN || !rank_moves(piece->rank))
            continue;
        bool wins = battle_result(piece->rank, mover->rank) == BATTLE_WON, known = followed->known[other];
        is[ARMY_APPROACHES] = true;
        is[ARMY_KNOWN_APPROACHES] = is[ARMY_KNOWN_APPROACHES] || known;
        is[ARMY_BLUFFS] = is[ARMY_BLUFFS] || wins;
        is[ARMY_KNOWN_BLUFFS] = is[ARMY_KNOWN_BLUFFS] || (wins && known);
    }
    for (int i = 0; i < ARMY_COUNTS; i++)
        counts[i] += is[i];
}

/* Returns whether the last of three plies is a chase. */
static bool is_chase(const struct ply plies[3])
{
    for (int i = 0; i < 3; i++)
        if (plies[i].battle != BATTLE_NONE)
            return false;
    return plies[0].mover == plies[2].mover && square_beside(plies[0].move.to, plies[1].move.from) &&
           square_beside(plies[2].move.to, plies[1].move.to);
}

void events_collect(const struct record *record, const struct position *position, struct game_events *events)
{
    const struct board *board = &position->board;
    const struct ply *plies = board->history ? &board->history[board->prior_plies] : NULL; /* no moves */
    uint32_t count = board->plies - board->prior_plies;
    struct followed followed = {.board = board};
    describe_armies(record, events->army);
    follow_from(&record->start, &followed);
    for (uint32_t i = 0; i < count; i++) {
        const struct piece *mover = &board->piece[plies[i].mover];
        struct army_events *army = &events->army[mover->side];
        if (i < SIDES) /* each side's first move */
            army->opener = mover->rank;
        if (mover->rank != RANK_UNKNOWN && !army->moved[mover->rank])
            army->moved[mover->rank] = i + 1;
        army->counts[ARMY_MOVES]++;
        bool attacks = plies[i].battle != BATTLE_NONE;
        if (attacks)
            add_fight(&followed, &plies[i], i + 1, events);
        follow_ply(&plies[i], &followed);
        if (!attacks)
            count_approach(&followed, &plies[i], army->counts);
        army->counts[ARMY_CHASES] += i >= 2 && is_chase(&plies[i - 2]);
    }
}

void events_free(struct game_events *events)
{
    free(events->fights);
    *events = (struct game_events){0};
}
