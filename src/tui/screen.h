/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screens: each draws from the state, which it only reads, and changes the state at a key.
 * What else is to happen it returns as flags; the one loop in tui.c acts on them. */
#ifndef VEDETTE_TUI_SCREEN_H
#define VEDETTE_TUI_SCREEN_H

#include "analysis/adviser.h"
#include "analysis/analyst.h"
#include "analysis/reviewer.h"
#include "console/command.h"
#include "play/archive_keeper.h"
#include "play/local_game.h"
#include "tui/draw.h"
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

/* What a key led to: to the screen with this ON_ bit, or one of the flags behind them. */
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
    GO_ENEMY = ON_ENEMY,        /* the squares of the enemy's pieces */
    DID_NOTHING = ON_ALL + 1,   /* the key means nothing here */
    GO_BACK = DID_NOTHING << 1, /* from help or the settings to where they were asked for */
    GO_EXIT = DID_NOTHING << 2, /* end the program */
    DO_NEXT_THEME = DID_NOTHING << 3,
    DO_TOGGLE_MOUSE = DID_NOTHING << 4,
};

/* The person's hand on the game screen. */
struct board_cursor {
    enum side bottom_side;
    int square, chosen;        /* squares; chosen SQUARE_NONE: none */
    bitboard targets;
    bool typing;
    struct line typed;
    char pending_letter; /* a cursor key that is a file's letter too, just pressed; 0: none */
    int square_before;   /* where the cursor was before that key */
};

enum { SCREENS = 12 };

struct tui {
    struct session *session;
    struct terminal terminal;
    struct preferences preferences;
    struct canvas canvas;
    struct layout layout;
    const struct screen *screen, *help_caller; /* `beneath`: the one that help was asked from */
    void *state[SCREENS];                      /* what each screen keeps (screen_state) */
    struct rng rng;                            /* for setups at random */
    uint64_t games_begun;                      /* begun so far: the stream of the next */
    struct setup *pool;                        /* setups that came with the program */
    size_t pool_count;
    char message[512];
    bool message_is_error;                /* the message is an error */
    struct prompt prompt;
    char path[LINE_CAPACITY];      /* the file a question is about */
    struct next_game next_game;
    struct replay {
        struct move_with_ranks pending; /* in a line that is tried: ranks of it are being asked */
    } replay;
    struct board_cursor cursor;
    struct panels panels;
    struct analyst analyst;           /* computes the panels' figures */
    struct adviser adviser;           /* computes hints with best lines */
    struct reviewer reviewer;         /* computes a review */
    struct archive_keeper keeper;     /* takes finished games to the archive */
    struct wake wake;                 /* what the game's threads signal */
    double last_key;                  /* clock_now() when the last key came */
    struct time_source source;        /* of the clocks of games: */
    _Atomic double suspended_seconds; /* time the program was stopped, which `source` leaves out */
    double busy_until; /* clock_now() until when their work is waited for; 0: nothing is under way */
    struct local_game local;
    struct moves_table table;       /* all moves with their values */
    struct square_info square_info; /* what the cursor is on */
    bool reload_due;                /* the opponent may take new options, but it was no moment to ask */
    struct pane pane;               /* the console at the bottom of the game screen */
    struct seating_form seating_form;
};

struct screen {
    unsigned on;               /* its ON_ bit in the key table */
    void (*enter)(struct tui *tui);
    void (*draw)(const struct tui *tui, struct canvas *canvas);
    unsigned (*key)(struct tui *tui, int key);
    size_t state_size;               /* of what it keeps from key to key; 0: nothing */
    void (*free_state)(void *state); /* gives back what the state holds, not itself; NULL: it holds nothing */
};

extern const struct screen *const screen_table[SCREENS]; /* all of them, in the order of their ON_ bits */

/* What a screen keeps: state_size bytes, all zero at the start. Only the file of the screen uses it,
 * others by the functions of that file's header. */
void *screen_state(const struct tui *tui, const struct screen *screen);

/* A screen's state without a game; NULL and STATUS_FAILED where the system lacks what it needs. The session
 * must outlive it. tui_free comes after the game was left. */
struct tui *tui_new(struct session *session, struct error *error);
void tui_free(struct tui *tui);

/* What all screens do alike with these keys; DID_NOTHING for others. */
unsigned common_action(struct tui *tui, enum action action);

/* The square that was clicked, where the rows of `below` are at the bottom; false beside the board. */
bool clicked_square(struct tui *tui, enum side bottom_side, int *square);

/* The variant that a screen is about: of the game, the position or the next game. */
const struct variant *shown_variant(const struct tui *tui);

/* ", barrage" where it is not the standard one, of which nothing is said. */
enum { VARIANT_WORDS = 32 };
const char *variant_suffix(const struct variant *variant, char text[VARIANT_WORDS]);

/* What was learnt of the variant that the screen is about. */
struct library *shown_library(const struct tui *tui);

/* Where everything stands on a screen of that size, with what is open. */
void screen_layout(struct tui *tui, int rows, int cols);

/* Whether something is being written, or worked out, that is likely to be there in a moment. */
bool screen_is_busy(const struct tui *tui);

/* To be called after each key and ring: lets the game go on. What takes but a moment is waited for, so that
 * the screen is not drawn twice; no more than a moment though. */
void screen_advance(struct tui *tui);

#endif
