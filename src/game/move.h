/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A move, what became of it, and how a game may end. */
#ifndef VEDETTE_GAME_MOVE_H
#define VEDETTE_GAME_MOVE_H

#include "game/piece.h"
#include "game/square.h"

struct move {
    uint8_t from, to;
};

#define MOVE_NONE ((struct move){SQUARE_NONE, SQUARE_NONE})

static inline bool move_is_none(struct move m)
{
    return m.from == SQUARE_NONE;
}

static inline bool move_equal(struct move a, struct move b)
{
    return a.from == b.from && a.to == b.to;
}

/* A move with the ranks that a game record gives with it; both RANK_UNKNOWN in most. */
struct move_with_ranks {
    struct move move;
    uint8_t attacker, defender;
};

/* A move with what everybody at the board saw of it. */
struct event {
    struct move move;
    uint8_t battle;   /* enum battle */
    uint8_t attacker; /* the mover's rank if this move shows it or it was known, else RANK_UNKNOWN */
    uint8_t defender; /* the attacked piece's rank; RANK_UNKNOWN on a quiet move */
};

static inline bool event_equal(const struct event *a, const struct event *b)
{
    return move_equal(a->move, b->move) && a->battle == b->battle && a->attacker == b->attacker &&
           a->defender == b->defender;
}

enum result { RESULT_OPEN, RESULT_RED, RESULT_BLUE, RESULT_DRAW };

static inline enum result result_win(enum side side)
{
    return side == RED ? RESULT_RED : RESULT_BLUE;
}

enum reason {
    REASON_NONE,
    REASON_FLAG,            /* the flag was taken */
    REASON_NO_MOVES,        /* the side to move has no legal move; neither can move: a draw */
    REASON_RESIGNED,
    REASON_AGREED,          /* a draw by agreement */
    REASON_MOVE_LIMIT,
    REASON_NO_ATTACK_LIMIT,
    REASON_TIME,            /* a player's clock ran out */
    REASON_GAME_TIME,       /* the game's clock ran out */
    REASON_TIME_MISSING,    /* the clock of a player who was away ran out */
    REASON_MISSING,         /* the opponent did not come back */
    REASON_BOTH_MISSING,
    REASON_ILLEGAL,         /* an agent made an illegal move or none */
    REASON_FAILED,          /* a program outside ended, or wrote what has no meaning */
    REASON_NO_ANSWER,       /* it gave no answer within its own time */
    REASONS
};

struct outcome {
    enum result result;
    enum reason reason;
};

/* "open", "red", "blue", "draw"; "flag", "no-moves" and so on as game files write them. */
const char *result_name(enum result result);
const char *reason_name(enum reason reason);

/* How a game ended, for people, the winner first: "red won: blue resigned", "draw (both agreed)", "red won"
 * where the reason is not known, "open". The first word is result_name's. Returns `text`. */
enum { OUTCOME_WORDS = 80 };
char *outcome_words(struct outcome outcome, char text[OUTCOME_WORDS]);

/* Only why: "blue resigned" where red won; empty where that is not known. Returns `text`. */
enum { REASON_WORDS = 64 };
char *outcome_reason(struct outcome outcome, char text[REASON_WORDS]);

/* What a game was won or drawn by, for a count of many games: "resignation", "flag taken". */
const char *reason_noun(enum reason reason);

#endif
