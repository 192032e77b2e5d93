/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A person's seat at a running game: what he sees of it, his moves, and the agent opposite. Knows no
 * screen. */
#ifndef VEDETTE_TUI_SEAT_H
#define VEDETTE_TUI_SEAT_H

#include "play/game.h"
#include "play/thinker.h"

struct seat {
    bool taken;                /* a game is here; everything below holds only then */
    struct game game;
    struct journal journal;
    struct thinker thinker;
    bool thinking;
    double since, thought;     /* clock_now() when it began to think; seconds since */
    struct progress progress;  /* of the thinking agent */
    bool hurried;              /* it was asked to answer now */
    enum side person;
    struct board past;         /* what was on the board `back` plies ago */
    uint32_t back;
    bool finished;             /* the game's end was seen to: it is kept at the path below */
    char kept[4096];           /* a finished game's file; empty: it was loaded, or could not be written */
};

/* Begins a game by `terms`, in which exactly one player is a person, and its journal. A journal that
 * cannot be written does not keep the game from beginning: STATUS_FAILED with the reason, seat taken. */
enum status seat_begin(struct seat *seat, const struct game_terms *terms, struct error *error);

/* Goes on with the journal at `path`. Where it is damaged, the moves before the fault go to a new one and the
 * old one is put away: STATUS_BAD, a sentence that says so, and the seat taken. */
enum status seat_resume(struct seat *seat, const char *path, const struct game_terms *terms,
                        struct error *error);

/* Goes on with a game, or looks at a finished one, from a file of any kind. Where not exactly one of
 * its players is a person, the person takes the side to move and terms->player of either side, whichever
 * is not NULL, the other. */
enum status seat_load(struct seat *seat, const char *path, const struct game_terms *terms,
                      struct error *error);

/* Whether the game, which is not over, can be gone on with later. A journal that could not be written, or
 * not be begun, is tried once more. */
bool seat_is_kept(struct seat *seat);

/* Leaves the game: an unfinished one stays in its journal. A seat of all zero may be left. */
void seat_leave(struct seat *seat);

/* The board to show: the person's view while the game is on, all of it when it is over; as it was
 * `back` plies ago. */
const struct board *seat_board(const struct seat *seat);

bool seat_over(const struct seat *seat);
bool seat_to_move(const struct seat *seat);   /* the person is to move, and sees the present */

/* Steps so many plies back (below 0: on); stops at either end. */
void seat_step(struct seat *seat, long plies);

/* Plays the person's move. STATUS_FAILED where it was played but is not in the journal. */
enum status seat_move(struct seat *seat, struct move move, struct error *error);

/* To be called after anything changed and when the thinker's wake descriptor has a byte: lets the
 * agent think, plays its answer, and sees to the game's end: a finished game goes from its journal to
 * a file under "$XDG_DATA_HOME/vedette/finished/". True where the agent moved; `error` tells what went
 * wrong (error->status is STATUS_OK where nothing did). */
bool seat_advance(struct seat *seat, struct error *error);

/* Takes the person's last move back, with the answer if there is one. STATUS_NO where that is not
 * possible. */
enum status seat_take_back(struct seat *seat, struct error *error);

/* Puts down the person's note about a piece (game_note). STATUS_FAILED where it is not in the journal. */
enum status seat_note(struct seat *seat, int number, uint16_t ranks, struct error *error);

void seat_resign(struct seat *seat);
bool seat_offer_draw(struct seat *seat);      /* true: agreed */
void seat_hurry(struct seat *seat);           /* the agent shall answer now */

/* What to wait for beside the keys; -1: nothing. */
int seat_wake(const struct seat *seat);

#endif
