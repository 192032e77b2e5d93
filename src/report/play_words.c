/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/play_words.h"

#include "game/record.h"

#include <stdio.h>

void words_write_event(const struct board *board, uint32_t index, enum side viewer, enum notation notation,
                       char *text, size_t capacity)
{
    struct event event = board_event(board, index);
    enum side mover = board->history[index].mover < PIECES_A_SIDE ? RED : BLUE;
    char move[MOVE_TEXT];
    move_write(event.move, event.battle != BATTLE_NONE, notation, move);
    if (event.battle == BATTLE_NONE) {
        snprintf(text, capacity, "%s", move);
        return;
    }
    const char *sides[SIDES + 1] = {"red's", "blue's"}; /* sides[SIDES] (no viewer) is never read */
    sides[viewer] = "your";
    const char *own = sides[mover], *other = sides[side_other(mover)];
    const char *attacker = rank_table[event.attacker].name, *defender = rank_table[event.defender].name;
    if (event.battle == BATTLE_BOTH)
        snprintf(text, capacity, "%s, %s %s and %s %s both fall", move, own, attacker, other, defender);
    else
        snprintf(text, capacity, "%s, %s %s %s %s %s", move, own, attacker,
                 event.battle == BATTLE_WON ? "takes" : "falls to", other, defender);
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
    snprintf(text, 64, "%s %s on %s", owner, rank < RANKS ? rank_table[rank].name : "piece",
             square_write(square, notation, name));
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
