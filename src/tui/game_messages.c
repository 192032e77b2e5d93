/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the message line says of a game: what can be done, what happened, how it ended. */
#include "tui/screen.h"

#include "game/notation.h"
#include "tui/lessons.h"

#include <stdio.h>
#include <string.h>

void game_show_past_error(struct tui *tui)
{
    message_show(tui, true, "This is the past: %s goes back to the present",
                 key_for(ACTION_CANCEL, ON_GAME).text);
}

void game_show_refused(struct tui *tui, struct move move, const char *why)
{
    char text[MOVE_TEXT];
    message_show(tui, true, "%s: %s", move_write(move, false, session_notation(tui->session), text), why);
}

bool game_instructions(const struct tui *tui, char *text, size_t capacity)
{
    const struct local_game *local = &tui->local;
    const struct shown_game *shown = &local->shown;
    struct key_name choose_key = key_for(ACTION_CHOOSE, ON_GAME), back = key_for(ACTION_CANCEL, ON_GAME);
    char example[2 * SQUARE_TEXT];
    /* The keys belong to the console while it is open. */
    if (tui->pane.open && (shown->trial.on || local_game_to_move(local)))
        snprintf(text, capacity, "Type a move, as in %s, or a command; help lists them",
                 words_write_example_move(local_game_board(local), session_notation(tui->session), example));
    else if (tui->pane.open)
        snprintf(text, capacity, "Type a command; help lists them");
    else if (tui->cursor.chosen != SQUARE_NONE)
        snprintf(text, capacity, "Where to? %s goes there, %s puts the piece down", choose_key.text,
                 back.text);
    else if (shown->trial.on)
        snprintf(text, capacity, "A line is tried: move both sides; %s goes back to the game", back.text);
    else if (seating_instructions(tui, text, capacity))
        return true;
    else if (local_game_over(local) || (shown->back && local_game_is_decided(local)))
        snprintf(text, capacity, "The game is over: %s and %s step through it",
                 key_for(ACTION_STEP_BACK, ON_GAME).text, key_for(ACTION_STEP_FORWARD, ON_GAME).text);
    else if (shown->back)
        snprintf(text, capacity, "This is the past: %s goes back to the present", back.text);
    else if (local_game_to_move(local))
        snprintf(text, capacity, "Move with the arrow keys and %s, or type a move: %s", choose_key.text,
                 words_write_example_move(local_game_board(local), session_notation(tui->session), example));
    else
        return false;
    return true;
}

void game_show_instructions(struct tui *tui)
{
    char text[MESSAGE_TEXT] = "";
    game_instructions(tui, text, sizeof text);
    message_show(tui, false, "%s", text);
}

/* Removes the move from a sentence on a battle: "b4xb5, your major falls .." becomes "Your major falls ..".
 * Returns false if there is none. */
static bool drop_squares(char *text)
{
    char *rest = strchr(text, ',');
    if (!rest)
        return false;
    memmove(text, rest + 2, strlen(rest + 2) + 1);
    if (text[0] >= 'a' && text[0] <= 'z')
        text[0] = (char)(text[0] - ('a' - 'A'));
    return true;
}

/* Shows the result of the game if it is over, otherwise the last move. After an enemy's reply also shows the
 * battle of the person's move before it. */
static void show_last_event(struct tui *tui)
{
    const struct local_game *local = &tui->local;
    const struct board *board = local_game_board(local);
    char words[256], own_move_text[256] = "";
    game_deselect(tui);
    if (local_game_over(local)) {
        struct outcome outcome = local_game_outcome(local);
        bool failed = outcome.reason == REASON_FAILED || outcome.reason == REASON_NO_ANSWER ||
                      outcome.reason == REASON_ILLEGAL;
        /* The comment on the last move has details about a failed agent. */
        const char *why = failed ? record_comment_at(&local->game.record, local->game.record.plies) : NULL;
        words_write_outcome(outcome, game_viewer(tui), words, sizeof words);
        char *colon = strchr(words, ':');
        if (why && colon)
            snprintf(colon, sizeof words - (size_t)(colon - words), ": %.160s", why);
        message_show(tui, false, "%s. %s: review, %s %s: step through it", words,
                     key_for(ACTION_REVIEW, ON_GAME).text, key_for(ACTION_STEP_BACK, ON_GAME).text,
                     key_for(ACTION_STEP_FORWARD, ON_GAME).text);
        return;
    }
    if (board->plies == board->prior_plies) {
        game_show_instructions(tui);
        return;
    }
    uint32_t last = board->plies - 1;
    enum seating seating = local_game_seating(local);
    bool opposed = seating == SEATING_AGAINST || seating == SEATING_TWO; /* only then is a move an answer */
    bool answer = opposed && board->to_move == local->shown.person;
    enum side viewer = game_viewer(tui);
    enum notation notation = session_notation(tui->session);
    words_write_event(board, last, viewer, notation, words, sizeof words);
    const char *what = !answer ? "" : last == board->prior_plies ? "The first move: " : "Answer: ";
    /* The reply must not hide the result of the person's attack. If both do not fit into the line, they are
     * given without the squares, which the board marks. */
    if (answer && last > board->prior_plies && board->history[last - 1].battle != BATTLE_NONE) {
        words_write_event(board, last - 1, viewer, notation, own_move_text, sizeof own_move_text);
        int cols = tui->layout.message.cols; /* 0: not drawn yet */
        bool fits = !cols || (int)(strlen(own_move_text) + strlen(what) + strlen(words)) + 3 <= cols;
        if (!fits && drop_squares(own_move_text) && drop_squares(words))
            what = "";
    }
    message_show(tui, false, "%s%s%s%s", own_move_text, own_move_text[0] ? "   " : "", what, words);
    if (answer)
        lessons_append(tui);
}

void game_show_events(struct tui *tui)
{
    show_last_event(tui);
    seating_append_cover_hint(tui);
    seating_append_ending(tui);
    panels_update(tui);
}

void game_show_last_move(struct tui *tui)
{
    game_deselect(tui);
    if (tui->local.shown.trial.on) {
        replay_show_line(tui);
        return;
    }
    const char *comment = local_game_comment_shown(&tui->local);
    if (!tui->local.shown.back && !comment) {
        game_show_events(tui);
        return;
    }
    const struct board *board = local_game_board(&tui->local);
    char words[256] = "The start of the game";
    if (board->plies > board->prior_plies)
        words_write_event(board, board->plies - 1, game_viewer(tui), session_notation(tui->session), words,
                          sizeof words);
    message_show(tui, false, "%s%s%s%s", comment ? "Note: " : "", comment ? comment : "",
                 comment ? "   " : "", words);
}
