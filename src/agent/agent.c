/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/agent.h"

#include "agent/hint_option.h"
#include "agent/kinds.h"
#include "agent/outside.h"
#include "agent/screen_option.h"
#include "base/embedded.h"
#include "base/memory.h"
#include "base/text.h"
#include "game/ending.h"
#include "game/notation_option.h"
#include "game/rules_option.h"
#include "game/time_control.h"
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
    &agent_vedette,
    &agent_star,
    &agent_attacker,
    &agent_runner,
    &agent_people,
    &agent_gambler,
    &agent_rnad,
    &agent_bot,
    &agent_progcomp,
};

enum { OUTSIDE = 2 };
const size_t agent_count = sizeof agent_table / sizeof agent_table[0] - OUTSIDE;
const size_t agent_outside_count = OUTSIDE;

int agent_index(const char *spec)
{
    size_t size = strcspn(spec, ":");
    for (size_t i = 0; i < agent_count + agent_outside_count; i++)
        if (strlen(agent_table[i]->name) == size && memcmp(agent_table[i]->name, spec, size) == 0)
            return (int)i;
    return -1;
}

bool agent_is_outside(const char *spec)
{
    return agent_index(spec) >= (int)agent_count;
}

bool agent_reads(const char *spec, const char *group)
{
    const struct option_group *const for_others[] = {&rules_group, &clock_group, &notation_group,
                                                     &hint_group, &screen_group};
    const int index = agent_index(spec);
    const struct agent_kind *kind = index < 0 ? NULL : agent_table[index];
    if (kind && kind->options && strcmp(kind->options, group) == 0)
        return true;
    if (!kind || kind->only_own)
        return false;
    for (size_t i = 0; i < sizeof for_others / sizeof for_others[0]; i++)
        if (strcmp(for_others[i]->name, group) == 0)
            return false;
    for (size_t i = 0; i < agent_count + agent_outside_count; i++)
        if (agent_table[i]->options && strcmp(agent_table[i]->options, group) == 0)
            return false;
    return true;
}

/* "unknown agent 'x'; there are random, probabilistic". */
static enum status no_such_agent(const char *name, size_t size, struct error *error)
{
    struct text names = {0};
    for (size_t i = 0; i < agent_count + agent_outside_count; i++)
        text_printf(&names, "%s%s%s", i ? ", " : "", agent_table[i]->name, i < agent_count ? "" : ":PATH");
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

/* Whether a word of a spec is an option of that kind, whatever its value. */
static bool is_option(const struct settings *settings, const struct agent_kind *kind, const char *word,
                      size_t size)
{
    const char *end = memchr(word, '=', size);
    char key[OPTION_KEY_TEXT];
    if (!end || (size_t)(end - word) >= sizeof key - strlen(kind->options) - 1)
        return false;
    int length = (int)(end - word);
    if (length == 7 && memcmp(word, "profile", 7) == 0)
        return true;
    bool full = memchr(word, '.', (size_t)length) != NULL;
    snprintf(key, sizeof key, "%s%s%.*s", full ? "" : kind->options, full ? "" : ".", length, word);
    return settings_find(settings, key) >= 0;
}

/* How many bytes of the words of a spec are the path of a program. */
static size_t path_size(const struct settings *settings, const struct agent_kind *kind, const char *words)
{
    size_t size = strlen(words);
    for (size_t at = size; at-- > 0;) {
        if (words[at] != ',')
            continue;
        if (at + 1 == size)
            return at; /* a comma for nothing but this */
        if (!is_option(settings, kind, words + at + 1, size - at - 1))
            break;
        size = at;
    }
    return size;
}

char *agent_called(const char *spec, char name[AGENT_CALLED])
{
    int index = agent_index(spec);
    size_t size = strcspn(spec, ":");
    if (index >= (int)agent_count && spec[size]) {
        const char *path = spec + size + 1;
        size_t end = strcspn(path, ",");
        for (size_t i = 0; i < end; i++)
            if (path[i] == '/' && i + 1 < end)
                spec = path + i + 1;
        if (spec < path)
            spec = path;
        size = (size_t)(path + end - spec);
    }
    snprintf(name, AGENT_CALLED, "%.*s", (int)size, spec);
    return name;
}

/* What nobody gave a value gets the one that the kind's own profile has. */
static enum status take_profile(struct settings *own, const struct agent_kind *kind, struct error *error)
{
    const struct layers layers = {.files = embedded_table, .count = embedded_count, .regular = true};
    struct settings of_kind;
    settings_init(&of_kind, own->groups);
    enum status status = layers_add(&of_kind, &layers, kind->profile, error);
    for (size_t i = 0; i < own->count && !status; i++)
        if (settings_is_given(&of_kind, (int)i) && !settings_is_given(own, (int)i))
            settings_take(own, &of_kind, (int)i);
    settings_free(&of_kind);
    return status;
}

/* The settings of an agent: the caller's, those of its kind below them and the words of its spec on top. */
static enum status read_spec(struct settings *own, const struct agent_kind *kind, const char *spec,
                             const struct settings *settings, struct error *error)
{
    enum status status = STATUS_OK;
    const char *words = spec + strcspn(spec, ":");
    settings_copy(own, settings);
    if (kind->profile)
        status = take_profile(own, kind, error);
    if (kind->launch && *words) {
        words += 1 + path_size(settings, kind, words + 1);
        if (words[0] == ',' && !words[1])
            words++; /* a comma for nothing but the path's end */
    }
    for (bool more = *words == ':' || *words == ','; more && !status;) {
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
    size_t size = strlen((*kind)->name);
    if ((*kind)->launch && (!spec[size] || !spec[size + 1] || spec[size + 1] == ','))
        return error_set(error, STATUS_BAD, "found '%s', expected '%s:PATH', the path of a program", spec,
                         (*kind)->name);
    return STATUS_OK;
}

const struct rules *agent_rules(const char *spec, const struct settings *settings,
                                const struct rules *standard)
{
    struct settings own = {0};
    int index = agent_index(spec);
    if (index < 0 || !agent_table[index]->launch || agent_table[index]->knows_repetition)
        return standard;
    bool lenient = agent_settings(spec, settings, &own, NULL) == STATUS_OK && outside_asks_again(&own);
    settings_free(&own);
    return lenient ? standard : rules_find("free");
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

/* Starts the program of an agent outside. */
static enum status launch(struct agent *agent, const struct agent_kind *kind, const char *spec,
                          const struct settings *settings, const struct variant *variant, struct error *error)
{
    char path[sizeof agent->name];
    const char *words = spec + strlen(kind->name) + 1;
    size_t size = path_size(settings, kind, words);
    snprintf(path, sizeof path, "%.*s", (int)size, words);
    enum status status = kind->launch(agent->state, path, variant, settings, error);
    if (status != STATUS_BAD || !strchr(path, ',') || !error)
        return status;
    const char *last = strrchr(path, ',') + 1;
    struct error why = *error;
    return error_set(error, status, "%s; and '%s' is no option of %s", why.text, last, kind->name);
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
    if (!status && kind->size)
        agent->state = memory_new(1, kind->size);
    if (!status && kind->load)
        status = kind->load(agent->state, &own, library, error);
    if (!status && kind->launch)
        status = launch(agent, kind, spec, &own, library_variant(library), error);
    if (!status) {
        agent->kind = kind;
        agent->library = library;
        agent->settings = own;
        snprintf(agent->name, sizeof agent->name, "%s", spec);
    } else {
        free(agent->state);
        agent->state = NULL;
        settings_free(&own);
    }
    return status;
}

enum status agent_reload(struct agent *agent, const struct settings *settings, struct error *error)
{
    struct settings own = {0};
    enum status status = read_spec(&own, agent->kind, agent->name, settings, error);
    if (!status && agent->kind->reloads)
        status = agent->kind->load(agent->state, &own, agent->library, error);
    /* An agent that takes no new settings goes on with those it has. */
    bool taken = !status && agent->kind->reloads;
    settings_free(taken ? &agent->settings : &own);
    if (taken)
        agent->settings = own;
    return status;
}

void agent_end(struct agent *agent)
{
    if (agent->kind && agent->kind->end)
        agent->kind->end(agent->state);
    free(agent->state);
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

bool agent_ponders(const struct agent *agent)
{
    return agent->kind && agent->kind->ponders && agent->kind->ponders(agent->state);
}

void agent_ponder(struct agent *agent, const struct view *view, const struct think *think)
{
    if (agent_ponders(agent) && board_can_move(&view->board))
        agent->kind->ponder(agent->state, view, think);
}

bool agent_setup(struct agent *agent, enum side side, const uint8_t army[RANKS], const struct think *think,
                 struct setup *setup)
{
    if (!agent->kind->setup)
        return false;
    agent->kind->setup(agent->state, side, army, think, setup);
    return true;
}

bool agent_offers_draw(const struct agent *agent, const struct view *view)
{
    return !agent->kind->launch && ending_of(&view->board) == ENDING_DEAD;
}

bool agent_accepts_draw(struct agent *agent, const struct view *view)
{
    return agent_offers_draw(agent, view) ||
           (agent->kind->accepts_draw && agent->kind->accepts_draw(agent->state, view));
}

const struct rollout_study *agent_study(struct agent *agent)
{
    return agent->kind->study ? agent->kind->study(agent->state) : NULL;
}

const struct policy_study *agent_policy(struct agent *agent)
{
    return agent->kind->policy ? agent->kind->policy(agent->state) : NULL;
}

enum agent_failure agent_failure(struct agent *agent, const char **why)
{
    *why = "";
    return agent->kind->failure ? agent->kind->failure(agent->state, why) : AGENT_SOUND;
}

void agent_over(struct agent *agent, const struct view *view, struct outcome outcome)
{
    if (agent->kind && agent->kind->over)
        agent->kind->over(agent->state, view, outcome);
}
