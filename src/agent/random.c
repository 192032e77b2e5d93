/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/kinds.h"

#include "base/clock.h"

#include <time.h>

enum { WAIT, OPTIONS };

static const char *const forever[] = {"forever", NULL};

static const struct option options[OPTIONS] = {
    [WAIT] = {"wait", OPTION_NUMBER, 0, 3600, 0, forever, "seconds",
              "how long it waits before it moves; forever: until it is told to move, whatever its clock says",
              ""},
};

const struct option_group random_group = {
    .name = "random",
    .meaning = "how slowly the agent random plays",
    .options = options,
    .count = OPTIONS,
};

struct pace {
    double value[OPTIONS];
};

static enum status load(void *state, const struct settings *settings, struct library *library,
                        struct error *error)
{
    struct pace *pace = state;
    (void)library, (void)error;
    settings_group(settings, random_group.name, pace->value, OPTIONS);
    return STATUS_OK;
}

/* Waits so many seconds, or as long as it takes to be told to stop; forever is no time where nobody can. */
static void wait_for(double seconds, const atomic_bool *stop)
{
    const struct timespec nap = {.tv_nsec = 2000000};
    double end = clock_now() + seconds;
    while (seconds == OPTION_WORD ? stop != NULL : clock_now() < end) {
        if (stop && atomic_load(stop))
            break;
        nanosleep(&nap, NULL);
    }
}

static struct move random_move(void *state, const struct view *view, const struct think *think)
{
    const struct pace *pace = state;
    struct move moves[MOVES_MAX];
    if (pace->value[WAIT] != 0)
        wait_for(pace->value[WAIT], think->stop);
    int count = think_moves(think, &view->board, moves);
    return count ? moves[rng_below(think->rng, (uint32_t)count)] : MOVE_NONE;
}

const struct agent_kind agent_random = {
    .name = "random",
    .help = "plays each legal move equally likely",
    .options = "random",
    .size = sizeof(struct pace),
    .load = load,
    .move = random_move,
    .only_own = true,
};
