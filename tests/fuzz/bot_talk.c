/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes bot_talk_read_line: whatever a referee writes, the bot answers in whole lines that the protocol has,
 * and moves legally on request. */
#include "bot/bot_talk.h"
#include "fuzz/fuzz.h"
#include "game/notation.h"

#include <stdlib.h>
#include <string.h>

/* Of one input: lines; of these, ones that it thinks about, and setups that it makes, which take longest. */
enum { LINES_MAX = 30, THOUGHTS_MAX = 3, SETUPS_MAX = 1 };

/* The words that an answer may begin with. */
static bool is_answer(const char *line)
{
    static const char *const words[] = {"bot ",  "option ",  "variants ", "ready\n", "setup ",
                                        "move ", "resign\n", "error ",    "refused "};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strncmp(line, words[i], strlen(words[i])) == 0)
            return true;
    return false;
}

static void check_answer(struct text *answer)
{
    const char *line = text_string(answer);
    for (; *line; line = strchr(line, '\n') + 1) {
        fuzz_demand(is_answer(line), "the protocol has this answer");
        fuzz_demand(strchr(line, '\n') != NULL, "an answer is a whole line");
    }
    text_clear(answer);
}

/* Thinks, and plays the move as the referee would report it: onto an empty square only, as what stands on
 * others is not known here. */
static void think(struct bot_talk *talk, struct text *answer)
{
    struct move move = bot_talk_think(talk, 1, NULL, NULL, NULL);
    char text[MOVE_TEXT], line[32];
    bot_talk_write_move(talk, move, answer);
    if (move_is_none(move))
        return;
    fuzz_demand(board_check(&talk->view.board, move) == MOVE_LEGAL, "the move is legal");
    if (talk->view.board.at[move.to] != NO_PIECE)
        return;
    snprintf(line, sizeof line, "played %s", move_write(move, false, NOTATION_DEBOER, text));
    fuzz_demand(bot_talk_read_line(talk, line, answer) == BOT_TALK_NONE, "its own move is taken");
}

/* Whether a line is passed over: a bot that has to wait would keep the fuzzer waiting. */
static bool is_passed(const char *line, int *setups)
{
    line += strspn(line, " \t\r");
    if (strncmp(line, "setup", 5) == 0 && !line[5 + strspn(line + 5, " \t\r")] && ++*setups > SETUPS_MAX)
        return true;
    return strncmp(line, "set", 3) == 0 && strspn(line + 3, " \t\r") > 0;
}

/* A bot as it begins; statistics are read once. */
static void begin_talk(struct bot_talk *talk)
{
    static struct library *library;
    static struct settings settings;
    if (!library) {
        settings_init(&settings, option_groups);
        settings_set(&settings, "setup.generator", "random", "fuzz", NULL); /* the quickest */
        library = library_new();
    }
    fuzz_demand(bot_talk_init(talk, "random", NULL, &settings, library, 1, NULL) == STATUS_OK, "it starts");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bot_talk talk;
    struct text answer = {0};
    int lines = 0, thoughts = 0, setups = 0;
    begin_talk(&talk);
    for (size_t at = 0; at < size && lines < LINES_MAX; lines++) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t length = (end ? (size_t)(end - data) : size) - at;
        char *line = calloc(length + 1, 1);
        memcpy(line, data + at, length);
        enum bot_talk_task task = is_passed(line, &setups) ? BOT_TALK_NONE
                                                           : bot_talk_read_line(&talk, line, &answer);
        free(line);
        if (task == BOT_TALK_THINK && thoughts++ < THOUGHTS_MAX)
            think(&talk, &answer);
        check_answer(&answer);
        at += length + 1;
    }
    text_free(&answer);
    bot_talk_free(&talk);
    return 0;
}
