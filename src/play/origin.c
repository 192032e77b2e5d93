/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/origin.h"

#include "agent/screen_option.h"
#include "base/version.h"
#include "game/notation_option.h"
#include "game/rules_option.h"

#include <stdio.h>
#include <string.h>

char *origin_program(char text[PROGRAM_NAME_MAX])
{
    snprintf(text, PROGRAM_NAME_MAX, "vedette %s", program_version);
    return text;
}

/* Puts an agent into a record: its name, the digest of its weights, and its options: those of `settings` that
 * agents read and that are not at their default. */
static void add_agent(struct record *record, enum side side, const struct agent *agent, size_t since,
                      const struct settings *settings)
{
    int index = 0; /* of the option in `settings`, which has those of all groups in order */
    record_name_agent(record, side, agent->kind->name, since);
    if (agent->kind->weights && agent->state)
        record->agent[side].weights = agent->kind->weights(agent->state);
    for (const struct option_group *const *group = settings->groups; *group; group++)
        for (size_t i = 0; i < (*group)->count; i++, index++) {
            char key[OPTION_KEY_TEXT], value[OPTION_VALUE_TEXT];
            bool is_agents = *group != &rules_group && *group != &clock_group && *group != &notation_group &&
                             *group != &screen_group;
            if (!is_agents || settings_is_standard(settings, index))
                continue;
            settings_key(settings, index, key);
            settings_show(settings, index, value, sizeof value);
            record_add_option(record, side, key, value);
        }
}

bool origin_equal(const struct agent_in_record *a, const struct agent_in_record *b)
{
    bool equal = strcmp(a->name, b->name) == 0 && a->count == b->count && a->weights == b->weights;
    for (size_t i = 0; equal && i < a->count; i++)
        equal = strcmp(a->options[i].key, b->options[i].key) == 0 &&
                strcmp(a->options[i].value, b->options[i].value) == 0;
    return equal;
}

void origin_record_agent(struct record *record, enum side side, const struct agent *agent)
{
    struct record new_record = {0};
    record_clear(&new_record);
    add_agent(&new_record, side, agent, record->plies, &agent->settings);
    struct agent_in_record *old = &record->agent[side], *new = &new_record.agent[side];
    if (!origin_equal(old, new)) { /* exchange them: record_clear then frees the old one */
        struct agent_in_record old_copy = *old;
        *old = *new;
        *new = old_copy;
    }
    record_clear(&new_record);
}

bool origin_differs(const struct record *record, enum side side, const struct agent *agent,
                    const struct settings *settings)
{
    struct record new_record = {0};
    add_agent(&new_record, side, agent, record->plies, settings);
    bool differs = !origin_equal(&record->agent[side], &new_record.agent[side]);
    record_clear(&new_record);
    return differs;
}

enum status origin_settings(const struct record *record, enum side side,
                            const struct option_group *const *groups, struct settings *own, size_t *fault,
                            struct error *error)
{
    const struct agent_in_record *agent = &record->agent[side];
    if (!agent->name[0])
        return error_set(error, STATUS_NO, "the game does not say by which options %s played",
                         side_name(side));
    settings_init(own, groups);
    for (size_t i = 0; i < agent->count; i++) {
        const struct agent_option *option = &agent->options[i];
        enum status status = settings_set(own, option->key, option->value, "the game", error);
        if (status == STATUS_OK)
            continue;
        settings_free(own);
        if (fault)
            *fault = i;
        return status;
    }
    return STATUS_OK;
}
