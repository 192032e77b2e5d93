/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes position files and fields: a position that can be used is written, read and written again the
 * same, and has the same legal moves. */
#include "fuzz/content.h"

static void check_moves(const struct position *position, const struct position *again)
{
    struct move moves[MOVES_MAX], others[MOVES_MAX];
    int count = board_moves(&position->board, moves);
    fuzz_demand(board_moves(&again->board, others) == count &&
                    memcmp(moves, others, (size_t)count * sizeof *moves) == 0,
                "what is written has the same legal moves");
}

static void check_position(const struct position *position)
{
    struct text out = {0}, second = {0};
    struct file_content content;
    struct position again = {0};
    position_write(position, &out);
    fuzz_read_own(&out, FILE_POSITION, &content);
    fuzz_demand(fuzz_replay(&content.record, &again), "what is written can be used");
    position_write(&again, &second);
    fuzz_same_text(&out, &second);
    check_moves(position, &again);
    position_free(&again);
    file_content_free(&content);
    text_free(&out);
    text_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct file_content content;
    struct position position = {0};
    if (!fuzz_read((const char *)data, size, &content))
        return 0;
    if (content.kind == FILE_POSITION || content.kind == FILE_FIELD) {
        fuzz_demand(placement_check(&content.record.start, NULL) == STATUS_OK, "a position is sound");
        if (fuzz_replay(&content.record, &position))
            check_position(&position);
        position_free(&position);
    }
    file_content_free(&content);
    return 0;
}
