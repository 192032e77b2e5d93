/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clocks of a running game. Times are in milliseconds; where a clock's time comes from can be
 * replaced, so that tests need not wait for it. */
#ifndef VEDETTE_PLAY_CLOCK_H
#define VEDETTE_PLAY_CLOCK_H

#include "agent/agent.h"
#include "game/record.h"

/* Where the time comes from: seconds since some fixed moment, never going back. May be asked by several
 * threads at once. `now` NULL: clock_now. */
struct time_source {
    double (*now)(void *context);
    void *context;
};

double time_source_now(const struct time_source *source);

/* Both clocks of a game. That of the side to move runs, or none does. */
struct game_clock {
    struct time_terms terms;
    bool is_set;           /* a side has a clock; else nothing here ever changes but `side` */
    struct time_source source;
    enum side side;        /* to move */
    int64_t left[SIDES];   /* when the move to come began; below 0 once more is used than there was */
    int64_t before;        /* what the move to come has taken until the clock last stopped */
    bool runs;
    double since;          /* when it was started; only while it runs */
};

/* The clocks of a recorded game where its last move has been made: what is left after the times put down, and
 * in `before` what it says of the move to come. They stand still. A move without a time took none. */
void game_clock_init(struct game_clock *clock, const struct record *record, const struct time_source *source);

/* Checks the times and the end of a record that has clocks against each other: whoever moves has time left,
 * where that is enforced, and loses on time by a time put down that is too much. Where no times are put down
 * only the clocks are looked at. A game that is open may have been left as the time ran out. STATUS_NO else:
 * `at` gets the index of the time that cannot be, or SIZE_MAX where it is the result. */
enum status game_clock_check(const struct record *record, size_t *at, struct error *error);

/* Lets the clock of the side to move run, or stand still; nothing where it does already, and a game without
 * clocks has none that run. */
void game_clock_run(struct game_clock *clock);
void game_clock_stop(struct game_clock *clock);

/* Lets it stand still where the move to come had taken `spent` milliseconds: whoever moves was ready then. */
void game_clock_halt(struct game_clock *clock, int64_t spent);

/* What the move to come has taken so far. */
int64_t game_clock_spent(const struct game_clock *clock);

/* What a side has left now, below 0 where it is over its time; INT64_MAX: it has no clock. */
int64_t game_clock_left(const struct game_clock *clock, enum side side);

/* Whether the side to move has used up its time. */
bool game_clock_is_out(const struct game_clock *clock);

/* The side to move has moved, with `spent` milliseconds: it gets its increment, and the other's clock runs if
 * its own did. */
void game_clock_press(struct game_clock *clock, int64_t spent);

/* What the move to come has taken so far is given back: its side could not see that it was its turn. */
void game_clock_forgive(struct game_clock *clock);

/* In how many milliseconds clock_text will write something else about the side to move; -1: never, as nothing
 * runs. */
int game_clock_next(const struct game_clock *clock);

/* Tells a side what time it has for its move, this one or the next: its clock, and limits that leave enough
 * for the moves after; a limit that `think` has already stays where it is the lower one. Nothing without a
 * clock. */
void game_clock_limit(const struct game_clock *clock, enum side side, struct think *think);

/* Writes what is left as people read clocks, cut to whole seconds: "1:02:03", "4:59", "0:00"; below 0 with a
 * minus, and the tenths below 10 seconds: "-0:12", "0:09.8". Returns `text`. */
enum { CLOCK_TEXT = 24 };
char *clock_text(int64_t left, char text[CLOCK_TEXT]);

#endif
