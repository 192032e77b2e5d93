/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the game screen: local_game_board and public facts, nothing else of the game. */
#include "tui/screen.h"

#include "tui/key_bar.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TITLE_GAPS = 4 }; /* columns before, between and after the two parts of the title */

/* Appends the remaining times, " red 4:59 blue 5:00", if the game has clocks. A clock that only measures
 * may be negative. */
static void add_clocks(const struct game_clock *clock, char *text, size_t capacity)
{
    for (int side = RED; side <= BLUE && clock->is_set; side++) {
        int64_t left = game_clock_left(clock, (enum side)side);
        size_t used = strlen(text);
        char shown[CLOCK_TEXT];
        if (left < 0 && !clock->terms.counted)
            left = 0;
        if (left != INT64_MAX)
            snprintf(text + used, capacity - used, "  %s %s", side_name((enum side)side),
                     clock_write_time(left, shown));
    }
}

/* Writes the right part of the title: the move number and the side to move while the game is on, the result
 * when it is over, and the clocks. */
static void write_status(const struct local_game *local, char *text, size_t capacity)
{
    const struct board *board = local_game_board(local);
    const struct board *present = local_game_present(local);
    struct outcome outcome = local_game_outcome(local);
    unsigned next = board_move_number(board, board->plies);
    unsigned done = board->plies ? board_move_number(board, board->plies - 1) : 0;
    const char *plural = done == 1 ? "" : "s";
    bool begun = board->plies > board->prior_plies;
    const char *mover = begun ? side_name(piece_side(board->history[board->plies - 1].mover)) : "";
    /* The official rules are not named. */
    const char *rules = board->rules.name && strcmp(board->rules.name, "isf") != 0
                            ? rules_words(board->rules.name) : "";
    bool names_rules = rules[0] && !local->game.clock.is_set;
    if (local->shown.trial.on)
        snprintf(text, capacity, "a line, move %u  %s to move", next, side_name(board->to_move));
    else if (local->shown.back)
        snprintf(text, capacity, "%s%s %u of %u", mover, begun ? "'s move" : "before move", begun ? done : 1,
                 board_move_number(present, present->plies - 1));
    else if (outcome.result == RESULT_DRAW)
        snprintf(text, capacity, "drawn after %u move%s", done, plural);
    else if (outcome.result != RESULT_OPEN)
        snprintf(text, capacity, "%s has won after %u move%s", result_name(outcome.result), done, plural);
    else
        snprintf(text, capacity, "move %u  %s to move%s%s", next, side_name(board->to_move),
                 names_rules ? "  " : "", names_rules ? rules : "");
    add_clocks(&local->game.clock, text, capacity);
}

/* Draws the title bar: the players, the state of the game, and its value if that is shown. */
static void draw_title_bar(const struct tui *tui, struct canvas *canvas)
{
    const struct record *record = &tui->local.game.record;
    const struct ladder *ladder = ladders_for_variant(tui->session->ladders, record->start.variant);
    char left[2 * PLAYER_WORDS + 64], right[128], red[PLAYER_WORDS], blue[PLAYER_WORDS];
    char variant[VARIANT_WORDS];
    write_status(&tui->local, right, sizeof right);
    seating_title(tui, right + strlen(right), sizeof right - strlen(right));
    const struct figures *figures = tui->panels.values ? panels_figures(tui) : NULL;
    size_t used = strlen(right);
    if (figures && !isnan(figures->chance)) /* from the person's point of view */
        snprintf(right + used, sizeof right - used, "  %.0f %% to win", 100 * figures->chance);
    else if (tui->panels.values && !figures)
        snprintf(right + used, sizeof right - used, "  ... %% to win");
    snprintf(left, sizeof left, "%s%s (red) - %s (blue)%s%s", canvas->cols >= 80 ? "Vedette   " : "",
             ladder_player_name(ladder, record->player[RED], red),
             ladder_player_name(ladder, record->player[BLUE], blue),
             variant_suffix(variant_at(record->start.variant), variant),
             record->practice ? ", practice" : "");
    /* Leaves out the program's name if the line would be too long, then the sides, which the board shows. */
    int width = canvas_width(canvas, left) + canvas_width(canvas, right) + TITLE_GAPS;
    int program = sizeof "Vedette   " - 1;
    bool named = canvas->cols >= 80, full = named && width > canvas->cols;
    if (width - (named ? program : 0) > canvas->cols)
        snprintf(left, sizeof left, "%s - %s%s%s", red, blue,
                 variant_suffix(variant_at(record->start.variant), variant),
                 record->practice ? ", practice" : "");
    else if (full)
        memmove(left, left + program, strlen(left + program) + 1);
    draw_title(canvas, &tui->layout.title, left, right);
}

/* Draws on the message line how long the agent has been thinking, in `width` columns. */
static void draw_thinking(const struct tui *tui, struct canvas *canvas, int width)
{
    const struct local_game *local = &tui->local;
    const struct area *area = &tui->layout.message;
    char effort[THINK_STATS_TEXT];
    struct key_name now = key_for(ACTION_MOVE_NOW, ON_GAME);
    const struct agent_thought *thought = &local->thought;
    think_stats_write(&thought->effort, effort);
    canvas_printf(canvas, area->row, area->col, width, ROLE_MESSAGE, "%s %s, %.0f s%s%s. %s%s",
                  side_name(side_other(local->shown.person)), thought->hurried ? "shall move now" : "thinks",
                  thought->seconds, effort[0] ? ", " : "", effort, thought->hurried ? "" : now.text,
                  thought->hurried ? "" : ": move now");
}

/* Draws the clocks at the end of the message line while the game is on, if the screen has no title and no
 * prompt or long error needs the columns. Returns the columns used. */
static int draw_clocks(const struct tui *tui, struct canvas *canvas)
{
    const struct area *area = &tui->layout.message;
    char text[64] = "";
    if (tui->layout.title.rows > 0 || local_game_over(&tui->local) || tui->cursor.typing ||
        tui->prompt.question != QUESTION_NONE)
        return 0;
    add_clocks(&tui->local.game.clock, text, sizeof text);
    int width = canvas_width(canvas, text);
    bool error = tui->message_is_error && canvas_width(canvas, tui->message) > area->cols - width;
    if (width == 0 || width >= area->cols || error)
        return 0;
    canvas_text(canvas, area->row, area->col + area->cols - width, width, ROLE_MESSAGE, text);
    return width;
}

/* Draws the message line: a prompt if one is open, the progress of thinking while there is some, otherwise
 * the message. Draws the clocks too if they belong there. */
static void draw_message_line(const struct tui *tui, struct canvas *canvas)
{
    const struct local_game *local = &tui->local;
    const struct area *area = &tui->layout.message;
    char words[MESSAGE_TEXT];
    lines_progress_text(tui, words, sizeof words);
    bool prompting = tui->cursor.typing || tui->prompt.question != QUESTION_NONE;
    bool thinks = local->thought.on && local->thought.seconds >= MIN_SHOWN_SECONDS &&
        !local->shown.trial.on &&
                  !local_game_waits(local);
    /* The message clears its line, so the clocks are drawn again after it. */
    int used_cols = draw_clocks(tui, canvas);
    if (thinks && !prompting)
        draw_thinking(tui, canvas, area->cols - used_cols);
    else if (words[0] && !prompting)
        canvas_text(canvas, area->row, 0, area->cols - used_cols, ROLE_MESSAGE, words);
    else
        draw_short_message(tui, canvas, used_cols);
    /* No message: what the person can do. */
    if (!prompting && !thinks && !words[0] && !tui->message[0] && game_instructions(tui, words, sizeof words))
        canvas_text(canvas, area->row, 0, area->cols - used_cols, ROLE_MESSAGE, words);
    draw_clocks(tui, canvas);
}

void draw_game(const struct tui *tui, struct canvas *canvas)
{
    const struct board_cursor *cursor = &tui->cursor;
    const struct local_game *local = &tui->local;
    const struct layout *layout = &tui->layout;
    double heat[SQUARES];
    struct notes notes;
    notes_from_record(&notes, &local->game.record);
    const struct picture picture = {
        .board = local_game_board(local), .viewer = local_game_own_side(local),
        .bottom_side = cursor->bottom_side, .cursor = cursor->square, .chosen = cursor->chosen,
        .targets = cursor->targets, .marks_last_move = true, .notes = notes.ranks,
        .heat = panels_heat(tui, heat) ? heat : NULL,
    };
    draw_title_bar(tui, canvas);
    draw_board(canvas, layout, &picture);
    panels_draw(tui, canvas);
    end_panel_draw(tui, canvas);
    moves_table_draw(tui, canvas);
    if (tui->pane.open)
        pane_draw_help(tui, canvas);
    else
        game_bar_draw(tui, canvas);
    if (!tui->pane.open || tui->prompt.question == QUESTION_NONE) /* otherwise the pane shows the prompt */
        draw_message_line(tui, canvas);
    pane_draw(tui, canvas);
}
