/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/complete.h"

#include "base/memory.h"
#include "base/utf8.h"
#include "console/complete_value.h"
#include "console/parse.h"
#include "console/value.h"
#include "console/words.h"

#include <stdlib.h>
#include <string.h>

/* The command line being completed; its last word is the one to complete. */
struct typed {
    const struct session *session;
    const struct command *command;  /* NULL: not known yet */
    int count;                      /* words after the command's name, without the last one */
    char **word;
    const char *last;
    const struct argument *flag;    /* the flag that the last word is a value of; NULL: none */
    bool flags_ended;               /* "--" was found: no flags follow */
    int words;                      /* arguments that are neither flags nor values of flags: they are moved to
                                     * the front of `word` */
    struct completions *completions;
};

/* --- candidates --- */

/* Returns whether a word can be typed in a line. It must have no control characters, and not both kinds of
 * quotes, because one of them would end the quoting. */
static bool can_stand_in_line(const char *prefix, const char *text)
{
    if (text[utf8_shown_size(text, strlen(text))])
        return false;
    return !((strchr(text, '\'') || strchr(prefix, '\'')) && (strchr(text, '"') || strchr(prefix, '"')));
}

void completions_add(struct completions *completions, const char *prefix, const char *text, const char *typed,
                     bool open)
{
    if (strncmp(text, typed, strlen(typed)) != 0 || !can_stand_in_line(prefix, text))
        return;
    static const char signs[] = " \t'\"#;>|" /* special in the console, */
                                "<&$`\\*?[](){}!~^"; /* and in shells, which use the same completion */
    struct text full_word = {0};
    bool quoted = text[strcspn(text, signs)] || prefix[strcspn(prefix, signs)];
    const char *quote = !quoted ? "" : strchr(text, '\'') || strchr(prefix, '\'') ? "\"" : "'";
    text_printf(&full_word, "%s%s%s%s", quote, prefix, text, open ? "" : quote);
    completions->items = memory_grow(completions->items, &completions->capacity, completions->count + 1,
                                     sizeof *completions->items);
    completions->items[completions->count++] = (struct completion){memory_text(text_string(&full_word)),
                                                                   open};
    text_free(&full_word);
}

/* Compares two completions for qsort: by text, then closed before open. */
static int compare_completions(const void *a, const void *b)
{
    const struct completion *first = a, *second = b;
    int order = strcmp(first->text, second->text);
    return order ? order : first->open - second->open;
}

/* Sorts the completions and removes duplicates. If one of two with the same text is closed, it stays. */
static void sort_completions(struct completions *completions)
{
    size_t unique = 0;
    if (completions->count)
        qsort(completions->items, completions->count, sizeof *completions->items, compare_completions);
    for (size_t i = 0; i < completions->count; i++) {
        if (unique && strcmp(completions->items[unique - 1].text, completions->items[i].text) == 0)
            free(completions->items[i].text);
        else
            completions->items[unique++] = completions->items[i];
    }
    completions->count = unique;
}

void completions_free(struct completions *completions)
{
    for (size_t i = 0; i < completions->count; i++)
        free(completions->items[i].text);
    free(completions->items);
    *completions = (struct completions){0};
}

/* Adds the next words of all commands whose names begin with the `count` words. */
static void add_command_words(const struct typed *typed, int count, char **word)
{
    const struct command_table *commands = typed->session->commands;
    for (size_t i = 0; i < commands->count; i++) {
        size_t size = 0;
        char name[64];
        const char *next = command_word(commands->rows[i], count, &size);
        if (!next || size >= sizeof name || !command_begins(commands->rows[i], count, word))
            continue;
        memcpy(name, next, size);
        name[size] = '\0';
        completions_add(typed->completions, "", name, typed->last, false);
    }
}

/* --- the words before the last --- */

/* Reads one of the words before the last. `due` is the flag whose value is expected, or NULL. Returns the
 * flag whose value is expected next, or NULL. A flag with a list takes all words up to the next flag. */
static const struct argument *read_word_before(struct typed *typed, const char *word,
                                               const struct argument *due)
{
    enum session_flag flag;
    if (due && !(word[0] == '-' && word[1] == '-'))
        return due->list ? due : NULL;
    if (typed->flags_ended || word[0] != '-' || word[1] == '\0') {
        typed->words++;
        return NULL;
    }
    if (strcmp(word, "--") == 0) {
        typed->flags_ended = true;
        return NULL;
    }
    if (word[1] != '-') /* -p, the only short flag; its value may be in the same word */
        return word[2] ? NULL : &session_flags[SESSION_PROFILE];
    size_t size = strcspn(word + 2, "=");
    const struct argument *row = command_find_flag(typed->command, word + 2, size, &flag, NULL);
    return row && row->kind != VALUE_NONE && word[2 + size] != '=' ? row : NULL;
}

/* --- the last word --- */

/* Adds values of a row. `prefix` is the part of the word before the value ("--to="), `text` the typed part
 * of the value. */
static void add_values(const struct typed *typed, const struct argument *row, const char *prefix,
                       const char *text)
{
    const struct value_typed value = {
        .session = typed->session, .row = row, .prefix = prefix, .text = text,
        .before = typed->words ? typed->word[typed->words - 1] : NULL,
    };
    complete_value(&value, typed->completions);
}

/* Adds the command's flags, or, after "--name=", the values of that flag. */
static void add_flags(const struct typed *typed)
{
    const struct argument *row;
    enum session_flag flag;
    size_t size = strcspn(typed->last, "=");
    if (typed->last[size] == '=' && typed->last[1] == '-') {
        row = command_find_flag(typed->command, typed->last + 2, size - 2, &flag, NULL);
        char *prefix = memory_text(typed->last);
        prefix[size + 1] = '\0';
        if (row && row->kind != VALUE_NONE)
            add_values(typed, row, prefix, typed->last + size + 1);
        free(prefix);
        return;
    }
    for (size_t i = 0; (row = command_flag(typed->command, i, &flag)); i++) {
        char name[64] = "--";
        strncat(name, row->name, sizeof name - 3);
        completions_add(typed->completions, "", name, typed->last, false);
    }
}

/* Returns whether the parser can see from a word's form that an optional row was left out: the word is a
 * move, or a file before OPTION=VALUE words. */
static bool is_distinct(const struct argument *row)
{
    return row->optional && (row->kind == VALUE_MOVE || row->kind == VALUE_FILE);
}

/* Returns the row of the next plain word, and its index. NULL if the command takes no more words. */
static const struct argument *next_row(const struct typed *typed, size_t *index)
{
    const struct arguments *rows = &typed->command->words;
    *index = 0;
    for (int i = 0; i < typed->words && *index < rows->count; i++) {
        while (*index + 1 < rows->count && is_distinct(&rows->rows[*index]) &&
               !value_fits(typed->session, &rows->rows[*index], typed->word[i]))
            ++*index; /* the word has another kind: this row was left out */
        if (!rows->rows[*index].list)
            ++*index;
    }
    return *index < rows->count ? &rows->rows[*index] : NULL;
}

/* Adds completions for a plain word of the command. If no word is expected, adds flags. */
static void add_words(const struct typed *typed)
{
    size_t index;
    const struct argument *row = next_row(typed, &index);
    if (!row) {
        if (!*typed->last && !typed->flags_ended)
            add_flags(typed);
        return;
    }
    int own_words = typed->command->runs_command ? (int)typed->command->words.count - 1 : 0;
    if (row->kind == VALUE_COMMAND)
        add_command_words(typed, typed->words - own_words, typed->word + own_words);
    else
        add_values(typed, row, "", typed->last);
    /* The optional row may be left out: the word may belong to the next row. */
    if (is_distinct(row) && index + 1 < typed->command->words.count)
        add_values(typed, row + 1, "", typed->last);
}

/* Adds completions for an argument of the known command: a flag, a flag's value or a plain word. */
static void add_arguments(struct typed *typed)
{
    for (int i = 0; i < typed->count; i++) {
        int before = typed->words;
        typed->flag = read_word_before(typed, typed->word[i], typed->flag);
        if (typed->words > before) /* a plain word: move it to the front */
            typed->word[before] = typed->word[i];
    }
    bool is_flag = typed->last[0] == '-' && !typed->flags_ended &&
                   (!typed->flag || typed->flag->list || typed->last[1] == '-');
    if (is_flag)
        add_flags(typed);
    else if (typed->flag)
        add_values(typed, typed->flag, "", typed->last);
    else
        add_words(typed);
}

/* Returns how many of the `count` words at the front are session flags and their values. *due gets the flag
 * whose value the last word is, or NULL. */
static int leading_flags(int count, char **word, const struct argument **due)
{
    int index = 0;
    enum session_flag flag;
    size_t value;
    *due = NULL;
    while (index < count && (flag = session_leading_flag(word[index], &value)) < SESSION_FLAGS) {
        index += value ? 1 : 2; /* the value is in the same word, or is the next one */
        *due = index > count ? &session_flags[flag] : NULL;
    }
    return index < count ? index : count;
}

/* Adds the flags that may precede a command. */
static void add_leading_flags(const struct typed *typed)
{
    for (int flag = 0; flag < SESSION_EVERYWHERE; flag++) {
        char name[64] = "--";
        strncat(name, session_flags[flag].name, sizeof name - 3);
        completions_add(typed->completions, "", name, typed->last, false);
    }
}

/* Returns the index in `word` where the command begins that is run by this command. Returns `count` if it has
 * not begun yet. */
static int find_inner_command(struct typed *typed)
{
    const struct argument *due = NULL;
    int own_words = (int)typed->command->words.count - 1, index = 0;
    for (; index < typed->count; index++) {
        if (typed->words == own_words && !due && typed->word[index][0] != '-')
            break;
        due = read_word_before(typed, typed->word[index], due);
    }
    typed->words = 0;
    typed->flags_ended = false;
    return index;
}

/* Completes the last word of a command line, which `count` words precede. Calls itself for a command that
 * runs another one. */
static void add_command(struct typed *typed, int count, char **word)
{
    int used = 0, inner;
    add_command_words(typed, count, word);
    typed->command = count ? command_find(typed->session->commands, count, word, &used, NULL) : NULL;
    if (!typed->command)
        return;
    typed->count = count - used;
    typed->word = word + used;
    inner = typed->command->runs_command ? find_inner_command(typed) : typed->count;
    if (inner < typed->count)
        add_command(typed, typed->count - inner, typed->word + inner);
    else
        add_arguments(typed);
}

void complete_line(const struct session *session, const char *line, size_t point,
                   struct completions *completions)
{
    static const struct argument file = {.kind = VALUE_FILE};
    struct words words;
    const struct argument *due;
    bool is_file;
    if (!words_split_unfinished(line, point, &words, &completions->start, &is_file))
        return;
    int count = words.count - 1, leading = leading_flags(count, words.word, &due);
    struct typed typed = {.session = session, .last = words.word[count], .completions = completions};
    count -= leading;
    if (is_file)
        add_values(&typed, &file, "", typed.last);
    else if (due)
        add_values(&typed, due, "", typed.last);
    else
        add_command(&typed, count, words.word + leading);
    if (!is_file && !due && !count && typed.last[0] == '-')
        add_leading_flags(&typed);
    words_free(&words);
    sort_completions(completions);
}
