/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The guesser as commands want it: on a file or the game at hand. */
#ifndef VEDETTE_COMMANDS_GUESSER_H
#define VEDETTE_COMMANDS_GUESSER_H

#include "analysis/analysis.h"
#include "commands/shared_flags.h"
#include "console/command.h"

/* What all `guess` commands are asked with. */
struct guess_request {
    const char *path;        /* NULL: the game at hand */
    int side, of;            /* SIDE_NOT_GIVEN: as guess_open says */
    struct word_list notes;  /* "e7=X,9" */
    uint64_t at;
};

#define GUESS_DEFAULTS {.side = SIDE_NOT_GIVEN, .of = SIDE_NOT_GIVEN, .at = PLIES_ALL}

/* Their flags, as rows for a member of that type. */
#define GUESS_FLAGS(type, member) \
    FLAG_SIDE(type, member.side, "whose enemy is guessed about", "the side to move"), \
    {.name = "of", .kind = VALUE_SIDE, .at = offsetof(type, member.of), \
     .meaning = "the side that is guessed about; your own: what the enemy may believe of you"}, \
    FLAG_AT(type, member.at), \
    {.name = "note", .kind = VALUE_NOTE, .list = true, .at = offsetof(type, member.notes), \
     .value = "e7=X,9", .meaning = "a square and the ranks that you think the piece there may have"}, \
    {.name = "kind", .kind = VALUE_TEXT, .sets = "belief.kind", .value = "NAME", \
     .meaning = "the guesser: counts, hard, deboer or bayes"}, \
    FLAG_BELIEF_MODEL

/* What is believed about a side of a position, which is seen as the analysis says. */
struct guess {
    struct analysis *analysis;         /* with the notes of the request over those of the game */
    struct analysis_cache cache;
    enum side of;
    struct error closed;               /* STATUS_OK, or why the pieces of who guesses are not for showing */
    struct outcome outcome;            /* of the game, where it was looked at */
    enum notation notation;            /* of what is read and printed */
    struct text missing;               /* a line where pieces of that side are nowhere */
};

/* The belief that is asked about. */
const struct belief *guess_belief(const struct guess *guess);

/* Opens a guess on what is asked for: after the last move or after --at. The
 * side that is guessed about is --of, else the enemy of --side, else the enemy of the side to move. The
 * game's own notes are taken as far as they can be, those of the request must be possible. guess_close gives
 * the memory back; all zero may be closed. */
enum status guess_open(struct guess *guess, struct session *session, const struct command *command,
                       const struct guess_request *request, struct error *error);

void guess_close(struct guess *guess);

/* STATUS_BAD and the reason: on that square there is no piece of the side that is guessed about. */
enum status guess_no_piece(const struct guess *guess, const struct command *command, int square,
                           struct error *error);

/* Puts down a note in the game at hand, about the piece on a square; all ranks take it back. STATUS_BAD
 * where no piece is there, its rank is known, or it cannot be so. */
enum status guess_put_note(struct session *session, const struct command *command, int square,
                           uint16_t ranks, struct error *error);

#endif
