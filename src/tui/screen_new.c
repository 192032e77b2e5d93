/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The form for a new game: opponent and side, and all else behind "more". */
#include "tui/screen.h"

#include "tui/opponent.h"

/* The rows; those after FORM_MORE are hidden at first. */
enum { FORM_OPPONENT, FORM_SIDE, FORM_START, FORM_MORE, FORM_VARIANT, FORM_STYLE, FORM_RULES, FORM_CLOCK,
       FORM_SETUP, FORM_COUNTS, FORM_ROWS };
enum { FORM_WIDTH = 46, NAME_COLS = 10, FORM_BESIDE = 4 /* rows of title, message, help and a blank row */ };

/* The state of the form. */
struct new_form {
    int selected; /* the selected row */
    bool more;    /* all rows are shown */
};

/* Returns the state of the form. */
static struct new_form *new_form(const struct tui *tui)
{
    return screen_state(tui, &new_screen);
}

/* Returns the number of rows that are shown. */
static int shown_rows(const struct tui *tui)
{
    return new_form(tui)->more ? FORM_ROWS : FORM_MORE + 1;
}

/* Selects the row that starts the game. */
static void new_enter(struct tui *tui)
{
    new_form(tui)->selected = FORM_START;
}

/* Fills in the value and help of the row for the side. */
static void fill_side_words(const struct next_game *next_game, struct form_words *words)
{
    if (next_game->draws_side)
        form_set(words, "red or blue", "drawn when the game begins; red moves first");
    else
        form_set(words, side_name(next_game->side),
                 next_game->side == RED ? "you move first" : "the opponent moves first");
}

/* Returns a row's name and fills in its value and help. A row that does something has no value. */
static const char *fill_row_words(const struct tui *tui, int row, struct form_words *words)
{
    static const char *const names[FORM_ROWS] = {
        "Opponent", "You play", "Start", "More ...",
        "Variant", "Style", "Rules", "Clock", "Your army", "Practice",
    };
    const struct next_game *next_game = &tui->next_game;
    form_set(words, "", "");
    switch (row) {
    case FORM_OPPONENT:
        opponent_words_any(tui->session, next_game->variant, next_game->opponent, words);
        break;
    case FORM_SIDE: fill_side_words(next_game, words); break;
    case FORM_START:
        form_set(words, "", next_game->created ? "the game begins at once" : "first you set up your army");
        break;
    case FORM_MORE: form_set(words, "", "variant, style, rules, clock, army, practice"); break;
    case FORM_VARIANT: next_game_words(tui, NEXT_GAME_VARIANT, words); break;
    case FORM_STYLE:
        opponent_words(tui->session, next_game->variant, next_game->opponent, OPPONENT_STYLE, words);
        break;
    case FORM_RULES: next_game_words(tui, NEXT_GAME_RULES, words); break;
    case FORM_CLOCK: next_game_words(tui, NEXT_GAME_CLOCK, words); break;
    case FORM_SETUP:
        form_set(words, next_game->created ? "drawn for you" : "you set it up",
                 !next_game->created ? "first you set up your pieces"
                 : variant_at(next_game->variant)->any_army
                     ? "the game begins at once; both sides get the same pieces"
                     : "the game begins at once with an army as people set it up");
        break;
    default:
        form_set(words, next_game->practice ? "yes" : "no",
                 next_game->practice ? "all moves may be taken back; no result counts"
                                     : "the result counts; fights are not taken back");
        break;
    }
    return names[row];
}

/* Draws the form. */
static void new_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct layout *layout = &tui->layout;
    int row, col, selected = new_form(tui)->selected, count = shown_rows(tui);
    /* Shows the help of each row below it; if rows are missing, only that of the selected row, below the
     * form. */
    bool shows_help = canvas->rows >= 2 * count + FORM_BESIDE;
    centre_block(canvas, shows_help ? 2 * count : count + 2, FORM_WIDTH, &row, &col);
    int last = layout->message.row - count - 1;
    if (!shows_help && row > last)
        row = last > layout->title.rows ? last : layout->title.rows;
    draw_title(canvas, &layout->title, "Vedette   a new game", "");
    const struct form_place place = {col, FORM_WIDTH, .name_cols = NAME_COLS};
    int below = row + count;
    for (int i = 0; i < count; i++) {
        struct form_words words;
        const char *name = fill_row_words(tui, i, &words);
        canvas_hot(canvas, row, 0, canvas->cols, HOT_ROW, i);
        if (words.value[0])
            form_draw_row(canvas, &place, row++, i == selected, name, words.value);
        else
            draw_item(canvas, row++, col, FORM_WIDTH, i == selected, name);
        if (shows_help)
            canvas_text(canvas, row++, col + 4, canvas->cols - col - 4, ROLE_DIM, words.help);
        else if (i == selected)
            draw_wrapped(canvas, below, 1, 0, layout->message.row, ROLE_DIM, words.help);
    }
    draw_help_line(canvas, &layout->help, ON_NEW);
    draw_message(tui, canvas);
}

/* Changes the side to the next (step 1) or previous (-1) of red, blue, either. */
static void cycle_side(struct next_game *next_game, int step)
{
    int value = next_game->draws_side ? SIDES : (int)next_game->side;
    value = (value + step + SIDES + 1) % (SIDES + 1);
    next_game->draws_side = value == SIDES;
    if (!next_game->draws_side)
        next_game->side = (enum side)value;
}

/* Changes the selected row's value to the next (step 1) or previous (-1) one. */
static void change_field(struct tui *tui, int step)
{
    struct next_game *next_game = &tui->next_game;
    switch (new_form(tui)->selected) {
    case FORM_OPPONENT:
        opponent_cycle_any(tui->session, next_game->variant, next_game->opponent, step);
        break;
    case FORM_SIDE: cycle_side(next_game, step); break;
    case FORM_MORE: new_form(tui)->more = !new_form(tui)->more; break;
    case FORM_VARIANT: next_game_cycle(tui, NEXT_GAME_VARIANT, step); break;
    case FORM_STYLE:
        opponent_cycle(tui->session, next_game->variant, next_game->opponent, OPPONENT_STYLE, step);
        break;
    case FORM_RULES: next_game_cycle(tui, NEXT_GAME_RULES, step); break;
    case FORM_CLOCK: next_game_cycle(tui, NEXT_GAME_CLOCK, step); break;
    case FORM_SETUP: next_game->created = !next_game->created; break;
    case FORM_COUNTS: next_game->practice = !next_game->practice; break;
    default: break;
    }
}

/* Starts the game or the setup screen. */
static unsigned start(struct tui *tui)
{
    struct setup setup;
    if (tui->next_game.draws_side)
        tui->next_game.side = rng_below(&tui->rng, SIDES) ? BLUE : RED;
    if (!tui->next_game.created)
        return GO_SETUP;
    create_setup(tui, &setup);
    return begin_game(tui, &setup);
}

/* Handles Enter: starts the game on the row that does so, otherwise changes the value of the selected row. */
static unsigned form_choose(struct tui *tui)
{
    if (new_form(tui)->selected == FORM_START)
        return start(tui);
    change_field(tui, 1);
    return 0;
}

/* Handles a key: arrow keys change the row or its value. */
static unsigned new_handle_key(struct tui *tui, int key)
{
    if (tui->prompt.question != QUESTION_NONE)
        return prompt_handle_key(tui, key, menu_quit_answered);
    struct new_form *form = new_form(tui);
    enum action action = key_action(key, ON_NEW);
    int rows, step, count = shown_rows(tui);
    if (action_step(action, &rows, &step)) {
        form->selected = (form->selected + rows + count) % count;
        if (step)
            change_field(tui, step);
        return 0;
    }
    switch (action) {
    case ACTION_CHOOSE: return form_choose(tui);
    case ACTION_CANCEL: return GO_MENU;
    case ACTION_QUIT: case ACTION_INTERRUPT: return menu_quit(tui);
    default: return action_handle_common(action);
    }
}

/* Chooses a row that was clicked. */
static unsigned new_pick(struct tui *tui, int row)
{
    new_form(tui)->selected = row;
    return form_choose(tui);
}

const struct screen new_screen = {
    .on = ON_NEW, .enter = new_enter, .draw = new_draw, .key = new_handle_key, .pick = new_pick,
    .state_size = sizeof(struct new_form),
};
