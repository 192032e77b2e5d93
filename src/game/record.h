/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game as it is written down: where it started, the moves, how it ended. */
#ifndef VEDETTE_GAME_RECORD_H
#define VEDETTE_GAME_RECORD_H

#include "game/position.h"
#include "game/time_control.h"

enum {
    PLAYER_NAME_MAX = 192, /* bytes, with the zero: an agent's name with its options */
    PROGRAM_NAME_MAX = 48, /* bytes, with the zero */
};

/* An option that an agent played by, as text; the record owns both. */
struct agent_option {
    char *key, *value;
};

/* By what an agent played: its name, and its options where they were not at their default. */
struct agent_in_record {
    char name[PLAYER_NAME_MAX];           /* without options; empty: not known, or no agent */
    struct agent_option *options;
    size_t count, capacity;
    size_t since;                         /* the move (from 0) from which on it played by them */
};

/* Who sits at a game that this program shows. */
enum seating {
    SEATING_AGAINST,  /* nothing else is told: a person and an agent, or as the players' names say */
    SEATING_TWO,      /* two people by turns at one screen */
    SEATING_WATCH,    /* two agents, and somebody who watches */
    SEATING_SECOND,   /* a game that is played elsewhere: the moves of both sides are entered */
    SEATING_OPEN,     /* one person plays both sides, all pieces open */
    SEATINGS
};

/* "two", "watch", "second", "open", as game files write them; "against" for the first. */
extern const char *const seating_names[SEATINGS];

/* What somebody wrote down about a moment of a game. */
struct comment {
    size_t plies;                         /* behind so many of its moves */
    char *text;                           /* one line of printable UTF-8 */
};
enum { COMMENT_MAX = 400 /* bytes */ };

struct record {
    char date[16];                        /* "YYYY-MM-DD", or empty */
    char program[PROGRAM_NAME_MAX];       /* that played it, "vedette 1.0", or empty */
    char player[SIDES][PLAYER_NAME_MAX];  /* UTF-8; "you" for the person, an agent's name with options */
    bool has_seed;
    uint64_t seed;                        /* of the agents, when the game was played by this program */
    struct rules rules;
    struct placement start;
    struct prior_ply *prior;              /* plies that led to the start; the record owns them */
    size_t prior_count;
    struct move_with_ranks *moves;        /* `plies` long; the record owns it */
    size_t plies, capacity;
    struct agent_in_record agent[SIDES];
    struct time_terms time;               /* the clocks; none: no times are kept */
    uint32_t *spent;                      /* milliseconds for each move, the first `spent_count` of them, and
                                           * behind those of all moves what the move to come has taken */
    size_t spent_count, spent_capacity;
    enum seating seating;
    struct outcome outcome;               /* RESULT_OPEN: unfinished */
    /* The user's notes: which ranks (bit r) the piece may be that stood on the square at the start; 0: no
     * note. For the user alone: no player is told. */
    uint16_t note[SQUARES];
    struct comment *comments;             /* by moment, one each; the record owns them */
    size_t comment_count, comment_capacity;
    bool practice;                        /* everything may be taken back; it does not count */
    /* The game is unfinished, and its file hides this side's pieces: they are not for showing.
     * Whoever plays the game on empties it, as then those at the screen decide (game_hides). */
    bool sealed[SIDES];
};

void record_clear(struct record *record); /* frees, and empties to an unfinished game under isf */
/* Whether a side of it is sealed. */
static inline bool record_is_sealed(const struct record *record)
{
    return record->sealed[RED] || record->sealed[BLUE];
}

void record_append(struct record *record, struct move_with_ranks move);
void record_copy(struct record *to, const struct record *from);

/* Keeps the first `plies` moves (not more than there are) with their times and comments; the game is
 * unfinished then. */
void record_cut(struct record *record, size_t plies);

/* Puts down what move `index` (from 0; 0 .. plies) took: those before that have no time get 0, those behind
 * are forgotten. */
void record_spend(struct record *record, size_t index, uint32_t milliseconds);

/* What move `index` took; 0 where that is not known. */
uint32_t record_spent(const struct record *record, size_t index);

/* Puts down what is said of the moment behind `plies` moves, over what was said before; an empty text takes
 * it back. What is said there, or NULL. */
void record_comment(struct record *record, size_t plies, const char *text);
const char *record_comment_at(const struct record *record, size_t plies);

/* The side that made move `index` of the record, or is to make it. */
enum side record_mover(const struct record *record, size_t index);

/* Names the agent of a side, which has no options then; adds one. */
void record_name_agent(struct record *record, enum side side, const char *name, size_t since);
void record_add_option(struct record *record, enum side side, const char *key, const char *value);

/* Plays the first `plies` moves of a record on a fresh position (SIZE_MAX: all). On an illegal move
 * `at` (may be NULL) gets its index, and the position stands before it. */
enum status record_replay(const struct record *record, size_t plies, struct position *position,
                          size_t *at, struct error *error);

/* The square on which piece `number` of the record's game stood at the start; SQUARE_NONE: there is no such
 * piece. */
int record_start_square(const struct record *record, int number);

/* What is known of a record's end, where `position` stands behind its last move: what the board says,
 * and where that leaves the game open, what was recorded, unless only the board could say it (flag,
 * no-moves, limits) or nobody can end a game so (a draw because one resigned). */
struct outcome record_outcome(const struct record *record, const struct position *position);

/* Checks that the recorded result fits what is on the board behind the last move: a game that the rules have
 * ended has their winner, an end that only the rules can bring is there, and a reason goes with the result.
 * STATUS_NO else. */
enum status record_check_end(const struct record *record, const struct position *position,
                             struct error *error);

/* The same, and that every move is legal and none follows the end. */
enum status record_check(const struct record *record, struct error *error);

#endif
