/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes command lines: their words, the search in the table, and options. Nothing is run. */
#include "commands/table.h"
#include "console/parse.h"
#include "console/words.h"
#include "fuzz/fuzz.h"
#include "plan/planner.h"

#include <stdlib.h>

enum { LINE_LENGTH_MAX = 500, COMMANDS_MAX = 8 /* of one line that are looked at */ };

/* Words joined by blanks are the same words again, where none is empty or needs quotes. */
static void try_again(const struct words *words)
{
    struct text line = {0};
    struct words again;
    size_t at = 0;
    bool plain = true;
    for (int i = 0; i < words->count; i++) {
        const char *word = words->word[i];
        plain = plain && *word && *word != '#' && !strpbrk(word, " \t\r\n\v\f'\";>");
        text_printf(&line, "%s%s", i ? " " : "", word);
    }
    if (plain) {
        fuzz_demand(words_split(text_string(&line), &at, &again, NULL) == STATUS_OK, "words are a line");
        fuzz_demand(again.count == words->count, "as many words");
        for (int i = 0; i < again.count; i++)
            fuzz_demand(strcmp(again.word[i], words->word[i]) == 0, "the same words");
        words_free(&again);
    }
    text_free(&line);
}

/* A command with a flag of each way to take values. */
struct fuzz_args {
    bool show;
    const char *name;
    uint64_t games;
    double time;
    int square, side, rank, choice, plan, variant;
    uint16_t ranks;
    struct time_terms clock;
    const char *note, *agent;
    struct word_list setups, words;
};

static const struct argument try_words[] = {
    {.name = "SQUARE", .kind = VALUE_SQUARE, .optional = true, .at = offsetof(struct fuzz_args, square)},
    {.name = "WORD", .kind = VALUE_TEXT, .list = true, .optional = true,
     .at = offsetof(struct fuzz_args, words)},
};

static const char *const few_words[] = {"one", "two", NULL};

static const struct argument try_flags[] = {
    {.name = "show", .kind = VALUE_NONE, .at = offsetof(struct fuzz_args, show)},
    {.name = "name", .kind = VALUE_TEXT, .at = offsetof(struct fuzz_args, name)},
    {.name = "games", .kind = VALUE_WHOLE, .at = offsetof(struct fuzz_args, games), .min = 1, .max = 1000},
    {.name = "time", .kind = VALUE_NUMBER, .at = offsetof(struct fuzz_args, time), .low = 0, .high = 10},
    {.name = "setups", .kind = VALUE_FILE, .list = true, .at = offsetof(struct fuzz_args, setups)},
    {.name = "kind", .kind = VALUE_TEXT, .sets = "belief.kind"},
    {.name = "side", .kind = VALUE_SIDE, .at = offsetof(struct fuzz_args, side)},
    {.name = "rank", .kind = VALUE_RANK, .at = offsetof(struct fuzz_args, rank)},
    {.name = "ranks", .kind = VALUE_RANKS, .at = offsetof(struct fuzz_args, ranks)},
    {.name = "choice", .kind = VALUE_CHOICE, .words = few_words, .at = offsetof(struct fuzz_args, choice)},
    {.name = "variant", .kind = VALUE_VARIANT, .at = offsetof(struct fuzz_args, variant)},
    {.name = "plan", .kind = VALUE_PLAN, .at = offsetof(struct fuzz_args, plan)},
    {.name = "clock", .kind = VALUE_CLOCK, .at = offsetof(struct fuzz_args, clock)},
    {.name = "note", .kind = VALUE_NOTE, .at = offsetof(struct fuzz_args, note)},
    {.name = "agent", .kind = VALUE_AGENT, .at = offsetof(struct fuzz_args, agent), .unlike = "plan"},
};

static const struct command try_command = {
    .name = "try",
    .words = ROWS(try_words),
    .flags = ROWS(try_flags),
    .json = true,
    .args_size = sizeof(struct fuzz_args),
    .defaults = &(const struct fuzz_args){.games = 1},
    .help = "",
};

/* The words of a list are strings that can be read. */
static void read_list(const struct word_list *list)
{
    for (int i = 0; i < list->count; i++)
        fuzz_demand(strlen(list->word[i]) < 100000, "the list's words are strings");
}

/* What was read is what the rows allow. */
static void check_args(const struct fuzz_args *args, int argc)
{
    fuzz_demand(args->games >= 1 && args->games <= 1000 && args->time >= 0 && args->time <= 10,
                "numbers are in range");
    fuzz_demand(args->square >= 0 && args->square < SQUARES, "squares are on the board");
    fuzz_demand(args->rank >= 0 && args->rank < RANKS && args->ranks < 1 << RANKS, "ranks are ranks");
    fuzz_demand((args->side == RED || args->side == BLUE) && args->choice >= 0 && args->choice < 2 &&
                    args->plan >= 0 && args->plan < plan_kind_count && args->variant >= 0 &&
                    (size_t)args->variant < variant_count,
                "a word is one of those that may stand there");
    for (enum side side = RED; side <= BLUE; side++)
        fuzz_demand(!args->clock.side[side].total || !args->clock.side[side].move, "a clock is of one kind");
    fuzz_demand(args->setups.count + args->words.count <= argc, "words do not grow");
    read_list(&args->setups);
    read_list(&args->words);
}

/* A session as it begins, made once: a line gets a copy, with what it may change. */
static void copy_session(struct session *session)
{
    static struct session fresh;
    static bool ready;
    if (!ready)
        session_init(&fresh, &command_table);
    ready = true;
    *session = fresh;
    settings_copy(&session->settings, &fresh.settings);
}

static void free_session_copy(struct session *session)
{
    string_list_free(&session->profiles);
    settings_free(&session->settings);
}

static void try_line(int argc, char **argv)
{
    struct session session;
    struct parsed parsed = {0};
    struct error error = {0};
    copy_session(&session);
    enum status status = parse_line(&session, &try_command, argc, argv, &parsed, &error);
    if (status)
        fuzz_check_error(status, &error);
    else
        check_args(parsed.args, argc);
    parsed_free(&parsed);
    free_session_copy(&session);
}

/* The words of one command. */
static void try_words_of(struct words *words)
{
    struct error error = {0};
    int used = 0;
    try_again(words);
    const struct command *command = command_find(&command_table, words->count, words->word, &used, &error);
    if (command)
        fuzz_demand(used >= 1 && used <= words->count, "a name has words of the line");
    else
        fuzz_check_error(STATUS_BAD, &error);
    fuzz_demand(!words->out || words->count, "a file has a command");
    try_line(words->count, words->word);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > LINE_LENGTH_MAX)
        return 0;
    char line[LINE_LENGTH_MAX + 1];
    memcpy(line, data, size);
    line[size] = '\0';
    size_t at = 0;
    bool more = true;
    for (int i = 0; i < COMMANDS_MAX && more; i++) {
        struct words words;
        struct error error = {0};
        size_t before = at;
        enum status status = words_split(line, &at, &words, &error);
        if (status) {
            fuzz_check_error(status, &error);
            fuzz_demand(at == before, "a wrong command is not passed");
            return 0;
        }
        more = words.more;
        fuzz_demand(more ? at > before && line[at - 1] == ';' : at == strlen(line), "a command ends");
        try_words_of(&words);
        words_free(&words);
    }
    return 0;
}
