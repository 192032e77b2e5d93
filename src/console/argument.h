/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words and flags that a command takes, as table rows. The parser, the usage line, help, the manual page
 * and completion all read these rows. */
#ifndef VEDETTE_CONSOLE_ARGUMENT_H
#define VEDETTE_CONSOLE_ARGUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kind of a value: how it is read, what its error messages name as expected, and how it is
 * completed. Each comment ends with the type of the member in the command's struct. Texts point into the
 * command line. */
enum value_kind {
    VALUE_NONE,       /* of a flag without a value: bool, true if the flag is given */
    VALUE_TEXT,       /* any text: const char * */
    VALUE_WHOLE,      /* min .. max: uint64_t */
    VALUE_NUMBER,     /* low .. high: double */
    VALUE_CHOICE,     /* one of `words`: int, its index */
    VALUE_SIDE,       /* red or blue: int, an enum side */
    VALUE_SQUARE,     /* in the session's notation: int */
    VALUE_RANK,       /* a rank's symbol in the session's notation, or its name: int */
    VALUE_RANKS,      /* one or more ranks, "X,9", or "?" for any: uint16_t, bit r for rank r */
    VALUE_NOTE,       /* a square and ranks, "e7=X,9": const char * */
    VALUE_MOVE,       /* not checked, because a move may be typed as two words: const char * */
    VALUE_FILE,       /* "-" is standard input: const char * */
    VALUE_FOLDER,     /* const char * */
    VALUE_SETUP,      /* the name of a stored setup: const char * */
    VALUE_SETUP_FILE, /* a file, or the name of a stored setup: const char * */
    VALUE_CLOCK,      /* one time control, or two separated by a comma (time_terms_read): struct time_terms */
    VALUE_AGENT,      /* an agent with its options, "probabilistic:piece=1.2", checked: const char * */
    VALUE_PROFILE,    /* a name or a file: const char * */
    VALUE_KEY,        /* the key of an option, "rules.two_squares", or of a group: const char * */
    VALUE_SETTING,    /* the value of the option `sets`; NULL: of the option that the word before names:
                       * const char * */
    VALUE_PLAN,       /* a plan's name, or the name of its options: int, its index in plan_kind_table */
    VALUE_MOMENT,     /* a number of plies, or "20r", red's 20th move: struct moment */
    VALUE_VARIANT,    /* the name of a variant: int, its index in variant_table */
    VALUE_COMMAND,    /* a word of a command's name: const char * */
    VALUE_KINDS
};

/* A moment of a game: after so many plies, or after a side's move of this number (board_move_number). */
struct moment {
    bool is_given;
    uint64_t number;
    int side;         /* an enum side; MOMENT_PLIES: the number counts plies */
};
enum { MOMENT_PLIES = -1 };

/* The values of a row with `list`, as the command's struct stores them for every kind of value. */
struct word_list {
    int count;
    char **word;
};

/* Receives the names that a text may be, one per call. */
typedef void name_taker(void *context, const char *name);

/* A word or a flag of a command. Members that are not set are zero. */
struct argument {
    const char *name;         /* of a flag: without its dashes; of a word: as the usage line shows it,
                               * "FILE" */
    enum value_kind kind;
    size_t at;                /* offset of the value in the command's struct: offsetof */
    bool list;                /* the row takes all words up to the next flag: a struct word_list */
    bool optional;            /* of a word: it may be left out */
    bool required;            /* of a flag: it must be given */
    char letter;              /* 'p': -p is the same flag; 0: no short form */
    const char *alias;        /* another name of the flag, which help does not show */
    const char *formerly;     /* the flag's old name: it still works, and a note shows the new one */
    const char *unlike;       /* the name of a flag that cannot be given together with this one */
    const char *group;        /* of a VALUE_TEXT: the text is OPTION=VALUE; options of this group need no
                               * group name */
    void (*names)(name_taker *take, void *context); /* of a VALUE_TEXT: lists the possible texts for
                                                     * completion */
    const char *sets;         /* an option's key: the flag sets this option for the one command, and `at` is
                               * not used */
    uint64_t min, max;        /* the range of a VALUE_WHOLE */
    double low, high;         /* the range of a VALUE_NUMBER */
    const char *unit;         /* of a VALUE_NUMBER: a suffix that may follow the number, "2.5s"; NULL: none */
    const char *const *words; /* of a VALUE_CHOICE, ends with NULL */
    const char *value;        /* the placeholder for a flag's value in the usage line; NULL: that of its
                               * kind */
    const char *standard;     /* the default in words, if the command's `defaults` do not show it */
    const char *meaning;      /* a few words for help: what the flag does */
};

struct arguments {
    const struct argument *rows;
    size_t count;
};

/* The rows of a command's `words` and `flags`. ARGUMENTS: rows written in the command's own table row.
 * ROWS: an array that several commands share. */
#define ARGUMENTS(...) ROWS(((const struct argument[]){__VA_ARGS__}))
#define ROWS(array) {(array), sizeof(array) / sizeof((array)[0])}

#endif
