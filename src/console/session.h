/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What commands work with: options, seed, jobs, the game at hand, where output goes. One for the life of the
 * program. */
#ifndef VEDETTE_CONSOLE_SESSION_H
#define VEDETTE_CONSOLE_SESSION_H

#include "base/error.h"
#include "console/argument.h"
#include "game/notation.h"
#include "play/game.h"
#include "play/ladder.h"
#include "profile/option.h"

struct command_table;
struct json;
struct pager;
struct session;

/* The game that `play` asks the screen for. */
struct play_request {
    const char *against;        /* an agent's spec; NULL: the screen's choice */
    enum side side;             /* the person's */
    const struct setup *setup;  /* the person's; NULL: the screen asks */
    uint8_t variant;            /* index of a row of variant_table */
    struct rules rules;
    struct time_terms clock;    /* the person's stands as Red's */
    const char *resume;         /* a game file to go on with, whatever else is given; NULL: a new game */
};

/* A key of the screen in words: its label, the word that can be typed for it (may be empty), what it does. */
struct key_words {
    const char *label, *word, *help;
};

struct session {
    const struct command_table *commands; /* of the program (console/command.h); the caller's */
    struct settings settings;
    struct library *library; /* statistics and models, for all that is played and shown; the session's */
    struct ladders *ladders;  /* of levels that a person may play against */
    char **profiles;        /* the profiles picked so far, in their order; the session owns them */
    size_t profile_count, profile_capacity;
    uint64_t seed;          /* always filled in: given with --seed, or each command's own (command.h) */
    bool has_seed;          /* it was given; else each command has its own */
    int jobs;
    bool json;              /* --json: the command answers with JSON */
    struct json *answer;    /* where that goes, in place of what is written; NULL: text is wanted */
    const char *out;        /* --out: the file that the answer goes to; NULL: none */
    bool filing;            /* the command that runs writes to such a file */
    bool on_screen;         /* the screen runs: no command may read the terminal, write to it or wait */
    bool interactive;       /* a person at a terminal reads the output */
    bool alone;             /* one command is all there is: what it changes here ends with it */
    struct game *game;      /* the one at hand: that on the screen, or else what `load` took; or NULL */
    struct game *loaded;    /* what `load` took; the session owns it; or NULL */
    bool unsaved;           /* it has notes, or was put together, and no file has that */
    bool entered;           /* the same of moves entered by a script, which may but ask with them */
    bool saved;             /* `save` kept the game at hand, and nothing was noted since */
    /* Where output goes: whole lines of plain UTF-8, as session_write lets it pass. */
    void (*write)(void *context, const char *bytes, size_t size);
    void *context;
    /* Shows how far a long command is, where somebody watches: a line, or several, of which the first is what
     * is shown where there is room for one; "" clears it. NULL: nobody does. */
    void (*progress)(struct session *session, const char *lines);
    /* Tells one line beside the answer: something about it that the user should know. NULL: nobody hears. */
    void (*notice)(struct session *session, const char *line);
    struct pager *pager;    /* holds back answers at the console (console/pager.h); NULL: none does */
    atomic_bool *stop;      /* set by Ctrl-C; long commands look at it; may be NULL */
    struct text noted;      /* the notes about old names that the user has seen (profile/former.h) */
    struct error config_fault; /* why config.yaml was left out; of status 0: it was not */
    bool quit;
    uint64_t screen_seed;   /* that of the figures on that screen: commands without one make the same */
    unsigned reloads;       /* how often session_reload has read the profiles */
    int depth;              /* how many commands are under way, one run by the other */
    /* Starts the screen, with its menu where `request` is NULL; NULL where there is none (a pipe) or it is
     * running already. */
    enum status (*screen)(struct session *session, const struct play_request *request,
                          struct error *error);
    /* Appends what the manual page tells of the screen's keys, in man(7); NULL where there is no screen. */
    void (*screen_manual)(struct text *out);
    /* The index-th key of the screen; false past the last. NULL where there is no screen. */
    bool (*screen_key)(size_t index, struct key_words *key);
    /* Reads command lines, at a terminal with the console, until they end or `quit`, and tells their errors
     * itself; NULL where lines are read already. The worst status of lines from a pipe. */
    enum status (*console)(struct session *session);
};

/* A session with these commands, all options at their defaults, one job, a seed from the system, and no sink:
 * what is written is dropped. session_free gives its memory back. */
void session_init(struct session *session, const struct command_table *commands);
void session_free(struct session *session);

/* Makes `game`, made by memory_new, the one at hand; the session owns it and gives the one before it back,
 * with a notice where moves that were `entered` are lost. */
void session_load(struct session *session, struct game *game);

/* To be called when moves of the game at hand were entered or taken back: a person is asked before they are
 * lost, a script is told where another game takes their place. */
void session_entered(struct session *session);

/* Gives the game that session_load took back, if there is one. */
void session_drop_game(struct session *session);

/* Makes the game on the screen the one at hand, for as long as it is there: NULL takes it away again, and
 * what session_load took is at hand once more. The session does not own it. */
void session_show_game(struct session *session, struct game *game);

/* True while the game at hand is the screen's. */
bool session_is_playing(const struct session *session);

/* Reads all profiles again, as the program would if it were started anew with the same ones; what was set
 * by hand stays. The agents of the game at hand take the new numbers. STATUS_BAD where one of them is
 * no profile any more: then nothing is changed. With `without_config` one that is config.yaml is left out
 * with a notice, as at the start. */
enum status session_reload(struct session *session, bool without_config, struct error *error);

/* The same, with config.yaml, but the agents of the game at hand keep their options. */
enum status session_reload_options(struct session *session, struct error *error);

/* A copy of the names of the profiles picked, with room for one more; and frees such a list. */
char **session_copy_profiles(const struct session *session);
void session_free_profiles(char **profiles, size_t count);

/* Adds a profile to those picked: its options come on top of what holds. */
enum status session_pick(struct session *session, const char *profile, struct error *error);

/* Takes these profiles in place of those picked; what was set by hand stays. As session_reload else. */
enum status session_use(struct session *session, char *const *profiles, size_t count, struct error *error);

/* Prints through the session's sink. Control characters, but for line ends and tabs, and bytes that are no
 * UTF-8 go out as \xNN, as a name from outside may hold them; where a person reads the answer, so does what
 * turns the direction of writing. A line end in a name is for session_line. */
void session_printf(struct session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Prints one line, and its end: what is in it is written out as text_add_plain does. For lines with names. */
void session_line(struct session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void session_write(struct session *session, const char *bytes, size_t size);

/* Prints a text and frees it. */
void session_print_text(struct session *session, struct text *text);

/* Prints a text that is a file of this program's and frees it; in JSON it is a json_document. */
void session_print_document(struct session *session, const char *format, struct text *text);

/* Whether an answer may be binary: STATUS_BAD where it would go to a terminal, the screen or into JSON, and
 * not to a file or a pipe. */
enum status session_check_binary(const struct session *session, struct error *error);

/* Writes bytes of a binary answer, just as they are. */
void session_write_binary(struct session *session, const char *bytes, size_t size);

/* Tells those who watch how far a long command is, in one line; or in several, put together before. */
void session_progress(struct session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void session_progress_lines(struct session *session, const char *lines);

/* Tells a notice, one line without its end. */
void session_notice(struct session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints a notice, one line without its end, the first time it is called with it. */
void session_note_once(struct session *session, const char *note);

/* Prints the notes about old names that are in the session's settings, or in those of an agent of this spec,
 * each once. */
void session_note_names(struct session *session);
void session_note_agent(struct session *session, const char *spec);

/* How the session's commands read and print squares, moves and ranks. Files are in De Boer's. */
enum notation session_notation(const struct session *session);

/* The seed of a command that analyses, where none was given. */
enum { SESSION_ANALYSIS_SEED = 1 };

/* Makes another seed, as where none was given. */
void session_draw_seed(struct session *session);

/* True once Ctrl-C was pressed, until the next line begins. */
bool session_stopped(const struct session *session);

/* Forgets a Ctrl-C: to be called before each line. The next one then counts as the first. */
void session_begin_line(struct session *session);

/* The flags that are not a command's own. The first SESSION_EVERYWHERE stand before a command too, and every
 * command has them; each of the others has those commands whose rows say so. */
enum session_flag {
    SESSION_PROFILE,
    SESSION_SEED,
    SESSION_JOBS,
    SESSION_RULES,
    SESSION_NOTATION,
    SESSION_EVERYWHERE,
    SESSION_JSON = SESSION_EVERYWHERE,
    SESSION_OUT,
    SESSION_FLAGS
};

extern const struct argument session_flags[SESSION_FLAGS];

/* Sets the option that a row `sets`, as the row's flag; of a file also to standard input, "-", or a pipe,
 * which is read then, for the one command. STATUS_BAD as settings_set. */
enum status session_set(struct session *session, const struct argument *row, const char *text,
                        struct error *error);

/* Lets the session have one of these flags, its value `text` (of a bare flag NULL). STATUS_BAD where that is
 * none. */
enum status session_take(struct session *session, enum session_flag flag, char *text, struct error *error);

/* Takes the session's flags off the front of argv (argv[*argc] is NULL), up to the first word that is none of
 * them, and reads the profiles in their layers (profile/layers.h): for the start of the program. A
 * config.yaml that is broken or cannot be read is left out with a notice, so that what mends it can run. */
enum status session_start(struct session *session, int *argc, char **argv, struct error *error);

#endif
