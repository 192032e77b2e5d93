/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands version, rules, agents and quit. */
#include "commands/table.h"

#include "base/version.h"
#include "game/rules.h"
#include "report/rules_text.h"

#include <string.h>

/* Prints the version of the program. */
static enum status run_version(struct session *session, const void *arguments, struct error *error)
{
    (void)arguments, (void)error;
    session_printf(session, "vedette %s\n", program_version);
    json_printf(session->answer, "{}"); /* its version is that of every answer */
    return STATUS_OK;
}

const struct command command_version = {
    .name = "version", .group = GROUP_PROGRAM,
    .keywords = "release number about",
    .out = true,
    .help = "prints the version",
    .run = run_version,
};

enum { RULE_LABEL = 14 /* columns */ };

/* Appends a label and a text, wrapped beside the label's column. */
static void add_rule(struct text *out, const char *label, const char *words)
{
    text_printf(out, "%-*s", RULE_LABEL, label);
    text_wrapped(out, words, RULE_LABEL, RULE_LABEL);
}

/* Adds the rules of a variant, and the names and texts of all variants and rule sets. */
static void add_rules_json(const struct variant *variant, struct json *json)
{
    char words[RULE_TEXT];
    json_printf(json, "{variant: %s, rules: {", variant->name);
    for (size_t i = 0; i < rule_count; i++)
        json_add_text(json, rule_rows[i].label, rule_text(&rule_rows[i], variant, words));
    json_printf(json, "}, variants: {");
    for (size_t i = 0; i < variant_count; i++)
        json_add_text(json, variant_table[i].name, variant_table[i].text);
    json_printf(json, "}, rule_sets: {");
    for (size_t i = 0; i < rules_count; i++)
        json_add_text(json, rules_table[i].name, rules_table[i].purpose);
    json_printf(json, "}}");
}

enum { NO_VARIANT = -1 };

struct rules_args {
    int variant; /* index of a row, or NO_VARIANT */
};

/* Prints the rules of the variant named. If none is named, prints those of the game at hand, or of the
 * standard variant if there is none. */
static enum status run_rules(struct session *session, const void *arguments, struct error *error)
{
    const struct rules_args *args = arguments;
    const struct variant *variant = variant_at(VARIANT_STANDARD);
    if (args->variant != NO_VARIANT)
        variant = &variant_table[args->variant];
    else if (session->game)
        variant = variant_at(session->game->record.start.variant);
    struct text out = {0};
    char words[RULE_TEXT];
    (void)error;
    if (variant_index(variant) != VARIANT_STANDARD)
        add_rule(&out, variant->title, variant->text);
    for (size_t i = 0; i < rule_count; i++)
        add_rule(&out, rule_rows[i].label, rule_text(&rule_rows[i], variant, words));
    text_add(&out, "\nVariants, for --variant and the form of a new game:\n");
    for (size_t i = 0; i < variant_count; i++)
        add_rule(&out, variant_table[i].name, variant_table[i].text);
    text_add(&out, "\nRule sets, for --rules and the form of a new game:\n");
    for (size_t i = 0; i < rules_count; i++)
        add_rule(&out, rules_table[i].name, rules_table[i].purpose);
    add_rule(&out, "standard", "isf with a person, deepnash between agents");
    session_print_text(session, &out);
    add_rules_json(variant, session->answer);
    return STATUS_OK;
}

const struct command command_rules = {
    .name = "rules", .group = GROUP_PLAY,
    .keywords = "how to play pieces ranks repetition two-squares draw learn variants armies",
    .words = ARGUMENTS(
        {.name = "VARIANT", .kind = VALUE_VARIANT, .at = offsetof(struct rules_args, variant),
         .optional = true, .meaning = "which pieces there are",
         .standard = "that of the game at hand, else classic"}),
    .out = true,
    DEFAULTS(struct rules_args, .variant = NO_VARIANT),
    .help = "prints the rules of Stratego or of a variant, and how the rule sets differ",
    .run = run_rules,
};

enum { ABOUT_INDENT = 8 /* columns, of the second and later lines */ };

/* Appends to `out` and `json` the options of the group `name`, each with its meaning. Each has the form that
 * an agent's spec has, ":key=". */
static void add_options(const char *name, struct json *json, struct text *out)
{
    for (const struct option_group *const *group = option_groups; *group; group++) {
        if (strcmp((*group)->name, name) != 0)
            continue;
        for (size_t i = 0; i < (*group)->count; i++) {
            const struct option *option = &(*group)->options[i];
            size_t line_start = out->size;
            text_printf(out, "    :%s=  ", option->key);
            text_wrapped(out, option->meaning, (int)(out->size - line_start), ABOUT_INDENT);
            json_add_text(json, option->key, option->meaning);
        }
    }
}

/* Lists all agents, external ones too, with their help and options. */
static enum status run_agents(struct session *session, const void *arguments, struct error *error)
{
    struct json *json = session->answer;
    struct text out = {0};
    (void)arguments, (void)error;
    json_printf(json, "{agents: [");
    for (size_t i = 0; i < agent_count + agent_external_count; i++) {
        text_printf(&out, "%s  ", agent_table[i]->name);
        text_wrapped(&out, agent_table[i]->help, (int)strlen(agent_table[i]->name) + 2, ABOUT_INDENT);
        json_printf(json, "{name: %s, about: %s, options: {", agent_table[i]->name, agent_table[i]->help);
        if (agent_table[i]->options)
            add_options(agent_table[i]->options, json, &out);
        json_printf(json, "}}");
    }
    json_printf(json, "]}");
    session_print_text(session, &out);
    return STATUS_OK;
}

const struct command command_agents = {
    .name = "agents", .group = GROUP_PROGRAM,
    .keywords = "players engines bots computers AI names opponents",
    .out = true,
    .help = "lists the agents and their options",
    .details = "An agent is named NAME or NAME:OPTION=VALUE,OPTION=VALUE; one that runs a program\n"
               "NAME:PATH, with options behind the path in the same way.",
    .run = run_agents,
};

/* Ends the session after this command. */
static enum status run_quit(struct session *session, const void *arguments, struct error *error)
{
    (void)arguments, (void)error;
    session->quit = true;
    return STATUS_OK;
}

const struct command command_quit = {
    .name = "quit", .group = GROUP_PROGRAM,
    .keywords = "exit leave close stop bye",
    .help = "ends the program",
    .run = run_quit,
};
