/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/progcomp.h"

#include "base/clock.h"
#include "setup/creator.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 64, WORD_MAX = 32 };

/* A line's words, as far as they are looked at. */
struct words {
    int count;
    char word[WORDS_MAX][WORD_MAX];
};

static void split(const char *line, struct words *words)
{
    words->count = 0;
    while (words->count < WORDS_MAX) {
        line += strspn(line, " \r\t");
        size_t size = strcspn(line, " \r\t");
        if (!size)
            break;
        snprintf(words->word[words->count++], WORD_MAX, "%.*s", (int)size, line);
        line += size;
    }
}

/* The manager writes the spy as 's'; in all else its letters are those of Arts. */
static int read_rank(const char *word)
{
    for (int rank = 0; rank < RANKS; rank++)
        if (word[1] == '\0' && toupper((unsigned char)word[0]) == rank_table[rank].arts)
            return rank;
    return -1;
}

static char rank_letter(int rank)
{
    return rank == SPY ? 's' : rank_table[rank].arts;
}

static const struct {
    const char *word;
    int step;
} ways[] = {{"UP", -FILES}, {"DOWN", FILES}, {"LEFT", -1}, {"RIGHT", 1}};

/* Reads "X Y DIRECTION [MULTIPLIER]"; the fourth word is a multiplier where it is a whole number. */
static bool read_move(const struct words *words, struct move *move)
{
    const char *x = words->word[0], *y = words->word[1];
    if (words->count < 4 || !isdigit((unsigned char)x[0]) || x[1] || !isdigit((unsigned char)y[0]) ||
        y[1])
        return false;
    int from = square_at(x[0] - '0', y[0] - '0');
    char *end;
    long squares = strtol(words->word[3], &end, 10);
    if (end == words->word[3] || *end)
        squares = 1;
    if (squares < 1 || squares > 9)
        return false;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (strcmp(words->word[2], ways[i].word) != 0)
            continue;
        int to = from + (int)squares * ways[i].step;
        bool on_board = to >= 0 && to < SQUARES &&
                        (ways[i].step % FILES == 0 || square_row(to) == square_row(from));
        *move = (struct move){(uint8_t)from, (uint8_t)(on_board ? to : SQUARE_NONE)};
        return on_board;
    }
    return false;
}

/* Finds what came of a move, at the line's end: "OK", "KILLS A D", "DIES A D", "BOTHDIE A D". Bots may write
 * more behind a move than the protocol asks for, and the manager repeats it, so the end alone is sure. */
static bool read_outcome(const struct words *words, struct told_move *told, enum battle *battle)
{
    static const struct {
        const char *word;
        enum battle battle;
    } fights[] = {{"KILLS", BATTLE_WON}, {"DIES", BATTLE_LOST}, {"BOTHDIE", BATTLE_BOTH}};
    int count = words->count;
    told->attacker = told->defender = RANK_UNKNOWN;
    *battle = BATTLE_NONE;
    if (count > 3 && strcmp(words->word[count - 1], "OK") == 0)
        return true;
    for (size_t i = 0; count > 5 && i < sizeof fights / sizeof fights[0]; i++) {
        if (strcmp(words->word[count - 3], fights[i].word) != 0)
            continue;
        int attacker = read_rank(words->word[count - 2]);
        int defender = read_rank(words->word[count - 1]);
        if (attacker < 0 || defender < 0)
            return false;
        *battle = fights[i].battle;
        told->attacker = (uint8_t)attacker;
        told->defender = (uint8_t)defender;
        return true;
    }
    return false;
}

void progcomp_init(struct progcomp *bot, struct agent *agent, const struct settings *settings,
                   uint64_t seed, double seconds)
{
    *bot = (struct progcomp){.agent = agent, .settings = settings, .seconds = seconds,
                             .answer = MOVE_NONE};
    rng_seed(&bot->rng, seed, 0);
}

void progcomp_free(struct progcomp *bot)
{
    position_free(&bot->position);
    view_free(&bot->view);
}

/* Own pieces as set up, forty unknown ones on the other side. The manager knows no repetition rule, and
 * its limit is not told: the bot plays as if there were none. */
static enum status begin(struct progcomp *bot, const struct setup *setup, struct error *error)
{
    struct placement start;
    struct rules rules = *rules_find("free");
    rules.move_limit = 0;
    placement_clear(&start);
    start.free = false;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        enum side enemy = side_other(bot->side);
        start.cell[setup_square(bot->side, i)] =
            (struct cell){.rank = setup->rank[i], .side = (uint8_t)bot->side};
        start.cell[setup_square(enemy, i)] =
            (struct cell){.rank = RANK_UNKNOWN, .side = (uint8_t)enemy};
    }
    enum status status = position_init(&bot->position, &start, &rules, error);
    if (status == STATUS_OK)
        view_init(&bot->view, &bot->position, bot->side);
    return status;
}

/* The agent's own setup, or one by the creator, within the time for an answer. */
static void choose_setup(struct progcomp *bot, struct setup *setup)
{
    struct think think = {.rng = &bot->rng, .seconds = bot->seconds};
    struct settings own = {0};
    if (agent_setup(bot->agent, bot->side, &think, setup))
        return;
    agent_settings(bot->agent->name, bot->settings, &own, NULL);
    setup_create_once(&own, clock_now() + bot->seconds, &bot->rng, setup);
    settings_free(&own);
}

static enum status greet(struct progcomp *bot, const struct words *words, struct text *answer,
                         struct error *error)
{
    bool red = words->count && strcmp(words->word[0], "RED") == 0;
    bool blue = words->count && strcmp(words->word[0], "BLUE") == 0;
    bool ten = words->count >= 4 && strcmp(words->word[words->count - 2], "10") == 0 &&
               strcmp(words->word[words->count - 1], "10") == 0;
    if ((!red && !blue) || !ten)
        return error_set(error, STATUS_BAD, "found '%s', expected 'RED|BLUE OPPONENT 10 10'",
                         words->count ? words->word[0] : "");
    struct setup setup;
    bot->side = red ? RED : BLUE;
    choose_setup(bot, &setup);
    enum status status = begin(bot, &setup, error);
    for (int row = red ? 0 : 6; status == STATUS_OK && row < (red ? 4 : 10); row++) {
        for (int file = 0; file < FILES; file++) {
            char letter = rank_letter(setup.rank[setup_index(bot->side, square_at(file, row))]);
            text_append(answer, &letter, 1);
        }
        text_add(answer, "\n");
    }
    bot->stage = PROGCOMP_STATUS;
    return status;
}

/* A turn was lost to an illegal move: the board is set up anew as it stands, the other side to move. */
static enum status pass(struct progcomp *bot, struct error *error)
{
    struct placement now;
    struct rules rules = bot->position.board.rules;
    position_placement(&bot->position, &now);
    now.to_move = side_other(now.to_move);
    position_free(&bot->position);
    view_free(&bot->view);
    enum status status = position_init(&bot->position, &now, &rules, error);
    if (status == STATUS_OK)
        view_init(&bot->view, &bot->position, bot->side);
    return status;
}

/* A turn was lost: the move is called illegal, or its direction is no word for one, and then the manager
 * that lets such moves pass repeats it without an outcome. */
static bool is_lost(const struct words *words)
{
    struct told_move told;
    enum battle battle;
    if (words->count > 1 && strcmp(words->word[words->count - 1], "ILLEGAL") == 0)
        return true;
    for (int i = 0; i < 2; i++)
        if (words->count < 3 || !isdigit((unsigned char)words->word[i][0]) || words->word[i][1])
            return false;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (strcmp(words->word[2], ways[i].word) == 0)
            return false;
    return !read_outcome(words, &told, &battle);
}

/* Plays a move that the manager reports, with its outcome. */
static enum status report(struct progcomp *bot, const struct words *words, struct error *error)
{
    struct told_move told;
    struct event event;
    enum battle battle;
    struct error why = {0};
    if (is_lost(words))
        return pass(bot, error);
    if (!read_move(words, &told.move) || !read_outcome(words, &told, &battle))
        return error_set(error, STATUS_BAD, "found '%s%s%s', expected a move and its outcome",
                         words->count ? words->word[0] : "", words->count > 1 ? " " : "",
                         words->count > 1 ? words->word[1] : "");
    if (position_play(&bot->position, told, &event, &why) != STATUS_OK)
        return error_set(error, STATUS_BAD, "the manager's move cannot be: %s", why.text);
    if (event.battle != battle)
        return error_set(error, STATUS_BAD, "the manager's outcome is not that of these ranks");
    view_apply(&bot->view, &event);
    return STATUS_OK;
}

/* Writes the agent's move; without one, or without a piece that can go, the game is given up. */
static void answer_turn(struct progcomp *bot, struct text *answer)
{
    struct think think = {.rng = &bot->rng, .seconds = bot->seconds};
    struct move move = MOVE_NONE;
    if (board_can_move(&bot->view.board))
        move = agent_move(bot->agent, &bot->view, &think);
    bot->answer = move;
    bot->answered = true;
    if (move_is_none(move) || board_check(&bot->view.board, move) != MOVE_LEGAL) {
        text_add(answer, "SURRENDER\n");
        return;
    }
    int step = move.to - move.from, squares = square_distance(move.from, move.to);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (ways[i].step * squares == step)
            text_printf(answer, "%d %d %s", square_file(move.from), square_row(move.from),
                        ways[i].word);
    if (squares > 1)
        text_printf(answer, " %d", squares);
    text_add(answer, "\n");
}

/* Holds a line of the board against what the bot knows: a difference means that one of the two is lost. */
static enum status check_row(struct progcomp *bot, const char *line, struct error *error)
{
    const struct board *board = &bot->view.board;
    int row = bot->board_lines;
    if (strlen(line) != FILES && !(strlen(line) == FILES + 1 && line[FILES] == '\r'))
        return error_set(error, STATUS_BAD, "found a board line of %zu letters, expected %d",
                         strlen(line), FILES);
    for (int file = 0; file < FILES; file++) {
        int number = board->at[square_at(file, row)];
        char expected = number == NO_PIECE ? '.' : number == LAKE ? '+' : '#';
        if (number < PIECES && board->piece[number].side == bot->side)
            expected = rank_letter(board->piece[number].rank);
        if (line[file] != expected)
            return error_set(error, STATUS_BAD, "the manager's board has '%c' on (%d,%d), expected '%c'",
                             line[file], file, row, expected);
    }
    return STATUS_OK;
}

static enum status take_line(struct progcomp *bot, const char *line, struct text *answer,
                             struct error *error)
{
    struct words words;
    struct move echoed;
    enum status status;
    split(line, &words);
    switch (bot->stage) {
    case PROGCOMP_GREETING:
        return greet(bot, &words, answer, error);
    case PROGCOMP_STATUS:
        bot->stage = PROGCOMP_BOARD;
        bot->board_lines = 0;
        if (bot->side == RED && !bot->answered && words.count == 1 &&
            strcmp(words.word[0], "START") == 0)
            return STATUS_OK;
        return report(bot, &words, error);
    case PROGCOMP_BOARD:
        status = check_row(bot, line, error);
        if (status == STATUS_OK && ++bot->board_lines == ROWS) {
            answer_turn(bot, answer);
            bot->stage = PROGCOMP_ECHO;
        }
        return status;
    case PROGCOMP_ECHO:
        bot->stage = PROGCOMP_STATUS;
        if (read_move(&words, &echoed) && !move_equal(echoed, bot->answer))
            return error_set(error, STATUS_BAD, "found '%s %s %s', expected the bot's own move",
                             words.word[0], words.word[1], words.word[2]);
        return report(bot, &words, error);
    case PROGCOMP_OVER:
        break;
    }
    return error_set(error, STATUS_BAD, "the game is over, and a line came");
}

enum status progcomp_line(struct progcomp *bot, const char *line, struct text *answer,
                          struct error *error)
{
    /* The manager may end the game instead of any line but those of a board. */
    if (strncmp(line, "QUIT", 4) == 0 && strchr(" \t\r", line[4]) && bot->stage != PROGCOMP_OVER) {
        bot->stage = PROGCOMP_OVER;
        return STATUS_OK;
    }
    size_t before = answer->size;
    enum status status = take_line(bot, line, answer, error);
    if (status != STATUS_OK) {
        bot->stage = PROGCOMP_OVER;
        if (answer->bytes)
            answer->bytes[answer->size = before] = '\0';
    }
    return status;
}
