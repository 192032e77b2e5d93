/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options: what a tunable number is. Each room gives its rows as a group; all groups together are
 * the option table. Knows nothing of Stratego. */
#ifndef VEDETTE_PROFILE_OPTION_H
#define VEDETTE_PROFILE_OPTION_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

enum option_type { OPTION_INT, OPTION_NUMBER, OPTION_FLAG, OPTION_CHOICE };

enum { OPTION_WORD = -1 /* the value of a number that is a word; not in its range */ };

struct option {
    const char *key;           /* in its group: "two_squares"; the full key: "rules.two_squares" */
    enum option_type type;
    double least, most;        /* the range, both ends in it; for a flag 0 and 1 */
    double standard;           /* the default; for a choice the index of the word */
    const char *const *words;  /* for a choice: NULL-ended list of the words it may be; for a number NULL, or
                                * a list of one word that it may be instead, which is OPTION_WORD */
    const char *unit;          /* "plies", "points", "" */
    const char *meaning;       /* one line */
    const char *source;        /* "De Boer 2007, 3.1.2"; "" for our own */
};

struct option_group {
    const char *name;          /* "rules", "probabilistic", "worth", … */
    const char *meaning;       /* one line */
    const struct option *options;
    size_t count;
};

/* Values of all options of a set of groups. */
struct settings {
    const struct option_group *const *groups; /* NULL-ended */
    double *values;            /* all groups' options, in order */
    const char **origins;      /* where each value comes from: "default", a profile's name, "set" */
    size_t count;
    char **names;              /* the names of the layers read, owned; `origins` points into them */
    size_t name_count, name_room;
};

enum {
    OPTION_KEY_TEXT = 128,     /* room for any full key: group and key have less than 60 bytes */
    OPTION_VALUE_TEXT = 64     /* room for any value as settings_show writes it */
};

/* All options at their defaults. `groups` is NULL-ended and must live as long. settings_free gives
 * the memory back; settings_copy makes `to` (all zero) an independent copy: a few allocations,
 * whatever the number of options. */
void settings_init(struct settings *settings, const struct option_group *const *groups);
void settings_free(struct settings *settings);
void settings_copy(struct settings *to, const struct settings *from);

/* The value of group.key. The pair must exist: a wrong one is a programming error and aborts. */
double settings_get(const struct settings *settings, const char *group, const char *key);
int settings_int(const struct settings *settings, const char *group, const char *key);
bool settings_flag(const struct settings *settings, const char *group, const char *key);

/* Copies a whole group's values, in the order of its rows, into `values` (room for `count`, which
 * must be the group's size). For rooms that read their numbers into a struct of doubles once. */
void settings_group(const struct settings *settings, const char *group, double *values,
                    size_t count);

/* The index of "group.key" in `values`, or -1. A group's name alone stands for the option of that
 * name in it: "rules" is "rules.rules". */
int settings_find(const struct settings *settings, const char *full_key);

/* The row behind an index, and its group (`group` may be NULL). NULL past the last. */
const struct option *settings_option(const struct settings *settings, int index,
                                     const struct option_group **group);

/* Writes the full key of an index, "rules.two_squares"; returns `text`. */
char *settings_key(const struct settings *settings, int index, char text[OPTION_KEY_TEXT]);

/* Sets "group.key" from text ("yes", "0.35", "5", a word). STATUS_BAD says what was found and what
 * was expected: an unknown key (with the nearest known one), not a number, out of range. `origin`
 * is copied. */
enum status settings_set(struct settings *settings, const char *full_key, const char *value,
                         const char *origin, struct error *error);

/* Sets several options of one group from "piece=1.2,distance=0.01", all or none; blanks around a
 * word are free, "" sets nothing. Errors as above, and a key that is given twice. */
enum status settings_set_spec(struct settings *settings, const char *group, const char *spec,
                              const char *origin, struct error *error);

/* Gives an option its default back. STATUS_BAD for an unknown key. */
enum status settings_reset(struct settings *settings, const char *full_key, struct error *error);

/* Fills `error` for a key that settings_find does not know: the nearest known one. STATUS_BAD. */
enum status settings_unknown(const struct settings *settings, const char *full_key,
                             struct error *error);

/* Writes a value as people write it: "yes", "5", "0.35", a word. settings_set reads the same. */
void settings_show(const struct settings *settings, int index, char *text, size_t room);

/* The same for any value of a row: its default, its range. */
void option_show(const struct option *option, double value, char *text, size_t room);

/* Appends what a row takes: "a whole number from 0 to 20 moves", "yes or no", "one of a, b". */
void option_expects(const struct option *option, struct text *out);

#endif
