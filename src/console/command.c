/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/command.h"

#include "base/disk.h"
#include "base/edit_distance.h"
#include "base/memory.h"
#include "base/version.h"
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

/* Returns whether the name begins with `count` words of argv, in full or shortened. With `exact` the last
 * word must be given in full. */
static bool name_begins(const struct command *command, int count, char **argv, bool exact)
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
    return name_begins(command, count, argv, false);
}

/* A set of commands: in[i] is true if row i of the table belongs to it; `count` rows do. */
struct candidates {
    const struct command_table *commands;
    bool *in; /* one flag for each row of `commands` */
    size_t count; /* number of set flags */
};

/* Narrows the set to the commands whose word number `word_index` (from 0) is argv[word_index]. Keeps exact
 * matches if there are any; otherwise, without `exact_only`, prefix matches. False, and no change, if no
 * command matches. */
static bool narrow_candidates(struct candidates *set, int word_index, char **argv, bool exact_only)
{
    for (int exact = 1; exact >= exact_only; exact--) {
        size_t fit = 0;
        for (size_t i = 0; i < set->commands->count; i++)
            fit += set->in[i] && name_begins(set->commands->rows[i], word_index + 1, argv, exact);
        if (!fit)
            continue;
        for (size_t i = 0; i < set->commands->count; i++)
            set->in[i] = set->in[i] && name_begins(set->commands->rows[i], word_index + 1, argv, exact);
        set->count = fit;
        return true;
    }
    return false;
}

/* Returns the command of the set whose name has exactly `words` words. NULL if there is none or several. */
static const struct command *complete_name(const struct candidates *set, int words)
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

/* Sets the error for an unknown first word, with the nearest command name or a hint to help. */
static void report_unknown_command(const struct command_table *commands, const char *word,
                                   struct error *error)
{
    const char *nearest = NULL;
    size_t min = SIZE_MAX;
    for (size_t i = 0; i < commands->count; i++) {
        if (edit_is_nearer(commands->rows[i]->name, word, &min))
            nearest = commands->rows[i]->name;
    }
    if (strcmp(word, "now") == 0)
        error_set(error, STATUS_BAD, "now: that is for a line of its own below the screen's board; "
                  "here Ctrl-C has your opponent move at once");
    else if (nearest)
        error_set(error, STATUS_BAD, "unknown command '%s'; did you mean '%s'?", word, nearest);
    else if (lookup_has_command(commands, word))
        error_set(error, STATUS_BAD, "unknown command '%s'; 'help %s' lists the commands about that", word,
                  word);
    else
        error_set(error, STATUS_BAD, "unknown command '%s'; 'help' lists all commands", word);
}

/* Returns the command of the set whose word number `word_index` (from 0) is most similar to `word`. NULL if
 * none is similar. */
static const struct command *nearest_candidate(const struct candidates *set, int word_index, const char *word)
{
    const struct command *nearest = NULL;
    size_t min = SIZE_MAX, size;
    for (size_t i = 0; i < set->commands->count; i++) {
        const char *known = set->in[i] ? command_word(set->commands->rows[i], word_index, &size) : NULL;
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

/* Sets the error for `words` words that begin several names. If another word follows, the error has the
 * nearest name; otherwise all candidates. */
static void report_unfinished_command(const struct candidates *set, int words, int argc, char **argv,
                                      struct error *error)
{
    const struct command *nearest = words < argc ? nearest_candidate(set, words, argv[words]) : NULL;
    struct text names = {0};
    for (size_t i = 0; i < set->commands->count; i++)
        if (set->in[i])
            text_printf(&names, "%s%s", names.size ? ", " : "", set->commands->rows[i]->name);
    if (nearest)
        error_set(error, STATUS_BAD, "unknown command '%s %s'; did you mean '%s'?", argv[words - 1],
                  argv[words], nearest->name);
    else
        error_set(error, STATUS_BAD, "'%s' is not one command; it may be: %s", argv[words - 1],
                  text_string(&names));
    text_free(&names);
}

/* Returns how many words of argv are the command's complete old name. Returns 0 if argv does not begin with
 * it. */
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

/* Prints a note, once, if the command was called by its old name. */
static void note_former(struct session *session, const struct command *command, int argc, char **argv)
{
    struct text note = {0};
    if (!former_words(command, argc, argv))
        return;
    text_printf(&note, "%s is now called %s", command->formerly, command->name);
    session_print_note_once(session, text_string(&note));
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
    /* Narrow word by word until the next words can only be arguments. If the words so far are already a
     * name, the next word may be an argument; so it must match a longer name in full. */
    while (words < argc && narrow_candidates(&set, words, argv, found != NULL)) {
        words++;
        found = complete_name(&set, words);
        if (found && set.count == 1)
            break;
    }
    if (!found && words == 0)
        report_unknown_command(commands, argc ? argv[0] : "", error);
    else if (!found)
        report_unfinished_command(&set, words, argc, argv, error);
    free(set.in);
    *used = words;
    return found;
}

/* Returns whether the command's arguments contain --help, which then replaces running it. */
static bool wants_help(const struct command *command, int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0)
            return true;
        if (command->runs_command && argv[i][0] != '-')
            break; /* what follows may be the other command's */
    }
    return false;
}

/* Collects output in a text (session.write) until the command has finished. */
static void collect_output(void *context, const char *bytes, size_t size)
{
    text_append(context, bytes, size);
}

/* Adds the program's version to a complete answer, which is an object. */
static void add_version(struct json *answer)
{
    answer->text.bytes[--answer->text.size] = '\0'; /* the bracket that closes it */
    answer->depth = 1;
    json_add_text(answer, "version", program_version);
    json_close(answer, '}');
}

/* Runs a command. With --json collects its text output instead of printing it. Then prints the JSON that the
 * command made, or a document of the collected lines (json_add_lines). */
static enum status run_with_json(struct session *session, const struct command *command, const void *args,
                                 struct error *error)
{
    void (*write)(void *context, const char *bytes, size_t size) = session->write;
    void *context = session->context;
    struct json answer = {0}, *outer = session->answer; /* the answer of an enclosing command */
    struct text text = {0};
    if (!session->json) {
        session->answer = NULL;
        enum status plain = command->run(session, args, error);
        session->answer = outer;
        return plain;
    }
    session->write = collect_output;
    session->context = &text;
    session->answer = &answer;
    enum status status = command->run(session, args, error);
    session->answer = outer;
    session->write = write;
    session->context = context;
    if (!answer.text.size && !status)
        json_add_lines(&answer, text_string(&text));
    if (session->words)
        text_append(session->words, text_string(&text), text.size);
    text_free(&text);
    if (answer.text.size && answer.depth == 0) { /* complete JSON, also after a stop */
        add_version(&answer);
        session_printf(session, "%s\n", text_string(&answer.text));
    }
    text_free(&answer.text);
    return status;
}

/* Runs a command whose output goes to the file session->out. Writes the file only if the command succeeded
 * and was not stopped, so that no partial file is left. */
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
    session->write = collect_output;
    session->context = &answer;
    session->out = NULL; /* an inner command must not write to the same file */
    session->filing = path;
    status = run_with_json(session, command, args, error);
    session->filing = NULL;
    session->write = write;
    session->context = context;
    if (!status && (command->announces_stop || !session_stopped(session)))
        status = disk_write(path, text_string(&answer), answer.size, error);
    text_free(&answer);
    return status;
}

/* Returns STATUS_BAD if a word of a command on the screen names something that cannot be read there: "-" (the
 * keyboard belongs to the screen), or a pipe or terminal (reading could block forever). */
static enum status check_screen_word(const char *name, const char *word, struct error *error)
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

/* Returns STATUS_BAD if a command cannot run while the screen is shown. That is so if it needs the terminal,
 * or if a word, or the text after a '=' in a word, fails check_screen_word. */
static enum status check_on_screen(const struct command *command, int argc, char **argv, struct error *error)
{
    enum status status = STATUS_OK;
    if (command->takes_terminal)
        return error_set(error, STATUS_BAD, "%s: needs the terminal, which is the screen's: use the shell",
                         command->name);
    for (int i = 0; i < argc && !status; i++) {
        status = check_screen_word(command->name, argv[i], error);
        for (const char *sign = strchr(argv[i], '='); sign && !status; sign = strchr(sign + 1, '='))
            status = check_screen_word(command->name, sign + 1, error);
    }
    return status;
}

/* Sets seed and session flags, parses, runs, reports a stop, and restores the session. */
enum status command_run_row(struct session *session, const struct command *command, int argc, char **argv,
                            struct error *error)
{
    struct scope scope;
    struct parsed parsed = {0};
    if (session->depth == COMMAND_DEPTH_MAX)
        return error_set(error, STATUS_BAD, "%s: more than %d commands run each other", command->name,
                         COMMAND_DEPTH_MAX);
    if (session->on_screen && check_on_screen(command, argc, argv, error))
        return STATUS_BAD;
    scope_enter(&scope, session);
    /* Set the seed and parse; the session's flags in the line take effect here. */
    session->depth++;
    if (!session->has_seed && command->analyses)
        session->seed = SESSION_ANALYSIS_SEED;
    else if (!session->has_seed)
        session_draw_seed(session);
    if (!command->out)
        pager_stop_holding(session);
    enum status status = parse_line(session, command, argc, argv, &parsed, error);
    session_note_names(session);
    if (!status)
        status = session->out && !(command->keeps_out && command->keeps_out(parsed.args))
                     ? run_to_file(session, command, parsed.args, error)
                     : run_with_json(session, command, parsed.args, error);
    /* Lower layers report "stopped" without the command's name. */
    if (status == STATUS_NO && error && strcmp(error->text, "stopped") == 0)
        status = error_set(error, STATUS_NO, "%s: stopped", command->name);
    if (!status && !command->announces_stop && session_stopped(session)) /* its work may be incomplete */
        status = error_set(error, STATUS_NO, "%s: stopped", command->name);
    session_note_names(session); /* old names in options that the command set */
    session->depth--;
    scope_leave(&scope, session, parsed.overrides);
    parsed_free(&parsed);
    return status;
}

/* Returns the command for a line that is a move, "b4-b5", "b4 b5" or "move b4-b5". NULL if the line is no
 * move. *used gets the number of words before the move. */
static const struct command *find_for_move(const struct session *session, int argc, char **argv, int *used)
{
    const struct command_table *commands = session->commands;
    struct move_with_ranks move;
    struct text text = {0};
    int first = argc > 1 && strcmp(argv[0], "move") == 0;
    for (int i = first; i < argc && i < first + 3; i++) /* a move is two words at most */
        text_printf(&text, "%s ", argv[i]);
    bool is_move = move_read(text_string(&text), session_notation(session), &move, NULL, NULL) == STATUS_OK;
    text_free(&text);
    for (size_t i = 0; is_move && i < commands->count; i++)
        if (commands->rows[i]->plays_moves) {
            *used = first;
            return commands->rows[i];
        }
    return NULL;
}

enum status command_run(struct session *session, int argc, char **argv, struct error *error)
{
    int used = 0;
    const struct command *play = find_for_move(session, argc, argv, &used);
    if (play)
        return command_run_row(session, play, argc - used, argv + used, error);
    const struct command *command = command_find(session->commands, argc, argv, &used, error);
    if (!command)
        return STATUS_BAD;
    note_former(session, command, used, argv);
    if (wants_help(command, argc - used, argv + used)) {
        help_command(session, command);
        return STATUS_OK;
    }
    return command_run_row(session, command, argc - used, argv + used, error);
}

/* Returns whether argv contains the flag --out. */
static bool has_out_flag(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strncmp(argv[i], "--out", 5) == 0 && (argv[i][5] == '\0' || argv[i][5] == '='))
            return true;
    return false;
}

/* Runs a command followed by '> FILE': passes "--out=FILE" as its first argument. */
static enum status run_redirected(struct session *session, const struct words *words, struct error *error)
{
    int used = 0;
    const struct command *command = command_find(session->commands, words->count, words->word, &used, error);
    if (!command)
        return STATUS_BAD;
    note_former(session, command, used, words->word);
    int arg_count = words->count - used;
    if (wants_help(command, arg_count, words->word + used))
        return error_set(error, STATUS_BAD, "%s: for a file of help: help %s > FILE", command->name,
                         command->name);
    if (!command->runs_command && has_out_flag(arg_count, words->word + used))
        return error_set(error, STATUS_BAD, "%s: '>' or --out, not both", command->name);
    struct text flag = {0};
    text_printf(&flag, "--out=%s", words->out);
    char **argv = memory_new((size_t)arg_count + 2, sizeof *argv);
    argv[0] = flag.bytes;
    memcpy(argv + 1, words->word + used, (size_t)arg_count * sizeof *argv);
    enum status status = command_run_row(session, command, arg_count + 1, argv, error);
    free(argv);
    text_free(&flag);
    return status;
}

/* Returns STATUS_BAD if the form of any command in a line is wrong, before one of them runs. */
static enum status check_form(const char *line, struct error *error)
{
    size_t offset = 0;
    struct words words = {.more = true};
    enum status status = STATUS_OK;
    for (bool more = true; more && !status;) {
        status = words_split(line, &offset, &words, error);
        more = words.more;
        words_free(&words);
    }
    return status;
}

enum status command_run_inner_line(struct session *session, const char *line, struct error *error)
{
    size_t offset = 0;
    struct words words;
    enum status status = check_form(line, error);
    for (bool more = true; more && !status && !session->quit;) {
        status = words_split(line, &offset, &words, error);
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
