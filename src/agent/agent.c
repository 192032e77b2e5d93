/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/agent.h"

#include "agent/kinds.h"
#include "base/embedded.h"
#include "base/text.h"
#include "profile/layers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct agent_kind *const agent_table[] = {
    &agent_random,
    &agent_greedy,
    &agent_probabilistic,
    &agent_multi_ply,
    &agent_invincible,
    &agent_star,
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

/* Takes one word of a spec: "profile=NAME", "group.key=value", or "key=value" of the agent's own group. */
static enum status take_word(struct settings *own, const struct agent_kind *kind, const char *word,
                             const char *origin, struct error *error)
{
    static const char profile[] = "profile=";
    const struct layers layers = {.files = embedded_table, .count = embedded_count, .regular = true};
    size_t key = strcspn(word, "=");
    if (strncmp(word, profile, sizeof profile - 1) == 0)
        return layers_add(own, &layers, word + sizeof profile - 1, error);
    if (memchr(word, '.', key) && word[key] == '=') {
        char full[128];
        snprintf(full, sizeof full, "%.*s", (int)key, word);
        return settings_set(own, full, word + key + 1, origin, error);
    }
    if (!kind->options)
        return error_set(error, STATUS_BAD, "the agent %s has no options of its own", kind->name);
    return settings_set_spec(own, kind->options, word, origin, error);
}

/* The settings of an agent: the caller's, with the words of its spec on top. */
static enum status read_spec(struct settings *own, const struct agent_kind *kind, const char *spec,
                             const struct settings *settings, struct error *error)
{
    enum status status = STATUS_OK;
    const char *words = spec + strcspn(spec, ":");
    settings_copy(own, settings);
    for (bool more = *words == ':'; more && !status;) {
        char word[sizeof ((struct agent *)0)->name];
        size_t size = strcspn(++words, ",");
        snprintf(word, sizeof word, "%.*s", (int)size, words);
        status = take_word(own, kind, word, spec, error);
        words += size;
        more = *words == ',';
    }
    return status;
}

/* The kind that a spec names, if it is not longer than a spec may be. */
static enum status find_kind(const char *spec, const struct agent_kind **kind, struct error *error)
{
    int index = agent_index(spec);
    if (index < 0)
        return no_such_agent(spec, strcspn(spec, ":"), error);
    if (strlen(spec) >= sizeof ((struct agent *)0)->name)
        return error_set(error, STATUS_BAD, "an agent's options may be %zu letters long, not more",
                         sizeof ((struct agent *)0)->name - 1);
    *kind = agent_table[index];
    return STATUS_OK;
}

enum status agent_settings(const char *spec, const struct settings *settings, struct settings *own,
                           struct error *error)
{
    const struct agent_kind *kind;
    enum status status = find_kind(spec, &kind, error);
    if (!status) {
        status = read_spec(own, kind, spec, settings, error);
        if (!status)
            return STATUS_OK;
        settings_free(own);
    }
    settings_copy(own, settings);
    return status;
}

enum status agent_start(struct agent *agent, const char *spec, const struct settings *settings,
                        struct library *library, struct error *error)
{
    const struct agent_kind *kind;
    struct settings own = {0};
    *agent = (struct agent){0};
    enum status status = find_kind(spec, &kind, error);
    if (!status)
        status = read_spec(&own, kind, spec, settings, error);
    if (!status && kind->start)
        status = kind->start(&agent->state, &own, library, error);
    if (!status) {
        agent->kind = kind;
        agent->library = library;
        agent->settings = own;
        snprintf(agent->name, sizeof agent->name, "%s", spec);
    } else {
        settings_free(&own);
    }
    return status;
}

enum status agent_reload(struct agent *agent, const struct settings *settings, struct error *error)
{
    struct settings own = {0};
    enum status status = read_spec(&own, agent->kind, agent->name, settings, error);
    if (!status && agent->kind->reload)
        status = agent->kind->reload(agent->state, &own, agent->library, error);
    /* An agent that takes no new settings goes on with those it has. */
    bool taken = !status && agent->kind->reload;
    settings_free(taken ? &agent->settings : &own);
    if (taken)
        agent->settings = own;
    return status;
}

void agent_end(struct agent *agent)
{
    if (agent->kind && agent->kind->end)
        agent->kind->end(agent->state);
    settings_free(&agent->settings);
    *agent = (struct agent){0};
}

bool think_allows(const struct think *think, struct move move)
{
    if (!think->root)
        return true;
    for (int i = 0; i < think->root_count; i++)
        if (move_equal(think->root[i], move))
            return true;
    return false;
}

int think_moves(const struct think *think, const struct board *board, struct move moves[MOVES_MAX])
{
    int legal = board_moves(board, moves), count = 0;
    if (!think->root)
        return legal;
    for (int i = 0; i < legal; i++)
        if (think_allows(think, moves[i]))
            moves[count++] = moves[i];
    return count;
}

struct move agent_move(struct agent *agent, const struct view *view, const struct think *think)
{
    return agent->kind->move(agent->state, view, think);
}

bool agent_setup(struct agent *agent, enum side side, const struct think *think, struct setup *setup)
{
    if (!agent->kind->setup)
        return false;
    agent->kind->setup(agent->state, side, think, setup);
    return true;
}

bool agent_accepts_draw(struct agent *agent, const struct view *view)
{
    return agent->kind->accepts_draw && agent->kind->accepts_draw(agent->state, view);
}
