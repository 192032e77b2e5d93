/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/path.h"

#include <string.h>

#define LAND (BITS_BOARD & ~BITS_LAKES)

/* A search after some rounds: the squares reached so far, and those reached in the last round. */
struct wave {
    bitboard friends, enemies;
    bitboard new_friends, new_enemies;
    bitboard friend_ways, enemy_ways;  /* squares that may be passed */
    bitboard joining;                  /* enemies that come to these squares in the first round */
};

static inline void wave_start(struct wave *wave, const struct path_terms *terms)
{
    wave->friends = wave->new_friends = terms->friends & LAND;
    wave->new_enemies = terms->enemies & LAND;
    wave->enemies = wave->new_enemies | (terms->held & LAND);
    wave->joining = terms->held_steps;
    wave->friend_ways = ~terms->friend_walls | terms->friends;
    wave->enemy_ways = ~terms->enemy_walls | terms->enemies;
}

/* One round. A friend goes on only from squares that no enemy reaches in as many moves; this is decided
 * before the round's moves. False once nobody gets any further. */
static inline bool wave_on(struct wave *wave)
{
    bitboard going = wave->new_friends & ~wave->enemies & wave->friend_ways;
    bitboard coming = wave->new_enemies & wave->enemy_ways;
    wave->new_enemies = ((coming ? bits_around(coming) : 0) | wave->joining) & LAND & ~wave->enemies;
    wave->joining = 0;
    wave->new_friends = bits_around(going) & LAND & ~wave->friends;
    wave->enemies |= wave->new_enemies;
    wave->friends |= wave->new_friends;
    return (wave->new_friends | wave->new_enemies) != 0;
}

static inline void write_moves(uint8_t moves[SQUARES], bitboard squares, int number)
{
    while (squares)
        moves[bits_pop(&squares)] = (uint8_t)number;
}

void path_search(const struct path_terms *terms, struct path_field *field)
{
    struct wave wave;
    int moves = 0;
    memset(field->friend_moves, PATH_NEVER, sizeof field->friend_moves);
    memset(field->enemy_moves, PATH_NEVER, sizeof field->enemy_moves);
    field->friend_first = 0;
    wave_start(&wave, terms);
    do {
        write_moves(field->friend_moves, wave.new_friends, moves);
        write_moves(field->enemy_moves, moves ? wave.new_enemies : wave.enemies, moves);
        field->friend_first |= wave.new_friends & ~wave.enemies;
        moves++;
    } while (wave_on(&wave));
    field->friend_reach = wave.friends;
    field->enemy_reach = wave.enemies;
}

/* path_length without enemies. */
static int free_length(const struct path_terms *terms, bitboard targets)
{
    bitboard seen = terms->friends & LAND, wave = seen, ways = LAND & (~terms->friend_walls | terms->friends);
    for (int moves = 0; wave; moves++) {
        if (wave & targets)
            return moves;
        wave = bits_around(wave & ways) & LAND & ~seen;
        seen |= wave;
    }
    return PATH_NEVER;
}

void path_distances(bitboard friends, bitboard walls, bitboard wanted, uint8_t moves[SQUARES])
{
    bitboard free = LAND, wave = friends & LAND, ways = ~walls | friends;
    for (int count = 0; wave && wanted; count++) {
        write_moves(moves, wave & wanted, count);
        wanted &= ~wave;
        free &= ~wave;
        wave = bits_around(wave & ways) & free;
    }
    write_moves(moves, wanted, PATH_NEVER);
}

void path_within(int square, bitboard walls, int most, bitboard within[])
{
    bitboard wave = bit(square), ways = ~walls | wave;
    within[0] = wave;
    for (int moves = 1; moves <= most; moves++) {
        wave = bits_around(wave & ways) & LAND & ~within[moves - 1];
        within[moves] = within[moves - 1] | wave;
    }
}

bitboard path_before(int square, bitboard walls)
{
    bitboard free = LAND & ~walls, before = bit(square);
    for (bitboard wave = before; wave; before |= wave)
        wave = bits_around(wave) & free & ~before;
    return before;
}

void path_ways(const struct path_terms *terms, bitboard targets, uint8_t moves[SQUARES])
{
    struct wave wave;
    int count = 0;
    wave_start(&wave, terms);
    for (;; count++) {
        bitboard found = wave.new_friends & targets;
        write_moves(moves, found, count);
        targets &= ~found;
        if (!targets || !wave.new_friends || !wave_on(&wave))
            break;
    }
    write_moves(moves, targets, PATH_NEVER);
}

int path_length(const struct path_terms *terms, bitboard targets)
{
    struct wave wave;
    int moves = 0;
    if (!(terms->enemies | terms->held))
        return free_length(terms, targets);
    wave_start(&wave, terms);
    while (!(wave.new_friends & targets)) {
        if (!wave.new_friends || !wave_on(&wave))
            return PATH_NEVER;
        moves++;
    }
    return moves;
}

bitboard path_freedom(const struct path_terms *terms, int moves)
{
    struct wave wave;
    wave_start(&wave, terms);
    bitboard first = wave.friends & ~wave.enemies;
    for (int round = 0; round < moves && wave.new_friends && wave_on(&wave); round++)
        first |= wave.new_friends & ~wave.enemies;
    return first;
}
