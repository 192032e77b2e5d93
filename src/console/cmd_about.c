/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program is and what it has: version, agents, quit. */
#include "console/commands.h"

#include <string.h>

static enum status run_version(struct session *session, const void *arguments, struct error *error)
{
    (void)arguments, (void)error;
    session_printf(session, "vedette %s\n", PACKAGE_VERSION);
    return STATUS_OK;
}

const struct command command_version = {
    .name = "version",
    .out = true,
    .help = "prints the version",
    .run = run_version,
};

/* Prints the options of the group called `name` as they may follow an agent's name. */
static void print_options(struct session *session, const char *name)
{
    for (const struct option_group *const *group = option_groups; *group; group++) {
        if (strcmp((*group)->name, name) != 0)
            continue;
        for (size_t i = 0; i < (*group)->count; i++) {
            const struct option *option = &(*group)->options[i];
            session_printf(session, "    :%s=  %s\n", option->key, option->meaning);
        }
    }
}

static enum status run_agents(struct session *session, const void *arguments, struct error *error)
{
    (void)arguments, (void)error;
    for (size_t i = 0; i < agent_count; i++) {
        session_printf(session, "%s  %s\n", agent_table[i]->name, agent_table[i]->help);
        if (agent_table[i]->options)
            print_options(session, agent_table[i]->options);
    }
    return STATUS_OK;
}

const struct command command_agents = {
    .name = "agents",
    .out = true,
    .help = "lists the agents and their options",
    .details = "An agent is named NAME or NAME:OPTION=VALUE,OPTION=VALUE.",
    .run = run_agents,
};

static enum status run_quit(struct session *session, const void *arguments, struct error *error)
{
    (void)arguments, (void)error;
    session->quit = true;
    return STATUS_OK;
}

const struct command command_quit = {
    .name = "quit",
    .help = "ends the program",
    .run = run_quit,
};
