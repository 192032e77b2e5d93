/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guesses about a file or about the game at hand, for commands. */
#ifndef VEDETTE_COMMANDS_GUESSER_H
#define VEDETTE_COMMANDS_GUESSER_H

#include "analysis/analysis.h"
#include "commands/shared_flags.h"
#include "console/command.h"

/* The arguments of all `guess` commands. */
struct guess_request {
    const char *path;        /* NULL: the game at hand */
    int side, of;            /* the guessing side, the side guessed about; SIDE_NOT_GIVEN: see guess_open */
    struct word_list notes;  /* "e7=X,9" */
    bool truth;              /* the true ranks are wanted, of a game that is over */
};

#define GUESS_DEFAULTS {.side = SIDE_NOT_GIVEN, .of = SIDE_NOT_GIVEN}

/* The flags for a struct `type` that has a struct guess_request as `member`. */
#define GUESS_FLAGS(type, member) \
    FLAG_SIDE(type, member.side, "whose enemy is guessed about", "the side to move"), \
    {.name = "of", .kind = VALUE_SIDE, .at = offsetof(type, member.of), \
     .meaning = "the side that is guessed about; your own: what the enemy may believe of you"}, \
    {.name = "note", .kind = VALUE_NOTE, .list = true, .at = offsetof(type, member.notes), \
     .value = "e7=X,9", .meaning = "a square and the ranks that you think the piece there may have"}, \
    {.name = "kind", .kind = VALUE_TEXT, .sets = "belief.kind", .value = "NAME", \
     .meaning = "the guesser: counts, hard, deboer or bayes"}, \
    FLAG_BELIEF_MODEL

/* What is believed about a side of a position. */
struct guess {
    struct analysis *analysis;         /* with the notes of the request over those of the game */
    struct analysis_cache cache;
    enum side of;                      /* the side guessed about */
    struct error closed;               /* STATUS_OK, or why the guessing side's pieces must not be shown */
    struct outcome outcome;            /* of the game at the position */
    enum notation notation;            /* for input and output */
    struct text missing;               /* a line if pieces of that side are missing; or "" */
    bool has_truth;
    uint8_t truth[PIECES];             /* by piece: the true ranks, if has_truth */
};

/* Returns the belief about guess->of. */
const struct belief *guess_belief(const struct guess *guess);

/* Guesses about a position of the game: after the last move, or after --at moves. The side guessed about is
 * --of. Without --of it is the enemy of --side; without both, the enemy of the side to move. The game's own
 * notes are used as far as they are possible; a note of the request that is not possible is STATUS_BAD. The
 * true ranks of a game that is not over, or where they are not known, are STATUS_NO.
 * guess_close frees the guess, after an error too; an all-zero guess may be closed. */
enum status guess_open(struct guess *guess, struct session *session, const struct command *command,
                       const struct guess_request *request, struct error *error);

/* Frees the guess and clears it. */
void guess_close(struct guess *guess);

/* Sets the error that the square has no piece of the side guessed about. Returns STATUS_BAD. */
enum status guess_no_piece(const struct guess *guess, const struct command *command, int square,
                           struct error *error);

/* Stores a note about the piece on a square in the game at hand. All ranks remove the note. STATUS_BAD if no
 * piece is there, its rank is known, or the note is not possible; STATUS_NO in a game of two people. */
enum status guess_put_note(struct session *session, const struct command *command, int square,
                           uint16_t ranks, struct error *error);

#endif
