/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words and flags that several commands share, so that they have the same name, kind and range everywhere.
 * Each macro is a row (console/argument.h) for a member of the command's struct of arguments. The flags of
 * all commands, and --json and --out, are in session_flags. */
#ifndef VEDETTE_COMMANDS_SHARED_FLAGS_H
#define VEDETTE_COMMANDS_SHARED_FLAGS_H

#include "console/argument.h"

/* Rows of any name. After the meaning other members of the row may follow: FLAG_SWITCH(struct x_args, all,
 * "all", "each", .alias = "a"). */
#define ROW_OF(type, member, word, value_kind, ...) \
    {.name = word, .kind = value_kind, .at = offsetof(type, member), .meaning = __VA_ARGS__}

/* A uint64_t and a double with their range, a bool, an int that is an index of `choices`. */
#define FLAG_WHOLE(type, member, flag, min_value, max_value, ...) \
    ROW_OF(type, member, flag, VALUE_WHOLE, __VA_ARGS__, .min = min_value, .max = max_value)
#define FLAG_NUMBER(type, member, flag, min_value, max_value, ...) \
    ROW_OF(type, member, flag, VALUE_NUMBER, __VA_ARGS__, .low = min_value, .high = max_value)
#define FLAG_SWITCH(type, member, flag, ...) ROW_OF(type, member, flag, VALUE_NONE, __VA_ARGS__)
#define FLAG_CHOICE(type, member, flag, choices, ...) \
    ROW_OF(type, member, flag, VALUE_CHOICE, __VA_ARGS__, .words = choices)

/* const char *; a struct word_list of FILES. */
#define FLAG_TEXT(type, member, flag, ...) ROW_OF(type, member, flag, VALUE_TEXT, __VA_ARGS__)
#define FLAG_AGENT(type, member, flag, ...) ROW_OF(type, member, flag, VALUE_AGENT, __VA_ARGS__)
#define FLAG_FILE(type, member, flag, ...) ROW_OF(type, member, flag, VALUE_FILE, __VA_ARGS__)
#define FLAG_FILES(type, member, flag, ...) FLAG_FILE(type, member, flag, __VA_ARGS__, .list = true)
#define WORD_TEXT FLAG_TEXT
#define WORD_AGENT FLAG_AGENT
#define WORD_FILE FLAG_FILE
#define WORD_FILES FLAG_FILES

/* const char *: the file that a command works on; NULL: the current game. */
#define WORD_GAME(type, member) \
    WORD_FILE(type, member, "FILE", "a position or a game", .optional = true, \
              .standard = "the game at hand")

/* const char *: a setup. */
#define WORD_SETUP(type, member) \
    {.name = "FILE|NAME", .kind = VALUE_SETUP_FILE, .at = offsetof(type, member), \
     .meaning = "a setup file, the name of a stored setup, or GAME:red"}

/* int, a rank. */
#define WORD_RANK(type, member) \
    {.name = "RANK", .kind = VALUE_RANK, .at = offsetof(type, member), \
     .meaning = "F B S 2 .. 9 X, or a name: colonel"}

/* int: a side. `otherwise` describes the default; the struct's default is then SIDE_NOT_GIVEN. */
#define FLAG_SIDE(type, member, what, otherwise) \
    {.name = "side", .alias = "for", .kind = VALUE_SIDE, .at = offsetof(type, member), .meaning = what, \
     .standard = otherwise}
enum { SIDE_NOT_GIVEN = -1 };

/* int: the variant of new games, as index in variant_table; 0 if not given. */
#define FLAG_VARIANT(type, member) \
    {.name = "variant", .kind = VALUE_VARIANT, .at = offsetof(type, member), \
     .meaning = "which pieces there are"}

/* const char *: the army, for a variant that allows any army. */
#define FLAG_ARMY(type, member, otherwise) \
    FLAG_TEXT(type, member, "army", "of both sides, with --variant free: \"F B 2 9\"", .value = "RANKS", \
              .standard = otherwise)

/* int: enum setup_format. */
#define FLAG_FORMAT(type, member) \
    FLAG_CHOICE(type, member, "format", setup_formats, "four rows of symbols, or 40 of Gravon's letters")

/* Options: files that replace the built-in data; "-" (standard input) and pipes are possible too. */
#define FLAG_SETUP_STATISTICS \
    {.name = "statistics", .kind = VALUE_FILE, .sets = "setup.statistics", \
     .meaning = "statistics that 'setup learn' wrote", .standard = "the option setup.statistics"}
#define FLAG_SETUP_MODEL \
    {.name = "model", .kind = VALUE_FILE, .sets = "setup.model", \
     .meaning = "a model that 'setup fit' wrote", .standard = "the option setup.model"}
#define FLAG_BELIEF_MODEL \
    {.name = "model", .kind = VALUE_FILE, .sets = "belief.model", \
     .meaning = "a model that 'guess learn' wrote", .standard = "the option belief.model"}

/* bool */
#define FLAG_REPLACE(type, member) \
    FLAG_SWITCH(type, member, "replace", "writes over what is there")

/* bool */
#define FLAG_SCREEN(type, member) \
    FLAG_SWITCH(type, member, "screen", "the options screen.*, too, which are of no matter to a game")

/* int: PICTURE_TEXT or PICTURE_SVG. The picture is also the member "svg" of the JSON answer. */
#define FLAG_PICTURE(type, member) \
    FLAG_CHOICE(type, member, "to", ((const char *const[]){"text", "svg", NULL}), "as text or as a picture")
enum { PICTURE_TEXT, PICTURE_SVG };

/* struct time_terms: the first of two times is stored as Red's, whichever side has it in the game. */
#define FLAG_CLOCK(type, member, whose) \
    {.name = "clock", .kind = VALUE_CLOCK, .at = offsetof(type, member), \
     .meaning = whose ": 5m, 5m+3s, 10s/move, 5m,none", .standard = "none"}

/* uint64_t N: every N-th game is held out from learning; 0, the default: none. */
#define FLAG_HOLD_OUT(type, member, what) \
    FLAG_WHOLE(type, member, "hold-out", 2, 1000000, what, .standard = "none")

/* double: seconds of measurement for each part of a bench. */
#define FLAG_SECONDS(type, member) \
    FLAG_NUMBER(type, member, "seconds", 0, 3600, "measures each part so long", .value = "S", .unit = "s")

/* uint64_t: number of games, `fewest` or more. */
#define FLAG_GAMES(type, member, fewest, what) \
    FLAG_WHOLE(type, member, "games", fewest, 10000000, what)

#endif
