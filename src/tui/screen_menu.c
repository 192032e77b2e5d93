/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The start menu. */
#include "tui/screen.h"

#include "base/disk.h"
#include "play/journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MENU_WIDTH = 34, FIXED_ENTRIES = 8 };

struct menu *menu_state(const struct tui *tui)
{
    return screen_state(tui, &menu_screen);
}

void menu_reset_choice(struct tui *tui)
{
    menu_state(tui)->last_choice = 0;
}

/* Frees the state. */
static void free_menu(void *state)
{
    struct menu *menu = state;
    unfinished_free(&menu->games);
}

/* A row: a fixed entry (`text`, with the flags that it returns) or an unfinished game. */
struct menu_row {
    const char *text;
    unsigned flags;
    bool opens_file;
    const struct unfinished *game;
};

/* Returns a row: first the newest unfinished game, then the fixed entries, then the older games. */
static struct menu_row menu_row(const struct menu *menu, size_t index)
{
    static const struct menu_row fixed_entries[FIXED_ENTRIES] = {
        {.text = "New game", .flags = GO_NEW},
        {.text = "How to play", .flags = GO_HOWTO},
        {.text = "Your games", .flags = GO_GAMES},
        {.text = "Open a game file", .opens_file = true},
        {.text = "Two people, or two agents", .flags = GO_SEATING},
        {.text = "Set up a position", .flags = GO_EDITOR},
        {.text = "Settings", .flags = GO_SETTINGS},
        {.text = "Quit", .flags = GO_EXIT},
    };
    size_t before = menu->games.count > 0;
    if (index < before)
        return (struct menu_row){.text = "Resume the unfinished game", .game = menu->games.games};
    if (index < before + FIXED_ENTRIES)
        return fixed_entries[index - before];
    return (struct menu_row){.game = &menu->games.games[index - FIXED_ENTRIES]};
}

/* Describes a game: "2026-11-21 you (red) - random (blue), 36 moves". */
static void describe_game(const struct ladders *ladders, const struct unfinished *game, char *text,
                          size_t capacity)
{
    char red[PLAYER_WORDS], blue[PLAYER_WORDS], variant[VARIANT_WORDS];
    if (game->state == UNFINISHED_LOST) {
        snprintf(text, capacity, "%s: cannot be read", disk_file_name(game->path));
        return;
    }
    const struct game_brief *brief = &game->brief;
    const struct ladder *ladder = ladders_for_variant(ladders, brief->variant);
    snprintf(text, capacity, "%s%s%s (red) - %s (blue)%s%s, %zu move%s%s", brief->date,
             brief->date[0] ? "  " : "", ladder_player_name(ladder, brief->player[RED], red),
             ladder_player_name(ladder, brief->player[BLUE], blue),
             variant_suffix(variant_at(brief->variant), variant), brief->practice ? ", practice" : "",
             (brief->plies + 1) / 2, (brief->plies + 1) / 2 == 1 ? "" : "s",
             game->state == UNFINISHED_DAMAGED ? ", then damaged" : "");
}

/* Shows the fault of an unfinished game's journal. Clears the message if `game` is NULL or sound. */
static void show_fault(struct tui *tui, const struct unfinished *game)
{
    char text[sizeof game->fault.text];
    if (!game || game->state == UNFINISHED_SOUND) {
        message_clear(tui);
        return;
    }
    shorten_home_path(game->fault.text, text, sizeof text);
    message_show(tui, true, "%s: %s",
                 game->state == UNFINISHED_LOST ? "This unfinished game cannot be read"
                                                : "This unfinished game is damaged",
                 text);
}

/* Lists the unfinished games. Moves those that are over to the finished games. */
static void list_games(struct menu *menu)
{
    struct unfinished_list found = {0};
    char new_path[4096];
    unfinished_free(&menu->games);
    unfinished_find(&found);
    for (size_t i = 0; i < found.count; i++)
        if (found.games[i].state == UNFINISHED_OVER)
            unfinished_move_to_finished(found.games[i].path, new_path, sizeof new_path, NULL);
    unfinished_free(&found);
    unfinished_find(&menu->games);
    /* A finished game that could not be moved is left out. */
    size_t count = 0;
    for (size_t i = 0; i < menu->games.count; i++) {
        struct unfinished game = menu->games.games[i];
        if (game.state == UNFINISHED_OVER)
            free(game.path);
        else
            menu->games.games[count++] = game;
    }
    menu->games.count = count;
    menu->count = count + FIXED_ENTRIES;
}

/* Reads the list again and selects a row. */
static void menu_enter(struct tui *tui)
{
    struct menu *menu = menu_state(tui);
    list_games(menu);
    /* last_choice: the number of a fixed entry, from 1; 0: the first row. */
    menu->selected = menu->last_choice ? (menu->games.count > 0) + menu->last_choice - 1 : 0;
    if (menu->games.fault.status)
        message_file_error(tui, &menu->games.fault);
    for (size_t i = 0; i < menu->games.count; i++)
        if (menu->games.games[i].state != UNFINISHED_SOUND) {
            show_fault(tui, &menu->games.games[i]);
            break;
        }
}

/* Draws the entries from row `row` on, as far as they are visible; sets `end` to the row after the last.
 * Returns the row after the selected entry. */
static int draw_entries(const struct tui *tui, struct canvas *canvas, int row, int col, int *end)
{
    const struct menu *menu = menu_state(tui);
    int top = tui->layout.title.rows, bottom = tui->layout.message.row, chosen_end = row;
    char description[2 * PLAYER_WORDS + 96];
    for (size_t i = 0; i < menu->count; i++) {
        struct menu_row entry = menu_row(menu, i);
        bool chosen = i == menu->selected, older = entry.game && i > 0;
        if (entry.game)
            describe_game(tui->session->ladders, entry.game, description, sizeof description);
        if (older && !menu_row(menu, i - 1).game)
            row = draw_wrapped(canvas, row + 1, col, top, bottom, ROLE_HEADING, "Older unfinished games");
        int first = row;
        if (!older)
            row = draw_wrapped(canvas, row, col + 2, top, bottom, chosen ? ROLE_CURSOR : ROLE_TEXT,
                               entry.text);
        if (entry.game)
            row = draw_wrapped(canvas, row, older ? col + 2 : col + 4, top, bottom,
                               !older ? ROLE_DIM : chosen ? ROLE_CURSOR : ROLE_TEXT, description);
        for (int line = first; line < row; line++)
            if (line >= top && line < bottom)
                canvas_hot(canvas, line, 0, canvas->cols, HOT_ROW, (int)i);
        if (!chosen)
            continue;
        chosen_end = row;
        if (first < top || first >= bottom)
            continue;
        draw_chosen(canvas, first, col, MENU_WIDTH);
    }
    *end = row;
    return chosen_end;
}

/* Returns whether a key of the help line works: only a game can be discarded. */
static bool key_works(const void *context, const struct key_binding *row)
{
    const struct menu *menu = context;
    return row->action != ACTION_DISCARD || menu_row(menu, menu->selected).game;
}

/* Draws the menu centred. If it does not fit, scrolls it so that the selected entry is visible. */
static void menu_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct layout *layout = &tui->layout;
    struct canvas no_cells = {.cols = canvas->cols, .unicode = canvas->unicode, .notation = canvas->notation};
    int row, col, end, top = layout->title.rows, bottom = layout->message.row;
    centre_block(canvas, 0, MENU_WIDTH, &row, &col);
    /* Draws on an empty canvas to measure the rows, then at the right place. */
    int chosen_end = draw_entries(tui, &no_cells, 0, col, &end);
    centre_block(canvas, end + 5, MENU_WIDTH, &row, &col);
    if (row < top)
        row = top;
    if (row + chosen_end > bottom)
        row = bottom - chosen_end;
    draw_title(canvas, &layout->title, "Vedette", "a Stratego workbench");
    draw_entries(tui, canvas, row, col, &end);
    draw_help_keys(canvas, &layout->help,
                   &(struct help_keys){key_table, key_count, ON_MENU, key_works, menu_state(tui)});
    draw_message(tui, canvas);
}

/* Handles Enter: opens a screen, prompts for a file, or resumes a game. */
static unsigned menu_choose(struct tui *tui)
{
    struct error error = {0};
    struct game_terms terms = next_game_terms(tui, NULL);
    struct menu *menu = menu_state(tui);
    struct menu_row row = menu_row(menu, menu->selected);
    menu->last_choice = row.game ? 0 : menu->selected - (menu->games.count > 0) + 1;
    if (row.opens_file) {
        /* Proposes the folder of the finished games, if it exists, for completion with Tab. */
        char path[4096], text[LINE_CAPACITY] = "";
        if (disk_path(DISK_DATA, FINISHED_FOLDER "/", path, sizeof path) && access(path, F_OK) == 0)
            shorten_home_path(path, text, sizeof text);
        prompt_line(tui, QUESTION_LOAD, "Open the game file (Tab completes):", text);
    }
    if (!row.game)
        return row.flags;
    enum status status = local_game_resume(&tui->local, row.game->path, &terms, &error);
    return enter_game(tui, status, &error);
}

/* Moves the selected unfinished game to the finished games. */
static void discard_game(struct tui *tui)
{
    struct error error = {0};
    char new_path[4096], text[sizeof tui->message / 2];
    struct menu *menu = menu_state(tui);
    enum status status = unfinished_move_to_finished(menu_row(menu, menu->selected).game->path, new_path,
                                                     sizeof new_path, &error);
    list_games(menu);
    menu->selected = menu->selected < menu->count ? menu->selected : menu->count - 1;
    if (!status) {
        shorten_home_path(new_path, text, sizeof text);
        message_show(tui, false, "It is %s now", text);
    } else {
        message_error(tui, &error);
    }
}

unsigned menu_quit(struct tui *tui)
{
    if (!editor_state(tui)->unsaved)
        return GO_EXIT;
    prompt_confirm(tui, QUESTION_QUIT, POSITION_LOST);
    return 0;
}

unsigned menu_quit_answered(struct tui *tui, enum question question, bool yes)
{
    (void)tui;
    return question == QUESTION_QUIT && yes ? GO_EXIT : 0;
}

/* Acts on the answer to a prompt. Returns flags as a screen's key function does. */
static unsigned menu_handle_answer(struct tui *tui, enum question question, bool yes)
{
    struct error error = {0};
    if (question == QUESTION_QUIT)
        return menu_quit_answered(tui, question, yes);
    if (question == QUESTION_DISCARD && yes)
        discard_game(tui);
    if (question == QUESTION_DISCARD || !yes || !tui->path[0])
        return 0;
    struct game_terms terms = next_game_terms(tui, NULL);
    enum status status = local_game_load(&tui->local, tui->path, &terms, &error);
    return enter_game(tui, status, &error);
}

/* Passes a key to an open prompt; otherwise selects or chooses a row of the menu, or acts on its game.
 * Returns flags as a screen's key function does. */
static unsigned menu_handle_key(struct tui *tui, int key)
{
    struct menu *menu = menu_state(tui);
    if (tui->prompt.question != QUESTION_NONE)
        return prompt_handle_key(tui, key, menu_handle_answer);
    enum action action = key_action(key, ON_MENU);
    switch (action) {
    case ACTION_UP: case ACTION_DOWN:
        menu->selected = (menu->selected + (action == ACTION_UP ? menu->count - 1 : 1)) % menu->count;
        show_fault(tui, menu_row(menu, menu->selected).game);
        return 0;
    case ACTION_DISCARD:
        if (menu_row(menu, menu->selected).game)
            prompt_confirm(tui, QUESTION_DISCARD, "Discard this game? Its file moves to the finished games.");
        else
            message_show(tui, true, "No unfinished game is chosen");
        return 0;
    case ACTION_CHOOSE: return menu_choose(tui);
    case ACTION_QUIT: case ACTION_INTERRUPT: return menu_quit(tui);
    default: return action_handle_common(action);
    }
}

/* Chooses a row that was clicked. */
static unsigned menu_pick(struct tui *tui, int row)
{
    menu_state(tui)->selected = (size_t)row;
    return menu_choose(tui);
}

const struct screen menu_screen = {
    .on = ON_MENU, .enter = menu_enter, .draw = menu_draw, .key = menu_handle_key, .pick = menu_pick,
    .state_size = sizeof(struct menu), .free_state = free_menu,
};
