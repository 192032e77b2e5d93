/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options: numbers, words and files that the user can set. Each module defines a group of options; all
 * groups together are the option table. This module does not depend on Stratego. */
#ifndef VEDETTE_PROFILE_OPTION_H
#define VEDETTE_PROFILE_OPTION_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

enum option_type {
    OPTION_INT, OPTION_NUMBER, OPTION_FLAG, OPTION_CHOICE,
    OPTION_FILE, /* the path of a file, or the name of an embedded one */
    OPTION_NAME  /* a name that is not checked here (a theme, an opponent): one line of plain text */
};

enum { OPTION_WORD = -1 /* value of a number that is set to its word; outside of its range */ };

/* An option. */
struct option {
    const char *key;           /* in its group, e.g. "two_squares"; the full key is "rules.two_squares" */
    enum option_type type;
    double min, max;           /* the range, both ends in it; for a flag 0 and 1; for a file or name none */
    double standard;           /* the default; for a choice the index of the word; unused for files and
                                * names */
    const char *const *words;  /* for a choice: its words, ending with NULL. For a number: NULL, or one
                                * word that it may be instead (OPTION_WORD). For a file or name: the
                                * embedded ones, the default first */
    const char *unit;          /* "plies", "points", "" */
    const char *meaning;       /* one line */
    const char *source;        /* "De Boer 2007, 3.1.2"; "" for our own */
    const char *formerly;      /* its former key, which still works: in its group, or a full key if it has
                                * a point; NULL: none */
};

/* A removed option: it may still be set, without effect. */
struct option_gone {
    const char *key;           /* in the group, or a full key if it has a point; NULL ends a list */
    const char *why;           /* a few words, e.g. "no game was better for it" */
};

/* A group of options. */
struct option_group {
    const char *name;          /* "rules", "probabilistic", "worth", … */
    const char *meaning;       /* one line */
    const struct option *options;
    size_t count;
    const char *formerly;      /* its former name, which still works; NULL: none */
    const struct option_gone *gone; /* its removed options, ended by a NULL key; NULL: none */
};

/* The values of all options of several groups. */
struct settings {
    const struct option_group *const *groups; /* NULL-ended */
    double *values;            /* of all options, in the order of the groups; 0 for a file or name */
    const char **files;        /* likewise: the embedded name or absolute path of a file, or the name; NULL
                                * for other types */
    const char **origins;      /* the source of each value: "default", a profile's name, "set" */
    size_t count;
    char **names;              /* owned strings, to which `origins` and `files` point */
    size_t name_count, name_capacity;
    struct text notes;         /* a line for each former name that was used (profile/former.h) */
};

enum {
    OPTION_KEY_TEXT = 128,     /* buffer size for any full key: group and key have less than 60 bytes each */
    OPTION_NAME_TEXT = 96,     /* buffer size for any name */
    OPTION_VALUE_TEXT = 1024   /* buffer size for any value that settings_show writes, paths included */
};

/* Sets all options to their defaults. `groups` ends with NULL and must stay valid. settings_free frees the
 * settings. */
void settings_init(struct settings *settings, const struct option_group *const *groups);
void settings_free(struct settings *settings);
/* Makes `to` (all zero) an independent copy. */
void settings_copy(struct settings *to, const struct settings *from);

/* Returns whether two settings of the same groups have the same values, from any origin. Ignores the group
 * `no_account` (may be NULL). */
bool settings_equal(const struct settings *a, const struct settings *b,
                    const struct option_group *no_account);

/* Returns the value of GROUP.KEY. The option must exist and have that type; otherwise the program aborts. */
double settings_get(const struct settings *settings, const char *group, const char *key);
/* Returns the value of GROUP.KEY, a whole number; aborts as settings_get. */
int settings_int(const struct settings *settings, const char *group, const char *key);
/* Returns whether GROUP.KEY is yes; aborts as settings_get. */
bool settings_flag(const struct settings *settings, const char *group, const char *key);

/* Returns the value of GROUP.KEY: of a file option an embedded name or an absolute path, of a name option the
 * name. Valid until the option is set again or the settings are freed. */
const char *settings_file(const struct settings *settings, const char *group, const char *key);

/* Copies all numbers of a group, in their order, into `values`; `count` must be their number. Files and
 * names are skipped. For modules that store their options in an array of doubles. */
void settings_group(const struct settings *settings, const char *group, double *values, size_t count);

/* Returns the index of the option with that full key, or -1. A group's name alone means the option of the
 * same name: "rules" is "rules.rules". Former names are found too (profile/former.h). */
int settings_find(const struct settings *settings, const char *full_key);

/* Returns the option at an index and sets *group (may be NULL). NULL if the index is too large. */
const struct option *settings_option(const struct settings *settings, int index,
                                     const struct option_group **group);

/* Writes the full key of the option at an index, e.g. "rules.two_squares"; returns `text`. */
char *settings_key(const struct settings *settings, int index, char text[OPTION_KEY_TEXT]);

/* Sets an option from text ("yes", "0.35", "5", a word). A relative path begins in the current folder. A
 * former name sets the current option and adds a note; for a removed option only the note is added. `origin`
 * is copied. STATUS_BAD for an unknown key (the error has the nearest known one), a text that is not a
 * number, a number out of range, or a file that does not exist. */
enum status settings_set(struct settings *settings, const char *full_key, const char *value,
                         const char *origin, struct error *error);

/* Sets an option from text, as settings_set does. A relative path begins in the folder of the file
 * `neighbour`, for example of the profile. */
enum status settings_set_from_file(struct settings *settings, const char *full_key, const char *value,
                                const char *neighbour, const char *origin, struct error *error);

/* Sets an option from text, as settings_set, for one command only: a file may also be "-" (standard input)
 * or a pipe. */
enum status settings_set_for_now(struct settings *settings, const char *full_key, const char *value,
                                 const char *origin, struct error *error);

/* Copies the value and origin of one option from settings with the same groups. */
void settings_copy_option(struct settings *settings, const struct settings *from, int index);

/* Returns whether an option has the same value in both settings. */
bool settings_same(const struct settings *a, const struct settings *b, int index);
/* Returns whether an option has its default. */
bool settings_is_standard(const struct settings *settings, int index);

/* Returns whether a profile or a person has set the option (perhaps to its default). */
bool settings_is_given(const struct settings *settings, int index);

/* Sets several options of one group from "piece=1.2,distance=0.01", all or none. Spaces around words are
 * ignored; "" sets nothing. STATUS_BAD as settings_set, and for a key that occurs twice. */
enum status settings_set_spec(struct settings *settings, const char *group, const char *spec,
                              const char *origin, struct error *error);

/* Sets the error for an unknown key, with the nearest known one. Returns STATUS_BAD. */
enum status settings_unknown(const struct settings *settings, const char *full_key, struct error *error);

/* Writes a value as text: "yes", "5", "0.35", a word. settings_set reads the same text. */
void settings_show(const struct settings *settings, int index, char *text, size_t capacity);

/* Writes the default of an option as text. */
void option_show_standard(const struct option *option, char *text, size_t capacity);

/* Appends the permitted values: "a whole number from 0 to 20 moves", "yes or no", "one of a, b", "a file,
 * or one of a, b". */
void option_expects(const struct option *option, struct text *out);

#endif
