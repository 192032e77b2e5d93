/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes tactics_parse: what is read is sound, is written again the same, and its move is legal. */
#include "fuzz/fuzz.h"
#include "lab/tactics.h"

static void write_all(const struct tactics *tactics, struct text *out)
{
    tactics_write_head("fuzz", out);
    for (size_t i = 0; i < tactics->count; i++) {
        const struct tactic *item = &tactics->items[i];
        tactic_write(item->name, item->theme, item->plies, item->right, &item->position, out);
    }
}

static void check_tactics(const struct tactics *tactics)
{
    struct tactics again = {0};
    struct text once = {0}, twice = {0};
    for (size_t i = 0; i < tactics->count; i++) {
        const struct tactic *item = &tactics->items[i];
        fuzz_demand(board_fault(&item->position.board) == NULL, "every derived value is right");
        fuzz_demand(board_check(&item->position.board, item->right) == MOVE_LEGAL, "the move is legal");
    }
    write_all(tactics, &once);
    fuzz_demand(tactics_parse(&again, "again", text_string(&once), once.size, NULL) == STATUS_OK,
                "what is written can be read");
    write_all(&again, &twice);
    fuzz_demand(!strcmp(text_string(&once), text_string(&twice)), "it is written the same again");
    tactics_free(&again);
    text_free(&once);
    text_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct tactics tactics = {0};
    struct error error = {.text = ""};
    enum status status = tactics_parse(&tactics, "f", (const char *)data, size, &error);
    if (status) {
        fuzz_check_error(status, &error);
        fuzz_demand(tactics.count == 0, "nothing is left behind");
    } else if (tactics.count) {
        check_tactics(&tactics);
    }
    tactics_free(&tactics);
    return 0;
}
