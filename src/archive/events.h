/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The events of a game: its fights, and each side's army: where it stood, what it moved first, how it fared.
 * Moves are counted from 1, both sides' together. */
#ifndef VEDETTE_ARCHIVE_EVENTS_H
#define VEDETTE_ARCHIVE_EVENTS_H

#include "game/record.h"

/* Which pieces a fight removed. */
enum fight_removed { REMOVED_DEFENDER = 1, REMOVED_ATTACKER, REMOVED_BOTH };

/* An attack. Whether a piece was known to the other side, or had moved, is that before the attack. */
struct fight {
    uint32_t ply;                 /* number of the move, from 1 */
    uint8_t side;                 /* enum side of the attacker */
    uint8_t attacker, defender;   /* enum rank */
    uint8_t from, to;             /* squares */
    uint8_t removed;              /* enum fight_removed */
    bool attacker_known, defender_known, attacker_moved, defender_moved;
};

/* How a game ended for an army's owner. */
enum army_result { ARMY_LOST, ARMY_DREW, ARMY_WON };

/* What an army's owner did, as numbers of moves or fights.
 * An approach is a move without an attack after which the piece, which the enemy does not know, stands beside
 * an enemy piece of a rank that can move. It is a bluff if such a piece would win against it by attacking it.
 * A chase is a move without an attack after which the piece stands beside an enemy piece again: the owner's
 * last move, also without an attack, had led the same piece beside the same enemy piece, which then went
 * away, without an attack. */
enum army_count {
    ARMY_MOVES,
    ARMY_ATTACKS,
    ARMY_UNMOVED_ATTACKS,      /* attacks on pieces that had not moved */
    ARMY_APPROACHES,
    ARMY_KNOWN_APPROACHES, /* beside such a piece that the owner knew */
    ARMY_BLUFFS,
    ARMY_KNOWN_BLUFFS,   /* beside such a piece that would win and that the owner knew */
    ARMY_CHASES,
    ARMY_FIGHTS_WON,          /* fights that removed an enemy piece only, whoever attacked */
    ARMY_FIGHTS_LOST,         /* fights that removed an own piece only */
    ARMY_COUNTS
};

/* One side of a game. Squares are 0 .. 39 as on red's rows 1 to 4, from the owner's view, with files f to j
 * mirrored to e to a. */
struct army_events {
    bool is_setup;                /* the game begins with two setups; if not, the next five have no meaning */
    uint8_t square[RANKS];        /* of the first piece of each rank; SQUARE_NONE: there is none */
    uint8_t bombs;                /* bombs on the flag's four sides */
    bool closed;                  /* no side of the flag is open (setup_flag_sides) */
    uint64_t pattern;             /* the squares with bombs, as bits; of two mirror images the lower number */
    uint8_t result;               /* enum army_result */
    uint8_t opener;               /* rank of the piece that moved first; RANK_UNKNOWN: none, or not known */
    uint32_t attack;              /* number of the side's first attack; 0: none */
    uint32_t moved[RANKS];        /* number of the first move by a piece of each rank; 0: none */
    uint32_t counts[ARMY_COUNTS];
};

/* The events of one game; all zero: none. */
struct game_events {
    struct fight *fights;         /* `count` fights in the order they were fought; owned */
    size_t count, capacity;
    struct army_events army[SIDES];
};

/* Collects the events of a finished game. `position`: the one after its last move, with the history. Fills
 * `events`, which must be all zero; events_free frees it. */
void events_collect(const struct record *record, const struct position *position, struct game_events *events);
void events_free(struct game_events *events);

/* Returns a square of a side's own rows, 0 .. 39 from the owner's view, mirrored to files a to e. */
static inline int events_own_square(int square)
{
    int file = square_file(square);
    return file < FILES / 2 ? square : square + FILES - 1 - 2 * file;
}

#endif
