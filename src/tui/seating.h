/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who sits at a game: the form that asks for it, the cover between two people's turns, the keys for
 * watching two agents, and the moves of a game that is played elsewhere. */
#ifndef VEDETTE_TUI_SEATING_H
#define VEDETTE_TUI_SEATING_H

#include "play/local_game.h"
#include "tui/keys.h"
#include "tui/opponent.h"

struct tui;
struct canvas;

/* What the form says; rules and clock stand in the terms of the next game. */
struct seating_form {
    int selected_row;                      /* its row */
    enum seating seating;
    enum side side; /* the person's: against an agent, and beside another board */
    char agent[SIDES][PLAYER_NAME_MAX];            /* specs */
    struct opponent_choice opponent_choice[SIDES]; /* what they were before the variant was changed */
    bool arranges_setups;                          /* setups are arranged, not created; */
    bool creates_beside; /* beside another board, where there is one already, only if this says not */
    bool from_position;                            /* the game begins where the editor has put its pieces */
    bool arranging;                                /* the setup screen is up for it, */
    enum side arranged;                            /* for this side */
    bool has_setup[SIDES];
    struct setup setup[SIDES]; /* what was arranged so far */
    struct move pending_move;  /* the move whose ranks are asked for */
};

/* To be called once at the start, when the next game's variant is known. */
void seating_init(struct tui *tui);

/* Who plays by the form, in a few words: "two people". */
const char *seating_name(const struct seating_form *form);

/* Whether the setup screen is up for the pieces of a real board: it then begins empty, to be typed. */
bool seating_copies_board(const struct seating_form *form);

/* Whether the squares of the enemy's pieces must be entered before the game can begin: beside another board,
 * where they do not fill their rows. */
bool seating_needs_squares(const struct tui *tui);

/* A setup was arranged: for the next of two people, or the game begins. Flags as of a key. */
unsigned seating_setup_arranged(struct tui *tui, const struct setup *setup);

/* Begins the game that the form asks for, or first goes on to the enemy's squares. Flags as of a key. */
unsigned seating_continue(struct tui *tui);

/* Begins the game that the form asks for; what is in the way is said. Flags as of a key. */
unsigned seating_begin(struct tui *tui);

/* What the keys do on the game screen that depend on who sits there; DID_NOTHING for others. */
unsigned seating_action(struct tui *tui, enum action action);

/* Whether a key of the game screen's help line does something, as far as that depends on who sits there.
 * `context` is the tui. */
bool seating_key_works(const void *context, const struct key_binding *row);

/* Takes a line that was typed where moves are entered with the ranks they showed: "e4xe5 9 5". False where
 * it is none. */
bool seating_handle_line(struct tui *tui, const char *text);

/* Plays a move, after asking for the ranks that it showed where they are not known here. */
void seating_move(struct tui *tui, struct move move);

/* Takes the ranks that were typed. */
void seating_ranks_entered(struct tui *tui);

/* Says what the player at the screen may do now; false where the seating makes no difference. */
bool seating_show_instructions(struct tui *tui);

/* Adds to the news of a move what the player at the screen does next. */
void seating_append_cover_hint(struct tui *tui);

/* Puts behind the news of a move that neither side can win any more, as far as is known to the side that is
 * shown, or that the agent offers a draw; each once, until it ceases to be so. */
void seating_append_ending(struct tui *tui);

/* What is asked where a person offers a draw to an agent. */
const char *seating_draw_question(const struct tui *tui);

/* Covers the board where it is to be covered. To be called when the game has gone on. */
void seating_advance(struct tui *tui);

/* For the title: "paused", "every 2 s", whose view it is; "" where there is nothing to show. */
void seating_title(const struct tui *tui, char *text, size_t capacity);

#endif
