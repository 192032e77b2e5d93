/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes setups, as symbols and as letters: what is read is a variant's army, and written and read again the
 * same in both forms; as letters where the pieces alone say which variant it is. */
#include "fuzz/content.h"

static void check_again(const struct text *own, enum file_kind kind, const struct setup *setup,
                        const struct variant *variant)
{
    struct file_content again;
    fuzz_read_own(own, kind, &again);
    fuzz_demand(again.setup_variant == variant, "what is written is of the same variant");
    fuzz_demand(memcmp(&again.setup, setup, sizeof *setup) == 0, "what is written is the same setup");
    file_content_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct file_content content;
    struct text out = {0};
    if (!fuzz_read((const char *)data, size, &content))
        return 0;
    if (content.kind == FILE_SETUP || content.kind == FILE_LETTERS) {
        fuzz_demand(setup_variant(&content.setup) != NULL, "a setup is a variant's");
        setup_write(&content.setup, content.setup_variant, &out);
        check_again(&out, FILE_SETUP, &content.setup, content.setup_variant ? content.setup_variant
                                                                            : setup_variant(&content.setup));
        text_clear(&out);
        setup_write_letters(&content.setup, content.setup_side, &out);
        if (!setup_variant(&content.setup)->any_army)
            check_again(&out, FILE_LETTERS, &content.setup, NULL);
    }
    text_free(&out);
    file_content_free(&content);
    return 0;
}
