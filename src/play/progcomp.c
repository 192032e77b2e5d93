/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/progcomp.h"

#include "base/clock.h"
#include "base/plural.h"
#include "setup/creator.h"

#include <ctype.h>
#include <string.h>

/* A word of the line by its place; "" where there is none. Only the first ones are kept. */
static const char *word_at(const struct progcomp_words *words, size_t place)
{
    return place < words->count && place < PROGCOMP_FIRST ? words->first[place] : "";
}

/* A word counted from the end, the last being 1. Only the last ones are kept. */
static const char *word_last(const struct progcomp_words *words, size_t place)
{
    return place <= words->count ? words->last[(words->count - place) % PROGCOMP_LAST] : "";
}

/* One byte more of a word, cut where it is long. Zeros in front of a number do not lengthen it. */
static void lengthen(char word[PROGCOMP_WORD], char byte)
{
    size_t size = strlen(word);
    bool zero = strcmp(word, "0") == 0 || strcmp(word, "+0") == 0;
    if (zero && isdigit((unsigned char)byte))
        size--;
    if (size + 1 >= PROGCOMP_WORD)
        return;
    word[size] = byte;
    word[size + 1] = '\0';
}

/* One byte more of a line, none of them its end. */
static void add_byte(struct progcomp_words *words, char byte)
{
    if (!byte)
        byte = '?'; /* a byte like another, and in no word of the protocol */
    if (words->bytes < sizeof words->start)
        words->start[words->bytes] = byte;
    words->bytes++;
    if (strchr(" \t\r\v\f", byte)) {
        words->inside = false;
        return;
    }
    if (!words->inside) {
        words->inside = true;
        if (words->count < PROGCOMP_FIRST)
            words->first[words->count][0] = '\0';
        words->last[words->count % PROGCOMP_LAST][0] = '\0';
        words->count++;
    }
    if (words->count <= PROGCOMP_FIRST)
        lengthen(words->first[words->count - 1], byte);
    lengthen(words->last[(words->count - 1) % PROGCOMP_LAST], byte);
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

static const int *find_step(const char *word)
{
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (strcmp(word, ways[i].word) == 0)
            return &ways[i].step;
    return NULL;
}

/* Reads a whole number as the manager does: a sign and zeros in front change nothing. Numbers too long to
 * be kept come out as 1,000 or more. */
static bool read_whole(const char *word, int *number)
{
    int sign = *word == '-' ? -1 : 1, sum = 0;
    word += *word == '-' || *word == '+';
    if (!*word)
        return false;
    for (; *word; word++) {
        if (!isdigit((unsigned char)*word))
            return false;
        if (sum < 1000)
            sum = 10 * sum + (*word - '0');
    }
    *number = sign * sum;
    return true;
}

/* Reads "X Y" at the start of a line: a square of the board. */
static bool read_from(const struct progcomp_words *words, int *from)
{
    int x, y;
    if (!read_whole(word_at(words, 0), &x) || !read_whole(word_at(words, 1), &y) || x < 0 || x >= FILES ||
        y < 0 || y >= ROWS)
        return false;
    *from = square_at(x, y);
    return true;
}

/* Reads "X Y DIRECTION [MULTIPLIER]"; the fourth word is a multiplier where it is a whole number. */
static bool read_move(const struct progcomp_words *words, struct move *move)
{
    int from, squares;
    const int *step = find_step(word_at(words, 2));
    if (words->count < 4 || !step || !read_from(words, &from))
        return false;
    if (!read_whole(word_at(words, 3), &squares))
        squares = 1;
    if (squares < 1 || squares > 9)
        return false;
    int to = from + squares * *step;
    bool on_board = to >= 0 && to < SQUARES &&
                    (*step % FILES == 0 || square_row(to) == square_row(from));
    *move = (struct move){(uint8_t)from, (uint8_t)(on_board ? to : SQUARE_NONE)};
    return on_board;
}

/* Finds what came of a move, at the line's end: "OK", "KILLS A D", "DIES A D", "BOTHDIE A D". Bots may write
 * more behind a move than the protocol asks for, and the manager repeats it, so the end alone is sure. */
static bool read_outcome(const struct progcomp_words *words, struct move_with_ranks *told,
                         enum battle *battle)
{
    static const struct {
        const char *word;
        enum battle battle;
    } fights[] = {{"KILLS", BATTLE_WON}, {"DIES", BATTLE_LOST}, {"BOTHDIE", BATTLE_BOTH}};
    size_t count = words->count;
    told->attacker = told->defender = RANK_UNKNOWN;
    *battle = BATTLE_NONE;
    if (count > 3 && strcmp(word_last(words, 1), "OK") == 0)
        return true;
    for (size_t i = 0; count > 5 && i < sizeof fights / sizeof fights[0]; i++) {
        if (strcmp(word_last(words, 3), fights[i].word) != 0)
            continue;
        int attacker = read_rank(word_last(words, 2));
        int defender = read_rank(word_last(words, 1));
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
    if (!status)
        view_init(&bot->view, &bot->position, bot->side);
    return status;
}

/* The agent's own setup, or one by the creator, within the time for an answer. */
static enum status choose_setup(struct progcomp *bot, struct setup *setup, struct error *error)
{
    struct think think = {.rng = &bot->rng, .hard_seconds = bot->seconds};
    struct settings own = {0};
    struct setup_sources sources;
    double deadline = clock_now() + bot->seconds;
    if (agent_setup(bot->agent, bot->side, &think, setup))
        return STATUS_OK;
    agent_settings(bot->agent->name, bot->settings, &own, NULL);
    enum status status = library_setup_sources(bot->agent->library, &own, &sources, error);
    if (!status)
        setup_create_once(&own, &sources, deadline, &bot->rng, setup);
    settings_free(&own);
    return status;
}

static enum status greet(struct progcomp *bot, const struct progcomp_words *words, struct text *answer,
                         struct error *error)
{
    bool red = strcmp(word_at(words, 0), "RED") == 0;
    bool blue = strcmp(word_at(words, 0), "BLUE") == 0;
    bool ten = words->count >= 4 && strcmp(word_last(words, 2), "10") == 0 &&
               strcmp(word_last(words, 1), "10") == 0;
    if ((!red && !blue) || !ten)
        return error_set(error, STATUS_BAD, "found '%s', expected 'RED|BLUE OPPONENT 10 10'",
                         word_at(words, 0));
    struct setup setup;
    bot->side = red ? RED : BLUE;
    enum status status = choose_setup(bot, &setup, error);
    if (!status)
        status = begin(bot, &setup, error);
    for (int row = red ? 0 : 6; !status && row < (red ? 4 : 10); row++) {
        for (int file = 0; file < FILES; file++) {
            char letter = rank_letter(setup.rank[setup_index(bot->side, square_at(file, row))]);
            text_append(answer, &letter, 1);
        }
        text_add(answer, "\n");
    }
    bot->stage = PROGCOMP_STATUS;
    return status;
}

/* A turn was lost: the move is called illegal, or its direction is no word for one. Then the manager that
 * lets such moves pass repeats it without an outcome, and what stands at its end is the mover's own. */
static bool is_lost(const struct progcomp_words *words)
{
    int from;
    if (words->count > 1 && strcmp(word_last(words, 1), "ILLEGAL") == 0)
        return true;
    return words->count > 2 && read_from(words, &from) && !find_step(word_at(words, 2));
}

/* Plays a move that the manager reports, with its outcome. */
static enum status report(struct progcomp *bot, const struct progcomp_words *words, struct error *error)
{
    struct move_with_ranks told;
    struct event event;
    enum battle battle;
    struct error why = {0};
    if (is_lost(words)) { /* the other side is to move; what was seen so far stays known */
        board_pass(&bot->position.board);
        board_pass(&bot->view.board);
        return STATUS_OK;
    }
    if (!read_move(words, &told.move) || !read_outcome(words, &told, &battle))
        return error_set(error, STATUS_BAD, "found '%s%s%s', expected a move and its outcome",
                         word_at(words, 0), words->count > 1 ? " " : "", word_at(words, 1));
    if (position_play(&bot->position, told, &event, &why) != STATUS_OK)
        return error_set(error, STATUS_BAD, "the manager's move is impossible: %s", why.text);
    if (event.battle != battle)
        return error_set(error, STATUS_BAD, "the manager's outcome does not fit the ranks");
    view_apply(&bot->view, &event);
    return STATUS_OK;
}

/* Writes the agent's move; without one, or without a piece that can go, the game is given up. */
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
static enum status check_row(struct progcomp *bot, const struct progcomp_words *words, struct error *error)
{
    const struct board *board = &bot->view.board;
    const char *line = words->start;
    int row = bot->board_lines;
    if (words->bytes != FILES && !(words->bytes == FILES + 1 && line[FILES] == '\r'))
        return error_set(error, STATUS_BAD, "found a board line of %zu letter%s, expected %d",
                         words->bytes, plural(words->bytes), FILES);
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

static enum status take_line(struct progcomp *bot, const struct progcomp_words *words, struct text *answer,
                             struct error *error)
{
    struct move echoed;
    enum status status;
    switch (bot->stage) {
    case PROGCOMP_GREETING:
        return greet(bot, words, answer, error);
    case PROGCOMP_STATUS:
        bot->stage = PROGCOMP_BOARD;
        bot->board_lines = 0;
        if (bot->side == RED && !bot->answered && words->count == 1 &&
            strcmp(word_at(words, 0), "START") == 0)
            return STATUS_OK;
        return report(bot, words, error);
    case PROGCOMP_BOARD:
        status = check_row(bot, words, error);
        if (!status && ++bot->board_lines == ROWS) {
            answer_turn(bot, answer);
            bot->stage = PROGCOMP_ECHO;
        }
        return status;
    case PROGCOMP_ECHO:
        bot->stage = PROGCOMP_STATUS;
        if (read_move(words, &echoed) && !move_equal(echoed, bot->answer))
            return error_set(error, STATUS_BAD, "found '%s %s %s', expected the bot's own move",
                             word_at(words, 0), word_at(words, 1), word_at(words, 2));
        return report(bot, words, error);
    case PROGCOMP_OVER:
        break;
    }
    return error_set(error, STATUS_BAD, "the game is over, but another line came");
}

enum status progcomp_byte(struct progcomp *bot, char byte, struct text *answer, struct error *error)
{
    if (byte != '\n') {
        add_byte(&bot->line, byte);
        return STATUS_OK;
    }
    struct progcomp_words words = bot->line;
    bot->line = (struct progcomp_words){0};
    /* The manager may end the game instead of any line. */
    if (words.start[0] == 'Q' && strcmp(word_at(&words, 0), "QUIT") == 0 && bot->stage != PROGCOMP_OVER) {
        bot->stage = PROGCOMP_OVER;
        return STATUS_OK;
    }
    size_t before = answer->size;
    enum status status = take_line(bot, &words, answer, error);
    if (status) {
        bot->stage = PROGCOMP_OVER;
        if (answer->bytes)
            answer->bytes[answer->size = before] = '\0';
    }
    return status;
}
