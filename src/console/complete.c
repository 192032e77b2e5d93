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

/* A line that is being typed, its last word under way. */
struct typed {
    const struct session *session;
    const struct command *command;  /* NULL: not known yet */
    int count;                      /* of the words behind the command's name, but for the last */
    char **word;
    const char *last;
    const struct argument *flag;    /* whose value the last word is; NULL: of none */
    bool flags_ended;
    int words;                      /* how many are no flags and no values: they stand first in `word` */
    struct completions *completions;
};

/* --- candidates --- */

/* Whether a line can hold a word: what a terminal must not get ends it or upsets the terminal, and of two
 * kinds of quotes one would end the other. */
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
    static const char signs[] = " \t'\"#;>|" /* the console's own, */
                                "<&$`\\*?[](){}!~^"; /* and those of the shells that ask */
    struct text whole = {0};
    bool quoted = text[strcspn(text, signs)] || prefix[strcspn(prefix, signs)];
    const char *quote = !quoted ? "" : strchr(text, '\'') || strchr(prefix, '\'') ? "\"" : "'";
    text_printf(&whole, "%s%s%s%s", quote, prefix, text, open ? "" : quote);
    completions->items = memory_grow(completions->items, &completions->capacity, completions->count + 1,
                                     sizeof *completions->items);
    completions->items[completions->count++] = (struct completion){memory_text(text_string(&whole)), open};
    text_free(&whole);
}

static int by_text(const void *a, const void *b)
{
    const struct completion *left = a, *right = b;
    int order = strcmp(left->text, right->text);
    return order ? order : left->open - right->open;
}

/* Puts them in order, each once. */
static void sort_out(struct completions *completions)
{
    size_t kept = 0;
    if (completions->count)
        qsort(completions->items, completions->count, sizeof *completions->items, by_text);
    for (size_t i = 0; i < completions->count; i++) {
        if (kept && strcmp(completions->items[kept - 1].text, completions->items[i].text) == 0)
            free(completions->items[i].text);
        else
            completions->items[kept++] = completions->items[i];
    }
    completions->count = kept;
}

void completions_free(struct completions *completions)
{
    for (size_t i = 0; i < completions->count; i++)
        free(completions->items[i].text);
    free(completions->items);
    *completions = (struct completions){0};
}

/* The next words of the commands whose names begin with the `count` words. */
static void add_names(const struct typed *typed, int count, char **word)
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

/* --- what the words before tell --- */

/* Reads one of the words before the last; returns the row whose value is still due. */
static const struct argument *pass_word(struct typed *typed, const char *word, const struct argument *due)
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
    if (word[1] != '-')
        return word[2] ? NULL : &session_flags[SESSION_PROFILE];
    size_t size = strcspn(word + 2, "=");
    const struct argument *row = command_find_flag(typed->command, word + 2, size, &flag, NULL);
    return row && row->kind != VALUE_NONE && word[2 + size] != '=' ? row : NULL;
}

static void pass_words(struct typed *typed)
{
    const struct argument *due = NULL;
    for (int i = 0; i < typed->count; i++) {
        int before = typed->words;
        due = pass_word(typed, typed->word[i], due);
        if (typed->words > before) /* words that are no flags are kept, in the place of those that are */
            typed->word[before] = typed->word[i];
    }
    typed->flag = due;
}

/* --- what is under way --- */

/* A value of a row, behind `prefix` in the same word. */
static void add_values(const struct typed *typed, const struct argument *row, const char *prefix,
                       const char *text)
{
    const struct value_typed value = {
        .session = typed->session, .row = row, .prefix = prefix, .text = text,
        .before = typed->words ? typed->word[typed->words - 1] : NULL,
    };
    complete_value(&value, typed->completions);
}

/* Flags, or the value behind "--name=". */
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

/* Whether a row may be left out, and a word tells by its looks that it was: a move, or a file where options
 * stand behind it. */
static bool is_distinct(const struct argument *row)
{
    return row->optional && (row->kind == VALUE_MOVE || row->kind == VALUE_FILE);
}

/* The row that the next word goes to; NULL where the command takes no more. */
static const struct argument *next_row(const struct typed *typed, size_t *index)
{
    const struct arguments *rows = &typed->command->words;
    *index = 0;
    for (int i = 0; i < typed->words && *index < rows->count; i++) {
        while (*index + 1 < rows->count && is_distinct(&rows->rows[*index]) &&
               !value_fits(typed->session, &rows->rows[*index], typed->word[i]))
            ++*index; /* it was of another kind: the row was left out */
        if (!rows->rows[*index].list)
            ++*index;
    }
    return *index < rows->count ? &rows->rows[*index] : NULL;
}

static void add_words(const struct typed *typed)
{
    size_t index;
    const struct argument *row = next_row(typed, &index);
    if (!row) {
        if (!*typed->last && !typed->flags_ended)
            add_flags(typed);
        return;
    }
    int own = typed->command->runs_command ? (int)typed->command->words.count - 1 : 0;
    if (row->kind == VALUE_COMMAND)
        add_names(typed, typed->words - own, typed->word + own);
    else
        add_values(typed, row, "", typed->last);
    /* The word may be the next row's. */
    if (is_distinct(row) && index + 1 < typed->command->words.count)
        add_values(typed, row + 1, "", typed->last);
}

static void add_arguments(struct typed *typed)
{
    pass_words(typed);
    bool is_flag = typed->last[0] == '-' && !typed->flags_ended &&
              (!typed->flag || typed->flag->list || typed->last[1] == '-');
    if (is_flag)
        add_flags(typed);
    else if (typed->flag)
        add_values(typed, typed->flag, "", typed->last);
    else
        add_words(typed);
}

/* The session's flag that a word at the front is; *inside: its value is in the same word. NULL: none. */
static const struct argument *leading_flag(const char *word, bool *inside)
{
    for (int flag = 0; flag < SESSION_EVERYWHERE; flag++) {
        const struct argument *row = &session_flags[flag];
        size_t size = strlen(row->name);
        if (row->letter && word[0] == '-' && word[1] == row->letter) {
            *inside = word[2];
            return row;
        }
        *inside = strncmp(word, "--", 2) == 0 && word[2] && word[2 + strcspn(word + 2, "=")] == '=';
        if (strncmp(word, "--", 2) == 0 && strncmp(word + 2, row->name, size) == 0 &&
            (*inside ? word[2 + size] == '=' : !word[2 + size]))
            return row;
    }
    return NULL;
}

/* How many of the words before the last are the session's flags and their values, at the front; *due gets the
 * flag whose value the last word is. */
static int leading_flags(int count, char **word, const struct argument **due)
{
    int at = 0;
    const struct argument *row;
    bool inside;
    *due = NULL;
    while (at < count && (row = leading_flag(word[at], &inside))) {
        at += inside ? 1 : 2;
        *due = at > count ? row : NULL;
    }
    return at < count ? at : count;
}

/* The flags that may stand before a command. */
static void add_leading(const struct typed *typed)
{
    for (int flag = 0; flag < SESSION_EVERYWHERE; flag++) {
        char name[64] = "--";
        strncat(name, session_flags[flag].name, sizeof name - 3);
        completions_add(typed->completions, "", name, typed->last, false);
    }
}

/* Where the command begins that is the last word of another one's row; its `count`: it has not. */
static int inner_command(struct typed *typed)
{
    const struct argument *due = NULL;
    int own = (int)typed->command->words.count - 1, at = 0;
    for (; at < typed->count; at++) {
        if (typed->words == own && !due && typed->word[at][0] != '-')
            break;
        due = pass_word(typed, typed->word[at], due);
    }
    typed->words = 0;
    typed->flags_ended = false;
    return at;
}

/* Completes the last of a command's words; `count` stand before it. */
static void add_command(struct typed *typed, int count, char **word)
{
    int used = 0, inner;
    add_names(typed, count, word);
    typed->command = count ? command_find(typed->session->commands, count, word, &used, NULL) : NULL;
    if (!typed->command)
        return;
    typed->count = count - used;
    typed->word = word + used;
    inner = typed->command->runs_command ? inner_command(typed) : typed->count;
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
    if (!words_cut(line, point, &words, &completions->start, &is_file))
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
        add_leading(&typed);
    words_free(&words);
    sort_out(completions);
}
