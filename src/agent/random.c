/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/kinds.h"

#include "base/clock.h"

#include <time.h>

enum { WAIT, OPTIONS };

static const char *const forever[] = {"forever", NULL};

static const struct option options[OPTIONS] = {
    [WAIT] = {"wait", OPTION_NUMBER, 0, 3600, 0, forever, "seconds",
              "how long it waits before it moves; forever: until the command to move, whatever its clock "
              "says",
              ""},
};

const struct option_group random_group = {
    .name = "random",
    .meaning = "how slowly the agent random plays",
    .options = options, .count = OPTIONS,
};

/* The state: the options, by number. */
struct random_settings {
    double value[OPTIONS];
};

/* The `load` callback: reads the options; it cannot fail. */
static enum status random_load(void *state, const struct settings *settings, struct library *library,
                               struct error *error)
{
    struct random_settings *random_settings = state;
    (void)library, (void)error;
    settings_group(settings, random_group.name, random_settings->value, OPTIONS);
    return STATUS_OK;
}

/* Waits `seconds`, or until *stop is set. OPTION_WORD ("forever") waits until *stop is set; without a stop
 * flag it does not wait. */
static void wait_before_move(double seconds, const atomic_bool *stop)
{
    const struct timespec nap = {.tv_nsec = 2000000}; /* 2 ms between two looks at the stop flag */
    double end = clock_now() + seconds;
    while (seconds == OPTION_WORD ? stop != NULL : clock_now() < end) {
        if (stop && atomic_load(stop))
            break;
        nanosleep(&nap, NULL);
    }
}

/* The `move` callback: waits, then draws one of the allowed moves, all with the same probability. */
static struct move random_move(void *state, const struct view *view, const struct think *think)
{
    const struct random_settings *random_settings = state;
    struct move moves[MOVES_MAX];
    if (random_settings->value[WAIT] != 0)
        wait_before_move(random_settings->value[WAIT], think->stop);
    int count = think_moves(think, &view->board, moves);
    return count ? moves[rng_below(think->rng, (uint32_t)count)] : MOVE_NONE;
}

const struct agent_kind agent_random = {
    .name = "random",
    .help = "plays each legal move equally likely",
    .options = "random", .size = sizeof(struct random_settings), .load = random_load, .move = random_move,
    .own_options_only = true,
};
