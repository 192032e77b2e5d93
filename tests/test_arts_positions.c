/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The positions that searches are measured on: what the program has, how they are made, bad files. */
#include "agent/agent.h"
#include "base/disk.h"
#include "cmocka_all.h"
#include "engine.h"
#include "lab/arts_make.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Adds the positions of a file. */
static enum status arts_positions_read(struct arts_positions *positions, const char *path,
                                       struct error *error)
{
    struct text text = {0};
    enum status status = disk_read(path, 1 << 24, &text, error);
    if (!status)
        status = arts_positions_parse(positions, path, text_string(&text), text.size, error);
    text_free(&text);
    return status;
}

/* --- the 300 --- */

TEST(standard_has_a_hundred_of_each_phase)
{
    struct arts_positions positions = {0};
    arts_positions_standard(&positions);
    assert_int_equal(positions.count, ARTS_PHASES * ARTS_POSITIONS_A_PHASE);
    for (size_t i = 0; i < positions.count; i++) {
        const struct arts_position *item = &positions.items[i];
        char name[POSITION_NAME + 16];
        snprintf(name, sizeof name, "%s-%03zu", arts_phase_names[i / 100], i % 100 + 1);
        assert_int_equal(item->phase, i / 100);
        assert_string_equal(item->name, name);
        for (size_t other = 0; other < i; other++)
            assert_true(positions.items[other].view.board.key != item->view.board.key);
    }
    arts_positions_free(&positions);
}

/* Its own ranks are all there, the enemy's only where they were revealed, and it is its turn in an open
 * game. */
static void check_view(const struct arts_position *item)
{
    const struct board *board = &item->view.board;
    const struct arts_phase_row *phase = &arts_phase_table[item->phase];
    struct move moves[MOVES_MAX];
    int count[SIDES] = {0}, hidden = 0, unknown = 0, flags = 0;
    for (int number = 0; number < PIECES; number++) {
        const struct piece *piece = &board->piece[number];
        if (piece->square == SQUARE_NONE)
            continue;
        count[piece->side]++;
        flags += piece->side == item->view.side && piece->rank == FLAG;
        if (piece->side == item->view.side)
            assert_true(piece->rank < RANKS);
        else
            assert_int_equal(piece->rank < RANKS, piece->known);
        hidden += piece->rank == RANK_UNKNOWN;
    }
    for (int rank = 0; rank < RANKS; rank++)
        unknown += board->unknown_count[side_other(item->view.side)][rank];
    assert_null(board_fault(board));
    assert_int_equal(board->to_move, item->view.side);
    assert_string_equal(board->rules.name, "isf");
    assert_int_equal(board->plies, board->prior_plies);
    assert_int_equal(hidden, unknown);
    assert_int_equal(flags, 1);
    assert_in_range(count[RED] + count[BLUE], phase->min, phase->max);
    assert_int_equal(board_outcome(board).result, RESULT_OPEN);
    assert_true(board_moves(board, moves) > 0);
}

/* Rows add up to one, ranks to the numbers of unknown ones, and no fact is denied. */
static void check_belief(const struct arts_position *item)
{
    const struct board *board = &item->view.board;
    enum side enemy = side_other(item->view.side);
    double total[RANKS] = {0};
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const struct piece *piece = &board->piece[row + (enemy == RED ? 0 : PIECES_A_SIDE)];
        double sum = 0;
        for (int rank = 0; rank < RANKS; rank++) {
            double p = item->belief[row][rank];
            assert_true(p >= 0 && p <= 1);
            assert_true(fabs(p * 1000 - round(p * 1000)) < 1e-9);
            if (piece->square != SQUARE_NONE && piece->rank == RANK_UNKNOWN) {
                assert_false(p > 0 && piece->moved && !rank_moves(rank));
                total[rank] += p;
            }
            sum += p;
        }
        assert_true(fabs(sum - (piece->square != SQUARE_NONE)) < 1e-9);
        if (piece->square != SQUARE_NONE && piece->rank < RANKS)
            assert_true(item->belief[row][piece->rank] == 1);
    }
    for (int rank = 0; rank < RANKS; rank++)
        assert_true(fabs(total[rank] - board->unknown_count[enemy][rank]) < 1e-9);
}

TEST(each_position_is_sound)
{
    struct arts_positions positions = {0};
    size_t sides[SIDES] = {0}, with_history = 0;
    arts_positions_standard(&positions);
    for (size_t i = 0; i < positions.count; i++) {
        const struct arts_position *item = &positions.items[i];
        check_view(item);
        check_belief(item);
        sides[item->view.side]++;
        with_history += item->view.board.prior_plies > 0;
        assert_true(board_played(&item->view.board) >= 4);
    }
    assert_true(sides[RED] > 100 && sides[BLUE] > 100);
    assert_true(with_history > 200);
    arts_positions_free(&positions);
}

/* --- making them --- */

static void make_arts_positions(enum arts_phase phase, size_t count, uint64_t seed, int jobs,
                                struct text *out)
{
    struct arts_make_terms terms = {.phase = phase, .count = count, .seed = seed, .jobs = jobs,
                                    .settings = &settings, .library = library};
    assert_int_equal(arts_make(&terms, out, NULL), STATUS_OK);
}

/* The same for any number of jobs, the first ones the same for any count, others by another seed. */
TEST(made_anew_they_are_the_same)
{
    for (int phase = ARTS_OPENING; phase < ARTS_PHASES; phase++) {
        struct text one = {0}, many = {0}, other = {0};
        struct arts_positions positions = {0};
        make_arts_positions((enum arts_phase)phase, 1, 7, 1, &one);
        make_arts_positions((enum arts_phase)phase, 3, 7, 3, &many);
        make_arts_positions((enum arts_phase)phase, 1, 8, 1, &other);
        assert_true(one.size < many.size && other.size > 0);
        assert_memory_equal(one.bytes, many.bytes, one.size);
        assert_string_not_equal(one.bytes, other.bytes);
        assert_int_equal(arts_positions_parse(&positions, "made", many.bytes, many.size, NULL), STATUS_OK);
        assert_int_equal(positions.count, 3);
        for (size_t i = 0; i < positions.count; i++) {
            check_view(&positions.items[i]);
            check_belief(&positions.items[i]);
        }
        arts_positions_free(&positions);
        text_free(&one);
        text_free(&many);
        text_free(&other);
    }
}

/* --- rounding --- */

enum { SMALL = 3 };

static double squared_error(double p[PIECES_A_SIDE][RANKS], int units[PIECES_A_SIDE][RANKS])
{
    double sum = 0;
    for (int row = 0; row < PIECES_A_SIDE; row++)
        for (int rank = 0; rank < RANKS; rank++)
            sum += (units[row][rank] - 1000 * p[row][rank]) * (units[row][rank] - 1000 * p[row][rank]);
    return sum;
}

/* The least error of all tables of three rows and ranks that add up, each number at most two off: the last
 * row and rank follow from the others. */
static double min_error(double p[PIECES_A_SIDE][RANKS])
{
    double min = HUGE_VAL;
    for (int choice = 0; choice < 256; choice++) {
        int units[PIECES_A_SIDE][RANKS] = {{0}};
        bool sound = true;
        for (int cell = 0; cell < 4; cell++) {
            int row = cell / 2, rank = cell % 2;
            units[row][rank] = (int)floor(1000 * p[row][rank]) - 1 + (choice >> 2 * cell) % 4;
        }
        for (int i = 0; i < 2; i++)
            units[i][2] = 1000 - units[i][0] - units[i][1];
        for (int rank = 0; rank < SMALL; rank++)
            units[2][rank] = 1000 - units[0][rank] - units[1][rank];
        for (int cell = 0; cell < SMALL * SMALL; cell++)
            sound = sound && units[cell / SMALL][cell % SMALL] >= 0;
        double error = squared_error(p, units);
        min = sound && error < min ? error : min;
    }
    return min;
}

/* A table whose rows and ranks each add up to one, by scaling in turn. */
static void draw_table(struct rng *rng, double p[PIECES_A_SIDE][RANKS])
{
    for (int row = 0; row < SMALL; row++)
        for (int rank = 0; rank < SMALL; rank++)
            p[row][rank] = 0.01 + rng_unit(rng);
    for (int turn = 0; turn < 2000; turn++)
        for (int i = 0; i < SMALL; i++) {
            double row = p[i][0] + p[i][1] + p[i][2];
            for (int j = 0; j < SMALL; j++)
                p[i][j] /= row;
            double rank = p[0][i] + p[1][i] + p[2][i];
            for (int j = 0; j < SMALL; j++)
                p[j][i] /= rank;
        }
}

TEST(rounding_finds_the_nearest_table)
{
    const uint8_t count[RANKS] = {1, 1, 1};
    struct rng rng;
    rng_seed(&rng, 3, 0);
    for (int i = 0; i < 500; i++) {
        double p[PIECES_A_SIDE][RANKS] = {{0}};
        int units[PIECES_A_SIDE][RANKS];
        draw_table(&rng, p);
        assert_int_equal(arts_belief_round(p, count, units), STATUS_OK);
        for (int j = 0; j < SMALL; j++) {
            assert_int_equal(units[j][0] + units[j][1] + units[j][2], 1000);
            assert_int_equal(units[0][j] + units[1][j] + units[2][j], 1000);
        }
        assert_true(fabs(squared_error(p, units) - min_error(p)) < 1e-6);
    }
}

TEST(rounding_refuses_what_cannot_add_up)
{
    const uint8_t count[RANKS] = {1, 1, 0};
    double p[PIECES_A_SIDE][RANKS] = {{1, 0}, {0.9, 0.1}};
    int units[PIECES_A_SIDE][RANKS];
    assert_int_equal(arts_belief_round(p, count, units), STATUS_OK);
    assert_int_equal(units[1][1], 1000);
    p[1][0] = 1;
    p[1][1] = 0;
    assert_int_equal(arts_belief_round(p, count, units), STATUS_BAD);
    p[2][0] = 1;
    assert_int_equal(arts_belief_round(p, count, units), STATUS_BAD);
}

/* --- bad files --- */

/* A small sound file: blue has a scout and the flag that are hidden. */
static const char sound[] =
    "format: vedette-positions/1\n"
    "phase: end\n"
    "positions:\n"
    "- name: end-001\n"
    "  position:\n"
    "    to_move: red\n"
    "    board: |\n"
    "      b?   .    .    .    .    .    .    .    .    .\n"
    "      b?   .    .    .    .    .    .    .    .    .\n"
    "      .    .    .    .    .    .    .    .    .    .\n"
    "      .    .    .    .    b3*! .    .    .    .    .\n"
    "      .    .    ~    ~    .    .    ~    ~    .    .\n"
    "      .    .    ~    ~    .    .    ~    ~    .    .\n"
    "      .    .    .    .    .    .    .    .    .    .\n"
    "      .    .    r8*  .    .    .    .    .    .    .\n"
    "      .    .    .    .    .    .    .    .    .    .\n"
    "      rF   rB   .    .    .    .    .    .    .    .\n"
    "    captured: {red: \"B B B B B S 2 2 2 2 2 2 2 2 3 3 3 3 3 4 4 4 4 5 5 5 5 6 6 6 6 7 7 7 8 9 X\", "
    "blue: \"B B B B B B S 2 2 2 2 2 2 2 3 3 3 3 4 4 4 4 5 5 5 5 6 6 6 6 7 7 7 8 8 9 X\"}\n"
    "  belief: |\n"
    "    a9 250 0 0 750 0 0 0 0 0 0 0 0\n"
    "    a10 750 0 0 250 0 0 0 0 0 0 0 0\n";

TEST(a_small_file_is_read)
{
    struct arts_positions positions = {0};
    struct error error = {0};
    assert_int_equal(arts_positions_parse(&positions, "f", sound, strlen(sound), &error), STATUS_OK);
    assert_int_equal(positions.count, 1);
    const struct arts_position *item = &positions.items[0];
    const struct board *board = &item->view.board;
    int a9 = square_at(0, 8), a10 = square_at(0, 9), e7 = square_at(4, 6);
    check_view(item);
    check_belief(item);
    assert_true(item->belief[board->at[a9] % PIECES_A_SIDE][SCOUT] == 0.75);
    assert_true(item->belief[board->at[a10] % PIECES_A_SIDE][FLAG] == 0.75);
    assert_true(item->belief[board->at[e7] % PIECES_A_SIDE][MINER] == 1);
    arts_positions_free(&positions);
}

/* The first `from` of the sound file replaced by `to`. */
static void spoil(const char *from, const char *to, struct text *out)
{
    const char *at = strstr(sound, from);
    assert_non_null(at);
    text_append(out, sound, (size_t)(at - sound));
    text_add(out, to);
    text_add(out, at + strlen(from));
}

TEST(bad_files_are_refused_with_their_place)
{
    static const struct {
        const char *from, *to, *error;
    } table[] = {
        {"positions/1", "positions/2", "f:1:9: expected \"format: vedette-positions/1\""},
        {"phase: end", "phase: late", "f:2:8: found \"late\", expected opening, middle or end"},
        {"phase: end", "phase: middle", "f:6:5: found 6 pieces, expected 41 to 69: middle"},
        {"phase: end", "phase: end\nage: 3", "f:3:1: found the key \"age\", expected one of format, phase, "
                                             "positions"},
        {"name: end-001", "name: End", "f:4:9: found a name of 3 bytes, expected 1 to 31 of a-z, 0-9, '-'"},
        {"  belief", "  beliefs",
         "f:19:3: found the key \"beliefs\", expected one of name, position, belief"},
        {"    captured", "    moves: c3-c4\n    captured",
         "f:18:12: found moves, expected none: the board shows where it stands"},
        {"r8*  .", "r?*  .", "f:15:18: found '?', expected a rank: the side to move knows its own"},
        {"b3*! .", "b3*  .", "f:11:28: found a rank without '!', expected '?': the side to move knows only "
                             "what was seen"},
        {"b?   .", "b?!  .", "f:8:7: the piece on a10 is known but has no rank"},
        {"r8* ", ".   ", "f:6:5: found no legal move, expected one"},
        {"a9 250", "b9 250", "f:20:5: found \"b9\", expected the square of a hidden piece"},
        {"a9 250", "e7 250", "f:20:5: found \"e7\", expected the square of a hidden piece"},
        {"a9 250", "a10 250", "f:21:5: found a second row for this square"},
        {"a9 250", "a9 2500", "f:20:8: expected a whole number 0-1000"},
        {"a9 250", "a9 0x2", "f:20:8: expected a whole number 0-1000"},
        {"a9 250", "a9 249", "f:20:5: found a row that adds up to 999, expected 1000"},
        {"750 0 0 250 0 0 0 0 0 0 0 0\n", "750 0 0 250", "f:21:20: expected a whole number 0-1000"},
        {"a10 750 0 0 250", "a10 749 0 0 251",
         "f:19:11: found 999 thousandths of a flag in all, expected 1000"},
        {"    a10 750 0 0 250 0 0 0 0 0 0 0 0\n", "", "f:19:11: found 250 thousandths of a flag in all, "
                                                      "expected 1000"},
        {"      b?   .    .    .    .    .    .    .    .    .\n      b?   .",
         "      b?*  .    .    .    .    .    .    .    .    .\n      b?   .",
         "f:21:9: expected 0: the piece has moved and is no flag"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct arts_positions positions = {0};
        struct text text = {0};
        struct error error = {0};
        spoil(table[i].from, table[i].to, &text);
        arts_positions_parse(&positions, "ok", sound, strlen(sound), NULL);
        assert_int_equal(arts_positions_parse(&positions, "f", text_string(&text), text.size, &error),
                         STATUS_BAD);
        assert_string_equal(error.text, table[i].error);
        assert_int_equal(positions.count, 1); /* all or nothing */
        arts_positions_free(&positions);
        text_free(&text);
    }
}

TEST(a_missing_file_is_bad)
{
    struct arts_positions positions = {0};
    assert_int_equal(arts_positions_read(&positions, "no such file", NULL), STATUS_BAD);
    assert_int_equal(positions.count, 0);
}

TESTS_MAIN(engine_set_up, engine_tear_down)
