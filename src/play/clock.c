/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/clock.h"

#include "base/clock.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { TENTHS_BELOW = 10000 /* milliseconds; a shorter time is shown with tenths of a second */ };

/* How the limits of a move are computed from a clock. */
enum {
    MOVES_AHEAD = 40,      /* the total time is divided among this number of moves */
    HARD_TIMES = 5,        /* max time of a move, in shares */
    RESERVE_MAX = 200,     /* max reserve for delays, in milliseconds */
    RESERVE_PART = 20,     /* the reserve is at most 1 / this of the time left */
    RESERVE_OF_MOVE = 5,   /* likewise with a fixed time for each move */
};

/* Max rounding error of a difference of times, in milliseconds. */
#define ROUNDING 1e-5

double time_source_now(const struct time_source *source)
{
    return source->now ? source->now(source->context) : clock_now();
}

/* Returns the time a side has for its next move, after a move that took `spent` of `left` ms. */
static int64_t left_after_move(const struct time_control *control, int64_t left, int64_t spent)
{
    return control->move > 0 ? control->move : left - spent + control->increment;
}

void game_clock_init(struct game_clock *clock, const struct record *record, const struct time_source *source)
{
    *clock = (struct game_clock){.terms = record->time, .is_set = time_terms_are_set(&record->time),
                                 .side = record_mover(record, record->plies)};
    if (source)
        clock->source = *source;
    if (!clock->is_set)
        return;
    /* At least one of the two is 0: the total or the time for each move. */
    for (enum side side = RED; side <= BLUE; side++)
        clock->left[side] = record->time.side[side].total + record->time.side[side].move;
    for (size_t i = 0; i < record->plies; i++) {
        enum side mover = record_mover(record, i);
        clock->left[mover] = left_after_move(&record->time.side[mover], clock->left[mover],
                                             record_move_time(record, i));
    }
    clock->before = record_move_time(record, record->plies);
}

/* Checks the time of each recorded move. Sets left[] to the time that each side has for its next move, and
 * *at to the index of a wrong time. */
static enum status check_times(const struct record *record, int64_t left[SIDES], size_t *at,
                               struct error *error)
{
    char spent_text[TIME_TEXT], left_text[TIME_TEXT];
    for (enum side side = RED; side <= BLUE; side++) /* a total, or a time for each move */
        left[side] = record->time.side[side].total + record->time.side[side].move;
    for (*at = 0; *at < record->plies; ++*at) {
        enum side mover = record_mover(record, *at);
        const struct time_control *control = &record->time.side[mover];
        uint32_t spent = record_move_time(record, *at);
        if (!time_control_is_set(control))
            continue;
        if (spent >= left[mover])
            return error_set(error, STATUS_NO, "found %s for move %zu, expected less than the %s that %s had",
                             time_write(spent, spent_text), *at + 1, time_write(left[mover], left_text),
                             side_name(mover));
        left[mover] = left_after_move(control, left[mover], spent);
    }
    return STATUS_OK;
}

/* Checks that the result agrees with the times. `left`: the time each side had for its next move, in ms. */
static enum status check_time_result(const struct record *record, const int64_t left[SIDES],
                                     struct error *error)
{
    enum side mover = record_mover(record, record->plies);
    enum result result = record->outcome.result;
    enum side loser = result == RESULT_RED ? BLUE : RED;
    bool by_time = record->outcome.reason == REASON_TIME, is_timed = record->spent_count > 0;
    bool ran_out = time_control_is_set(&record->time.side[mover]) && is_timed &&
               record_move_time(record, record->plies) >= left[mover];
    char result_text[OUTCOME_WORDS], left_text[TIME_TEXT];
    outcome_write(record->outcome, result_text);
    if (ran_out && !(by_time && result == result_win(side_other(mover))))
        return error_set(error, STATUS_NO, "the record says %s, but %s's time had run out", result_text,
                         side_name(mover));
    if (by_time && result == RESULT_DRAW)
        return error_set(error, STATUS_NO, "the record says %s, which ends no game", result_text);
    if (by_time && !time_control_is_set(&record->time.side[loser]))
        return error_set(error, STATUS_NO, "the record says %s, but %s has no clock", result_text,
                         side_name(loser));
    if (by_time && is_timed && loser != mover)
        return error_set(error, STATUS_NO, "the record says %s, but %s was to move", result_text,
                         side_name(mover));
    if (by_time && is_timed && !ran_out)
        return error_set(error, STATUS_NO, "the record says %s, but %s had %s left", result_text,
                         side_name(loser),
                         time_write(left[mover] - record_move_time(record, record->plies), left_text));
    return STATUS_OK;
}

enum status game_clock_check(const struct record *record, size_t *at, struct error *error)
{
    int64_t left[SIDES];
    enum status status = STATUS_OK;
    *at = SIZE_MAX;
    if (!time_terms_are_set(&record->time))
        return STATUS_OK;
    if (record->time.counted) {
        if (record->outcome.reason == REASON_TIME)
            status = error_set(error, STATUS_NO,
                               "the record says that a time ran out, but the clock is not enforced");
        return status;
    }
    status = check_times(record, left, at, error);
    if (status)
        return status;
    *at = SIZE_MAX;
    return record->outcome.result == RESULT_OPEN ? STATUS_OK : check_time_result(record, left, error);
}

void game_clock_run(struct game_clock *clock)
{
    if (clock->runs || !clock->is_set)
        return;
    clock->runs = true;
    clock->since = time_source_now(&clock->source);
}

void game_clock_stop(struct game_clock *clock)
{
    clock->before = game_clock_spent(clock);
    clock->runs = false;
}

int64_t game_clock_spent(const struct game_clock *clock)
{
    if (!clock->runs)
        return clock->before;
    double milliseconds = (time_source_now(&clock->source) - clock->since) * 1000;
    return clock->before + (milliseconds > 0 ? (int64_t)(milliseconds + ROUNDING) : 0);
}

int64_t game_clock_left(const struct game_clock *clock, enum side side)
{
    if (!time_control_is_set(&clock->terms.side[side]))
        return INT64_MAX;
    return clock->left[side] - (side == clock->side ? game_clock_spent(clock) : 0);
}

bool game_clock_is_out(const struct game_clock *clock)
{
    return game_clock_left(clock, clock->side) <= 0;
}

void game_clock_press(struct game_clock *clock, int64_t spent)
{
    const struct time_control *control = &clock->terms.side[clock->side];
    if (clock->is_set)
        clock->left[clock->side] = left_after_move(control, clock->left[clock->side], spent);
    clock->side = side_other(clock->side);
    clock->before = 0;
    if (clock->runs)
        clock->since = time_source_now(&clock->source);
}

void game_clock_forgive(struct game_clock *clock)
{
    clock->before = 0;
    if (clock->runs)
        clock->since = time_source_now(&clock->source);
}

int game_clock_next(const struct game_clock *clock)
{
    int64_t left = game_clock_left(clock, clock->side);
    if (!clock->runs || left == INT64_MAX)
        return -1;
    /* Tenths are shown from TENTHS_BELOW on, and every whole second before. The text is rounded towards 0, so
     * it changes just below a whole unit, or below 0, where the remainder is negative, at one. */
    int64_t unit = left < TENTHS_BELOW && left > -TENTHS_BELOW ? 100 : 1000;
    return (int)(left > 0 ? left % unit + 1 : unit + left % unit);
}

/* Reduces *limit to `seconds`; 0 means no limit. */
static void lower_limit(double *limit, double seconds)
{
    if (*limit <= 0 || seconds < *limit)
        *limit = seconds;
}

void game_clock_limit(const struct game_clock *clock, enum side side, struct think *think)
{
    const struct time_control *control = &clock->terms.side[side];
    if (!clock->is_set || !time_control_is_set(control))
        return;
    int64_t left = game_clock_left(clock, side);
    bool fixed_per_move = control->move > 0; /* unused time is not kept for later moves */
    double available = left > 0 ? (double)left : 0;
    int reserve_part = fixed_per_move ? RESERVE_OF_MOVE : RESERVE_PART;
    double reserve = fmin(RESERVE_MAX, available / reserve_part);
    double max_share = fmax(available - reserve, 1); /* a limit of 0 would be none */
    double share = fixed_per_move ? max_share : available / MOVES_AHEAD + (double)control->increment;
    if (!fixed_per_move) {
        think->has_clock = true;
        think->clock = available / 1000;
        think->increment = (double)control->increment / 1000;
    }
    lower_limit(&think->soft_seconds, fmin(share, max_share) / 1000);
    lower_limit(&think->hard_seconds, fmin(share * HARD_TIMES, max_share) / 1000);
}

char *clock_write_time(int64_t left, char text[CLOCK_TEXT])
{
    int64_t time = left < 0 ? -left : left, seconds = time / 1000;
    const char *sign = left < 0 ? "-" : "";
    if (seconds >= 3600)
        snprintf(text, CLOCK_TEXT, "%s%" PRId64 ":%02d:%02d", sign, seconds / 3600, (int)(seconds / 60 % 60),
                 (int)(seconds % 60));
    else if (time < TENTHS_BELOW && time > 0)
        snprintf(text, CLOCK_TEXT, "%s0:%02d.%d", sign, (int)seconds, (int)(time / 100 % 10));
    else
        snprintf(text, CLOCK_TEXT, "%s%d:%02d", sign, (int)(seconds / 60), (int)(seconds % 60));
    return text;
}
