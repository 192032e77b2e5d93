/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the bot that talks to the manager of the UCC 2012 competition, byte by byte: it answers in whole
 * lines that the protocol has, and what it plays is on the board. */
#include "bot/progcomp.h"
#include "fuzz/fuzz.h"

enum { BYTES_MAX = 2000 };

/* Four lines of ten letters, or a move, "NO_MOVE" or "SURRENDER". */
static void check_answer(struct text *answer)
{
    const char *text = text_string(answer);
    size_t lines = 0;
    for (const char *at = text; *at; at++)
        lines += *at == '\n';
    fuzz_demand(!answer->size || text[answer->size - 1] == '\n', "an answer is whole lines");
    fuzz_demand(lines <= 1 || (lines == 4 && answer->size == 4 * (FILES + 1)), "one, or those of a set-up");
    text_clear(answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct agent agent;
    static struct settings settings;
    struct progcomp bot;
    struct text answer = {0};
    struct error error = {.text = ""};
    enum status status = STATUS_OK;
    if (!settings.count) {
        settings_init(&settings, option_groups);
        settings_set(&settings, "setup.generator", "random", "fuzz", NULL); /* the quickest */
        fuzz_demand(agent_start(&agent, "random", &settings, library_new(), NULL) == STATUS_OK, "it starts");
    }
    progcomp_init(&bot, &agent, &settings, 1, 1);
    for (size_t i = 0; i < size && i < BYTES_MAX && !status && bot.stage != PROGCOMP_OVER; i++) {
        status = progcomp_read_byte(&bot, (char)data[i], &answer, &error);
        fuzz_demand(!status || !answer.size, "a line that is none has no answer");
        check_answer(&answer);
    }
    if (status)
        fuzz_check_error(status, &error);
    if (bot.position.board.rules.name)
        fuzz_demand(board_fault(&bot.position.board) == NULL, "every derived value is right");
    text_free(&answer);
    progcomp_free(&bot);
    return 0;
}
