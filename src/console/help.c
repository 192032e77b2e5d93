/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/help.h"

#include "console/commands.h"

#include <stdio.h>
#include <string.h>

/* Columns that a UTF-8 text fills, as far as our own tables go: each character one. */
static int columns(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

void help_command(struct session *session, const struct command *command)
{
    session_printf(session, "usage: vedette %s%s%s\n\n%s\n", command->name,
                   *command->arguments ? " " : "", command->arguments, command->help);
    if (command->details)
        session_printf(session, "\n%s\n", command->details);
}

/* Appends text for man(7): what would be a request or an escape is made plain. */
static void add_roff(struct text *out, const char *text)
{
    bool starts = true;
    for (const char *c = text; *c; c++) {
        if (starts && (*c == '.' || *c == '\''))
            text_add(out, "\\&");
        starts = *c == '\n';
        if (*c == '\\')
            text_add(out, "\\e");
        else if (*c == '-')
            text_add(out, "\\-");
        else if (strncmp(c, "…", strlen("…")) == 0) {
            text_add(out, "\\&...");
            c += strlen("…") - 1;
        } else
            text_append(out, c, 1);
    }
}

void help_manual(struct text *out)
{
    text_add(out, ".SH COMMANDS\n");
    for (size_t i = 0; i < command_count; i++) {
        const struct command *command = command_table[i];
        text_add(out, ".TP\n\\fB");
        add_roff(out, command->name);
        text_add(out, "\\fR");
        if (*command->arguments) {
            text_add(out, " ");
            add_roff(out, command->arguments);
        }
        text_add(out, "\n");
        add_roff(out, command->help);
        text_add(out, ".\n");
        if (command->details) {
            text_add(out, ".sp\n.nf\n");
            add_roff(out, command->details);
            text_add(out, "\n.fi\n");
        }
    }
}

static void help_all(struct session *session)
{
    int wide = 0;
    for (size_t i = 0; i < command_count; i++) {
        int size = columns(command_table[i]->name);
        wide = size > wide ? size : wide;
    }
    for (size_t i = 0; i < command_count; i++)
        session_printf(session, "%-*s  %s\n", wide, command_table[i]->name, command_table[i]->help);
    session_printf(session, "\n'help COMMAND' tells more. Every command takes --seed N, --jobs N, "
                            "--rules NAME,\n--notation NAME and -p PROFILE.\n");
}

enum { WORDS = 8 };

/* The words of a command's name, also where they were quoted as one; returns how many. */
static int split_name(int argc, char **argv, char room[128], char *words[WORDS + 1])
{
    int count = 0;
    char *rest = NULL;
    room[0] = '\0';
    for (int i = 0; i < argc; i++) {
        size_t used = strlen(room);
        snprintf(room + used, 128 - used, "%s%s", i ? " " : "", argv[i]);
    }
    for (char *word = strtok_r(room, " ", &rest); word && count < WORDS; word = strtok_r(NULL, " ", &rest))
        words[count++] = word;
    words[count] = NULL;
    return count;
}

static enum status run(struct session *session, int argc, char **argv, struct error *error)
{
    if (argc == 1 && strcmp(argv[0], "--man") == 0) {
        struct text page = {0};
        help_manual(&page);
        session_write(session, page.bytes, page.size);
        text_free(&page);
        return STATUS_OK;
    }
    char room[128], *words[WORDS + 1];
    int used, count = split_name(argc, argv, room, words);
    if (count == 0) {
        help_all(session);
        return STATUS_OK;
    }
    const struct command *command = command_find(count, words, &used, error);
    if (!command)
        return STATUS_BAD;
    help_command(session, command);
    return STATUS_OK;
}

const struct command command_help = {
    .name = "help",
    .arguments = "[COMMAND | --man]",
    .help = "lists the commands, or tells how one is used",
    .details = "--man prints the COMMANDS section of the manual page.",
    .completes = "command",
    .run = run,
};
