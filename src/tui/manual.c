/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the keys as a section of the manual page. */
#include "tui/tui.h"

#include "console/help.h"
#include "tui/keys.h"

/* The sections of the list. Keys of all screens come before them, keys of screens that are not listed here
 * after. */
static const struct {
    unsigned screens;
    const char *heading;
} parts[] = {
    {ON_GAME, "In a game"},
    {ON_SETUP, "While an army is arranged"},
    {ON_SHAPES, "In the list of setups by shape"},
    {ON_MENU | ON_NEW | ON_SEATING, "In the menu and its forms"},
    {ON_GAMES, "In the list of games"},
    {ON_HELP, "In the help"},
    {ON_EDITOR, "While a position is set up"},
    {ON_ENEMY, "While the enemy's squares on another board are entered"},
    {ON_COVER, "On the cover between two people"},
};

/* Appends one key with its help text. */
static void add_key(const struct key_binding *row, struct text *out)
{
    text_add(out, ".TP\n.B \"");
    help_add_roff(row->label, out);
    text_add(out, "\"\n");
    help_add_roff(row->help, out);
    text_add(out, "\n");
}

/* Appends a section with the keys of `screens`. Leaves out keys that apply to all screens of `without` (0:
 * leaves none out). Appends no heading if there are no keys. */
static void add_part(const char *heading, unsigned screens, unsigned without, struct text *out)
{
    bool begun = false;
    for (size_t i = 0; i < key_count; i++) {
        const struct key_binding *row = &key_table[i];
        if (!(row->screens & screens) || (without && (row->screens & without) == without))
            continue;
        if (!begun)
            text_printf(out, ".SS %s\n", heading);
        begun = true;
        add_key(row, out);
    }
}

void tui_manual(struct text *out)
{
    unsigned listed = 0;
    text_add(out, ".SH KEYS\n.SS On every screen\n");
    for (size_t i = 0; i < key_count; i++)
        if ((key_table[i].screens & ON_ALL) == ON_ALL)
            add_key(&key_table[i], out);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        add_part(parts[i].heading, parts[i].screens, ON_ALL, out);
        listed |= parts[i].screens;
    }
    add_part("On other screens", ~listed, ON_ALL, out);
}

bool tui_key(size_t index, struct key_words *key)
{
    if (index >= key_count)
        return false;
    const struct key_binding *row = &key_table[index];
    *key = (struct key_words){row->label, row->command_word ? row->command_word : "", row->help};
    return true;
}
