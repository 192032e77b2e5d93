/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/play_words.h"

#include "base/plural.h"

#include <stdio.h>

/* Returns the name of a rank; "piece" if it is unknown. */
static const char *rank_word(int rank)
{
    return rank < RANKS ? rank_table[rank].name : "piece";
}

/* Writes a fight. `own` and `other` stand before the attacker and the defender: "red's ", or "". */
static void write_fight(const struct event *event, const char *own, const char *other, char *text,
                        size_t capacity)
{
    const char *attacker = rank_word(event->attacker), *defender = rank_word(event->defender);
    if (event->battle == BATTLE_BOTH)
        snprintf(text, capacity, "%s%s and %s%s both fall", own, attacker, other, defender);
    else
        snprintf(text, capacity, "%s%s %s %s%s", own, attacker,
                 event->battle == BATTLE_WON ? "takes" : "falls to", other, defender);
}

const char *words_fight(const struct event *event, char text[FIGHT_TEXT])
{
    write_fight(event, "", "", text, FIGHT_TEXT);
    return text;
}

void words_write_event(const struct board *board, uint32_t index, enum side viewer, enum notation notation,
                       char *text, size_t capacity)
{
    struct event event = board_event(board, index);
    enum side mover = board->history[index].mover < PIECES_A_SIDE ? RED : BLUE;
    char move[MOVE_TEXT], fight[FIGHT_TEXT];
    move_write(event.move, event.battle != BATTLE_NONE, notation, move);
    if (event.battle == BATTLE_NONE) {
        snprintf(text, capacity, "%s", move);
        return;
    }
    const char *sides[SIDES + 1] = {"red's ", "blue's "}; /* sides[SIDES] (no viewer) is never read */
    sides[viewer] = "your ";
    write_fight(&event, sides[mover], sides[side_other(mover)], fight, sizeof fight);
    snprintf(text, capacity, "%s, %s", move, fight);
}

const char *words_move(const struct board *board, uint32_t ply, char text[MOVE_NUMBER_TEXT])
{
    bool red = board->history[ply].mover / PIECES_A_SIDE == RED;
    snprintf(text, MOVE_NUMBER_TEXT, "%u%s", board_move_number(board, ply), red ? "." : "...");
    return text;
}

const char *words_write_moment(const struct board *board, char text[MOMENT_TEXT])
{
    uint32_t last = board->plies - 1;
    if (board->plies == board->prior_plies)
        snprintf(text, MOMENT_TEXT, "at the start");
    else
        snprintf(text, MOMENT_TEXT, "after %s's move %u",
                 side_name((enum side)(board->history[last].mover / PIECES_A_SIDE)),
                 board_move_number(board, last));
    return text;
}

void words_add_players(const struct ladder *ladder, const struct record *record, const struct board *board,
                       struct text *out)
{
    char red[PLAYER_WORDS], blue[PLAYER_WORDS], end[OUTCOME_WORDS];
    struct text line = {0};
    unsigned moves = record->plies ? board_move_number(board, board->plies - 1) : 0;
    text_printf(&line, "%s (red) - %s (blue): ",
                record->player[RED][0] ? ladder_player_name(ladder, record->player[RED], red) : "?",
                record->player[BLUE][0] ? ladder_player_name(ladder, record->player[BLUE], blue) : "?");
    text_add(&line, record->outcome.result == RESULT_OPEN ? "unfinished"
                                                          : outcome_write(record->outcome, end));
    text_printf(&line, ", %u move%s\n", moves, plural(moves));
    text_wrapped(out, text_string(&line), 0, 2);
    text_free(&line);
}

/* Writes the move that led to the moment after `plies` moves: "e6xe5"; "" at the start. Returns `text`. */
static const char *write_last_move(const struct board *board, size_t plies, enum notation notation,
                                   char text[MOVE_TEXT])
{
    text[0] = '\0';
    if (plies) {
        struct event event = board_event(board, board->prior_plies + (uint32_t)plies - 1);
        move_write(event.move, event.battle != BATTLE_NONE, notation, text);
    }
    return text;
}

void words_add_comment_text(const char *comment, struct text *out)
{
    struct text line = {0};
    if (!comment || !comment[0])
        return;
    text_add(&line, "comment: ");
    text_add_plain(&line, comment);
    text_wrapped(out, text_string(&line), 0, 2);
    text_free(&line);
}

void words_add_comment(const struct record *record, const struct board *board, size_t plies,
                       enum notation notation, struct text *out)
{
    const char *comment = record_comment_at(record, plies);
    char number[MOVE_NUMBER_TEXT], move[MOVE_TEXT];
    struct text line = {0};
    if (!comment)
        return;
    if (plies)
        text_printf(&line, "%s %s: ", words_move(board, board->prior_plies + (uint32_t)plies - 1, number),
                    write_last_move(board, plies, notation, move));
    else
        text_add(&line, "at the start: ");
    text_add_plain(&line, comment);
    text_wrapped(out, text_string(&line), 0, 4);
    text_free(&line);
}

void words_comment_json(const struct record *record, const struct board *board, const struct comment *comment,
                        enum notation notation, struct json *json)
{
    size_t plies = comment->plies;
    char move[MOVE_TEXT];
    json_printf(json, "{ply: %zu", plies);
    if (plies)
        json_printf(json, "number: %u, side: %s, move: %s",
                    board_move_number(board, board->prior_plies + (uint32_t)plies - 1),
                    side_name(record_mover(record, plies - 1)),
                    write_last_move(board, plies, notation, move));
    else
        json_printf(json, "number: null, side: null, move: null");
    json_printf(json, "text: %s}", comment->text);
}

void words_write_outcome(struct outcome outcome, enum side viewer, char *text, size_t capacity)
{
    bool drawn = outcome.result == RESULT_DRAW, red = outcome.result == result_win(RED);
    bool won = viewer != SIDES && outcome.result == result_win(viewer);
    const char *subject = won ? "You have won" : "You have lost";
    if (viewer == SIDES)
        subject = red ? "Red has won" : "Blue has won";
    char why[REASON_WORDS];
    outcome_write_reason(outcome, why);
    snprintf(text, capacity, "%s%s%s", drawn ? "Drawn" : subject, why[0] ? ": " : "", why);
}

const char *words_write_example_move(const struct board *board, enum notation notation,
                                     char text[2 * SQUARE_TEXT])
{
    struct move moves[MOVES_MAX], example = {(uint8_t)square_at(1, 3), (uint8_t)square_at(1, 4)}; /* b4-b5 */
    int count = board_moves(board, moves);
    if (count && board_check(board, example) != MOVE_LEGAL) {
        int quiet = 0;
        while (quiet < count && board->at[moves[quiet].to] < PIECES)
            quiet++;
        example = moves[quiet < count ? quiet : 0];
    }
    char from[SQUARE_TEXT], to[SQUARE_TEXT];
    snprintf(text, 2 * SQUARE_TEXT, "%s %s", square_write(example.from, notation, from),
             square_write(example.to, notation, to));
    return text;
}

/* Writes a piece: "your major on c7", "blue's piece on c7". */
static void write_piece(const char *owner, int rank, int square, enum notation notation, char text[64])
{
    char name[SQUARE_TEXT];
    snprintf(text, 64, "%s %s on %s", owner, rank_word(rank), square_write(square, notation, name));
}

void words_add_sentence(const struct board *board, uint32_t index, enum side viewer, enum notation notation,
                        struct text *out)
{
    struct event event = board_event(board, index);
    int number = board->history[index].mover, rank = board->piece[number].rank;
    const char *owners[SIDES + 1] = {"red's", "blue's"}; /* as `sides` in words_write_event */
    owners[viewer] = "your";
    enum side mover = number < PIECES_A_SIDE ? RED : BLUE;
    char attacker[64], defender[64], move[MOVE_TEXT];
    size_t start = out->size;
    write_piece(owners[mover], event.attacker, event.move.from, notation, attacker);
    write_piece(owners[side_other(mover)], event.defender, event.move.to, notation, defender);
    move_write(event.move, false, notation, move);
    if (event.battle == BATTLE_WON)
        text_printf(out, "%s takes %s.", attacker, defender);
    else if (event.battle == BATTLE_LOST)
        text_printf(out, "%s attacks %s and falls.", attacker, defender);
    else if (event.battle == BATTLE_BOTH)
        text_printf(out, "%s and %s both fall.", attacker, defender);
    else if (rank < RANKS)
        text_printf(out, "%s %s moves %s.", owners[mover], rank_table[rank].name, move);
    else
        text_printf(out, "%s moves %s.", side_name(mover), move);
    out->bytes[start] = (char)(out->bytes[start] - 'a' + 'A'); /* all sentences begin with a small letter */
}
