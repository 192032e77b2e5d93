/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes keymap_parse: what is taken leaves each key one meaning on a screen, and help and quit a key. */
#include "fuzz/fuzz.h"
#include "tui/keymap.h"

/* What a key means on a screen: one thing at most. */
static void check_key(const struct keymap *keymap, int key, unsigned screen)
{
    int meanings = 0;
    for (size_t i = 0; i < keymap->count; i++)
        for (int k = 0; k < KEYS_A_ROW && keymap->rows[i].keys[k]; k++)
            meanings += keymap->rows[i].keys[k] == key && keymap->rows[i].screens & screen;
    fuzz_demand(meanings <= 1, "a key has one meaning");
}

static void check_screen(const struct keymap *keymap, unsigned screen)
{
    bool help = false, quit = false;
    for (size_t i = 0; i < keymap->count; i++) {
        const struct key_binding *row = &keymap->rows[i];
        if (!(row->screens & screen))
            continue;
        help |= row->action == ACTION_HELP && row->keys[0];
        quit |= row->action == ACTION_QUIT && row->keys[0];
        for (int k = 0; k < KEYS_A_ROW && row->keys[k]; k++)
            check_key(keymap, row->keys[k], screen);
    }
    fuzz_demand(help && quit, "help and quit have a key");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct keymap keymap;
    struct error error = {.text = ""};
    enum status status = keymap_parse(&keymap, "f", (const char *)data, size, &error);
    if (status) {
        fuzz_check_error(status, &error);
        fuzz_demand(strncmp(error.text, "f:", 2) == 0, "the error names the file");
        return 0;
    }
    fuzz_demand(keymap.count <= KEYMAP_ROWS, "there are not too many rows");
    check_screen(&keymap, ON_GAME);
    check_screen(&keymap, ON_MENU);
    for (size_t i = 0; i < keymap.count; i++)
        fuzz_demand(keymap.rows[i].label && strlen(keymap.rows[i].label) < KEYMAP_LABEL, "a row has a label");
    return 0;
}
