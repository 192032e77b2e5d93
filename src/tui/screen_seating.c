/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The form that chooses the players of a game (enum seating): two people, two agents, one person for both
 * sides, or a person who plays on another board; with rules, clock and start position. */
#include "tui/screen.h"

#include "base/utf8.h"
#include "tui/opponent.h"

#include <stdio.h>
#include <string.h>

enum { NAME_MAX_BYTES = 24 /* of a person's name */ };
enum { FORM_WIDTH = 50, FORM_BESIDE = 4 /* rows of title, message, help and a blank row */ };

enum seating_row {
    SEATING_ROW_VARIANT, SEATING_ROW_PLAYERS, SEATING_ROW_SIDE, SEATING_ROW_RED, SEATING_ROW_BLUE,
        SEATING_ROW_RULES, SEATING_ROW_CLOCK, SEATING_ROW_START_POSITION,
    SEATING_ROW_START, SEATING_ROWS
};

/* [enum seating]: value and help of the row for the players. */
static const char *const players_names[SEATINGS] = {"you and an agent", "two people", "two agents",
                                                "you, beside another board", "you, for both sides"};
static const char *const players_help[SEATINGS] = {
    "an agent has the other side",
    "by turns at this screen, which is covered in between",
    "you watch, and pause them where you like",
    "you enter both sides' moves, and what a fight shows",
    "all pieces are open, everything may be taken back"
};

const char *seating_name(const struct seating_form *form)
{
    return players_names[form->seating];
}

bool seating_copies_board(const struct seating_form *form)
{
    return form->arranging && form->seating == SEATING_SECOND;
}

/* Returns whether people arrange their setups themselves. */
static bool arranges_setups(const struct seating_form *form)
{
    if (form->from_position || form->seating == SEATING_WATCH)
        return false;
    return form->seating == SEATING_SECOND ? !form->creates_setup : form->arranges_setups;
}

/* Describes the start position. */
static const char *start_position_words(const struct seating_form *form)
{
    if (form->from_position)
        return "the position set up";
    if (form->seating == SEATING_WATCH)
        return "setups of their own";
    if (form->seating == SEATING_SECOND)
        return arranges_setups(form) ? "your setup there" : "a created setup";
    return arranges_setups(form) ? "setups you arrange" : "created setups";
}

/* Changes to the next (step 1) or previous (-1) kind of start position: created setups, arranged setups and,
 * if `position`, the position of the editor. */
static void cycle_start_position(struct seating_form *form, bool position, int step)
{
    int kinds = position ? 3 : 2, kind = form->from_position ? 2 : arranges_setups(form);
    /* Agents always make their own setups. */
    if (form->seating == SEATING_WATCH) {
        form->from_position = position && !form->from_position;
        return;
    }
    kind = (kind + step + kinds) % kinds;
    form->from_position = kind == 2;
    if (form->seating == SEATING_SECOND)
        form->creates_setup = kind == 0;
    else
        form->arranges_setups = kind == 1;
}

/* Returns whether a row makes sense for the chosen players. */
static bool has_row(const struct seating_form *form, int row)
{
    enum seating seating = form->seating;
    switch (row) {
    case SEATING_ROW_VARIANT:
        return !form->from_position; /* the position has a variant */
    case SEATING_ROW_SIDE:
        return seating == SEATING_AGAINST || (seating == SEATING_SECOND && !form->from_position);
    case SEATING_ROW_RED:
        return seating == SEATING_WATCH || seating == SEATING_TWO ||
               (seating == SEATING_AGAINST && form->side == BLUE);
    case SEATING_ROW_BLUE:
        return seating == SEATING_WATCH || seating == SEATING_TWO ||
               (seating == SEATING_AGAINST && form->side == RED);
    case SEATING_ROW_CLOCK: return seating != SEATING_SECOND && seating != SEATING_OPEN;
    default: return true;
    }
}

/* Starts the form. Clears a message that is not an error. */
static void seating_enter(struct tui *tui)
{
    struct seating_form *form = &tui->seating_form;
    form->arranging = false;
    form->selected_row = has_row(form, SEATING_ROW_VARIANT) ? SEATING_ROW_VARIANT : SEATING_ROW_PLAYERS;
    if (tui->message[0] && !tui->message_is_error)
        message_clear(tui);
}

/* Returns whether the squares of the enemy's pieces must be entered first: on another board, with armies
 * that do not fill their rows. */
static bool needs_squares(const struct tui *tui)
{
    return tui->seating_form.seating == SEATING_SECOND && !tui->seating_form.from_position &&
           !variant_fills_rows(variant_at(tui->next_game.variant));
}

/* Returns a row's name and fills in its value and help. */
static const char *row_words(const struct tui *tui, int row, struct form_words *words)
{
    static const char *const names[SEATING_ROW_START] = {
        "Variant", "Who plays", "You sit at", "Red", "Blue", "Rules", "Clock", "From",
    };
    const struct seating_form *form = &tui->seating_form;
    switch (row) {
    case SEATING_ROW_VARIANT: next_game_words(tui, NEXT_GAME_VARIANT, words); break;
    case SEATING_ROW_RULES: next_game_words(tui, NEXT_GAME_RULES, words); break;
    case SEATING_ROW_CLOCK: next_game_words(tui, NEXT_GAME_CLOCK, words); break;
    case SEATING_ROW_PLAYERS: form_set(words, players_names[form->seating],
                                       players_help[form->seating]); break;
    case SEATING_ROW_SIDE: form_set(words, side_name(form->side), ""); break;
    case SEATING_ROW_RED: case SEATING_ROW_BLUE:
        if (form->seating == SEATING_TWO) {
            const char *given = form->name[row == SEATING_ROW_RED ? RED : BLUE];
            form_set(words, given[0] ? given : names[row], "the name; Enter changes it");
            break;
        }
        opponent_words_any(tui->session, variant_index(shown_variant(tui)),
                           form->agent[row == SEATING_ROW_RED ? RED : BLUE], words);
        break;
    default:
        form_set(words, start_position_words(form),
                 needs_squares(tui) ? "the enemy's pieces are unknown; you enter their squares"
                 : form->seating == SEATING_SECOND && !form->from_position
                     ? "the enemy's forty pieces are unknown" : "");
        break;
    }
    return names[row];
}

/* Draws the form. If there are enough rows, each row's help is below it. Otherwise the message line shows
 * that of the selected row. */
static void seating_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct seating_form *form = &tui->seating_form;
    const struct area *message = &tui->layout.message;
    int count = 0, row, col = (canvas->cols - FORM_WIDTH) / 2;
    for (int i = 0; i < SEATING_ROWS; i++)
        count += has_row(form, i);
    bool shows_help = canvas->rows >= 2 * count + FORM_BESIDE;
    row = (canvas->rows - (shows_help ? 2 * count : count)) / 3;
    row = row < tui->layout.title.rows ? tui->layout.title.rows : row;
    const struct form_place place = {col < 1 ? 1 : col, FORM_WIDTH, .name_cols = 10};
    draw_title(canvas, &tui->layout.title, "Vedette   who plays", "");
    for (int i = 0; i < SEATING_ROW_START; i++) {
        struct form_words words;
        if (!has_row(form, i))
            continue;
        const char *name = row_words(tui, i, &words);
        canvas_hot(canvas, row, 0, canvas->cols, HOT_ROW, i);
        form_draw_row(canvas, &place, row++, i == form->selected_row, name, words.value);
        if (shows_help)
            canvas_text(canvas, row++, place.col + 4, canvas->cols - place.col - 4, ROLE_DIM, words.help);
        else if (i == form->selected_row && !tui->message[0])
            canvas_text(canvas, message->row, 0, message->cols, ROLE_MESSAGE, words.help);
    }
    canvas_hot(canvas, row, 0, canvas->cols, HOT_ROW, SEATING_ROW_START);
    draw_item(canvas, row, place.col, FORM_WIDTH, form->selected_row == SEATING_ROW_START,
              arranges_setups(form) ? "Go on" : "Start");
    draw_help_line(canvas, &tui->layout.help, ON_SEATING);
    draw_message(tui, canvas);
}

/* Changes the selected row's value to the next (step 1) or previous (-1) one. */
static void change_row_value(struct tui *tui, int step)
{
    struct seating_form *form = &tui->seating_form;
    switch (form->selected_row) {
    case SEATING_ROW_VARIANT: next_game_cycle(tui, NEXT_GAME_VARIANT, step); break;
    case SEATING_ROW_RULES: next_game_cycle(tui, NEXT_GAME_RULES, step); break;
    case SEATING_ROW_CLOCK: next_game_cycle(tui, NEXT_GAME_CLOCK, step); break;
    case SEATING_ROW_PLAYERS:
        form->seating = (enum seating)(((int)form->seating + step + SEATINGS) % SEATINGS);
        break;
    case SEATING_ROW_SIDE: form->side = side_other(form->side); break;
    case SEATING_ROW_START_POSITION: cycle_start_position(form, editor_state(tui)->begun, step); break;
    case SEATING_ROW_RED: case SEATING_ROW_BLUE:
        if (form->seating == SEATING_TWO) {
            form->named = form->selected_row == SEATING_ROW_RED ? RED : BLUE;
            prompt_line(tui, QUESTION_NAME, form->named == RED ? "Red's name:" : "Blue's name:",
                        form->name[form->named]);
            break;
        }
        opponent_cycle_any(tui->session, variant_index(shown_variant(tui)),
                           form->agent[form->selected_row == SEATING_ROW_RED ? RED : BLUE], step);
        break;
    default:
        break;
    }
}

/* Moves the selection to the next row (step 1 or -1) that is shown. */
static void select_row(struct seating_form *form, int step)
{
    do
        form->selected_row = (form->selected_row + step + SEATING_ROWS) % SEATING_ROWS;
    while (!has_row(form, form->selected_row));
}

/* Fills in the agents and the names of people. `seat`: the person's side in a game on another board. */
static void name_players(const struct seating_form *form, enum side seat, struct game_terms *terms)
{
    terms->player[RED] = terms->player[BLUE] = NULL;
    switch (form->seating) {
    case SEATING_AGAINST: terms->player[side_other(form->side)] = form->agent[side_other(form->side)]; break;
    case SEATING_WATCH:
        terms->player[RED] = form->agent[RED];
        terms->player[BLUE] = form->agent[BLUE];
        break;
    case SEATING_SECOND: terms->people[side_other(seat)] = "opponent"; break;
    case SEATING_TWO:
        terms->people[RED] = form->name[RED][0] ? form->name[RED] : "Red";
        terms->people[BLUE] = form->name[BLUE][0] ? form->name[BLUE] : "Blue";
        break;
    default:
        break;
    }
}

/* Fills in the start of a game on another board: the person's setup, and unknown enemy pieces. */
static void copy_other_board(const struct tui *tui, enum side side, struct position_draft *draft)
{
    const struct seating_form *form = &tui->seating_form;
    const struct variant *variant = variant_at(tui->next_game.variant);
    draft_clear(draft);
    draft->placement.variant = variant_index(variant);
    draft_place_army(draft, side, &form->setup[side], NULL);
    if (!needs_squares(tui)) {
        draft_place_army(draft, side_other(side), NULL, NULL);
        return;
    }
    /* Places unknown pieces on the entered squares. With a variant that allows any army, marks the ranks
     * that the enemy does not have as absent, so that the unknown pieces are exactly its army. */
    const struct enemy_squares *enemy = enemy_state(tui);
    const struct cell unknown = {.rank = RANK_UNKNOWN, .side = (uint8_t)side_other(side)};
    for (int rank = 0; rank < RANKS; rank++)
        draft->placement.absent[unknown.side][rank] = (uint8_t)(variant->count[rank] - enemy->army[rank]);
    for (bitboard squares = enemy->squares; squares;)
        draft_put(draft, bits_pop(&squares), unknown, NULL);
}

/* Returns whether a game can start from the position of the editor. If it cannot, shows why. */
static bool can_begin(struct tui *tui)
{
    const struct placement *placement = &editor_state(tui)->draft.placement;
    enum seating seating = tui->seating_form.seating;
    struct position position = {0};
    struct error error = {0};
    char words[160];
    if (seating != SEATING_SECOND && placement_has_unknown(placement)) {
        message_show(tui, true,
                     "There are pieces whose rank is not known: sit beside another board with them");
        return false;
    }
    if (position_init(&position, placement, &tui->next_game.rules, &error) != STATUS_OK) {
        message_error(tui, &error);
        return false;
    }
    struct outcome outcome = position_outcome(&position);
    position_free(&position);
    if (outcome.result == RESULT_OPEN)
        return true;
    words_write_outcome(outcome, SIDES, words, sizeof words);
    message_show(tui, true, "That game would be over at once. %s", words);
    return false;
}

unsigned seating_begin(struct tui *tui)
{
    struct seating_form *form = &tui->seating_form;
    struct error error = {0};
    struct game_terms terms = next_game_terms(tui, NULL);
    struct position_draft other_board;
    enum side seat = form->side;
    terms.setup[RED] = terms.setup[BLUE] = NULL;
    terms.seating = form->seating;
    terms.practice = false; /* an option of the form for a new game only */
    /* The clocks are by side here, not the person's first; some seatings have none. */
    terms.time = (struct time_terms){.counted = terms.time.counted};
    if (has_row(form, SEATING_ROW_CLOCK))
        memcpy(terms.time.side, tui->next_game.clock.side, sizeof terms.time.side);
    /* The first clock of the form is the person's. */
    if (form->seating == SEATING_AGAINST && form->side == BLUE) {
        terms.time.side[RED] = tui->next_game.clock.side[BLUE];
        terms.time.side[BLUE] = tui->next_game.clock.side[RED];
    }
    for (enum side side = RED; side <= BLUE; side++)
        if (form->has_setup[side])
            terms.setup[side] = &form->setup[side];
    if (form->from_position) {
        if (!can_begin(tui))
            return 0;
        terms.start = &editor_state(tui)->draft.placement;
        seat = placement_viewing_side(terms.start) < SIDES ? placement_viewing_side(terms.start) : RED;
    } else if (form->seating == SEATING_SECOND) { /* the game is played on another board */
        copy_other_board(tui, seat, &other_board);
        terms.start = &other_board.placement;
    }
    name_players(form, seat, &terms);
    form->arranging = false;
    enum status status = local_game_begin(&tui->local, &terms, &error);
    if (tui->local.has_game && !form->from_position) /* the game has begun */
        preferences_save_variant(tui);
    return enter_game(tui, status, &error);
}

/* Starts the game of the form. If the enemy's squares must be entered, goes to that screen first. Returns
 * flags as a screen's key function does. */
static unsigned continue_seating(struct tui *tui)
{
    struct seating_form *form = &tui->seating_form;
    if (!needs_squares(tui))
        return seating_begin(tui);
    enemy_state(tui)->squares = 0;
    setup_army(&form->setup[form->side], enemy_state(tui)->army);
    return GO_ENEMY;
}

/* Returns the next side whose setup is still to be arranged by a person. SIDES if there is none. */
static enum side next_to_arrange(const struct seating_form *form)
{
    for (enum side side = RED; side <= BLUE; side++) {
        bool person = form->seating == SEATING_TWO || form->seating == SEATING_OPEN || side == form->side;
        if (person && !form->has_setup[side])
            return side;
    }
    return SIDES;
}

unsigned seating_setup_arranged(struct tui *tui, const struct setup *setup)
{
    struct seating_form *form = &tui->seating_form;
    form->setup[form->arranged] = *setup;
    form->has_setup[form->arranged] = true;
    enum side next = next_to_arrange(form);
    if (next == SIDES)
        return continue_seating(tui);
    form->arranged = tui->next_game.side = next;
    return form->seating == SEATING_TWO ? GO_COVER : GO_SETUP;
}

/* Creates a setup for each person; with a variant that allows any army, all get the same army. */
static void create_setups(struct tui *tui)
{
    struct seating_form *form = &tui->seating_form;
    uint8_t army[RANKS];
    bool has_army = false;
    for (enum side side = RED; side <= BLUE; side++) {
        if (form->seating == SEATING_AGAINST && side != form->side)
            continue;
        if (has_army)
            create_setup_of(tui, army, &form->setup[side]);
        else
            create_setup(tui, &form->setup[side]);
        setup_army(&form->setup[side], army);
        form->has_setup[side] = has_army = true;
    }
}

/* Handles Enter: changes the row's value. On the last row starts the game, or the arranging of setups. */
static unsigned choose(struct tui *tui)
{
    struct seating_form *form = &tui->seating_form;
    if (form->selected_row != SEATING_ROW_START) {
        change_row_value(tui, 1);
        return 0;
    }
    form->has_setup[RED] = form->has_setup[BLUE] = false;
    if (form->from_position || form->seating == SEATING_WATCH)
        return seating_begin(tui);
    enum side first = next_to_arrange(form);
    if (arranges_setups(form)) {
        form->arranging = true;
        form->arranged = tui->next_game.side = first;
        return form->seating == SEATING_TWO ? GO_COVER : GO_SETUP;
    }
    create_setups(tui);
    return continue_seating(tui);
}

/* Stores the name that was typed. */
static unsigned name_entered(struct tui *tui, enum question question, bool yes)
{
    struct seating_form *form = &tui->seating_form;
    const char *text = tui->prompt.line.text + strspn(tui->prompt.line.text, " ");
    (void)question;
    message_clear(tui);
    if (!yes)
        return 0;
    /* Remove the spaces at the name's ends, and half a character. */
    char *name = form->name[form->named];
    snprintf(name, sizeof form->name[form->named], "%.*s", NAME_MAX_BYTES, text);
    size_t size = utf8_whole(name, strlen(name));
    while (size > 0 && name[size - 1] == ' ')
        size--;
    name[size] = '\0';
    return 0;
}

/* Handles a key: it belongs to an open prompt, or is an arrow that changes the row or its value. */
static unsigned seating_handle_key(struct tui *tui, int key)
{
    if (tui->prompt.question != QUESTION_NONE)
        return prompt_handle_key(tui, key, name_entered);
    enum action action = key_action(key, ON_SEATING);
    int rows, step;
    if (action_step(action, &rows, &step)) {
        if (step)
            change_row_value(tui, step);
        else
            select_row(&tui->seating_form, rows);
        return 0;
    }
    switch (action) {
    case ACTION_CHOOSE: return choose(tui);
    case ACTION_CANCEL: return GO_MENU;
    case ACTION_QUIT: case ACTION_INTERRUPT: return GO_EXIT;
    default: return action_handle_common(action);
    }
}

/* Chooses a row that was clicked. */
static unsigned seating_pick(struct tui *tui, int row)
{
    tui->seating_form.selected_row = row;
    return choose(tui);
}

const struct screen seating_screen = {
    .on = ON_SEATING, .enter = seating_enter, .draw = seating_draw, .key = seating_handle_key,
    .pick = seating_pick
};
