/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every flag of every command: a good value, a missing, a wrong and an extreme one; and that the usage line,
 * help, the manual, completion and the parser know the same rows. */
#include "cmocka_all.h"
#include "commands/table.h"
#include "console/command.h"
#include "console/complete.h"
#include "console/help.h"
#include "console/parse.h"
#include "console/scope.h"
#include "console/value.h"
#include "console/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 512 };

static struct session session;
static struct text output;

static void keep_row_output(void *context, const char *bytes, size_t size)
{
    (void)context;
    text_append(&output, bytes, size);
}

static int set_up_rows(void **state)
{
    (void)state;
    setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
    setenv("XDG_DATA_HOME", "/nonexistent", 1);
    session_init(&session, &command_table);
    session.write = keep_row_output;
    return 0;
}

static int tear_down_rows(void **state)
{
    (void)state;
    session_free(&session);
    text_free(&output);
    return 0;
}

/* A value that a row takes. */
static const char *good_value(const struct argument *row, char text[LINE])
{
    static const char *const values[VALUE_KINDS] = {
        [VALUE_TEXT] = "text",          [VALUE_SIDE] = "blue",          [VALUE_SQUARE] = "a4",
        [VALUE_RANK] = "marshal",       [VALUE_RANKS] = "X,9",          [VALUE_NOTE] = "e7=X,9",
        [VALUE_MOVE] = "a4-a5",         [VALUE_FILE] = "/nonexistent/a", [VALUE_FOLDER] = "/nonexistent",
        [VALUE_SETUP] = "mine",         [VALUE_SETUP_FILE] = "mine",    [VALUE_AGENT] = "random",
        [VALUE_PROFILE] = "careful",    [VALUE_KEY] = "rules.rules",    [VALUE_SETTING] = "arts",
        [VALUE_PLAN] = "FlagDefense",   [VALUE_COMMAND] = "help",         [VALUE_CLOCK] = "5m+3s,none",
        [VALUE_VARIANT] = "barrage",        [VALUE_MOMENT] = "20b",
    };
    if (row->sets) {
        int index = settings_find(&session.settings, row->sets);
        assert_true(index >= 0);
        settings_show(&session.settings, index, text, LINE);
    } else if (row->kind == VALUE_WHOLE) {
        snprintf(text, LINE, "%llu", (unsigned long long)row->min);
    } else if (row->kind == VALUE_NUMBER) {
        snprintf(text, LINE, "%g", row->high);
    } else {
        snprintf(text, LINE, "%s", row->kind == VALUE_CHOICE ? row->words[0] : values[row->kind]);
    }
    return text;
}

/* The command with what it must have, but for the flag `but`. */
static void base_line(const struct command *command, const struct argument *but, struct text *line)
{
    char value[LINE];
    text_add(line, command->name);
    for (size_t i = 0; i < command->words.count; i++)
        if (!command->words.rows[i].optional)
            text_printf(line, " %s", good_value(&command->words.rows[i], value));
    for (size_t i = 0; i < command->flags.count; i++) {
        const struct argument *row = &command->flags.rows[i];
        if (row->required && row != but)
            text_printf(line, " --%s %s", row->name, good_value(row, value));
    }
}

/* Reads the command with a flag as it is written; nothing is run, and the session stays as it was. `check`
 * (may be NULL) looks at what was read. */
static enum status read_flag(const struct command *command, const struct argument *row, const char *written,
                             void (*check)(const struct argument *row, const void *args), struct error *error)
{
    struct text line = {0};
    struct words words;
    struct parsed parsed = {0};
    struct scope scope;
    int used;
    base_line(command, row, &line);
    text_printf(&line, " %s", written);
    assert_int_equal(words_split(text_string(&line), &(size_t){0}, &words, error), STATUS_OK);
    assert_ptr_equal(command_find(&command_table, words.count, words.word, &used, error), command);
    scope_enter(&scope, &session);
    enum status status = parse_line(&session, command, words.count - used, words.word + used, &parsed, error);
    if (!status && check)
        check(row, parsed.args);
    scope_leave(&scope, &session, true);
    parsed_free(&parsed);
    words_free(&words);
    text_free(&line);
    return status;
}

/* Calls `test` with each flag of each command, and which of the session's it is. */
static void each_flag(void (*test)(const struct command *command, const struct argument *row, bool own))
{
    for (size_t i = 0; i < command_table.count; i++) {
        enum session_flag flag;
        const struct argument *row;
        if (command_table.rows[i]->runs_command) /* flags behind its words are the other command's */
            continue;
        for (size_t j = 0; (row = command_flag(command_table.rows[i], j, &flag)); j++)
            test(command_table.rows[i], row, flag == SESSION_FLAGS);
    }
}

static bool is_option(const struct argument *row)
{
    return row->sets || row == &session_flags[SESSION_PROFILE];
}

/* Reads a flag with a value in both forms: both are taken, or both are not. */
static enum status read_value(const struct command *command, const struct argument *row, const char *value,
                              void (*check)(const struct argument *row, const void *args),
                                  struct error *error)
{
    char written[2 * LINE];
    snprintf(written, sizeof written, "--%s=\"%s\"", row->name, value);
    enum status status = read_flag(command, row, written, check, error);
    if (strncmp(value, "--", 2) == 0)
        return status;
    snprintf(written, sizeof written, "--%s \"%s\"", row->name, value);
    assert_int_equal(read_flag(command, row, written, check, error), status);
    return status;
}

/* What a good value became. */
static void check_good(const struct argument *row, const void *args)
{
    char text[LINE];
    const char *place = (const char *)args + row->at;
    good_value(row, text);
    if (row->list) {
        assert_int_equal(((const struct word_list *)(const void *)place)->count, 1);
        assert_string_equal(((const struct word_list *)(const void *)place)->word[0], text);
        return;
    }
    switch (row->kind) {
    case VALUE_NONE: assert_true(*(const bool *)place); break;
    case VALUE_WHOLE: assert_true(*(const uint64_t *)(const void *)place == row->min); break;
    case VALUE_NUMBER: assert_true(*(const double *)(const void *)place == row->high); break;
    case VALUE_CHOICE: assert_int_equal(*(const int *)(const void *)place, 0); break;
    case VALUE_SIDE: assert_int_equal(*(const int *)(const void *)place, BLUE); break;
    case VALUE_VARIANT:
        assert_string_equal(variant_table[*(const int *)(const void *)place].name, text);
        break;
    case VALUE_CLOCK: break; /* its own test knows what it becomes */
    default: assert_string_equal(*(const char *const *)(const void *)place, text);
    }
}

static void test_good(const struct command *command, const struct argument *row, bool own)
{
    struct error error = {.text = ""};
    char value[LINE], written[2 * LINE];
    enum status wanted = command->changes_options && is_option(row) ? STATUS_BAD : STATUS_OK;
    if (row->kind == VALUE_NONE) {
        snprintf(written, sizeof written, "--%s", row->name);
        assert_int_equal(read_flag(command, row, written, own ? check_good : NULL, &error), STATUS_OK);
        return;
    }
    if (read_value(command, row, good_value(row, value), own && !row->sets ? check_good : NULL,
                   &error) != wanted)
        fail_msg("%s --%s %s: %s", command->name, row->name, value, error.text);
    if (row->alias && command_find_flag(command, row->alias, strlen(row->alias), NULL, NULL) == row) {
        snprintf(written, sizeof written, "--%s %s", row->alias, value);
        assert_int_equal(read_flag(command, row, written, own && !row->sets ? check_good : NULL, &error),
                         wanted);
    }
}

/* A value that is missing: at the end, before another flag, before the words; a flag that takes none. */
static void test_missing(const struct command *command, const struct argument *row, bool own)
{
    static const char *const behind[] = {"", " --seed 1", " --", " --profile=careful"};
    char written[LINE], wanted[LINE];
    struct error error = {.text = ""};
    if (row->kind == VALUE_NONE) {
        snprintf(written, sizeof written, "--%s=1", row->name);
        assert_int_equal(read_flag(command, row, written, NULL, &error), STATUS_BAD);
        assert_non_null(strstr(error.text, "takes no value"));
        return;
    }
    for (size_t i = 0; i < sizeof behind / sizeof behind[0]; i++) {
        snprintf(written, sizeof written, "--%s%s", row->name, behind[i]);
        snprintf(wanted, sizeof wanted, "%s%soption --%s needs a value", own ? command->name : "", own ?
                 ": " : "",
                 row->name);
        assert_int_equal(read_flag(command, row, written, NULL, &error), STATUS_BAD);
        assert_string_equal(error.text, wanted);
    }
}

/* A line with a wrong value, run as a whole: status 2, one line, no answer, and the session as it was. */
static void refuse(const struct command *command, const struct argument *row, const char *value)
{
    struct text line = {0};
    struct error error = {.text = ""};
    uint64_t seed = session.seed;
    struct text before = {0};
    for (size_t i = 0; i < session.settings.count; i++)
        text_printf(&before, "%g ", session.settings.values[i]);
    base_line(command, row, &line);
    text_printf(&line, " --%s=\"%s\"", row->name, value);
    text_clear(&output);
    if (command_run_line(&session, text_string(&line), &error) != STATUS_BAD)
        fail_msg("%s: %s", text_string(&line), error.text);
    assert_true(error.text[0] != '\0' && !strpbrk(error.text, "\n\r\033"));
    assert_int_equal(output.size, 0);
    assert_true(session.seed == seed && !session.has_seed && session.profiles.count == 0);
    text_clear(&line);
    for (size_t i = 0; i < session.settings.count; i++)
        text_printf(&line, "%g ", session.settings.values[i]);
    assert_string_equal(text_string(&line), text_string(&before));
    text_free(&before);
    text_free(&line);
}

static void test_wrong(const struct command *command, const struct argument *row, bool own)
{
    static const char *const numbers[] = {"", "x", "1x", "0x10", "1e", "nan", "inf", "1,5", "1 2",
                                          "\x1b[31m"};
    static const char *const words[] = {"", "nosuch", "RED", "red ", "-1", "--red"};
    bool number = row->kind == VALUE_WHOLE || row->kind == VALUE_NUMBER;
    bool word = row->kind == VALUE_CHOICE || row->kind == VALUE_SIDE || row->kind == VALUE_AGENT ||
                row->kind == VALUE_NOTE || row->kind == VALUE_PLAN || row->kind == VALUE_CLOCK ||
                row->kind == VALUE_VARIANT || is_option(row);
    (void)own;
    for (size_t i = 0; number && i < sizeof numbers / sizeof numbers[0]; i++)
        refuse(command, row, numbers[i]);
    for (size_t i = 0; word && i < sizeof words / sizeof words[0]; i++)
        if (!row->sets || strcmp(words[i], "-1") != 0) /* that may be a number of the option's */
            refuse(command, row, words[i]);
    if (row->kind == VALUE_WHOLE)
        refuse(command, row, "1.5");
    /* There is no such file to read, and no such folder to write to. */
    if (row->kind == VALUE_FILE) {
        struct text line = {0};
        struct error error = {.text = ""};
        base_line(command, row, &line);
        text_printf(&line, " --%s /nonexistent/file", row->name);
        if (command_run_line(&session, text_string(&line), &error) == STATUS_OK)
            fail_msg("%s", text_string(&line));
        assert_true(error.text[0] != '\0' && !strpbrk(error.text, "\n\r"));
        text_free(&line);
    }
}

static enum status read_whole(const struct command *command, const struct argument *row, uint64_t value)
{
    struct error error;
    char text[LINE];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    return read_value(command, row, text, NULL, &error);
}

static enum status read_number(const struct command *command, const struct argument *row, double value)
{
    struct error error;
    char text[LINE];
    snprintf(text, sizeof text, "%.17f", value);
    return read_value(command, row, text, NULL, &error);
}

/* Both ends of a range and what is just beyond; a text that is very long. */
static void test_extreme(const struct command *command, const struct argument *row, bool own)
{
    struct error error = {.text = ""};
    (void)own;
    if (row->kind == VALUE_WHOLE && !row->sets) {
        assert_true(row->min <= row->max);
        assert_int_equal(read_whole(command, row, row->min), STATUS_OK);
        assert_int_equal(read_whole(command, row, row->max), STATUS_OK);
        if (row->min > 0)
            assert_int_equal(read_whole(command, row, row->min - 1), STATUS_BAD);
        if (row->max < UINT64_MAX)
            assert_int_equal(read_whole(command, row, row->max + 1), STATUS_BAD);
        assert_int_equal(read_value(command, row, "18446744073709551616", NULL, &error), STATUS_BAD);
        assert_int_equal(read_value(command, row, "99999999999999999999999999", NULL, &error), STATUS_BAD);
    }
    if (row->kind == VALUE_NUMBER && !row->sets) {
        assert_true(row->low < row->high);
        assert_int_equal(read_number(command, row, row->low), STATUS_OK);
        assert_int_equal(read_number(command, row, row->high), STATUS_OK);
        assert_int_equal(read_number(command, row, row->low - 0.001), STATUS_BAD);
        assert_int_equal(read_number(command, row, row->high + 0.001), STATUS_BAD);
        assert_int_equal(read_value(command, row, "1e999", NULL, &error), STATUS_BAD);
    }
    if (row->kind == VALUE_NONE)
        return;
    struct text long_one = {0};
    text_printf(&long_one, "--%s=%0100000d", row->name, 0);
    bool any = (row->kind == VALUE_TEXT || row->kind == VALUE_FILE || row->kind == VALUE_FOLDER) &&
        !row->sets;
    enum status status = read_flag(command, row, text_string(&long_one), NULL, &error);
    assert_true(status == STATUS_OK || (!any && status == STATUS_BAD));
    text_free(&long_one);
}

TEST(flags_take_good_values)
{
    each_flag(test_good);
}

TEST(flags_need_their_values)
{
    each_flag(test_missing);
}

TEST(flags_refuse_wrong_values)
{
    each_flag(test_wrong);
}

TEST(flags_keep_their_ranges)
{
    each_flag(test_extreme);
}

/* --- one table --- */

/* What a command's usage, help and manual say, without the manual's escapes. */
struct descriptions {
    struct text usage, help, manual, completion;
};

static void unescape(struct text *text)
{
    size_t kept = 0;
    for (size_t i = 0; i < text->size; i++) {
        if (text->bytes[i] == '\\' && i + 1 < text->size && text->bytes[i + 1] == '&')
            i++;
        else if (text->bytes[i] != '\\')
            text->bytes[kept++] = text->bytes[i];
    }
    text->bytes[text->size = kept] = '\0';
}

/* The command's part of the manual. */
static void manual_entry(const struct command *command, struct text *out)
{
    struct text page = {0};
    char head[LINE];
    help_manual(&command_table, &page);
    snprintf(head, sizeof head, ".TP\n\\fB%s\\fR", command->name);
    const char *from = strstr(text_string(&page), head);
    assert_non_null(from);
    const char *to = strstr(from, "\n.RE\n");
    text_append(out, from, to ? (size_t)(to - from) : strlen(from));
    unescape(out);
    text_free(&page);
}

static void describe(const struct command *command, struct descriptions *descriptions)
{
    struct completions completions = {0};
    struct text line = {0};
    usage_line(command, &descriptions->usage);
    text_clear(&output);
    help_command(&session, command);
    text_append(&descriptions->help, output.bytes, output.size);
    manual_entry(command, &descriptions->manual);
    text_printf(&line, "%s --", command->name);
    complete_line(&session, text_string(&line), line.size, &completions);
    text_add(&descriptions->completion, "|");
    for (size_t i = 0; i < completions.count; i++)
        text_printf(&descriptions->completion, "%s|", completions.items[i].text);
    completions_free(&completions);
    text_free(&line);
}

static void descriptions_free(struct descriptions *descriptions)
{
    text_free(&descriptions->usage);
    text_free(&descriptions->help);
    text_free(&descriptions->manual);
    text_free(&descriptions->completion);
}

/* How many flags stand in a text of them, each with "--" before it and none a part of another. */
static size_t count_flags(const char *text, const char *before)
{
    size_t count = 0;
    for (; (text = strstr(text, before)); text++)
        count++;
    return count;
}

TEST(all_know_the_same_rows)
{
    for (size_t i = 0; i < command_table.count; i++) {
        const struct command *command = command_table.rows[i];
        const struct argument *row;
        enum session_flag flag;
        struct descriptions descriptions = {0};
        assert_true(command->group > GROUP_NONE && command->group < GROUPS);
        size_t shown = 0, all = 0;
        describe(command, &descriptions);
        for (size_t j = 0; (row = command_flag(command, j, &flag)); j++, all++) {
            char name[LINE];
            snprintf(name, sizeof name, "|--%s|", row->name);
            assert_non_null(strstr(text_string(&descriptions.completion), name));
            if (flag < SESSION_EVERYWHERE)
                continue;
            shown++;
            assert_non_null(row->meaning);
            snprintf(name, sizeof name, "--%s", row->name);
            assert_non_null(strstr(text_string(&descriptions.usage), name));
            snprintf(name, sizeof name, "\n  --%s", row->name);
            assert_non_null(strstr(text_string(&descriptions.help), name));
            snprintf(name, sizeof name, "\n.B --%s", row->name);
            assert_non_null(strstr(text_string(&descriptions.manual), name));
        }
        assert_int_equal(count_flags(text_string(&descriptions.completion), "|--"), all);
        assert_int_equal(count_flags(text_string(&descriptions.usage), "--"), shown);
        assert_int_equal(count_flags(text_string(&descriptions.help), "\n  --"), shown);
        assert_int_equal(count_flags(text_string(&descriptions.manual), "\n.B --"), shown);
        for (size_t j = 0; j < command->words.count; j++)
            assert_non_null(strstr(text_string(&descriptions.usage), command->words.rows[j].name));
        descriptions_free(&descriptions);
    }
}

/* Each word that completion gives for a choice is one that the parser takes, and it gives all of them. */
static void test_choices(const struct command *command, const struct argument *row, bool own)
{
    struct completions completions = {0};
    struct error error = {.text = ""};
    struct text line = {0};
    size_t count = 0;
    (void)own;
    if (row->kind != VALUE_CHOICE && row->kind != VALUE_SIDE && !row->sets)
        return;
    text_printf(&line, "%s --%s ", command->name, row->name);
    complete_line(&session, text_string(&line), line.size, &completions);
    for (size_t i = 0; i < completions.count && !(row->sets && command->changes_options); i++)
        if (!completions.items[i].open) /* that is a folder, with more to type */
            assert_int_equal(read_value(command, row, completions.items[i].text, NULL, &error), STATUS_OK);
    while (row->kind == VALUE_CHOICE && row->words[count])
        count++;
    if (row->kind == VALUE_CHOICE)
        assert_int_equal(completions.count, count);
    completions_free(&completions);
    text_free(&line);
}

TEST(completion_gives_what_is_taken)
{
    each_flag(test_choices);
}

/* Rows that cannot work: two flags of a name, a list before a word, a value outside the struct. */
TEST(rows_are_sound)
{
    for (size_t i = 0; i < command_table.count; i++) {
        const struct command *command = command_table.rows[i];
        const struct argument *row, *other;
        for (size_t j = 0; (row = command_flag(command, j, NULL)); j++) {
            for (size_t k = 0; (other = command_flag(command, k, NULL)); k++)
                if (k != j)
                    assert_true(strcmp(row->name, other->name) != 0 &&
                                (!row->alias || j >= command->flags.count || /* an own flag precedes it */
                                 strcmp(row->alias, other->name) != 0));
            if (row->unlike)
                assert_non_null(command_find_flag(command, row->unlike, strlen(row->unlike), NULL, NULL));
            assert_true(!row->optional);
        }
        for (size_t j = 0; j < command->words.count; j++) {
            row = &command->words.rows[j];
            assert_true(!row->list || j + 1 == command->words.count);
            assert_true(!row->required && !row->alias && !row->letter);
        }
        for (size_t j = 0; j < command->words.count + command->flags.count; j++) {
            bool word = j < command->words.count;
            row = word ? &command->words.rows[j] : &command->flags.rows[j - command->words.count];
            assert_true(row->at < command->args_size || (row->sets && !word));
        }
    }
}

/* What is the same has the same name and kind in every command. */
TEST(names_mean_the_same)
{
    for (size_t i = 0; i < command_table.count; i++)
        for (size_t j = 0; j < command_table.rows[i]->flags.count; j++)
            for (size_t k = i + 1; k < command_table.count; k++)
                for (size_t l = 0; l < command_table.rows[k]->flags.count; l++) {
                    const struct argument *a = &command_table.rows[i]->flags.rows[j];
                    const struct argument *b = &command_table.rows[k]->flags.rows[l];
                    /* --save: a folder for the games of a match; of an option, that its value is kept.
                     * --count: how many are made or printed; of games where, only their number.
                     * --side: of report, it may be both. */
                    if (strcmp(a->name, b->name) != 0 || strcmp(a->name, "save") == 0 ||
                        strcmp(a->name, "count") == 0 || strcmp(a->name, "side") == 0)
                        continue;
                    if (a->kind != b->kind || a->list != b->list)
                        fail_msg("--%s of %s and of %s", a->name, command_table.rows[i]->name,
                                 command_table.rows[k]->name);
                }
}

/* A flag that other commands have is unknown here, and is not short for one of the command's own. */
TEST(flags_of_others_are_not_short)
{
    size_t missing = 0;
    for (size_t i = 0; i < command_table.count; i++)
        for (size_t flag = 0; flag < SESSION_FLAGS; flag++) {
            const char *name = session_flags[flag].name;
            struct error error = {.text = ""};
            char wanted[LINE];
            const struct argument *row =
                command_find_flag(command_table.rows[i], name, strlen(name), NULL, &error);
            if (row) {
                assert_string_equal(row->name, name);
                continue;
            }
            missing++;
            snprintf(wanted, sizeof wanted, "%s has no --%s", command_table.rows[i]->name, name);
            assert_string_equal(error.text, wanted);
            assert_int_equal(error.status, STATUS_BAD);
        }
    assert_true(missing > 0);
}

/* What a full key means today: no name of before may mean something else too. */
static void check_former_key(int index, const char *group, const char *former)
{
    char full[2 * OPTION_KEY_TEXT], key[OPTION_KEY_TEXT];
    bool whole = strchr(former, '.');
    snprintf(full, sizeof full, "%s%s%s", whole ? "" : group, whole ? "" : ".", former);
    for (int i = 0; i < (int)session.settings.count; i++)
        if (strcmp(settings_key(&session.settings, i, key), full) == 0)
            fail_msg("%s is the name of an option, and of one that was called so", full);
    if (settings_find(&session.settings, full) != index)
        fail_msg("%s was the name of two options", full);
}

TEST(former_names_of_options_collide_with_nothing)
{
    int index = 0, found = 0;
    for (const struct option_group *const *g = option_groups; *g; index += (int)(*g)->count, g++) {
        for (const struct option_group *const *other = option_groups; (*g)->formerly && *other; other++)
            if (strcmp((*other)->name, (*g)->formerly) == 0 ||
                (*other != *g && (*other)->formerly && strcmp((*other)->formerly, (*g)->formerly) == 0))
                fail_msg("the group %s was called %s, as another one is or was", (*g)->name, (*g)->formerly);
        for (size_t i = 0; i < (*g)->count; i++) {
            const struct option *option = &(*g)->options[i];
            if ((*g)->formerly)
                check_former_key(index + (int)i, (*g)->formerly, option->key);
            if (option->formerly)
                check_former_key(index + (int)i, (*g)->name, option->formerly);
            found += option->formerly || (*g)->formerly;
        }
        for (const struct option_gone *gone = (*g)->gone; gone && gone->key; gone++)
            check_former_key(-1, (*g)->name, gone->key);
    }
    assert_true(found > 0);
}

/* The names of flags and commands of before, each of which must be found by it, and by no other. */
TEST(former_names_of_commands_collide_with_nothing)
{
    size_t found = 0;
    for (size_t i = 0; i < command_table.count; i++) {
        const struct argument *row, *other;
        const char *former = command_table.rows[i]->formerly;
        for (size_t k = 0; former && k < command_table.count; k++) {
            const char *taken = command_table.rows[k]->formerly;
            if (strncmp(command_table.rows[k]->name, former, strlen(former)) == 0 ||
                (k != i && taken && strcmp(taken, former) == 0))
                fail_msg("%s was called %s, as %s is or was", command_table.rows[i]->name, former,
                         command_table.rows[k]->name);
        }
        for (size_t k = 0; (row = command_flag(command_table.rows[i], k, NULL)); k++) {
            for (size_t j = 0; row->formerly && (other = command_flag(command_table.rows[i], j, NULL)); j++)
                if (strcmp(other->name, row->formerly) == 0 ||
                    (other->alias && strcmp(other->alias, row->formerly) == 0) ||
                    (j != k && other->formerly && strcmp(other->formerly, row->formerly) == 0))
                    fail_msg("%s --%s was called --%s, as --%s is or was", command_table.rows[i]->name,
                             row->name, row->formerly, other->name);
            if (!row->formerly)
                continue;
            found++;
            size_t size = strlen(row->formerly);
            assert_ptr_equal(command_find_flag(command_table.rows[i], row->formerly, size, NULL, NULL), row);
        }
    }
    assert_true(found > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_sound),
        cmocka_unit_test(former_names_of_options_collide_with_nothing),
        cmocka_unit_test(former_names_of_commands_collide_with_nothing),
        cmocka_unit_test(names_mean_the_same),
        cmocka_unit_test(flags_of_others_are_not_short),
        cmocka_unit_test(flags_take_good_values),
        cmocka_unit_test(flags_need_their_values),
        cmocka_unit_test(flags_refuse_wrong_values),
        cmocka_unit_test(flags_keep_their_ranges),
        cmocka_unit_test(all_know_the_same_rows),
        cmocka_unit_test(completion_gives_what_is_taken),
    };
    return cmocka_run_group_tests(tests, set_up_rows, tear_down_rows);
}
