/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A second referee, written apart from src/game and as plainly as the rules read: no bitboards, no keys,
 * no increments. Slow; what the fast one is held against. */
#ifndef VEDETTE_TESTS_ORACLE_H
#define VEDETTE_TESTS_ORACLE_H

#include <stdbool.h>
#include <stddef.h>

struct oracle_man {
    char color;   /* 'r', 'b' */
    char symbol;  /* F B S 2 .. 9 X */
    bool on_board, moved, known;
};

/* A board of man numbers, -1 for empty; [row][file] from a1. */
struct oracle_map {
    int man[10][10];
};

struct oracle_ply {
    int from, to, man; /* squares as 10 * row + file */
    bool attack;
};

struct oracle {
    struct oracle_man men[80];
    int man_count;
    struct oracle_map map;
    char to_move;
    int two_squares;
    bool more_squares;
    struct oracle_ply *plies;
    size_t ply_count;
    struct oracle_map *list[2]; /* red's and blue's positions of the more-squares rule */
    size_t list_count[2];
};

/* Starts from cells as position files write them ("rX", "b?" not allowed, "b2!*", "."), [row][file]. */
void oracle_start(struct oracle *oracle, const char *cells[100], char to_move, int two_squares,
                  bool more_squares);
void oracle_free(struct oracle *oracle);

/* What decides the future on a board whose holder may not know all ranks ('?'), the repetition rules and
 * limits apart: compared byte by byte. Ranks are counted in the order of oracle_symbols. */
struct oracle_state {
    char color[100];   /* 'r', 'b', or 0 where nobody stands */
    char symbol[100];  /* '?' or a rank */
    char look[100];    /* 'u' unmoved, 'm' moved, 'k' known to the enemy */
    unsigned char left[2][12];   /* red's and blue's ranks that their '?' may have */
    unsigned char taken[2][12];
    char to_move;
};

extern const char oracle_symbols[]; /* "FBS23456789X" */

/* Plays a move; a '?' that fights, or moves far, gets the rank given (else not read; '?': none). */
void oracle_state_play(struct oracle_state *state, int from, int to, char mover, char victim);

/* Gives the '?' on a square a rank; takes it away. */
void oracle_state_reveal(struct oracle_state *state, int square, char symbol);
void oracle_state_untell(struct oracle_state *state, int square);

/* The moves of the side to move that attack: those of `moves` that end on a man. Returns how many. */
int oracle_attacks(const struct oracle *oracle, const int *moves, int count, int *attacks);

/* All legal moves as from * 100 + to, ascending, into `moves` (room for 2000); returns how many. */
int oracle_moves(const struct oracle *oracle, int *moves);
void oracle_play(struct oracle *oracle, int from, int to);

#endif
