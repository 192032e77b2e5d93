/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

static bool is_lake(int square)
{
    static const int lakes[] = {42, 43, 52, 53, 46, 47, 56, 57};
    for (size_t i = 0; i < sizeof lakes / sizeof lakes[0]; i++)
        if (lakes[i] == square)
            return true;
    return false;
}

void oracle_start(struct oracle *oracle, const char *cells[100], char to_move, int two_squares,
                  bool more_squares)
{
    memset(oracle, 0, sizeof *oracle);
    oracle->to_move = to_move;
    oracle->two_squares = two_squares;
    oracle->more_squares = more_squares;
    for (int s = 0; s < 100; s++) {
        oracle->map.man[s / 10][s % 10] = -1;
        if (cells[s][0] != 'r' && cells[s][0] != 'b')
            continue;
        struct oracle_man *man = &oracle->men[oracle->man_count];
        *man = (struct oracle_man){.color = cells[s][0], .symbol = cells[s][1], .on_board = true,
                                   .moved = strchr(cells[s], '*') != NULL,
                                   .known = strchr(cells[s], '!') != NULL};
        oracle->map.man[s / 10][s % 10] = oracle->man_count++;
    }
}

void oracle_free(struct oracle *oracle)
{
    free(oracle->plies);
    free(oracle->list[0]);
    free(oracle->list[1]);
    memset(oracle, 0, sizeof *oracle);
}

/* The squares of a move, start and end and all between, marked with one more each. */
static void mark(int from, int to, int marks[100])
{
    int rows = to / 10 - from / 10, files = to % 10 - from % 10;
    int row_step = (rows > 0) - (rows < 0), file_step = (files > 0) - (files < 0);
    int s = from;
    marks[s]++;
    while (s != to) {
        s += 10 * row_step + file_step;
        marks[s]++;
    }
}

static bool two_squares_forbids(const struct oracle *o, int from, int to)
{
    int marks[100] = {0}, man = o->map.man[from / 10][from % 10], wanted = o->two_squares;
    bool all_in_row = from / 10 == to / 10, all_in_file = from % 10 == to % 10;
    if (wanted == 0)
        return false;
    mark(from, to, marks);
    for (int k = 1; k <= wanted; k++) {
        if (o->ply_count < (size_t)(2 * k))
            return false;
        const struct oracle_ply *p = &o->plies[o->ply_count - (size_t)(2 * k)];
        if (p->man != man)
            return false;
        all_in_row = all_in_row && p->from / 10 == from / 10 && p->to / 10 == from / 10;
        all_in_file = all_in_file && p->from % 10 == from % 10 && p->to % 10 == from % 10;
        mark(p->from, p->to, marks);
    }
    if (!all_in_row && !all_in_file)
        return false;
    int common = 0;
    for (int s = 0; s < 100; s++)
        common += marks[s] == wanted + 1;
    return common >= 2;
}

static bool beside_enemy(const struct oracle *o, int square)
{
    int row = square / 10, file = square % 10;
    for (int r = 0; r < 10; r++)
        for (int f = 0; f < 10; f++)
            if (abs(r - row) + abs(f - file) == 1 && o->map.man[r][f] >= 0 &&
                o->men[o->map.man[r][f]].color != o->to_move)
                return true;
    return false;
}

static bool more_squares_forbids(const struct oracle *o, int from, int to)
{
    if (!o->more_squares || o->map.man[to / 10][to % 10] >= 0 || !beside_enemy(o, to))
        return false;
    int man = o->map.man[from / 10][from % 10], side = o->to_move == 'b';
    if (o->ply_count >= 2) {
        const struct oracle_ply *last = &o->plies[o->ply_count - 2];
        if (last->man == man && last->to == from && last->from == to)
            return false;
    }
    struct oracle_map after = o->map;
    after.man[from / 10][from % 10] = -1;
    after.man[to / 10][to % 10] = man;
    for (size_t i = 0; i < o->list_count[side]; i++)
        if (memcmp(&o->list[side][i], &after, sizeof after) == 0)
            return true;
    return false;
}

static bool reaches(const struct oracle *o, int from, int to)
{
    const struct oracle_man *man = &o->men[o->map.man[from / 10][from % 10]];
    int rows = to / 10 - from / 10, files = to % 10 - from % 10;
    if (is_lake(to) || from == to || (rows != 0 && files != 0))
        return false;
    if (abs(rows) + abs(files) == 1)
        return true;
    if (man->symbol != '2')
        return false;
    int row_step = (rows > 0) - (rows < 0), file_step = (files > 0) - (files < 0);
    for (int s = from + 10 * row_step + file_step; s != to; s += 10 * row_step + file_step)
        if (is_lake(s) || o->map.man[s / 10][s % 10] >= 0)
            return false;
    return true;
}

int oracle_moves(const struct oracle *o, int *moves)
{
    int count = 0;
    for (int from = 0; from < 100; from++) {
        int number = o->map.man[from / 10][from % 10];
        if (number < 0 || o->men[number].color != o->to_move || o->men[number].symbol == 'F' ||
            o->men[number].symbol == 'B')
            continue;
        for (int to = 0; to < 100; to++) {
            int there = o->map.man[to / 10][to % 10];
            if ((there >= 0 && o->men[there].color == o->to_move) || !reaches(o, from, to))
                continue;
            if (!two_squares_forbids(o, from, to) && !more_squares_forbids(o, from, to))
                moves[count++] = from * 100 + to;
        }
    }
    return count;
}

/* 'a': the attacker stays, 'd': the defender, '-': neither. Ranks in the order S23456789X. */
static char fight(char attacker, char defender)
{
    static const char order[] = "S23456789X";
    if (defender == 'F')
        return 'a';
    if (defender == 'B')
        return attacker == '3' ? 'a' : 'd';
    if (attacker == 'S' && defender == 'X')
        return 'a';
    if (attacker == defender)
        return '-';
    return strchr(order, attacker) > strchr(order, defender) ? 'a' : 'd';
}

static void join_list(struct oracle *o, int side)
{
    o->list[side] = realloc(o->list[side], (o->list_count[side] + 1) * sizeof *o->list[side]);
    o->list[side][o->list_count[side]++] = o->map;
}

void oracle_play(struct oracle *o, int from, int to)
{
    int side = o->to_move == 'b', man = o->map.man[from / 10][from % 10];
    int victim = o->map.man[to / 10][to % 10];
    if (o->ply_count > 0) {
        int ended = o->plies[o->ply_count - 1].to;
        if (abs(ended / 10 - from / 10) + abs(ended % 10 - from % 10) != 1)
            o->list_count[1 - side] = 0;
    }
    o->plies = realloc(o->plies, (o->ply_count + 1) * sizeof *o->plies);
    o->plies[o->ply_count++] = (struct oracle_ply){from, to, man, victim >= 0};
    o->men[man].moved = true;
    if (abs(from / 10 - to / 10) + abs(from % 10 - to % 10) > 1)
        o->men[man].known = true;
    o->map.man[from / 10][from % 10] = -1;
    if (victim < 0) {
        o->map.man[to / 10][to % 10] = man;
        join_list(o, side);
    } else {
        char left = fight(o->men[man].symbol, o->men[victim].symbol);
        o->men[man].known = o->men[victim].known = true;
        o->men[man].on_board = left == 'a';
        o->men[victim].on_board = left == 'd';
        o->map.man[to / 10][to % 10] = left == 'a' ? man : left == 'd' ? victim : -1;
        o->list_count[0] = o->list_count[1] = 0;
    }
    o->to_move = side ? 'r' : 'b';
}

int oracle_attacks(const struct oracle *o, const int *moves, int count, int *attacks)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        if (o->map.man[moves[i] % 100 / 10][moves[i] % 10] >= 0)
            attacks[found++] = moves[i];
    return found;
}

const char oracle_symbols[] = "FBS23456789X";

static int rank_number(char symbol)
{
    return (int)(strchr(oracle_symbols, symbol) - oracle_symbols);
}

void oracle_state_reveal(struct oracle_state *state, int square, char symbol)
{
    state->symbol[square] = symbol;
    state->left[state->color[square] == 'b'][rank_number(symbol)]--;
}

void oracle_state_untell(struct oracle_state *state, int square)
{
    state->left[state->color[square] == 'b'][rank_number(state->symbol[square])]++;
    state->symbol[square] = '?';
}

static void take_man(struct oracle_state *state, int square)
{
    state->taken[state->color[square] == 'b'][rank_number(state->symbol[square])]++;
    state->color[square] = state->symbol[square] = state->look[square] = 0;
}

static void walk(struct oracle_state *state, int from, int to)
{
    state->color[to] = state->color[from];
    state->symbol[to] = state->symbol[from];
    state->look[to] = state->look[from];
    state->color[from] = state->symbol[from] = state->look[from] = 0;
}

void oracle_state_play(struct oracle_state *state, int from, int to, char mover, char victim)
{
    bool far = abs(from / 10 - to / 10) + abs(from % 10 - to % 10) > 1;
    if (state->symbol[from] == '?' && (far || mover != '?'))
        oracle_state_reveal(state, from, far ? '2' : mover);
    if (state->look[from] == 'u')
        state->look[from] = 'm';
    if (far)
        state->look[from] = 'k';
    state->to_move = state->to_move == 'r' ? 'b' : 'r';
    if (!state->color[to]) {
        walk(state, from, to);
        return;
    }
    if (state->symbol[to] == '?')
        oracle_state_reveal(state, to, victim);
    state->look[from] = state->look[to] = 'k';
    char left = fight(state->symbol[from], state->symbol[to]);
    if (left != 'd')
        take_man(state, to);
    if (left == 'a')
        walk(state, from, to);
    else
        take_man(state, from);
}
