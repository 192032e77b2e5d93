/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ladder: opponents of increasing strength, with names of army ranks, and styles of play. It is data
 * (one file for each variant in data/levels), so that a new agent needs only one row. */
#ifndef VEDETTE_PLAY_LADDER_H
#define VEDETTE_PLAY_LADDER_H

#include "base/error.h"
#include "game/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LEVELS_MAX = 16,
    STYLES_MAX = 8,
    LEVEL_NAME = 24,   /* bytes, with the zero; letters only, so that a name is one word to type */
    LEVEL_ABOUT = 50,  /* likewise: one line below a row of the form, on 60 columns */
    LEVEL_AGENT = 64,  /* likewise */
    PLAYER_WORDS = PLAYER_NAME_MAX + LEVEL_NAME
};

/* An opponent of the ladder. */
struct level {
    char name[LEVEL_NAME];
    char about[LEVEL_ABOUT];
    char agent[LEVEL_AGENT];  /* its spec */
    bool styles;              /* whether it can play in a style */
    double random;            /* its score against the agent random, 0 .. 1 */
    double below;             /* its score against the level before it, 0 .. 1; 0 for the first */
};

/* A style of play. */
struct style {
    char name[LEVEL_NAME];
    char about[LEVEL_ABOUT];
    char profile[LEVEL_NAME]; /* the profile with its options */
};

/* The ladder of a variant. */
struct ladder {
    uint8_t variant;                  /* index of a row of variant_table: the scores are of its games */
    struct level levels[LEVELS_MAX];  /* the weakest first */
    size_t count;                     /* 1 or more */
    struct style styles[STYLES_MAX];
    size_t style_count;
    size_t games;                     /* number of games by which each score was measured */
    uint64_t seed;                    /* and their seed */
};

/* All embedded ladders. */
struct ladders;

enum { NO_STYLE = -1 };

/* Parses a ladder file; `name` is used in errors. STATUS_BAD: the error has the place, and the ladder must
 * not be used. Whether profiles and options exist is not checked. Only the standard variant's ladder must
 * have styles. */
enum status ladder_parse(struct ladder *ladder, const char *name, const char *bytes, size_t size,
                         struct error *error);

/* Creates an empty set; ladders_free frees it with all ladders that were read. */
struct ladders *ladders_new(void);
void ladders_free(struct ladders *ladders);

/* Returns the ladder for a variant, or the standard variant's if none is embedded. A ladder without styles
 * has those of the standard variant. Each ladder is read at its first use, by any thread. */
const struct ladder *ladders_for_variant(const struct ladders *ladders, uint8_t variant);

/* Returns the index of the level of that name, ignoring case; -1: none. */
int ladder_level(const struct ladder *ladder, const char *name);
/* Returns the index of the style of that name, ignoring case; -1: none. */
int ladder_style(const struct ladder *ladder, const char *name);

/* Writes the spec of an agent with a style (or NO_STYLE); returns `spec`. The style's profile comes first,
 * so that the options of the level override it. */
char *ladder_write_spec(const struct ladder *ladder, const char *agent, int style,
                        char spec[PLAYER_NAME_MAX]);

/* Returns whether a spec is that of a level, with a style or none. If so, sets *level and *style. Finished
 * games show their level in this way: their records have the spec. */
bool ladder_recognise(const struct ladder *ladder, const char *spec, int *level, int *style);

/* Analyses a spec that is not a level's. If it has only a profile, after a style or none, returns the
 * profile's name, a part of `spec`; otherwise NULL. Sets *style if the spec has only a style, or a style and
 * a profile. */
const char *ladder_profile(const struct ladder *ladder, const char *spec, int *style);

/* Writes a player's name for people: "Recruit", "Colonel, careful", "invincible, bluffer", the name of a
 * profile, or `name` itself. Returns `text`. */
char *ladder_player_name(const struct ladder *ladder, const char *name, char text[PLAYER_WORDS]);

#endif
