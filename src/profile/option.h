/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options: what a tunable number is, or a file that can be chosen. Each room gives its rows as a group; all
 * groups together are the option table. Knows nothing of Stratego. */
#ifndef VEDETTE_PROFILE_OPTION_H
#define VEDETTE_PROFILE_OPTION_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

enum option_type {
    OPTION_INT, OPTION_NUMBER, OPTION_FLAG, OPTION_CHOICE,
    OPTION_FILE, /* the path of a file, or the name of one that comes with the program */
    OPTION_NAME  /* a name that nobody checks here: a theme's, an opponent's; one line of plain text */
};

enum { OPTION_WORD = -1 /* the value of a number that is a word; not in its range */ };

struct option {
    const char *key;           /* in its group: "two_squares"; the full key: "rules.two_squares" */
    enum option_type type;
    double min, most;        /* the range, both ends in it; for a flag 0 and 1; for a file or name none */
    double standard;           /* the default; for a choice the word's index; for a file or name nothing */
    const char *const *words;  /* for a choice: NULL-ended list of the words it may be; for a number NULL, or
                                * a list of one word that it may be instead, which is OPTION_WORD; for a file
                                * or name a list of those that come with the program, the default first */
    const char *unit;          /* "plies", "points", "" */
    const char *meaning;       /* one line */
    const char *source;        /* "De Boer 2007, 3.1.2"; "" for our own */
    const char *formerly;      /* the key that it had before, which still works: in its group, or with a
                                * point in it a full one; NULL: none */
};

/* An option that there is no more: it may still be set, which does nothing. */
struct option_gone {
    const char *key;           /* in the group, or with a point in it a full one; NULL ends a list */
    const char *why;           /* a few words: "no game was better for it" */
};

struct option_group {
    const char *name;          /* "rules", "probabilistic", "worth", … */
    const char *meaning;       /* one line */
    const struct option *options;
    size_t count;
    const char *formerly;      /* the name that it had before, which still works; NULL: none */
    const struct option_gone *gone; /* options that were in it, ended by a key NULL; NULL: none */
};

/* Values of all options of a set of groups. */
struct settings {
    const struct option_group *const *groups; /* NULL-ended */
    double *values;            /* all groups' options, in order; of a file or name 0 */
    const char **files;        /* likewise: of a file its name, or its path from the root; of a name that;
                                * else NULL */
    const char **origins;      /* where each value comes from: "default", a profile's name, "set" */
    size_t count;
    char **names;              /* names of layers, and paths, owned; `origins` and `files` point to them */
    size_t name_count, name_capacity;
    struct text notes;         /* a line for each old name that was used to set one (profile/former.h) */
};

enum {
    OPTION_KEY_TEXT = 128,     /* room for any full key: group and key have less than 60 bytes */
    OPTION_NAME_TEXT = 96,     /* room for any name */
    OPTION_VALUE_TEXT = 1024   /* room for any value as settings_show writes it: a path may be long */
};

/* All options at their defaults. `groups` is NULL-ended and must live as long. settings_free gives
 * the memory back; settings_copy makes `to` (all zero) an independent copy: a few allocations,
 * whatever the number of options. */
void settings_init(struct settings *settings, const struct option_group *const *groups);
void settings_free(struct settings *settings);
void settings_copy(struct settings *to, const struct settings *from);

/* Whether two settings of the same groups have the same values, wherever these come from; those of the group
 * `no_account` (NULL: none) do not matter. */
bool settings_equal(const struct settings *a, const struct settings *b,
                    const struct option_group *no_account);

/* The value of group.key. The pair must exist and be of that type: a wrong one is a programming error and
 * aborts. */
double settings_get(const struct settings *settings, const char *group, const char *key);
int settings_int(const struct settings *settings, const char *group, const char *key);
bool settings_flag(const struct settings *settings, const char *group, const char *key);

/* The file that group.key names: one of the row's names, or a path that begins with '/'; or the name that
 * it is. Valid until the option is set again or the settings are freed. */
const char *settings_file(const struct settings *settings, const char *group, const char *key);

/* Copies all numbers of a group, in the order of its rows, into `values` (room for `count`, which must be how
 * many there are: files and names are none). For rooms that read their numbers into a struct of doubles
 * once. */
void settings_group(const struct settings *settings, const char *group, double *values,
                    size_t count);

/* The index of "group.key" in `values`, or -1. A group's name alone stands for the option of that
 * name in it: "rules" is "rules.rules". A name of before is found too (profile/former.h). */
int settings_find(const struct settings *settings, const char *full_key);

/* The row behind an index, and its group (`group` may be NULL). NULL past the last. */
const struct option *settings_option(const struct settings *settings, int index,
                                     const struct option_group **group);

/* Writes the full key of an index, "rules.two_squares"; returns `text`. */
char *settings_key(const struct settings *settings, int index, char text[OPTION_KEY_TEXT]);

/* Sets "group.key" from text ("yes", "0.35", "5", a word). STATUS_BAD says what was found and what
 * was expected: an unknown key (with the nearest known one), not a number, out of range, no such file.
 * `origin` is copied. A file's path is taken from the current folder. An old name sets the option of
 * today and leaves a note in `settings`; of an option that is gone nothing but that note comes. */
enum status settings_set(struct settings *settings, const char *full_key, const char *value,
                         const char *origin, struct error *error);

/* The same where a file's path is taken from the folder of another file: a profile names its neighbours. */
enum status settings_set_beside(struct settings *settings, const char *full_key, const char *value,
                                const char *neighbour, const char *origin, struct error *error);

/* The same for a value that holds for one command: a file may also be "-", standard input, or a pipe. */
enum status settings_set_for_now(struct settings *settings, const char *full_key, const char *value,
                                 const char *origin, struct error *error);

/* Gives one option the value and the origin that it has in `from`, which has the same groups. */
void settings_take(struct settings *settings, const struct settings *from, int index);

/* True where an option has the same value in both, which have the same groups; where it has its default. */
bool settings_same(const struct settings *a, const struct settings *b, int index);
bool settings_is_standard(const struct settings *settings, int index);

/* True where somebody gave the option its value, a profile or a person; that may be the default's. */
bool settings_is_given(const struct settings *settings, int index);

/* Sets several options of one group from "piece=1.2,distance=0.01", all or none; blanks around a
 * word are free, "" sets nothing. Errors as above, and a key that is given twice. */
enum status settings_set_spec(struct settings *settings, const char *group, const char *spec,
                              const char *origin, struct error *error);

/* Fills `error` for a key that settings_find does not know: the nearest known one. STATUS_BAD. */
enum status settings_unknown(const struct settings *settings, const char *full_key,
                             struct error *error);

/* Writes a value as people write it: "yes", "5", "0.35", a word. settings_set reads the same. */
void settings_show(const struct settings *settings, int index, char *text, size_t capacity);

/* The same for the default of a row. */
void option_show_standard(const struct option *option, char *text, size_t capacity);

/* Appends what a row takes: "a whole number from 0 to 20 moves", "yes or no", "one of a, b",
 * "a file, or one of a, b". */
void option_expects(const struct option *option, struct text *out);

#endif
