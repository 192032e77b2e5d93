/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/agent.h"

#include "agent/kinds.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct agent_kind *const agent_table[] = {
    &agent_random,
    &agent_probabilistic,
};

const size_t agent_count = sizeof agent_table / sizeof agent_table[0];

int agent_index(const char *spec)
{
    size_t size = strcspn(spec, ":");
    for (size_t i = 0; i < agent_count; i++)
        if (strlen(agent_table[i]->name) == size && memcmp(agent_table[i]->name, spec, size) == 0)
            return (int)i;
    return -1;
}

/* "unknown agent 'x'; there are random, probabilistic". */
static enum status no_such_agent(const char *name, size_t size, struct error *error)
{
    struct text names = {0};
    for (size_t i = 0; i < agent_count; i++)
        text_printf(&names, "%s%s", i ? ", " : "", agent_table[i]->name);
    error_set(error, STATUS_BAD, "unknown agent '%.*s'; there are %s", (int)(size > 40 ? 40 : size),
              name, text_string(&names));
    text_free(&names);
    return STATUS_BAD;
}

enum status agent_start(struct agent *agent, const char *spec, const struct settings *settings,
                        struct error *error)
{
    *agent = (struct agent){0};
    size_t size = strcspn(spec, ":");
    int index = agent_index(spec);
    if (index < 0)
        return no_such_agent(spec, size, error);
    const struct agent_kind *kind = agent_table[index];
    if (snprintf(agent->name, sizeof agent->name, "%s", spec) >= (int)sizeof agent->name)
        return error_set(error, STATUS_BAD, "an agent's options may be %zu letters long, not more",
                         sizeof agent->name - 1);
    struct settings own = {0};
    settings_copy(&own, settings);
    enum status status = STATUS_OK;
    if (spec[size] == ':' && !kind->options)
        status = error_set(error, STATUS_BAD, "the agent %s has no options", kind->name);
    else if (spec[size] == ':')
        status = settings_set_spec(&own, kind->options, spec + size + 1, spec, error);
    if (status == STATUS_OK) {
        agent->kind = kind;
        agent->state = kind->start ? kind->start(&own) : NULL;
    }
    settings_free(&own);
    return status;
}

void agent_end(struct agent *agent)
{
    if (agent->kind && agent->kind->end)
        agent->kind->end(agent->state);
    *agent = (struct agent){0};
}

struct move agent_move(struct agent *agent, const struct view *view, const struct think *think)
{
    return agent->kind->move(agent->state, view, think);
}

bool agent_setup(struct agent *agent, enum side side, struct rng *rng, struct setup *setup)
{
    if (!agent->kind->setup)
        return false;
    agent->kind->setup(agent->state, side, rng, setup);
    return true;
}

bool agent_accepts_draw(struct agent *agent, const struct view *view)
{
    return agent->kind->accepts_draw && agent->kind->accepts_draw(agent->state, view);
}
