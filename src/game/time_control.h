/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time controls: the time that each side has in a game, as agreed and written in files. play/clock.h has
 * the running clocks. */
#ifndef VEDETTE_GAME_TIME_CONTROL_H
#define VEDETTE_GAME_TIME_CONTROL_H

#include "base/error.h"
#include "game/piece.h"
#include "profile/option.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The time of one side, in milliseconds: a total with an increment, or a fixed time for each move, or
 * none. */
struct time_control {
    int64_t total;       /* for all moves together; 0: none */
    int64_t increment;   /* added to the total after each of the side's moves */
    int64_t move;        /* for each move; 0: none. At least one of `total` and `move` is 0 */
};

/* The time of a game. All zero: no clocks. */
struct time_terms {
    struct time_control side[SIDES];
    bool counted;        /* a side whose time has run out may play on: its time is only counted */
};

enum {
    TIME_MAX = 100 * 3600 * 1000, /* milliseconds, for a total, an increment or a move: 100 hours */
    TIME_TEXT = 24,                /* bytes for a time as time_write writes it, with the zero */
    TIME_CONTROL_TEXT = 2 * TIME_TEXT,
    TIME_TERMS_TEXT = 2 * TIME_CONTROL_TEXT,
};

/* The option `clock.enforced`. */
extern const struct option_group clock_group;

/* Returns whether this side has a clock. */
bool time_control_is_set(const struct time_control *control);
/* Returns whether at least one side has a clock. */
bool time_terms_are_set(const struct time_terms *terms);

/* Reads "none", a total "5m", a total with an increment "5m+3s", or a time for each move "10s/move". A
 * time is hours, minutes and seconds in this order, each optional: "1h30m", "90s", "0.5s"; seconds may
 * have up to three decimals. STATUS_BAD with what was found and expected, and `fault` (may be NULL) gets
 * the index of the wrong byte; `control` is then unchanged. */
enum status time_control_read(const char *text, struct time_control *control, size_t *fault,
                              struct error *error);

/* Writes a control in the form that time_control_read reads; returns `text`. */
char *time_control_write(const struct time_control *control, char text[TIME_CONTROL_TEXT]);

/* Reads one control for both sides, "5m+3s", or red's and blue's with a comma between, "10m,none". Does
 * not change terms->counted. Errors as time_control_read. */
enum status time_terms_read(const char *text, struct time_terms *terms, size_t *fault, struct error *error);

/* Writes the controls in the form that time_terms_read reads; returns `text`. */
char *time_terms_write(const struct time_terms *terms, char text[TIME_TERMS_TEXT]);

/* Writes a time (0 milliseconds or more) as "1h30m", "0.5s" or "0s"; returns `text`. */
char *time_write(int64_t milliseconds, char text[TIME_TEXT]);

/* Reads seconds with up to three decimals from the first `size` bytes, which must all belong to the number.
 * False if they do not, or if the number is above `max` milliseconds. */
bool seconds_read(const char *text, size_t size, int64_t max, int64_t *milliseconds);

#endif
