/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The form for a new game. */
#include "tui/screen_new.h"

#include "tui/opponent.h"
#include "tui/screen_menu.h"

#include <stdio.h>

/* From FORM_OPPONENT on three are enum opponent_row. */
enum { FORM_VARIANT, FORM_OPPONENT, FORM_LEVEL, FORM_STYLE, FORM_SIDE, FORM_RULES, FORM_CLOCK, FORM_SETUP,
      FORM_PRACTICE, FORM_START, FORM_ROWS };
enum { FORM_BESIDE = 4 /* rows that title, message, help and a blank take */ };

/* Of the form for a new game. */
struct new_form {
    int at; /* its row */
};

static struct new_form *new_form(const struct tui *tui)
{
    return screen_state(tui, &new_screen);
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
    draw_centre(canvas, has_help(canvas) ? 2 * FORM_ROWS : FORM_ROWS + 2, 46, &row, &col);
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
        return menu_quit_answer(tui, key);
    enum action action = key_action(key, ON_NEW);
    switch (action) {
    case ACTION_UP:
        new_form(tui)->at = (new_form(tui)->at + FORM_ROWS - 1) % FORM_ROWS;
        return 0;
    case ACTION_DOWN:
        new_form(tui)->at = (new_form(tui)->at + 1) % FORM_ROWS;
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
        return menu_quit(tui);
    default:
        return common_action(tui, action);
    }
}

const struct screen new_screen = {
    .on = ON_NEW, .enter = new_enter, .draw = new_draw, .key = new_key,
    .state_size = sizeof(struct new_form),
};
