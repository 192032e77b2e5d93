/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bot/progcomp.h"

#include "base/plural.h"
#include "bot/bot_seat.h"

#include <string.h>

/* Reads the move of a report; false if no outcome follows it. */
static bool read_report(const struct progcomp_words *words, struct move *move)
{
    return words->count > 3 && progcomp_read_move(words, move);
}

void progcomp_init(struct progcomp *bot, struct agent *agent, const struct settings *settings,
                   uint64_t seed, double seconds)
{
    *bot = (struct progcomp){.agent = agent, .settings = settings, .seconds = seconds, .answer = MOVE_NONE};
    rng_seed(&bot->rng, seed, 0);
}

void progcomp_free(struct progcomp *bot)
{
    position_free(&bot->position);
    view_free(&bot->view);
}

/* Makes the position. The bot assumes no repetition rule and no move limit: the manager has no repetition
 * rule and does not send its limit. */
static enum status begin_game(struct progcomp *bot, const struct setup *setup, struct error *error)
{
    struct rules rules = *rules_find("free");
    rules.move_limit = 0;
    const struct variant *variant = variant_at(VARIANT_STANDARD);
    struct bot_enemy enemy;
    bot_enemy_full(variant, &enemy);
    return bot_start_game(&bot->position, &bot->view, variant, bot->side, setup, &enemy, &rules, error);
}

/* Reads the greeting and answers with the setup: four rows of ten letters. */
static enum status answer_greeting(struct progcomp *bot, const struct progcomp_words *words,
                                   struct text *answer, struct error *error)
{
    bool red = strcmp(progcomp_word(words, 0), "RED") == 0;
    bool blue = strcmp(progcomp_word(words, 0), "BLUE") == 0;
    bool ten = words->count >= 4 && strcmp(progcomp_last(words, 2), "10") == 0 &&
               strcmp(progcomp_last(words, 1), "10") == 0;
    if ((!red && !blue) || !ten)
        return error_set(error, STATUS_BAD, "found '%s', expected 'RED|BLUE OPPONENT 10 10'",
                         progcomp_word(words, 0));
    struct setup setup;
    bot->side = red ? RED : BLUE;
    enum status status = bot_choose_setup(bot->agent, bot->settings, bot->side,
                                          variant_at(VARIANT_STANDARD)->count, bot->seconds, &bot->rng,
                                          &setup, error);
    if (!status)
        status = begin_game(bot, &setup, error);
    /* The manager's board has red's rows at the top, from 0 to 3, and blue's from 6 to 9. */
    for (int row = red ? 0 : 6; !status && row < (red ? 4 : 10); row++) {
        for (int file = 0; file < FILES; file++) {
            char letter = progcomp_letter(setup.rank[setup_index(bot->side, square_at(file, row))]);
            text_append(answer, &letter, 1);
        }
        text_add(answer, "\n");
    }
    bot->stage = PROGCOMP_STATUS;
    return status;
}

/* Returns whether a report means that the mover lost its turn: the move is called illegal, or its direction
 * is not a word of the protocol. Some managers repeat such a move without an outcome. */
static bool is_lost_turn(const struct progcomp_words *words)
{
    int from;
    if (words->count > 1 && strcmp(progcomp_last(words, 1), "ILLEGAL") == 0)
        return true;
    return words->count > 2 && progcomp_read_from(words, &from) && !progcomp_step(progcomp_word(words, 2));
}

/* Plays a move that the manager reports; STATUS_BAD if it is impossible or its outcome contradicts the
 * ranks. */
static enum status play_report(struct progcomp *bot, const struct progcomp_words *words, struct error *error)
{
    struct move_with_ranks named;
    struct event event;
    enum battle battle;
    struct error why = {0};
    if (is_lost_turn(words)) { /* the turn passes to the other side */
        board_pass(&bot->position.board);
        board_pass(&bot->view.board);
        return STATUS_OK;
    }
    if (!read_report(words, &named.move) || !progcomp_read_outcome(words, &named, &battle))
        return error_set(error, STATUS_BAD, "found '%s%s%s', expected a move and its outcome",
                         progcomp_word(words, 0), words->count > 1 ? " " : "", progcomp_word(words, 1));
    if (position_play(&bot->position, named, &event, &why) != STATUS_OK)
        return error_set(error, STATUS_BAD, "the manager's move is impossible: %s", why.text);
    if (event.battle != battle)
        return error_set(error, STATUS_BAD, "the manager's outcome does not fit the ranks");
    view_apply(&bot->view, &event);
    return STATUS_OK;
}

/* Appends the agent's move. Appends "SURRENDER" if it has none or no piece can move. */
static void answer_turn(struct progcomp *bot, struct text *answer)
{
    struct think think = {.rng = &bot->rng, .hard_seconds = bot->seconds};
    struct move move = MOVE_NONE;
    if (board_can_move(&bot->view.board))
        move = agent_move(bot->agent, &bot->view, &think);
    bot->answer = move;
    bot->answered = true;
    if (move_is_none(move) || board_check(&bot->view.board, move) != MOVE_LEGAL) {
        text_add(answer, "SURRENDER\n");
        return;
    }
    progcomp_write_move(move, answer);
    text_add(answer, "\n");
}

/* Compares a line of the manager's board with the bot's position; STATUS_BAD if they differ. */
static enum status check_board_line(struct progcomp *bot, const struct progcomp_words *words,
                                    struct error *error)
{
    const struct board *board = &bot->view.board;
    const char *line = words->start;
    int row = bot->board_lines;
    if (words->bytes != FILES && !(words->bytes == FILES + 1 && line[FILES] == '\r'))
        return error_set(error, STATUS_BAD, "found a board line of %zu letter%s, expected %d",
                         words->bytes, plural(words->bytes), FILES);
    for (int file = 0; file < FILES; file++) {
        int number = board->at[square_at(file, row)];
        /* The manager shows an empty square, a lake, an enemy piece. */
        char expected = number == NO_PIECE ? '.' : number == LAKE ? '+' : '#';
        if (number < PIECES && board->piece[number].side == bot->side)
            expected = progcomp_letter(board->piece[number].rank);
        if (line[file] != expected)
            return error_set(error, STATUS_BAD, "the manager's board has '%c' on (%d,%d), expected '%c'",
                             line[file], file, row, expected);
    }
    return STATUS_OK;
}

/* Reads one complete line according to the stage. */
static enum status read_line(struct progcomp *bot, const struct progcomp_words *words, struct text *answer,
                             struct error *error)
{
    struct move echoed;
    enum status status;
    switch (bot->stage) {
    case PROGCOMP_GREETING: return answer_greeting(bot, words, answer, error);
    /* Red's first turn begins with START, all others with the enemy's move. */
    case PROGCOMP_STATUS:
        bot->stage = PROGCOMP_BOARD;
        bot->board_lines = 0;
        if (bot->side == RED && !bot->answered && words->count == 1 &&
            strcmp(progcomp_word(words, 0), "START") == 0)
            return STATUS_OK;
        return play_report(bot, words, error);
    case PROGCOMP_BOARD:
        status = check_board_line(bot, words, error);
        if (!status && ++bot->board_lines == ROWS) {
            answer_turn(bot, answer);
            bot->stage = PROGCOMP_ECHO;
        }
        return status;
    case PROGCOMP_ECHO:
        bot->stage = PROGCOMP_STATUS;
        if (read_report(words, &echoed) && !move_equal(echoed, bot->answer))
            return error_set(error, STATUS_BAD, "found '%s %s %s', expected the bot's own move",
                             progcomp_word(words, 0), progcomp_word(words, 1), progcomp_word(words, 2));
        return play_report(bot, words, error);
    case PROGCOMP_OVER:
        break;
    }
    return error_set(error, STATUS_BAD, "the game is over, but another line came");
}

enum status progcomp_read_byte(struct progcomp *bot, char byte, struct text *answer, struct error *error)
{
    if (byte != '\n') {
        progcomp_add(&bot->line, byte);
        return STATUS_OK;
    }
    struct progcomp_words words = bot->line;
    bot->line = (struct progcomp_words){0};
    /* The manager may send QUIT instead of any other line. */
    if (words.start[0] == 'Q' && strcmp(progcomp_word(&words, 0), "QUIT") == 0 &&
        bot->stage != PROGCOMP_OVER) {
        bot->stage = PROGCOMP_OVER;
        return STATUS_OK;
    }
    size_t old_size = answer->size;
    enum status status = read_line(bot, &words, answer, error);
    if (status) {
        bot->stage = PROGCOMP_OVER;
        if (answer->bytes)
            answer->bytes[answer->size = old_size] = '\0'; /* drop a part of an answer */
    }
    return status;
}
