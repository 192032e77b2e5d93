/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/parse.h"

#include "base/ascii.h"
#include "base/edit_distance.h"
#include "base/memory.h"
#include "console/value.h"
#include "profile/former.h"

#include <stdlib.h>
#include <string.h>

/* A flag in the command line. */
struct given {
    const struct argument *row;
    enum session_flag session;   /* which of the session's flags; SESSION_FLAGS: the command's own */
    struct word_list words;      /* its values; empty for a flag without a value */
};

/* A command line being parsed. */
struct parsed_line {
    struct session *session;
    const struct command *command;
    int argc;
    char **argv;
    struct given *given;
    int given_count;
    struct parsed *parsed;
    int word_count;              /* number of parsed->words, the words that are not flags */
    struct error *error;
};

/* --- rows --- */

/* Returns the index of the command's first word that is a file; the number of its words if none is. */
static size_t find_file_word(const struct command *command)
{
    size_t index = 0;
    while (index < command->words.count && command->words.rows[index].kind != VALUE_FILE)
        index++;
    return index;
}

/* Returns whether a command has a flag of the session. */
static bool has_session_flag(const struct command *command, size_t flag)
{
    bool answers = command->json || (command->out && !command->changes_options);
    return flag < SESSION_EVERYWHERE || (flag == SESSION_AT && command->at) ||
           (flag == SESSION_GAME && (command->at || command->picks) &&
            find_file_word(command) < command->words.count) ||
           (flag == SESSION_JSON && answers) || (flag == SESSION_OUT && command->out);
}

const struct argument *command_flag(const struct command *command, size_t index, enum session_flag *flag)
{
    if (flag)
        *flag = SESSION_FLAGS;
    if (index < command->flags.count)
        return &command->flags.rows[index];
    index -= command->flags.count;
    for (size_t i = 0; i < SESSION_FLAGS; i++) {
        if (!has_session_flag(command, i) || index-- != 0)
            continue;
        if (flag)
            *flag = (enum session_flag)i;
        return &session_flags[i];
    }
    return NULL;
}

/* Returns whether the first `size` bytes of `name` are the flag's name or alias. */
static bool is_named(const struct argument *row, const char *name, size_t size)
{
    return (strlen(row->name) == size && memcmp(row->name, name, size) == 0) ||
           (row->alias && strlen(row->alias) == size && memcmp(row->alias, name, size) == 0);
}

/* Returns whether the first `size` bytes of `name` are the flag's old name. */
static bool was_named(const struct argument *row, const char *name, size_t size)
{
    return row->formerly && strlen(row->formerly) == size && memcmp(row->formerly, name, size) == 0;
}

/* Returns whether this is the full name of a session flag that the command lacks. Such a name is not a prefix
 * of another flag. */
static bool is_foreign_flag(const struct command *command, const char *name, size_t size)
{
    for (size_t i = 0; i < SESSION_FLAGS; i++)
        if (!has_session_flag(command, i) && is_named(&session_flags[i], name, size))
            return true;
    return false;
}

/* Sets the error for an unknown flag, with the flag of the most similar name. */
static void report_unknown_flag(const struct command *command, const char *name, size_t size,
                                struct error *error)
{
    const struct argument *nearest = NULL, *row;
    size_t min = SIZE_MAX;
    char *word = memory_new(size + 1, 1);
    memcpy(word, name, size);
    for (size_t i = 0; (row = command_flag(command, i, NULL)); i++) {
        if (edit_is_nearer(row->name, word, &min))
            nearest = row;
    }
    if (nearest)
        error_set(error, STATUS_BAD, "%s: unknown option --%s; did you mean --%s?", command->name, word,
                  nearest->name);
    else
        error_set(error, STATUS_BAD, "%s: unknown option --%s", command->name, word);
    free(word);
}

const struct argument *command_find_flag(const struct command *command, const char *name, size_t size,
                                         enum session_flag *flag, struct error *error)
{
    const struct argument *found = NULL, *row;
    enum session_flag found_flag = SESSION_FLAGS, flag_here;
    /* Full names first, old names too. */
    for (size_t i = 0; (row = command_flag(command, i, flag)); i++)
        if (is_named(row, name, size) || was_named(row, name, size))
            return row;
    if (is_foreign_flag(command, name, size)) {
        error_set(error, STATUS_BAD, "%s has no --%.*s", command->name, (int)size, name);
        return NULL;
    }
    /* Then prefixes; a flag of the command takes precedence over one of the session. */
    for (size_t i = 0; size && (row = command_flag(command, i, &flag_here)); i++) {
        if (strncmp(row->name, name, size) != 0 && (!row->alias || strncmp(row->alias, name, size) != 0))
            continue;
        if (found && (found_flag == SESSION_FLAGS) == (flag_here == SESSION_FLAGS)) {
            error_set(error, STATUS_BAD, "%s: option --%.*s may be --%s or --%s", command->name, (int)size,
                      name, found->name, row->name);
            return NULL;
        }
        if (!found) {
            found = row;
            found_flag = flag_here;
        }
    }
    if (!found)
        report_unknown_flag(command, name, size, error);
    if (flag)
        *flag = found_flag;
    return found;
}

/* --- collecting flags and words --- */

/* Returns whether a word begins with "--". It is then not the value of a flag before it. */
static bool is_long_flag(const char *word)
{
    return word[0] == '-' && word[1] == '-';
}

/* Returns whether a word is -p or begins with it. */
static bool is_short_flag(const char *word)
{
    return word[0] == '-' && word[1] == session_flags[SESSION_PROFILE].letter;
}

/* Sets the error "match: option --games needs a value"; a session flag has no command's name before it. */
static enum status needs_value(const struct parsed_line *line, const struct given *given, const char *word)
{
    bool is_own_flag = given->session == SESSION_FLAGS;
    if (word[1] != '-')
        return error_set(line->error, STATUS_BAD, "option %.2s needs a value", word);
    return error_set(line->error, STATUS_BAD, "%s%soption --%s needs a value",
                     is_own_flag ? line->command->name : "", is_own_flag ? ": " : "", given->row->name);
}

/* Collects the values of the flag at argv[*index]: `inside` if the same word contains the value; otherwise
 * the following words. *index becomes that of the last word used. */
static enum status collect_values(struct parsed_line *line, struct given *given, char *inside, int *index)
{
    const struct argument *row = given->row;
    char **argv = line->argv, *name = argv[*index];
    if (row->kind == VALUE_NONE && !inside)
        return STATUS_OK;
    if (row->kind == VALUE_NONE)
        return error_set(line->error, STATUS_BAD, "%s: option --%s takes no value", line->command->name,
                         row->name);
    if (row->list)
        for (int i = 0; i < line->given_count; i++)
            if (line->given[i].row == row)
                return error_set(line->error, STATUS_BAD,
                                 "%s: option --%s came before: its words all go behind one",
                                 line->command->name, row->name);
    /* "--name=value": the value is the rest of the same word. */
    if (inside) {
        argv[*index] = inside; /* argv outlives the list */
        given->words = (struct word_list){1, argv + *index};
        return STATUS_OK;
    }
    int max = row->list ? line->argc : 1;
    given->words.word = argv + *index + 1;
    while (given->words.count < max && *index + 1 < line->argc && !is_long_flag(argv[*index + 1]) &&
           !(row->list && is_short_flag(argv[*index + 1]))) {
        given->words.count++;
        ++*index;
    }
    return given->words.count ? STATUS_OK : needs_value(line, given, name);
}

/* Prints a note if a flag was given by its old name. */
static void note_old_flag(const struct parsed_line *line, const struct argument *row, const char *word)
{
    struct text note = {0};
    if (!is_long_flag(word) || !was_named(row, word + 2, strcspn(word + 2, "=")))
        return;
    text_printf(&note, "%s: --%s is now called --%s", line->command->name, row->formerly, row->name);
    session_print_note_once(line->session, text_string(&note));
    text_free(&note);
}

/* Adds the flag at argv[*index] and its values to the given flags; *index becomes that of the last word
 * used. */
static enum status collect_flag(struct parsed_line *line, int *index)
{
    char *word = line->argv[*index], *inside = NULL;
    struct given *given = &line->given[line->given_count];
    if (is_short_flag(word)) {
        given->row = &session_flags[SESSION_PROFILE];
        given->session = SESSION_PROFILE;
        inside = word[2] ? word + 2 : NULL;
    } else if (!is_long_flag(word)) {
        return error_set(line->error, STATUS_BAD, "%s: unknown option %s", line->command->name, word);
    } else {
        size_t size = strcspn(word + 2, "=");
        inside = word[2 + size] ? word + 2 + size + 1 : NULL;
        given->row = command_find_flag(line->command, word + 2, size, &given->session, line->error);
    }
    if (!given->row)
        return STATUS_BAD;
    note_old_flag(line, given->row, word);
    enum status status = collect_values(line, given, inside, index);
    line->given_count += !status;
    return status;
}

/* Returns whether a word with a dash is a negative number that the command accepts as a value, as in "profile
 * set KEY -1". No flag has a digit as its letter. */
static bool is_negative(const struct command *command, const char *word)
{
    bool takes = false;
    for (size_t i = 0; i < command->words.count; i++) {
        const struct argument *row = &command->words.rows[i];
        takes |= row->kind == VALUE_SETTING || (row->kind == VALUE_NUMBER && row->low < 0);
    }
    return takes && word[0] == '-' && (word[1] == '.' || ascii_is_digit(word[1]));
}

/* Separates argv into flags with their values and plain words. After the words of a command that runs
 * another one, everything belongs to that one. */
static enum status collect_words(struct parsed_line *line)
{
    bool ended = false;
    for (int index = 0; index < line->argc; index++) {
        char *word = line->argv[index];
        if (ended || word[0] != '-' || word[1] == '\0' || is_negative(line->command, word)) {
            line->parsed->words[line->word_count++] = word;
            ended |= line->command->runs_command &&
                     (size_t)line->word_count == line->command->words.count;
        } else if (strcmp(word, "--") == 0) {
            ended = true;
        } else {
            enum status status = collect_flag(line, &index);
            if (status)
                return status;
        }
    }
    return STATUS_OK;
}

/* --- reading values --- */

/* Returns whether a flag sets options: --profile or a flag with `sets`. */
static bool is_option(const struct given *given)
{
    return given->session == SESSION_PROFILE || given->row->sets;
}

/* Applies the session's flags; profiles first, because single options take precedence over them. */
static enum status apply_session_flags(struct parsed_line *line)
{
    enum status status = STATUS_OK;
    for (int profiles = 1; profiles >= 0; profiles--) {
        for (int i = 0; i < line->given_count && !status; i++) {
            const struct given *given = &line->given[i];
            if ((given->session == SESSION_PROFILE) != profiles)
                continue;
            if (is_option(given) && line->command->changes_options)
                return error_set(line->error, STATUS_BAD,
                                 "%s: --%s holds for one command alone, and this one changes the session",
                                 line->command->name, given->row->name);
            line->parsed->overrides |= is_option(given);
            if (given->session != SESSION_FLAGS)
                status = session_apply_flag(line->session, given->session,
                                            given->words.count ? given->words.word[0] : NULL, line->error);
        }
    }
    return status;
}

/* Reads a value of the command's own rows into `value`, and prints notes about old names of options in it.
 * `is_flag`: the row is a flag's. */
static enum status read_own_value(const struct parsed_line *line, bool is_flag, const struct argument *row,
                                  char *text, void *value)
{
    enum status status = value_read(line->session, line->command->name, is_flag, row, text, value,
                                    line->error);
    if (!status && row->kind == VALUE_AGENT) {
        session_note_agent(line->session, text);
    } else if (!status && row->kind == VALUE_KEY) {
        if (!former_note(&line->session->settings, text, ""))
            former_note_group(&line->session->settings, text, "");
        session_note_names(line->session);
    }
    return status;
}

/* Checks each word of an argument that takes a list. Stores the words themselves in the command's struct, not
 * the values that were read from them. */
static enum status read_list(struct parsed_line *line, bool is_flag, const struct argument *row,
                             struct word_list words)
{
    enum status status = STATUS_OK;
    union {
        int index;
        uint16_t ranks;
        uint64_t whole;
        double number;
        const char *text;
    } value;
    for (int i = 0; i < words.count && !status; i++)
        status = read_own_value(line, is_flag, row, words.word[i], &value);
    *(struct word_list *)(void *)((char *)line->parsed->args + row->at) = words;
    return status;
}

/* Reads the value of one of the command's own flags. */
static enum status read_own_flag(struct parsed_line *line, const struct given *given)
{
    const struct argument *row = given->row;
    char *text = given->words.count ? given->words.word[0] : NULL;
    if (row->sets)
        return session_set_option(line->session, row, text, line->error);
    if (row->list)
        return read_list(line, true, row, given->words);
    return read_own_value(line, true, row, text, (char *)line->parsed->args + row->at);
}

/* Returns whether the flag of this name was given. */
static bool is_given(const struct parsed_line *line, const char *name)
{
    for (int i = 0; i < line->given_count; i++)
        if (strcmp(line->given[i].row->name, name) == 0)
            return true;
    return false;
}

/* Reads the command's own flags. STATUS_BAD if two exclude each other or a required one is missing. */
static enum status read_own_flags(struct parsed_line *line)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < line->given_count && !status; i++)
        if (line->given[i].session == SESSION_FLAGS)
            status = read_own_flag(line, &line->given[i]);
    for (int i = 0; i < line->given_count && !status; i++) {
        const struct argument *row = line->given[i].row;
        if (row->unlike && is_given(line, row->unlike))
            status = error_set(line->error, STATUS_BAD, "%s: --%s or --%s, not both", line->command->name,
                               row->unlike, row->name);
    }
    for (size_t i = 0; i < line->command->flags.count && !status; i++)
        if (line->command->flags.rows[i].required && !is_given(line, line->command->flags.rows[i].name))
            status = usage_error(line->command, line->error);
    return status;
}

/* Computes the min and max number of words that the rows from `first` on take. */
static void count_words(const struct arguments *rows, size_t first, int *min, int *max)
{
    *min = *max = 0;
    for (size_t i = first; i < rows->count; i++) {
        *min += !rows->rows[i].optional;
        *max = rows->rows[i].list || *max == INT32_MAX ? INT32_MAX : *max + 1;
    }
}

/* Replaces the first `count` words, which are files, by "FILE#N", the name of the game that --game N picks.
 * line->parsed owns the names. */
static void name_games(struct parsed_line *line, char **word, int count)
{
    struct string_list *named = &line->parsed->named;
    struct text name = {0};
    for (int i = 0; i < count && line->session->picked_game; i++) {
        text_clear(&name);
        text_printf(&name, "%s#%llu", word[i], (unsigned long long)line->session->picked_game);
        string_list_add(named, text_string(&name));
        word[i] = named->items[named->count - 1];
    }
    text_free(&name);
}

/* Assigns the plain words to rows, from left to right. Skips an optional row if the later rows need the word,
 * or if the word does not fit and the later rows can take all words. */
static enum status assign_words(struct parsed_line *line)
{
    const struct arguments *rows = &line->command->words;
    char **word = line->parsed->words;
    int words_left = line->word_count, min, max; /* words not assigned yet; words that the later rows take */
    enum status status = STATUS_OK;
    count_words(rows, 0, &min, &max);
    if (words_left > max) {
        struct text usage = {0};
        usage_line(line->command, &usage);
        error_set(line->error, STATUS_BAD, "%s: found '%.60s', expected no more; usage: vedette %s",
                  line->command->name, word[max], text_string(&usage));
        text_free(&usage);
        return STATUS_BAD;
    }
    if (words_left < min)
        return usage_error(line->command, line->error);
    /* `min` and `max` are now the numbers of words that the rows after this one take. */
    for (size_t i = 0; i < rows->count && words_left && !status; i++) {
        const struct argument *row = &rows->rows[i];
        count_words(rows, i + 1, &min, &max);
        bool is_file = row->kind == VALUE_FILE;
        if (row->list) {
            name_games(line, word, is_file ? words_left : 0);
            status = read_list(line, false, row, (struct word_list){words_left, word});
            words_left = 0;
        } else if (!row->optional ||
                   (words_left > min && (words_left > max || value_fits(line->session, row, *word)))) {
            name_games(line, word, is_file);
            status = read_own_value(line, false, row, *word, (char *)line->parsed->args + row->at);
            word++;
            words_left--;
        }
    }
    return status;
}

enum status parse_line(struct session *session, const struct command *command, int argc, char **argv,
                       struct parsed *parsed, struct error *error)
{
    struct parsed_line line = {session, command, argc, argv, NULL, 0, parsed, 0, error};
    *parsed = (struct parsed){.args = memory_new(command->args_size + 1, 1),
                              .words = memory_new((size_t)argc + 1, sizeof *parsed->words)};
    if (command->defaults)
        memcpy(parsed->args, command->defaults, command->args_size);
    line.given = memory_new((size_t)argc + 1, sizeof *line.given);
    enum status status = collect_words(&line);
    if (!status)
        status = apply_session_flags(&line);
    if (!status)
        status = read_own_flags(&line);
    if (!status)
        status = assign_words(&line);
    free(line.given);
    return status;
}

void parsed_free(struct parsed *parsed)
{
    free(parsed->args);
    free(parsed->words);
    string_list_free(&parsed->named);
    *parsed = (struct parsed){0};
}

/* --- usage --- */

void usage_label(const struct argument *row, bool is_flag, struct text *out)
{
    text_printf(out, "%s%s", is_flag ? "--" : "", row->name);
    if (is_flag && row->kind != VALUE_NONE) {
        text_add(out, " ");
        value_name(row, out);
    }
    if (row->list)
        text_add(out, "…");
}

void usage_line(const struct command *command, struct text *out)
{
    const struct argument *row, *before = NULL;
    enum session_flag flag;
    text_add(out, command->name);
    for (size_t i = 0; i < command->words.count; i++) {
        row = &command->words.rows[i];
        text_printf(out, " %s%s%s%s", row->optional ? "[" : "", row->name, row->list ? "…" : "",
                    row->optional ? "]" : "");
    }
    for (size_t i = 0; (row = command_flag(command, i, &flag)); before = row, i++) {
        const struct argument *next = command_flag(command, i + 1, NULL);
        /* Flags that exclude each other stand in one pair of brackets: "[--a | --b]". */
        bool joined = before && row->unlike && strcmp(row->unlike, before->name) == 0;
        bool joins = next && next->unlike && strcmp(next->unlike, row->name) == 0;
        if (flag < SESSION_EVERYWHERE)
            continue;
        text_add(out, joined ? " | " : row->required ? " " : " [");
        usage_label(row, true, out);
        if (!row->required && !joins)
            text_add(out, "]");
    }
}

enum status usage_error(const struct command *command, struct error *error)
{
    struct text usage = {0};
    usage_line(command, &usage);
    enum status status = error_set(error, STATUS_BAD, "usage: vedette %s", text_string(&usage));
    text_free(&usage);
    return status;
}
