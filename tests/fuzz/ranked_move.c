/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes moves of a game that is played elsewhere, as they are typed or stand in a file that is followed: a
 * move a line, each played on the board that the lines before led to. */
#include "bot/bot_seat.h"
#include "fuzz/fuzz.h"
#include "game/position.h"
#include "play/move_entry.h"

enum { LINES_MAX = 30 };

/* A game of which one half is known. */
static void start_half_known(struct position *position, struct view *view)
{
    const struct variant *variant = variant_at(VARIANT_STANDARD);
    struct bot_enemy enemy;
    struct setup setup = {0};
    int left[RANKS], next = 0;
    for (int rank = 0; rank < RANKS; rank++)
        left[rank] = rank_table[rank].count;
    for (int i = PIECES_A_SIDE; i-- > 0;) {
        while (!left[next])
            next++;
        left[next]--;
        setup.rank[i] = (uint8_t)next;
    }
    bot_enemy_full(variant, &enemy);
    fuzz_demand(bot_start_game(position, view, variant, RED, &setup, &enemy, rules_find("isf"),
                               NULL) == STATUS_OK,
                "a game begins");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct position position = {0};
    struct view view = {0};
    int lines = 0;
    start_half_known(&position, &view);
    for (size_t at = 0; at < size && lines < LINES_MAX; lines++) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t length = (end ? (size_t)(end - data) : size) - at;
        char line[64];
        struct move_with_ranks entered;
        struct event event;
        struct error error = {.text = ""};
        if (length >= sizeof line)
            break;
        memcpy(line, data + at, length);
        line[length] = '\0';
        at += length + 1;
        enum status status = move_entry_read(line, &position.board, NOTATION_DEBOER, &entered, &error);
        if (!status)
            status = position_play(&position, entered, &event, &error);
        fuzz_demand(status != STATUS_FAILED, "a move is played, or refused");
        if (status == STATUS_BAD)
            fuzz_check_error(status, &error);
        fuzz_demand(board_fault(&position.board) == NULL, "every derived value is right");
    }
    position_free(&position);
    view_free(&view);
    return 0;
}
