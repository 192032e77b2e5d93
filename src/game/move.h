/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A move, the public event that it causes, and the results of a game. */
#ifndef VEDETTE_GAME_MOVE_H
#define VEDETTE_GAME_MOVE_H

#include "game/piece.h"
#include "game/square.h"

struct move {
    uint8_t from, to;
};

#define MOVE_NONE ((struct move){SQUARE_NONE, SQUARE_NONE})

/* Returns whether `m` is MOVE_NONE. */
static inline bool move_is_none(struct move m)
{
    return m.from == SQUARE_NONE;
}

/* Returns whether both moves have the same squares. */
static inline bool move_equal(struct move a, struct move b)
{
    return a.from == b.from && a.to == b.to;
}

/* A move with the ranks that a game record states with it; usually both are RANK_UNKNOWN. */
struct move_with_ranks {
    struct move move;
    uint8_t attacker, defender;
};

/* A move and what both sides saw of it. */
struct event {
    struct move move;
    uint8_t battle;   /* enum battle */
    uint8_t attacker; /* the mover's rank; RANK_UNKNOWN if it was not known and the move does not reveal it */
    uint8_t defender; /* the attacked piece's rank; RANK_UNKNOWN in a quiet move */
};

/* Returns whether both events are equal in all fields. */
static inline bool event_equal(const struct event *a, const struct event *b)
{
    return move_equal(a->move, b->move) && a->battle == b->battle && a->attacker == b->attacker &&
           a->defender == b->defender;
}

enum result { RESULT_OPEN, RESULT_RED, RESULT_BLUE, RESULT_DRAW };

/* Returns the result that `side` won. */
static inline enum result result_win(enum side side)
{
    return side == RED ? RESULT_RED : RESULT_BLUE;
}

/* Why a game ended. */
enum reason {
    REASON_NONE,
    REASON_FLAG,            /* the flag was taken */
    REASON_NO_MOVES,        /* the side to move cannot move and loses; a draw if neither side can */
    REASON_RESIGNED,
    REASON_AGREED,          /* a draw by agreement */
    REASON_MOVE_LIMIT,
    REASON_NO_ATTACK_LIMIT,
    REASON_TIME,            /* a player's clock ran out */
    REASON_GAME_TIME,       /* the game's clock ran out */
    REASON_TIME_MISSING,    /* the clock of a player who had left ran out */
    REASON_MISSING,         /* a player left and did not come back */
    REASON_BOTH_MISSING,
    REASON_ILLEGAL,         /* an agent made an illegal move, or no move */
    REASON_FAILED,          /* an external program exited or wrote something invalid */
    REASON_NO_ANSWER,       /* an external program did not answer within its time limit */
    REASONS
};

struct outcome {
    enum result result;
    enum reason reason;
};

/* Returns the name in game files: "open", "red", "blue", "draw". */
const char *result_name(enum result result);
/* Returns the name in game files: "flag", "no-moves" and so on. */
const char *reason_name(enum reason reason);

enum { OUTCOME_WORDS = 80 };
/* Writes how a game ended, for the user: "red won: blue resigned", "draw (both agreed)", or "open". If the
 * reason is not known, "red won". The first word is result_name's. Returns `text`. */
char *outcome_write(struct outcome outcome, char text[OUTCOME_WORDS]);

enum { REASON_WORDS = 64 };
/* Writes only the reason: "blue resigned" if red won. Writes nothing if it is not known. Returns `text`. */
char *outcome_write_reason(struct outcome outcome, char text[REASON_WORDS]);

/* Returns a noun for the reason, for counts of many games: "resignation", "flag taken". */
const char *reason_noun(enum reason reason);

#endif
