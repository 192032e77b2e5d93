/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys: one table that defines their actions and from which help lines, help screen and manual are
 * made. */
#ifndef VEDETTE_TUI_KEYS_H
#define VEDETTE_TUI_KEYS_H

#define NCURSES_NOMACROS 1 /* without it curses defines short names as macros */
#include <curses.h>
#include <stdbool.h>
#include <stddef.h>

#define CONTROL(letter) ((letter) & 0x1f)

enum { KEY_ESCAPE = 27 };

/* The actions of keys, each with its name in a file of keys. */
#define ACTIONS(_) \
    _(UP, "up") _(DOWN, "down") _(LEFT, "left") _(RIGHT, "right") _(CHOOSE, "choose") \
    _(NEXT, "next") /* to the next piece that can move, or the next target */ \
    _(CANCEL, "cancel") _(TAKE_BACK, "undo") _(STEP_BACK, "step-back") _(STEP_FORWARD, "step-on") \
    _(STEP_FIRST, "first") _(STEP_LAST, "last") _(BATTLE_BACK, "battle-back") \
    _(BATTLE_FORWARD, "battle-on") \
    _(REVIEW, "review") /* reviews a finished game */ \
    _(NEXT_VIEW, "seat") /* all pieces, red's view, blue's view */ \
    _(REDO, "redo") /* plays a move again that was taken back */ \
    _(COMMENT, "comment") /* edits the comment on the move shown */ \
    _(TRY_LINE, "try") /* tries a variation without changing the game */ \
    _(PLAY_FROM_HERE, "go-on") /* starts a new game from the move shown */ \
    _(DRAW, "draw") _(RESIGN, "resign") _(FLIP, "flip") _(SAVE, "save") _(LOAD, "open") \
    _(RANDOM, "random") \
    _(NEXT_STORED, "take-one") /* the next stored setup */ \
    _(MIRROR, "mirror") _(CREATE, "create") _(CLEAR, "clear") \
    _(REMOVE_PIECE, "lift") /* removes a piece from the board */ \
    _(RANK_UP, "rank-up") _(RANK_DOWN, "rank-down") _(HEAT, "where") \
    _(PIECE_RANKS, "what") /* shows the probable ranks of a piece */ \
    _(OTHER_SIDE, "turn") /* heatmap, or side to move, of the other side */ \
    _(NOTE, "note") /* a note on the rank of a piece */ \
    _(VALUES, "values") _(PLANS, "plans") _(HINT, "hint") \
    _(LINES, "lines") /* the panel of best lines */ \
    _(CONSOLE, "console") \
    _(MOVES, "moves") /* the table of all moves */ \
    _(SQUARE_INFO, "about") /* the panel on the square under the cursor */ \
    _(MOVE_NOW, "now") /* ends the thinking with the best move found */ \
    _(RELOAD, "reload") /* reads the profiles again */ \
    _(START, "play") _(NEW, "new") _(DISCARD, "discard") _(NEXT_THEME, "colours") \
    _(SETTINGS, "settings") _(MOUSE, "mouse") _(HELP, "help") _(REDRAW, "redraw") \
    _(SUSPEND, "suspend") \
    _(INTERRUPT, "interrupt") /* Ctrl-C */ \
    _(QUIT, "quit") _(PAGE_UP, "page-up") _(PAGE_DOWN, "page-down") _(CHANGE_SEATS, "exchange") \
    _(PAUSE, "pause") _(ONE_MOVE, "one-move") _(SPEED, "speed") _(MOVED, "moved") _(KNOWN, "known") \
    _(UNKNOWN, "unknown") _(CAPTURED, "captured") _(ARMY, "army") _(VARIANT, "variant") \
    _(SEARCH, "search") _(SORT, "sort") _(REPLAY, "replay") _(TALLY, "tally") \
    _(GO_TO, "go-to") /* the cursor, to a square that is typed */ \
    _(AGAIN, "again") /* a new game against the same opponent */ \
    _(NEXT_LEVEL, "next-level") /* a new game against the next level */ \
    _(GRADES, "grades") _(KINDS, "kinds") /* the graded moves of a review that are listed */ \
    _(WORDS, "words") /* a review in words */ \
    _(CURVE, "curve") /* the next curve of a review */ \
    _(SHAPES, "shapes") /* people's setups by shape */

#define ACTION_OF_ROW(action, name) ACTION_##action,
enum action { ACTION_NONE, ACTIONS(ACTION_OF_ROW) ACTION_COUNT };
#undef ACTION_OF_ROW

/* The screens to which a row applies. */
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
    ON_HOWTO = 4096,
    ON_SHAPES = 8192,
    ON_ALL = 16383,
};

enum { KEYS_A_ROW = 5 };

/* A row of the key table. */
struct key_binding {
    int keys[KEYS_A_ROW]; /* bytes and codes of curses; 0 ends the list; empty: only for help texts */
    const char *label;    /* names of the keys, for users: "Enter, Space" */
    enum action action;
    const char *command_word; /* the word that can be typed instead; NULL: none */
    const char *brief;        /* text of the help line; NULL: not in it; the game has a bar of its own */
    const char *help;         /* text of the help screen, one line */
    unsigned screens;         /* ON_ bits */
    bool in_message;          /* the message line names it too: left out if the help line is full */
    bool yields;              /* gives its keys up if the user's file binds them to something else */
};

/* The current keys: the built-in ones, or the user's (tui/keymap.h). Global because there is one keyboard. */
extern const struct key_binding *key_table;
extern size_t key_count;

/* Makes other rows the current ones, which must live as long as they are used. NULL: the built-in rows. */
void keys_use(const struct key_binding *rows, size_t count);

/* Returns the action of a key on a screen (one ON_ bit). Returns ACTION_NONE if it has none. */
enum action key_action(int key, unsigned screen);

/* Sets the rows down and columns to the right that an arrow key moves. Returns false for other actions. */
bool action_step(enum action action, int *rows, int *cols);

/* Sets *step to the rows down (negative: up) by which a key moves in a list that shows `page` rows. For the
 * list's ends it is a very large number. Returns false for other actions. */
bool action_scroll(enum action action, int page, int *step);

struct key_name {
    char text[24];
    bool bound; /* the action has a key */
};

/* Returns the name of the first key of an action on a screen: "Esc"; "(no key)" if there is none. Messages
 * use it because the user may have changed the keys. */
struct key_name key_for(enum action action, unsigned screen);

/* Returns the code of the first key of an action on a screen; 0 if there is none. */
int key_code(enum action action, unsigned screen);

/* Returns the action whose word is `text` on that screen. If there is none, returns the only action whose
 * word begins with `text`, otherwise ACTION_NONE. */
enum action key_action_for_word(const char *text, unsigned screen);

/* Returns whether a key begins a typed move: a file's letter that is no key of the game screen. */
bool key_begins_move(int key);

#endif
