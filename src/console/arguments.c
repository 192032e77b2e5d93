/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/arguments.h"

#include "base/decimal.h"

#include <string.h>

bool argument_whole(const char *text, uint64_t *value)
{
    uint64_t sum = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return false;
        uint64_t digit = (uint64_t)(*text - '0');
        if (sum > (UINT64_MAX - digit) / 10)
            return false;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return true;
}

bool argument_side(const char *text, enum side *side)
{
    for (int s = RED; s < SIDES; s++) {
        if (strcmp(text, side_name((enum side)s)) == 0) {
            *side = (enum side)s;
            return true;
        }
    }
    return false;
}

enum status usage_error(const struct command *command, struct error *error)
{
    return error_set(error, STATUS_BAD, "usage: vedette %s%s%s", command->name,
                     *command->arguments ? " " : "", command->arguments);
}

static bool ends_list(const char *word)
{
    return word[0] == '-' && word[1] == '-';
}

/* The option called `name` (`size` bytes, maybe shortened), or NULL with a sentence. */
static const struct flag *find_flag(const struct command *command, const struct flag *flags,
                                    size_t count, const char *name, size_t size,
                                    struct error *error)
{
    const struct flag *found = NULL;
    for (size_t i = 0; size && i < count; i++) {
        if (strncmp(flags[i].name, name, size) != 0)
            continue;
        if (flags[i].name[size] == '\0')
            return &flags[i];
        if (found) {
            error_set(error, STATUS_BAD, "%s: option --%.*s may be --%s or --%s", command->name,
                      (int)size, name, found->name, flags[i].name);
            return NULL;
        }
        found = &flags[i];
    }
    if (!found) {
        error_set(error, STATUS_BAD, "%s: unknown option --%.*s", command->name, (int)size, name);
        return NULL;
    }
    return found;
}

static enum status set_value(const struct command *command, const struct flag *flag, char *text,
                             struct error *error)
{
    uint64_t whole;
    double number;
    switch (flag->kind) {
    case FLAG_TEXT:
        *(const char **)flag->value = text;
        return STATUS_OK;
    case FLAG_WHOLE:
        if (!argument_whole(text, &whole) || whole < flag->least || whole > flag->most)
            return error_set(error, STATUS_BAD,
                             "%s: --%s: found '%s', expected a whole number from %llu to %llu",
                             command->name, flag->name, text, (unsigned long long)flag->least,
                             (unsigned long long)flag->most);
        *(uint64_t *)flag->value = whole;
        return STATUS_OK;
    case FLAG_NUMBER:
        if (!decimal_read(text, &number) || number < flag->low || number > flag->high)
            return error_set(error, STATUS_BAD,
                             "%s: --%s: found '%s', expected a number from %g to %g",
                             command->name, flag->name, text, flag->low, flag->high);
        *(double *)flag->value = number;
        return STATUS_OK;
    case FLAG_BARE:
    case FLAG_LIST:
        break;
    }
    return STATUS_OK;
}

/* Handles the option at argv[at]; *used gets how many words it took. */
static enum status take_flag(const struct command *command, const struct flag *flags, size_t count,
                             int argc, char **argv, int at, int *used, struct error *error)
{
    const char *name = argv[at] + 2;
    size_t size = strcspn(name, "=");
    char *inside = name[size] == '=' ? argv[at] + 2 + size + 1 : NULL;
    const struct flag *flag = find_flag(command, flags, count, name, size, error);
    if (!flag)
        return STATUS_BAD;
    *used = 1;
    if (flag->kind == FLAG_BARE) {
        if (inside)
            return error_set(error, STATUS_BAD, "%s: option --%s takes no value", command->name,
                             flag->name);
        *(bool *)flag->value = true;
        return STATUS_OK;
    }
    if (flag->kind == FLAG_LIST && ((const struct word_list *)flag->value)->count)
        return error_set(error, STATUS_BAD, "%s: option --%s came before: its words all go behind one",
                         command->name, flag->name);
    if (flag->kind == FLAG_LIST && !inside) {
        struct word_list *list = flag->value;
        while (at + *used < argc && !ends_list(argv[at + *used]))
            ++*used;
        *list = (struct word_list){*used - 1, argv + at + 1};
        if (list->count > 0)
            return STATUS_OK;
    } else if (inside || at + 1 < argc) {
        char *text = inside ? inside : argv[at + 1];
        *used = inside ? 1 : 2;
        if (flag->kind == FLAG_LIST) {
            /* The word keeps its place in argv, which outlives the list. */
            argv[at] = text;
            *(struct word_list *)flag->value = (struct word_list){1, argv + at};
            return STATUS_OK;
        }
        return set_value(command, flag, text, error);
    }
    return error_set(error, STATUS_BAD, "%s: option --%s needs a value", command->name, flag->name);
}

/* Moves the word at argv[at] to the front, behind the `words` words that are there; the options
 * between shift by one, and so do the lists that point at them. */
static void keep_word(const struct flag *flags, size_t count, char **argv, int words, int at)
{
    char *word = argv[at];
    memmove(argv + words + 1, argv + words, (size_t)(at - words) * sizeof *argv);
    argv[words] = word;
    for (size_t i = 0; i < count; i++) {
        struct word_list *list = flags[i].kind == FLAG_LIST ? flags[i].value : NULL;
        if (list && list->count && list->word >= argv + words && list->word < argv + at)
            list->word++;
    }
}

enum status arguments_parse(const struct command *command, const struct flag *flags, size_t count,
                            int *argc, char **argv, struct error *error)
{
    int words = 0, all = *argc;
    bool ended = false;
    for (int at = 0; at < all;) {
        if (ended || argv[at][0] != '-' || argv[at][1] == '\0') {
            keep_word(flags, count, argv, words++, at++);
        } else if (strcmp(argv[at], "--") == 0) {
            ended = true;
            at++;
        } else if (argv[at][1] != '-') {
            return error_set(error, STATUS_BAD, "%s: unknown option %s", command->name, argv[at]);
        } else {
            int used = 0;
            enum status status =
                take_flag(command, flags, count, all, argv, at, &used, error);
            if (status)
                return status;
            at += used;
        }
    }
    *argc = words;
    return STATUS_OK;
}
