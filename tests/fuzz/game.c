/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes game files: a game is written, read and written again the same, legal or not; and so is its
 * journal. */
#include "fuzz/content.h"

static void check_text(const struct record *record, void (*write)(const struct record *, struct text *))
{
    struct text out = {0}, second = {0};
    struct file_content content;
    write(record, &out);
    fuzz_read_own(&out, FILE_GAME, &content);
    fuzz_demand(content.record.plies == record->plies, "what is written has all moves");
    for (size_t i = 0; i < record->plies; i++)
        fuzz_demand(move_equal(content.record.moves[i].move, record->moves[i].move),
                    "what is written has the same moves");
    write(&content.record, &second);
    fuzz_same_text(&out, &second);
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
    if (content.kind == FILE_GAME) {
        fuzz_replay(&content.record, &position);
        position_free(&position);
        record_check(&content.record, NULL);
        check_text(&content.record, game_write);
        check_text(&content.record, game_write_journal);
    }
    file_content_free(&content);
    return 0;
}
