/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/command.h"

#include "base/disk.h"
#include "base/edit_distance.h"
#include "base/memory.h"
#include "console/help.h"
#include "console/json.h"
#include "console/lookup.h"
#include "console/pager.h"
#include "console/parse.h"
#include "console/scope.h"
#include "console/words.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *command_word(const struct command *command, int index, size_t *size)
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

/* True where the first `count` words of the name are those of argv, each maybe shortened; with `exact` the
 * last is not. */
static bool begins(const struct command *command, int count, char **argv, bool exact)
{
    for (int i = 0; i < count; i++) {
        size_t size = 0, given = strlen(argv[i]);
        const char *word = command_word(command, i, &size);
        if (!word || given > size || given == 0 || strncmp(word, argv[i], given) != 0)
            return false;
        if (exact && i == count - 1 && given != size)
            return false;
    }
    return true;
}

bool command_begins(const struct command *command, int count, char **argv)
{
    return begins(command, count, argv, false);
}

/* A set of rows, as flags beside the table. */
struct candidates {
    const struct command_table *commands;
    bool *in;
    size_t count;
};

/* Narrows the set to the rows whose word number `at` is argv[at]: exactly, where any is, else by
 * prefix (not with `whole`). The set stays as it is, and false comes back, where there is none. */
static bool narrow(struct candidates *set, int at, char **argv, bool whole)
{
    for (int exact = 1; exact >= whole; exact--) {
        size_t fit = 0;
        for (size_t i = 0; i < set->commands->count; i++)
            fit += set->in[i] && begins(set->commands->rows[i], at + 1, argv, exact);
        if (!fit)
            continue;
        for (size_t i = 0; i < set->commands->count; i++)
            set->in[i] = set->in[i] && begins(set->commands->rows[i], at + 1, argv, exact);
        set->count = fit;
        return true;
    }
    return false;
}

/* The row of the set whose name has exactly `words` words; NULL where none or more than one has. */
static const struct command *whole_name(const struct candidates *set, int words)
{
    const struct command *found = NULL;
    for (size_t i = 0; i < set->commands->count; i++) {
        size_t size;
        if (!set->in[i] || !command_word(set->commands->rows[i], words - 1, &size) ||
            command_word(set->commands->rows[i], words, &size))
            continue;
        if (found)
            return NULL;
        found = set->commands->rows[i];
    }
    return found;
}

static void say_unknown(const struct command_table *commands, const char *word, struct error *error)
{
    const char *nearest = NULL;
    size_t min = SIZE_MAX;
    for (size_t i = 0; i < commands->count; i++) {
        if (edit_is_nearer(commands->rows[i]->name, word, &min))
            nearest = commands->rows[i]->name;
    }
    if (nearest)
        error_set(error, STATUS_BAD, "unknown command '%s'; did you mean '%s'?", word, nearest);
    else if (lookup_has_command(commands, word))
        error_set(error, STATUS_BAD, "unknown command '%s'; 'help %s' lists the commands about that", word,
                  word);
    else
        error_set(error, STATUS_BAD, "unknown command '%s'; 'help' lists all commands", word);
}

static void say_ambiguous(const struct candidates *set, const char *word, struct error *error)
{
    struct text names = {0};
    for (size_t i = 0; i < set->commands->count; i++)
        if (set->in[i])
            text_printf(&names, "%s%s", names.size ? ", " : "", set->commands->rows[i]->name);
    error_set(error, STATUS_BAD, "'%s' is not one command; it may be: %s", word,
              text_string(&names));
    text_free(&names);
}

/* The row of the set whose word number `at` is nearest to `word`; NULL where none is near. */
static const struct command *nearest_of(const struct candidates *set, int at, const char *word)
{
    const struct command *nearest = NULL;
    size_t min = SIZE_MAX, size;
    for (size_t i = 0; i < set->commands->count; i++) {
        const char *known = set->in[i] ? command_word(set->commands->rows[i], at, &size) : NULL;
        char name[64];
        if (!known || size >= sizeof name)
            continue;
        memcpy(name, known, size);
        name[size] = '\0';
        if (edit_is_nearer(name, word, &min))
            nearest = set->commands->rows[i];
    }
    return nearest;
}

/* The first `words` words begin several names, and the next one, if there is one, goes on with none. */
static void say_unfinished(const struct candidates *set, int words, int argc, char **argv,
                           struct error *error)
{
    const struct command *nearest = words < argc ? nearest_of(set, words, argv[words]) : NULL;
    if (nearest)
        error_set(error, STATUS_BAD, "unknown command '%s %s'; did you mean '%s'?", argv[words - 1],
                  argv[words], nearest->name);
    else
        say_ambiguous(set, argv[words - 1], error);
}

/* How many words of argv are the name that a command had before; 0 where they are not. */
static int former_words(const struct command *command, int argc, char **argv)
{
    const char *name = command->formerly;
    for (int i = 0; name && i < argc; i++) {
        size_t size = strcspn(name, " ");
        if (strlen(argv[i]) != size || memcmp(argv[i], name, size) != 0)
            return 0;
        name += size;
        if (!*name)
            return i + 1;
        name++;
    }
    return 0;
}

/* Tells the user where a command is called by the name it had before. */
static void note_former(struct session *session, const struct command *command, int argc, char **argv)
{
    struct text note = {0};
    if (!former_words(command, argc, argv))
        return;
    text_printf(&note, "%s is now called %s", command->formerly, command->name);
    session_note_once(session, text_string(&note));
    text_free(&note);
}

const struct command *command_find(const struct command_table *commands, int argc, char **argv,
                                   int *used, struct error *error)
{
    for (size_t i = 0; i < commands->count; i++)
        if ((*used = former_words(commands->rows[i], argc, argv)))
            return commands->rows[i];
    struct candidates set = {commands, memory_new(commands->count, sizeof(bool)), commands->count};
    for (size_t i = 0; i < commands->count; i++)
        set.in[i] = true;
    const struct command *found = NULL;
    int words = 0;
    /* Word after word, until the words behind it can only be arguments. Where the words so far are a
     * name already, the next one may be an argument: it must be the longer name's whole word. */
    while (words < argc && narrow(&set, words, argv, found != NULL)) {
        words++;
        found = whole_name(&set, words);
        if (found && set.count == 1)
            break;
    }
    if (!found && words == 0)
        say_unknown(commands, argc ? argv[0] : "", error);
    else if (!found)
        say_unfinished(&set, words, argc, argv, error);
    free(set.in);
    *used = words;
    return found;
}

static bool asks_help(const struct command *command, int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0)
            return true;
        if (command->runs_command && argv[i][0] != '-')
            break; /* what follows may be the other command's */
    }
    return false;
}

/* Where an answer goes until it is whole. */
static void keep_answer(void *context, const char *bytes, size_t size)
{
    text_append(context, bytes, size);
}

/* Runs a command that answers with JSON, where that was asked for: what it writes as text is left out, or a
 * bench's figures and lines are the answer. */
static enum status run_with_json(struct session *session, const struct command *command, const void *args,
                                 struct error *error)
{
    void (*write)(void *context, const char *bytes, size_t size) = session->write;
    void *context = session->context;
    struct json answer = {0}, *outer = session->answer; /* of a command that runs this one */
    struct text text = {0};
    if (!session->json) {
        session->answer = NULL;
        enum status plain = command->run(session, args, error);
        session->answer = outer;
        return plain;
    }
    session->write = keep_answer;
    session->context = &text;
    session->answer = &answer;
    enum status status = command->run(session, args, error);
    session->answer = outer;
    session->write = write;
    session->context = context;
    if (!answer.text.size && !status)
        json_lines(&answer, text_string(&text));
    text_free(&text);
    if (answer.text.size && answer.depth == 0) /* also of what was stopped, as far as it came */
        session_printf(session, "%s\n", text_string(&answer.text));
    text_free(&answer.text);
    return status;
}

/* Runs a command whose answer goes to a file: that is written where the command is done, and was not stopped,
 * which most commands do not tell themselves. */
static enum status run_to_file(struct session *session, const struct command *command, const void *args,
                               struct error *error)
{
    void (*write)(void *context, const char *bytes, size_t size) = session->write;
    void *context = session->context;
    const char *path = session->out;
    struct text answer = {0};
    enum status status = disk_check_writable(path, error);
    if (status)
        return status;
    session->write = keep_answer;
    session->context = &answer;
    session->out = NULL; /* a command that this one runs has none */
    session->filing = true;
    status = run_with_json(session, command, args, error);
    session->filing = false;
    session->write = write;
    session->context = context;
    if (!status && (command->announces_stop || !session_stopped(session)))
        status = disk_write(path, text_string(&answer), answer.size, error);
    text_free(&answer);
    return status;
}

/* STATUS_BAD where a word is a file that one would wait for, or the screen's: "-", a pipe, a terminal. */
static enum status check_word(const char *name, const char *word, struct error *error)
{
    struct stat about;
    if (strcmp(word, "-") == 0)
        return error_set(error, STATUS_BAD,
                         "%s: '-' would be the keyboard, which is the screen's: name a file", name);
    if (stat(word, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode) &&
        strcmp(word, "/dev/null") != 0)
        return error_set(error, STATUS_BAD, "%s: not a regular file: it might be waited for for ever", word);
    return STATUS_OK;
}

/* The same of all words, and of what stands behind a '=' in them; and whether the command wants the terminal
 * for itself. */
static enum status check_on_screen(const struct command *command, int argc, char **argv,
                                   struct error *error)
{
    enum status status = STATUS_OK;
    if (command->takes_terminal)
        return error_set(error, STATUS_BAD, "%s: needs the terminal, which is the screen's: use the shell",
                         command->name);
    for (int i = 0; i < argc && !status; i++) {
        status = check_word(command->name, argv[i], error);
        for (const char *at = strchr(argv[i], '='); at && !status; at = strchr(at + 1, '='))
            status = check_word(command->name, at + 1, error);
    }
    return status;
}

/* Runs a row with the session's flags among its words in force, and then takes them back. */
static enum status run_row(struct session *session, const struct command *command, int argc,
                           char **argv, struct error *error)
{
    struct scope scope;
    struct parsed parsed = {0};
    if (session->depth == COMMAND_DEPTH_MAX)
        return error_set(error, STATUS_BAD, "%s: more than %d commands run each other", command->name,
                         COMMAND_DEPTH_MAX);
    if (session->on_screen && check_on_screen(command, argc, argv, error))
        return STATUS_BAD;
    scope_enter(&scope, session);
    session->depth++;
    if (!session->has_seed && command->analyses)
        session->seed = SESSION_ANALYSIS_SEED;
    else if (!session->has_seed)
        session_draw_seed(session);
    if (!command->out)
        pager_pass(session);
    enum status status = parse_line(session, command, argc, argv, &parsed, error);
    session_note_names(session);
    if (!status)
        status = session->out && !(command->keeps_out && command->keeps_out(parsed.args))
                     ? run_to_file(session, command, parsed.args, error)
                     : run_with_json(session, command, parsed.args, error);
    if (status == STATUS_NO && error && strcmp(error->text, "stopped") == 0) /* below nobody knows its name */
        status = error_set(error, STATUS_NO, "%s: stopped", command->name);
    if (!status && !command->announces_stop && session_stopped(session)) /* what it did may not be all */
        status = error_set(error, STATUS_NO, "%s: stopped", command->name);
    session_note_names(session); /* of what the command set */
    session->depth--;
    scope_leave(&scope, session, parsed.overrides);
    parsed_free(&parsed);
    return status;
}

enum status command_run(struct session *session, int argc, char **argv, struct error *error)
{
    int used = 0;
    const struct command *command = command_find(session->commands, argc, argv, &used, error);
    if (!command)
        return STATUS_BAD;
    note_former(session, command, used, argv);
    if (asks_help(command, argc - used, argv + used)) {
        help_command(session, command);
        return STATUS_OK;
    }
    return run_row(session, command, argc - used, argv + used, error);
}

static bool has_out(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strncmp(argv[i], "--out", 5) == 0 && (argv[i][5] == '\0' || argv[i][5] == '='))
            return true;
    return false;
}

/* Runs a command whose answer goes to the file behind '>': it gets "--out=FILE" behind its name. */
static enum status run_redirected(struct session *session, const struct words *words, struct error *error)
{
    int used = 0;
    const struct command *command = command_find(session->commands, words->count, words->word, &used, error);
    if (!command)
        return STATUS_BAD;
    note_former(session, command, used, words->word);
    int rest = words->count - used;
    if (asks_help(command, rest, words->word + used))
        return error_set(error, STATUS_BAD, "%s: for a file of help: help %s > FILE", command->name,
                         command->name);
    if (!command->runs_command && has_out(rest, words->word + used))
        return error_set(error, STATUS_BAD, "%s: '>' or --out, not both", command->name);
    struct text flag = {0};
    text_printf(&flag, "--out=%s", words->out);
    char **argv = memory_new((size_t)rest + 2, sizeof *argv);
    argv[0] = flag.bytes;
    memcpy(argv + 1, words->word + used, (size_t)rest * sizeof *argv);
    enum status status = run_row(session, command, rest + 1, argv, error);
    free(argv);
    text_free(&flag);
    return status;
}

/* STATUS_BAD where the form of a line is wrong. */
static enum status check_form(const char *line, struct error *error)
{
    size_t at = 0;
    struct words words = {.more = true};
    enum status status = STATUS_OK;
    for (bool more = true; more && !status;) {
        status = words_split(line, &at, &words, error);
        more = words.more;
        words_free(&words);
    }
    return status;
}

enum status command_run_inner_line(struct session *session, const char *line, struct error *error)
{
    size_t at = 0;
    struct words words;
    enum status status = check_form(line, error);
    for (bool more = true; more && !status && !session->quit;) {
        status = words_split(line, &at, &words, error);
        more = words.more;
        if (!status && words.out)
            status = run_redirected(session, &words, error);
        else if (!status && words.count)
            status = command_run(session, words.count, words.word, error);
        words_free(&words);
    }
    return status;
}

enum status command_run_line(struct session *session, const char *line, struct error *error)
{
    session_begin_line(session);
    return command_run_inner_line(session, line, error);
}
