/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/help.h"

#include "base/utf8.h"
#include "console/json.h"
#include "console/lookup.h"
#include "console/parse.h"
#include "console/value.h"
#include "game/variant.h"

#include <string.h>

enum { LABEL_WIDTH = 26, USAGE_INDENT = 7, LINE_INDENT = 6, OPTION_LINES = 12 };

static const struct { const char *name, *heading; } group_words[GROUPS] = {
    [GROUP_PLAY] = {"play", "Play"},
    [GROUP_GAMES] = {"games", "Your games, and games played elsewhere"},
    [GROUP_LOOK] = {"look", "Look at positions and games"},
    [GROUP_GUESS] = {"guess", "Guess hidden ranks"}, [GROUP_PLAN] = {"plan", "Plan a move"},
    [GROUP_SEARCH] = {"search", "Search"}, [GROUP_SETUPS] = {"setups", "Setups"},
    [GROUP_PROFILES] = {"profiles", "Profiles and options"},
    [GROUP_MEASURE] = {"measure", "Measure the program"}, [GROUP_PROGRAM] = {"program", "The program"},
};

/* Returns the width of a text in terminal columns. */
static int columns(const char *text)
{
    return utf8_columns(text, strlen(text));
}

/* Appends what a row does, with its default in brackets. */
static void add_meaning(const struct command *command, const struct argument *row, struct text *out)
{
    struct text standard = {0};
    value_add_standard(row, command->defaults, &standard);
    text_printf(out, "%s%s%s%s", row->meaning, standard.size ? " (" : "", text_string(&standard),
                standard.size ? ")" : "");
    text_free(&standard);
}

/* Appends one row of help: the label, padded to `wide` columns, and the meaning, wrapped. A longer label
 * gets a line of its own. */
static void add_help_row(const struct command *command, const struct argument *row, bool is_flag, int wide,
                         struct text *out)
{
    struct text label = {0}, meaning = {0};
    usage_label(row, is_flag, &label);
    add_meaning(command, row, &meaning);
    int size = columns(text_string(&label));
    text_printf(out, "  %s", text_string(&label));
    if (size > wide)
        text_printf(out, "\n%*s", wide + 4, "");
    else
        text_printf(out, "%*s", wide - size + 2, "");
    text_wrapped(out, text_string(&meaning), wide + 4, wide + 4);
    text_free(&label);
    text_free(&meaning);
}

/* Returns the index-th row that help shows: first the command's words, then its own flags, then flags that
 * only some commands have. NULL after the last one. */
static const struct argument *help_row(const struct command *command, size_t index, bool *is_flag)
{
    enum session_flag flag;
    const struct argument *row;
    *is_flag = index >= command->words.count;
    if (!*is_flag)
        return &command->words.rows[index];
    index -= command->words.count;
    for (size_t i = 0; (row = command_flag(command, i, &flag)); i++)
        if (flag >= SESSION_EVERYWHERE && index-- == 0)
            return row;
    return NULL;
}

/* Appends all rows of a command that have a meaning, in two columns. */
static void add_help_rows(const struct command *command, struct text *out)
{
    const struct argument *row;
    int wide = 0; /* columns of the longest label up to LABEL_WIDTH */
    bool is_flag;
    for (size_t i = 0; (row = help_row(command, i, &is_flag)); i++) {
        struct text label = {0};
        usage_label(row, is_flag, &label);
        int size = columns(text_string(&label));
        if (row->meaning && size > wide && size <= LABEL_WIDTH)
            wide = size;
        text_free(&label);
    }
    for (size_t i = 0; (row = help_row(command, i, &is_flag)); i++)
        if (row->meaning)
            add_help_row(command, row, is_flag, wide, out);
}

/* Copies the next paragraph of a command's details into `part` as one line. A line that begins with a blank
 * is copied alone. *rest is the text not read yet. False at the end. */
static bool copy_next_detail(const char **rest, struct text *part)
{
    const char *begin = *rest;
    text_clear(part);
    while (**rest && (*rest == begin || (**rest != ' ' && *begin != ' '))) {
        size_t size = strcspn(*rest, "\n");
        if (*rest != begin)
            text_add(part, " ");
        text_append(part, *rest, size);
        *rest += size + ((*rest)[size] == '\n');
    }
    return *rest != begin;
}

/* Returns whether the part is a line to print unchanged (it begins with a blank). */
static bool is_fixed_line(const struct text *part)
{
    return text_string(part)[0] == ' ';
}

/* Adds a command as an object with the same contents as its text of help. */
static void add_command_json(const struct command *command, struct json *json)
{
    const struct argument *row;
    struct text usage = {0};
    bool is_flag;
    usage_line(command, &usage);
    json_printf(json, "{name: %s, group: %s, help: %s, usage: %s, arguments: [",
                command->name, group_words[command->group].name, command->help, text_string(&usage));
    for (size_t i = 0; (row = help_row(command, i, &is_flag)); i++) {
        struct text label = {0};
        usage_label(row, is_flag, &label);
        json_printf(json, "{name: %s, optional: %i, meaning: %s}",
                    text_string(&label), is_flag ? !row->required : row->optional, row->meaning);
        text_free(&label);
    }
    json_printf(json, "], details: %s}", command->details);
    text_free(&usage);
}

/* Replaces the blank between a flag and its value by TEXT_HELD, so that the line is not broken there. */
static void keep_values_with_flags(struct text *usage)
{
    bool flag = false;
    for (size_t i = 1; i < usage->size; i++) {
        flag = usage->bytes[i] == '-' && usage->bytes[i - 1] == '-' ? true : flag;
        if (usage->bytes[i] != ' ')
            continue;
        if (flag && usage->bytes[i + 1] != '|' && usage->bytes[i + 1] != '[')
            usage->bytes[i] = TEXT_HELD;
        flag = false;
    }
}

void help_command(struct session *session, const struct command *command)
{
    struct text out = {0}, usage = {0}, rows = {0}, part = {0};
    text_add(&usage, "usage: vedette ");
    usage_line(command, &usage);
    keep_values_with_flags(&usage);
    text_wrapped(&out, text_string(&usage), 0, USAGE_INDENT);
    text_add(&out, "\n");
    text_wrapped(&out, command->help, 0, 0);
    add_help_rows(command, &rows);
    if (rows.size)
        text_printf(&out, "\n%s", text_string(&rows));
    if (command->details)
        text_add(&out, "\n");
    for (const char *rest = command->details; rest && copy_next_detail(&rest, &part);) {
        if (is_fixed_line(&part))
            text_printf(&out, "%s\n", text_string(&part));
        else
            text_wrapped(&out, text_string(&part), 0, 0);
    }
    session_write(session, out.bytes, out.size);
    text_free(&part);
    text_free(&rows);
    text_free(&usage);
    text_free(&out);
}

void help_add_roff(const char *text, struct text *out)
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

void help_term(const char *label, const char *words, struct text *out)
{
    text_add(out, ".TP\n.B ");
    help_add_roff(label, out);
    text_add(out, "\n");
    help_add_roff(words, out);
    text_add(out, "\n");
}

/* Appends the rows of a command that have a meaning, in man(7). */
static void add_row_terms(const struct command *command, struct text *out)
{
    const struct argument *row;
    struct text label = {0}, meaning = {0};
    bool is_flag;
    for (size_t i = 0; (row = help_row(command, i, &is_flag)); i++) {
        if (!row->meaning)
            continue;
        text_clear(&label);
        text_clear(&meaning);
        usage_label(row, is_flag, &label);
        add_meaning(command, row, &meaning);
        help_term(text_string(&label), text_string(&meaning), out);
    }
    text_free(&label);
    text_free(&meaning);
}

/* Appends the manual's entry of one command. */
static void add_manual_entry(const struct command *command, struct text *out)
{
    struct text usage = {0}, part = {0};
    usage_line(command, &usage);
    text_add(out, ".TP\n\\fB");
    help_add_roff(command->name, out);
    text_add(out, "\\fR");
    help_add_roff(text_string(&usage) + strlen(command->name), out);
    text_add(out, "\n");
    help_add_roff(command->help, out);
    text_add(out, ".\n.RS\n");
    add_row_terms(command, out);
    bool was_fixed = false;
    const char *rest = command->details;
    for (; rest && copy_next_detail(&rest, &part); was_fixed = is_fixed_line(&part)) {
        if (is_fixed_line(&part) != was_fixed)
            text_add(out, was_fixed ? ".fi\n" : ".nf\n");
        if (!is_fixed_line(&part))
            text_add(out, ".PP\n");
        help_add_roff(text_string(&part), out);
        text_add(out, "\n");
    }
    text_add(out, was_fixed ? ".fi\n.RE\n" : ".RE\n");
    text_free(&part);
    text_free(&usage);
}

void help_manual(const struct command_table *commands, struct text *out)
{
    text_add(out, ".SH COMMANDS\n");
    for (size_t i = 0; i < commands->count; i++)
        add_manual_entry(commands->rows[i], out);
}

/* Appends a command's name, padded to `wide` columns, and its line of help. */
static void add_summary(const struct command *command, int wide, struct text *out)
{
    text_printf(out, "  %-*s  ", wide, command->name);
    text_wrapped(out, command->help, wide + 4, wide + 4);
}

/* Adds the object for any kind of help: `count` commands, and the keys and options in `about`. */
static void add_help_json(const struct command *const *commands, size_t count, const struct lookup *about,
                          struct json *json)
{
    json_printf(json, "{commands: [");
    for (size_t i = 0; i < count; i++)
        add_command_json(commands[i], json);
    json_printf(json, "], keys: [");
    for (size_t i = 0; i < about->key_count; i++)
        json_printf(json, "{key: %s, help: %s}", about->keys[i].label, about->keys[i].help);
    json_printf(json, "], options: [");
    for (size_t i = 0; i < about->option_count; i++) {
        const struct lookup_option *row = &about->options[i];
        struct text name = {0};
        text_printf(&name, "%s.%s", row->group->name, row->option->key);
        json_printf(json, "{key: %s, meaning: %s}", text_string(&name), row->option->meaning);
        text_free(&name);
    }
    json_printf(json, "]}");
}

void help_all(struct session *session)
{
    const struct command_table *commands = session->commands;
    struct text out = {0}, flags = {0};
    int wide = 0;
    add_help_json(commands->rows, commands->count, &(struct lookup){0}, session->answer);
    /* Align all summaries at the longest name. */
    text_add(&out, "'vedette' alone, in a terminal, starts a game.\n");
    for (size_t i = 0; i < commands->count; i++) {
        int size = columns(commands->rows[i]->name);
        wide = size > wide ? size : wide;
    }
    for (int group = GROUP_NONE + 1; group < GROUPS; group++) {
        text_printf(&out, "\n%s\n", group_words[group].heading);
        for (size_t i = 0; i < commands->count; i++)
            if (commands->rows[i]->group == (enum command_group)group)
                add_summary(commands->rows[i], wide, &out);
    }
    text_add(&flags, "'help COMMAND' prints more, 'help WORD' finds what is about a word. Every command "
                     "takes");
    for (int flag = 0; flag < SESSION_EVERYWHERE; flag++) {
        text_add(&flags, flag == 0 ? " " : flag + 1 < SESSION_EVERYWHERE ? ", " : " and ");
        usage_label(&session_flags[flag], true, &flags);
    }
    text_add(&flags, ". The same --seed gives the same answer; --jobs is how many threads share the work.");
    text_add(&out, "\n");
    text_wrapped(&out, text_string(&flags), 0, 0);
    session_print_text(session, &out);
    text_free(&flags);
}

/* Appends the manual's entry of an option: meaning, accepted values, default and its source. */
static void add_option_entry(const struct option_group *group, const struct option *option, struct text *out)
{
    struct text words = {0};
    char standard[OPTION_VALUE_TEXT];
    option_show_standard(option, standard, sizeof standard);
    text_printf(&words, "%s.\nTakes ", option->meaning);
    option_expects(option, &words);
    text_printf(&words, "; the default is %s%s%s", standard, *option->unit ? " " : "", option->unit);
    if (*option->source)
        text_printf(&words, " (%s)", option->source);
    text_add(out, ".TP\n.B ");
    help_add_roff(group->name, out);
    text_add(out, ".");
    help_add_roff(option->key, out);
    text_add(out, "\n");
    help_add_roff(text_string(&words), out);
    text_add(out, ".\n");
    text_free(&words);
}

void help_options(struct text *out)
{
    text_add(out, ".SH OPTIONS\n");
    for (const struct option_group *const *group = option_groups; *group; group++) {
        text_add(out, ".SS ");
        help_add_roff((*group)->name, out);
        text_add(out, "\n");
        help_add_roff((*group)->meaning, out);
        text_add(out, ".\n");
        for (size_t i = 0; i < (*group)->count; i++)
            add_option_entry(*group, &(*group)->options[i], out);
    }
}

/* Appends lines "label: meaning" under a heading, wrapped and indented. Appends nothing if there are no
 * lines. */
static void add_section_lines(const char *heading, const struct text *lines, struct text *out)
{
    if (!lines->size)
        return;
    text_printf(out, "%s%s\n", out->size ? "\n" : "", heading);
    for (const char *line_start = text_string(lines); *line_start;) {
        struct text line = {0};
        size_t size = strcspn(line_start, "\n");
        text_append(&line, line_start, size);
        text_add(out, "  ");
        text_wrapped(out, text_string(&line), 2, LINE_INDENT);
        text_free(&line);
        line_start += size + (line_start[size] == '\n');
    }
}

void help_one(struct session *session, const struct command *command)
{
    struct text key_line = {0}, out = {0};
    struct key_words key; /* the key of the screen that does the same */
    bool has_key = false;
    for (size_t i = 0; !has_key && session->screen_key && session->screen_key(i, &key); i++)
        has_key = strcmp(key.word, command->name) == 0;
    add_help_json(&command, 1, &(struct lookup){.keys = &key, .key_count = has_key}, session->answer);
    help_command(session, command);
    if (has_key) {
        text_printf(&key_line, "%s: %s\n", key.label, key.help);
        session_printf(session, "\n");
        add_section_lines("On the screen", &key_line, &out);
        session_print_text(session, &out);
        text_free(&key_line);
    }
}

/* Prints what was found for words that are no command's name, and `variant` if not NULL. */
static void show_lookup(struct session *session, const struct lookup *found, const struct variant *variant)
{
    struct text out = {0}, variants = {0}, keys = {0}, options = {0};
    int wide = 0;
    for (size_t i = 0; i < found->count; i++) {
        int size = columns(found->commands[i]->name);
        wide = size > wide ? size : wide;
    }
    for (size_t i = 0; i < found->count; i++)
        add_summary(found->commands[i], wide, &out);
    /* One line for each key, option and variant, then the sections. */
    for (size_t i = 0; i < found->key_count; i++)
        text_printf(&keys, "%s: %s\n", found->keys[i].label, found->keys[i].help);
    for (size_t i = 0; i < found->option_count && i < OPTION_LINES; i++)
        text_printf(&options, "%s.%s: %s\n", found->options[i].group->name, found->options[i].option->key,
                    found->options[i].option->meaning);
    if (variant)
        text_printf(&variants, "%s: %s: 'rules %s' prints its rules\n", variant->name, variant->text,
                    variant->name);
    add_section_lines("Variants", &variants, &out);
    add_section_lines("Keys of the screen", &keys, &out);
    add_section_lines("Options ('profile explain OPTION')", &options, &out);
    if (found->option_count > OPTION_LINES)
        text_printf(&out, "  and %zu more: 'profile show' lists all\n", found->option_count - OPTION_LINES);
    session_write(session, out.bytes, out.size);
    text_free(&variants);
    text_free(&keys);
    text_free(&options);
    text_free(&out);
}

bool help_about(struct session *session, int count, char *const words[])
{
    const char *about[HELP_WORDS];
    struct lookup found;
    for (int i = 0; i < count; i++)
        about[i] = words[i];
    const struct variant *variant = count == 1 ? variant_find(words[0]) : NULL;
    bool found_any = lookup(session, count, about, &found) || variant;
    if (found_any) {
        add_help_json(found.commands, found.count, &found, session->answer);
        show_lookup(session, &found, variant);
    }
    lookup_free(&found);
    return found_any;
}
