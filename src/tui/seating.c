/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the game screen that depend on the seating. */
#include "tui/seating.h"

#include "play/move_entry.h"
#include "tui/lessons.h"
#include "tui/screen.h"

#include <stdio.h>
#include <string.h>

/* Min seconds per move of two agents; the user cycles through these. */
static const double speeds[] = {0, 0.5, 1, 2, 5, 15};
enum { SPEEDS = sizeof speeds / sizeof speeds[0] };

void seating_init(struct tui *tui)
{
    const struct ladder *ladder = ladders_for_variant(tui->session->ladders, tui->next_game.variant);
    struct seating_form *form = &tui->seating_form;
    *form = (struct seating_form){.seating = SEATING_TWO, .pending_move = MOVE_NONE};
    for (enum side side = RED; side <= BLUE; side++)
        snprintf(form->agent[side], sizeof form->agent[side], "%s", ladder->levels[0].agent);
}

/* Returns the seating of the current game. */
static enum seating current_seating(const struct tui *tui)
{
    return local_game_seating(&tui->local);
}

/* --- a game on another board, or one person for both sides --- */

/* Plays an entered move with its ranks; shows an error. */
static void play_entered_move(struct tui *tui, struct move_with_ranks entered)
{
    struct error error = {0};
    game_deselect(tui);
    if (local_game_move_with_ranks(&tui->local, entered, &error) != STATUS_OK) {
        game_show_refused(tui, entered.move, error.text);
        lessons_append_refused(tui, board_check(local_game_board(&tui->local), entered.move));
    } else {
        message_show(tui, false, "The move is being written to the journal");
    }
}

void seating_move(struct tui *tui, struct move move)
{
    if (replay_move(tui, move))
        return;
    const struct board *board = local_game_board(&tui->local);
    struct ranks_needed need = {false, false};
    if (current_seating(tui) == SEATING_SECOND && local_game_to_move(&tui->local) &&
        board_check(board, move) == MOVE_LEGAL)
        need = move_entry_need(board, move);
    if (!need.attacker && !need.defender) {
        play_entered_move(tui, (struct move_with_ranks){move, RANK_UNKNOWN, RANK_UNKNOWN});
        return;
    }
    tui->seating_form.pending_move = move;
    prompt_line(tui, QUESTION_RANKS,
                need.attacker && need.defender ? "Both ranks, the attacker's first:"
                : need.attacker                ? "Which rank attacked?"
                                               : "Which rank did it meet?",
                "");
}

void seating_ranks_entered(struct tui *tui)
{
    struct move_with_ranks entered;
    struct error error = {0};
    const struct board *board = local_game_board(&tui->local);
    if (move_entry_ranks(tui->prompt.line.text, board, session_notation(tui->session),
                         tui->seating_form.pending_move, &entered, &error) != STATUS_OK)
        message_error(tui, &error);
    else
        play_entered_move(tui, entered);
}

bool seating_handle_line(struct tui *tui, const char *text)
{
    struct move_with_ranks entered, plain;
    struct error error = {0};
    enum notation notation = session_notation(tui->session);
    if (current_seating(tui) != SEATING_SECOND || tui->local.shown.trial.on ||
        !local_game_to_move(&tui->local))
        return false;
    if (move_entry_read(text, local_game_board(&tui->local), notation, &entered, &error) == STATUS_OK) {
        play_entered_move(tui, entered);
        return true;
    }
    /* A move without its ranks: prompts for them. */
    if (move_read(text, notation, &plain, NULL, NULL) == STATUS_OK) {
        seating_move(tui, plain.move);
        return true;
    }
    /* Text that looks like a move with ranks is an error; the caller handles other text. */
    if (strchr("abcdefghijk", text[0]) && strchr(text, ' ') && strlen(text) > 5) {
        message_error(tui, &error);
        return true;
    }
    return false;
}

/* --- two people --- */

void seating_advance(struct tui *tui)
{
    struct local_game *local = &tui->local;
    const struct screen *screen = tui->screen == &help_screen ? tui->help_caller : tui->screen;
    if (!local->has_game || !local->shown.covered || screen != &game_screen)
        return;
    tui->screen = &cover_screen;
    tui->screen->enter(tui);
}

/* --- two agents --- */

/* Shows the speed of the watched game. */
static void show_speed(struct tui *tui)
{
    double delay = tui->local.watching.delay;
    if (delay > 0)
        message_show(tui, false, "A move every %g s", delay);
    else
        message_show(tui, false, "Moves as they come");
}

/* Changes the view: all pieces, red's view, blue's view. */
static void cycle_view(struct tui *tui)
{
    struct local_game *local = &tui->local;
    enum side side = local->shown.seat == SIDES ? RED : local->shown.seat == RED ? BLUE : SIDES;
    local_game_view_from(local, side);
    tui->cursor.bottom_side = local_game_own_side(local);
    if (side == SIDES)
        message_show(tui, false, "All pieces are shown");
    else
        message_show(tui, false, "What %s sees", side_name(side));
}

/* Handles actions while two agents play; DID_NOTHING for others. */
static unsigned handle_watch_action(struct tui *tui, enum action action)
{
    struct local_game *local = &tui->local;
    struct watching *watching = &local->watching;
    int speed = 0;
    switch (action) {
    case ACTION_PAUSE:
        local_game_pause(local, !watching->paused);
        if (watching->paused)
            message_show(tui, false, "Paused: %s plays one move, %s goes on",
                         key_for(ACTION_ONE_MOVE, ON_GAME).text, key_for(ACTION_PAUSE, ON_GAME).text);
        else
            show_speed(tui);
        return 0;
    case ACTION_ONE_MOVE:
        local_game_step(local, -(long)local->shown.back);
        local_game_play_one(local);
        return 0;
    case ACTION_SPEED:
        while (speed < SPEEDS && speeds[speed] != watching->delay)
            speed++;
        watching->delay = speeds[(speed + 1) % SPEEDS];
        show_speed(tui);
        return 0;
    case ACTION_CHANGE_SEATS: cycle_view(tui); return 0;
    case ACTION_CANCEL:
        if (local->shown.back || tui->cursor.chosen != SQUARE_NONE)
            return DID_NOTHING;
        game_show_instructions(tui);
        return 0;
    case ACTION_RESIGN: case ACTION_DRAW: case ACTION_TAKE_BACK: case ACTION_HINT:
        message_show(tui, true, "You watch this game: %s pauses it, %s plays one move",
                     key_for(ACTION_PAUSE, ON_GAME).text, key_for(ACTION_ONE_MOVE, ON_GAME).text);
        return 0;
    default: return DID_NOTHING;
    }
}

unsigned seating_handle_action(struct tui *tui, enum action action)
{
    struct local_game *local = &tui->local;
    enum seating seating = current_seating(tui);
    if (local_game_over(local))
        return DID_NOTHING;
    if (seating == SEATING_WATCH)
        return handle_watch_action(tui, action);
    bool note = action == ACTION_NOTE || action == ACTION_COMMENT;
    bool hand_over = action == ACTION_CHANGE_SEATS || (action == ACTION_CHOOSE && !local->shown.back);
    if (note && seating == SEATING_TWO) {
        message_show(tui, true, "Both of you would see a note: there are none in a game of two people");
    /* people decide how such a game ends */
    } else if (action == ACTION_RESIGN && seating != SEATING_AGAINST) {
        char words[64];
        snprintf(words, sizeof words, "Does %s resign?", side_name(local_game_mover(local)));
        prompt_confirm(tui, QUESTION_RESIGN, words);
    } else if (action == ACTION_DRAW && seating != SEATING_AGAINST) {
        prompt_confirm(tui, QUESTION_DRAW, "Do both sides agree on a draw?");
    } else if (hand_over && local_game_to_cover(local)) {
        local_game_cover(local);
        panels_store_pending(tui);
        pane_erase(tui);
        analyst_forget(&tui->analyst);
        adviser_forget(&tui->adviser);
        return GO_COVER;
    } else if (action == ACTION_CHANGE_SEATS && seating == SEATING_TWO) {
        message_show(tui, true, "Make your move first; then %s covers the board for the other",
                     key_for(ACTION_CHANGE_SEATS, ON_GAME).text);
    } else if (action == ACTION_HINT && seating == SEATING_SECOND &&
               game_to_move(&local->game) != local->shown.person) {
        message_show(tui, true, "Enter %s's move first: a hint is for your own",
                     side_name(game_to_move(&local->game)));
    } else {
        return DID_NOTHING;
    }
    return 0;
}

/* --- messages --- */

bool seating_instructions(const struct tui *tui, char *text, size_t capacity)
{
    const struct local_game *local = &tui->local;
    if (local_game_over(local) || local->shown.back || local->shown.trial.on)
        return false;
    if (current_seating(tui) == SEATING_WATCH)
        snprintf(text, capacity, "%s pauses, %s plays one move, %s the speed, %s from whose seat",
                 key_for(ACTION_PAUSE, ON_GAME).text, key_for(ACTION_ONE_MOVE, ON_GAME).text,
                 key_for(ACTION_SPEED, ON_GAME).text, key_for(ACTION_CHANGE_SEATS, ON_GAME).text);
    else if (local_game_to_cover(local))
        snprintf(text, capacity, "%s covers the board for %s", key_for(ACTION_CHOOSE, ON_GAME).text,
                 side_name(side_other(local->shown.person)));
    else if (current_seating(tui) == SEATING_SECOND && local_game_to_move(local))
        snprintf(text, capacity, "Enter %s's move, a fight with its ranks: e4 e5, e4xe5 9 5",
                 side_name(game_to_move(&local->game)));
    else
        return false;
    return true;
}

void seating_append_cover_hint(struct tui *tui)
{
    if (local_game_to_cover(&tui->local) && !tui->local.shown.trial.on)
        message_append(tui, "%s covers the board for %s", key_for(ACTION_CHOOSE, ON_GAME).text,
                       side_name(side_other(tui->local.shown.person)));
}

/* Returns whether the game is on and its present position is shown. */
static bool shows_present(const struct local_game *local)
{
    return !local_game_over(local) && !local->shown.back && !local->shown.trial.on;
}

void seating_append_ending(struct tui *tui)
{
    const struct local_game *local = &tui->local;
    /* Waits for an agent's reply, which would replace the message at once. */
    bool reply_came = current_seating(tui) != SEATING_AGAINST || local_game_to_move(local);
    if (!shows_present(local) || !reply_came)
        return;
    bool offered = local_game_draw_offered(local);
    enum ending ending = ending_of(local_game_board(local));
    bool has_changed = (ending != ENDING_OPEN && ending != tui->panels.shown_ending) ||
                       (offered && !tui->panels.shown_offer);
    tui->panels.shown_ending = ending;
    tui->panels.shown_offer = offered;
    if (!has_changed)
        return;
    struct key_name draw = key_for(ACTION_DRAW, ON_GAME);
    if (offered)
        message_append(tui, "A draw is offered: %s agrees", draw.text);
    else if (ending == ENDING_DEAD && (current_seating(tui) == SEATING_AGAINST ||
                                       current_seating(tui) == SEATING_TWO))
        message_append(tui, "%s: %s offers a draw", ending_text(ending), draw.text);
    else
        message_append(tui, "%s", ending_text(ending));
}

const char *seating_draw_question(const struct tui *tui)
{
    const struct local_game *local = &tui->local;
    if (shows_present(local) && local_game_draw_offered(local))
        return "A draw is offered. Do you agree?";
    if (shows_present(local) && ending_of(local_game_board(local)) == ENDING_DEAD)
        return "Nobody can win any more. Offer a draw?";
    return "Offer a draw?";
}

void seating_title(const struct tui *tui, char *text, size_t capacity)
{
    const struct watching *watching = &tui->local.watching;
    text[0] = '\0';
    if (current_seating(tui) != SEATING_WATCH || local_game_over(&tui->local))
        return;
    if (watching->paused)
        snprintf(text, capacity, "  paused");
    else if (watching->delay > 0)
        snprintf(text, capacity, "  every %g s", watching->delay);
}
