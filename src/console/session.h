/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The session: what commands share, such as options, seed, jobs, the current game and output. One exists for
 * the whole run of the program. */
#ifndef VEDETTE_CONSOLE_SESSION_H
#define VEDETTE_CONSOLE_SESSION_H

#include "base/error.h"
#include "base/string_list.h"
#include "console/argument.h"
#include "game/notation.h"
#include "play/game.h"
#include "play/ladder.h"
#include "profile/option.h"

struct command_table;
struct json;
struct pager;
struct played_game;
struct session;

/* The game that `play` requests from the screen. */
struct play_request {
    const char *against;        /* an agent's spec; NULL: the screen chooses */
    enum side side;             /* the user's side */
    const struct setup *setup;  /* the user's setup; NULL: the user arranges it on the screen */
    uint8_t variant;            /* index of a row of variant_table */
    bool practice;              /* attacks may be taken back too; only at the console */
    struct rules rules;
    struct time_terms clock;    /* the user's time control is stored as Red's */
    const char *resume;         /* a game file to continue; all other members are then ignored; NULL: a new
                                 * game */
};

/* A key of the screen for help: its label, the word to type for it (may be empty), its effect. */
struct key_words {
    const char *label, *word, *help;
};

struct session {
    const struct command_table *commands; /* all commands (console/command.h); not owned */
    struct settings settings;
    struct library *library; /* statistics and models for all games and analyses; owned */
    struct ladders *ladders; /* levels that a person may play against; owned */
    struct string_list profiles; /* names of the chosen profiles in order */
    uint64_t seed;          /* always set: from --seed, or drawn for each command (command.h) */
    bool has_seed;          /* --seed was given */
    int jobs;
    bool json;              /* --json: the command prints JSON */
    struct json *answer;    /* collects the JSON; text output is then dropped; NULL: text is printed */
    struct text *words;     /* gets the text of an answer in JSON; NULL: it is dropped */
    struct moment at;       /* --at: the moment of the game that the command is about */
    uint64_t picked_game;   /* --game: which game of a file of many, from 1; 0: not given */
    const char *out;        /* --out: the file for the output; NULL: none */
    const char *filing;     /* the file of --out that gets the running command's output; NULL: none */
    bool on_screen;         /* the screen is shown: commands must not use the terminal or wait for input */
    bool interactive;       /* a person at a terminal reads the output */
    bool alone;             /* the program runs only one command: changes of the session are lost after it */
    const char *shown_file; /* the file of the screen's finished game, or of that played at the console; NULL:
                             * none; not owned */
    struct game *game;      /* the current game: on the screen, otherwise `loaded`; may be NULL */
    uint32_t back;          /* number of its last moves that the screen does not show; 0: all are shown */
    bool seated;            /* the current game is shown from one side's seat: `seat` */
    enum side seat;
    struct game *loaded;    /* the game that `load` read; owned; or NULL */
    char *loaded_from;      /* the file that has the loaded game as it was then; owned; NULL: none */
    struct played_game *played; /* the game that is played at the console (commands/played_game.h); or
                                 * NULL */
    uint64_t games_begun;   /* number of games begun at the console: the random stream of the next one */
    bool unsaved;           /* the loaded game has notes or entered moves that are not saved */
    bool entered;           /* a script entered moves that are not saved: only a notice when they are lost,
                             * because a script may use them for analysis alone */
    bool saved;             /* the current game was saved and has no newer notes */
    /* Receives the output: UTF-8 that session_write has checked. */
    void (*write)(void *context, const char *bytes, size_t size);
    void *context;
    /* Shows the progress of a long command: one line, or several, of which the first is a summary for
     * displays with one line; "" clears it. NULL: progress is not shown. */
    void (*progress)(struct session *session, const char *lines);
    /* Shows one line that the user should know, separate from the output. NULL: notices are dropped. */
    void (*notice)(struct session *session, const char *line);
    struct pager *pager;    /* holds back output at the console (console/pager.h); NULL: none */
    atomic_bool *stop;      /* set by Ctrl-C; long commands check it; may be NULL */
    struct text noted;      /* the notes about old names that were printed already (profile/former.h) */
    struct error config_fault; /* why config.yaml was ignored; status 0: it was not */
    bool quit;
    uint64_t screen_seed;   /* the screen's seed: commands without --seed use it to get the same figures */
    unsigned reloads;       /* number of successful session_reload calls */
    int depth;              /* number of nested running commands */
    /* Starts the screen with the requested game, or with its menu if `request` is NULL. The pointer is
     * NULL if no screen is possible (output to a pipe) or it is running already. */
    enum status (*screen)(struct session *session, const struct play_request *request, struct error *error);
    /* Appends the manual's text about the screen's keys, in man(7); NULL without a screen. */
    void (*screen_manual)(struct text *out);
    /* Gets the index-th key of the screen; false after the last one. NULL without a screen. */
    bool (*screen_key)(size_t index, struct key_words *key);
    /* Reads and runs command lines until their end or `quit` (at a terminal with the console) and prints
     * their errors. Returns the worst status of lines from a pipe. NULL while lines are being read
     * already. */
    enum status (*console)(struct session *session);
};

/* Initialises a session with default options, one job, a random seed and no sink (output is dropped).
 * session_free frees it. */
void session_init(struct session *session, const struct command_table *commands);
void session_free(struct session *session);

/* Makes `game`, allocated with memory_new, the loaded game; the session owns it. Frees the previous one,
 * with a notice if unsaved moves of a script are lost. `path`: the file that has the game; NULL: none. */
void session_load(struct session *session, struct game *game, const char *path);

/* Notes that the file `path` has the loaded game as it is now; NULL: no file has it. */
void session_set_file(struct session *session, const char *path);

/* Returns the file that has the current game as it is now; NULL: none, or the game goes on. */
const char *session_file(const struct session *session);

/* Marks that moves of the current game were entered or taken back: a person then confirms before they are
 * lost, a script gets a notice. */
void session_mark_entered(struct session *session);

/* Frees the loaded game, if there is one. */
void session_drop_game(struct session *session);

/* Makes the screen's game the current one; the session does not own it. If `game` is NULL, the screen has no
 * game any more, and the loaded game becomes current again. */
void session_show_game(struct session *session, struct game *game);

/* Returns whether the current game is the screen's. */
bool session_is_playing(const struct session *session);

/* Reads all profiles again, as if the program were started anew with the same ones. Options set by the user
 * stay. The agents of the current game get the new options. STATUS_BAD, with no change, if a profile is
 * invalid. With `without_config` a faulty config.yaml is ignored with a notice, as at the start. */
enum status session_reload(struct session *session, bool without_config, struct error *error);

/* Reads all profiles again as session_reload does without `without_config`. The agents of the current game
 * keep their options. */
enum status session_reload_options(struct session *session, struct error *error);

/* Adds a profile to the chosen ones; its options replace the present ones. */
enum status session_add_profile(struct session *session, const char *profile, struct error *error);

/* Replaces the chosen profiles and reloads (session_reload). Options set by the user stay. */
enum status session_replace_profiles(struct session *session, char *const *profiles, size_t count,
                                     struct error *error);

/* Print to the session's sink. Control characters (except line ends and tabs) and bytes that are not
 * UTF-8, which names from files may contain, are written as \xNN; so are, for a person at a terminal,
 * characters that change the direction of writing. Use session_print_line for names that may contain a line
 * end. */
void session_printf(struct session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Prints one line and its end; escapes control characters in it (text_add_plain). For lines with names. */
void session_print_line(struct session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Prints `size` bytes as session_printf does. */
void session_write(struct session *session, const char *bytes, size_t size);

/* Prints a text and frees it. */
void session_print_text(struct session *session, struct text *text);

/* Prints the contents of a file that the program would write, and frees the text. With --json prints it as a
 * json_document. */
void session_print_document(struct session *session, const char *format, struct text *text);

/* Returns STATUS_BAD if the output cannot be binary, because it goes to a terminal, to the screen or into
 * JSON. */
enum status session_check_binary(const struct session *session, struct error *error);

/* Writes binary output unchanged. */
void session_write_binary(struct session *session, const char *bytes, size_t size);

/* Shows the progress of a long command as one line (session.progress). */
void session_progress(struct session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints a notice: one line without its end. */
void session_notice(struct session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints a notice unless the same one was printed before. */
void session_print_note_once(struct session *session, const char *note);

/* Prints the notes about old names in the session's settings, each once. */
void session_note_names(struct session *session);
/* Prints the notes about old names in the settings of an agent with this spec, each once. */
void session_note_agent(struct session *session, const char *spec);

/* Returns the notation in which commands read and print squares, moves and ranks. Files use De Boer's. */
enum notation session_notation(const struct session *session);

/* The seed of a command that analyses, unless --seed is given. */
enum { SESSION_ANALYSIS_SEED = 1 };

/* Sets a random seed of 32 bits, from the system. */
void session_draw_seed(struct session *session);

/* Returns whether Ctrl-C was pressed since the last session_begin_line. */
bool session_stopped(const struct session *session);

/* Clears the stop flag; called before each line. */
void session_begin_line(struct session *session);

/* The flags that are not a command's own. Every command has the first SESSION_EVERYWHERE, which may also
 * precede the command; the others belong to commands whose rows have `at`, `json` or `out`. */
enum session_flag {
    SESSION_PROFILE,
    SESSION_SEED,
    SESSION_JOBS,
    SESSION_RULES,
    SESSION_NOTATION,
    SESSION_EVERYWHERE,
    SESSION_AT = SESSION_EVERYWHERE,
    SESSION_GAME,
    SESSION_JSON,
    SESSION_OUT,
    SESSION_FLAGS
};

extern const struct argument session_flags[SESSION_FLAGS];

/* Sets the option `row->sets` to `text`, as the row's flag does. A file option may be "-" or a pipe, which
 * is then read for this one command. STATUS_BAD as settings_set. */
enum status session_set_option(struct session *session, const struct argument *row, const char *text,
                        struct error *error);

/* Applies one of the session's flags; `text` is its value (NULL for a flag without one). STATUS_BAD if the
 * value is invalid. */
enum status session_apply_flag(struct session *session, enum session_flag flag, char *text,
                               struct error *error);

/* Returns which session flag a word before the command is; SESSION_FLAGS if it is none. *value gets where its
 * value begins in the word ("--seed=1", "-pNAME"), or 0 if it is the next word. */
enum session_flag session_leading_flag(const char *word, size_t *value);

/* Removes the session's flags from the front of argv (argv[*argc] is NULL) and applies them. Reads the
 * profiles in their layers (profile/layers.h). It is for the start of the program. A faulty config.yaml is
 * ignored with a notice, so that a command to repair it can run. */
enum status session_start(struct session *session, int *argc, char **argv, struct error *error);

/* Appends the prompt. It is "vedette> " or, with a current game, the number of the next move as the screen
 * counts them, and the side to move: "vedette 12 red> ". For a game that is over it has the last move's
 * number, and "over". A '*' marks unsaved notes. */
void prompt_write(const struct session *session, struct text *out);

#endif
