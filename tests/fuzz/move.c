/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes move_read in both notations: what was read is written and read again the same. */
#include "fuzz/fuzz.h"
#include "game/notation.h"

static void try_notation(const char *text, enum notation notation)
{
    struct move_with_ranks entered, again;
    struct error error = {0};
    size_t column = 0;
    bool attack = false;
    enum status status = move_read_marked(text, notation, &entered, &attack, &column, &error);
    if (status != STATUS_OK) {
        fuzz_check_error(status, &error);
        fuzz_demand(column >= 1 && column <= strlen(text) + 1, "the column lies within the text");
        return;
    }
    char written[MOVE_TEXT];
    move_write(entered.move, attack, notation, written);
    status = move_read(written, notation, &again, &column, &error);
    fuzz_demand(status == STATUS_OK, "what is written can be read");
    fuzz_demand(again.move.from == entered.move.from && again.move.to == entered.move.to,
                "what is written is the same move");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 1000)
        return 0;
    char text[1001];
    memcpy(text, data, size);
    text[size] = '\0';
    try_notation(text, NOTATION_DEBOER);
    try_notation(text, NOTATION_ARTS);
    return 0;
}
