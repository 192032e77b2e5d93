/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The game screen. It draws seat_board and what everybody may know, nothing else of the game. */
#include "tui/screen.h"

#include "base/clock.h"
#include "base/disk.h"
#include "file/file.h"
#include "file/notation.h"
#include "tui/words.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Seconds of thinking before the message line tells of it: a quick answer shall not flicker. */
#define QUICK 0.7

static void put_down(struct hand *hand)
{
    hand->chosen = SQUARE_NONE;
    hand->targets = 0;
}

static void game_enter(struct tui *tui)
{
    struct hand *hand = &tui->hand;
    *hand = (struct hand){.below = tui->seat.person, .chosen = SQUARE_NONE};
    tui->looking = (struct looking){.rank = MARSHAL};
    insight_free(&tui->insight);
    hand->cursor = tui->seat.person == RED ? square_at(4, 3) : square_turned(square_at(4, 3));
    if (tui->alarm)
        return;
    if (seat_board(&tui->seat)->plies > seat_board(&tui->seat)->recalled || seat_over(&tui->seat))
        game_news(tui);
    else
        say(tui, false, "Move with the arrow keys and Enter, or type a move: b4 b5");
}

/* Says what happened, in words. */
static void tell_news(struct tui *tui)
{
    const struct seat *seat = &tui->seat;
    const struct board *board = seat_board(seat);
    char words[256], own[256] = "", kept[sizeof tui->message / 2];
    put_down(&tui->hand);
    if (seat_over(seat)) {
        words_outcome(game_outcome(&seat->game), seat->person, words, sizeof words);
        short_path(seat->kept, kept, sizeof kept);
        if (kept[0])
            say(tui, false, "%s. The game is kept as %s", words, kept);
        else
            say(tui, false, "%s. All pieces are shown; [ and ] step through the game", words);
        return;
    }
    if (board->plies == board->recalled) {
        say(tui, false, "%s", "");
        return;
    }
    uint32_t last = board->plies - 1;
    bool answer = board->to_move == seat->person;
    enum notation notation = session_notation(tui->session);
    words_event(board, last, seat->person, notation, words, sizeof words);
    /* An answer must not hide what came of the move it answers. */
    if (answer && last > board->recalled && board->history[last - 1].battle != BATTLE_NONE) {
        struct event event = board_event(board, last - 1);
        if (board->history[last].battle == BATTLE_NONE)
            words_event(board, last - 1, seat->person, notation, own, sizeof own);
        else
            event_write(&event, notation, own);
    }
    say(tui, false, "%s%s%s%s", own, own[0] ? "   " : "", answer ? "Answer: " : "", words);
}

void game_news(struct tui *tui)
{
    tell_news(tui);
    look_update(tui);
}

static void title_right(const struct seat *seat, char *text, size_t room)
{
    const struct board *board = seat_board(seat);
    struct outcome outcome = game_outcome(&seat->game);
    const char *plural = board->plies == 1 ? "" : "s";
    if (seat->back)
        snprintf(text, room, "after move %u of %u", board->plies, board->plies + seat->back);
    else if (outcome.result == RESULT_DRAW)
        snprintf(text, room, "drawn after %u move%s", board->plies, plural);
    else if (outcome.result != RESULT_OPEN)
        snprintf(text, room, "%s has won after %u move%s", result_name(outcome.result),
                 board->plies, plural);
    else
        snprintf(text, room, "move %u  %s to move  %s", board->plies + 1, side_name(board->to_move),
                 board->rules.name);
}

/* "  state 1.12", as the person sees it. */
static void add_state(const struct tui *tui, char *text, size_t room)
{
    size_t used = strlen(text);
    snprintf(text + used, room - used, "  state %.2f",
             insight_worth(&tui->insight)->state[tui->seat.person]);
}

static void draw_titles(const struct tui *tui, struct canvas *canvas)
{
    const struct record *record = &tui->seat.game.record;
    char left[2 * PLAYER_NAME_MAX + 64], right[64];
    title_right(&tui->seat, right, sizeof right);
    if (tui->looking.values)
        add_state(tui, right, sizeof right);
    snprintf(left, sizeof left, "%s%s (red) - %s (blue)", canvas->cols >= 80 ? "Vedette   " : "",
             record->player[RED], record->player[BLUE]);
    draw_title(canvas, &tui->layout.title, left, right);
}

/* While the agent takes its time: how far it is. */
static void draw_thinking(const struct tui *tui, struct canvas *canvas)
{
    const struct seat *seat = &tui->seat;
    const struct area *area = &tui->layout.message;
    char depth[48] = "";
    if (seat->progress.depth > 0)
        snprintf(depth, sizeof depth, ", depth %d, %llu nodes", seat->progress.depth,
                 (unsigned long long)seat->progress.nodes);
    canvas_printf(canvas, area->row, area->col, area->cols, ROLE_MESSAGE, "%s %s, %.0f s%s. %s",
                  side_name(side_other(seat->person)), seat->hurried ? "shall move now" : "thinks",
                  seat->thought, depth, seat->hurried ? "" : "Ctrl-C: move now");
}

static void game_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct hand *hand = &tui->hand;
    const struct seat *seat = &tui->seat;
    const struct layout *layout = &tui->layout;
    double heat[SQUARES];
    struct notes notes;
    notes_from_record(&notes, &seat->game.record);
    const struct picture picture = {
        .board = seat_board(seat), .viewer = seat->person, .below = hand->below,
        .cursor = hand->cursor, .chosen = hand->chosen, .targets = hand->targets, .mark_last = true,
        .note = notes.ranks, .heat = look_heat(tui, heat) ? heat : NULL,
    };
    draw_titles(tui, canvas);
    draw_board(canvas, layout, &picture);
    look_draw(tui, canvas);
    draw_help_line(canvas, &layout->help, ON_GAME);
    if (seat->thinking && seat->thought >= QUICK && !hand->typing &&
        tui->prompt.question == ASK_NOTHING)
        draw_thinking(tui, canvas);
    else
        draw_message(tui, canvas);
}

static void try_move(struct tui *tui, struct move move)
{
    struct error error = {0};
    char text[MOVE_TEXT];
    put_down(&tui->hand);
    enum status status = seat_move(&tui->seat, move, &error);
    if (status == STATUS_NO || status == STATUS_BAD) {
        say(tui, true, "%s: %s", move_write(move, false, session_notation(tui->session), text), error.text);
        return;
    }
    game_news(tui);
    if (status != STATUS_OK)
        say_also(tui, &error);
}

/* Chooses the piece under the cursor, if it can move. */
static void pick_up(struct tui *tui, int square)
{
    struct move moves[MOVES_MAX];
    const struct board *board = seat_board(&tui->seat);
    struct hand *hand = &tui->hand;
    put_down(hand);
    if (!seat_to_move(&tui->seat)) {
        say(tui, true, seat_over(&tui->seat) ? "The game is over"
                       : tui->seat.back      ? "This is the past: Esc goes back to the present"
                                             : "It is not your turn");
        return;
    }
    if (!bit_in(board->of[tui->seat.person], square)) {
        say(tui, true, "None of your pieces is there");
        return;
    }
    int count = board_moves(board, moves);
    for (int i = 0; i < count; i++)
        if (moves[i].from == square)
            hand->targets |= bit(moves[i].to);
    const char *name = rank_table[board->piece[board->at[square]].rank].name;
    if (!hand->targets) {
        say(tui, true, "The %s there cannot move", name);
        return;
    }
    hand->chosen = square;
    say(tui, false, "Where to with the %s? Esc puts it down", name);
}

static void choose(struct tui *tui)
{
    struct hand *hand = &tui->hand;
    if (hand->chosen == SQUARE_NONE) {
        pick_up(tui, hand->cursor);
    } else if (hand->chosen == hand->cursor) {
        put_down(hand);
        say(tui, false, "%s", "");
    } else if (bit_in(seat_board(&tui->seat)->of[tui->seat.person], hand->cursor)) {
        pick_up(tui, hand->cursor);
    } else {
        try_move(tui, (struct move){(uint8_t)hand->chosen, (uint8_t)hand->cursor});
    }
}

static void step(struct hand *hand, int rows, int cols)
{
    const struct picture picture = {.below = hand->below};
    int row, col;
    square_place(&picture, hand->cursor, &row, &col);
    row += rows;
    col += cols;
    if (row >= 0 && row < ROWS && col >= 0 && col < FILES)
        hand->cursor = square_shown(&picture, row, col);
}

/* The next square, in reading order from the cursor, with a piece that can move, or a target. */
static unsigned next(struct tui *tui)
{
    struct move moves[MOVES_MAX];
    struct hand *hand = &tui->hand;
    const struct picture picture = {.below = hand->below};
    bitboard wanted = hand->targets;
    if (!seat_to_move(&tui->seat))
        return DID_NOTHING;
    int row, col, count = wanted ? 0 : board_moves(seat_board(&tui->seat), moves);
    for (int i = 0; i < count; i++)
        wanted |= bit(moves[i].from);
    square_place(&picture, hand->cursor, &row, &col);
    for (int i = 1; i <= SQUARES; i++) {
        int place = (row * FILES + col + i) % SQUARES;
        int square = square_shown(&picture, place / FILES, place % FILES);
        if (bit_in(wanted, square)) {
            hand->cursor = square;
            return 0;
        }
    }
    return DID_NOTHING;
}

static void save(struct tui *tui)
{
    struct text text = {0};
    struct error error = {0};
    game_write(&tui->seat.game.record, &text);
    if (disk_write(tui->path, text_string(&text), text.size, &error) == STATUS_OK)
        say(tui, false, seat_over(&tui->seat) ? "Saved as %s" : "Saved as %s, with both setups in it",
            tui->path);
    else
        say(tui, true, "%s", error.text);
    text_free(&text);
}

static void ask_save(struct tui *tui)
{
    char date[11], name[40];
    clock_date(date);
    snprintf(name, sizeof name, "vedette-%s.game", date);
    ask_text(tui, ASK_SAVE, "Save as:", name);
}

static void take_back(struct tui *tui)
{
    struct error error = {0};
    enum status status = seat_take_back(&tui->seat, &error);
    put_down(&tui->hand);
    if (status == STATUS_OK)
        say(tui, false, "Taken back");
    else if (status == STATUS_FAILED)
        say(tui, true, "Taken back, but not in the journal: %s", error.text);
    else
        say(tui, true, "Not taken back: %s", error.text);
}

static unsigned game_answer(struct tui *tui, int key)
{
    enum answer answer = prompt_key(tui, key);
    enum question question = tui->prompt.question;
    if (answer == ANSWER_WAITING)
        return 0;
    tui->prompt.question = ASK_NOTHING;
    if (question == ASK_SAVE)
        take_path(tui);
    if (answer == ANSWER_NO)
        return 0;
    switch (question) {
    case ASK_QUIT:
        return GO_AWAY;
    case ASK_LEAVE:
        return GO_MENU;
    case ASK_RESIGN:
        seat_resign(&tui->seat);
        return 0;
    case ASK_DRAW:
        if (!seat_offer_draw(&tui->seat))
            say(tui, false, "The draw is declined");
        return 0;
    case ASK_SAVE:
        if (tui->path[0] && access(tui->path, F_OK) == 0)
            ask_yes_no(tui, ASK_OVERWRITE, "There is such a file. Replace it?");
        else if (tui->path[0])
            save(tui);
        return 0;
    case ASK_OVERWRITE:
        save(tui);
        return 0;
    case ASK_NOTE:
        look_note(tui);
        return 0;
    default:
        return 0;
    }
}

/* What only makes sense while the game is on. */
static void ask_if_on(struct tui *tui, enum question question, const char *words)
{
    if (seat_over(&tui->seat))
        say(tui, true, "The game is over");
    else
        ask_yes_no(tui, question, words);
}

/* Asks before a game that is on is left, and says what becomes of it. */
static unsigned leave(struct tui *tui, enum question question, unsigned flags)
{
    char words[sizeof tui->prompt.words];
    if (seat_over(&tui->seat))
        return flags;
    snprintf(words, sizeof words, "%s %s", question == ASK_QUIT ? "Quit?" : "Leave?",
             seat_is_kept(&tui->seat) ? "The game can be gone on with."
                                      : "The game is not kept, for want of a journal; s saves it.");
    ask_yes_no(tui, question, words);
    return 0;
}

static unsigned interrupt(struct tui *tui)
{
    if (tui->seat.thinking && !tui->seat.hurried) {
        seat_hurry(&tui->seat);
        return 0;
    }
    if (tui->hand.chosen != SQUARE_NONE) {
        put_down(&tui->hand);
        return 0;
    }
    return leave(tui, ASK_QUIT, GO_AWAY);
}

static unsigned cancel(struct tui *tui)
{
    if (tui->hand.chosen == SQUARE_NONE && !tui->seat.back)
        return DID_NOTHING;
    put_down(&tui->hand);
    seat_step(&tui->seat, -(long)tui->seat.back);
    say(tui, false, "%s", "");
    return 0;
}

static unsigned look(struct tui *tui, long plies)
{
    put_down(&tui->hand);
    seat_step(&tui->seat, plies);
    if (!tui->seat.back) {
        game_news(tui);
        return 0;
    }
    const struct board *board = seat_board(&tui->seat);
    char words[256] = "The start of the game";
    if (board->plies > board->recalled)
        words_event(board, board->plies - 1, tui->seat.person, session_notation(tui->session), words,
                    sizeof words);
    say(tui, false, "%s", words);
    return 0;
}

/* Reads the profiles again, for the screen and for the opponent; not while he thinks with the old ones. */
static void reload(struct tui *tui)
{
    struct session *session = tui->session;
    struct error error = {0};
    if (tui->seat.thinking) {
        say(tui, true, "Your opponent is thinking: try again after his move");
        return;
    }
    struct game *outside = session->game;
    session->game = &tui->seat.game;
    enum status status = session_reload(session, &error);
    session->game = outside;
    insight_free(&tui->insight); /* it holds the old numbers */
    if (status)
        say(tui, true, "%s", error.text);
    else
        say(tui, false, "The profiles have been read again");
}

static unsigned game_action(struct tui *tui, enum action action)
{
    struct hand *hand = &tui->hand;
    switch (action) {
    case ACTION_UP: step(hand, -1, 0); return 0;
    case ACTION_DOWN: step(hand, 1, 0); return 0;
    case ACTION_LEFT: step(hand, 0, -1); return 0;
    case ACTION_RIGHT: step(hand, 0, 1); return 0;
    case ACTION_CHOOSE: choose(tui); return 0;
    case ACTION_NEXT: return next(tui);
    case ACTION_CANCEL: return cancel(tui);
    case ACTION_TAKE_BACK: take_back(tui); return 0;
    case ACTION_STEP_BACK: return look(tui, 1);
    case ACTION_STEP_ON: return look(tui, -1);
    case ACTION_STEP_FIRST: return look(tui, (long)seat_board(&tui->seat)->plies);
    case ACTION_STEP_LAST: return look(tui, -(long)tui->seat.back);
    case ACTION_RELOAD: reload(tui); return 0;
    case ACTION_FLIP: hand->below = side_other(hand->below); return 0;
    case ACTION_DRAW: ask_if_on(tui, ASK_DRAW, "Offer a draw?"); return 0;
    case ACTION_RESIGN: ask_if_on(tui, ASK_RESIGN, "Resign?"); return 0;
    case ACTION_SAVE: ask_save(tui); return 0;
    case ACTION_INTERRUPT: return interrupt(tui);
    case ACTION_NEW:
        return leave(tui, ASK_LEAVE, GO_MENU);
    case ACTION_QUIT:
        return leave(tui, ASK_QUIT, GO_AWAY);
    default: {
        unsigned did = look_action(tui, action);
        return did == DID_NOTHING ? common_action(tui, action) : did;
    }
    }
}

/* A line that was typed: a move, or the word of a command. */
static unsigned obey_line(struct tui *tui)
{
    struct told_move told;
    struct error error = {0};
    const char *text = tui->hand.typed.text;
    tui->hand.typing = false;
    if (move_read(text, session_notation(tui->session), &told, NULL, &error) == STATUS_OK) {
        try_move(tui, told.move);
        return 0;
    }
    enum action action = key_word_action(text, ON_GAME);
    if (action != ACTION_NONE)
        return game_action(tui, action);
    say(tui, true, "%s", error.text);
    return 0;
}

static unsigned typing_key(struct tui *tui, int key)
{
    switch (line_key(&tui->hand.typed, key)) {
    case LINE_DONE:
        return obey_line(tui);
    case LINE_CANCELLED:
        tui->hand.typing = false;
        return 0;
    case LINE_UNKNOWN:
        return DID_NOTHING;
    default:
        return 0;
    }
}

static void begin_typing(struct hand *hand, const char *text)
{
    line_set(&hand->typed, text);
    hand->typing = true;
}

static unsigned click(struct tui *tui)
{
    int screen_row, screen_col, row, col;
    const struct picture picture = {.below = tui->hand.below};
    if (!terminal_click(&screen_row, &screen_col) ||
        !layout_hit(&tui->layout, screen_row, screen_col, &row, &col))
        return DID_NOTHING;
    tui->hand.cursor = square_shown(&picture, row, col);
    choose(tui);
    return 0;
}

static unsigned take_key(struct tui *tui, int key)
{
    struct hand *hand = &tui->hand;
    if (tui->prompt.question != ASK_NOTHING)
        return game_answer(tui, key);
    if (hand->typing)
        return typing_key(tui, key);
    /* Some files' letters move the cursor, but with a digit behind them they begin a typed move. */
    char letter = hand->letter;
    bool arts = session_notation(tui->session) == NOTATION_ARTS;
    hand->letter = 0;
    if (letter && key >= (arts ? '0' : '1') && key <= '9') {
        hand->cursor = hand->cursor_before;
        begin_typing(hand, (char[]){letter, (char)key, '\0'});
        return 0;
    }
    if (key == 'h' || key == 'j' || (arts && key == 'k')) {
        hand->letter = (char)key;
        hand->cursor_before = hand->cursor;
    }
    if (key_begins_move(key)) {
        begin_typing(hand, (char[]){(char)key, '\0'});
        return 0;
    }
    if (key == KEY_MOUSE)
        return click(tui);
    return game_action(tui, key_action(key, ON_GAME));
}

static unsigned game_key(struct tui *tui, int key)
{
    int cursor = tui->hand.cursor;
    unsigned flags = take_key(tui, key);
    if (flags & (GO_MENU | GO_AWAY))
        return flags;
    if (tui->hand.cursor != cursor && tui->hand.chosen == SQUARE_NONE && key != KEY_MOUSE)
        look_tell_note(tui, cursor);
    look_update(tui);
    return flags;
}

const struct screen game_screen = {ON_GAME, game_enter, game_draw, game_key};
