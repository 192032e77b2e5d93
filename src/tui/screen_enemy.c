/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entering the squares of the enemy's pieces, for a game on another board with armies that do not fill
 * their rows. There one sees which squares are occupied, but not by which pieces. */
#include "tui/screen.h"

#include "game/army.h"

#include <stdio.h>
#include <string.h>

struct enemy_squares *enemy_state(const struct tui *tui)
{
    return screen_state(tui, &enemy_screen);
}

/* Frees the state. */
static void free_enemy(void *state)
{
    struct enemy_squares *enemy = state;
    board_free(&enemy->board);
}

/* Returns the enemy's side. */
static enum side enemy_side(const struct tui *tui)
{
    return side_other(tui->seating_form.side);
}

/* Returns the variant of the next game. */
static const struct variant *game_variant(const struct tui *tui)
{
    return variant_at(tui->next_game.variant);
}

/* Updates the board that is drawn: the person's pieces and unknown enemy pieces. */
static void make_board(struct tui *tui)
{
    struct enemy_squares *enemy = enemy_state(tui);
    const struct setup *own = &tui->seating_form.setup[tui->seating_form.side];
    struct placement placement;
    placement_clear(&placement);
    placement.variant = tui->next_game.variant;
    for (int i = 0; i < PIECES_A_SIDE; i++)
        if (own->rank[i] != PLACE_EMPTY)
            placement.cell[setup_square(tui->seating_form.side, i)] =
                (struct cell){.rank = own->rank[i], .side = (uint8_t)tui->seating_form.side};
    for (bitboard squares = enemy->squares; squares;)
        placement.cell[bits_pop(&squares)] =
            (struct cell){.rank = RANK_UNKNOWN, .side = (uint8_t)enemy_side(tui)};
    board_free(&enemy->board);
    board_init(&enemy->board, &placement, &tui->next_game.rules);
}

/* Shows that too few or too many pieces are placed. */
static void show_wrong_count(struct tui *tui)
{
    const struct enemy_squares *enemy = enemy_state(tui);
    int placed = bits_count(enemy->squares);
    message_show(tui, true, "%s has %d pieces, and %d %s down", enemy_side(tui) == RED ? "Red" : "Blue",
                 army_size(enemy->army), placed, placed == 1 ? "is" : "are");
}

/* Shows how many pieces are placed, and what to do next. */
static void show_count(struct tui *tui)
{
    const struct enemy_squares *enemy = enemy_state(tui);
    int placed = bits_count(enemy->squares), size = army_size(enemy->army);
    const char *name = side_name(enemy_side(tui));
    if (placed == size)
        message_show(tui, false, "All %d of %s's pieces are down. %s: play", size, name,
                     key_for(ACTION_START, ON_ENEMY).text);
    else if (placed > size)
        show_wrong_count(tui);
    else
        message_show(tui, false, "%s where %s has a piece: %d of %d", key_for(ACTION_CHOOSE, ON_ENEMY).text,
                     name, placed, size);
}

/* Opens the screen with the cursor in the middle of the enemy's front row. */
static void enemy_enter(struct tui *tui)
{
    enemy_state(tui)->cursor = setup_square(enemy_side(tui), 5); /* in the middle of the front row */
    make_board(tui);
    show_count(tui);
}

/* Draws the enemy's army, one rank per line. */
static void draw_army(const struct tui *tui, struct canvas *canvas)
{
    enum { LETTER_COL = 1, NAME_COL = 3, COUNT_COL = 14, COUNT_COLS = 2 };
    const struct area *area = &tui->layout.panel;
    const struct enemy_squares *enemy = enemy_state(tui);
    enum side side = enemy_side(tui);
    int row = area->row, end = area->row + area->rows;
    if (!area->rows)
        return;
    canvas_printf(canvas, row++, area->col, area->cols, side_role(side), "The army of %s", side_name(side));
    for (int rank = RANKS - 1; rank >= 0 && row < end; rank--) {
        if (!enemy->army[rank])
            continue;
        canvas_put(canvas, row, area->col + LETTER_COL, ROLE_TEXT,
                   (uint32_t)rank_write(rank, canvas->notation));
        canvas_text(canvas, row, area->col + NAME_COL, COUNT_COL - NAME_COL - 1, ROLE_DIM,
                    rank_table[rank].name);
        canvas_printf(canvas, row++, area->col + COUNT_COL, COUNT_COLS, ROLE_TEXT, "%d", enemy->army[rank]);
    }
    if (game_variant(tui)->any_army && row + 1 < end)
        canvas_printf(canvas, row + 1, area->col, area->cols, ROLE_DIM, "%s: another army",
                      key_for(ACTION_ARMY, ON_ENEMY).text);
}

/* Returns whether a key of the help line works: the army can be changed only if the variant allows any. */
static bool key_works(const void *context, const struct key_binding *row)
{
    const struct tui *tui = context;
    return row->action != ACTION_ARMY || game_variant(tui)->any_army;
}

/* Draws the screen. */
static void enemy_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct enemy_squares *enemy = enemy_state(tui);
    enum side own = tui->seating_form.side;
    const struct picture picture = {.board = &enemy->board, .viewer = own, .bottom_side = own,
                                    .cursor = enemy->cursor, .chosen = SQUARE_NONE};
    char left[96], right[32], variant[VARIANT_WORDS];
    snprintf(left, sizeof left, "Vedette   where %s's pieces stand%s", side_name(enemy_side(tui)),
             variant_suffix(game_variant(tui), variant));
    snprintf(right, sizeof right, "%d of %d", bits_count(enemy->squares), army_size(enemy->army));
    draw_title(canvas, &tui->layout.title, left, right);
    draw_board(canvas, &tui->layout, &picture);
    draw_army(tui, canvas);
    draw_help_keys(canvas, &tui->layout.help,
                   &(struct help_keys){key_table, key_count, ON_ENEMY, key_works, tui});
    draw_message(tui, canvas);
}

/* Places a piece on the square under the cursor. If one is there, removes it. */
static unsigned toggle_piece(struct tui *tui)
{
    struct enemy_squares *enemy = enemy_state(tui);
    bool occupied = bit_in(enemy->squares, enemy->cursor);
    if (setup_index(enemy_side(tui), enemy->cursor) < 0) {
        message_show(tui, true, "%s's pieces start on the four rows at the other end",
                     enemy_side(tui) == RED ? "Red" : "Blue");
        return 0;
    }
    if (!occupied && bits_count(enemy->squares) >= army_size(enemy->army)) {
        bool any_army = game_variant(tui)->any_army;
        message_show(tui, true, "All %d of %s's pieces are down: %s takes one off%s%s%s",
                     army_size(enemy->army),
                     side_name(enemy_side(tui)), key_for(ACTION_CHOOSE, ON_ENEMY).text, any_army ? "; " : "",
                     any_army ? key_for(ACTION_ARMY, ON_ENEMY).text : "", any_army ? ": another army" : "");
        return 0;
    }
    enemy->squares ^= bit(enemy->cursor);
    make_board(tui);
    show_count(tui);
    return 0;
}

/* Starts the game if all pieces are placed. */
static unsigned begin_play(struct tui *tui)
{
    const struct enemy_squares *enemy = enemy_state(tui);
    if (bits_count(enemy->squares) == army_size(enemy->army))
        return seating_begin(tui);
    show_wrong_count(tui);
    return 0;
}

/* Prompts for the enemy's army, if the variant allows any. */
static void prompt_army(struct tui *tui)
{
    enum notation notation = session_notation(tui->session);
    char words[64], army[ARMY_TEXT];
    if (!game_variant(tui)->any_army) {
        message_show(tui, true, "The army of %s is always the same", game_variant(tui)->title);
        return;
    }
    snprintf(words, sizeof words, "All pieces of %s:", side_name(enemy_side(tui)));
    army_write(enemy_state(tui)->army, army);
    for (char *symbol = army; *symbol; symbol++)
        if (*symbol != ' ')
            *symbol = rank_write(rank_from_symbol(*symbol), notation);
    prompt_line(tui, QUESTION_ARMY, words, army);
}

/* Sets the enemy's army to the ranks that were typed. */
static void apply_army(struct tui *tui)
{
    uint8_t army[RANKS];
    struct error why = {0};
    if (army_read(tui->prompt.line.text, session_notation(tui->session), game_variant(tui), army, &why)) {
        message_error(tui, &why);
        return;
    }
    memcpy(enemy_state(tui)->army, army, sizeof army);
    show_count(tui);
}

/* Returns the flag of the previous screen: the setup screen if the person's pieces were entered there,
 * otherwise the form. */
static unsigned previous_screen(const struct tui *tui)
{
    return seating_copies_board(&tui->seating_form) ? GO_SETUP : GO_SEATING;
}

/* Acts on the answer to a prompt. Returns flags as a screen's key function does. */
static unsigned enemy_handle_answer(struct tui *tui, enum question question, bool yes)
{
    if (!yes)
        show_count(tui);
    else if (question == QUESTION_ARMY)
        apply_army(tui);
    if (!yes)
        return 0;
    return question == QUESTION_QUIT ? GO_EXIT : question == QUESTION_LEAVE ? previous_screen(tui) : 0;
}

/* Does what an action means while the person enters the squares of the enemy's pieces. Returns flags as a
 * screen's key function does (tui/screen.h). */
static unsigned enemy_handle_action(struct tui *tui, enum action action)
{
    struct enemy_squares *enemy = enemy_state(tui);
    int rows, cols;
    if (action_step(action, &rows, &cols)) {
        enemy->cursor = square_step(tui->seating_form.side, enemy->cursor, rows, cols);
        return 0;
    }
    switch (action) {
    case ACTION_CHOOSE: return toggle_piece(tui);
    case ACTION_START: return begin_play(tui);
    case ACTION_ARMY: prompt_army(tui); return 0;
    case ACTION_CLEAR:
        enemy->squares = 0;
        make_board(tui);
        show_count(tui);
        return 0;
    case ACTION_CANCEL:
        if (!enemy->squares) /* nothing would be lost */
            return previous_screen(tui);
        prompt_confirm(tui, QUESTION_LEAVE, "Go back? The squares entered here are lost.");
        return 0;
    case ACTION_QUIT: case ACTION_INTERRUPT:
        prompt_confirm(tui, QUESTION_QUIT, "Quit? What you have put down is lost.");
        return 0;
    default: return action_handle_common(action);
    }
}

/* Handles a key: it belongs to an open prompt, is a click, or is an action. */
static unsigned enemy_handle_key(struct tui *tui, int key)
{
    if (tui->prompt.question != QUESTION_NONE)
        return prompt_handle_key(tui, key, enemy_handle_answer);
    if (key == KEY_MOUSE)
        return clicked_square(tui, tui->seating_form.side,
                              &enemy_state(tui)->cursor) ? toggle_piece(tui) : DID_NOTHING;
    return enemy_handle_action(tui, key_action(key, ON_ENEMY));
}

const struct screen enemy_screen = {
    .on = ON_ENEMY, .enter = enemy_enter, .draw = enemy_draw, .key = enemy_handle_key,
    .state_size = sizeof(struct enemy_squares), .free_state = free_enemy,
};
