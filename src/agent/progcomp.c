/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bot of the UCC 2012 programming competition as an agent: the manager's side of that protocol
 * (doc/protocols.md). The bot is told what happened since its last turn when it is asked for the next, and
 * QUIT at the end. */
#include "agent/kinds.h"

#include "agent/outside.h"
#include "base/clock.h"
#include "base/memory.h"
#include "file/progcomp_words.h"
#include "game/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASKED_AGAIN = 3 /* times a turn */ };

struct outside_bot {
    struct outside outside;  /* first: outside_failure reads it */
    bool greeted;            /* it has set up: */
    enum side side;
    struct setup setup;
    char grid[SQUARES];      /* the board as it has been told of it */
    struct move *moves_sent;       /* the plies that it knows of */
    size_t moves_sent_count, capacity;
    struct text news;        /* the line its next turn begins with */
    bool asked;              /* it is to answer, */
    double deadline;         /* until then */
    bool answered;           /* its last answer, as it wrote it, and which move that is */
    struct text answer;
    struct move move;
};

static enum status launch(void *state, const char *path, const struct variant *variant,
                          const struct settings *settings, struct error *error)
{
    if (variant_index(variant) != VARIANT_STANDARD)
        return error_set(error, STATUS_BAD, "progcomp:%s: that protocol knows only %s, not %s", path,
                         variant_at(VARIANT_STANDARD)->name, variant->name);
    struct outside_bot *bot = state;
    return outside_open(&bot->outside, path, settings, error);
}

/* Forgets the game. */
static void forget(struct outside_bot *bot)
{
    bot->greeted = bot->asked = bot->answered = false;
    bot->moves_sent_count = 0;
    text_clear(&bot->news);
}

static void end(void *state)
{
    struct outside_bot *bot = state;
    outside_close(&bot->outside);
    text_free(&bot->news);
    text_free(&bot->answer);
    free(bot->moves_sent);
}

/* --- set-up --- */

/* Reads one of the four rows; false where it is none. */
static bool take_row(struct outside_bot *bot, const char *line, int row)
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

static void fill_grid(struct outside_bot *bot)
{
    for (int square = 0; square < SQUARES; square++) {
        int own = setup_index(bot->side, square), other = setup_index(side_other(bot->side), square);
        bot->grid[square] = square_is_lake(square) ? '+' : own >= 0 ? progcomp_letter(bot->setup.rank[own])
                                                       : other >= 0 ? '#' : '.';
    }
}

/* Tells the bot its colour and reads its set-up. */
static bool greet(struct outside_bot *bot, enum side side, const struct think *think)
{
    struct error why;
    double seconds = bot->outside.start_time, deadline = clock_now() + seconds;
    bot->side = side;
    if (!outside_send(&bot->outside, side == RED ? "RED vedette 10 10\n" : "BLUE vedette 10 10\n", deadline,
                      think->stop))
        return false;
    for (int i = 0; i < 4; i++) {
        const char *line = outside_line(&bot->outside, deadline, seconds, think->stop);
        if (!line)
            return false;
        if (!take_row(bot, line, side == RED ? i : 6 + i)) {
            outside_fail_line(&bot->outside, line, "no row of a set-up");
            return false;
        }
        seconds = bot->outside.time;
        deadline = clock_now() + seconds;
    }
    if (setup_check(&bot->setup, variant_at(VARIANT_STANDARD), &why) != STATUS_OK) {
        outside_fail(&bot->outside, AGENT_FAILED, "set up wrongly: %s", why.text);
        return false;
    }
    fill_grid(bot);
    bot->greeted = true;
    return true;
}

static void choose_setup(void *state, enum side side, const uint8_t army[RANKS], const struct think *think,
                         struct setup *setup)
{
    (void)army; /* it plays the standard variant alone */
    struct outside_bot *bot = state;
    if (outside_is_sound(&bot->outside) && greet(bot, side, think))
        *setup = bot->setup;
}

/* --- what it is told --- */

/* Puts a ply down as told. */
static void note_ply(struct outside_bot *bot, const struct event *event)
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

/* Tells the bot what its own move came to. */
static bool echo(struct outside_bot *bot, const struct event *event, const struct think *think)
{
    struct text line = {0};
    text_add(&line, text_string(&bot->answer));
    text_add(&line, " ");
    progcomp_write_outcome(event, &line);
    text_add(&line, "\n");
    bool sent = outside_send(&bot->outside, text_string(&line), clock_now() + bot->outside.time, think->stop);
    text_free(&line);
    bot->answered = false;
    return sent;
}

/* Sends a turn: the line it begins with, and the board. */
static bool send_turn(struct outside_bot *bot, const struct think *think)
{
    struct text turn = {0};
    text_add(&turn, bot->news.size ? text_string(&bot->news) : "START\n");
    for (int row = 0; row < ROWS; row++)
        text_printf(&turn, "%.*s\n", FILES, bot->grid + square_at(0, row));
    bot->deadline = clock_now() + bot->outside.time;
    bot->asked = outside_is_quiet(&bot->outside) &&
                 outside_send(&bot->outside, text_string(&turn), bot->deadline, think->stop);
    text_free(&turn);
    return bot->asked;
}

/* --- its answers --- */

/* Understands the bot's answer, MOVE_NONE where it surrenders; false where it is senseless. */
static bool read_answer(struct outside_bot *bot, const char *line)
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
    if (progcomp_read_from(&words, &from) && progcomp_step(progcomp_word(&words, 2)))
        outside_fail(&bot->outside, AGENT_ILLEGAL, "answered '%.40s', which is illegal: %s", line,
                     illegal_text(MOVE_NOT_ON_BOARD));
    else
        outside_fail_line(&bot->outside, line, "no move");
    return false;
}

/* Asks for a move, where that was not done before, and waits for it. Where its answer was taken back and the
 * same board comes again, the answer stands: it waits for what came of it. */
static bool ask(struct outside_bot *bot, const struct think *think)
{
    if (bot->answered)
        return true;
    if (!bot->asked && !send_turn(bot, think))
        return false;
    const char *line = outside_line(&bot->outside, bot->deadline, bot->outside.time, think->stop);
    if (!line)
        return false;
    bot->asked = false;
    text_clear(&bot->answer);
    text_add(&bot->answer, line);
    bot->answered = read_answer(bot, line);
    return bot->answered;
}

/* Tells the bot that its move was illegal, and that the enemy then lost his turn as well: so it is to move
 * again. The protocol has no other way. */
static bool refuse(struct outside_bot *bot, const struct think *think)
{
    struct text line = {0};
    const char *enemy = memchr(bot->grid, '#', SQUARES);
    int square = enemy ? (int)(enemy - bot->grid) : 0;
    text_printf(&line, "%s ILLEGAL\n", text_string(&bot->answer));
    bool sent = outside_send(&bot->outside, text_string(&line), clock_now() + bot->outside.time, think->stop);
    text_free(&line);
    text_clear(&bot->news);
    text_printf(&bot->news, "%d %d UP ILLEGAL\n", square_file(square), square_row(square));
    bot->answered = false;
    return sent;
}

/* --- the game --- */

/* Whether the game began with the bot's set-up and all that is on the board came of it. */
static bool began_so(const struct outside_bot *bot, const struct board *board)
{
    struct setup setup;
    return outside_start_setup(board, bot->side, &setup) && memcmp(&setup, &bot->setup, sizeof setup) == 0;
}

/* Whether all that the bot was told is the beginning of this game, and its own next move the one that it
 * answered. */
static bool is_same_game(const struct outside_bot *bot, const struct board *board)
{
    size_t moves_sent = bot->moves_sent_count;
    if (moves_sent > board->plies)
        return false;
    if (bot->answered && moves_sent < board->plies && !move_equal(bot->move, board->history[moves_sent].move))
        return false;
    for (size_t i = 0; i < bot->moves_sent_count; i++)
        if (!move_equal(bot->moves_sent[i], board->history[i].move))
            return false;
    return true;
}

/* Lets the bot play a move again that it made before it was started anew. */
static bool play_again(struct outside_bot *bot, struct move move, const struct think *think)
{
    char now[MOVE_TEXT], then[MOVE_TEXT];
    if (!ask(bot, think))
        return false;
    if (move_equal(bot->move, move))
        return true;
    move_write(move, false, NOTATION_DEBOER, then);
    outside_fail(&bot->outside, AGENT_FAILED, "cannot go on with this game: it now plays %s where it was %s",
                 move_is_none(bot->move) ? "nothing" : move_write(bot->move, false, NOTATION_DEBOER, now),
                 then);
    return false;
}

/* Tells the bot what it does not know of the game. Where moves were taken back, or it was not there from the
 * beginning, it is started anew and plays the game again from its first move, if it plays alike. */
static bool catch_up(struct outside_bot *bot, const struct view *view, const struct think *think)
{
    const struct board *board = &view->board;
    if (bot->greeted && !is_same_game(bot, board)) {
        forget(bot);
        if (!outside_reopen(&bot->outside))
            return false;
    }
    if (!bot->greeted && !greet(bot, view->side, think))
        return false;
    if (bot->moves_sent_count == 0 && !began_so(bot, board)) {
        outside_fail(&bot->outside, AGENT_FAILED,
                     "cannot play on from a board that its own set-up did not lead to");
        return false;
    }
    while (bot->moves_sent_count < board->plies) {
        size_t ply = bot->moves_sent_count;
        struct event event = board_event(board, (uint32_t)ply);
        enum side mover = board->history[ply].mover < PIECES_A_SIDE ? RED : BLUE;
        if (mover == bot->side) {
            if (!bot->answered && !play_again(bot, event.move, think))
                return false;
            if (!echo(bot, &event, think))
                return false;
        } else {
            text_clear(&bot->news);
            progcomp_write_move(event.move, &bot->news);
            text_add(&bot->news, " ");
            progcomp_write_outcome(&event, &bot->news);
            text_add(&bot->news, "\n");
        }
        note_ply(bot, &event);
    }
    return true;
}

static struct move choose_move(void *state, const struct view *view, const struct think *think)
{
    struct outside_bot *bot = state;
    if (!outside_is_sound(&bot->outside) || !catch_up(bot, view, think))
        return MOVE_NONE;
    for (int asked = 0; ask(bot, think); asked++) {
        if (move_is_none(bot->move))
            return MOVE_NONE;
        enum illegal why = board_check(&view->board, bot->move);
        if (why == MOVE_LEGAL)
            return bot->move;
        if (!bot->outside.asks_again || asked == ASKED_AGAIN) {
            outside_fail_move(&bot->outside, bot->move, why);
            break;
        }
        if (!refuse(bot, think))
            break;
    }
    return MOVE_NONE;
}

/* What the pieces of a side that can move are worth by the manager's count, marshal 10 .. spy 1. */
static int worth_left(const struct board *board, enum side side)
{
    int worth = 0;
    for (int rank = SPY; rank < RANKS; rank++)
        worth += (rank - SPY + 1) * (rank_table[rank].count - board->captured[side][rank]);
    return worth;
}

/* The result line: the side on whose turn the game ended, and how. */
static void over(void *state, const struct view *view, struct outcome outcome)
{
    struct outside_bot *bot = state;
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
             board->plies / 2 + 1, worth_left(board, RED), worth_left(board, BLUE));
    child_send(&bot->outside.child, line, strlen(line), clock_now() + 0.1, NULL);
}

const struct agent_kind agent_progcomp = {
    .name = "progcomp",
    .help = "progcomp:PATH, a bot of the UCC 2012 programming competition",
    .options = "bot",
    .size = sizeof(struct outside_bot),
    .launch = launch,
    .end = end,
    .setup = choose_setup,
    .move = choose_move,
    .failure = outside_failure,
    .over = over,
    .only_own = true,
    .brings_setup = true,
};
