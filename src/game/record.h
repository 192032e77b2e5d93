/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The record of a game: its start, its moves, how it ended. */
#ifndef VEDETTE_GAME_RECORD_H
#define VEDETTE_GAME_RECORD_H

#include "game/position.h"
#include "game/time_control.h"

enum {
    PLAYER_NAME_MAX = 192, /* bytes, with the zero: an agent's name with its options */
    PROGRAM_NAME_MAX = 48, /* bytes, with the zero */
};

/* An option of an agent, as text; the record owns both strings. */
struct agent_option {
    char *key, *value;
};

/* The agent that played a side: its name, and the options that differ from their defaults. */
struct agent_in_record {
    char name[PLAYER_NAME_MAX];           /* without options; empty: not known, or no agent */
    struct agent_option *options;
    size_t count, capacity;
    size_t since;                         /* index of the first move that was played with these options */
    uint64_t weights;                     /* digest of the file with the agent's weights; 0: it has none */
};

/* Who plays a game, and which pieces the screen shows. */
enum seating {
    SEATING_AGAINST,  /* not stated: a person against an agent, or as the players' names show */
    SEATING_TWO,      /* two people take turns at one screen */
    SEATING_WATCH,    /* two agents; the user watches */
    SEATING_SECOND,   /* a game played elsewhere: the user enters the moves of both sides */
    SEATING_OPEN,     /* one person plays both sides with all pieces shown */
    SEATINGS
};

/* The names of the seatings in game files: "against", "two", "watch", "second", "open". */
extern const char *const seating_names[SEATINGS];

/* A comment of the user on a moment of a game. */
struct comment {
    size_t plies;                         /* number of moves played before this moment */
    char *text;                           /* one line of printable UTF-8, up to COMMENT_MAX bytes */
};
enum { COMMENT_MAX = 400 /* bytes */ };

/* Free with record_clear. */
struct record {
    char date[16];                        /* "YYYY-MM-DD", or empty */
    char program[PROGRAM_NAME_MAX];       /* the program that played it, "vedette 1.0", or empty */
    char player[SIDES][PLAYER_NAME_MAX];  /* UTF-8; "you" for the user, an agent's name with its options */
    bool has_seed;
    uint64_t seed;                        /* the agents' seed, if this program played the game */
    struct rules rules;
    struct placement start;
    struct prior_ply *prior;              /* plies before the start position; the record owns them */
    size_t prior_count;
    struct move_with_ranks *moves;        /* `plies` moves; the record owns them */
    size_t plies, capacity;
    struct agent_in_record agent[SIDES];
    struct time_terms time;               /* the clocks; all zero: none, and no times are stored */
    uint32_t *spent;                      /* milliseconds used for each of the first `spent_count` moves. If
                                           * spent_count is plies + 1, the last one is the time used so far
                                           * for the next move */
    size_t spent_count, spent_capacity;
    enum seating seating;
    struct outcome outcome;               /* RESULT_OPEN: unfinished */
    /* The user's notes by start square: which ranks (bit r) the piece that started there may have; 0: no
     * note. They are for the user only; agents never get them. */
    uint16_t note[SQUARES];
    struct comment *comments;             /* ordered by moment, at most one for each; the record owns them */
    size_t comment_count, comment_capacity;
    bool practice;                        /* attacks can be taken back; the game does not count in
                                           * statistics */
    /* The game is unfinished and its file hides this side's pieces: they must not be shown. Cleared when
     * the game is continued; then the seating decides (game_hides). */
    bool sealed[SIDES];
};

/* Frees the record's memory and makes it empty: unfinished, rules isf, no moves. */
void record_clear(struct record *record);
/* Returns whether at least one side is sealed. */
static inline bool record_is_sealed(const struct record *record)
{
    return record->sealed[RED] || record->sealed[BLUE];
}

/* Adds a move after the last one. */
void record_append(struct record *record, struct move_with_ranks move);
/* Makes `to`, all zero or a record, a deep copy of `from`. */
void record_copy(struct record *to, const struct record *from);

/* Shortens the record to its first `plies` moves (at most its number) with their times and comments; the
 * game is unfinished then. */
void record_cut(struct record *record, size_t plies);

/* Sets the time used for move `index` (0 .. plies). Moves before it without a time get 0; times after it
 * are dropped. */
void record_set_move_time(struct record *record, size_t index, uint32_t milliseconds);

/* Returns the milliseconds used for move `index`; 0 if not known. */
uint32_t record_move_time(const struct record *record, size_t index);

/* Sets the comment on the moment after `plies` moves; an empty text deletes it. */
void record_set_comment(struct record *record, size_t plies, const char *text);
/* Returns the comment on the moment after `plies` moves, or NULL. */
const char *record_comment_at(const struct record *record, size_t plies);

/* Returns the side that made move `index`, or that is to make it if `index` is the number of moves. */
enum side record_mover(const struct record *record, size_t index);

/* Sets the name of a side's agent, which played from move `since` (0: the first) on. Removes the options of
 * the agent that the record had for the side. */
void record_name_agent(struct record *record, enum side side, const char *name, size_t since);
/* Adds an option to the agent of a side; copies both strings. */
void record_add_option(struct record *record, enum side side, const char *key, const char *value);

/* Plays the first `plies` moves (SIZE_MAX: all) on `position`, which it initialises. On an illegal move,
 * `at` (may be NULL) gets its index, and `position` is the one before it. */
enum status record_replay(const struct record *record, size_t plies, struct position *position,
                          size_t *at, struct error *error);

/* Returns the start square of piece `number` (0 .. 79) of the record's game; SQUARE_NONE if there is no
 * such piece. */
int record_start_square(const struct record *record, int number);

/* Returns the result of a recorded game; `position` is the one after its last move. The board's result comes
 * first. If the game is open on the board, the recorded result counts if it is possible. Impossible are a
 * reason that only the rules can bring (flag, no-moves, limits), and a draw by a reason that one side loses
 * by. */
struct outcome record_outcome(const struct record *record, const struct position *position);

/* Checks that the recorded result agrees with `position`, the one after the last move. If the rules have
 * ended the game, the winner must be the same. A reason that only the rules can bring must be true on the
 * board. The reason must fit the result. STATUS_NO with a sentence if not. */
enum status record_check_end(const struct record *record, const struct position *position,
                             struct error *error);

/* Replays the whole record: checks that every move is legal, that no move follows the end, and the recorded
 * result (record_check_end). */
enum status record_check(const struct record *record, struct error *error);
/* The same; leaves the position after the last move, with its history, in `position` (all zero before).
 * position_free frees it, also after an error. */
enum status record_check_replay(const struct record *record, struct position *position, struct error *error);

#endif
