/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The seating of a game, that is, who plays (enum seating): the form for it, the cover between two people's
 * turns, the keys for watching two agents, and the moves of a game that is played on another board. */
#ifndef VEDETTE_TUI_SEATING_H
#define VEDETTE_TUI_SEATING_H

#include "play/local_game.h"
#include "tui/keys.h"
#include "tui/opponent.h"

struct tui;
struct canvas;

/* The values of the form. Rules and clock are in struct next_game. */
struct seating_form {
    int selected_row;                      /* the selected row of the form */
    enum seating seating;
    char name[SIDES][PLAYER_NAME_MAX]; /* of two people; empty: the side's */
    enum side named;                   /* the side whose name is being typed */
    enum side side; /* the person's side, against an agent or on another board */
    char agent[SIDES][PLAYER_NAME_MAX];            /* specs of the agents */
    struct opponent_choice opponent_choice[SIDES]; /* the agents before the variant was changed */
    bool arranges_setups;                          /* people arrange their setups; if not, they are created */
    bool creates_setup; /* on another board: the setup is created (true) or entered (false) */
    bool from_position;                            /* the game starts from the position of the editor */
    bool arranging;                                /* the setup screen is open for this form, */
    enum side arranged;                            /* for this side */
    bool has_setup[SIDES];                         /* `setup` is valid */
    struct setup setup[SIDES];                     /* the setups arranged so far */
    struct move pending_move;                      /* the move whose ranks are being prompted for */
};

/* Initialises the form. Called once, when the next game's variant is known. */
void seating_init(struct tui *tui);

/* Returns the value of the row for the players: "two people". */
const char *seating_name(const struct seating_form *form);

/* Returns whether the setup screen is open to copy the person's pieces from another board. It then starts
 * empty. */
bool seating_copies_board(const struct seating_form *form);

/* Takes the setup that was arranged: continues with the next person, or starts the game. Returns flags as a
 * screen's key function does. */
unsigned seating_setup_arranged(struct tui *tui, const struct setup *setup);

/* Starts the game of the form. If that is impossible, shows why. Returns flags as a screen's key function
 * does. */
unsigned seating_begin(struct tui *tui);

/* Handles the actions of the game screen that depend on the seating; DID_NOTHING for others. */
unsigned seating_handle_action(struct tui *tui, enum action action);

/* Handles a typed line in a game on another board: a move with the ranks that it revealed, "e4xe5 9 5".
 * Returns false if it is not a move. */
bool seating_handle_line(struct tui *tui, const char *text);

/* Plays a move. In a game on another board, first prompts for the ranks that it revealed. */
void seating_move(struct tui *tui, struct move move);

/* Plays the pending move with the ranks that were typed. */
void seating_ranks_entered(struct tui *tui);

/* Writes what the person can do now, if that depends on the seating. Returns false if it does not. */
bool seating_instructions(const struct tui *tui, char *text, size_t capacity);

/* Appends to the message how to cover the board for the other person. */
void seating_append_cover_hint(struct tui *tui);

/* Appends to the message that a side cannot win any more, as far as the side shown can know, or that the
 * agent offers a draw. Each is shown once, until it changes. */
void seating_append_ending(struct tui *tui);

/* Returns the question before a person offers a draw to an agent. */
const char *seating_draw_question(const struct tui *tui);

/* Covers the board when that is due. Called after the game has advanced. */
void seating_advance(struct tui *tui);

/* Writes the part of the title on a watched game: "paused" or "every 2 s". Writes "" for other games. */
void seating_title(const struct tui *tui, char *text, size_t capacity);

#endif
