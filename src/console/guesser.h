/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The guesser as commands want it: with its statistics and models, on a file or the game at hand. */
#ifndef VEDETTE_CONSOLE_GUESSER_H
#define VEDETTE_CONSOLE_GUESSER_H

#include "belief/belief.h"
#include "belief/model.h"
#include "console/arguments.h"
#include "play/notes.h"

struct guesser {
    struct setup_statistics statistics;
    struct belief_model *model;        /* NULL where the guesser in use needs none */
    struct belief_knowledge knowledge;
};

/* Fills `guesser` by the options belief.*; `model_path` (may be NULL) is a model file in place of
 * the one that comes with the program. guesser_free gives the memory back; all zero may be freed. */
enum status guesser_init(struct guesser *guesser, const struct settings *settings,
                         const char *model_path, struct error *error);
void guesser_free(struct guesser *guesser);

/* What all `guess` commands are asked with. */
struct guess_wish {
    const char *side, *of, *kind, *model;
    struct word_list notes;
    uint64_t at;
};

/* Their options, for arguments_parse. */
enum { GUESS_FLAGS = 6 };
void guess_flags(struct guess_wish *wish, struct flag flags[GUESS_FLAGS]);

/* A belief about a side of a position, and the position as the other side views it. */
struct guess {
    struct guesser guesser;
    struct view view;
    struct belief belief;
    enum notation notation;            /* of what is read and printed */
    uint32_t plies;                    /* events of the view's history, all taken in */
    struct notes notes;                /* the user's: the game's own, and over them those of the wish */
    struct note_fault fault[NOTE_FAULTS]; /* those that the belief could not take */
    int faults;
};

/* Opens a guess on `path`, or on the game at hand where it is NULL: after the last move or after --at. The
 * side that is guessed about is --of, else the enemy of --side, else the enemy of the side to move. The
 * game's own notes are taken as far as they can be, those of the wish must be possible. guess_close gives the
 * memory back; all zero may be closed. */
enum status guess_open(struct guess *guess, struct session *session, const struct command *command,
                       const char *path, const struct guess_wish *wish, struct error *error);

/* Turns an open guess to a side: what is believed about it after all events, with the notes. */
enum status guess_turn(struct guess *guess, const struct command *command, const struct guess_wish *wish,
                       enum side of, struct error *error);
void guess_close(struct guess *guess);

/* STATUS_BAD and the reason: on that square there is no piece of the side that is guessed about. */
enum status guess_no_piece(const struct guess *guess, const struct command *command, int square,
                           struct error *error);

/* Reads one user's note "e7=X,9" or, in two words, a square and ranks: "X,9", "?" for any. */
enum status guess_read_square(const struct command *command, enum notation notation,
                              const char *text, int *square,
                              struct error *error);
enum status guess_read_ranks(const struct command *command, enum notation notation,
                              const char *text, uint16_t *ranks,
                             struct error *error);

/* Reads a rank: its symbol or its name. */
enum status guess_read_rank(const struct command *command, enum notation notation,
                              const char *text, int *rank,
                            struct error *error);

/* Puts down a note in the game at hand, about the piece on a square; all ranks take it back. STATUS_BAD
 * where no piece is there, its rank is known, or it cannot be so. */
enum status guess_put_note(struct session *session, const struct command *command, int square,
                           uint16_t ranks, struct error *error);

#endif
