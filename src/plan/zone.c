/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/zone.h"

#include <stdio.h>
#include <stdlib.h>

struct two_square_run two_square_run_count(const struct plan_context *context, int number)
{
    const struct board *board = &context->view->board;
    const struct ply *history = board->history;
    bool to_move = board->piece[number].side == board->to_move;
    struct two_square_run run = {0};
    /* Backwards over the side's plies: the last one is one ply ago, or two if the side is to move. */
    for (uint32_t i = board->plies, step = to_move ? 2 : 1; i >= step; step = 2) {
        i -= step;
        bitboard pair = bit(history[i].move.from) | bit(history[i].move.to);
        if (history[i].mover != number || (run.times && pair != run.pair))
            break;
        run.pair = pair;
        run.times++;
    }
    return run;
}

bool two_square_run_forbids_return(const struct plan_context *context, const struct plan_move *move)
{
    int limit = context->view->board.rules.two_squares;
    if (!limit || move->victim != NO_PIECE)
        return false;
    struct two_square_run run = two_square_run_of(context, move->piece);
    return run.pair == (bit(move->move.from) | bit(move->move.to)) && run.times + 1 >= limit;
}

/* Returns all squares strictly between two squares on a row or file. The set is empty if they are not in
 * line. */
static bitboard squares_between(int a, int b)
{
    int low = a < b ? a : b, high = a < b ? b : a;
    bitboard range = (bit(high) - 1) & ~(bit(low) | (bit(low) - 1));
    if (square_row(a) == square_row(b))
        return range;
    if (square_file(a) == square_file(b))
        return range & (BITS_FILE_A << square_file(a));
    return 0;
}

/* Returns whether two squares are on the same row or file. */
static bool in_line(int a, int b)
{
    return square_row(a) == square_row(b) || square_file(a) == square_file(b);
}

/* Returns how often the piece has just moved between the squares a and b without another move. */
static int crossings(const struct two_square_run *run, int a, int b)
{
    return run->pair == (bit(a) | bit(b)) ? run->times : 0;
}

/* Returns the neighbour of `square` on the opposite side of its neighbour `other`; SQUARE_NONE at the
 * edge. */
static int opposite_square(int square, int other)
{
    for (int direction = 0; direction < DIRECTIONS; direction++)
        if (square_next[square][direction] == other)
            return square_next[square][OPPOSITE(direction)];
    return SQUARE_NONE;
}

/* Returns whether the prey cannot enter `square`. */
static bool is_closed(const struct chase *chase, int square)
{
    return square == SQUARE_NONE || bit_in(chase->closed, square);
}

/* Returns whether the hunter forces the prey to run by a step to `entry`, in line with it. It does if the
 * prey cannot answer by the step to `answer`, or if the two-squares rule stops the prey first and it has no
 * other square. */
static bool wins_line(const struct chase *chase, int entry, int answer)
{
    if (bit_in(chase->barred, entry) || (squares_between(entry, chase->prey) & chase->barred))
        return false;
    if (is_closed(chase, answer))
        return true;
    int prey = crossings(&chase->prey_run, chase->prey, answer);
    /* 1: the step to `entry`. */
    int hunter = 1 + crossings(&chase->hunter_run, chase->hunter, entry);
    return hunter <= prey && is_closed(chase, opposite_square(chase->prey, answer));
}

/* Returns whether the hunter on `entry` is in open line with the prey and with the prey's only exit, if it
 * has one. */
static bool blocks_exit(const struct chase *chase, int entry, bitboard exits)
{
    bitboard way = squares_between(entry, chase->prey) | bit(entry);
    return !(way & chase->barred) && (!exits || (way & exits));
}

/* Returns the zone of a hunter on a neighbouring row or file of the prey. `files`, `rows`: hunter minus
 * prey. */
static enum zone zone_beside_line(const struct chase *chase, int files, int rows)
{
    int on_file = square_at(square_file(chase->prey), square_row(chase->hunter));
    int on_row = square_at(square_file(chase->hunter), square_row(chase->prey));
    if (abs(files) == 1 && wins_line(chase, on_file, on_row))
        return ZONE_SIDE;
    if (abs(rows) == 1 && wins_line(chase, on_row, on_file))
        return ZONE_SIDE;
    bitboard exits = bits_around(bit(chase->prey)) & ~chase->closed;
    if (exits & (exits - 1)) /* more than one: not trapped */
        return ZONE_NONE;
    bool file = abs(files) == 1 && blocks_exit(chase, on_file, exits);
    bool row = abs(rows) == 1 && blocks_exit(chase, on_row, exits);
    return file || row ? ZONE_TRAPPED : ZONE_NONE;
}

/* Returns `squares` and all squares in line with one of them, with no square of `hard` between or on them. */
static bitboard lines_from(bitboard squares, bitboard hard)
{
    bitboard lines = squares, ray;
    for (ray = squares; (ray = bits_north(ray) & ~hard);)
        lines |= ray;
    for (ray = squares; (ray = bits_south(ray) & ~hard);)
        lines |= ray;
    for (ray = squares; (ray = bits_east(ray) & ~hard);)
        lines |= ray;
    for (ray = squares; (ray = bits_west(ray) & ~hard);)
        lines |= ray;
    return lines;
}

const char *zone_words(enum zone zone, int hunter, int prey, char text[ZONE_TEXT])
{
    int files = abs(square_file(hunter) - square_file(prey));
    int rows = abs(square_row(hunter) - square_row(prey));
    int apart = zone == ZONE_SIDE; /* steps from the hunter to the prey's row or file */
    const char *line = files == apart ? "file" : "row";
    if (files == 1 && rows == 1)
        snprintf(text, ZONE_TEXT, "diagonally next to");
    else if (apart)
        snprintf(text, ZONE_TEXT, "one %s away from", line);
    else
        snprintf(text, ZONE_TEXT, "on the open %s of", line);
    return text;
}

bitboard chase_zone_squares(bitboard prey, bitboard hard)
{
    return bits_around(lines_from(prey, hard));
}

enum zone chase_zone(const struct chase *chase)
{
    int files = square_file(chase->hunter) - square_file(chase->prey);
    int rows = square_row(chase->hunter) - square_row(chase->prey);
    if (chase_is_far(chase->prey, chase->hunter))
        return ZONE_NONE;
    if (abs(files) + abs(rows) == 1)
        return ZONE_NEXT;
    if (!files || !rows)
        return squares_between(chase->prey, chase->hunter) & chase->barred ? ZONE_NONE : ZONE_LINE;
    return zone_beside_line(chase, files, rows);
}

bitboard chase_relevant_squares(const struct chase *chase)
{
    int files = abs(square_file(chase->hunter) - square_file(chase->prey));
    int rows = abs(square_row(chase->hunter) - square_row(chase->prey));
    if (chase_is_far(chase->prey, chase->hunter) || files + rows == 1)
        return 0;
    if (!files || !rows)
        return squares_between(chase->prey, chase->hunter);
    /* One step brings the hunter onto the prey's file or row: the squares from there to the prey matter, and
     * if they are open also those to which the prey may answer. */
    int on_file = square_at(square_file(chase->prey), square_row(chase->hunter));
    int on_row = square_at(square_file(chase->hunter), square_row(chase->prey));
    bitboard by_file = files == 1 ? squares_between(on_file, chase->prey) | bit(on_file) : 0;
    bitboard by_row = rows == 1 ? squares_between(on_row, chase->prey) | bit(on_row) : 0;
    bool open = (by_file && !(by_file & chase->barred)) || (by_row && !(by_row & chase->barred));
    return by_file | by_row | (open ? bits_around(bit(chase->prey)) : 0);
}

bool chase_from_wrong_side(const struct chase *chase, int from)
{
    if (in_line(from, chase->prey) || !in_line(chase->hunter, chase->prey))
        return false;
    bool file = square_file(chase->hunter) == square_file(chase->prey);
    int answer = file ? square_at(square_file(from), square_row(chase->prey))
                      : square_at(square_file(chase->prey), square_row(from));
    if (square_distance(answer, chase->prey) != 1 || is_closed(chase, answer))
        return false;
    /* The rule stops the first to cross so often; 1: the hunter's step, which is not in its run. */
    return 1 + crossings(&chase->hunter_run, from, chase->hunter) >
           crossings(&chase->prey_run, chase->prey, answer);
}

/* Counts the squares that the prey can reach in both directions along a line, its own included. Counts at
 * most 3. */
static int count_free_squares(const struct chase *chase, enum direction direction)
{
    int count = 1;
    for (int pass = 0; pass < 2; pass++, direction = OPPOSITE(direction)) {
        int square = square_next[chase->prey][direction];
        for (; count < 3 && !is_closed(chase, square); square = square_next[square][direction])
            count++;
    }
    return count;
}

bool chase_is_narrow(const struct chase *chase)
{
    int files = abs(square_file(chase->hunter) - square_file(chase->prey));
    int rows = abs(square_row(chase->hunter) - square_row(chase->prey));
    bool file = files <= rows, row = rows <= files;
    return (file && count_free_squares(chase, EAST) <= 2) || (row && count_free_squares(chase, NORTH) <= 2);
}
