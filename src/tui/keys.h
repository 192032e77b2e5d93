/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys: one table, from which keys are found, help lines and the help screen are made. */
#ifndef VEDETTE_TUI_KEYS_H
#define VEDETTE_TUI_KEYS_H

#define NCURSES_NOMACROS 1 /* short names of curses are macros else */
#include <curses.h>
#include <stdbool.h>
#include <stddef.h>

#define CONTROL(letter) ((letter) & 0x1f)

enum { KEY_ESCAPE = 27 };

/* What a key asks for, and its name in a file of keys. */
#define ACTIONS(_) \
    _(UP, "up") _(DOWN, "down") _(LEFT, "left") _(RIGHT, "right") _(CHOOSE, "choose") \
    _(NEXT, "next")                  /* to the next piece that can move, or the next target */ \
    _(CANCEL, "cancel") _(TAKE_BACK, "undo") _(STEP_BACK, "step-back") _(STEP_FORWARD, "step-on") \
    _(STEP_FIRST, "first") _(STEP_LAST, "last") _(BATTLE_BACK, "battle-back") \
    _(BATTLE_FORWARD, "battle-on") \
    _(REVIEW, "review")              /* who was ahead, and which moves lost most */ \
    _(NEXT_VIEW, "seat")                  /* whose view of a finished game is shown */ \
    _(REDO, "redo")              /* moves that were taken back */ \
    _(COMMENT, "comment")            /* on the move that is shown */ \
    _(TRY_LINE, "try")                    /* a line beside the game */ \
    _(PLAY_FROM_HERE, "go-on")                /* from here as a new game */ \
    _(DRAW, "draw") _(RESIGN, "resign") _(FLIP, "flip") _(SAVE, "save") _(LOAD, "open") \
    _(RANDOM, "random") \
    _(NEXT_STORED, "take-one")        /* a setup that came with the program */ \
    _(MIRROR, "mirror") _(CREATE, "create") _(CLEAR, "clear") \
    _(REMOVE_PIECE, "lift")                  /* a piece to the reserve */ \
    _(RANK_UP, "rank-up") _(RANK_DOWN, "rank-down") _(HEAT, "where") \
    _(PIECE_RANKS, "what")                  /* what may the piece under the cursor be? */ \
    _(OTHER_SIDE, "turn")                  /* the heatmap: the enemy's pieces, or the person's */ \
    _(NOTE, "note")                  /* what the person thinks a piece is */ \
    _(VALUES, "values") _(PLANS, "plans") _(HINT, "hint") \
    _(LINES, "lines")                /* the panel of best lines */ \
    _(CONSOLE, "console") \
    _(MOVES, "moves")                /* the table of all moves */ \
    _(SQUARE_INFO, "about")                /* what the cursor is on */ \
    _(MOVE_NOW, "now")               /* end the thinking that goes on */ \
    _(RELOAD, "reload")              /* the profiles, changed on disk */ \
    _(START, "play") _(NEW, "new") _(DISCARD, "discard") _(NEXT_THEME, "colours") \
    _(SETTINGS, "settings") _(MOUSE, "mouse") _(HELP, "help") _(REDRAW, "redraw") \
    _(SUSPEND, "suspend") \
    _(INTERRUPT, "interrupt")        /* Ctrl-C */ \
    _(QUIT, "quit") _(PAGE_UP, "page-up") _(PAGE_DOWN, "page-down") _(CHANGE_SEATS, "exchange") \
    _(PAUSE, "pause") _(ONE_MOVE, "one-move") _(SPEED, "speed") _(MOVED, "moved") _(KNOWN, "known") \
    _(UNKNOWN, "unknown") _(CAPTURED, "captured") _(ARMY, "army") _(VARIANT, "variant") \
    _(SEARCH, "search") _(SORT, "sort") _(REPLAY, "replay") _(TALLY, "tally")

#define ACTION_OF_ROW(action, name) ACTION_##action,
enum action { ACTION_NONE, ACTIONS(ACTION_OF_ROW) ACTION_COUNT };
#undef ACTION_OF_ROW

/* The screens on which a row holds. */
enum {
    ON_MENU = 1,
    ON_NEW = 2,
    ON_SETUP = 4,
    ON_GAME = 8,
    ON_HELP = 16,
    ON_GAMES = 32,
    ON_SETTINGS = 64,
    ON_SEATING = 128,
    ON_COVER = 256,
    ON_EDITOR = 512,
    ON_REVIEW = 1024,
    ON_ENEMY = 2048,
    ON_ALL = 4095,
};

enum { KEYS_A_ROW = 5 };

struct key_binding {
    int keys[KEYS_A_ROW]; /* bytes and codes of curses; 0 ends the list; none: only for help */
    const char *label;    /* the keys for people: "Enter, Space" */
    enum action action;
    const char *command_word;     /* the command the typed line takes for it; NULL: none */
    const char *brief;    /* what the help line says of it; NULL: it is not there */
    const char *help;     /* one line */
    unsigned screens;
    bool in_message;      /* the message line has it too: a full help line goes without */
};

/* The keys in use: those of the program, or as a person has them (tui/keymap.h); there is one keyboard. */
extern const struct key_binding *key_table;
extern size_t key_count;

/* Takes other rows into use, which must live as long; NULL: those of the program again. */
void keys_use(const struct key_binding *rows, size_t count);

/* The action of a key on a screen (one ON_ bit), or ACTION_NONE. */
enum action key_action(int key, unsigned screen);

/* Where an arrow key goes: rows down and columns to the right. False for other actions. */
bool action_step(enum action action, int *rows, int *cols);

/* How many rows a key goes down in a list that shows `page` of them at once; beyond any list for its ends.
 * False for other actions. */
bool action_scroll(enum action action, int page, int *step);

/* The first of the keys that do something on a screen, as people call it: "Esc"; "(no key)" where there is
 * none. What is said of keys goes by this, as a person may have bound others. */
struct key_name {
    char text[24];
    bool bound; /* there is one */
};
struct key_name key_for(enum action action, unsigned screen);

/* The action whose word `text` begins on that screen, if it is one alone; else ACTION_NONE. */
enum action key_action_for_word(const char *text, unsigned screen);

/* True for the letters with which a typed move begins: those that no key of the game screen has. */
bool key_begins_move(int key);

#endif
