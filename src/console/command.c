/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/command.h"

#include "base/memory.h"
#include "base/near.h"
#include "console/commands.h"
#include "console/help.h"
#include "console/words.h"

#include <stdlib.h>
#include <string.h>

#define ROW(row) &row,
const struct command *const command_table[] = {COMMANDS(ROW)};
#undef ROW

const size_t command_count = sizeof command_table / sizeof command_table[0];

/* The `index`-th word (from 0) of a command's name, its length into *size; NULL where it has fewer. */
static const char *name_word(const struct command *command, int index, size_t *size)
{
    const char *word = command->name;
    for (; index > 0; index--) {
        word += strcspn(word, " ");
        if (*word == '\0')
            return NULL;
        word++;
    }
    *size = strcspn(word, " ");
    return word;
}

/* True where the first `count` words of the name are those of argv, each maybe shortened. */
static bool begins(const struct command *command, int count, char **argv, bool exact)
{
    for (int i = 0; i < count; i++) {
        size_t size = 0, given = strlen(argv[i]);
        const char *word = name_word(command, i, &size);
        if (!word || given > size || given == 0 || strncmp(word, argv[i], given) != 0)
            return false;
        if (exact && i == count - 1 && given != size)
            return false;
    }
    return true;
}

/* A set of rows, as flags beside the table. */
struct candidates {
    bool *in;
    size_t count;
};

/* Narrows the set to the rows whose word number `at` is argv[at]: exactly, where any is, else by
 * prefix (not with `whole`). The set stays as it is, and false comes back, where there is none. */
static bool narrow(struct candidates *set, int at, char **argv, bool whole)
{
    for (int exact = 1; exact >= whole; exact--) {
        size_t fit = 0;
        for (size_t i = 0; i < command_count; i++)
            fit += set->in[i] && begins(command_table[i], at + 1, argv, exact);
        if (!fit)
            continue;
        for (size_t i = 0; i < command_count; i++)
            set->in[i] = set->in[i] && begins(command_table[i], at + 1, argv, exact);
        set->count = fit;
        return true;
    }
    return false;
}

/* The row of the set whose name has exactly `words` words; NULL where none or more than one has. */
static const struct command *complete(const struct candidates *set, int words)
{
    const struct command *found = NULL;
    for (size_t i = 0; i < command_count; i++) {
        size_t size;
        if (!set->in[i] || !name_word(command_table[i], words - 1, &size) ||
            name_word(command_table[i], words, &size))
            continue;
        if (found)
            return NULL;
        found = command_table[i];
    }
    return found;
}

static void say_unknown(const char *word, struct error *error)
{
    const char *nearest = NULL;
    size_t least = strlen(word) / 3 + 2;
    for (size_t i = 0; i < command_count; i++) {
        size_t far = near_distance(word, command_table[i]->name);
        if (far < least) {
            least = far;
            nearest = command_table[i]->name;
        }
    }
    if (nearest)
        error_set(error, STATUS_BAD, "unknown command '%s'; did you mean '%s'?", word, nearest);
    else
        error_set(error, STATUS_BAD, "unknown command '%s'; 'help' lists all commands", word);
}

static void say_ambiguous(const struct candidates *set, const char *word, struct error *error)
{
    struct text names = {0};
    for (size_t i = 0; i < command_count; i++)
        if (set->in[i])
            text_printf(&names, "%s%s", names.size ? ", " : "", command_table[i]->name);
    error_set(error, STATUS_BAD, "'%s' is not one command; it may be: %s", word,
              text_string(&names));
    text_free(&names);
}

const struct command *command_find(int argc, char **argv, int *used, struct error *error)
{
    struct candidates set = {memory_new(command_count, sizeof(bool)), command_count};
    for (size_t i = 0; i < command_count; i++)
        set.in[i] = true;
    const struct command *found = NULL;
    int words = 0;
    /* Word after word, until the words behind it can only be arguments. Where the words so far are a
     * name already, the next one may be an argument: it must be the longer name's whole word. */
    while (words < argc && narrow(&set, words, argv, found != NULL)) {
        words++;
        found = complete(&set, words);
        if (found && set.count == 1)
            break;
    }
    if (!found && words == 0)
        say_unknown(argc ? argv[0] : "", error);
    else if (!found)
        say_ambiguous(&set, argv[words - 1], error);
    free(set.in);
    *used = words;
    return found;
}

static bool asks_help(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0)
            return true;
    return false;
}

/* Runs a row with the session's options among its arguments in force, and then takes them back. */
static enum status run_row(struct session *session, const struct command *command, int argc,
                           char **argv, struct error *error)
{
    struct settings kept = {0};
    uint64_t seed = session->seed;
    bool has_seed = session->has_seed;
    int jobs = session->jobs, given = argc;
    settings_copy(&kept, &session->settings);
    enum status status = session_options(session, true, &argc, argv, error);
    bool overridden = status || argc != given;
    if (!status)
        status = command->run(session, argc, argv, error);
    if (overridden) {
        settings_free(&session->settings);
        session->settings = kept;
        session->seed = seed;
        session->has_seed = has_seed;
        session->jobs = jobs;
    } else {
        settings_free(&kept);
    }
    return status;
}

enum status command_run(struct session *session, int argc, char **argv, struct error *error)
{
    int used = 0;
    const struct command *command = command_find(argc, argv, &used, error);
    if (!command)
        return STATUS_BAD;
    if (asks_help(argc - used, argv + used)) {
        help_command(session, command);
        return STATUS_OK;
    }
    return run_row(session, command, argc - used, argv + used, error);
}

enum status command_run_line(struct session *session, const char *line, struct error *error)
{
    struct words words;
    enum status status = words_split(line, &words, error);
    if (!status && words.count)
        status = command_run(session, words.count, words.word, error);
    words_free(&words);
    return status;
}
