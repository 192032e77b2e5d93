/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans at work: a position file, what plans may see of it, and games that some plans play on from
 * there. Beliefs are those of a player who only counts: what is left, and who has moved. */
#ifndef VEDETTE_TESTS_PLANS_AT_H
#define VEDETTE_TESTS_PLANS_AT_H

#include "game/notation.h"
#include "game/position.h"
#include "plan/planner.h"

struct plans_at {
    struct position position;
    struct view view;                 /* of the side to move */
    struct worth worth;
    struct rng rng;
    double p[SIDES][PIECES_A_SIDE][RANKS];
    struct plan_context context;
    struct settings settings;
    struct planner planner;
    double total[MOVES_MAX];
};

/* Reads tests/positions/NAME.yaml, with the plans of the names in `plans` (apart by blanks; EVERY_PLAN: all
 * but Random) switched on and all others off. `rules` names the rules. plans_end frees what plans_start has
 * given. */
#define EVERY_PLAN "*"
struct plans_at *plans_start(const char *name, const char *rules, const char *plans);
void plans_end(struct plans_at *at);

/* True where one of the words of `list`, apart by blanks, is `word`. */
bool plans_listed(const char *list, const char *word);

/* What a player who only counts believes of both sides' pieces: one whose rank is not public has each rank as
 * often as it is hidden among its side's pieces on the board, one that has moved only those that move. What
 * its owner knows is not looked at. p[side][piece of the side][rank] is all zero for a piece that is gone and
 * no hidden one is left. */
void plans_count_beliefs(const struct position *position, double p[SIDES][PIECES_A_SIDE][RANKS]);

/* The move that the plans choose for the side to move. */
struct move plans_choose(struct plans_at *at);

/* Plays a legal move; the text form is "a4-a5". Any other fails the test. */
void plans_play(struct plans_at *at, struct move move);
void plans_play_text(struct plans_at *at, const char *text);

/* The piece on the square called `square`, which must be there; and whether a piece is still on the
 * board. */
int plans_piece(const struct plans_at *at, const char *square);
bool plans_has(const struct plans_at *at, int piece);

/* Lets the plans play for both sides for `plies` plies; returns how many of them were played before
 * piece `piece` was gone (`plies` where it never was). A game that ends before is a failure. */
int plans_play_on(struct plans_at *at, int piece, int plies);

#endif
