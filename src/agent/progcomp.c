/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bot of the UCC 2012 programming competition: the manager's side of that protocol (doc/protocols.md).
 * The request for a move begins with what happened since the bot's last turn; at the end the bot gets
 * QUIT. */
#include "agent/kinds.h"

#include "agent/external.h"
#include "base/clock.h"
#include "base/memory.h"
#include "file/progcomp_words.h"
#include "game/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RETRIES = 3 /* after illegal moves, in one turn */ };

/* The state of the agent. */
struct progcomp_bot {
    struct external_program program;  /* must come first: external_failure reads it */
    bool has_set_up;                  /* `side`, `setup` and `grid` are set */
    enum side side;
    struct setup setup;
    char grid[SQUARES];               /* the board as the bot knows it, one letter for each square */
    struct move *moves_sent;          /* the plies of the game that it knows */
    size_t moves_sent_count, capacity;
    struct text enemy_move_line;      /* the first line of the next request: the enemy's move and its
                                       * result; empty: START */
    bool answer_pending;              /* a request was sent, and the answer has not been read */
    double deadline;                  /* for that answer, on clock_now */
    bool has_answer;                  /* `answer` (as the bot wrote it) and `move` are set, and the bot has
                                       * not got the result yet */
    struct text answer;
    struct move move;
};

/* Starts the program at `path`. STATUS_BAD for other variants than the standard one. */
static enum status launch_progcomp(void *state, const char *path, const struct variant *variant,
                                   const struct settings *settings, struct error *error)
{
    if (variant_index(variant) != VARIANT_STANDARD)
        return error_set(error, STATUS_BAD, "progcomp:%s: that protocol knows only %s, not %s", path,
                         variant_at(VARIANT_STANDARD)->name, variant->name);
    struct progcomp_bot *bot = state;
    return external_open(&bot->program, path, settings, error);
}

/* Resets the state of the game, e.g. before the program is started again. */
static void reset_game(struct progcomp_bot *bot)
{
    bot->has_set_up = bot->answer_pending = bot->has_answer = false;
    bot->moves_sent_count = 0;
    text_clear(&bot->enemy_move_line);
}

/* Ends the program and frees the state. */
static void end_progcomp(void *state)
{
    struct progcomp_bot *bot = state;
    external_close(&bot->program);
    text_free(&bot->enemy_move_line);
    text_free(&bot->answer);
    free(bot->moves_sent);
}

/* --- set-up --- */

/* Reads a line of FILES letters as one row of the setup. False: the line is not a row. */
static bool read_setup_row(struct progcomp_bot *bot, const char *line, int row)
{
    if (strlen(line) != FILES)
        return false;
    for (int file = 0; file < FILES; file++) {
        int rank = progcomp_rank((char[]){line[file], '\0'});
        if (rank < 0 || progcomp_letter(rank) != line[file])
            return false;
        bot->setup.rank[setup_index(bot->side, square_at(file, row))] = (uint8_t)rank;
    }
    return true;
}

/* Fills bot->grid for the beginning of a game: own letters, '#' for enemy pieces, '+' for lakes. */
static void fill_grid(struct progcomp_bot *bot)
{
    for (int square = 0; square < SQUARES; square++) {
        int own = setup_index(bot->side, square), other = setup_index(side_other(bot->side), square);
        bot->grid[square] = square_is_lake(square) ? '+'
                            : own >= 0 ? progcomp_letter(bot->setup.rank[own])
                            : other >= 0 ? '#' : '.';
    }
}

/* Sends the bot its colour and reads its setup of four rows. False: a failure. */
static bool request_setup(struct progcomp_bot *bot, enum side side, const struct think *think)
{
    struct error why;
    double seconds = bot->program.start_time, deadline = clock_now() + seconds;
    bot->side = side;
    if (!external_send(&bot->program, side == RED ? "RED vedette 10 10\n" : "BLUE vedette 10 10\n", deadline,
                       think->stop))
        return false;
    for (int i = 0; i < 4; i++) {
        const char *line = external_read_line(&bot->program, deadline, seconds, think->stop);
        if (!line)
            return false;
        if (!read_setup_row(bot, line, side == RED ? i : 6 + i)) {
            external_fail_line(&bot->program, line, "no row of a set-up");
            return false;
        }
        seconds = bot->program.time; /* the first answer had the time for the start */
        deadline = clock_now() + seconds;
    }
    if (setup_check(&bot->setup, variant_at(VARIANT_STANDARD), &why) != STATUS_OK) {
        external_fail(&bot->program, AGENT_FAILED, "set up wrongly: %s", why.text);
        return false;
    }
    fill_grid(bot);
    bot->has_set_up = true;
    return true;
}

/* The `setup` callback: requests a setup from the bot. */
static void progcomp_setup(void *state, enum side side, const uint8_t army[RANKS], const struct think *think,
                           struct setup *setup)
{
    (void)army; /* the bot plays only the standard variant */
    struct progcomp_bot *bot = state;
    if (external_clear_stop(&bot->program) && request_setup(bot, side, think))
        *setup = bot->setup;
}

/* --- messages to the bot --- */

/* Records a ply that the bot now knows: in bot->grid and bot->moves_sent. */
static void record_ply(struct progcomp_bot *bot, const struct event *event)
{
    char mover = bot->grid[event->move.from];
    bot->grid[event->move.from] = '.';
    if (event->battle == BATTLE_NONE || event->battle == BATTLE_WON)
        bot->grid[event->move.to] = mover;
    else if (event->battle == BATTLE_BOTH)
        bot->grid[event->move.to] = '.';
    bot->moves_sent = memory_grow(bot->moves_sent, &bot->capacity, bot->moves_sent_count + 1,
                                  sizeof *bot->moves_sent);
    bot->moves_sent[bot->moves_sent_count++] = event->move;
}

/* Sends the result of the bot's own move: its answer, with the outcome after it. */
static bool send_own_outcome(struct progcomp_bot *bot, const struct event *event, const struct think *think)
{
    struct text line = {0};
    text_add(&line, text_string(&bot->answer));
    text_add(&line, " ");
    progcomp_write_outcome(event, &line);
    text_add(&line, "\n");
    bool sent = external_send(&bot->program, text_string(&line), clock_now() + bot->program.time,
                              think->stop);
    text_free(&line);
    bot->has_answer = false;
    return sent;
}

/* Sends a request for a move: the first line, and the board. Sets the deadline. False: a failure. */
static bool send_turn(struct progcomp_bot *bot, const struct think *think)
{
    struct text turn = {0};
    text_add(&turn, bot->enemy_move_line.size ? text_string(&bot->enemy_move_line) : "START\n");
    for (int row = 0; row < ROWS; row++)
        text_printf(&turn, "%.*s\n", FILES, bot->grid + square_at(0, row));
    bot->deadline = clock_now() + bot->program.time;
    bot->answer_pending = external_read_pending(&bot->program) &&
                          external_send(&bot->program, text_string(&turn), bot->deadline, think->stop);
    text_free(&turn);
    return bot->answer_pending;
}

/* --- answers of the bot --- */

/* Reads the bot's answer into bot->move; MOVE_NONE if it surrenders. False is a failure: the answer is
 * invalid. */
static bool read_answer(struct progcomp_bot *bot, const char *line)
{
    struct progcomp_words words = {0};
    int from;
    for (const char *byte = line; *byte; byte++)
        progcomp_add(&words, *byte);
    bot->move = MOVE_NONE;
    if (strcmp(progcomp_word(&words, 0), "SURRENDER") == 0)
        return true;
    if (progcomp_read_move(&words, &bot->move))
        return true;
    /* A square and a direction that lead off the board are a move too, but an illegal one. */
    if (progcomp_read_from(&words, &from) && progcomp_step(progcomp_word(&words, 2)))
        external_fail(&bot->program, AGENT_ILLEGAL, "answered '%.40s', which is illegal: %s", line,
                      illegal_text(MOVE_NOT_ON_BOARD));
    else
        external_fail_line(&bot->program, line, "no move");
    return false;
}

/* Requests a move, unless a request is pending, and reads the answer into bot->move. Keeps the last answer if
 * it has not been played (its move was taken back, and the same position came again): the bot expects the
 * outcome of that move first. False is a failure. */
static bool request_move(struct progcomp_bot *bot, const struct think *think)
{
    if (bot->has_answer)
        return true;
    if (!bot->answer_pending && !send_turn(bot, think))
        return false;
    const char *line = external_read_line(&bot->program, bot->deadline, bot->program.time, think->stop);
    if (!line)
        return false;
    bot->answer_pending = false;
    text_clear(&bot->answer);
    text_add(&bot->answer, line);
    bot->has_answer = read_answer(bot, line);
    return bot->has_answer;
}

/* Sends the bot a line that says its move was illegal. The next request then begins with an illegal move of
 * the enemy, so that the bot moves again: the protocol has no other way to repeat a request. */
static bool reject_move(struct progcomp_bot *bot, const struct think *think)
{
    struct text line = {0};
    const char *enemy = memchr(bot->grid, '#', SQUARES);
    /* The square of an enemy piece ('#'); 0 if there is none. */
    int square = enemy ? (int)(enemy - bot->grid) : 0;
    text_printf(&line, "%s ILLEGAL\n", text_string(&bot->answer));
    bool sent = external_send(&bot->program, text_string(&line), clock_now() + bot->program.time,
                              think->stop);
    text_free(&line);
    text_clear(&bot->enemy_move_line);
    text_printf(&bot->enemy_move_line, "%d %d UP ILLEGAL\n", square_file(square), square_row(square));
    bot->has_answer = false;
    return sent;
}

/* --- the game --- */

/* Returns whether the game on the board began with the bot's setup. */
static bool started_with_own_setup(const struct progcomp_bot *bot, const struct board *board)
{
    struct setup setup;
    return external_start_setup(board, bot->side, &setup) && memcmp(&setup, &bot->setup, sizeof setup) == 0;
}

/* Returns whether the moves that the bot knows are the beginning of the game on the board, and its unplayed
 * answer, if there is one, is the next move of that game. */
static bool is_continued_by(const struct progcomp_bot *bot, const struct board *board)
{
    size_t moves_sent = bot->moves_sent_count;
    if (moves_sent > board->plies)
        return false;
    if (bot->has_answer && moves_sent < board->plies &&
        !move_equal(bot->move, board->history[moves_sent].move))
        return false;
    for (size_t i = 0; i < bot->moves_sent_count; i++)
        if (!move_equal(bot->moves_sent[i], board->history[i].move))
            return false;
    return true;
}

/* After a restart: requests a move and checks that the bot makes the same move as before. False: a
 * failure, it made another one. */
static bool replay_own_move(struct progcomp_bot *bot, struct move move, const struct think *think)
{
    char now[MOVE_TEXT], then[MOVE_TEXT];
    if (!request_move(bot, think))
        return false;
    if (move_equal(bot->move, move))
        return true;
    move_write(move, false, NOTATION_DEBOER, then);
    external_fail(&bot->program, AGENT_FAILED, "cannot go on with this game: it now plays %s where it was %s",
                  move_is_none(bot->move) ? "nothing" : move_write(bot->move, false, NOTATION_DEBOER, now),
                  then);
    return false;
}

/* Sends the bot the plies that it does not know. If moves were taken back, or it has not seen the game
 * from the beginning, restarts the program and replays the game from its first move; this works only if
 * the bot makes the same moves again. False: a failure. */
static bool send_new_plies(struct progcomp_bot *bot, const struct view *view, const struct think *think)
{
    const struct board *board = &view->board;
    if (bot->has_set_up && !is_continued_by(bot, board)) {
        reset_game(bot);
        if (!external_restart(&bot->program))
            return false;
    }
    if (!bot->has_set_up && !request_setup(bot, view->side, think))
        return false;
    if (bot->moves_sent_count == 0 && !started_with_own_setup(bot, board)) {
        external_fail(&bot->program, AGENT_FAILED,
                      "cannot play on from a board that its own set-up did not lead to");
        return false;
    }
    while (bot->moves_sent_count < board->plies) {
        size_t ply = bot->moves_sent_count;
        struct event event = board_event(board, (uint32_t)ply);
        enum side mover = board->history[ply].mover < PIECES_A_SIDE ? RED : BLUE;
        if (mover == bot->side) {
            if (!bot->has_answer && !replay_own_move(bot, event.move, think))
                return false;
            if (!send_own_outcome(bot, &event, think))
                return false;
        } else {
            text_clear(&bot->enemy_move_line);
            progcomp_write_move(event.move, &bot->enemy_move_line);
            text_add(&bot->enemy_move_line, " ");
            progcomp_write_outcome(&event, &bot->enemy_move_line);
            text_add(&bot->enemy_move_line, "\n");
        }
        record_ply(bot, &event);
    }
    return true;
}

/* Sends the new plies, requests a move and checks it; it is the `move` callback. After an illegal move it
 * tries again up to MAX_RETRIES times, if program.retries_illegal. MOVE_NONE if the bot surrendered or
 * failed. */
static struct move progcomp_move(void *state, const struct view *view, const struct think *think)
{
    struct progcomp_bot *bot = state;
    if (!external_clear_stop(&bot->program) || !send_new_plies(bot, view, think))
        return MOVE_NONE;
    for (int attempt = 0; request_move(bot, think); attempt++) {
        if (move_is_none(bot->move))
            return MOVE_NONE;
        enum illegal why = board_check(&view->board, bot->move);
        if (why == MOVE_LEGAL)
            return bot->move;
        if (!bot->program.retries_illegal || attempt == MAX_RETRIES) {
            external_fail_move(&bot->program, bot->move, why);
            break;
        }
        if (!reject_move(bot, think))
            break;
    }
    return MOVE_NONE;
}

/* Returns the worth of a side's remaining movable pieces as the manager counts it: marshal 10 .. spy 1. */
static int remaining_worth(const struct board *board, enum side side)
{
    int worth = 0;
    for (int rank = SPY; rank < RANKS; rank++)
        worth += (rank - SPY + 1) * (rank_table[rank].count - board->captured[side][rank]);
    return worth;
}

/* Sends the result line: QUIT, a side, how the game ended, the turns and the worth of both armies. The
 * side is the one whose turn ended the game. */
static void progcomp_game_over(void *state, const struct view *view, struct outcome outcome)
{
    struct progcomp_bot *bot = state;
    const struct board *board = &view->board;
    enum side winner = outcome.result == RESULT_BLUE ? BLUE : RED, named = winner;
    const char *word = "VICTORY";
    char line[128];
    if (outcome.result == RESULT_DRAW) {
        word = outcome.reason == REASON_NO_MOVES ? "DRAW" : "DRAW_DEFAULT";
    } else if (outcome.reason == REASON_RESIGNED) {
        word = "SURRENDER";
        named = side_other(winner);
    } else if (outcome.reason != REASON_FLAG && outcome.reason != REASON_NO_MOVES) {
        word = "ILLEGAL";
        named = side_other(winner);
    }
    snprintf(line, sizeof line, "QUIT vedette %s %s %u %d %d\n", named == RED ? "RED" : "BLUE", word,
             board->plies / 2 + 1, remaining_worth(board, RED), remaining_worth(board, BLUE));
    child_send(&bot->program.child, line, strlen(line), clock_now() + 0.1, NULL);
}

const struct agent_kind agent_progcomp = {
    .name = "progcomp",
    .help = "progcomp:PATH, a bot of the UCC 2012 programming competition",
    .options = "bot", .size = sizeof(struct progcomp_bot), .launch = launch_progcomp, .end = end_progcomp,
    .setup = progcomp_setup, .move = progcomp_move, .failure = external_failure,
    .game_over = progcomp_game_over, .own_options_only = true, .own_setup_only = true,
};
