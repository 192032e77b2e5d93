/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The start menu, and the form for a new game. */
#include "tui/screen.h"

#include "base/embedded.h"
#include "file/file.h"
#include "profile/layers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORM_OPPONENT, FORM_LEVEL, FORM_SIDE, FORM_RULES, FORM_SETUP, FORM_START, FORM_ROWS };
enum { FORM_BESIDE = 4 /* rows that title, message, help and a blank take */ };

/* "you (red) against random (blue), 36 moves" of the journal that was found. */
static void describe_journal(struct menu *menu)
{
    struct thing thing = {0};
    menu->about[0] = '\0';
    if (file_read(menu->journal, &thing, NULL) == STATUS_OK && thing.kind == FILE_GAME) {
        const struct record *record = &thing.record;
        snprintf(menu->about, sizeof menu->about, "%s (red) - %s (blue), %zu move%s",
                 record->player[RED], record->player[BLUE], record->plies,
                 record->plies == 1 ? "" : "s");
    }
    thing_free(&thing);
}

static void menu_enter(struct tui *tui)
{
    struct menu *menu = &tui->menu;
    menu->count = menu->at = 0;
    if (journal_find(menu->journal, sizeof menu->journal)) {
        describe_journal(menu);
        menu->items[menu->count].text = "Go on with the unfinished game";
        menu->items[menu->count++].resumes = true;
    }
    menu->items[menu->count].text = "New game";
    menu->items[menu->count++].flags = GO_NEW;
    menu->items[menu->count].text = "Open a game file";
    menu->items[menu->count++].loads = true;
    menu->items[menu->count].text = "Quit";
    menu->items[menu->count++].flags = GO_AWAY;
}

/* The first row and column of a block in the middle, a little above it. */
static void centre(const struct canvas *canvas, int rows, int cols, int *row, int *col)
{
    *row = (canvas->rows - rows) / 3;
    *col = (canvas->cols - cols) / 2;
    if (*row < 1)
        *row = 1;
    if (*col < 1)
        *col = 1;
}

/* One line of a list; the chosen one has a sign as well as a ground. */
static void draw_item(struct canvas *canvas, int row, int col, int width, bool chosen, const char *text)
{
    canvas_printf(canvas, row, col, canvas->cols - col, chosen ? ROLE_CURSOR : ROLE_TEXT, "%s %s",
                  chosen ? ">" : " ", text);
    if (!chosen)
        return;
    canvas_ground(canvas, row, col, 1, width, GROUND_CURSOR);
    canvas->cursor_row = row;
    canvas->cursor_col = col;
}

static void menu_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct menu *menu = &tui->menu;
    int row, col, width = 34;
    centre(canvas, menu->count + 5, width, &row, &col);
    draw_title(canvas, &tui->layout.title, "Vedette", "a Stratego workbench");
    for (int i = 0; i < menu->count; i++) {
        draw_item(canvas, row++, col, width, i == menu->at, menu->items[i].text);
        if (menu->items[i].resumes)
            canvas_text(canvas, row++, col + 4, canvas->cols - col - 4, ROLE_DIM, menu->about);
    }
    draw_message(tui, canvas);
    draw_help_line(canvas, &tui->layout.help, ON_MENU);
}

static unsigned menu_choose(struct tui *tui)
{
    struct error error = {0};
    struct game_terms terms = wished_terms(tui, NULL);
    if (tui->menu.items[tui->menu.at].loads) {
        ask_text(tui, ASK_LOAD, "Open the game file:", "");
        return 0;
    }
    if (!tui->menu.items[tui->menu.at].resumes)
        return tui->menu.items[tui->menu.at].flags;
    enum status status = seat_resume(&tui->seat, tui->menu.journal, &terms, &error);
    return enter_game(tui, status, &error);
}

static unsigned menu_answer(struct tui *tui, int key)
{
    enum answer answer = prompt_key(tui, key);
    struct error error = {0};
    if (answer == ANSWER_WAITING)
        return 0;
    tui->prompt.question = ASK_NOTHING;
    take_path(tui);
    if (answer == ANSWER_NO || !tui->path[0])
        return 0;
    struct game_terms terms = wished_terms(tui, NULL);
    enum status status = seat_load(&tui->seat, tui->path, &terms, &error);
    return enter_game(tui, status, &error);
}

static unsigned menu_key(struct tui *tui, int key)
{
    struct menu *menu = &tui->menu;
    if (tui->prompt.question != ASK_NOTHING)
        return menu_answer(tui, key);
    enum action action = key_action(key, ON_MENU);
    switch (action) {
    case ACTION_UP:
        menu->at = (menu->at + menu->count - 1) % menu->count;
        return 0;
    case ACTION_DOWN:
        menu->at = (menu->at + 1) % menu->count;
        return 0;
    case ACTION_CHOOSE:
        return menu_choose(tui);
    case ACTION_QUIT: case ACTION_INTERRUPT:
        return GO_AWAY;
    default:
        return common_action(tui, action);
    }
}

/* The agent that goes by profiles, and how a profile stands in its spec. */
static const char levelled[] = "invincible", level_word[] = ":profile=";

static bool has_levels(const struct wishes *wishes)
{
    size_t size = strlen(levelled);
    return strncmp(wishes->opponent, levelled, size) == 0 && strchr(":", wishes->opponent[size]);
}

/* The level in the opponent's spec; "" where there is none, NULL where the spec has something else. */
static const char *level_of(const struct wishes *wishes)
{
    const char *words = strchr(wishes->opponent, ':');
    size_t size = strlen(level_word);
    if (!words)
        return "";
    return strncmp(words, level_word, size) == 0 && !strchr(words, ',') ? words + size : NULL;
}

/* The next level: each profile that there is, and none. */
static void change_level(struct wishes *wishes, int by)
{
    const struct layers layers = {embedded_table, embedded_count};
    char (*names)[LAYER_NAME];
    const char *level = level_of(wishes);
    size_t count = layers_list(&layers, &names), at = 0;
    while (level && *level && at < count && strcmp(names[at], level) != 0)
        at++;
    size_t next = !level || !*level ? (by > 0 ? 0 : count - 1) : at + (size_t)by;
    wishes->opponent[strcspn(wishes->opponent, ":")] = '\0';
    size_t size = strlen(wishes->opponent);
    if (next < count)
        snprintf(wishes->opponent + size, sizeof wishes->opponent - size, "%s%s", level_word, names[next]);
    free(names);
}

static void new_enter(struct tui *tui)
{
    tui->form_at = FORM_OPPONENT;
}

/* One row of the form; without room for it, the help is left out. */
static int draw_field(struct canvas *canvas, int row, int col, bool chosen, const char *name,
                      const char *value, const char *help)
{
    char text[160];
    snprintf(text, sizeof text, "%-10s < %s >", name, value);
    draw_item(canvas, row, col, 46, chosen, text);
    if (canvas->rows < 2 * FORM_ROWS + FORM_BESIDE)
        return row + 1;
    canvas_text(canvas, row + 1, col + 4, canvas->cols - col - 4, ROLE_DIM, help);
    return row + 2;
}

static int draw_level(const struct wishes *wishes, struct canvas *canvas, int row, int col, bool chosen)
{
    const char *level = level_of(wishes);
    if (!has_levels(wishes))
        return draw_field(canvas, row, col, chosen, "Level", "-", "this opponent has no levels");
    if (!level)
        return draw_field(canvas, row, col, chosen, "Level", "as given", "by the options given");
    return draw_field(canvas, row, col, chosen, "Level", *level ? level : "as set",
                      *level ? "the options of that profile" : "by your options as they are");
}

static void new_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct wishes *wishes = &tui->wishes;
    int row, col, agent = agent_index(wishes->opponent), at = tui->form_at;
    char opponent[sizeof wishes->opponent];
    snprintf(opponent, sizeof opponent, "%.*s",
             (int)(level_of(wishes) ? strcspn(wishes->opponent, ":") : sizeof opponent - 1),
             wishes->opponent);
    centre(canvas, 2 * FORM_ROWS, 46, &row, &col);
    draw_title(canvas, &tui->layout.title, "Vedette   a new game", "");
    row = draw_field(canvas, row, col, at == FORM_OPPONENT, "Opponent", opponent,
                     agent >= 0 ? agent_table[agent]->help : "");
    row = draw_level(wishes, canvas, row, col, at == FORM_LEVEL);
    row = draw_field(canvas, row, col, at == FORM_SIDE, "You play", side_name(wishes->side),
                     wishes->side == RED ? "you move first" : "the opponent moves first");
    row = draw_field(canvas, row, col, at == FORM_RULES, "Rules", wishes->rules.name,
                     wishes->rules.purpose);
    row = draw_field(canvas, row, col, at == FORM_SETUP, "Set-up",
                     wishes->arrange ? "random" : "arrange",
                     wishes->arrange ? "play at once with pieces set up at random"
                                     : "set your pieces up yourself");
    draw_item(canvas, row, col, 46, at == FORM_START, wishes->arrange ? "Start" : "Go on");
    draw_message(tui, canvas);
    draw_help_line(canvas, &tui->layout.help, ON_NEW);
}

/* The next or the one before in a list of `count`; from nowhere (-1) to its first. */
static int turn(int at, int by, size_t count)
{
    return at < 0 ? 0 : (at + by + (int)count) % (int)count;
}

static void change_field(struct tui *tui, int by)
{
    struct wishes *wishes = &tui->wishes;
    size_t rules = 0;
    switch (tui->form_at) {
    case FORM_OPPONENT:
        snprintf(wishes->opponent, sizeof wishes->opponent, "%s",
                 agent_table[turn(agent_index(wishes->opponent), by, agent_count)]->name);
        break;
    case FORM_LEVEL:
        if (has_levels(wishes))
            change_level(wishes, by);
        break;
    case FORM_SIDE:
        wishes->side = side_other(wishes->side);
        break;
    case FORM_RULES:
        while (rules < rules_count && strcmp(rules_table[rules].name, wishes->rules.name) != 0)
            rules++;
        wishes->rules = rules_table[turn(rules < rules_count ? (int)rules : -1, by, rules_count)];
        break;
    case FORM_SETUP:
        wishes->arrange = !wishes->arrange;
        break;
    default:
        break;
    }
}

static unsigned form_choose(struct tui *tui)
{
    struct setup setup;
    if (tui->form_at != FORM_START) {
        tui->form_at++;
        return 0;
    }
    if (!tui->wishes.arrange)
        return GO_SETUP;
    setup_random(&setup, &tui->rng);
    return begin_game(tui, &setup);
}

static unsigned new_key(struct tui *tui, int key)
{
    enum action action = key_action(key, ON_NEW);
    switch (action) {
    case ACTION_UP:
        tui->form_at = turn(tui->form_at, -1, FORM_ROWS);
        return 0;
    case ACTION_DOWN:
        tui->form_at = turn(tui->form_at, 1, FORM_ROWS);
        return 0;
    case ACTION_LEFT:
        change_field(tui, -1);
        return 0;
    case ACTION_RIGHT:
        change_field(tui, 1);
        return 0;
    case ACTION_CHOOSE:
        return form_choose(tui);
    case ACTION_CANCEL:
        return GO_MENU;
    case ACTION_QUIT: case ACTION_INTERRUPT:
        return GO_AWAY;
    default:
        return common_action(tui, action);
    }
}

const struct screen menu_screen = {ON_MENU, menu_enter, menu_draw, menu_key};
const struct screen new_screen = {ON_NEW, new_enter, new_draw, new_key};
