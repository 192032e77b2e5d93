/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes `game follow`: a file of moves, a line each, that somebody else writes. The game at hand stays one
 * that can be played, and holds no more moves than the file has lines. */
#include "commands/table.h"
#include "console/command.h"
#include "fuzz/content.h"
#include "fuzz/files.h"

/* A game of two set-ups of which all ranks are known, to be followed. */
static void write_start(char path[300])
{
    struct record record = {0};
    struct text text = {0};
    record_clear(&record);
    record.rules = *rules_find("isf");
    for (int square = 0; square < SQUARES; square++)
        record.start.cell[square].side = SIDES;
    for (enum side side = RED; side <= BLUE; side++) {
        int left[RANKS], next = 0;
        for (int rank = 0; rank < RANKS; rank++)
            left[rank] = rank_table[rank].count;
        for (int i = PIECES_A_SIDE; i-- > 0;) { /* what cannot move stands at the back */
            while (!left[next])
                next++;
            left[next]--;
            record.start.cell[setup_square(side, i)] =
                (struct cell){.side = (uint8_t)side, .rank = (uint8_t)next};
        }
    }
    game_write(&record, &text);
    fuzz_file("start.game", text.bytes, text.size, path);
    text_free(&text);
    record_clear(&record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct session session;
    static char start[300];
    char path[300], line[700];
    struct error error = {.text = ""};
    size_t lines = 1;
    if (!start[0]) {
        session_init(&session, &command_table);
        write_start(start);
    }
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n' || data[i] == '\r';
    fuzz_file("moves.txt", data, size, path);
    snprintf(line, sizeof line, "load %s", start);
    fuzz_demand(command_run_line(&session, line, &error) == STATUS_OK, "the game can be loaded");
    snprintf(line, sizeof line, "game follow --once %s", path);
    enum status status = command_run_line(&session, line, &error);
    fuzz_demand(status != STATUS_FAILED, "a move is played, or refused");
    if (status == STATUS_BAD)
        fuzz_check_error(status, &error);
    fuzz_demand(session.game && session.game->record.plies <= lines, "no line is two moves");
    fuzz_demand(board_fault(&session.game->position.board) == NULL, "every derived value is right");
    session_drop_game(&session);
    return 0;
}
