/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screens. Each has a function that draws from the state without changing it, and one that handles a
 * key. The latter changes the state and returns flags on which the loop in tui.c acts. */
#ifndef VEDETTE_TUI_SCREEN_H
#define VEDETTE_TUI_SCREEN_H

#include "analysis/adviser.h"
#include "analysis/analyst.h"
#include "analysis/reviewer.h"
#include "console/command.h"
#include "play/archive_keeper.h"
#include "play/draft.h"
#include "play/local_game.h"
#include "play/unfinished.h"
#include "tui/arrange.h"
#include "tui/draw.h"
#include "tui/end_panel.h"
#include "tui/message.h"
#include "tui/moves_table.h"
#include "tui/next_game.h"
#include "tui/pane.h"
#include "tui/panel_lines.h"
#include "tui/panels.h"
#include "tui/preferences.h"
#include "tui/seating.h"
#include "tui/square_info.h"
#include "tui/terminal.h"

/* Flags that a key function returns: go to the screen with this ON_ bit, or one of the actions after them. */
enum {
    GO_MENU = ON_MENU,
    GO_NEW = ON_NEW,           /* the form for a new game */
    GO_SETUP = ON_SETUP,
    GO_GAME = ON_GAME,
    GO_HELP = ON_HELP,
    GO_GAMES = ON_GAMES,       /* the list of games */
    GO_SETTINGS = ON_SETTINGS,
    GO_SEATING = ON_SEATING,       /* the form for the players */
    GO_COVER = ON_COVER,
    GO_EDITOR = ON_EDITOR,
    GO_REVIEW = ON_REVIEW,
    GO_ENEMY = ON_ENEMY,                /* the squares of the enemy's pieces */
    GO_HOWTO = ON_HOWTO,
    GO_SHAPES = ON_SHAPES,             /* people's setups by shape */
    DID_NOTHING = ON_ALL + 1,           /* the key has no meaning here */
    GO_BACK = DID_NOTHING << 1,         /* from help, settings or shapes to the screen that opened them */
    GO_EXIT = DID_NOTHING << 2,         /* end the program */
    DO_NEXT_THEME = DID_NOTHING << 3,   /* switch to the next theme */
    DO_TOGGLE_MOUSE = DID_NOTHING << 4, /* switch the mouse on or off */
};

/* The cursor and the chosen piece on the game screen. */
struct board_cursor {
    enum side bottom_side;
    int square, chosen; /* square of the cursor; of the chosen piece, SQUARE_NONE: none */
    bitboard targets;   /* squares that the chosen piece may move to */
    bool typing;        /* a line is being typed: */
    struct line typed;
    char pending_letter; /* the last key moved the cursor but is also a file's letter; 0: none */
    int square_before;   /* the cursor's square before that key */
};

/* Seconds of thinking before the message line and the key bar show it, so that quick moves do not make them
 * flicker. */
#define MIN_SHOWN_SECONDS 0.7

enum { SCREENS = 14, MESSAGE_TEXT = 512 };

/* The whole state of the screens. */
struct tui {
    struct session *session;
    struct terminal terminal;
    struct preferences preferences;
    struct canvas canvas;
    struct layout layout;
    const struct screen *screen, *help_caller; /* the current screen; the one from which help was opened */
    void *state[SCREENS];                      /* the state of each screen (screen_state) */
    struct rng rng;                            /* for random setups */
    uint64_t games_begun;                      /* number of games so far: the random stream of the next one */
    struct setup *pool;                        /* [pool_count]: the built-in setups */
    size_t pool_count;
    char message[MESSAGE_TEXT];
    bool message_is_error;                /* the message is highlighted as an error */
    bool keeps_message;                   /* the game screen opens with this message */
    struct prompt prompt;
    char path[LINE_CAPACITY];      /* the file that the last prompt named */
    struct next_game next_game;
    struct replay {
        struct move_with_ranks pending; /* a move of a variation whose ranks are being prompted for */
    } replay;
    struct board_cursor cursor;
    struct panels panels;
    struct analyst analyst;           /* computes the panels' figures */
    struct adviser adviser;           /* computes hints with best lines */
    struct reviewer reviewer;         /* computes a review */
    struct archive_keeper keeper;     /* adds finished games to the archive */
    struct wake wake;                 /* signalled by the threads */
    double last_key;                  /* clock_now() when the last key came */
    struct time_source source;        /* the time of the games' clocks */
    _Atomic double suspended_seconds; /* time the program was stopped, which `source` leaves out */
    double busy_until; /* clock_now() until which the screen waits for their work; 0: not waiting */
    struct local_game local;
    struct moves_table table;       /* all moves with their values */
    struct end_panel end_panel;     /* the panel at the end of a game */
    struct square_info square_info; /* the panel on the square under the cursor */
    bool reload_due;                /* the opponent may get new options as soon as it is possible to prompt */
    struct pane pane;               /* the console at the bottom of the game screen */
    struct seating_form seating_form;
};

/* A screen. */
struct screen {
    unsigned on;                    /* its ON_ bit in the key table */
    void (*enter)(struct tui *tui); /* called when the screen is opened */
    void (*draw)(const struct tui *tui, struct canvas *canvas);
    unsigned (*key)(struct tui *tui, int key);
    /* handles a click on a row of its list (HOT_ROW), or on a move (HOT_PLY); NULL: it has neither */
    unsigned (*pick)(struct tui *tui, int value);
    size_t state_size;               /* size of the state kept between keys; 0: none */
    void (*free_state)(void *state); /* frees what the state holds, not the state itself; NULL: nothing */
};

extern const struct screen menu_screen, new_screen, setup_screen, game_screen, help_screen, games_screen,
    settings_screen, seating_screen, cover_screen, editor_screen, review_screen, enemy_screen,
    howto_screen, shapes_screen;
extern const struct screen *const screen_table[SCREENS]; /* in the order of their ON_ bits */

/* Returns the state of a screen: state_size bytes, all zero at first. Only the screen's own file uses it;
 * other files use the functions below that return its type. */
void *screen_state(const struct tui *tui, const struct screen *screen);

/* Creates the state of the screens, without a game. NULL and STATUS_FAILED if the system has no resources
 * for it. `session` must outlive it. */
struct tui *tui_new(struct session *session, struct error *error);

/* Frees the state. The game must have been left before. */
void tui_free(struct tui *tui);

/* Handles the actions that are the same on all screens; DID_NOTHING for others. */
unsigned action_handle_common(enum action action);

/* Handles the wheel, and a click on a place of the last canvas. Changes *key to the key that it stands for,
 * and returns false. If it acts at once, sets *flags as a screen's key function does and returns true. */
bool screen_mouse(struct tui *tui, int *key, unsigned *flags);

/* Finds the square that was clicked. Returns false outside the board. */
bool clicked_square(struct tui *tui, enum side bottom_side, int *square);

/* Returns the variant of what a screen shows: of the game, the position or the next game. */
const struct variant *shown_variant(const struct tui *tui);

enum { VARIANT_WORDS = 32 };

/* Writes the variant for a title: ", barrage", or "" for the standard one. Returns `text`. */
const char *variant_suffix(const struct variant *variant, char text[VARIANT_WORDS]);

/* Returns the models and statistics for that variant. */
struct library *shown_library(const struct tui *tui);

/* Computes the layout for a screen of that size, with the open panels. */
void screen_layout(struct tui *tui, int rows, int cols);

/* Returns whether work is in progress that is likely to end within milliseconds. */
bool screen_is_busy(const struct tui *tui);

/* Requests a review of the game at the screen, which must be over. `worlds`: see struct review_request. */
void review_request_game(struct tui *tui, uint32_t worlds);

/* Keeps the judged review of the finished game beside its file, if this program saved the game. */
void review_keep_game(struct tui *tui);

/* Uses a review of a finished game that has become ready (screen_review.c). */
void review_advance(struct tui *tui);

/* Leaves the game: stops all that works on it and closes it for commands too. */
void screen_leave_game(struct tui *tui);

/* Continues the game and all background work. Called after each key and each signal of a thread. Waits for
 * at most some milliseconds for results, so that the screen is not drawn twice. */
void screen_advance(struct tui *tui);
/* Passes to the commands which moment of the game is shown, and from whose seat. */
void screen_pass_shown(struct tui *tui);

/* --- the game screen (screen_game.c) --- */

/* Draws the game screen (draw_game.c). */
void draw_game(const struct tui *tui, struct canvas *canvas);

/* Handles an action of the game screen. Returns flags as a screen's key function does. */
unsigned game_handle_action(struct tui *tui, enum action action);

/* Plays a typed move. If that is impossible, shows why. Returns false if the text is not a move. */
bool game_play_line(struct tui *tui, const char *text);

/* Ends the program and returns GO_EXIT. If it has to open a prompt first, returns 0. */
unsigned game_quit(struct tui *tui);

/* Shows the move that led to the position shown, with its comment. */
void game_show_last_move(struct tui *tui);

/* Shows the result of the game if it is over, otherwise what happened last. Updates the panels. */
void game_show_events(struct tui *tui);

/* Writes what the person can do now. False if that is nothing. */
bool game_instructions(const struct tui *tui, char *text, size_t capacity);

/* Shows what the person can do now. Clears the message if that is nothing. */
void game_show_instructions(struct tui *tui);

/* Deselects the chosen piece. */
void game_deselect(struct tui *tui);

/* Returns the squares that the piece on `square` may move to. */
bitboard game_targets(const struct tui *tui, int square);

/* Shows why a move was not played. */
void game_show_refused(struct tui *tui, struct move move, const char *why);

/* Shows that an action is not possible while an earlier position is shown. */
void game_show_past_error(struct tui *tui);

/* Returns the side that messages call "you". SIDES in a watched game, in a game with open pieces, and after
 * a game of two people. */
enum side game_viewer(const struct tui *tui);

/* Continues the game as far as possible without the person, and shows what happened. */
void game_advance(struct tui *tui);

/* --- replaying a game (replay.c) --- */

/* Handles actions while a game is replayed or a variation is tried. Returns flags as a screen's key
 * function does; DID_NOTHING for other actions. */
unsigned replay_handle_action(struct tui *tui, enum action action);

/* Plays a move in the variation. If ranks are unknown, prompts for them first. Returns false if no variation
 * is being tried. */
bool replay_move(struct tui *tui, struct move move);

/* Uses the rank that was typed for the pending move; an empty line draws one at random. */
void replay_rank_entered(struct tui *tui);

/* Stores the comment that was typed. */
void replay_comment_entered(struct tui *tui);

/* Ends the variation. Returns false if none is being tried. */
bool replay_end_line(struct tui *tui);

/* Starts a new game from the position shown. Returns flags as a screen's key function does. */
unsigned replay_new_game(struct tui *tui);

/* Shows the last move of the variation on the message line. */
void replay_show_line(struct tui *tui);

/* --- reading profiles again during a game (reload.c) --- */

/* Reads the profiles again. */
void reload_profiles(struct tui *tui);

/* Gives the agents of the game the new options if tui->reload_due is set, as soon as the game screen is
 * shown and nothing is being typed. Prompts first if that changes a running game. An agent that is thinking
 * starts its move again. */
void reload_opponent(struct tui *tui);

/* Acts on the answer to that prompt. */
void reload_answered(struct tui *tui, bool yes);

/* --- the menu (screen_menu.c) --- */

/* The state of the menu. */
struct menu {
    struct unfinished_list games;
    size_t count, selected;          /* number of rows; the selected one */
    size_t last_choice;        /* the fixed entry chosen last, from 1; 0: none, or the first row is selected
                                * because the game begun from the menu can be resumed */
};

/* Returns the state of the menu. */
struct menu *menu_state(const struct tui *tui);

/* Selects the first row the next time, which resumes the game begun from the menu. */
void menu_reset_choice(struct tui *tui);

/* Ends the program. If a position is not saved, prompts first. Returns flags as a screen's key function
 * does. */
unsigned menu_quit(struct tui *tui);

/* Acts on the answer to that prompt. Returns flags as a screen's key function does. */
unsigned menu_quit_answered(struct tui *tui, enum question question, bool yes);

/* --- arranging an army (screen_setup.c) --- */

/* Draws the screen (draw_arranging.c). */
void draw_arranging(const struct tui *tui, struct canvas *canvas);

/* Returns the army being arranged. */
struct arrange *setup_arrange(const struct tui *tui);
/* Shows how the army was made and what kind it is, and how to restore another one if it replaced that. */
void setup_show_made(struct tui *tui, const char *how, bool was_set_aside);
/* Takes what was counted of the archive (screen_shapes.c). */
void shapes_advance(struct tui *tui);
/* Keeps that army for the next time, if one person arranges it for a game here. */
void setup_keep(struct tui *tui);

/* --- the enemy's squares (screen_enemy.c) --- */

/* The state of the screen. */
struct enemy_squares {
    uint8_t army[RANKS]; /* number of the enemy's pieces of each rank */
    bitboard squares;    /* squares with a piece */
    int cursor;          /* a square */
    struct board board;  /* both sides' pieces, for drawing */
};

/* Returns the state of the screen. */
struct enemy_squares *enemy_state(const struct tui *tui);

/* --- editing a position (screen_editor.c) --- */

/* The question before the program ends while a position is not saved. */
#define POSITION_LOST "Quit? The position is lost unless you saved it."

enum { EDITOR_UNDO = 64 };

/* The state of the editor. */
struct editor {
    struct position_draft kept[EDITOR_UNDO]; /* the positions before the last changes */
    int kept_count;
    bool begun, unsaved;         /* a position exists; it has changes that are not saved */
    struct position_draft draft;
    struct board board;      /* the draft as a board, for drawing */
    int cursor;              /* a square */
    enum side side_to_place; /* owner of the next piece typed */
    enum side bottom_side;   /* whose rows are at the bottom */
};

/* Returns the state of the editor. */
struct editor *editor_state(const struct tui *tui);

/* --- how to play (screen_howto.c) --- */

/* Returns whether this is the very first start: no folder of the program exists in the user's home. Makes
 * one, so that the next start is not. */
bool howto_is_due(void);

/* --- help (screen_help.c) --- */

/* What the help screen shows. */
struct help_place {
    int top; /* the first visible line */
};

/* Returns the state of the screen. */
struct help_place *help_place(const struct tui *tui);

#endif
