/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes command lines: their words, the search in the table, and options. Nothing is run. */
#include "console/arguments.h"
#include "console/commands.h"
#include "console/words.h"
#include "fuzz/fuzz.h"

/* Words joined by blanks are the same words again, where none is empty or needs quotes. */
static void try_again(const struct words *words)
{
    struct text line = {0};
    struct words again;
    bool plain = true;
    for (int i = 0; i < words->count; i++) {
        const char *word = words->word[i];
        plain = plain && *word && *word != '#' && !strpbrk(word, " \t\r\n\v\f'\"");
        text_printf(&line, "%s%s", i ? " " : "", word);
    }
    if (plain) {
        fuzz_demand(words_split(text_string(&line), &again, NULL) == STATUS_OK, "words are a line");
        fuzz_demand(again.count == words->count, "as many words");
        for (int i = 0; i < again.count; i++)
            fuzz_demand(strcmp(again.word[i], words->word[i]) == 0, "the same words");
        words_free(&again);
    }
    text_free(&line);
}

static void try_options(int argc, char **argv)
{
    bool json = false;
    const char *name = NULL;
    uint64_t games = 1;
    double time = 1;
    struct word_list list = {0};
    const struct flag flags[] = {
        {.name = "json", .kind = FLAG_BARE, .value = &json},
        {.name = "name", .kind = FLAG_TEXT, .value = &name},
        {.name = "games", .kind = FLAG_WHOLE, .value = &games, .least = 1, .most = 1000},
        {.name = "time", .kind = FLAG_NUMBER, .value = &time, .low = 0, .high = 10},
        {.name = "setups", .kind = FLAG_LIST, .value = &list},
    };
    struct error error = {0};
    int given = argc;
    enum status status = arguments_parse(&command_match, flags, 5, &argc, argv, &error);
    if (status) {
        fuzz_check_error(status, &error);
        return;
    }
    fuzz_demand(argc >= 0 && argc <= given, "words do not grow");
    fuzz_demand(games >= 1 && games <= 1000 && time >= 0 && time <= 10, "numbers are in range");
    for (int i = 0; i < argc; i++)
        fuzz_demand(strlen(argv[i]) < 100000, "words are strings");
    for (int i = 0; i < list.count; i++)
        fuzz_demand(strlen(list.word[i]) < 100000, "the list's words are strings");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 4000)
        return 0;
    char line[4001];
    memcpy(line, data, size);
    line[size] = '\0';
    struct words words;
    struct error error = {0};
    enum status status = words_split(line, &words, &error);
    if (status) {
        fuzz_check_error(status, &error);
        return 0;
    }
    try_again(&words);
    int used = 0;
    const struct command *command = command_find(words.count, words.word, &used, &error);
    if (command)
        fuzz_demand(used >= 1 && used <= words.count, "a name has words of the line");
    else
        fuzz_check_error(STATUS_BAD, &error);
    try_options(words.count, words.word);
    words_free(&words);
    return 0;
}
