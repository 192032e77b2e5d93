/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clocks of a running game. Times are in milliseconds. Tests can replace the source of the time. */
#ifndef VEDETTE_PLAY_CLOCK_H
#define VEDETTE_PLAY_CLOCK_H

#include "agent/agent.h"
#include "game/record.h"

/* A source of the time. `now` returns seconds since a fixed moment and never goes back; several threads
 * may call it. NULL: clock_now. */
struct time_source {
    double (*now)(void *context);
    void *context;
};

/* Returns the time of the source, in seconds. */
double time_source_now(const struct time_source *source);

/* Both clocks of a game. Only the clock of the side to move can run. */
struct game_clock {
    struct time_terms terms;
    bool is_set;           /* whether a side has a clock; if not, only `side` changes */
    struct time_source source;
    enum side side;        /* the side to move */
    int64_t left[SIDES];   /* time left when the current turn began; below 0: exceeded */
    int64_t before;        /* time used in the current turn before the clock was last started */
    bool runs;
    double since;          /* when the clock was started (time source, seconds); only if it runs */
};

/* Sets the clocks of a recorded game after its last move, from the recorded times; `before` is the
 * recorded time of the next move. They do not run. A move without a recorded time took 0. */
void game_clock_init(struct game_clock *clock, const struct record *record, const struct time_source *source);

/* Checks that the times and the result of a record with clocks agree. Each mover must have had time left (if
 * limits are enforced), and a loss on time must have a recorded time that exceeds the limit. If there are no
 * recorded times, checks only that the clocks exist. An open game may have run out of time. STATUS_NO: *at is
 * the index of the wrong time, or SIZE_MAX if the result is wrong. */
enum status game_clock_check(const struct record *record, size_t *at, struct error *error);

/* Starts the clock of the side to move. Has no effect if it runs already or the game has no clocks. */
void game_clock_run(struct game_clock *clock);
/* Stops the clock. Has no effect if it stands already or the game has no clocks. */
void game_clock_stop(struct game_clock *clock);

/* Returns the time used in the current turn, in ms. */
int64_t game_clock_spent(const struct game_clock *clock);

/* Returns the time that a side has left, in ms. It is below 0 if it is exceeded, and INT64_MAX if the side
 * has no clock. */
int64_t game_clock_left(const struct game_clock *clock, enum side side);

/* Returns whether the side to move has used up its time. */
bool game_clock_is_out(const struct game_clock *clock);

/* Ends the turn of the side to move, which used `spent` ms. Adds its increment, and starts the other side's
 * clock if the clock ran. */
void game_clock_press(struct game_clock *clock, int64_t spent);

/* Resets the time used in the current turn to 0, e.g. because the player could not see yet that it was
 * their turn. */
void game_clock_forgive(struct game_clock *clock);

/* Returns in how many ms the output of clock_write_time changes for the side to move. Returns -1 if it never
 * does: no clock runs. */
int game_clock_next(const struct game_clock *clock);

/* Sets the clock and the time limits of `think` for the side's current or next move, so that enough time
 * is left for later moves. A lower limit in `think` stays. No effect without a clock. */
void game_clock_limit(const struct game_clock *clock, enum side side, struct think *think);

enum { CLOCK_TEXT = 24 };
/* Writes a time in ms as a clock shows it, rounded down to seconds: "1:02:03", "4:59", "0:00"; with a
 * minus if below 0, and with tenths below 10 seconds: "-0:12", "0:09.8". Returns `text`. */
char *clock_write_time(int64_t left, char text[CLOCK_TEXT]);

#endif
