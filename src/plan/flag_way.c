/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/flag_way.h"

#include "plan/path.h"
#include "plan/plan.h"

static const double LIKELY_FLAG = 0.5, LIKELY_BOMB = 0.5;

void flag_way_init(struct flag_way *way, const struct plan_context *context)
{
    *way = (struct flag_way){0}; /* no way */
    for (int i = 0; i < PIECES_A_SIDE && !way->flag; i++) {
        const struct plan_piece *foe = &context->piece[context->enemy_first + i];
        if (foe->square != SQUARE_NONE && foe->p[FLAG] >= LIKELY_FLAG)
            way->flag = bit(foe->square);
    }
    if (!way->flag)
        return;
    way->movers = context->own_mobile;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct plan_piece *own = &context->piece[context->own_first + i];
        const struct plan_piece *foe = &context->piece[context->enemy_first + i];
        if (own->square != SQUARE_NONE && own->rank == MINER)
            way->miners |= bit(own->square);
        if (foe->square != SQUARE_NONE && foe->p[BOMB] >= LIKELY_BOMB)
            way->bombs |= bit(foe->square);
        if (foe->square != SQUARE_NONE && foe->mobile > 0 && (foe->moved || foe->known)) /* can block ways */
            way->closers |= bit(foe->square);
    }
    way->standing = ((context->own & ~context->own_mobile) | context->foe) & ~way->closers;
    way->exists = flag_way_open(way, 0);
}

void flag_way_move(struct flag_way *way, struct move move, enum battle battle)
{
    bitboard from = bit(move.from), to = bit(move.to), arrives = battle == BATTLE_WON ? to : 0;
    way->movers = (way->movers & ~from) | arrives;
    if (way->miners & from)
        way->miners = (way->miners & ~from) | arrives;
    if (battle == BATTLE_LOST)
        return;
    way->closers &= ~to;
    way->standing &= ~to;
    way->bombs &= ~to;
}

bool flag_way_open(const struct flag_way *way, bitboard closers)
{
    struct path_terms terms = {
        .friends = way->movers, .enemies = closers, .friend_walls = way->standing,
        .enemy_walls = way->standing,
    };
    if (path_length(&terms, way->flag) <= PATH_LONGEST)
        return true;
    /* Miners also pass probable bombs. */
    terms.friends &= way->miners;
    if (!terms.friends || !way->bombs)
        return false;
    terms.friend_walls &= ~way->bombs;
    return path_length(&terms, way->flag) <= PATH_LONGEST;
}

bitboard flag_way_opening_steps(const struct flag_way *way, int square, bitboard wanted)
{
    struct flag_way trial = *way;
    bitboard opening = 0, blocked = way->standing | way->closers | BITS_LAKES;
    if (!way->exists || !bit_in(way->closers, square))
        return 0;
    for (bitboard steps = bits_around(bit(square)) & wanted & ~blocked; steps;) {
        int step = bits_pop(&steps);
        trial.movers = way->movers & ~bit(step);
        if (flag_way_open(&trial, (way->closers & ~bit(square)) | bit(step)))
            opening |= bit(step);
    }
    return opening;
}
