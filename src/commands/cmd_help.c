/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command help, and the sections of the manual pages that are made from it. */
#include "commands/table.h"

#include "commands/answers.h"
#include "console/help.h"
#include "console/parse.h"
#include "game/rules.h"
#include "report/rules_text.h"

#include <stdio.h>
#include <string.h>

struct help_args {
    struct word_list command;
    bool man, options, schemas;
};

/* Splits the words of a command's name at blanks; the user may also have quoted it as one word. `words` gets
 * pointers into `joined`, then NULL; at most HELP_WORDS. Returns the number of words. */
static int split_name(const struct word_list *given, char joined[128], char *words[HELP_WORDS + 1])
{
    int count = 0;
    char *rest = NULL;
    joined[0] = '\0';
    for (int i = 0; i < given->count; i++) {
        size_t length = strlen(joined);
        snprintf(joined + length, 128 - length, "%s%s", i ? " " : "", given->word[i]);
    }
    for (char *word = strtok_r(joined, " ", &rest); word && count < HELP_WORDS;
         word = strtok_r(NULL, " ", &rest))
        words[count++] = word;
    words[count] = NULL;
    return count;
}

/* Appends the section RULES of vedette(1): the rules, the variants and the rule sets. */
static void add_rules(struct text *out)
{
    char joined[RULE_TEXT];
    text_add(out, ".SH RULES\n");
    for (size_t i = 0; i < rule_count; i++)
        help_term(rule_rows[i].label, rule_text(&rule_rows[i], variant_at(VARIANT_STANDARD), joined), out);
    text_add(out, ".PP\nThe variants, which say what pieces there are:\n");
    for (size_t i = 0; i < variant_count; i++)
        help_term(variant_table[i].name, variant_table[i].text, out);
    text_add(out, ".PP\nThe rule sets:\n");
    for (size_t i = 0; i < rules_count; i++)
        help_term(rules_table[i].name, rules_table[i].purpose, out);
}

/* Prints sections of the manual in man(7). With `options` it is the section OPTIONS of vedette-profile(5).
 * Without, these are KEYS, COMMANDS and RULES of vedette(1). */
static void print_manual(struct session *session, bool options)
{
    struct text page = {0};
    if (options) {
        help_options(&page);
    } else {
        help_manual(session->commands, &page);
        add_rules(&page);
        if (session->screen_manual)
            session->screen_manual(&page);
    }
    session_print_document(session, "man", &page);
}

/* Runs `help`: a section of the manual, the list of all commands, the help of one command, or everything
 * that has to do with a word (help_about). STATUS_BAD if nothing fits the words. */
static enum status run_help(struct session *session, const void *arguments, struct error *error)
{
    const struct help_args *args = arguments;
    char joined[128], *words[HELP_WORDS + 1];
    int name_words, count = split_name(&args->command, joined, words);
    bool is_manual = args->man || args->options;
    if ((is_manual || args->schemas) && count)
        return usage_error(&command_help, error);
    if (args->schemas) {
        struct text schemas = {0};
        answer_schemas(session->commands, &schemas);
        session_print_document(session, "json-schema", &schemas);
        return STATUS_OK;
    }
    if (is_manual) {
        print_manual(session, args->options);
        return STATUS_OK;
    }
    if (count == 0) {
        help_all(session);
        return STATUS_OK;
    }
    struct error unknown = {0};
    const struct command *command = command_find(session->commands, count, words, &name_words, &unknown);
    if (!command && help_about(session, count, words))
        return STATUS_OK;
    if (!command)
        return error_set(error, STATUS_BAD, "%s", unknown.text);
    help_one(session, command);
    return STATUS_OK;
}

const struct command command_help = {
    .name = "help", .group = GROUP_PROGRAM,
    .keywords = "manual documentation usage commands keys search find",
    .words = ARGUMENTS(
        {.name = "COMMAND", .kind = VALUE_COMMAND, .at = offsetof(struct help_args, command), .list = true,
         .optional = true,
         .meaning = "all there is to know of this command; of another word, what is about it"}),
    .flags = ARGUMENTS(
        FLAG_SWITCH(struct help_args, man, "man",
                    "prints the sections KEYS, COMMANDS and RULES of vedette(1)"),
        FLAG_SWITCH(struct help_args, options, "man-options",
                    "prints the section OPTIONS of vedette-profile(5)", .unlike = "man"),
        FLAG_SWITCH(struct help_args, schemas, "schemas", "prints the JSON Schema of each answer of --json",
                    .unlike = "man-options")),
    .out = true, .args_size = sizeof(struct help_args),
    .help = "lists the commands, or shows how one is used",
    .details = "A word that begins no command's name is looked up: 'help clock', 'help odds' list the\n"
               "commands that have to do with it, the keys of the screen and the options. Of several words\n"
               "all must fit: 'help win chance'.",
    .run = run_help,
};
