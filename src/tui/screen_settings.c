/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings screen: options that are saved in the user's config.yaml as soon as they are changed. */
#include "tui/screen.h"

#include "agent/screen_option.h"
#include "profile/layers.h"
#include "tui/form.h"
#include "tui/theme.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 46, LABEL = 22, PATH_CAPACITY = 4096 };

/* The options of the screen. */
static const struct settings_row {
    const char *label, *key;
    enum action actions[2];    /* actions of the game screen that do the same; the label names their keys */
} rows[] = {
    {"Colours", "screen.theme"},
    {"At the bottom", "screen.side"},
    {"Mouse", "screen.mouse"},
    {"Where is a rank?", "screen.where", {ACTION_HEAT}},
    {"What is a piece?", "screen.what", {ACTION_PIECE_RANKS}},
    {"Values", "screen.values", {ACTION_VALUES}},
    {"Large panel", "screen.panel", {ACTION_PLANS, ACTION_LINES}},
    {"Hints by", "hint.agent", {ACTION_HINT}},
    {"Best moves in hints", "hint.lines"},
    {"Notation", "notation.notation"},
    {"Explain as you play", "screen.lessons"},
    {"Under the cursor", "screen.about", {ACTION_SQUARE_INFO}},
};

enum { ROWS_HERE = sizeof rows / sizeof *rows };

/* The state of the screen. */
struct settings_place {
    int selected; /* the selected row */
};

/* Returns the state of the screen. */
static struct settings_place *settings_place(const struct tui *tui)
{
    return screen_state(tui, &settings_screen);
}

/* Returns the option of a row, and its index in the settings. */
static const struct option *row_option(const struct tui *tui, int row, int *index)
{
    *index = settings_find(&tui->session->settings, rows[row].key);
    return settings_option(&tui->session->settings, *index, NULL);
}

/* Selects the first row. */
static void settings_enter(struct tui *tui)
{
    settings_place(tui)->selected = 0;
    message_clear(tui);
}

/* Draws where the options are saved, and the file of the user's keys. */
static void draw_places(struct canvas *canvas, int row, int last, int col)
{
    char path[PATH_CAPACITY] = "", text[PATH_CAPACITY];
    if (row >= last)
        return;
    if (!layers_config(path, sizeof path)) {
        canvas_text(canvas, row, col, canvas->cols - col, ROLE_DIM,
                    "Kept for now only: neither XDG_CONFIG_HOME nor HOME is set");
        return;
    }
    shorten_home_path(path, text, sizeof text);
    canvas_printf(canvas, row, col, canvas->cols - col, ROLE_DIM, "Kept in %s", text);
    if (row + 1 >= last || !keymap_path(path, sizeof path))
        return;
    shorten_home_path(path, text, sizeof text);
    canvas_printf(canvas, row + 1, col, canvas->cols - col, ROLE_DIM, "Keys of your own: %s", text);
}

/* Writes a row's label with the keys that do the same: "Large panel (p, L)". */
static void write_label(const struct settings_row *row, char label[LABEL + 16])
{
    int used = snprintf(label, LABEL + 16, "%s", row->label), keys = 0;
    for (int i = 0; i < 2 && row->actions[i] && used < LABEL; i++) {
        struct key_name key = key_for(row->actions[i], ON_GAME);
        if (key.bound)
            used += snprintf(label + used, (size_t)(LABEL + 16 - used), "%s%s", keys++ ? ", " : " (",
                             key.text);
    }
    if (keys && used < LABEL)
        snprintf(label + used, (size_t)(LABEL + 16 - used), ")");
}

/* Draws the options, the meaning of the selected one, and where they are saved. */
static void settings_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct layout *layout = &tui->layout;
    int first = layout->title.rows, last = layout->message.row, index;
    int col = canvas->cols > WIDTH + 2 ? (canvas->cols - WIDTH) / 2 : 0;
    int other_rows = last - first >= 16 ? 6 : 2; /* meaning and places; 6: with gaps */
    int shown = last - first - other_rows < ROWS_HERE ? last - first - other_rows : ROWS_HERE;
    int top = settings_place(tui)->selected < shown ? 0 : settings_place(tui)->selected - shown + 1;
    if (last - first > ROWS_HERE + other_rows)
        first += (last - first - ROWS_HERE - other_rows) / 3;
    const struct form_place place = {col, WIDTH, LABEL};
    draw_title(canvas, &layout->title, "Vedette   settings", "");
    for (int i = 0; i < shown; i++) {
        char value[OPTION_VALUE_TEXT], label[LABEL + 16];
        row_option(tui, top + i, &index);
        write_label(&rows[top + i], label);
        settings_show(&tui->session->settings, index, value, sizeof value);
        canvas_hot(canvas, first + i, 0, canvas->cols, HOT_ROW, top + i);
        form_draw_row(canvas, &place, first + i, top + i == settings_place(tui)->selected, label, value);
    }
    const struct option *option = row_option(tui, settings_place(tui)->selected, &index);
    int row = first + shown + (other_rows > 2);
    for (const char *text = option->meaning; *text && row < last - 1; row++) {
        size_t size = canvas_fit(canvas, text, canvas->cols - col);
        canvas_printf(canvas, row, col, canvas->cols - col, ROLE_TEXT, "%.*s", (int)size, text);
        text += size + strspn(text + size, " ");
    }
    draw_places(canvas, row + (other_rows > 2), last, col);
    draw_help_line(canvas, &layout->help, ON_SETTINGS);
    draw_message(tui, canvas);
}

/* Lists the values that an option may have; none for a number. */
static void list_words(const struct option *option, struct string_list *words)
{
    static const char *const flag_words[] = {"no", "yes", NULL};
    const char *const *given = option->type == OPTION_FLAG ? flag_words : option->words;
    if (option->type == OPTION_NAME) { /* the theme is the only such option here */
        string_list_add(words, SCREEN_THEME_AUTO);
        theme_list(words, NULL);
        return;
    }
    bool is_number = option->type == OPTION_INT || option->type == OPTION_NUMBER;
    for (; !is_number && *given; given++)
        string_list_add(words, *given);
}

/* Changes the selected option to the next (step 1) or previous (-1) value and saves it. */
static void change_value(struct tui *tui, int step)
{
    char value[OPTION_VALUE_TEXT];
    int index;
    struct string_list words = {0};
    const struct option *option = row_option(tui, settings_place(tui)->selected, &index);
    list_words(option, &words);
    settings_show(&tui->session->settings, index, value, sizeof value);
    if (words.count) {
        size_t count = words.count, choice = 0;
        while (choice < count && strcmp(words.items[choice], value) != 0)
            choice++;
        /* A value that is not in the list is followed by the first; `step` may be -1. */
        choice = choice == count ? 0 : (choice + count + (size_t)(step + (int)count)) % count;
        snprintf(value, sizeof value, "%s", words.items[choice]);
    } else {
        double number = tui->session->settings.values[index] + step;
        number = number < option->min ? option->max : number > option->max ? option->min : number;
        snprintf(value, sizeof value, "%.0f", number);
    }
    string_list_free(&words);
    message_clear(tui);
    if (preferences_save(tui, rows[settings_place(tui)->selected].key, value))
        message_show(tui, false, "Kept");
    preferences_apply(tui);
}

/* Handles a key: arrow keys change the row or its value. */
static unsigned settings_handle_key(struct tui *tui, int key)
{
    struct settings_place *place = settings_place(tui);
    enum action action = key_action(key, ON_SETTINGS);
    int rows_on, step;
    if (action_step(action, &rows_on, &step)) {
        place->selected = (place->selected + rows_on + ROWS_HERE) % ROWS_HERE;
        if (step)
            change_value(tui, step);
        return 0;
    }
    switch (action) {
    case ACTION_CHOOSE: change_value(tui, 1); return 0;
    case ACTION_CANCEL: case ACTION_SETTINGS: case ACTION_QUIT: case ACTION_INTERRUPT: return GO_BACK;
    default: return action_handle_common(action);
    }
}

/* Changes the row that was clicked. */
static unsigned settings_pick(struct tui *tui, int row)
{
    settings_place(tui)->selected = row;
    change_value(tui, 1);
    return 0;
}

const struct screen settings_screen = {
    .on = ON_SETTINGS, .enter = settings_enter, .draw = settings_draw, .key = settings_handle_key,
    .pick = settings_pick,
    .state_size = sizeof(struct settings_place),
};
