/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The game screen. It uses local_game_board and public facts, nothing else of the game. */
#include "tui/screen.h"

#include "base/clock.h"
#include "base/disk.h"
#include "file/file.h"
#include "game/notation.h"
#include "tui/lessons.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    MAX_SAVE_NAMES = 1000, /* max number of file names tried for one day */
};

void game_deselect(struct tui *tui)
{
    tui->cursor.chosen = SQUARE_NONE;
    tui->cursor.targets = 0;
}

bitboard game_targets(const struct tui *tui, int square)
{
    struct move moves[MOVES_MAX];
    bitboard targets = 0;
    int count = board_moves(local_game_board(&tui->local), moves);
    for (int i = 0; i < count; i++)
        if (moves[i].from == square)
            targets |= bit(moves[i].to);
    return targets;
}

enum side game_viewer(const struct tui *tui)
{
    const struct local_game *local = &tui->local;
    bool both = local_game_seating(local) == SEATING_TWO && local_game_over(local);
    return local->end.watched || both || local_game_is_open(local) ? SIDES : local->shown.person;
}

/* Starts the screen with a new cursor and panels. */
static void game_enter(struct tui *tui)
{
    struct board_cursor *cursor = &tui->cursor;
    *cursor = (struct board_cursor){.bottom_side = preferences_bottom_side(tui, tui->local.shown.person),
                                    .chosen = SQUARE_NONE};
    panels_begin(tui);
    tui->end_panel = (struct end_panel){0};
    analyst_forget(&tui->analyst);
    adviser_forget(&tui->adviser);
    cursor->square = tui->local.shown.person == RED ? square_at(4, 3) : square_turned(square_at(4, 3));
    bool kept = tui->keeps_message || tui->message_is_error;
    tui->keeps_message = false;
    if (kept)
        return;
    if (tui->local.shown.back)
        game_show_last_move(tui);
    else if (local_game_board(&tui->local)->plies > local_game_board(&tui->local)->prior_plies ||
             local_game_over(&tui->local))
        game_show_events(tui);
    else
        game_show_instructions(tui);
}

/* Chooses the piece on a square, if it is the person's and can move. If not, shows why. */
static void select_piece(struct tui *tui, int square)
{
    const struct board *board = local_game_board(&tui->local);
    struct board_cursor *cursor = &tui->cursor;
    game_deselect(tui);
    if (!local_game_to_move(&tui->local)) {
        if (tui->local.shown.back && !local_game_over(&tui->local))
            game_show_past_error(tui);
        else
            message_show(tui, true,
                         local_game_over(&tui->local) ? "The game is over" : "It is not your turn");
        return;
    }
    if (!bit_in(board->occupied[local_game_mover(&tui->local)], square)) {
        int number = board->at[square];
        message_show(tui, true, "%s: choose one of your own; %s goes to the next",
                     number == LAKE       ? "That is water"
                     : number == NO_PIECE ? "No piece is there"
                                          : "That piece is not yours", key_for(ACTION_NEXT, ON_GAME).text);
        return;
    }
    cursor->targets = game_targets(tui, square);
    const char *name = rank_table[board->piece[board->at[square]].rank].name;
    if (!cursor->targets) {
        message_show(tui, true, "The %s there cannot move", name);
        return;
    }
    cursor->chosen = square;
    message_show(tui, false, "Where to with the %s? %s puts it down", name,
                 key_for(ACTION_CANCEL, ON_GAME).text);
}

/* Handles Enter: chooses a piece, deselects it, or plays its move to the cursor. */
static void choose(struct tui *tui)
{
    struct board_cursor *cursor = &tui->cursor;
    if (cursor->chosen == SQUARE_NONE) {
        select_piece(tui, cursor->square);
    } else if (cursor->chosen == cursor->square) {
        game_deselect(tui);
        game_show_instructions(tui);
    } else if (bit_in(local_game_board(&tui->local)->occupied[local_game_mover(&tui->local)],
                      cursor->square)) {
        select_piece(tui, cursor->square);
    } else if (!lines_hold_hint(tui)) {
        seating_move(tui, (struct move){(uint8_t)cursor->chosen, (uint8_t)cursor->square});
    }
}

/* Moves the cursor to the next square, in reading order, that is a target of the chosen piece. If none is
 * chosen, to the next piece that can move. */
static unsigned move_to_next(struct tui *tui)
{
    struct move moves[MOVES_MAX];
    struct board_cursor *cursor = &tui->cursor;
    bitboard wanted = cursor->targets;
    if (!local_game_to_move(&tui->local))
        return DID_NOTHING;
    int row, col, count = wanted ? 0 : board_moves(local_game_board(&tui->local), moves);
    for (int i = 0; i < count; i++)
        wanted |= bit(moves[i].from);
    square_place(cursor->bottom_side, cursor->square, &row, &col);
    for (int i = 1; i <= SQUARES; i++) {
        int place = (row * FILES + col + i) % SQUARES;
        int square = square_shown(cursor->bottom_side, place / FILES, place % FILES);
        if (bit_in(wanted, square)) {
            cursor->square = square;
            return 0;
        }
    }
    return DID_NOTHING;
}

/* Saves the game to the file tui->path. */
static void save_game(struct tui *tui)
{
    struct text text = {0};
    struct error error = {0};
    game_write(&tui->local.game.record, &text);
    if (disk_check_regular(tui->path, &error) == STATUS_OK &&
        disk_write(tui->path, text_string(&text), text.size, &error) == STATUS_OK)
        message_show(tui, false, "Saved as %s%s", tui->path,
                     local_game_is_decided(&tui->local) ? "" : ", with both setups in it");
    else
        message_error(tui, &error);
    tui->local.end.unsaved &= error.status != STATUS_OK;
    text_free(&text);
}

/* Takes the person's last move back, with the enemy's reply. */
static void take_back(struct tui *tui)
{
    struct error error = {0};
    game_deselect(tui);
    if (tui->local.shown.back) {
        game_show_past_error(tui);
        return;
    }
    enum status status = local_game_take_back(&tui->local, &error);
    if (!status)
        message_show(tui, false, "Taken back");
    else
        message_show(tui, true, "Not taken back: %s", error.text);
}

/* Acts on the answer to a prompt. Returns flags as a screen's key function does. */
static unsigned game_handle_answer(struct tui *tui, enum question question, bool yes)
{
    if (question == QUESTION_RELOAD)
        reload_answered(tui, yes); /* the only question whose "no" is an act: it says what stays */
    if (!yes)
        return 0;
    switch (question) {
    case QUESTION_QUIT:
        replay_end_line(tui); /* only now: with the answer no the variation continues */
        return GO_EXIT;
    case QUESTION_LEAVE: replay_end_line(tui); return GO_MENU;
    case QUESTION_DISCARD: return replay_new_game(tui);
    case QUESTION_RESIGN: local_game_resign(&tui->local); return 0;
    case QUESTION_DRAW:
        if (!local_game_offer_draw(&tui->local))
            message_show(tui, false, "The draw is declined");
        return 0;
    case QUESTION_SAVE:
        if (check_save_path(tui))
            save_game(tui);
        return 0;
    case QUESTION_OVERWRITE: save_game(tui); return 0;
    case QUESTION_NOTE: panels_note_entered(tui); return 0;
    case QUESTION_RANK: replay_rank_entered(tui); return 0;
    case QUESTION_RANKS: seating_ranks_entered(tui); return 0;
    case QUESTION_COMMENT: replay_comment_entered(tui); return 0;
    default: return 0;
    }
}

/* Opens a yes-or-no question if the game is not over. */
static void confirm_if_game_on(struct tui *tui, enum question question, const char *words)
{
    if (local_game_over(&tui->local))
        message_show(tui, true, "The game is over");
    else
        prompt_confirm(tui, question, words);
}

/* Writes the question before the game is left: whether it can be resumed, or notes would be lost. */
static void write_leave_question(const struct tui *tui, enum question question, char *words, size_t capacity)
{
    const struct local_game *local = &tui->local;
    bool over = local_game_is_decided(local); /* independent of a variation */
    bool lost = over || (!local_game_is_writing(local) && !local_game_is_saved(local));
    const char *question_text = question == QUESTION_QUIT ? "Quit?" : "Leave?";
    const char *consequence =
        over                           ? "Your notes are in no file."
        : local_game_is_writing(local) ? "Its journal is still being written."
        : local_game_is_saved(local)    ? "You can resume it."
                                       : "The game is not kept: its journal failed.";
    int used = snprintf(words, capacity, "%s %s", question_text, consequence);
    if (lost)
        snprintf(words + used, capacity - (size_t)used, " %s saves %s.", key_for(ACTION_SAVE, ON_GAME).text,
                 over ? "them" : "it");
}

/* Leaves the game and returns `flags` if nothing would be lost. Otherwise opens the prompt and returns 0. */
static unsigned leave_game(struct tui *tui, enum question question, unsigned flags)
{
    char words[sizeof tui->prompt.words];
    bool over = local_game_is_decided(&tui->local);
    if (over && !tui->local.end.unsaved) {
        replay_end_line(tui);
        return flags;
    }
    if (!over)
        local_game_retry_save(&tui->local);
    write_leave_question(tui, question, words, sizeof words);
    prompt_confirm(tui, question, words);
    return 0;
}

unsigned game_quit(struct tui *tui)
{
    return leave_game(tui, QUESTION_QUIT, GO_EXIT);
}

void game_advance(struct tui *tui)
{
    struct error error;
    unsigned happened = local_game_advance(&tui->local, &error);
    if (happened & (LOCAL_GAME_MOVED | LOCAL_GAME_FINISHED) && tui->local.shown.trial.on)
        message_show(tui, false, "In the game something has happened: %s shows it",
                     key_for(ACTION_CANCEL, ON_GAME).text);
    else if (happened & (LOCAL_GAME_MOVED | LOCAL_GAME_FINISHED)) {
        game_show_events(tui);
        if (!local_game_is_decided(&tui->local) || happened & LOCAL_GAME_FINISHED) /* the end once */
            pane_print_message(tui);
    }
    if (happened & (LOCAL_GAME_MOVED | LOCAL_GAME_FINISHED))
        end_panel_open(tui, happened & LOCAL_GAME_FINISHED);
    if (error.status && happened & LOCAL_GAME_BEGUN)
        message_error(tui, &error);
    else if (error.status)
        message_add_error(tui, &error);
    if (happened & LOCAL_GAME_FINISHED)
        archive_keeper_post(&tui->keeper, false);
    bool has_advice = adviser_poll(&tui->adviser);
    if (analyst_poll(&tui->analyst) || has_advice || happened & LOCAL_GAME_STEPPED)
        panels_update(tui);
    /* Updates a question before leaving that was opened while the journal was being written. */
    struct prompt *prompt = &tui->prompt;
    if ((prompt->question == QUESTION_QUIT || prompt->question == QUESTION_LEAVE) && tui->local.has_game &&
        !local_game_is_decided(&tui->local) && !local_game_is_writing(&tui->local))
        write_leave_question(tui, prompt->question, prompt->words, sizeof prompt->words);
    seating_advance(tui);
    review_advance(tui);
}

/* Ends the thinking of the opponent or the search for a hint, which continues with the best move found.
 * Returns false if neither is running. */
static bool move_now(struct tui *tui)
{
    if (!tui->local.thought.on || tui->local.thought.hurried)
        return lines_finish_now(tui);
    local_game_hurry(&tui->local);
    return true;
}

/* Handles Escape: ends the first of these that is on. */
static unsigned cancel(struct tui *tui)
{
    bool has_chosen = tui->cursor.chosen != SQUARE_NONE, in_variation = tui->local.shown.trial.on;
    if (lines_stop(tui)) /* a hint's search, without a hint */
        return 0;
    if (!has_chosen && replay_end_line(tui)) /* a variation */
        return 0;
    /* The opponent's thinking, with the best move found: the game cannot continue without one. */
    if (!has_chosen && !tui->local.shown.back)
        return tui->local.thought.on && move_now(tui) ? 0 : DID_NOTHING;
    /* The choice of a piece, and the view of an earlier position; in a variation only the choice. */
    game_deselect(tui);
    if (!in_variation)
        local_game_step(&tui->local, -(long)tui->local.shown.back);
    game_show_instructions(tui);
    return 0;
}

/* Shows the position that is `plies` plies earlier (negative: later). */
static unsigned step_view(struct tui *tui, long plies)
{
    local_game_step(&tui->local, plies);
    game_show_last_move(tui);
    return 0;
}

/* Handles an action. Tries first the actions that depend on the seating, the end of the game and the replay,
 * last those of the panels and of all screens. Returns flags as a screen's key function does. */
unsigned game_handle_action(struct tui *tui, enum action action)
{
    struct board_cursor *cursor = &tui->cursor;
    char date[11], name[40];
    int rows, cols;
    /* The seating's actions are about the game itself, so they wait while a line is tried. */
    unsigned flags = tui->local.shown.trial.on ? DID_NOTHING : seating_handle_action(tui, action);
    if (flags == DID_NOTHING)
        flags = end_panel_handle_action(tui, action);
    if (flags == DID_NOTHING)
        flags = replay_handle_action(tui, action);
    if (flags != DID_NOTHING)
        return flags;
    if (action_step(action, &rows, &cols)) {
        cursor->square = square_step(cursor->bottom_side, cursor->square, rows, cols);
        return 0;
    }
    switch (action) {
    case ACTION_CHOOSE: choose(tui); return 0;
    case ACTION_NEXT: return move_to_next(tui);
    case ACTION_CANCEL: return cancel(tui);
    case ACTION_TAKE_BACK: take_back(tui); return 0;
    case ACTION_STEP_BACK: return step_view(tui, 1);
    case ACTION_STEP_FORWARD: return step_view(tui, -1);
    case ACTION_STEP_FIRST: return step_view(tui, (long)local_game_board(&tui->local)->plies);
    case ACTION_STEP_LAST: return step_view(tui, -(long)tui->local.shown.back);
    case ACTION_RELOAD: reload_profiles(tui); return 0;
    case ACTION_CONSOLE: pane_open(tui); return 0;
    case ACTION_FLIP:
        cursor->bottom_side = side_other(cursor->bottom_side);
        preferences_save(tui, "screen.side",
                         cursor->bottom_side == tui->local.shown.person ? "own" : "other");
        return 0;
    case ACTION_DRAW: confirm_if_game_on(tui, QUESTION_DRAW, seating_draw_question(tui)); return 0;
    case ACTION_RESIGN: confirm_if_game_on(tui, QUESTION_RESIGN, "Resign?"); return 0;
    case ACTION_SAVE:
        clock_date(date);
        snprintf(name, sizeof name, "vedette-%s.game", date);
        for (int more = 2; more < MAX_SAVE_NAMES && access(name, F_OK) == 0; more++)
            snprintf(name, sizeof name, "vedette-%s-%d.game", date, more);
        prompt_line(tui, QUESTION_SAVE, "Save as:", name);
        return 0;
    case ACTION_INTERRUPT:
        if (move_now(tui))
            return 0;
        if (cursor->chosen == SQUARE_NONE)
            return game_quit(tui);
        game_deselect(tui);
        return 0;
    case ACTION_MOVE_NOW:
        if (move_now(tui))
            return 0;
        message_show(tui, true, "Nobody is thinking: there is no move to hurry");
        return DID_NOTHING; /* the terminal beeps */
    case ACTION_NEW: return leave_game(tui, QUESTION_LEAVE, GO_MENU);
    case ACTION_QUIT: return game_quit(tui);
    default:
        flags = panels_handle_action(tui, action);
        return flags == DID_NOTHING ? action_handle_common(action) : flags;
    }
}

bool game_play_line(struct tui *tui, const char *text)
{
    struct move_with_ranks entered;
    if (seating_handle_line(tui, text))
        return true;
    if (move_read(text, session_notation(tui->session), &entered, NULL, NULL) != STATUS_OK)
        return false;
    if (tui->local.shown.back && !tui->local.shown.trial.on && !local_game_over(&tui->local))
        game_show_past_error(tui);
    else
        seating_move(tui, entered.move);
    return true;
}

/* Runs a typed line: a move, the word of a command, or a square for the cursor, to which a chosen piece
 * moves. */
static unsigned run_typed_line(struct tui *tui)
{
    const char *text = tui->cursor.typed.text;
    tui->cursor.typing = false;
    if (game_play_line(tui, text))
        return 0;
    enum action action = key_action_for_word(text, ON_GAME);
    if (action != ACTION_NONE)
        return game_handle_action(tui, action);
    int square = square_read(&text, session_notation(tui->session));
    if (square >= 0 && square < SQUARES && !text[strspn(text, " ")]) {
        tui->cursor.square = square;
        if (tui->cursor.chosen == SQUARE_NONE)
            game_show_instructions(tui);
        else
            choose(tui);
        return 0;
    }
    message_show(tui, true, "'%s' is nothing here: type a move (b4 b5), a square to go to (d4), or draw",
                 tui->cursor.typed.text);
    return 0;
}

/* Opens the input line with the first letters. */
static void begin_typing(struct board_cursor *cursor, const char *text)
{
    line_set(&cursor->typed, text);
    cursor->typing = true;
}

/* Handles a key: it belongs to an open prompt, to the input line or to the table of moves, or is an
 * action. */
static unsigned handle_key(struct tui *tui, int key)
{
    struct board_cursor *cursor = &tui->cursor;
    if (tui->prompt.question != QUESTION_NONE)
        return prompt_handle_key(tui, key, game_handle_answer);
    if (cursor->typing) {
        enum line_result answer = line_handle_key(&cursor->typed, key);
        cursor->typing = answer != LINE_CANCELLED;
        return answer == LINE_DONE ? run_typed_line(tui) : answer == LINE_UNKNOWN ? DID_NOTHING : 0;
    }
    enum table_key did = moves_table_handle_key(tui, key);
    if (did == TABLE_KEY_PLAYS) {
        struct move move = tui->table.move;
        moves_table_toggle(tui);
        seating_move(tui, move);
    }
    if (did != TABLE_KEY_UNUSED)
        return 0;
    /* Some files' letters also move the cursor. If a digit follows, they begin a typed move instead. */
    char letter = cursor->pending_letter;
    bool arts = session_notation(tui->session) == NOTATION_ARTS;
    cursor->pending_letter = 0;
    if (letter && key >= (arts ? '0' : '1') && key <= '9') {
        cursor->square = cursor->square_before;
        begin_typing(cursor, (char[]){letter, (char)key, '\0'});
        return 0;
    }
    if (key == 'h' || key == 'j' || (arts && key == 'k')) {
        cursor->pending_letter = (char)key;
        cursor->square_before = cursor->square;
    }
    if (key_begins_move(key)) {
        begin_typing(cursor, (char[]){(char)key, '\0'});
        return 0;
    }
    if (key == KEY_MOUSE) {
        if (!clicked_square(tui, cursor->bottom_side, &cursor->square))
            return DID_NOTHING;
        choose(tui);
        return 0;
    }
    return game_handle_action(tui, key_action(key, ON_GAME));
}

/* Handles a key. If it moved the cursor, shows the note and the ranks of the piece there. */
static unsigned game_handle_key(struct tui *tui, int key)
{
    int square_before = tui->cursor.square, chosen_before = tui->cursor.chosen;
    if (tui->pane.open && key != KEY_MOUSE && tui->prompt.question == QUESTION_NONE)
        return pane_handle_key(tui, key);
    if (tui->pane.open && key != KEY_MOUSE) {
        unsigned flags = prompt_handle_key(tui, key, game_handle_answer);
        pane_print_message(tui);
        return flags;
    }
    panels_cancel_awaited(tui);
    unsigned flags = handle_key(tui, key);
    if (flags & (GO_MENU | GO_EXIT | GO_SETUP | GO_SEATING))
        return flags;
    if (tui->cursor.square != square_before || tui->cursor.chosen != chosen_before || tui->cursor.typing)
        lines_abandon_hint(tui);
    bool moved = tui->cursor.square != square_before && tui->cursor.chosen == SQUARE_NONE;
    if (moved && key != KEY_MOUSE)
        panels_show_note(tui, square_before);
    if (moved && tui->panels.shows_piece_ranks)
        tui->panels.awaited |= AWAIT_PIECE;
    panels_update(tui);
    return flags;
}

/* Shows the position after a number of plies: a click on a move. */
static unsigned game_pick(struct tui *tui, int plies)
{
    panels_cancel_awaited(tui);
    local_game_step(&tui->local, (long)local_game_board(&tui->local)->plies - plies);
    game_show_last_move(tui);
    panels_update(tui);
    return 0;
}

const struct screen game_screen = {
    .on = ON_GAME, .enter = game_enter, .draw = draw_game, .key = game_handle_key, .pick = game_pick
};
