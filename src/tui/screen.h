/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screens: each draws from the state, which it only reads, and answers keys by changing the state.
 * What else is to happen it returns as flags; the one loop in tui.c acts on them. */
#ifndef VEDETTE_TUI_SCREEN_H
#define VEDETTE_TUI_SCREEN_H

#include "analysis/adviser.h"
#include "analysis/analyst.h"
#include "analysis/reviewer.h"
#include "console/command.h"
#include "game/ending.h"
#include "play/archive_keeper.h"
#include "play/local_game.h"
#include "tui/about.h"
#include "tui/draw.h"
#include "tui/keymap.h"
#include "tui/line.h"
#include "tui/moves_table.h"
#include "tui/pane.h"
#include "tui/seats.h"
#include "tui/terminal.h"

/* Within how many seconds a setup must be there: no longer does the screen stand still. */
#define SETUP_SECONDS 1.0

/* What a key led to: to the screen with this ON_ bit, or one of the flags behind them. */
enum {
    GO_MENU = ON_MENU,
    GO_NEW = ON_NEW,           /* the form for a new game */
    GO_SETUP = ON_SETUP,
    GO_GAME = ON_GAME,
    GO_HELP = ON_HELP,
    GO_GAMES = ON_GAMES,       /* the list of games */
    GO_SETTINGS = ON_SETTINGS,
    GO_SEATS = ON_SEATS,       /* the form that says who sits at the game */
    GO_COVER = ON_COVER,
    GO_EDITOR = ON_EDITOR,
    GO_REVIEW = ON_REVIEW,
    GO_ENEMY = ON_ENEMY,       /* the squares of the enemy's pieces */
    DID_NOTHING = ON_ALL + 1,  /* the key means nothing here */
    GO_BACK = DID_NOTHING << 1, /* from help or the settings to where they were asked for */
    GO_AWAY = DID_NOTHING << 2, /* end the program */
    DO_SCHEME = DID_NOTHING << 3,
    DO_MOUSE = DID_NOTHING << 4,
};

/* What a question on the message line is about. */
enum question {
    ASK_NOTHING,
    ASK_QUIT, ASK_LEAVE, ASK_START, ASK_RESIGN, ASK_DRAW,
    ASK_SAVE, ASK_OVERWRITE, ASK_LOAD,
    ASK_DISCARD,
    ASK_NOTE,
    ASK_RANKS,              /* that a move entered has shown */
    ASK_CAPTURED, ASK_ARMY, /* of a position set up */
    ASK_SEARCH, ASK_DELETE, /* in the list of games */
    ASK_COMMENT,       /* what is to be said of a move */
    ASK_RELOAD,        /* whether the opponent takes new options */
    ASK_RANK,          /* what a piece shall be in a line that is tried */
};

enum answer { ANSWER_WAITING, ANSWER_YES, ANSWER_NO };

struct prompt {
    enum question question;
    bool yes_no;               /* else a line of text */
    double shown;              /* clock_now() when the question came on the screen; 0: it has not yet */
    char words[128];
    struct line line;
};

/* The terms of the next game, as the form and the command line say. */
struct next_game {
    char opponent[PLAYER_NAME_MAX]; /* an agent's spec */
    struct opponent_choice chosen;  /* what it was before the variant was changed */
    enum side side;
    struct rules rules;
    struct time_terms clock;   /* the person's stands as Red's */
    uint8_t variant;           /* index of a row of variant_table */
    bool created;              /* with a created setup; else one is arranged on the setup screen */
    bool practice;             /* all moves may be taken back */
};

/* The person's hand on the game screen. */
struct board_cursor {
    enum side below;
    int square, chosen;        /* squares; chosen SQUARE_NONE: none */
    bitboard targets;
    bool typing;
    struct line typed;
    char letter;               /* a cursor key that is a file's letter too, just pressed; 0: none */
    int square_before;         /* where the cursor was before that key */
};

/* What the person wants to know of the game beside the game itself. */
struct panels {
    bool heat, turned;         /* where a rank is; turned: what the enemy may believe of the person's own */
    int rank;
    bool what;                 /* the ranks that the piece under the cursor may have are shown */
    bool values, plans, lines; /* plans and lines have the same place: one of them at most */
    enum ending ending;        /* what the screen last said on which side can still win, */
    bool offered;              /* and whether the agent offers a draw */
    int marked;                /* number of the piece that a question about a note is about */
    int faults;                /* how many impossible notes have been reported */
    bool has_here, has_played;
    struct move_breakdown here;   /* the plans for the move under the cursor, */
    struct move_breakdown played; /* and for the last move */
    unsigned awaited;          /* AWAIT_ bits: to be done when the figures are there */
    struct typed_note {
        int number;
        uint16_t ranks;
    } typed[PIECES];           /* of AWAIT_NOTE: the notes that were typed, in that order, one a piece */
    int typed_count;
};

enum {
    AWAIT_STATE = 1,           /* the state of the game is to be shown */
    AWAIT_HINT = 2,
    AWAIT_NOTE = 4,
    AWAIT_PIECE = 16,          /* the ranks of the piece under the cursor are to be shown */
    AWAIT_ADVICE = 8,          /* a hint by an agent that takes its time */
};

struct screen;

/* How the screen looks, beside what the terminal has of it. */
struct look_choice {
    const struct screen *beneath; /* the one that the settings were asked from */
    struct keymap keymap;
};

enum { SCREENS = 12 };

struct tui {
    struct session *session;
    struct terminal terminal;
    struct look_choice look;
    struct canvas canvas;
    struct layout layout;
    const struct screen *screen, *beneath; /* `beneath`: the one that help was asked from */
    void *state[SCREENS];      /* what each screen keeps (screen_state) */
    struct rng rng;            /* for setups at random */
    uint64_t games;            /* begun so far: the stream of the next */
    struct setup *pool;        /* setups that came with the program */
    size_t pool_count;
    char message[512];
    bool alarm;                /* the message is an error */
    struct prompt prompt;
    char path[LINE_ROOM];      /* the file a question is about */
    struct next_game next_game;
    struct replay {
        struct move_with_ranks pending; /* in a line that is tried: ranks of it are being asked */
    } replay;
    struct board_cursor cursor;
    struct panels panels;
    struct analyst analyst;    /* who makes the panels' figures */
    struct adviser adviser;    /* who gives hints with best lines */
    struct reviewer reviewer;  /* who works a review out */
    struct archive_keeper keeper; /* who takes finished games to the archive */
    struct wake wake;          /* what the game's threads ring */
    double last_key;           /* clock_now() when a key came that was no answer yet */
    struct time_source source; /* of the clocks of games: */
    _Atomic double away;       /* it leaves out these seconds, for which the program was stopped */
    double busy_until;         /* clock_now() until when their work is waited for; 0: nothing is under way */
    struct local_game local;
    struct moves_table table;  /* all moves with their values */
    struct about about;        /* what the cursor is on */
    bool reload_due;           /* the opponent may take new options, but it was no moment to ask */
    struct pane pane;          /* the console at the bottom of the game screen */
    struct seats seats;
};

struct screen {
    unsigned on;               /* its ON_ bit in the key table */
    void (*enter)(struct tui *tui);
    void (*draw)(const struct tui *tui, struct canvas *canvas);
    unsigned (*key)(struct tui *tui, int key);
    size_t state_size;         /* of what it keeps from key to key; 0: nothing */
    void (*free_state)(void *state); /* gives back what the state holds, not itself; NULL: it holds nothing */
};

extern const struct screen *const screen_table[SCREENS]; /* all of them, in the order of their ON_ bits */

/* What a screen keeps: state_size bytes, all zero at the start. Only the file of the screen looks into it,
 * others by the functions of that file's header. */
void *screen_state(const struct tui *tui, const struct screen *screen);

/* A screen's state without a game; NULL and STATUS_FAILED where the system lacks what it needs. The session
 * must outlive it. tui_free comes after the game was left. */
struct tui *tui_new(struct session *session, struct error *error);
void tui_free(struct tui *tui);

/* Says something on the message line; an alarm also stands out. */
void say(struct tui *tui, bool alarm, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Says what is wrong with a file or folder of the person's, which is left out. */
void say_fault(struct tui *tui, const struct error *error);

/* Says an error behind what was said before. */
void say_also(struct tui *tui, const struct error *error);

/* A game that is looked at again, and lines that are tried (replay.c). `replay_action`: what is done there
 * with these keys; DID_NOTHING for others. `replay_move` plays a move in a line, or asks for ranks first,
 * which `replay_take_rank` takes; false where no line is tried. `replay_end_line`: false likewise.
 * `replay_new_game` begins a game from the moment shown. `replay_tell` says where the line stands.
 * `replay_take_comment` puts down what was said of a move. */
unsigned replay_action(struct tui *tui, enum action action);
bool replay_move(struct tui *tui, struct move move);
void replay_take_rank(struct tui *tui);
void replay_take_comment(struct tui *tui);
bool replay_end_line(struct tui *tui);
unsigned replay_new_game(struct tui *tui);
void replay_tell(struct tui *tui);

/* Profiles read again in a running game (reload.c). `reload_profiles` reads them. `reload_opponent` lets the
 * opponent, or both agents, take new options where tui->reload_due says so, as soon as the game is on the
 * screen and nothing is typed; where a game that is on would change by that, it asks first:
 * `reload_take_answer`. An agent that thinks then begins its move again. */
void reload_profiles(struct tui *tui);
void reload_opponent(struct tui *tui);
void reload_take_answer(struct tui *tui, bool yes);

/* Asks on the message line; keys go to prompt_key until it is answered, with the text in
 * tui->prompt.line. */
void ask_yes_no(struct tui *tui, enum question question, const char *words);
void ask_text(struct tui *tui, enum question question, const char *words, const char *text);
enum answer prompt_key(struct tui *tui, int key);

/* The file name that was typed, "~/" standing for the home folder, into tui->path. */
void take_path(struct tui *tui);

/* A path as people write it: "~" for the home folder. */
void short_path(const char *path, char *text, size_t room);

/* The message line: a question, what is being typed, or the message. A long one goes on over the help
 * line; a question or an error that is still longer begins further up: to be drawn last. */
void draw_message(const struct tui *tui, struct canvas *canvas);

/* The same beside something that takes so many columns at the end of the message line. */
void draw_message_beside(const struct tui *tui, struct canvas *canvas, int taken);

/* What all screens do alike with these keys; DID_NOTHING for others. */
unsigned common_action(struct tui *tui, enum action action);

/* A setup for the person, of the next game's variant, by the creator as the session's settings have it. Where
 * the variant takes any army, the pieces are drawn. False where a file that they name is no good: that is
 * said, and the setup is a random one. */
bool create_setup(struct tui *tui, struct setup *setup);
bool create_setup_of(struct tui *tui, const uint8_t army[RANKS], struct setup *setup); /* of these pieces */

/* The variant that a screen is about: of the game, the position or the next game. */
const struct variant *shown_variant(const struct tui *tui);

/* ", barrage" where it is not the standard one, of which nothing is said. */
enum { VARIANT_WORDS = 32 };
const char *variant_words(const struct variant *variant, char text[VARIANT_WORDS]);

/* What was learnt of the variant that the screen is about. */
struct library *shown_library(const struct tui *tui);

/* The terms of a game as the form says; `setup` is the person's, or NULL. */
struct game_terms next_game_terms(const struct tui *tui, const struct setup *setup);

/* After a game was begun: shows it. */
unsigned enter_game(struct tui *tui, enum status status, const struct error *error);

/* The next variant, row of the rules, or clock that the forms offer. What a clock gives, in words. */
void next_game_turn_variant(struct tui *tui, int by);
void next_game_turn_rules(struct next_game *next_game, int by);
void next_game_turn_clock(struct next_game *next_game, int by);
void next_game_tell_clock(const struct tui *tui, char *text, size_t room);

/* Begins the game that the form asks for, with this setup. */
unsigned begin_game(struct tui *tui, const struct setup *setup);

/* Opens the panels that a game begins with. */
void panels_begin(struct tui *tui);

/* How many ranks the armies of the game have. */
int panels_ranks(const struct tui *tui);

/* Brings the panels that are open up to what the screen shows (panels.c): asks for figures, and takes those
 * that are there. To be called when anything has changed, and when figures have come. */
void panels_update(struct tui *tui);

/* Gives up what waits for figures: the person does something else. */
void panels_give_up(struct tui *tui);

/* The figures for what the screen shows; NULL: they are not there, as panels_waiting says. */
const struct figures *panels_figures(const struct tui *tui);

/* What those panels do with these keys; DID_NOTHING for others. */
unsigned panels_action(struct tui *tui, enum action action);

/* Puts the note down that was typed about the piece that was asked about. */
void panels_note(struct tui *tui);

/* To be called before the game is left: notes that still wait to be held against the figures are put down
 * without, as one that cannot be so does no harm. */
void panels_leave(struct tui *tui);

/* Says what the person has noted about the piece under the cursor, which came from the square `before`. */
void panels_tell_note(struct tui *tui, int before);

/* Shows the ranks that the piece under the cursor may have, if that is on. */
void panels_tell_piece(struct tui *tui);

/* Takes up the piece of a legal move, with the cursor where it goes, so that Enter plays it. */
void panels_choose(struct tui *tui, struct move move);

/* The best lines (panel_lines.c). `lines_may_hint`: the options name an agent that shows its lines, and the
 * person is to move, or steps through a finished game; `lines_hint` then asks for a hint, else it is false.
 * `lines_update` is a part of panels_update. `lines_now`: whoever thinks out a hint shall give it;
 * `lines_stop`: shall not. Both are false where nobody does. */
bool lines_may_hint(const struct tui *tui);
bool lines_hint(struct tui *tui);
void lines_update(struct tui *tui);
bool lines_now(struct tui *tui);
bool lines_stop(struct tui *tui);

/* To be called when the person has gone on with something else: no hint comes in between. */
void lines_give_up(struct tui *tui);

/* Draws the panel, if it is open and there is room for one; else, while a hint is thought out, how far that
 * is into `words`, for the message line; "" where nothing is to be told there. */
void lines_draw(const struct tui *tui, struct canvas *canvas);
void lines_words(const struct tui *tui, char *words, size_t room);

/* How the screen looks (look.c). The theme: the one to begin with, the next one there is, and what follows
 * from what the terminal has told of its background. */
void look_start(struct tui *tui);
void look_next(struct tui *tui);
void look_take_background(struct tui *tui);

/* Sets an option, and keeps it in the person's config.yaml; false, and said why, where it cannot be kept. */
bool look_keep(struct tui *tui, const char *key, const char *value);

/* Lets the screen be as the options of the group `screen` have it: after one of them was changed. */
void look_apply(struct tui *tui);

/* The panels and the side at the bottom that a game begins with. */
void look_panels(const struct tui *tui, struct panels *panels);
enum side look_below(const struct tui *tui, enum side person);

/* The mouse on or off; the side at the bottom and the form's opponent as they are now: all are kept.
 * look_opponent: who was kept, or NULL. */
void look_turn_mouse(struct tui *tui);
void look_turn_about(struct tui *tui);
void look_keep_below(struct tui *tui);
void look_keep_opponent(struct tui *tui);
const char *look_opponent(const struct tui *tui);

/* The same of the variant; look_variant: the row's index, the standard one where none was kept, or one that
 * is none. */
void look_keep_variant(struct tui *tui);
uint8_t look_variant(const struct tui *tui);

/* Draws them with everything else that stands beside the board. */
void panels_draw(const struct tui *tui, struct canvas *canvas);

/* The heat to lay over the board into `heat`: true where there is any. */
bool panels_heat(const struct tui *tui, double heat[SQUARES]);

/* Where everything stands on a screen of that size, with what is open. */
void screen_layout(struct tui *tui, int rows, int cols);

/* Whether something is being written, or worked out, that is likely to be there in a moment. */
bool screen_is_busy(const struct tui *tui);

/* To be called after each key and ring: lets the game go on. What takes but a moment is waited for, so that
 * the screen is not drawn twice; no more than a moment though. */
void screen_advance(struct tui *tui);

#endif
