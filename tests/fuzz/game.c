/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes game files: a game is written, read and written again the same, legal or not; and so is its
 * journal. */
#include "fuzz/thing.h"

static void check_text(const struct record *record, void (*write)(const struct record *, struct text *))
{
    struct text out = {0}, second = {0};
    struct thing thing;
    write(record, &out);
    fuzz_read_own(&out, FILE_GAME, &thing);
    fuzz_demand(thing.record.plies == record->plies, "what is written has all moves");
    for (size_t i = 0; i < record->plies; i++)
        fuzz_demand(move_equal(thing.record.moves[i].move, record->moves[i].move),
                    "what is written has the same moves");
    write(&thing.record, &second);
    fuzz_same_text(&out, &second);
    thing_free(&thing);
    text_free(&out);
    text_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct thing thing;
    struct position position = {0};
    if (!fuzz_read((const char *)data, size, &thing))
        return 0;
    if (thing.kind == FILE_GAME) {
        fuzz_replay(&thing.record, &position);
        position_free(&position);
        record_check(&thing.record, NULL);
        check_text(&thing.record, game_write);
        check_text(&thing.record, game_write_journal);
    }
    thing_free(&thing);
    return 0;
}
