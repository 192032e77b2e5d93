/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes setups, as symbols and as letters: what is read is forty pieces, and written and read again
 * the same in both forms. */
#include "fuzz/thing.h"

static void check_again(const struct text *own, enum file_kind kind, const struct setup *setup)
{
    struct thing again;
    fuzz_read_own(own, kind, &again);
    fuzz_demand(memcmp(&again.setup, setup, sizeof *setup) == 0, "what is written is the same setup");
    thing_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct thing thing;
    struct text out = {0};
    if (!fuzz_read((const char *)data, size, &thing))
        return 0;
    if (thing.kind == FILE_SETUP || thing.kind == FILE_LETTERS) {
        fuzz_demand(setup_check(&thing.setup, NULL) == STATUS_OK, "a setup is the forty pieces");
        setup_write(&thing.setup, &out);
        check_again(&out, FILE_SETUP, &thing.setup);
        text_clear(&out);
        setup_write_letters(&thing.setup, thing.setup_side, &out);
        check_again(&out, FILE_LETTERS, &thing.setup);
    }
    text_free(&out);
    thing_free(&thing);
    return 0;
}
