/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaying a game: battles, views, variations ("lines"), and new games from a position of it. */
#include "tui/screen.h"

#include "game/notation.h"

#include <stdio.h>
#include <string.h>

/* Shows that an action is not possible while a variation is tried. */
static void show_line_error(struct tui *tui)
{
    message_show(tui, true, "A line is being tried: %s goes back to the game",
                 key_for(ACTION_CANCEL, ON_GAME).text);
}

void replay_show_line(struct tui *tui)
{
    const struct trial *trial = &tui->local.shown.trial;
    const struct board *board = local_game_board(&tui->local);
    struct outcome outcome = local_game_outcome(&tui->local);
    char words[256] = "";
    if (trial->at == trial->start) {
        message_show(tui, false, "A line is tried from here: move both sides; %s takes back, %s ends it",
                     key_for(ACTION_TAKE_BACK, ON_GAME).text, key_for(ACTION_CANCEL, ON_GAME).text);
        return;
    }
    words_write_event(board, board->plies - 1, game_viewer(tui), session_notation(tui->session), words,
                      sizeof words);
    if (outcome.result != RESULT_OPEN) {
        size_t used = strlen(words);
        snprintf(words + used, sizeof words - used, ". ");
        words_write_outcome(outcome, game_viewer(tui), words + used + 2, sizeof words - used - 2);
    }
    message_show(tui, false, "In the line: %s", words);
}

/* --- variations --- */

bool replay_end_line(struct tui *tui)
{
    if (!tui->local.shown.trial.on)
        return false;
    trial_end(&tui->local.shown.trial);
    game_show_last_move(tui);
    return true;
}

/* Prompts for the rank to assume for an unknown piece of the pending move. `ranks`: bits of possible ranks;
 * `before`: text before the question. */
static void prompt_rank(struct tui *tui, int square, uint16_t ranks, const char *before)
{
    enum notation notation = session_notation(tui->session);
    char words[sizeof tui->prompt.words], name[SQUARE_TEXT], list[RANKS_TEXT];
    snprintf(words, sizeof words, "%sWhat is %s here? %s, or Enter alone to draw one:", before,
             square_write(square, notation, name), ranks_write(ranks, notation, list));
    prompt_line(tui, QUESTION_RANK, words, "");
}

/* Plays the pending move in the variation. */
static void play_pending(struct tui *tui)
{
    struct error error = {0};
    struct move_with_ranks pending = tui->replay.pending;
    if (trial_play(&tui->local.shown.trial, pending, &error) == STATUS_OK)
        replay_show_line(tui);
    else
        game_show_refused(tui, pending.move, error.text);
    game_deselect(tui);
}

/* Returns where the next unknown rank of the pending move is stored (the attacker's first), with its possible
 * ranks (bits) and square. NULL if none is left. */
static uint8_t *next_unknown_rank(struct tui *tui, uint16_t *ranks, int *square)
{
    struct move_with_ranks *pending = &tui->replay.pending;
    *ranks = pending->attacker == RANK_UNKNOWN ? trial_attacker_ranks(&tui->local.shown.trial,
                                                                      pending->move) : 0;
    *square = pending->move.from;
    if (*ranks)
        return &pending->attacker;
    *ranks = pending->defender == RANK_UNKNOWN ? trial_defender_ranks(&tui->local.shown.trial,
                                                                      pending->move) : 0;
    *square = pending->move.to;
    return *ranks ? &pending->defender : NULL;
}

/* Prompts for the next unknown rank of the pending move. If all are known, plays the move. */
static void prompt_rank_or_play(struct tui *tui)
{
    uint16_t ranks;
    int square;
    for (uint8_t *rank; (rank = next_unknown_rank(tui, &ranks, &square));) {
        if (ranks & (ranks - 1)) { /* more than one bit */
            prompt_rank(tui, square, ranks, "");
            return;
        }
        *rank = (uint8_t)trial_draw(&tui->local.shown.trial, square, ranks, &tui->rng); /* only one */
    }
    play_pending(tui);
}

bool replay_move(struct tui *tui, struct move move)
{
    if (!tui->local.shown.trial.on)
        return false;
    enum illegal why = board_check(local_game_board(&tui->local), move);
    tui->replay.pending = (struct move_with_ranks){move, RANK_UNKNOWN, RANK_UNKNOWN};
    if (why == MOVE_LEGAL)
        prompt_rank_or_play(tui);
    else
        game_show_refused(tui, move, illegal_text(why));
    return true;
}

void replay_rank_entered(struct tui *tui)
{
    uint16_t ranks, typed;
    int square;
    const char *text = tui->prompt.line.text + strspn(tui->prompt.line.text, " ");
    uint8_t *rank = next_unknown_rank(tui, &ranks, &square);
    if (!rank || !tui->local.shown.trial.on)
        return;
    typed = ranks_read(text, strcspn(text, " "), session_notation(tui->session)) & ranks;
    bool is_one = typed && !(typed & (typed - 1)); /* exactly one bit, that is one rank */
    if (*text && !is_one) { /* an empty line draws one of the possible ranks */
        prompt_rank(tui, square, ranks, "Not that. ");
        return;
    }
    *rank = (uint8_t)trial_draw(&tui->local.shown.trial, square, *text ? typed : ranks, &tui->rng);
    prompt_rank_or_play(tui);
}

/* --- comments --- */

void replay_comment_entered(struct tui *tui)
{
    struct error error = {0};
    char text[COMMENT_MAX + 1];
    const char *typed = tui->prompt.line.text + strspn(tui->prompt.line.text, " ");
    if (strlen(typed) > COMMENT_MAX) { /* prompts again with the same text */
        char words[64], copy[sizeof tui->prompt.line.text];
        snprintf(words, sizeof words, "%zu letters too many:", strlen(typed) - COMMENT_MAX);
        snprintf(copy, sizeof copy, "%s", typed);
        prompt_line(tui, QUESTION_COMMENT, words, copy);
        return;
    }
    snprintf(text, sizeof text, "%.*s", COMMENT_MAX, typed);
    if (local_game_comment(&tui->local, text, &error) != STATUS_OK)
        message_show(tui, true, "Not noted: %s", error.text);
    else if (!local_game_writes_comments(&tui->local))
        message_show(tui, false, "%s. The file is as it was: %s saves the game with its notes",
                     text[0] ? "Noted" : "No note", key_for(ACTION_SAVE, ON_GAME).text);
    else
        message_show(tui, false, "%s", text[0] ? "Noted: stepping here shows it" : "No note");
}

/* --- views, battles, a new game --- */

/* Changes the view of a finished game: all pieces, red's view, blue's view. */
static void cycle_view(struct tui *tui)
{
    struct local_game *local = &tui->local;
    if (!local_game_over(local)) {
        message_show(tui, true, "Only a finished game can be seen from the other seat");
        return;
    }
    local_game_view_from(local, local->shown.seat == SIDES ? RED : local->shown.seat == RED ? BLUE : SIDES);
    if (local->shown.seat != SIDES)
        tui->cursor.bottom_side = local->shown.seat;
    if (local->shown.seat == SIDES)
        message_show(tui, false, "All pieces are shown");
    else
        message_show(tui, false, "What %s saw; %s: the next seat", side_name(local->shown.seat),
                     key_for(ACTION_NEXT_VIEW, ON_GAME).text);
}

unsigned replay_new_game(struct tui *tui)
{
    struct error error = {0};
    struct game_terms terms = next_game_terms(tui, NULL);
    session_show_game(tui->session, NULL);
    panels_store_pending(tui);
    enum status status = local_game_continue(&tui->local, &terms, &error);
    if (!status) {
        reviewer_stop(&tui->reviewer);
        unsigned flags = enter_game(tui, status, &error);
        message_show(tui, false, "A practice game from here: it does not count, attacks can be taken back");
        tui->keeps_message = flags != 0;
        return flags;
    }
    message_show(tui, true, "No new game: %s", error.text);
    session_show_game(tui->session, &tui->local.game);
    return 0;
}

/* Handles actions while a variation is tried; DID_NOTHING for others. */
static unsigned handle_variation_action(struct tui *tui, enum action action)
{
    struct trial *trial = &tui->local.shown.trial;
    struct figures_request request;
    switch (action) {
    case ACTION_TAKE_BACK:
        if (trial_step(trial, 1))
            replay_show_line(tui);
        else
            message_show(tui, true, "This is where the line begins");
        return 0;
    case ACTION_REDO:
        if (trial_step(trial, -1))
            replay_show_line(tui);
        else
            message_show(tui, true, "No move of the line was taken back");
        return 0;
    case ACTION_STEP_LAST:
        trial_step(trial, -(long)trial->record.plies);
        replay_show_line(tui);
        return 0;
    case ACTION_HINT:
        figures_request_shown(&tui->local, &request);
        if (request.here.parts == ANALYSIS_PLANS)
            return DID_NOTHING;
        message_show(tui, true,
                     "There is a hint for your own side alone: the other one's pieces are not known");
        return 0;
    case ACTION_DRAW: case ACTION_RESIGN: case ACTION_NOTE: case ACTION_MOVE_NOW: case ACTION_COMMENT:
    case ACTION_NEXT_VIEW: show_line_error(tui); return 0;
    default: return DID_NOTHING;
    }
}

/* Returns the side that made the last move of a board, which has one. The pieces' numbers are red's first. */
static enum side find_last_mover(const struct board *board)
{
    return board->history[board->plies - 1].mover < PIECES_A_SIDE ? RED : BLUE;
}

unsigned replay_handle_action(struct tui *tui, enum action action)
{
    unsigned did = tui->local.shown.trial.on ? handle_variation_action(tui, action) : DID_NOTHING;
    if (did != DID_NOTHING)
        return did;
    struct local_game *local = &tui->local;
    const struct board *board = local_game_board(local);
    struct error error = {0};
    char words[sizeof tui->prompt.words];
    switch (action) {
    case ACTION_BATTLE_BACK: case ACTION_BATTLE_FORWARD:
        if (local_game_step_battle(local, action == ACTION_BATTLE_FORWARD))
            game_show_last_move(tui);
        else
            message_show(tui, true, "There is no %s battle",
                         action == ACTION_BATTLE_FORWARD ? "later" : "earlier");
        return 0;
    case ACTION_REVIEW:
        replay_end_line(tui); /* the review, or the reason why there is none, is about the game */
        if (local_game_over(local))
            return GO_REVIEW;
        message_show(tui, true, "That is for after the game: it would reveal what your opponent thinks");
        return 0;
    case ACTION_NEXT_VIEW: cycle_view(tui); return 0;
    case ACTION_TRY_LINE:
        if (local->shown.trial.on) /* a line cannot begin within a line */
            show_line_error(tui);
        else if (local_game_try(local, &error) == STATUS_OK)
            replay_show_line(tui);
        else
            message_show(tui, true, "No line is tried: %s", error.text);
        return 0;
    case ACTION_PLAY_FROM_HERE:
        if (!local->end.unsaved)
            return replay_new_game(tui);
        /* Unsaved notes would be lost with the old game. */
        snprintf(words, sizeof words, "A new game? Your notes are in no file. %s saves them.",
                 key_for(ACTION_SAVE, ON_GAME).text);
        prompt_confirm(tui, QUESTION_DISCARD, words);
        return 0;
    case ACTION_COMMENT:
        if (board->plies == board->prior_plies)
            snprintf(words, sizeof words, "Note on the start:");
        else
            snprintf(words, sizeof words, "Note on %s's move %u:",
                     side_name(find_last_mover(board)),
                     board_move_number(board, board->plies - 1));
        const char *comment = local_game_comment_shown(local);
        prompt_line(tui, QUESTION_COMMENT, words, comment ? comment : "");
        return 0;
    case ACTION_REDO:
        if (local_game_put_back(local, &error) == STATUS_OK)
            game_show_last_move(tui);
        else
            message_show(tui, true, "Nothing to play again: %s", error.text);
        return 0;
    default: return DID_NOTHING;
    }
}
