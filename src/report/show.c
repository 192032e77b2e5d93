/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/show.h"

#include "report/play_words.h"
#include "report/svg_board.h"

enum { CELL = 5 }; /* columns of a square: "b?*!" and a blank */

/* Appends a square: side and rank, then '*' if the piece has moved and '!' if its rank is known to the enemy.
 * '~' is a lake, '.' is empty. */
static void show_cell(const struct board *board, int square, enum notation notation, struct text *out)
{
    char cell[CELL + 1] = ".";
    int number = board->at[square];
    if (number == LAKE) {
        cell[0] = '~';
    } else if (number != NO_PIECE) {
        const struct piece *piece = &board->piece[number];
        int size = 0;
        cell[size++] = side_name((enum side)piece->side)[0];
        cell[size++] = rank_write(piece->rank, notation);
        if (piece->moved)
            cell[size++] = '*';
        if (piece->known)
            cell[size++] = '!';
        cell[size] = '\0';
    }
    text_printf(out, "%-*s", CELL, cell);
}

/* Removes blanks at the end of the last line and ends it. */
static void end_line(struct text *out)
{
    while (out->size && out->bytes[out->size - 1] == ' ')
        out->size--;
    text_add(out, "\n");
}

/* Appends the captured pieces of a side, strongest first. */
static void show_captured(const struct board *board, enum side side, enum notation notation, struct text *out)
{
    struct text line = {0};
    text_printf(&line, "captured %s:", side_name(side));
    int indent = (int)line.size + 1;
    for (int rank = MARSHAL; rank >= FLAG; rank--)
        for (int i = 0; i < board->captured[side][rank]; i++)
            text_printf(&line, " %c", rank_write(rank, notation));
    text_wrapped(out, text_string(&line), 0, indent);
    text_free(&line);
}

void show_board(const struct board *board, enum side side, enum notation notation, struct text *out)
{
    /* Blue sees the board turned by half: both files and rows in the opposite order. */
    text_add(out, "    ");
    for (int i = 0; i < FILES; i++)
        text_printf(out, "%-*c", CELL, file_write(side == RED ? i : FILES - 1 - i, notation));
    end_line(out);
    for (int i = 0; i < ROWS; i++) {
        int row = side == RED ? ROWS - 1 - i : i;
        text_printf(out, "%2d  ", row_write(row, notation));
        for (int j = 0; j < FILES; j++)
            show_cell(board, square_at(side == RED ? j : FILES - 1 - j, row), notation, out);
        end_line(out);
    }
    show_captured(board, RED, notation, out);
    show_captured(board, BLUE, notation, out);
    if (board->plies > board->prior_plies) {
        char text[MOVE_TEXT];
        struct event event = board_event(board, board->plies - 1);
        text_printf(out, "last move: %s\n", event_write(&event, notation, text));
    }
}

/* Appends a line with the captured pieces of a side, strongest first: "captured red: 9 8 7x2". */
static void caption_captured(const struct board *board, enum side side, enum notation notation,
                             struct text *out)
{
    text_printf(out, "captured %s:", side_name(side));
    for (int rank = MARSHAL; rank >= FLAG; rank--) {
        int count = board->captured[side][rank];
        if (count)
            text_printf(out, count > 1 ? " %c\u00d7%d" : " %c", rank_write(rank, notation), count);
    }
    text_add(out, "\n");
}

void show_board_svg(const struct board *board, struct outcome outcome, enum side side, enum notation notation,
                    struct text *out)
{
    struct svg_board drawing;
    struct text caption = {0}, label = {0};
    char words[OUTCOME_WORDS], moment[MOMENT_TEXT], move[MOVE_TEXT];
    svg_board_init(&drawing, side, notation);
    svg_board_copy(&drawing, board);
    text_printf(&label, "the board %s, from %s's side", words_write_moment(board, moment), side_name(side));
    if (board->plies > board->prior_plies) {
        struct event event = board_event(board, board->plies - 1);
        text_printf(&caption, "last move: %s; ", event_write(&event, notation, move));
    }
    if (outcome.result == RESULT_OPEN)
        text_printf(&caption, "%s to move\n", side_name(board->to_move));
    else
        text_printf(&caption, "over: %s\n", outcome_write(outcome, words));
    caption_captured(board, RED, notation, &caption);
    caption_captured(board, BLUE, notation, &caption);
    drawing.label = text_string(&label);
    drawing.caption = text_string(&caption);
    svg_board_write(&drawing, out);
    text_free(&caption);
    text_free(&label);
}

void show_setup_svg(const struct setup *setup, enum side side, enum notation notation, struct text *out)
{
    struct svg_board drawing;
    svg_board_init(&drawing, side, notation);
    drawing.label = side == RED ? "a setup of red" : "a setup of blue";
    for (int i = 0; i < PIECES_A_SIDE; i++)
        if (setup->rank[i] != PLACE_EMPTY)
            drawing.cell[setup_square(side, i)] =
                (struct svg_cell){.side = (uint8_t)side, .rank = setup->rank[i]};
    svg_board_write(&drawing, out);
}

/* Adds one piece as an object. */
static void add_piece_json(const struct board *board, int number, enum notation notation, struct json *json)
{
    const struct piece *piece = &board->piece[number];
    char square[SQUARE_TEXT], rank[2] = {rank_write(piece->rank, notation)};
    json_printf(json, "{square: %s, side: %s, rank: %s, moved: %i, known: %i}",
                square_write(piece->square, notation, square), side_name((enum side)piece->side),
                piece->rank == RANK_UNKNOWN ? NULL : rank, piece->moved, piece->known);
}

void show_board_json(const struct board *board, enum notation notation, const char *key, struct json *json)
{
    json_printf(json, "%s: {to_move: %s, pieces: [", key, side_name(board->to_move));
    for (int square = 0; square < SQUARES; square++) /* not by numbers, which reveal the starting squares */
        if (board->at[square] < PIECES)
            add_piece_json(board, board->at[square], notation, json);
    json_printf(json, "], captured: {");
    for (enum side side = RED; side <= BLUE; side++) {
        json_open(json, side_name(side), '{');
        for (int rank = MARSHAL; rank >= FLAG; rank--) {
            const char symbol[2] = {rank_write(rank, notation)};
            json_add_whole(json, symbol, board->captured[side][rank]);
        }
        json_close(json, '}');
    }
    json_close(json, '}');
    char text[MOVE_TEXT];
    struct event event = {0};
    bool moved = board->plies > board->prior_plies;
    if (moved)
        event = board_event(board, board->plies - 1);
    json_printf(json, "last_move: %s}", moved ? event_write(&event, notation, text) : NULL);
}

void show_outcome_json(struct outcome outcome, struct json *json)
{
    json_printf(json, "result: %s, reason: %s", result_name(outcome.result),
                outcome.reason == REASON_NONE ? NULL : reason_name(outcome.reason));
}
