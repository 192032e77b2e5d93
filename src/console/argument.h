/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What may stand behind a command's name, as rows. The parser, the usage line, help, the manual page and
 * completion are all made from them. */
#ifndef VEDETTE_CONSOLE_ARGUMENT_H
#define VEDETTE_CONSOLE_ARGUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a value is: how it is read, told in an error, and completed; behind it the type that it has in the
 * command's struct. Texts point into the command line. */
enum value_kind {
    VALUE_NONE,       /* of a flag that has none: bool, true where it is given */
    VALUE_TEXT,       /* any text: const char * */
    VALUE_WHOLE,      /* from `least` to `most`: uint64_t */
    VALUE_NUMBER,     /* from `low` to `high`: double */
    VALUE_CHOICE,     /* one of `words`: int, its index */
    VALUE_SIDE,       /* red or blue: int, an enum side */
    VALUE_SQUARE,     /* in the session's notation: int */
    VALUE_RANK,       /* its symbol in the session's notation, or its name: int */
    VALUE_RANKS,      /* one or more, "X,9", or "?" for any: uint16_t, bit r for rank r */
    VALUE_NOTE,       /* a square and ranks, "e7=X,9": const char * */
    VALUE_MOVE,       /* const char *; not checked, for it may come as two words */
    VALUE_FILE,       /* "-" is standard input: const char * */
    VALUE_FOLDER,     /* const char * */
    VALUE_SETUP,      /* the name of a stored setup: const char * */
    VALUE_SETUP_FILE, /* a file, or the name of a stored setup: const char * */
    VALUE_CLOCK,      /* one time control, or two with a comma between (time_terms_read): struct time_terms */
    VALUE_AGENT,      /* with its options, "probabilistic:piece=1.2": const char *, known to be sound */
    VALUE_PROFILE,    /* a name or a file: const char * */
    VALUE_KEY,        /* of an option, "rules.two_squares", or a group of them: const char * */
    VALUE_SETTING,    /* of the option `sets`, or else of the one that the word before names: const char * */
    VALUE_PLAN,       /* a plan's name, or that of its options: int, its index in plan_kind_table */
    VALUE_VARIANT,    /* the name of a variant: int, its index in variant_table */
    VALUE_COMMAND,    /* a word of a command's name: const char * */
    VALUE_KINDS
};

/* Several values: what a row with `list` has in the command's struct, whatever its kind. */
struct word_list {
    int count;
    char **word;
};

/* Takes the names that a text may be, one after the other. */
typedef void name_taker(void *context, const char *name);

/* A word or a flag of a command. What is not said is zero. */
struct argument {
    const char *name;         /* a flag's, without its dashes; a word's as the usage line shows it: "FILE" */
    enum value_kind kind;
    size_t at;                /* where in the command's struct the value goes: offsetof */
    bool list;                /* all words that follow, up to the next flag: a struct word_list */
    bool optional;            /* of a word: it may be missing */
    bool required;            /* of a flag: it may not */
    char letter;              /* 'p': -p is the same flag */
    const char *alias;        /* another name that a flag is known by; help does not show it */
    const char *formerly;     /* the name that a flag had before: it still works, with a note */
    const char *unlike;       /* the name of a flag that it may not be given with */
    const char *group;        /* of a VALUE_TEXT: it is OPTION=VALUE, of this group or any */
    void (*names)(name_taker *take, void *context); /* of a VALUE_TEXT: tells completion what it may be */
    const char *sets;         /* an option's key: the flag sets it for the one command, in place of `at` */
    uint64_t min, most;     /* the range of a VALUE_WHOLE */
    double low, high;         /* the range of a VALUE_NUMBER */
    const char *unit;         /* of a VALUE_NUMBER: may stand right behind it, "2.5s"; NULL: none */
    const char *const *words; /* of a VALUE_CHOICE, NULL-ended */
    const char *value;        /* what the usage line calls a flag's value; NULL: what its kind is called */
    const char *standard;     /* what holds without it, where the command's defaults do not tell */
    const char *meaning;      /* a few words for help: what it does */
};

struct arguments {
    const struct argument *rows;
    size_t count;
};

/* The rows of a command's `words` and `flags`: written in the command's own row, or, where several commands
 * share them, those of an array. */
#define ARGUMENTS(...) ROWS(((const struct argument[]){__VA_ARGS__}))
#define ROWS(array) {(array), sizeof(array) / sizeof((array)[0])}

#endif
