/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The panels beside the board: figures, plans, heatmap, notes. */
#ifndef VEDETTE_TUI_PANELS_H
#define VEDETTE_TUI_PANELS_H

#include "analysis/move_breakdown.h"
#include "game/ending.h"
#include "tui/keys.h"

struct tui;
struct canvas;
struct analysis;
struct figures;

/* Which panels are open, and their state. */
struct panels {
    bool heat;                 /* the board shows how probable `rank` is on each square: */
    bool heat_of_own;          /* whose: the person's pieces, as the enemy believes (true), or the enemy's */
    int rank;                  /* the rank of the heatmap */
    bool shows_piece_ranks;    /* shows the probable ranks of the piece under the cursor */
    bool values, plans, lines; /* plans and lines share an area: at most one of them is true */
    enum ending shown_ending;  /* the last message on which side can still win */
    bool shown_offer;          /* a draw offer of the agent has been shown */
    int note_piece;            /* number of the piece that the prompt for a note is about */
    int faults;                /* number of contradicted notes that have been reported */
    bool has_cursor_move, has_played;
    /* the plans' values of the move under the cursor; valid if has_cursor_move */
    struct move_breakdown cursor_move;
    struct move_breakdown played; /* and of the last move; valid if has_played */
    unsigned awaited;             /* AWAIT_ bits: actions to do when the figures are ready */
    struct move hinted;           /* the last move that a hint chose */
    bool hint_is_shown;           /* the last hint that was requested has shown a move: `hinted` */
    struct move replaced;         /* the move that it has replaced while the agent thought, or MOVE_NONE */
    double replaced_at;           /* when, on clock_now; valid if `replaced` is a move */
    bool hint_is_held;            /* Enter came too soon after that (lines_hold_hint) */
    struct typed_note {
        int number;
        uint16_t ranks;
    } pending_notes[PIECES];   /* notes typed but not stored yet (AWAIT_NOTE), one per piece */
    int pending_count;
};

enum {
    AWAIT_STATE = 1,  /* show the state of the game */
    AWAIT_HINT = 2,   /* show the planner's best move */
    AWAIT_NOTE = 4,   /* store the pending notes */
    AWAIT_PIECE = 16, /* show the ranks of the piece under the cursor */
    AWAIT_ADVICE = 8, /* show the hint of an agent */
    AWAIT_CHANCE = 32, /* the chance to win and the planner's sentence, for that hint */
};

/* Opens the panels that a game begins with. */
void panels_begin(struct tui *tui);

/* Returns how many ranks the armies of the game have. */
int panels_ranks(const struct tui *tui);

/* Updates the open panels: requests figures for the board shown and uses those that are ready. Called after
 * any change, and when figures are ready. */
void panels_update(struct tui *tui);

/* Cancels actions that wait for figures, because the person does something else. Notes and hints by agents
 * are not cancelled. */
void panels_cancel_awaited(struct tui *tui);

/* Returns the figures for the board shown. NULL if they are not ready. */
const struct figures *panels_figures(const struct tui *tui);

/* Handles the actions that open, close or change the panels. Returns 0, or DID_NOTHING for other actions. */
unsigned panels_handle_action(struct tui *tui, enum action action);

/* Does an action (AWAIT_ bit) as soon as the figures are ready, and shows "Thinking..." until then. */
void panels_await(struct tui *tui, unsigned what);

/* Prompts for a note on the enemy's piece under the cursor. */
void panels_prompt_note(struct tui *tui);

/* Reads the typed note. It is pending until the figures are ready to check it; an empty one deletes the
 * note. */
void panels_note_entered(struct tui *tui);

/* Stores the pending notes that do not contradict the facts or each other; shows which were refused. */
void panels_store_notes(struct tui *tui, const struct analysis *analysis);

/* Stores the pending notes without checking them. Called before the game is left; a contradictory note is
 * reported later and does no harm. */
void panels_store_pending(struct tui *tui);

/* Shows the note about the piece under the cursor, if there is one. `before`: the cursor's previous
 * square. */
void panels_show_note(struct tui *tui, int before);

/* Chooses the piece of a legal move and moves the cursor to its target, so that Enter plays it. */
void panels_choose_move(struct tui *tui, struct move move);

/* Draws the panels and everything else beside the board. */
void panels_draw(const struct tui *tui, struct canvas *canvas);

/* Fills in the probabilities to show on the board (below 0: none). Returns false if there are none. */
bool panels_heat(const struct tui *tui, double heat[SQUARES]);

#endif
