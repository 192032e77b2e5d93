/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The form for a new game. */
#include "tui/screen.h"

#include "tui/opponent.h"

/* The rows. FORM_OPPONENT and the next two are in the order of enum opponent_row. */
enum { FORM_VARIANT, FORM_OPPONENT, FORM_LEVEL, FORM_STYLE, FORM_SIDE, FORM_RULES, FORM_CLOCK, FORM_SETUP,
      FORM_PRACTICE, FORM_START, FORM_ROWS };
enum { FORM_WIDTH = 46, FORM_BESIDE = 4 /* rows of title, message, help and a blank row */ };

/* The state of the form. */
struct new_form {
    int selected; /* the selected row */
};

/* Returns the state of the form. */
static struct new_form *new_form(const struct tui *tui)
{
    return screen_state(tui, &new_screen);
}

/* Selects the first row. */
static void new_enter(struct tui *tui)
{
    new_form(tui)->selected = FORM_VARIANT;
}

/* Returns a row's name and fills in its value and help. */
static const char *row_words(const struct tui *tui, int row, struct form_words *words)
{
    static const char *const names[FORM_START] = {
        "Variant", "Opponent", "Level", "Style", "You play", "Rules", "Clock", "Setup", "It is",
    };
    const struct next_game *next_game = &tui->next_game;
    switch (row) {
    case FORM_VARIANT: next_game_words(tui, NEXT_GAME_VARIANT, words); break;
    case FORM_RULES: next_game_words(tui, NEXT_GAME_RULES, words); break;
    case FORM_CLOCK: next_game_words(tui, NEXT_GAME_CLOCK, words); break;
    case FORM_SIDE:
        form_set(words, side_name(next_game->side),
                 next_game->side == RED ? "you move first" : "the opponent moves first");
        break;
    case FORM_SETUP:
        form_set(words, next_game->created ? "created" : "arrange",
                 !next_game->created ? "set your pieces up yourself"
                 : variant_at(next_game->variant)->any_army
                     ? "play at once with an army that is drawn, the same for both"
                     : "play at once with a setup as people make them");
        break;
    case FORM_PRACTICE:
        form_set(words, next_game->practice ? "practice" : "a game",
                 next_game->practice ? "all moves may be taken back; it does not count"
                                     : "what was seen cannot be taken back; it counts");
        break;
    default:
        opponent_words(tui->session, next_game->variant, next_game->opponent,
                       (enum opponent_row)(row - FORM_OPPONENT), words);
        break;
    }
    return names[row];
}

/* Draws the form. */
static void new_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct layout *layout = &tui->layout;
    int row, col, selected = new_form(tui)->selected;
    /* Shows the help of each row below it; if rows are missing, only that of the selected row, below the
     * form. */
    bool shows_help = canvas->rows >= 2 * FORM_ROWS + FORM_BESIDE;
    centre_block(canvas, shows_help ? 2 * FORM_ROWS : FORM_ROWS + 2, FORM_WIDTH, &row, &col);
    int last = layout->message.row - FORM_ROWS - 1;
    if (!shows_help && row > last)
        row = last > layout->title.rows ? last : layout->title.rows;
    draw_title(canvas, &layout->title, "Vedette   a new game", "");
    const struct form_place place = {col, FORM_WIDTH, .name_cols = 10};
    int below = row + FORM_ROWS;
    for (int i = 0; i < FORM_START; i++) {
        struct form_words words;
        const char *name = row_words(tui, i, &words);
        form_draw_row(canvas, &place, row++, i == selected, name, words.value);
        if (shows_help)
            canvas_text(canvas, row++, col + 4, canvas->cols - col - 4, ROLE_DIM, words.help);
        else if (i == selected)
            draw_wrapped(canvas, below, 1, 0, layout->message.row, ROLE_DIM, words.help);
    }
    draw_item(canvas, row, col, FORM_WIDTH, selected == FORM_START,
              tui->next_game.created ? "Start" : "Go on");
    draw_help_line(canvas, &layout->help, ON_NEW);
    draw_message(tui, canvas);
}

/* Changes the selected row's value to the next (step 1) or previous (-1) one. */
static void change_field(struct tui *tui, int step)
{
    struct next_game *next_game = &tui->next_game;
    switch (new_form(tui)->selected) {
    case FORM_VARIANT: next_game_cycle(tui, NEXT_GAME_VARIANT, step); break;
    case FORM_RULES: next_game_cycle(tui, NEXT_GAME_RULES, step); break;
    case FORM_CLOCK: next_game_cycle(tui, NEXT_GAME_CLOCK, step); break;
    case FORM_SIDE: next_game->side = side_other(next_game->side); break;
    case FORM_SETUP: next_game->created = !next_game->created; break;
    case FORM_PRACTICE: next_game->practice = !next_game->practice; break;
    case FORM_OPPONENT: case FORM_LEVEL: case FORM_STYLE:
        opponent_cycle(tui->session, next_game->variant, next_game->opponent,
                       (enum opponent_row)(new_form(tui)->selected - FORM_OPPONENT), step);
        break;
    default: break;
    }
}

/* Handles Enter: goes to the next row, or from the last one starts the game or the setup screen. */
static unsigned form_choose(struct tui *tui)
{
    struct setup setup;
    if (new_form(tui)->selected != FORM_START) {
        new_form(tui)->selected++;
        return 0;
    }
    if (!tui->next_game.created)
        return GO_SETUP;
    create_setup(tui, &setup);
    return begin_game(tui, &setup);
}

/* Handles a key: arrow keys change the row or its value. */
static unsigned new_key(struct tui *tui, int key)
{
    if (tui->prompt.question != QUESTION_NONE)
        return prompt_handle_key(tui, key, menu_quit_answered);
    struct new_form *form = new_form(tui);
    enum action action = key_action(key, ON_NEW);
    int rows, step;
    if (action_step(action, &rows, &step)) {
        form->selected = (form->selected + rows + FORM_ROWS) % FORM_ROWS;
        if (step)
            change_field(tui, step);
        return 0;
    }
    switch (action) {
    case ACTION_CHOOSE: return form_choose(tui);
    case ACTION_CANCEL: return GO_MENU;
    case ACTION_QUIT: case ACTION_INTERRUPT: return menu_quit(tui);
    default: return common_action(action);
    }
}

const struct screen new_screen = {
    .on = ON_NEW, .enter = new_enter, .draw = new_draw, .key = new_key,
    .state_size = sizeof(struct new_form),
};
