/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/hint_option.h"

#include "search/options.h"

#include <math.h>
#include <string.h>

/* What gives hints: the planner, or an agent with a search, rollouts or a learnt policy. */
enum { VEDETTE = 2 };
static const char *const words[] = {"planner", "star", "vedette", "rnad", NULL};

static const struct option rows[] = {
    {"agent", OPTION_CHOICE, 0, 3, VEDETTE, words, "",
     "the agent that gives a hint: the planner alone, or one that shows its lines, its rollouts or its "
     "policy", ""},
    {"lines", OPTION_INT, 1, 20, 3, NULL, "moves",
     "so many best moves get exact values, where it looks ahead", ""},
    {"time", OPTION_NUMBER, 0, 3600, 20, NULL, "seconds",
     "so long vedette thinks about a hint while the position is looked at; 0: by its own options", ""},
};

const struct option_group hint_group = {
    "hint", "hints", rows, sizeof rows / sizeof rows[0],
};

const char *hint_agent(const struct settings *settings)
{
    int chosen = settings_int(settings, hint_group.name, "agent");
    return chosen > 0 ? words[chosen] : NULL;
}

int hint_lines(const struct settings *settings)
{
    return settings_int(settings, hint_group.name, "lines");
}

double hint_seconds(const struct settings *settings)
{
    return settings_int(settings, hint_group.name, "agent") == VEDETTE
               ? settings_get(settings, hint_group.name, "time") : 0;
}

double hint_progress(const struct settings *settings, const struct progress *progress)
{
    const char *agent = hint_agent(settings);
    /* Only star has limits of depth and nodes. Of the other agents only the time counts. */
    if (!agent || strcmp(agent, "star") != 0) {
        double seconds = hint_seconds(settings);
        if (agent && seconds <= 0)
            seconds = settings_get(settings, agent, "time");
        return seconds > 0 ? fmin(progress->seconds / seconds, 1) : 0;
    }
    double time = settings_get(settings, search_group.name, "time");
    double depth = settings_get(settings, search_group.name, "depth");
    double nodes = settings_get(settings, search_group.name, "nodes"), done = 0;
    if (time > 0)
        done = progress->seconds / time;
    if (depth > 0 && progress->depth / depth > done)
        done = progress->depth / depth;
    if (time <= 0 && depth <= 0) /* the limit of nodes applies only without the other two */
        done = (double)progress->nodes / nodes;
    return done < 1 ? done : 1;
}
