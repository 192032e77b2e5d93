/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logs of the strategoevaluator, whose manager ran the UCC 2012 programming competition: both setups, one
 * line per move with its outcome, the reason of the end, and the result. Each logged outcome is compared
 * with the board. */
#include "base/ascii.h"
#include "file/format.h"
#include "file/gravon.h"
#include "file/progcomp_words.h"
#include "game/notation.h"

#include <stdio.h>
#include <string.h>

enum { SETUP_ROWS = PIECES_A_SIDE / FILES };

static const char *const colour[SIDES] = {"RED", "BLUE"};
static const char *const short_colour[SIDES] = {"RED", "BLU"}; /* before a move */
static const char flag_word[] = "VICTORY_FLAG", surrender[] = "SURRENDER";

/* The winner: the side on whose turn the game ended, the other side, or none. */
enum winner { WINNER_ON_TURN, WINNER_OTHER, WINNER_NONE };

/* How a game ends in the log. */
struct end_row {
    const char *text;     /* start of the reason in the log */
    const char *word;     /* word in the result line */
    enum winner winner;
    enum reason reason;
};

static const struct end_row end_table[] = {
    {"Captured the flag", "VICTORY", WINNER_ON_TURN, REASON_FLAG},
    {"Destroyed all mobile enemy pieces", "VICTORY", WINNER_ON_TURN, REASON_NO_MOVES},
    {"This player has surrendered!", surrender, WINNER_OTHER, REASON_RESIGNED},
    {"Game declared a draw because", "DRAW", WINNER_NONE, REASON_NO_MOVES},
    {"Game declared a draw after", "DRAW_DEFAULT", WINNER_NONE, REASON_MOVE_LIMIT},
    {"Response timeout", "ILLEGAL", WINNER_OTHER, REASON_NO_ANSWER},
    {"Unintelligable response", "ILLEGAL", WINNER_OTHER, REASON_FAILED},
    {"Coords outside board", "ILLEGAL", WINNER_OTHER, REASON_ILLEGAL},
    {"Move does not select a piece", "ILLEGAL", WINNER_OTHER, REASON_ILLEGAL},
    {"Selected piece belongs to other player", "ILLEGAL", WINNER_OTHER, REASON_ILLEGAL},
    {"Selected piece is not mobile", "ILLEGAL", WINNER_OTHER, REASON_ILLEGAL},
    {"Selected unit cannot move that way", "ILLEGAL", WINNER_OTHER, REASON_ILLEGAL},
    {"Attempted move into square", "ILLEGAL", WINNER_OTHER, REASON_ILLEGAL},
};
enum { ENDS = sizeof end_table / sizeof *end_table };

/* The state while a log is read. */
struct log {
    const struct input *input;
    size_t offset;            /* offset of the next line */
    size_t start, size;       /* the current line, without blanks at its end */
    struct record *record;
    struct position position; /* after the moves read so far, while all are legal */
    bool legal;               /* all moves read so far are legal */
    bool gave_no_move;        /* the last answer is not a move, or an illegal one: that ends the game */
    size_t wanted, *place;    /* the offset of move `wanted` is stored in *place; SIZE_MAX: not needed */
};

/* --- lines --- */

/* Moves to the next line that is not blank; false at the end. */
static bool go_to_next_line(struct log *log)
{
    const char *bytes = log->input->bytes;
    while (input_next_line(log->input, &log->offset, &log->start, &log->size)) {
        while (log->size && is_blank(bytes[log->start + log->size - 1]))
            log->size--;
        if (log->size)
            return true;
    }
    log->start = log->input->size;
    log->size = 0;
    return false;
}

/* Returns the start of the current line; no zero byte follows it. */
static const char *line_text(const struct log *log)
{
    return log->input->bytes + log->start;
}

/* Reports what was found at byte `at` of the current line, and what was expected there. */
static enum status report_line_fault(const struct log *log, size_t at, const char *expected,
                                     struct error *error)
{
    char found[FOUND_TEXT];
    const char *text = line_text(log), *what = "the end";
    if (log->start < log->input->size)
        what = at < log->size ? found_text(text + at, text + log->size, found) : "the line's end";
    return input_fault(log->input, log->start + at, error, "found %s, expected %s", what, expected);
}

/* --- set-ups --- */

/* Reads the line "NAME RED SETUP" into the player's name. */
static enum status name_line_read(struct log *log, enum side side, struct error *error)
{
    char ending[16], expected[32];
    int size = snprintf(ending, sizeof ending, " %s SETUP", colour[side]);
    struct error why;
    snprintf(expected, sizeof expected, "\"NAME%s\"", ending);
    bool has_line = go_to_next_line(log);
    const char *text = line_text(log);
    if (!has_line || log->size <= (size_t)size ||
        memcmp(text + log->size - (size_t)size, ending, (size_t)size) != 0)
        return report_line_fault(log, 0, expected, error);
    if (player_name_read(log->record->player[side], text, log->size - (size_t)size, &why))
        return input_because(log->input, log->start, error, &why);
    return STATUS_OK;
}

/* Reads the side's four setup rows, ten pieces a line, in the order of our row numbers: RED's from row 0,
 * BLUE's from row 6. (Our row 0 is the manager's top row.) offset[square] gets the byte offset in the file of
 * each piece. */
static enum status rows_read(struct log *log, enum side side, size_t offset[SQUARES], struct error *error)
{
    int top = side == RED ? 0 : ROWS - SETUP_ROWS;
    for (int row = top; row < top + SETUP_ROWS; row++) {
        bool has_line = go_to_next_line(log);
        for (int file = 0; file < FILES; file++) {
            char word[2] = {has_line && (size_t)file < log->size ? line_text(log)[file] : '\0'};
            int rank = word[0] ? progcomp_rank(word) : -1;
            if (rank < 0)
                return report_line_fault(log, has_line ? (size_t)file : 0, "a row of ten pieces 1-9 s B F",
                                         error);
            int square = square_at(file, row);
            log->record->start.cell[square] = (struct cell){.rank = (uint8_t)rank, .side = (uint8_t)side};
            offset[square] = log->start + (size_t)file;
        }
        if (log->size > FILES)
            return report_line_fault(log, FILES, "the end of a row of ten pieces", error);
    }
    return STATUS_OK;
}

/* Reads names and setups of both sides, and checks the pieces. */
static enum status setups_read_log(struct log *log, struct error *error)
{
    size_t offset[SQUARES] = {0};
    struct error why;
    int index;
    placement_clear(&log->record->start);
    log->record->start.free = false;
    for (enum side side = RED; side <= BLUE; side++) {
        enum status status = name_line_read(log, side, error);
        if (!status)
            status = rows_read(log, side, offset, error);
        if (status)
            return status;
    }
    if (!placement_check_squares(&log->record->start, NULL, &index, &why))
        return STATUS_OK;
    return input_because(log->input, index < SQUARES ? offset[index] : log->start, error, &why);
}

/* --- moves --- */

/* Returns whether the line begins as a move's, "12 BLU: "; *answer gets the index in the line where the
 * bot's answer begins. */
static bool is_move_line(const struct log *log, int *turn, enum side *side, size_t *answer)
{
    const char *text = line_text(log);
    size_t digits = 0;
    while (digits < log->size && ascii_is_digit(text[digits]))
        digits++;
    if (!number_read(text, digits, turn))
        return false;
    for (*side = RED; *side <= BLUE; ++*side) {
        char word[8];
        size_t size = (size_t)snprintf(word, sizeof word, " %s:", short_colour[*side]);
        if (log->size - digits < size || memcmp(text + digits, word, size) != 0)
            continue;
        *answer = digits + size;
        while (*answer < log->size && is_blank(text[*answer]))
            ++*answer;
        return true;
    }
    return false;
}

/* Returns the number of the pair of moves, from 1, to which move `index` (from 0) belongs. */
static int turn_of(size_t index)
{
    return (int)(index / 2) + 1;
}

/* Returns the index in the line where its last `words` words begin: the outcome of a move. */
static size_t outcome_place(const struct log *log, size_t words)
{
    const char *text = line_text(log);
    size_t at = log->size;
    for (size_t i = 0; i < words; i++) {
        while (at > 0 && is_blank(text[at - 1]))
            at--;
        while (at > 0 && !is_blank(text[at - 1]))
            at--;
    }
    return at;
}

/* Plays a move and compares the logged outcome (ranks, battle, whether a flag was taken) with the board's.
 * After an illegal move nothing is compared; replaying the game reports that move. `outcome_index`: where
 * the outcome begins in the line. */
static enum status move_play(struct log *log, struct move_with_ranks entered, enum battle battle, bool flag,
                             size_t outcome_index, struct error *error)
{
    struct event event;
    struct move_with_ranks move = {entered.move, RANK_UNKNOWN, RANK_UNKNOWN};
    record_append(log->record, move);
    log->legal = log->legal && position_play(&log->position, move, &event, NULL) == STATUS_OK;
    if (!log->legal)
        return STATUS_OK;
    bool took_flag = event.battle != BATTLE_NONE && event.defender == FLAG;
    bool same_ranks = battle == BATTLE_NONE ||
                      (event.attacker == entered.attacker && event.defender == entered.defender);
    /* For a captured flag the log has one word instead of a battle and its ranks. */
    if (flag ? took_flag : !took_flag && event.battle == battle && same_ranks)
        return STATUS_OK;
    struct text outcome = {0};
    if (took_flag)
        text_add(&outcome, flag_word);
    else
        progcomp_write_outcome(&event, &outcome);
    input_fault(log->input, log->start + outcome_index, error,
                "found another outcome than the board's, expected %s", text_string(&outcome));
    text_free(&outcome);
    return STATUS_BAD;
}

/* Reads a bot's answer and its outcome, "X Y DIRECTION [MULTIPLIER] OUTCOME", from index `answer` of the
 * line. */
static enum status answer_read(struct log *log, size_t answer, struct error *error)
{
    struct progcomp_words words = {0};
    struct move_with_ranks entered;
    enum battle battle = BATTLE_NONE;
    for (size_t i = answer; i < log->size; i++)
        progcomp_add(&words, line_text(log)[i]);
    const char *last = progcomp_last(&words, 1);
    bool took_flag = words.count > 3 && strcmp(last, flag_word) == 0;
    bool is_move = progcomp_read_move(&words, &entered.move);
    if (log->record->plies == log->wanted)
        *log->place = log->start + answer;
    if (is_move && (took_flag || progcomp_read_outcome(&words, &entered, &battle)))
        return move_play(log, entered, battle, took_flag,
                         outcome_place(log, battle == BATTLE_NONE ? 1 : PROGCOMP_LAST), error);
    if (is_move && strcmp(last, "ILLEGAL") != 0)
        return report_line_fault(log, log->size > answer ? outcome_place(log, 1) : answer,
                                 "OK, KILLS, DIES or BOTHDIE with two ranks, VICTORY_FLAG or ILLEGAL", error);
    log->gave_no_move = true; /* "... ILLEGAL", SURRENDER, nothing, or words without meaning */
    return STATUS_OK;
}

/* Reads the line of a move, which must be the next one of the game. */
static enum status move_line_read(struct log *log, int turn, enum side side, size_t answer,
                                  struct error *error)
{
    enum side mover = record_mover(log->record, log->record->plies);
    int expected_turn = turn_of(log->record->plies);
    if (log->gave_no_move)
        return input_fault(log->input, log->start, error,
                           "found a move after an answer that was none, expected the end of the game");
    if (turn != expected_turn || side != mover)
        return input_fault(log->input, log->start, error, "found move %d of %s, expected %d of %s", turn,
                           short_colour[side], expected_turn, short_colour[mover]);
    return answer_read(log, answer, error);
}

/* --- the end --- */

/* Reads "Game ends on RED's turn - REASON: TEXT": the row of end_table and the side to move. */
static enum status end_line_read(const struct log *log, const struct end_row **end, enum side *on_turn,
                                 struct error *error)
{
    for (*on_turn = RED; *on_turn <= BLUE; ++*on_turn) {
        char begin[48];
        int size = snprintf(begin, sizeof begin, "Game ends on %s's turn - REASON: ", colour[*on_turn]);
        if (log->size < (size_t)size || memcmp(line_text(log), begin, (size_t)size) != 0)
            continue;
        for (*end = end_table; *end < end_table + ENDS; ++*end) {
            size_t length = strlen((*end)->text);
            if (log->size >= (size_t)size + length &&
                memcmp(line_text(log) + size, (*end)->text, length) == 0)
                return STATUS_OK;
        }
        return report_line_fault(log, (size_t)size,
                                 "a reason for the end of a game, as \"Captured the flag\"", error);
    }
    return report_line_fault(log, 0, "a move \"N RED: X Y DIRECTION OUTCOME\" or \"Game ends on RED's turn - "
                             "REASON: ...\"", error);
}

/* Returns the points of a side's pieces that can move, as the manager counts them: 1 for a spy up to 10
 * for the marshal. */
static int points(const struct position *position, enum side side)
{
    struct placement now;
    int sum = 0;
    position_to_placement(position, &now);
    for (int square = 0; square < SQUARES; square++)
        if (now.cell[square].side == side && rank_moves(now.cell[square].rank))
            sum += now.cell[square].rank - SPY + 1;
    return sum;
}

/* Returns the number of the pair of moves, from 1, in which a game ended on a side's turn. If that side has
 * just moved, it is the number of the last move; otherwise that of the move it did not make. */
static int last_turn(const struct record *record, enum side on_turn)
{
    bool moved = record->plies > 0 && on_turn != record_mover(record, record->plies);
    return turn_of(record->plies - (moved ? 1 : 0));
}

/* Compares the result line with the line that follows from the rest of the log. Compares the points only if
 * all moves were legal: otherwise the last position is not known. */
static enum status result_line_check(const struct log *log, const struct end_row *end, enum side on_turn,
                                     struct error *error)
{
    const struct record *record = log->record;
    struct text line = {0};
    bool by_limit = end->reason == REASON_MOVE_LIMIT;
    /* By the move limit the log has the number of the pair that would follow. */
    int turn = by_limit ? turn_of(record->plies) : last_turn(record, on_turn);
    text_printf(&line, "%s %s %s %d", record->player[on_turn], colour[on_turn], end->word, turn);
    if (log->legal)
        text_printf(&line, " %d %d", points(&log->position, RED), points(&log->position, BLUE));
    size_t equal_bytes = 0;
    while (equal_bytes < line.size && equal_bytes < log->size &&
           line.bytes[equal_bytes] == line_text(log)[equal_bytes])
        equal_bytes++;
    bool is_equal = equal_bytes == line.size && (log->size == equal_bytes || !log->legal);
    enum status status = STATUS_OK;
    if (!is_equal)
        status = input_fault(log->input, log->start + equal_bytes, error,
                             "found another result than the game's, expected \"%s\"", text_string(&line));
    text_free(&line);
    return status;
}

/* Returns the result of a game that ended in this way. If the board has the same winner, its reason is
 * used. The manager ends a game as soon as one side has no piece that moves; if it is not that side's
 * turn, the side counts as resigned. */
static struct outcome outcome_of(const struct log *log, const struct end_row *end, enum side on_turn)
{
    struct outcome board_outcome = {0}, outcome = {.reason = end->reason};
    enum side winner = end->winner == WINNER_ON_TURN ? on_turn : side_other(on_turn);
    outcome.result = end->winner == WINNER_NONE ? RESULT_DRAW : result_win(winner);
    if (log->legal)
        board_outcome = position_outcome(&log->position);
    if (board_outcome.result == outcome.result)
        return board_outcome;
    if (log->legal && end->winner == WINNER_ON_TURN && end->reason == REASON_NO_MOVES)
        outcome.reason = REASON_RESIGNED;
    return outcome;
}

/* Reads the log from the line with the reason of the end on. If a bot failed, the manager may write other
 * lines before the result line. Sets result and rules. */
static enum status end_read(struct log *log, struct file_content *content, struct error *error)
{
    const struct end_row *end = NULL;
    enum side on_turn = RED, side;
    int turn;
    size_t answer;
    enum status status = end_line_read(log, &end, &on_turn, error);
    if (status)
        return status;
    if (log->gave_no_move != (end->winner == WINNER_OTHER))
        return input_fault(log->input, log->start, error,
                           "found an end that does not go with the last answer, expected %s",
                           log->gave_no_move ? "the answering side to lose" : "an answer before it");
    struct log last = {.input = log->input};
    bool has_line = go_to_next_line(log);
    while (has_line) {
        if (is_move_line(log, &turn, &side, &answer))
            return report_line_fault(log, 0, "the result of the game, as it has ended", error);
        last = *log;
        has_line = go_to_next_line(log);
    }
    if (!last.size)
        return report_line_fault(log, 0, "the result line \"NAME RED OUTCOME TURN POINTS POINTS\"", error);
    status = result_line_check(&last, end, on_turn, error);
    log->record->outcome = outcome_of(log, end, on_turn);
    /* The log does not name the rules. It has no repetition rules. If the move limit ended the game, the
     * limit is that; otherwise it is the usual one, or none if the game was longer. */
    struct rules *rules = &log->record->rules;
    const size_t plies = log->record->plies;
    *rules = *rules_find("free");
    const int usual_limit = rules->move_limit;
    rules->move_limit = end->reason == REASON_MOVE_LIMIT ? (int)plies
                        : plies < (size_t)usual_limit    ? usual_limit
                                                         : 0;
    if (rules->move_limit != usual_limit)
        rules->name = "custom";
    input_place(log->input, last.start, &content->result_line, &content->result_column);
    return status;
}

/* Reads a whole log. */
static enum status log_read(struct log *log, struct file_content *content, struct error *error)
{
    struct rules rules = *rules_find("free");
    int turn;
    enum side side;
    size_t answer;
    log->offset = input_start(log->input);
    rules.move_limit = 0; /* the log may be longer than the usual limit */
    enum status status = setups_read_log(log, error);
    if (!status)
        status = position_init(&log->position, &log->record->start, &rules, error);
    while (!status && go_to_next_line(log) && is_move_line(log, &turn, &side, &answer))
        status = move_line_read(log, turn, side, answer, error);
    if (!status)
        status = end_read(log, content, error);
    return status;
}

/* Reads a log of the strategoevaluator as a game. */
enum status evaluator_read(const struct input *input, struct file_content *content, struct error *error)
{
    struct log log = {.input = input, .record = &content->record, .legal = true, .wanted = SIZE_MAX};
    content->kind = FILE_EVALUATOR;
    enum status status = log_read(&log, content, error);
    position_free(&log.position);
    return status;
}

/* Finds the answer with move `index` by reading the log again. */
bool evaluator_move_place(const struct input *input, size_t index, size_t *offset)
{
    struct file_content content = {0};
    struct log log = {.input = input, .record = &content.record, .legal = true, .wanted = index,
                      .place = offset};
    struct error error;
    record_clear(&content.record);
    bool found = log_read(&log, &content, &error) == STATUS_OK && index < content.record.plies;
    position_free(&log.position);
    record_clear(&content.record);
    return found;
}

/* --- writing --- */

/* Returns the row of end_table for the end of a game, and on whose turn it ended. NULL if the log cannot
 * express it. */
static const struct end_row *end_of(const struct record *record, const struct position *position,
                                    enum side *on_turn)
{
    enum side to_move = position->board.to_move;
    struct outcome outcome = record->outcome;
    enum side loser = outcome.result == RESULT_RED ? BLUE : RED;
    bool drawn = outcome.result == RESULT_DRAW;
    bool immobile = !drawn && points(position, loser) == 0;
    enum reason reason = outcome.reason;
    *on_turn = to_move;
    if (reason == REASON_NO_MOVES && !drawn && !immobile)
        reason = REASON_RESIGNED; /* a side whose movers are all blocked resigns in the log */
    else if (reason == REASON_RESIGNED && immobile && loser != to_move)
        reason = REASON_NO_MOVES; /* the manager ends the game on the other side's turn */
    else if (reason == REASON_FLAG || reason == REASON_NO_MOVES || reason == REASON_MOVE_LIMIT)
        *on_turn = side_other(to_move); /* ended by a move: the log has the turn of its mover */
    if (reason == REASON_ILLEGAL || (reason == REASON_MOVE_LIMIT && to_move != RED))
        return NULL; /* an illegal answer is not stored; the manager counts pairs of moves */
    for (const struct end_row *end = end_table; end < end_table + ENDS; end++) {
        bool on_turn_won = !drawn && outcome.result == result_win(*on_turn);
        enum winner winner = drawn ? WINNER_NONE : on_turn_won ? WINNER_ON_TURN : WINNER_OTHER;
        if (end->reason == reason && end->winner == winner)
            return end;
    }
    return NULL;
}

/* Writes a player's name as one word. */
static void write_name(const struct record *record, enum side side, struct text *out)
{
    const char *name = record->player[side][0] ? record->player[side] : side_name(side);
    for (; *name; name++)
        text_append(out, is_blank(*name) ? "_" : name, 1);
}

/* Checks that the record starts with two complete setups of the standard variant and has ended. */
static enum status check_start(const struct record *record, struct error *error)
{
    struct setup setups[SIDES];
    const struct variant *variant = variant_at(record->start.variant);
    if (!variant_fills_rows(variant)) /* the log has no sign for an empty square */
        return error_set(error, STATUS_BAD, "found a game of %s, the strategoevaluator plays %s alone",
                         variant->title, variant_at(VARIANT_STANDARD)->title);
    if (!placement_to_setups(&record->start, setups))
        return error_set(error, STATUS_BAD, "found a game that does not start from two setups, the "
                         "strategoevaluator's log expects them");
    if (record->outcome.result == RESULT_OPEN)
        return error_set(error, STATUS_BAD, "found an unfinished game, the strategoevaluator's log expects a "
                         "result");
    return STATUS_OK;
}

/* Appends the moves; makes `position` the one after them. */
static enum status write_moves(const struct record *record, struct position *position, struct text *out,
                               struct error *error)
{
    enum status status = position_init(position, &record->start, &record->rules, error);
    for (size_t i = 0; i < record->plies && !status; i++) {
        struct event event;
        status = position_play(position, record->moves[i], &event, error);
        if (status)
            break;
        text_printf(out, "%d %s: ", turn_of(i), short_colour[record_mover(record, i)]);
        progcomp_write_move(event.move, out);
        text_add(out, " ");
        if (event.battle != BATTLE_NONE && event.defender == FLAG)
            text_add(out, flag_word);
        else
            progcomp_write_outcome(&event, out);
        text_add(out, "\n");
    }
    return status;
}

/* Appends the lines about the end, and the result line. */
static void write_end(const struct record *record, const struct position *position, const struct end_row *end,
                      enum side on_turn, struct text *out)
{
    bool by_limit = end->reason == REASON_MOVE_LIMIT;
    int turn = by_limit ? turn_of(record->plies) : last_turn(record, on_turn);
    if (end->winner == WINNER_OTHER) /* the answer that was no move */
        text_printf(out, "%d %s: %s\n", turn, short_colour[on_turn],
                    end->reason == REASON_RESIGNED ? "SURRENDER OK" : "");
    text_printf(out, "Game ends on %s's turn - REASON: %s", colour[on_turn], end->text);
    if (by_limit)
        text_printf(out, " %d turns", turn);
    else if (end->winner == WINNER_NONE)
        text_add(out, " neither player has mobile pieces");
    else if (end->reason == REASON_NO_ANSWER)
        text_add(out, " after 2.000000 seconds."); /* the manager's limit for an answer */
    text_add(out, "\n");
    write_name(record, on_turn, out);
    text_printf(out, " %s %s %d %d %d\n", colour[on_turn], end->word, turn, points(position, RED),
                points(position, BLUE));
}

enum status game_write_evaluator(const struct record *record, struct text *out, struct error *error)
{
    struct position position = {0};
    struct text log = {0};
    char words[OUTCOME_WORDS];
    enum side on_turn;
    enum status status = check_start(record, error);
    if (status)
        return status;
    for (enum side side = RED; side <= BLUE; side++) {
        int first = square_at(0, side == RED ? 0 : ROWS - SETUP_ROWS);
        write_name(record, side, &log);
        text_printf(&log, " %s SETUP\n", colour[side]);
        for (int square = first; square < first + PIECES_A_SIDE; square++)
            text_printf(&log, "%c%s", progcomp_letter(record->start.cell[square].rank),
                        square_file(square) == FILES - 1 ? "\n" : "");
    }
    status = write_moves(record, &position, &log, error);
    const struct end_row *end = status ? NULL : end_of(record, &position, &on_turn);
    if (!status && !end)
        status = error_set(error, STATUS_BAD, "found the result \"%s\", which the strategoevaluator's log "
                           "has no words for", outcome_write(record->outcome, words));
    if (!status) {
        write_end(record, &position, end, on_turn, &log);
        text_append(out, log.bytes, log.size);
    }
    position_free(&position);
    text_free(&log);
    return status;
}
