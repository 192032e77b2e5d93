/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cover between two people's turns. It shows nothing that depends on a piece: only whose turn it is,
 * the number of moves, and the clocks. */
#include "tui/screen.h"

#include <stdio.h>
#include <string.h>

/* Returns the side's name with a capital letter. */
static const char *capital_name(enum side side)
{
    return side == RED ? "Red" : "Blue";
}

/* Draws a centred line. */
static void draw_centred(struct canvas *canvas, int row, enum role role, const char *text)
{
    int width = canvas_width(canvas, text), col = (canvas->cols - width) / 2;
    canvas_text(canvas, row, col > 0 ? col : 0, canvas->cols, role, text);
}

/* Draws the remaining times, if the game has clocks. */
static void draw_clocks(const struct tui *tui, struct canvas *canvas, int row)
{
    const struct game_clock *clock = &tui->local.game.clock;
    char text[64] = "", shown[CLOCK_TEXT];
    if (!tui->local.has_game || !clock->is_set)
        return;
    for (enum side side = RED; side <= BLUE; side++)
        if (game_clock_left(clock, side) != INT64_MAX) {
            size_t used = strlen(text);
            snprintf(text + used, sizeof text - used, "%s%s %s", used ? "   " : "", side_name(side),
                     clock_write_time(game_clock_left(clock, side), shown));
        }
    draw_centred(canvas, row, ROLE_DIM, text);
}

/* Draws the cover for the person whose turn it is. */
static void cover_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct local_game *local = &tui->local;
    enum side side = local->has_game ? local->shown.person : tui->seating_form.arranged;
    char words[96];
    int row = canvas->rows / 3;
    draw_title(canvas, &tui->layout.title, "Vedette   two people", "");
    snprintf(words, sizeof words, local->has_game ? "%s's turn" : "%s sets up", capital_name(side));
    draw_centred(canvas, row, side_role(side), words);
    snprintf(words, sizeof words, "%s, look away, please.", capital_name(side_other(side)));
    draw_centred(canvas, row + 2, ROLE_TEXT, words);
    snprintf(words, sizeof words, "%s: %s shows your pieces.", capital_name(side),
             key_for(ACTION_CHOOSE, ON_COVER).text);
    draw_centred(canvas, row + 3, ROLE_TEXT, words);
    if (local->has_game) {
        const struct board *board = local_game_present(local);
        snprintf(words, sizeof words, "move %u", board_move_number(board, board->plies));
        draw_centred(canvas, row + 5, ROLE_DIM, words);
        draw_clocks(tui, canvas, row + 6);
    }
    draw_help_line(canvas, &tui->layout.help, ON_COVER);
    draw_message(tui, canvas);
}

/* Acts on the answer to quit or leave. Returns flags as a screen's key function does. */
static unsigned cover_handle_answer(struct tui *tui, enum question question, bool yes)
{
    (void)tui;
    return !yes ? 0 : question == QUESTION_QUIT ? GO_EXIT : GO_MENU;
}

/* Handles a key. Enter uncovers the board, or opens the setup screen if the next person has a setup to
 * arrange. */
static unsigned cover_handle_key(struct tui *tui, int key)
{
    if (tui->prompt.question != QUESTION_NONE)
        return prompt_handle_key(tui, key, cover_handle_answer);
    bool on = tui->local.has_game;
    enum action action = key_action(key, ON_COVER);
    switch (action) {
    case ACTION_CHOOSE:
        if (!on)
            return GO_SETUP;
        local_game_uncover(&tui->local);
        return GO_GAME;
    case ACTION_QUIT: case ACTION_INTERRUPT:
        prompt_confirm(tui, QUESTION_QUIT,
                       on ? "Quit? You can resume the game." : "Quit? The setup is lost.");
        return 0;
    case ACTION_NEW:
        prompt_confirm(tui, QUESTION_LEAVE,
                       on ? "Leave? You can resume the game." : "Leave? The setup is lost.");
        return 0;
    default: return action_handle_common(action);
    }
}

const struct screen cover_screen = {
    .on = ON_COVER, .enter = message_clear, .draw = cover_draw, .key = cover_handle_key
};
