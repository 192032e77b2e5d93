/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/agent.h"

#include "agent/hint_option.h"
#include "agent/kinds.h"
#include "agent/external.h"
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

/* In the order of the help; the external kinds come last. */
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

enum { EXTERNAL_KINDS = 2 };
const size_t agent_count = sizeof agent_table / sizeof agent_table[0] - EXTERNAL_KINDS;
const size_t agent_external_count = EXTERNAL_KINDS;

int agent_index(const char *spec)
{
    size_t size = strcspn(spec, ":");
    for (size_t i = 0; i < agent_count + agent_external_count; i++)
        if (strlen(agent_table[i]->name) == size && memcmp(agent_table[i]->name, spec, size) == 0)
            return (int)i;
    return -1;
}

bool agent_is_external(const char *spec)
{
    return agent_index(spec) >= (int)agent_count;
}

bool agent_reads_group(const char *spec, const char *group)
{
    const struct option_group *const other_groups[] = {&rules_group, &clock_group, &notation_group,
                                                       &hint_group, &screen_group};
    const int index = agent_index(spec);
    const struct agent_kind *kind = index < 0 ? NULL : agent_table[index];
    if (kind && kind->options && strcmp(kind->options, group) == 0)
        return true;
    if (!kind || kind->own_options_only)
        return false;
    for (size_t i = 0; i < sizeof other_groups / sizeof other_groups[0]; i++)
        if (strcmp(other_groups[i]->name, group) == 0)
            return false;
    for (size_t i = 0; i < agent_count + agent_external_count; i++)
        if (agent_table[i]->options && strcmp(agent_table[i]->options, group) == 0)
            return false;
    return true;
}

/* Sets the error "unknown agent 'NAME'; there are random, greedy, ...". `size`: bytes of `name`. */
static enum status report_unknown_agent(const char *name, size_t size, struct error *error)
{
    struct text names = {0};
    for (size_t i = 0; i < agent_count + agent_external_count; i++)
        text_printf(&names, "%s%s%s", i ? ", " : "", agent_table[i]->name, i < agent_count ? "" : ":PATH");
    /* A long name is cut, so that the message stays readable. */
    error_set(error, STATUS_BAD, "unknown agent '%.*s'; there are %s", (int)(size > 40 ? 40 : size),
              name, text_string(&names));
    text_free(&names);
    return STATUS_BAD;
}

/* Applies one word of a spec to the settings: "profile=NAME", "group.key=value", or "key=value" of the
 * kind's own group. `origin` is stored as the source of the values. */
static enum status apply_spec_word(struct settings *own_settings, const struct agent_kind *kind,
                                   const char *word, const char *origin, struct error *error)
{
    static const char profile[] = "profile=";
    const struct layers layers = {.files = embedded_table, .count = embedded_count, .regular = true};
    size_t key = strcspn(word, "=");
    if (strncmp(word, profile, sizeof profile - 1) == 0)
        return layers_add(own_settings, &layers, word + sizeof profile - 1, error);
    if (memchr(word, '.', key) && word[key] == '=') {
        char full[128];
        snprintf(full, sizeof full, "%.*s", (int)key, word);
        return settings_set(own_settings, full, word + key + 1, origin, error);
    }
    if (!kind->options)
        return error_set(error, STATUS_BAD, "the agent %s has no options of its own", kind->name);
    return settings_set_spec(own_settings, kind->options, word, origin, error);
}

/* Returns whether the first `size` bytes of `word` have the form "KEY=...", where KEY is `profile` or an
 * option of the kind or of any group. Does not check the value. */
static bool is_spec_option(const struct settings *settings, const struct agent_kind *kind, const char *word,
                           size_t size)
{
    const char *end = memchr(word, '=', size);
    char key[OPTION_KEY_TEXT];
    if (!end || (size_t)(end - word) >= sizeof key - strlen(kind->options) - 1)
        return false;
    static const char profile[] = "profile";
    int length = (int)(end - word);
    if (length == (int)strlen(profile) && memcmp(word, profile, strlen(profile)) == 0)
        return true;
    /* A key without a dot is one of the kind's own group. */
    bool full = memchr(word, '.', (size_t)length) != NULL;
    snprintf(key, sizeof key, "%s%s%.*s", full ? "" : kind->options, full ? "" : ".", length, word);
    return settings_find(settings, key) >= 0;
}

/* Returns the size of the program's path at the start of `words`, in bytes: all but the options at the
 * end. */
static size_t program_path_size(const struct settings *settings, const struct agent_kind *kind,
                                const char *words)
{
    size_t size = strlen(words);
    for (size_t index = size; index-- > 0;) {
        if (words[index] != ',')
            continue;
        if (index + 1 == size)
            return index; /* a comma at the end only marks the end of the path */
        if (!is_spec_option(settings, kind, words + index + 1, size - index - 1))
            break;
        size = index;
    }
    return size;
}

char *agent_short_name(const char *spec, char name[AGENT_SHORT_NAME])
{
    int index = agent_index(spec);
    size_t size = strcspn(spec, ":");
    if (index >= (int)agent_count && spec[size]) {
        const char *path = spec + size + 1;
        size_t end = strcspn(path, ","); /* of the path; the file name is what follows the last '/' */
        for (size_t i = 0; i < end; i++)
            if (path[i] == '/' && i + 1 < end)
                spec = path + i + 1;
        if (spec < path)
            spec = path;
        size = (size_t)(path + end - spec);
    }
    snprintf(name, AGENT_SHORT_NAME, "%.*s", (int)size, spec);
    return name;
}

/* Sets each option that has no value yet to its value in the kind's own profile. */
static enum status apply_kind_profile(struct settings *own_settings, const struct agent_kind *kind,
                                      struct error *error)
{
    const struct layers layers = {.files = embedded_table, .count = embedded_count, .regular = true};
    struct settings kind_settings;
    settings_init(&kind_settings, own_settings->groups);
    enum status status = layers_add(&kind_settings, &layers, kind->profile, error);
    for (size_t i = 0; i < own_settings->count && !status; i++)
        if (settings_is_given(&kind_settings, (int)i) && !settings_is_given(own_settings, (int)i))
            settings_copy_option(own_settings, &kind_settings, (int)i);
    settings_free(&kind_settings);
    return status;
}

/* Fills `own_settings` for an agent: the caller's settings, then the profile of the kind for options that
 * are not set, then the words of the spec. */
static enum status apply_spec(struct settings *own_settings, const struct agent_kind *kind, const char *spec,
                              const struct settings *settings, struct error *error)
{
    enum status status = STATUS_OK;
    const char *words = spec + strcspn(spec, ":");
    settings_copy(own_settings, settings);
    if (kind->profile)
        status = apply_kind_profile(own_settings, kind, error);
    if (kind->launch && *words) { /* skip the path of the program */
        words += 1 + program_path_size(settings, kind, words + 1);
        if (words[0] == ',' && !words[1])
            words++; /* a comma at the end only marks the end of the path */
    }
    /* The words: the first follows a ':', or a ',' after a path. */
    for (bool more = *words == ':' || *words == ','; more && !status;) {
        char word[sizeof ((struct agent *)0)->name];
        size_t size = strcspn(++words, ",");
        snprintf(word, sizeof word, "%.*s", (int)size, words);
        status = apply_spec_word(own_settings, kind, word, spec, error);
        words += size;
        more = *words == ',';
    }
    return status;
}

/* Finds the kind that a spec names. STATUS_BAD if it is unknown, if the spec is too long, or if the path of
 * an external program is missing. */
static enum status find_agent_kind(const char *spec, const struct agent_kind **kind, struct error *error)
{
    int index = agent_index(spec);
    if (index < 0)
        return report_unknown_agent(spec, strcspn(spec, ":"), error);
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
    struct settings own_settings = {0};
    int index = agent_index(spec);
    if (index < 0 || !agent_table[index]->launch || agent_table[index]->knows_repetition_rules)
        return standard;
    bool lenient = agent_settings(spec, settings, &own_settings, NULL) == STATUS_OK &&
                   external_may_retry(&own_settings);
    settings_free(&own_settings);
    return lenient ? standard : rules_find("free");
}

enum status agent_settings(const char *spec, const struct settings *settings, struct settings *own_settings,
                           struct error *error)
{
    const struct agent_kind *kind;
    enum status status = find_agent_kind(spec, &kind, error);
    if (!status) {
        status = apply_spec(own_settings, kind, spec, settings, error);
        if (!status)
            return STATUS_OK;
        settings_free(own_settings);
    }
    settings_copy(own_settings, settings);
    return status;
}

/* Starts the program of an external agent. If this fails and the path contains a comma, the message adds that
 * the text after the comma is no option: the user may have mistyped one. */
static enum status start_program(struct agent *agent, const struct agent_kind *kind, const char *spec,
                                 const struct settings *settings, const struct variant *variant,
                                 struct error *error)
{
    char path[sizeof agent->name];
    const char *words = spec + strlen(kind->name) + 1;
    size_t size = program_path_size(settings, kind, words);
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
    struct settings own_settings = {0};
    *agent = (struct agent){0};
    enum status status = find_agent_kind(spec, &kind, error);
    if (!status)
        status = apply_spec(&own_settings, kind, spec, settings, error);
    if (!status && kind->size)
        agent->state = memory_new(1, kind->size);
    if (!status && kind->load)
        status = kind->load(agent->state, &own_settings, library, error);
    if (!status && kind->launch)
        status = start_program(agent, kind, spec, &own_settings, library_variant(library), error);
    if (!status) {
        agent->kind = kind;
        agent->library = library;
        agent->settings = own_settings;
        snprintf(agent->name, sizeof agent->name, "%s", spec);
    } else {
        free(agent->state);
        agent->state = NULL;
        settings_free(&own_settings);
    }
    return status;
}

enum status agent_reload(struct agent *agent, const struct settings *settings, struct error *error)
{
    struct settings own_settings = {0};
    enum status status = apply_spec(&own_settings, agent->kind, agent->name, settings, error);
    if (!status && agent->kind->reloads)
        status = agent->kind->load(agent->state, &own_settings, agent->library, error);
    /* An agent that cannot reload keeps its old settings. */
    bool reloaded = !status && agent->kind->reloads;
    settings_free(reloaded ? &agent->settings : &own_settings);
    if (reloaded)
        agent->settings = own_settings;
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
    return agent->kind->failure ? agent->kind->failure(agent->state, why) : AGENT_NO_FAILURE;
}

void agent_game_over(struct agent *agent, const struct view *view, struct outcome outcome)
{
    if (agent->kind && agent->kind->game_over)
        agent->kind->game_over(agent->state, view, outcome);
}
