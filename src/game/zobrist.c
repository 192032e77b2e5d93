/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/zobrist.h"

/* splitmix64 as constant expressions: N(n) is number n of its stream from seed 0. */
#define M1(z) (((z) ^ ((z) >> 30)) * 0xbf58476d1ce4e5b9u)
#define M2(z) (((z) ^ ((z) >> 27)) * 0x94d049bb133111ebu)
#define M3(z) ((z) ^ ((z) >> 31))
#define N(n) M3(M2(M1(((uint64_t)(n) + 1) * 0x9e3779b97f4a7c15u)))
/* The macros below list the numbers from n on: 10, the 100 of a board, a table row (100 and 28 zeros), the
 * four rows of a rank, the 13 ranks of a side, and the boards of ten pieces. */
#define N10(n) N(n), N((n) + 1), N((n) + 2), N((n) + 3), N((n) + 4), N((n) + 5), N((n) + 6), \
               N((n) + 7), N((n) + 8), N((n) + 9)
#define BOARD(n) N10(n), N10((n) + 10), N10((n) + 20), N10((n) + 30), N10((n) + 40), N10((n) + 50), \
                 N10((n) + 60), N10((n) + 70), N10((n) + 80), N10((n) + 90)
#define NONE_10 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define ROW(n) BOARD(n), NONE_10, NONE_10, 0, 0, 0, 0, 0, 0, 0, 0
#define RANK(n) ROW(n), ROW((n) + 100), ROW((n) + 200), ROW((n) + 200)
#define SIDE(n) RANK(n), RANK((n) + 300), RANK((n) + 600), RANK((n) + 900), RANK((n) + 1200), \
                RANK((n) + 1500), RANK((n) + 1800), RANK((n) + 2100), RANK((n) + 2400), \
                RANK((n) + 2700), RANK((n) + 3000), RANK((n) + 3300), RANK((n) + 3600)
#define TEN(n) {BOARD(n)}, {BOARD((n) + 100)}, {BOARD((n) + 200)}, {BOARD((n) + 300)}, \
               {BOARD((n) + 400)}, {BOARD((n) + 500)}, {BOARD((n) + 600)}, {BOARD((n) + 700)}, \
               {BOARD((n) + 800)}, {BOARD((n) + 900)}

const uint64_t zobrist_piece[ZOBRIST_ROWS * SQUARES_SIZE] = {SIDE(0), SIDE(3900)};

const uint64_t zobrist_number[PIECES][SQUARES_SIZE] = {
    TEN(7800), TEN(8800), TEN(9800), TEN(10800), TEN(11800), TEN(12800), TEN(13800), TEN(14800),
};

const uint64_t zobrist_blue = N(15800);

/* Eight numbers for the counts of one rank, and these for all ranks of a side. */
#define COUNT(n) {N(n), N((n) + 1), N((n) + 2), N((n) + 3), N((n) + 4), N((n) + 5), N((n) + 6), N((n) + 7)}
#define COUNTS(n) {COUNT(n), COUNT((n) + 8), COUNT((n) + 16), COUNT((n) + 24), COUNT((n) + 32), \
                   COUNT((n) + 40), COUNT((n) + 48), COUNT((n) + 56), COUNT((n) + 64), \
                   COUNT((n) + 72), COUNT((n) + 80), COUNT((n) + 88)}

const uint64_t zobrist_captured[SIDES][RANKS][COUNT_MAX] = {COUNTS(15801), COUNTS(15897)};
const uint64_t zobrist_unknown[SIDES][RANKS][COUNT_MAX] = {COUNTS(15993), COUNTS(16089)};
