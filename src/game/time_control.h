/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time controls: how much time each side has in a game, as it is agreed on and written down. Clocks that run
 * are play/clock.h. */
#ifndef VEDETTE_GAME_TIME_CONTROL_H
#define VEDETTE_GAME_TIME_CONTROL_H

#include "base/error.h"
#include "game/piece.h"
#include "profile/option.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The time of one side, in milliseconds: a total with an increment, or so much for each move, or none. */
struct time_control {
    int64_t total;       /* for all its moves together; 0: there is none */
    int64_t increment;   /* what each of its moves adds to the total */
    int64_t move;        /* for each move alone; 0: there is none. One of `total` and `move` is 0 */
};

/* The time of a game. All zero: no clocks. */
struct time_terms {
    struct time_control side[SIDES];
    bool counted;        /* a side whose time has run out goes on: it is only counted */
};

enum {
    TIME_MAX = 100 * 3600 * 1000, /* milliseconds that a total, an increment or a move may have: 100 hours */
    TIME_TEXT = 24,                /* room for a time as time_write has it */
    TIME_CONTROL_TEXT = 2 * TIME_TEXT,
    TIME_TERMS_TEXT = 2 * TIME_CONTROL_TEXT,
};

/* The option `clock.enforced`. */
extern const struct option_group clock_group;

/* Whether a side, or any side, has a clock. */
bool time_control_is_set(const struct time_control *control);
bool time_terms_are_set(const struct time_terms *terms);

/* Reads "none", a total "5m" with or without an increment "5m+3s", or a time for each move "10s/move". A
 * time is hours, minutes and seconds in this order, of which any may be missing: "1h30m", "90s", "0.5s";
 * seconds have up to three digits behind a point. STATUS_BAD: what was found and what was expected, `fault`
 * (may be NULL) gets the index of the byte; `control` is then as it was. */
enum status time_control_read(const char *text, struct time_control *control, size_t *fault,
                              struct error *error);

/* Writes it so that time_control_read gives the same; returns `text`. */
char *time_control_write(const struct time_control *control, char text[TIME_CONTROL_TEXT]);

/* Reads one control for both sides, "5m+3s", or Red's and Blue's with a comma between, "10m,none". What is
 * `counted` stays as it was. Errors as above. */
enum status time_terms_read(const char *text, struct time_terms *terms, size_t *fault, struct error *error);

/* Writes the controls so that time_terms_read gives the same; returns `text`. */
char *time_terms_write(const struct time_terms *terms, char text[TIME_TERMS_TEXT]);

/* Writes a time of 0 or more milliseconds as above: "1h30m", "0.5s", "0s"; returns `text`. */
char *time_write(int64_t milliseconds, char text[TIME_TEXT]);

/* Reads seconds with up to three digits behind a point that fill `size` bytes, as milliseconds up to `most`;
 * false otherwise. */
bool seconds_read(const char *text, size_t size, int64_t most, int64_t *milliseconds);

#endif
