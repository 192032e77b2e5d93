/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words and flags that several commands share, so that they have the same name, kind and range everywhere.
 * Each macro is a row (console/argument.h) for a member of the command's struct of arguments. The flags of
 * all commands, and --json and --out, are in session_flags. */
#ifndef VEDETTE_COMMANDS_SHARED_FLAGS_H
#define VEDETTE_COMMANDS_SHARED_FLAGS_H

#include "console/argument.h"

/* Flags of any name: a uint64_t and a double with their range, and a bool. After the meaning other members of
 * the row may follow: FLAG_SWITCH(struct x_args, all, "all", "each", .alias = "a"). */
#define FLAG_WHOLE(type, member, flag, min_value, max_value, ...) \
    {.name = flag, .kind = VALUE_WHOLE, .at = offsetof(type, member), .min = min_value, .most = max_value, \
     .meaning = __VA_ARGS__}
#define FLAG_NUMBER(type, member, flag, min_value, max_value, ...) \
    {.name = flag, .kind = VALUE_NUMBER, .at = offsetof(type, member), .low = min_value, .high = max_value, \
     .meaning = __VA_ARGS__}
#define FLAG_SWITCH(type, member, flag, ...) \
    {.name = flag, .kind = VALUE_NONE, .at = offsetof(type, member), .meaning = __VA_ARGS__}

/* const char *: the file that a command works on; NULL: the current game. */
#define WORD_GAME(type, member) \
    {.name = "FILE", .kind = VALUE_FILE, .at = offsetof(type, member), .optional = true, \
     .meaning = "a position or a game", .standard = "the game at hand"}

/* const char *: a setup. */
#define WORD_SETUP(type, member) \
    {.name = "FILE|NAME", .kind = VALUE_SETUP_FILE, .at = offsetof(type, member), \
     .meaning = "a setup file, or the name of a stored setup"}

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
    {.name = "army", .kind = VALUE_TEXT, .at = offsetof(type, member), .value = "RANKS", \
     .meaning = "of both sides, with --variant free: \"F B 2 9\"", .standard = otherwise}

/* uint64_t: number of moves of the game to replay; PLIES_ALL, the struct's default: all. */
#define FLAG_AT(type, member) \
    {.name = "at", .alias = "plies", .kind = VALUE_WHOLE, .at = offsetof(type, member), .most = UINT32_MAX, \
     .value = "PLY", .meaning = "only the first PLY moves", .standard = "all"}
#define PLIES_ALL UINT64_MAX

/* int: enum setup_format. */
#define FLAG_FORMAT(type, member) \
    {.name = "format", .kind = VALUE_CHOICE, .at = offsetof(type, member), .words = setup_formats, \
     .meaning = "four rows of symbols, or 40 of Gravon's letters"}

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
    {.name = "replace", .kind = VALUE_NONE, .at = offsetof(type, member), \
     .meaning = "writes over what is there"}

/* bool */
#define FLAG_SCREEN(type, member) \
    {.name = "screen", .kind = VALUE_NONE, .at = offsetof(type, member), \
     .meaning = "the options screen.*, too, which are of no matter to a game"}

/* struct time_terms: the first of two times is stored as Red's, whichever side has it in the game. */
#define FLAG_CLOCK(type, member, whose) \
    {.name = "clock", .kind = VALUE_CLOCK, .at = offsetof(type, member), \
     .meaning = whose ": 5m, 5m+3s, 10s/move, 5m,none", .standard = "none"}

/* uint64_t N: every N-th game is held out from learning; 0, the default: none. */
#define FLAG_HOLD_OUT(type, member, what) \
    {.name = "hold-out", .kind = VALUE_WHOLE, .at = offsetof(type, member), .min = 2, .most = 1000000, \
     .meaning = what, .standard = "none"}

/* double: seconds of measurement for each part of a bench. */
#define FLAG_SECONDS(type, member) \
    {.name = "seconds", .kind = VALUE_NUMBER, .at = offsetof(type, member), .low = 0, .high = 3600, \
     .value = "S", .unit = "s", .meaning = "measures each part so long"}

/* uint64_t: number of games, `fewest` or more. */
#define FLAG_GAMES(type, member, fewest, what) \
    {.name = "games", .kind = VALUE_WHOLE, .at = offsetof(type, member), .min = fewest, .most = 10000000, \
     .meaning = what}

#endif
