/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How to play: the rules, the keys that matter and the signs, on as many pages as needed. Any key goes on. It
 * opens by itself at the very first start. */
#include "tui/screen.h"

#include "base/disk.h"
#include "report/rules_text.h"

#include <stdio.h>
#include <sys/stat.h>

enum { LABEL_COLS = 15, LABEL_MIN = 60 /* columns of a screen with the text beside its label */ };

/* The state of the screen. */
struct howto {
    int top; /* the first visible row */
};

/* A key or a sign with its meaning. `action`: its key is the label; `second`: and this one's. */
struct howto_row {
    enum action action, second;
    const char *label, *text;
};

static const struct howto_row keys[] = {
    {ACTION_NONE, ACTION_NONE, "arrow keys", "go to a piece; Enter picks it up and puts it down"},
    {ACTION_NONE, ACTION_NONE, "b4 b5 Enter", "the same, typed"},
    {ACTION_HINT, ACTION_NONE, NULL, "a hint: a good move, and why"},
    {ACTION_TAKE_BACK, ACTION_NONE, NULL, "takes your last move back"},
    {ACTION_HEAT, ACTION_NONE, NULL, "where the enemy's marshal may be; + and - choose the rank"},
    {ACTION_STEP_BACK, ACTION_STEP_FORWARD, NULL, "look back at earlier moves, and on again"},
    {ACTION_HELP, ACTION_NONE, NULL, "all keys; q quits, and your game waits for you"},
};

/* Returns the state of the screen. */
static struct howto *howto_state(const struct tui *tui)
{
    return screen_state(tui, &howto_screen);
}

bool howto_is_due(void)
{
    static const enum disk_place places[] = {DISK_CONFIG, DISK_DATA, DISK_STATE};
    char path[4096];
    struct stat about;
    for (int i = 0; i < 3; i++)
        if (!disk_path(places[i], "", path, sizeof path) || stat(path, &about) == 0)
            return false;
    return disk_folder(path, NULL) == STATUS_OK; /* the place of the state: from now on it exists */
}

static void howto_enter(struct tui *tui)
{
    howto_state(tui)->top = 0;
    message_clear(tui);
}

/* Draws a label and its text, as far as they lie in the rows of the layout. Returns the row after them. */
static int draw_row(const struct tui *tui, struct canvas *canvas, int row, const char *label,
                    const char *text)
{
    int min = tui->layout.title.rows, end = tui->layout.message.row;
    bool is_beside = canvas->cols >= LABEL_MIN;
    if (row >= min && row < end)
        canvas_text(canvas, row, 1, is_beside ? LABEL_COLS - 2 : canvas->cols - 1, ROLE_KEY, label);
    return draw_wrapped(canvas, is_beside ? row : row + 1, is_beside ? LABEL_COLS : 3, min, end, ROLE_TEXT,
                        text);
}

/* Draws all rows, of which `top` are above the screen. Returns their number. */
static int draw_rows(const struct tui *tui, struct canvas *canvas, int top)
{
    const struct glyphs *glyphs = glyphs_get(tui->canvas.unicode);
    int first = tui->layout.title.rows - top, row = first, end = tui->layout.message.row;
    const struct variant *variant = shown_variant(tui);
    char buffer[RULE_TEXT], label[64];
    for (size_t i = 0; i < rule_count; i++)
        row = draw_row(tui, canvas, row, rule_rows[i].label, rule_text(&rule_rows[i], variant, buffer));
    row = draw_wrapped(canvas, row + 1, 1, tui->layout.title.rows, end, ROLE_HEADING, "The keys that matter");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        struct key_name name = key_for(keys[i].action, ON_GAME), second = key_for(keys[i].second, ON_GAME);
        snprintf(label, sizeof label, "%s%s%s", keys[i].label ? keys[i].label : name.text,
                 keys[i].second ? " " : "", keys[i].second ? second.text : "");
        row = draw_row(tui, canvas, row, label, keys[i].text);
    }
    row = draw_wrapped(canvas, row + 1, 1, tui->layout.title.rows, end, ROLE_HEADING,
                       "The signs on the board");
    row = draw_row(tui, canvas, row, "7", "your major; F flag, B bomb, S spy, 2 scout .. X marshal");
    snprintf(label, sizeof label, "%lc %lc", (wint_t)glyphs->hidden, (wint_t)glyphs->hidden_moved);
    row = draw_row(tui, canvas, row, label, "enemy pieces; the second has moved: no bomb and no flag");
    return draw_row(tui, canvas, row, "b7", "an enemy piece whose rank you know: blue's major") - first;
}

/* Returns the number of rows of a page. */
static int page_rows(const struct layout *layout)
{
    return layout->message.row - layout->title.rows;
}

static void howto_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct layout *layout = &tui->layout;
    int top = howto_state(tui)->top, count = draw_rows(tui, canvas, top);
    draw_title(canvas, &layout->title, "Vedette   how to play", "");
    canvas_text(canvas, layout->message.row, 0, canvas->cols, ROLE_MESSAGE,
                top + page_rows(layout) < count ? "Any key goes on" : "Any key goes to the menu");
    draw_help_line(canvas, &layout->help, ON_HOWTO);
}

/* Shows the next page for any key. Leaves after the last one. */
static unsigned howto_handle_key(struct tui *tui, int key)
{
    struct howto *howto = howto_state(tui);
    /* A canvas without rows, on which draw_rows only counts. */
    struct canvas no_cells = {.cols = tui->canvas.cols, .unicode = tui->canvas.unicode,
                              .notation = tui->canvas.notation};
    howto->top += page_rows(&tui->layout);
    bool leaves = key == KEY_ESCAPE || key == CONTROL('C') || key_action(key, ON_HOWTO) == ACTION_QUIT;
    return leaves || howto->top >= draw_rows(tui, &no_cells, 0) ? GO_MENU : 0;
}

const struct screen howto_screen = {
    .on = ON_HOWTO, .enter = howto_enter, .draw = howto_draw, .key = howto_handle_key,
    .state_size = sizeof(struct howto),
};
