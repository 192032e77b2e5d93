/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The key bar: the keys of a screen or of its state, as many as fit; each can be clicked. */
#include "tui/key_bar.h"

#include "tui/draw.h"

#include <stdio.h>
#include <string.h>

/* One way to fill a help line: the columns between keys, and whether keys that the message line also names
 * are shown. */
struct help_spacing {
    int gap;
    bool in_message;
};

/* Draws a key and its word at `col`; a click on it acts as `key`. */
static void draw_key(struct canvas *canvas, int row, int col, const char *label, int key, const char *word)
{
    int letters = canvas_width(canvas, label), cols = letters + 1 + canvas_width(canvas, word);
    canvas_text(canvas, row, col, letters, ROLE_KEY, label);
    canvas_text(canvas, row, col + letters + 1, cols - letters - 1, ROLE_DIM, word);
    if (key)
        canvas_hot(canvas, row, col, cols, HOT_KEY, key);
}

/* Returns the columns of all keys; with `draw`, also draws those that fit. */
static int draw_keys(struct canvas *canvas, const struct area *area, const struct help_keys *keys,
                     struct help_spacing spacing, bool draw)
{
    int col = area->col, end = area->col + area->cols;
    for (size_t i = 0; i < keys->count; i++) {
        const struct key_binding *row = &keys->rows[i];
        if (!(row->screens & keys->screen) || !row->brief || (row->in_message && !spacing.in_message) ||
            (keys->works && !keys->works(keys->context, row)))
            continue;
        char key[32];
        snprintf(key, sizeof key, "%s", row->label);
        /* The first key of the label "?, F1"; a comma may be a key itself. */
        key[row->label[0] == ',' ? 1 : strcspn(key, ",")] = '\0';
        int need = canvas_width(canvas, key) + 1 + canvas_width(canvas, row->brief);
        if (draw && col + need > end)
            continue;
        if (draw)
            draw_key(canvas, area->row, col, key, row->keys[0], row->brief);
        col += need + spacing.gap;
    }
    return col - spacing.gap - area->col;
}

void draw_help_keys(struct canvas *canvas, const struct area *area, const struct help_keys *keys)
{
    static const struct help_spacing spacings[] = {{2, true}, {2, false}, {1, false}};
    enum { LAST = sizeof spacings / sizeof spacings[0] - 1 };
    int spacing = 0;
    if (area->rows == 0)
        return;
    /* Takes the first spacing with which all keys fit. */
    while (spacing < LAST && draw_keys(canvas, area, keys, spacings[spacing], false) > area->cols)
        spacing++;
    draw_keys(canvas, area, keys, spacings[spacing], true);
}

void draw_help_line(struct canvas *canvas, const struct area *area, unsigned screen)
{
    draw_help_keys(canvas, area, &(struct help_keys){key_table, key_count, screen, NULL, NULL});
}

/* Draws an entry at `col` if it ends before `end`; without `draw` only measures it. Returns its columns; 0 if
 * it has no key or does not fit. */
static int draw_entry(struct canvas *canvas, int row, int col, int end, unsigned screen,
                      const struct bar_key *entry, bool draw)
{
    char label[2 * sizeof(struct key_name)];
    struct key_name name = key_for(entry->action, screen), second = key_for(entry->second, screen);
    if (!entry->label && !name.bound)
        return 0;
    bool both = entry->second != ACTION_NONE && second.bound;
    snprintf(label, sizeof label, "%s%s%s", entry->label ? entry->label : name.text, both ? " " : "",
             both ? second.text : "");
    int width = canvas_width(canvas, label) + 1 + canvas_width(canvas, entry->word);
    if (!draw)
        return width;
    if (col + width > end)
        return 0;
    draw_key(canvas, row, col, label, entry->label ? entry->key : key_code(entry->action, screen),
             entry->word);
    if (both) /* the second key's own columns */
        canvas_hot(canvas, row, col + canvas_width(canvas, name.text) + 1, canvas_width(canvas, second.text),
                   HOT_KEY, key_code(entry->second, screen));
    return width;
}

void draw_key_bar(struct canvas *canvas, const struct area *area, unsigned screen,
                  const struct bar_key *keys, size_t count)
{
    int sum = 0, end = area->col + area->cols, col = area->col;
    if (area->rows == 0)
        return;
    for (size_t i = 0; i < count; i++) {
        int width = draw_entry(canvas, area->row, 0, end, screen, &keys[i], false);
        sum += width ? width + 2 : 0;
    }
    int gap = sum - 2 > area->cols ? 1 : 2;
    for (size_t i = 0; i < count; i++) {
        int width = draw_entry(canvas, area->row, col, end, screen, &keys[i], true);
        col += width ? width + gap : 0;
    }
}
