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

/* What a key asks for. */
enum action {
    ACTION_NONE,
    ACTION_UP, ACTION_DOWN, ACTION_LEFT, ACTION_RIGHT,
    ACTION_CHOOSE,
    ACTION_NEXT,        /* to the next piece that can move, or the next target */
    ACTION_CANCEL,
    ACTION_TAKE_BACK,
    ACTION_STEP_BACK, ACTION_STEP_ON, ACTION_STEP_FIRST, ACTION_STEP_LAST,
    ACTION_BATTLE_BACK, ACTION_BATTLE_ON,
    ACTION_REVIEW,      /* who was ahead, and which moves lost most */
    ACTION_SEAT,        /* who looks at a finished game */
    ACTION_PUT_BACK,    /* moves that were taken back */
    ACTION_COMMENT,     /* on the move that is shown */
    ACTION_TRY,         /* a line beside the game */
    ACTION_GO_ON,       /* from here as a new game */
    ACTION_DRAW,
    ACTION_RESIGN,
    ACTION_FLIP,
    ACTION_SAVE,
    ACTION_LOAD,
    ACTION_RANDOM,
    ACTION_READY_MADE,  /* a setup that came with the program */
    ACTION_MIRROR,
    ACTION_CREATE,
    ACTION_CLEAR,
    ACTION_LIFT,        /* a piece to the reserve */
    ACTION_RANK_UP, ACTION_RANK_DOWN,
    ACTION_HEAT,
    ACTION_WHAT,        /* what may the piece under the cursor be? */
    ACTION_TURN,        /* the heatmap: the enemy's pieces, or the person's */
    ACTION_NOTE,        /* what the person thinks a piece is */
    ACTION_VALUES,
    ACTION_PLANS,
    ACTION_HINT,
    ACTION_LINES,       /* the panel of best lines */
    ACTION_CONSOLE,
    ACTION_MOVES,       /* the table of all moves */
    ACTION_ABOUT,       /* what the cursor is on */
    ACTION_MOVE_NOW,    /* whoever thinks shall answer */
    ACTION_RELOAD,      /* the profiles, changed on disk */
    ACTION_START,
    ACTION_NEW,
    ACTION_DISCARD,
    ACTION_SCHEME,
    ACTION_SETTINGS,
    ACTION_MOUSE,
    ACTION_HELP,
    ACTION_REDRAW,
    ACTION_SUSPEND,
    ACTION_INTERRUPT,   /* Ctrl-C */
    ACTION_QUIT,
    ACTION_PAGE_UP, ACTION_PAGE_DOWN,
    ACTION_EXCHANGE, ACTION_PAUSE, ACTION_ONE_MOVE, ACTION_SPEED, /* who sits there, and who watches */
    ACTION_MOVED, ACTION_KNOWN, ACTION_UNKNOWN, ACTION_CAPTURED, ACTION_ARMY, ACTION_VARIANT, /* of
                                                 * a position set up */
    ACTION_SEARCH, ACTION_SORT, ACTION_REPLAY, ACTION_TALLY, /* of the list of games */
};

/* The screens on which a row holds. */
enum {
    ON_MENU = 1,
    ON_NEW = 2,
    ON_SETUP = 4,
    ON_GAME = 8,
    ON_HELP = 16,
    ON_GAMES = 32,
    ON_SETTINGS = 64,
    ON_SEATS = 128,
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
    const char *word;     /* the command the typed line takes for it; NULL: none */
    const char *brief;    /* what the help line says of it; NULL: it is not there */
    const char *help;     /* one line */
    unsigned screens;
    bool told;            /* the message line tells it too, so that a help line that is full goes without */
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

/* How far a key goes down in a list that shows `page` rows at once; beyond any list for its ends. False for other
 * actions. */
bool action_scroll(enum action action, int page, int *by);

/* The first of the keys that do something on a screen, as people call it: "Esc"; "(no key)" where there is
 * none. What is said of keys goes by this, as a person may have bound others. */
struct key_name {
    char text[24];
    bool bound; /* there is one */
};
struct key_name key_for(enum action action, unsigned screen);

/* The action whose word `text` begins on that screen, if it is one alone; else ACTION_NONE. */
enum action key_word_action(const char *text, unsigned screen);

/* True for the letters with which a typed move begins: those that no key of the game screen has. */
bool key_begins_move(int key);

#endif
