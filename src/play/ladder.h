/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ladder: opponents of rising strength with people's names, and styles in which they may play. It is data
 * (a file a variant in data/levels), so that a stronger agent joins it with one row. */
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

struct level {
    char name[LEVEL_NAME];
    char about[LEVEL_ABOUT];
    char agent[LEVEL_AGENT];  /* its spec */
    bool styles;              /* a style makes sense with it */
    double random;            /* its score against the agent random, 0 to 1, */
    double below;             /* and against the level before it; of the first 0 */
};

struct style {
    char name[LEVEL_NAME];
    char about[LEVEL_ABOUT];
    char profile[LEVEL_NAME]; /* whose options make it */
};

struct ladder {
    uint8_t variant;                  /* index of a row of variant_table: of whose games its scores are */
    struct level levels[LEVELS_MAX]; /* the weakest first */
    size_t count;                     /* 1 at least */
    struct style styles[STYLES_MAX];
    size_t style_count;
    size_t games;                     /* by which each score was measured, */
    uint64_t seed;                    /* and their seed */
};

/* All that came with the program. */
struct ladders;

enum { NO_STYLE = -1 };

/* Reads a ladder; `name` stands for the file in errors. STATUS_BAD tells the place of what is wrong: the
 * ladder is then not to be used. That the agents' profiles and options exist is not looked at.
 * A ladder of another variant than the standard one may have no styles. */
enum status ladder_parse(struct ladder *ladder, const char *name, const char *bytes, size_t size,
                         struct error *error);

/* None of them is read yet. ladders_free gives back all that were. */
struct ladders *ladders_new(void);
void ladders_free(struct ladders *ladders);

/* The ladder for games of a variant (its `variant` is then that), or where none came for it that of the
 * standard one. Where its file names no styles it has those of the standard one. Each is read when it is
 * first asked for, by any thread. */
const struct ladder *ladders_of(const struct ladders *ladders, uint8_t variant);

/* The index of the level, or of the style, of that name, in capitals or not; -1: there is none. */
int ladder_level(const struct ladder *ladder, const char *name);
int ladder_style(const struct ladder *ladder, const char *name);

/* Writes the spec of an agent that plays in a style, or in none (NO_STYLE); returns `spec`. The style's
 * options come first: what makes a level weak beats them. */
char *ladder_styled(const struct ladder *ladder, const char *agent, int style, char spec[PLAYER_NAME_MAX]);

/* Whether a player's spec is that of a level, in a style or none: which they are. A finished game names its
 * level so: by the spec that its record has. */
bool ladder_recognise(const struct ladder *ladder, const char *spec, int *level, int *style);

/* Tells a spec apart that is no level's: the name of its profile, a part of `spec`, where that is all that it
 * says of its agent beside a style or none; else NULL, and the style where that is all that it says. */
const char *ladder_profile(const struct ladder *ladder, const char *spec, int *style);

/* A player as people call it: "Recruit", "Colonel, careful", "invincible, bluffer", and of a profile of one's
 * own its name; anybody else as he is named. Returns `text`. */
char *ladder_player(const struct ladder *ladder, const char *name, char text[PLAYER_WORDS]);

#endif
