/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/path.h"

#include <string.h>

#define LAND (BITS_BOARD & ~BITS_LAKES)

/* The state of a search after some rounds: squares reached so far, and those reached in the last round. */
struct wave {
    bitboard friends, enemies;
    bitboard new_friends, new_enemies;
    bitboard friend_passable, enemy_passable;  /* squares that may be passed: no walls */
    bitboard restricted_steps;                 /* targets of restricted enemies in the first round */
};

/* Starts a search at round 0: the friends and enemies of `terms` stand on their squares. */
static inline void wave_start(struct wave *wave, const struct path_terms *terms)
{
    wave->friends = wave->new_friends = terms->friends & LAND;
    wave->new_enemies = terms->enemies & LAND;
    wave->enemies = wave->new_enemies | (terms->restricted & LAND);
    wave->restricted_steps = terms->restricted_steps;
    wave->friend_passable = ~terms->friend_walls | terms->friends;
    wave->enemy_passable = ~terms->enemy_walls | terms->enemies;
}

/* Runs one round of the search. False if neither side reached a new square. Whether a friend may continue
 * from its square is decided before the enemies move in this round. */
static inline bool wave_advance(struct wave *wave)
{
    bitboard continuing = wave->new_friends & ~wave->enemies & wave->friend_passable;
    bitboard advancing = wave->new_enemies & wave->enemy_passable;
    wave->new_enemies = ((advancing ? bits_around(advancing) : 0) | wave->restricted_steps) & LAND &
                        ~wave->enemies;
    wave->restricted_steps = 0;
    wave->new_friends = bits_around(continuing) & LAND & ~wave->friends;
    wave->enemies |= wave->new_enemies;
    wave->friends |= wave->new_friends;
    return (wave->new_friends | wave->new_enemies) != 0;
}

/* Writes `number` to moves[square] for each of `squares`. */
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
        /* At first all enemies, as the restricted ones are not among the new ones. */
        write_moves(field->enemy_moves, moves ? wave.new_enemies : wave.enemies, moves);
        field->friend_first |= wave.new_friends & ~wave.enemies;
        moves++;
    } while (wave_advance(&wave));
    field->friend_reach = wave.friends;
    field->enemy_reach = wave.enemies;
}

/* Returns what path_length returns, for a search without enemies, which needs no enemy wave. */
static int length_without_enemies(const struct path_terms *terms, bitboard targets)
{
    bitboard seen = terms->friends & LAND, wave = seen,
        passable = LAND & (~terms->friend_walls | terms->friends);
    for (int moves = 0; wave; moves++) {
        if (wave & targets)
            return moves;
        wave = bits_around(wave & passable) & LAND & ~seen;
        seen |= wave;
    }
    return PATH_NEVER;
}

void path_distances(bitboard friends, bitboard walls, bitboard wanted, uint8_t moves[SQUARES])
{
    bitboard free = LAND, wave = friends & LAND, passable = ~walls | friends;
    for (int count = 0; wave && wanted; count++) {
        write_moves(moves, wave & wanted, count);
        wanted &= ~wave;
        free &= ~wave;
        wave = bits_around(wave & passable) & free;
    }
    write_moves(moves, wanted, PATH_NEVER);
}

void path_within(int square, bitboard walls, int max_moves, bitboard within[])
{
    bitboard wave = bit(square), passable = ~walls | wave;
    within[0] = wave;
    for (int moves = 1; moves <= max_moves; moves++) {
        wave = bits_around(wave & passable) & LAND & ~within[moves - 1];
        within[moves] = within[moves - 1] | wave;
    }
}

bitboard path_leading_to(int square, bitboard walls)
{
    bitboard free = LAND & ~walls, connected = bit(square);
    for (bitboard wave = connected; wave; connected |= wave)
        wave = bits_around(wave) & free & ~connected;
    return connected;
}

void path_lengths(const struct path_terms *terms, bitboard targets, uint8_t moves[SQUARES])
{
    struct wave wave;
    int count = 0;
    wave_start(&wave, terms);
    for (;; count++) {
        bitboard found = wave.new_friends & targets;
        write_moves(moves, found, count);
        targets &= ~found;
        if (!targets || !wave.new_friends || !wave_advance(&wave))
            break;
    }
    write_moves(moves, targets, PATH_NEVER);
}

int path_length(const struct path_terms *terms, bitboard targets)
{
    struct wave wave;
    int moves = 0;
    if (!(terms->enemies | terms->restricted))
        return length_without_enemies(terms, targets);
    wave_start(&wave, terms);
    while (!(wave.new_friends & targets)) {
        if (!wave.new_friends || !wave_advance(&wave))
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
    for (int round = 0; round < moves && wave.new_friends && wave_advance(&wave); round++)
        first |= wave.new_friends & ~wave.enemies;
    return first;
}
