/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The panels beside the board: figures, plans, heat, notes. */
#ifndef VEDETTE_TUI_PANELS_H
#define VEDETTE_TUI_PANELS_H

#include "analysis/move_breakdown.h"
#include "game/ending.h"
#include "tui/keys.h"

struct tui;
struct canvas;
struct analysis;
struct figures;

/* What the person wants to know of the game beside the game itself. */
struct panels {
    bool heat;        /* the board shows how probable `rank` is on each square: */
    bool heat_of_own; /* of the person's pieces, as the enemy may believe; else of the enemy's */
    int rank;
    bool shows_piece_ranks;    /* the ranks that the piece under the cursor may have are shown */
    bool values, plans, lines; /* plans and lines have the same place: one of them at most */
    enum ending shown_ending;  /* what the screen last said on which side can still win, */
    bool shown_offer;          /* and whether the agent offers a draw */
    int note_piece;            /* number of the piece that a question about a note is about */
    int faults;                /* how many impossible notes have been reported */
    bool has_here, has_played;
    struct move_breakdown here;   /* the plans for the move under the cursor, */
    struct move_breakdown played; /* and for the last move */
    unsigned awaited;             /* AWAIT_ bits: to be done when the figures are there */
    struct typed_note {
        int number;
        uint16_t ranks;
    } pending_notes[PIECES];   /* notes typed but not stored yet (AWAIT_NOTE), one per piece */
    int pending_count;
};

enum {
    AWAIT_STATE = 1,           /* the state of the game is to be shown */
    AWAIT_HINT = 2,
    AWAIT_NOTE = 4,
    AWAIT_PIECE = 16, /* the ranks of the piece under the cursor are to be shown */
    AWAIT_ADVICE = 8, /* a hint by an agent that takes its time */
};

/* Opens the panels that a game begins with. */
void panels_begin(struct tui *tui);

/* How many ranks the armies of the game have. */
int panels_ranks(const struct tui *tui);

/* Brings the panels that are open up to what the screen shows (panels.c): asks for figures, and takes those
 * that are there. To be called when anything has changed, and when figures have come. */
void panels_update(struct tui *tui);

/* Gives up what waits for figures: the person does something else. */
void panels_cancel_awaited(struct tui *tui);

/* The figures for what the screen shows; NULL: they are not there, as panels_waiting says. */
const struct figures *panels_figures(const struct tui *tui);

/* What those panels do with these keys; DID_NOTHING for others. */
unsigned panels_action(struct tui *tui, enum action action);

/* Lets something (AWAIT_) be done when the figures are there. Until then the message is "Thinking...". */
void panels_await(struct tui *tui, unsigned what);

/* Prompts for a note on the enemy's piece under the cursor. panels_note_entered reads the typed note and
 * keeps it until the figures are there. panels_store_notes then stores the notes that do not contradict
 * the facts. */
void panels_prompt_note(struct tui *tui);
void panels_note_entered(struct tui *tui);
void panels_store_notes(struct tui *tui, const struct analysis *analysis);

/* To be called before the game is left: notes that still wait to be held against the figures are put down
 * without, as one that cannot be so does no harm. */
void panels_store_pending(struct tui *tui);

/* Says what the person has noted about the piece under the cursor, which came from the square `before`. */
void panels_show_note(struct tui *tui, int before);

/* Shows the ranks that the piece under the cursor may have, if that is on. */
void panels_request_piece(struct tui *tui);

/* Takes up the piece of a legal move, with the cursor where it goes, so that Enter plays it. */
void panels_choose_move(struct tui *tui, struct move move);

/* Draws the panels with everything else that stands beside the board. */
void panels_draw(const struct tui *tui, struct canvas *canvas);

/* The heat to lay over the board into `heat`: true where there is any. */
bool panels_heat(const struct tui *tui, double heat[SQUARES]);

#endif
