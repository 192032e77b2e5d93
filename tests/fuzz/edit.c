/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes `position edit`: its words, split at blanks, put a position together that is sound. */
#include "commands/table.h"
#include "console/parse.h"
#include "console/words.h"
#include "fuzz/fuzz.h"

enum { LINE_LENGTH_MAX = 400 };

static void check_session(const struct session *session)
{
    const struct board *board = &session->game->position.board;
    fuzz_demand(board_fault(board) == NULL, "every derived value is right");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct session session;
    static bool ready;
    char line[LINE_LENGTH_MAX + 1];
    size_t at = 0;
    struct words words = {0};
    struct parsed parsed = {0};
    struct error error = {.text = ""};
    if (size > LINE_LENGTH_MAX)
        return 0;
    if (!ready)
        session_init(&session, &command_table);
    ready = true;
    memcpy(line, data, size);
    line[size] = '\0';
    /* Flags and files are the targets `command` and `position`. */
    if (strchr(line, '-') || words_split(line, &at, &words, NULL) != STATUS_OK)
        return 0;
    enum status status =
        parse_line(&session, &command_position_edit, words.count, words.word, &parsed, &error);
    if (!status)
        status = command_position_edit.run(&session, parsed.args, &error);
    fuzz_demand(status != STATUS_FAILED, "words are taken, or refused");
    if (status == STATUS_BAD)
        fuzz_check_error(status, &error);
    if (session.game)
        check_session(&session);
    session_drop_game(&session);
    parsed_free(&parsed);
    words_free(&words);
    return 0;
}
