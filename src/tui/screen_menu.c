/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The start menu, and the form for a new game. */
#include "tui/screen_menu.h"

#include "base/disk.h"
#include "play/journal.h"
#include "tui/opponent.h"
#include "tui/screen_editor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MENU_WIDTH = 34, OTHERS = 7 /* entries that are always there */ };

/* From FORM_OPPONENT on three are enum opponent_row. */
enum { FORM_VARIANT, FORM_OPPONENT, FORM_LEVEL, FORM_STYLE, FORM_SIDE, FORM_RULES, FORM_CLOCK, FORM_SETUP,
      FORM_PRACTICE, FORM_START, FORM_ROWS };
enum { FORM_BESIDE = 4 /* rows that title, message, help and a blank take */ };

/* Of the form for a new game. */
struct new_form {
    int at; /* its row */
};

struct menu *menu_state(const struct tui *tui)
{
    return screen_state(tui, &menu_screen);
}

static struct new_form *new_form(const struct tui *tui)
{
    return screen_state(tui, &new_screen);
}

void menu_forget_choice(struct tui *tui)
{
    menu_state(tui)->from = 0;
}

static void free_menu(void *state)
{
    struct menu *menu = state;
    unfinished_free(&menu->games);
}

/* A row of the menu: a game, or what it says. */
struct menu_row {
    const char *text;
    unsigned flags;
    bool loads;
    const struct unfinished *game;
};

/* The newest unfinished game, what can be done otherwise, and the older ones. */
static struct menu_row menu_row(const struct menu *menu, size_t at)
{
    static const struct menu_row others[OTHERS] = {
        {.text = "New game", .flags = GO_NEW},
        {.text = "Your games", .flags = GO_GAMES},
        {.text = "Open a game file", .loads = true},
        {.text = "Two people, or two agents", .flags = GO_SEATS},
        {.text = "Set up a position", .flags = GO_EDITOR},
        {.text = "Settings", .flags = GO_SETTINGS},
        {.text = "Quit", .flags = GO_AWAY},
    };
    size_t before = menu->games.count > 0;
    if (at < before)
        return (struct menu_row){.text = "Resume the unfinished game", .game = menu->games.games};
    if (at < before + OTHERS)
        return others[at - before];
    return (struct menu_row){.game = &menu->games.games[at - OTHERS]};
}

/* "2026-11-21  you (red) - random (blue), 36 moves" */
static void describe_game(const struct ladders *ladders, const struct unfinished *game, char *text,
                          size_t room)
{
    char red[PLAYER_WORDS], blue[PLAYER_WORDS], variant[VARIANT_WORDS];
    if (game->state == UNFINISHED_LOST) {
        const char *name = strrchr(game->path, '/');
        snprintf(text, room, "%s: cannot be read", name ? name + 1 : game->path);
        return;
    }
    const struct game_brief *brief = &game->brief;
    const struct ladder *ladder = ladders_of(ladders, brief->variant);
    snprintf(text, room, "%s%s%s (red) - %s (blue)%s%s, %zu move%s%s", brief->date,
             brief->date[0] ? "  " : "", ladder_player(ladder, brief->player[RED], red),
             ladder_player(ladder, brief->player[BLUE], blue),
             variant_words(variant_at(brief->variant), variant), brief->practice ? ", practice" : "",
             brief->plies, brief->plies == 1 ? "" : "s",
             game->state == UNFINISHED_DAMAGED ? ", then damaged" : "");
}

/* What is wrong with the chosen game's journal. */
static void tell_fault(struct tui *tui, const struct unfinished *game)
{
    char text[sizeof game->fault.text];
    if (!game || game->state == UNFINISHED_SOUND) {
        say(tui, false, "%s", "");
        return;
    }
    short_path(game->fault.text, text, sizeof text);
    say(tui, true, "%s: %s", game->state == UNFINISHED_LOST ? "This unfinished game cannot be read"
                                                            : "This unfinished game is damaged", text);
}

static void list_games(struct menu *menu)
{
    struct unfinished_list found = {0};
    char kept[4096];
    unfinished_free(&menu->games);
    unfinished_find(&found);
    for (size_t i = 0; i < found.count; i++)
        if (found.games[i].state == UNFINISHED_OVER)
            unfinished_put_away(found.games[i].path, kept, sizeof kept, NULL);
    unfinished_free(&found);
    unfinished_find(&menu->games);
    /* What cannot be put away is not to be resumed all the same. */
    size_t count = 0;
    for (size_t i = 0; i < menu->games.count; i++) {
        struct unfinished game = menu->games.games[i];
        if (game.state == UNFINISHED_OVER)
            free(game.path);
        else
            menu->games.games[count++] = game;
    }
    menu->games.count = count;
    menu->count = count + OTHERS;
}

static void menu_enter(struct tui *tui)
{
    struct menu *menu = menu_state(tui);
    list_games(menu);
    menu->at = menu->from ? (menu->games.count > 0) + menu->from - 1 : 0;
    if (menu->games.fault.status)
        say_fault(tui, &menu->games.fault);
    for (size_t i = 0; i < menu->games.count; i++)
        if (menu->games.games[i].state != UNFINISHED_SOUND) {
            tell_fault(tui, &menu->games.games[i]);
            break;
        }
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

/* Text in as many rows as it needs, those in sight from row `least` to before `end`, the last of which
 * tells by its end where more is below; returns the next row. */
static int draw_wrapped(struct canvas *canvas, int row, int col, int least, int end, enum role role,
                        const char *text)
{
    do {
        size_t size = canvas_fit(canvas, text, canvas->cols - col);
        if (row >= least && row < end)
            canvas_printf(canvas, row, col, canvas->cols - col, role, "%.*s",
                          (int)(row + 1 < end ? size : strlen(text)), text);
        text += size + strspn(text + size, " ");
        row++;
    } while (*text);
    return row;
}

/* Draws the menu from row `row`, as far as it is in sight; returns the row behind the chosen entry. */
static int draw_entries(const struct tui *tui, struct canvas *canvas, int row, int col, int *end)
{
    const struct menu *menu = menu_state(tui);
    int least = tui->layout.title.rows, most = tui->layout.message.row, behind = row;
    char about[2 * PLAYER_WORDS + 96];
    for (size_t i = 0; i < menu->count; i++) {
        struct menu_row entry = menu_row(menu, i);
        bool chosen = i == menu->at, older = entry.game && i > 0;
        if (entry.game)
            describe_game(tui->session->ladders, entry.game, about, sizeof about);
        if (older && !menu_row(menu, i - 1).game)
            row = draw_wrapped(canvas, row + 1, col, least, most, ROLE_HEADING,
                               "Older unfinished games");
        int first = row;
        if (!older)
            row = draw_wrapped(canvas, row, col + 2, least, most, chosen ? ROLE_CURSOR : ROLE_TEXT,
                               entry.text);
        if (entry.game)
            row = draw_wrapped(canvas, row, older ? col + 2 : col + 4, least, most,
                               !older ? ROLE_DIM : chosen ? ROLE_CURSOR : ROLE_TEXT, about);
        if (!chosen)
            continue;
        behind = row;
        if (first < least || first >= most)
            continue;
        canvas_text(canvas, first, col, 1, ROLE_CURSOR, ">");
        canvas_ground(canvas, first, col, 1, MENU_WIDTH, GROUND_CURSOR);
        canvas->cursor_row = first;
        canvas->cursor_col = col;
    }
    *end = row;
    return behind;
}

/* Only a game can be discarded. */
static bool key_works(const void *context, const struct key_binding *row)
{
    const struct menu *menu = context;
    return row->action != ACTION_DISCARD || menu_row(menu, menu->at).game;
}

static void menu_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct layout *layout = &tui->layout;
    struct canvas nothing = {.cols = canvas->cols, .wide = canvas->wide, .notation = canvas->notation};
    int row, col, end, least = layout->title.rows, most = layout->message.row;
    centre(canvas, 0, MENU_WIDTH, &row, &col);
    /* First without drawing: how many rows it takes, and where the chosen one would be. */
    int behind = draw_entries(tui, &nothing, 0, col, &end);
    centre(canvas, end + 5, MENU_WIDTH, &row, &col);
    if (row < least)
        row = least;
    if (row + behind > most)
        row = most - behind;
    draw_title(canvas, &layout->title, "Vedette", "a Stratego workbench");
    draw_entries(tui, canvas, row, col, &end);
    draw_help_keys(canvas, &layout->help,
                   &(struct help_keys){key_table, key_count, ON_MENU, key_works, menu_state(tui)});
    draw_message(tui, canvas);
}

/* Asks for a game file; proposes the folder of the finished games where there is one: Tab goes on from it. */
static void ask_game_file(struct tui *tui)
{
    char folder[4096], text[LINE_ROOM] = "";
    if (disk_path(DISK_DATA, FINISHED_FOLDER "/", folder, sizeof folder) && access(folder, F_OK) == 0)
        short_path(folder, text, sizeof text);
    ask_text(tui, ASK_LOAD, "Open the game file (Tab completes):", text);
}

static unsigned menu_choose(struct tui *tui)
{
    struct error error = {0};
    struct game_terms terms = next_game_terms(tui, NULL);
    struct menu_row row = menu_row(menu_state(tui), menu_state(tui)->at);
    size_t before = menu_state(tui)->games.count > 0;
    menu_state(tui)->from = row.game ? 0 : menu_state(tui)->at - before + 1;
    if (row.loads)
        ask_game_file(tui);
    if (!row.game)
        return row.flags;
    enum status status = local_game_resume(&tui->local, row.game->path, &terms, &error);
    return enter_game(tui, status, &error);
}

static void discard(struct tui *tui)
{
    struct error error = {0};
    char kept[4096], text[sizeof tui->message / 2];
    size_t at = menu_state(tui)->at;
    const struct unfinished *game = menu_row(menu_state(tui), at).game;
    enum status status = unfinished_put_away(game->path, kept, sizeof kept, &error);
    list_games(menu_state(tui));
    menu_state(tui)->at = at < menu_state(tui)->count ? at : menu_state(tui)->count - 1;
    if (!status) {
        short_path(kept, text, sizeof text);
        say(tui, false, "It is %s now", text);
    } else {
        say(tui, true, "%s", error.text);
    }
}

static void ask_discard(struct tui *tui)
{
    if (menu_row(menu_state(tui), menu_state(tui)->at).game)
        ask_yes_no(tui, ASK_DISCARD, "Discard this game? Its file moves to the finished games.");
    else
        say(tui, true, "No unfinished game is chosen");
}

static void choose_row(struct tui *tui, size_t by)
{
    menu_state(tui)->at = (menu_state(tui)->at + by) % menu_state(tui)->count;
    tell_fault(tui, menu_row(menu_state(tui), menu_state(tui)->at).game);
}

/* Ends the program; where the editor's position would go with it, only after a question. */
static unsigned quit(struct tui *tui)
{
    if (!editor_state(tui)->unsaved)
        return GO_AWAY;
    ask_yes_no(tui, ASK_QUIT, POSITION_LOST);
    return 0;
}

/* The form asks nothing else. */
static unsigned quit_answer(struct tui *tui, int key)
{
    enum answer answer = prompt_key(tui, key);
    if (answer == ANSWER_WAITING)
        return 0;
    tui->prompt.question = ASK_NOTHING;
    return answer == ANSWER_YES ? GO_AWAY : 0;
}

static unsigned menu_answer(struct tui *tui, int key)
{
    enum answer answer = prompt_key(tui, key);
    struct error error = {0};
    if (answer == ANSWER_WAITING)
        return 0;
    enum question question = tui->prompt.question;
    tui->prompt.question = ASK_NOTHING;
    if (question == ASK_DISCARD) {
        if (answer == ANSWER_YES)
            discard(tui);
        return 0;
    }
    if (question == ASK_QUIT)
        return answer == ANSWER_YES ? GO_AWAY : 0;
    take_path(tui);
    if (answer == ANSWER_NO || !tui->path[0])
        return 0;
    struct game_terms terms = next_game_terms(tui, NULL);
    enum status status = local_game_load(&tui->local, tui->path, &terms, &error);
    return enter_game(tui, status, &error);
}

static unsigned menu_key(struct tui *tui, int key)
{
    if (tui->prompt.question != ASK_NOTHING)
        return menu_answer(tui, key);
    enum action action = key_action(key, ON_MENU);
    switch (action) {
    case ACTION_UP:
        choose_row(tui, menu_state(tui)->count - 1);
        return 0;
    case ACTION_DOWN:
        choose_row(tui, 1);
        return 0;
    case ACTION_DISCARD:
        ask_discard(tui);
        return 0;
    case ACTION_CHOOSE:
        return menu_choose(tui);
    case ACTION_QUIT: case ACTION_INTERRUPT:
        return quit(tui);
    default:
        return common_action(tui, action);
    }
}

static void new_enter(struct tui *tui)
{
    new_form(tui)->at = FORM_VARIANT;
}

/* Whether each row has its help below it; else only the chosen one has, below the form. */
static bool has_help(const struct canvas *canvas)
{
    return canvas->rows >= 2 * FORM_ROWS + FORM_BESIDE;
}

/* One row of the form; returns where the next one goes. */
static int draw_field(const struct tui *tui, struct canvas *canvas, int row, int col, int field,
                      const char *name, const char *value, const char *help)
{
    char text[PLAYER_NAME_MAX + 32];
    bool chosen = new_form(tui)->at == field;
    snprintf(text, sizeof text, "%-10s < %s >", name, value);
    draw_item(canvas, row, col, 46, chosen, text);
    if (has_help(canvas)) {
        canvas_text(canvas, row + 1, col + 4, canvas->cols - col - 4, ROLE_DIM, help);
        return row + 2;
    }
    if (chosen)
        draw_wrapped(canvas, row - field + FORM_ROWS, 1, 0, tui->layout.message.row, ROLE_DIM, help);
    return row + 1;
}

/* The rows that say who the opponent is. */
static int draw_opponent(const struct tui *tui, struct canvas *canvas, int row, int col)
{
    static const char *const names[] = {"Opponent", "Level", "Style"};
    struct opponent_words words;
    for (int at = OPPONENT_KIND; at <= OPPONENT_STYLE; at++) {
        opponent_tell(tui->session, tui->next_game.variant, tui->next_game.opponent, (enum opponent_row)at,
                      &words);
        row = draw_field(tui, canvas, row, col, FORM_OPPONENT + at, names[at], words.value, words.help);
    }
    return row;
}

/* The clocks that the form offers; it may have been given another. */
static const char *const clocks[] = {"none", "1m", "3m+2s", "5m+3s", "10m", "15m+10s", "30m", "10s/move",
                                     "30s/move"};
enum { CLOCKS = sizeof clocks / sizeof clocks[0] };

/* Which of them it is, or -1. */
static int find_clock(const struct time_terms *terms)
{
    char text[TIME_TERMS_TEXT];
    time_terms_write(terms, text);
    for (int i = 0; i < CLOCKS; i++)
        if (strcmp(text, clocks[i]) == 0)
            return i;
    return -1;
}

/* Says in words what a control gives a side. */
static void describe_control(const struct time_control *control, char *text, size_t room)
{
    char first[TIME_TEXT], second[TIME_TEXT];
    if (control->move > 0)
        snprintf(text, room, "%s for each move", time_write(control->move, first));
    else if (control->total > 0 && control->increment > 0)
        snprintf(text, room, "%s, and %s more with each move", time_write(control->total, first),
                 time_write(control->increment, second));
    else if (control->total > 0)
        snprintf(text, room, "%s for all moves", time_write(control->total, first));
    else
        snprintf(text, room, "no clock");
}

void next_game_tell_clock(const struct tui *tui, char *text, size_t room)
{
    const struct time_terms *clock = &tui->next_game.clock;
    const char *counted = settings_flag(&tui->session->settings, clock_group.name, "enforced")
                              ? "" : "; only counted";
    char yours[64], theirs[64];
    describe_control(&clock->side[RED], yours, sizeof yours);
    describe_control(&clock->side[BLUE], theirs, sizeof theirs);
    if (!time_terms_are_set(clock))
        snprintf(text, room, "nobody is in a hurry");
    else if (strcmp(yours, theirs) == 0)
        snprintf(text, room, "%s%s", yours, counted);
    else
        snprintf(text, room, "you: %s; your opponent: %s%s", yours, theirs, counted);
}

static int draw_clock(const struct tui *tui, struct canvas *canvas, int row, int col)
{
    char value[TIME_TERMS_TEXT], help[200];
    time_terms_write(&tui->next_game.clock, value);
    next_game_tell_clock(tui, help, sizeof help);
    return draw_field(tui, canvas, row, col, FORM_CLOCK, "Clock", value, help);
}

static void new_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct next_game *next_game = &tui->next_game;
    int row, col;
    centre(canvas, has_help(canvas) ? 2 * FORM_ROWS : FORM_ROWS + 2, 46, &row, &col);
    int most = tui->layout.message.row - FORM_ROWS - 1; /* with a row of help below the form */
    if (!has_help(canvas) && row > most)
        row = most > tui->layout.title.rows ? most : tui->layout.title.rows;
    draw_title(canvas, &tui->layout.title, "Vedette   a new game", "");
    const struct variant *variant = variant_at(next_game->variant);
    row = draw_field(tui, canvas, row, col, FORM_VARIANT, "Variant", variant->name, variant->text);
    row = draw_opponent(tui, canvas, row, col);
    row = draw_field(tui, canvas, row, col, FORM_SIDE, "You play", side_name(next_game->side),
                     next_game->side == RED ? "you move first" : "the opponent moves first");
    row = draw_field(tui, canvas, row, col, FORM_RULES, "Rules", next_game->rules.name,
                     next_game->rules.purpose);
    row = draw_clock(tui, canvas, row, col);
    row = draw_field(tui, canvas, row, col, FORM_SETUP, "Setup", next_game->created ? "created" : "arrange",
                     !next_game->created  ? "set your pieces up yourself"
                     : variant->any_army ? "play at once with an army that is drawn, the same for both"
                                          : "play at once with a setup as people make them");
    row = draw_field(tui, canvas, row, col, FORM_PRACTICE, "It is",
                     next_game->practice ? "practice" : "a game",
                     next_game->practice ? "all moves may be taken back; it does not count"
                                         : "what was seen cannot be taken back; it counts");
    draw_item(canvas, row, col, 46, new_form(tui)->at == FORM_START, next_game->created ? "Start" : "Go on");
    draw_help_line(canvas, &tui->layout.help, ON_NEW);
    draw_message(tui, canvas);
}

/* The next or the one before in a list of `count`; from nowhere (-1) to its first. */
static int turn(int at, int by, size_t count)
{
    return at < 0 ? 0 : (at + by + (int)count) % (int)count;
}

void next_game_turn_variant(struct tui *tui, int by)
{
    const uint8_t from = tui->next_game.variant, to = (uint8_t)turn(from, by, variant_count);
    tui->next_game.variant = to;
    opponent_take_variant(tui->session, &tui->next_game.chosen, tui->next_game.opponent, from, to);
    for (enum side side = RED; side <= BLUE; side++)
        opponent_take_variant(tui->session, &tui->seats.chosen[side], tui->seats.agent[side], from, to);
}

void next_game_turn_rules(struct next_game *next_game, int by)
{
    size_t at = 0;
    while (at < rules_count && strcmp(rules_table[at].name, next_game->rules.name) != 0)
        at++;
    next_game->rules = rules_table[turn(at < rules_count ? (int)at : -1, by, rules_count)];
}

void next_game_turn_clock(struct next_game *next_game, int by)
{
    time_terms_read(clocks[turn(find_clock(&next_game->clock), by, CLOCKS)], &next_game->clock, NULL, NULL);
}

static void change_field(struct tui *tui, int by)
{
    struct next_game *next_game = &tui->next_game;
    switch (new_form(tui)->at) {
    case FORM_VARIANT:
        next_game_turn_variant(tui, by);
        break;
    case FORM_OPPONENT: case FORM_LEVEL: case FORM_STYLE:
        opponent_turn(tui->session, next_game->variant, next_game->opponent,
                      (enum opponent_row)(new_form(tui)->at - FORM_OPPONENT), by);
        break;
    case FORM_SIDE:
        next_game->side = side_other(next_game->side);
        break;
    case FORM_RULES:
        next_game_turn_rules(next_game, by);
        break;
    case FORM_CLOCK:
        next_game_turn_clock(next_game, by);
        break;
    case FORM_SETUP:
        next_game->created = !next_game->created;
        break;
    case FORM_PRACTICE:
        next_game->practice = !next_game->practice;
        break;
    default:
        break;
    }
}

static unsigned form_choose(struct tui *tui)
{
    struct setup setup;
    if (new_form(tui)->at != FORM_START) {
        new_form(tui)->at++;
        return 0;
    }
    if (!tui->next_game.created)
        return GO_SETUP;
    create_setup(tui, &setup);
    return begin_game(tui, &setup);
}

static unsigned new_key(struct tui *tui, int key)
{
    if (tui->prompt.question != ASK_NOTHING)
        return quit_answer(tui, key);
    enum action action = key_action(key, ON_NEW);
    switch (action) {
    case ACTION_UP:
        new_form(tui)->at = turn(new_form(tui)->at, -1, FORM_ROWS);
        return 0;
    case ACTION_DOWN:
        new_form(tui)->at = turn(new_form(tui)->at, 1, FORM_ROWS);
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
        return quit(tui);
    default:
        return common_action(tui, action);
    }
}

const struct screen menu_screen = {
    .on = ON_MENU, .enter = menu_enter, .draw = menu_draw, .key = menu_key,
    .state_size = sizeof(struct menu), .free_state = free_menu,
};

const struct screen new_screen = {
    .on = ON_NEW, .enter = new_enter, .draw = new_draw, .key = new_key,
    .state_size = sizeof(struct new_form),
};
