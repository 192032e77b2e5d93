/* SPDX-License-Identifier: GPL-3.0-or-later */
/* DeepNash's observation and actions, held against a second form that follows the public events on a plain
 * array, plane by plane; by hand-made positions; by symmetry; and by games that differ in hidden ranks
 * alone. */
#include "boards.h"
#include "cmocka_all.h"
#include "game/position.h"
#include "policy/action.h"
#include "policy/observation.h"
#include "twins.h"

#include <math.h>
#include <string.h>

/* --- the second form --- */

struct seen_man {
    int side, rank; /* side -1: nobody */
    bool moved, shown;
};

struct score_sheet {
    struct seen_man at[SQUARES];
    struct event events[4000];
    int count, last_attack; /* last_attack: events played when it had been made */
};

static void sheet_start(struct score_sheet *sheet, const struct placement *start)
{
    memset(sheet, 0, sizeof *sheet);
    for (int square = 0; square < SQUARES; square++) {
        const struct cell *cell = &start->cell[square];
        bool there = cell->side != SIDES && cell->rank != RANK_UNKNOWN;
        sheet->at[square] = (struct seen_man){there ? cell->side : -1, cell->rank, cell->moved, cell->known};
    }
}

static void sheet_play(struct score_sheet *sheet, const struct event *event)
{
    struct seen_man *from = &sheet->at[event->move.from], *to = &sheet->at[event->move.to];
    int apart = square_distance(event->move.from, event->move.to);
    sheet->events[sheet->count++] = *event;
    from->moved = true;
    from->shown = from->shown || apart > 1 || event->battle != BATTLE_NONE;
    if (event->battle != BATTLE_NONE) {
        sheet->last_attack = sheet->count;
        to->shown = true;
    }
    if (event->battle == BATTLE_NONE || event->battle == BATTLE_WON)
        *to = *from;
    else if (event->battle == BATTLE_BOTH)
        to->side = -1;
    from->side = -1;
}

static const char paper_order[] = "FS23456789XB";

static int type_number(int rank)
{
    return (int)(strchr(paper_order, rank_table[rank].symbol) - paper_order);
}

/* Equation 6, one number: that `man` is of type t. `all` and `moving` count the unrevealed men of its
 * side. */
static double public_number(const struct score_sheet *sheet, const struct seen_man *man, int type)
{
    int all = 0, moving = 0, of_type = 0;
    if (man->shown)
        return type == type_number(man->rank);
    for (int square = 0; square < SQUARES; square++) {
        const struct seen_man *other = &sheet->at[square];
        if (other->side != man->side || other->shown)
            continue;
        all++;
        moving += other->rank != FLAG && other->rank != BOMB;
        of_type += type_number(other->rank) == type;
    }
    if (man->moved)
        return type == 0 || type == 11 ? 0 : (double)of_type / moving;
    return (double)of_type / all;
}

static double oracle_number(const struct score_sheet *sheet, int side, int selected,
                            const struct rules *rules, int seen_square, int plane)
{
    int square = side == RED ? seen_square : 99 - seen_square;
    const struct seen_man *man = &sheet->at[square];
    if (plane == 0)
        return square_is_lake(square);
    if (plane < 13)
        return man->side == side && type_number(man->rank) == plane - 1;
    if (plane < 25)
        return man->side == 1 - side ? public_number(sheet, man, plane - 13) : 0;
    if (plane < 37)
        return man->side == side ? public_number(sheet, man, plane - 25) : 0;
    if (plane < 77) {
        int index = sheet->count - 1 - (plane - 37);
        if (index < 0)
            return 0;
        const struct event *event = &sheet->events[index];
        if (event->move.to == square)
            return 1;
        if (event->move.from != square)
            return 0;
        return event->battle == BATTLE_NONE ? -1 : -(2 + type_number(event->attacker) / 12.0);
    }
    if (plane == 77)
        return rules->move_limit ? (double)sheet->count / rules->move_limit : 0;
    if (plane == 78)
        return rules->no_attack_limit
                   ? (double)(sheet->count - sheet->last_attack) / rules->no_attack_limit : 0;
    if (plane == 79)
        return 0;
    return plane == 80 ? selected != SQUARE_NONE : square == selected;
}

static void check_observation(const struct score_sheet *sheet, const struct view *view, int selected)
{
    static float cell[OBSERVATION_CELLS];
    memset(cell, 0xff, sizeof cell);
    observation_write_view(cell, view, selected, NULL);
    for (int square = 0; square < SQUARES; square++)
        for (int plane = 0; plane < 82; plane++) {
            const struct rules *rules = &view->board.rules;
            double expected = oracle_number(sheet, view->side, selected, rules, square, plane);
            double found = cell[square * 82 + plane];
            if (!(fabs(expected - found) < 1e-6))
                fail_msg("square %d, plane %d: %g, expected %g", square, plane, found, expected);
        }
}

/* The actions lead to the legal moves, each once, and to no other. */
static void check_actions(const struct board *board)
{
    struct legal_actions legal;
    struct move moves[MOVES_MAX];
    int count = board_moves(board, moves), met = 0;
    legal_actions_of(&legal, board);
    for (int piece = 0; piece < SQUARES; piece++) {
        bitboard targets = legal_targets(&legal, piece);
        assert_int_equal(bit_in(legal.pieces, piece), targets != 0);
        for (int target = 0; target < SQUARES; target++) {
            struct move move = action_move(board->to_move, piece, target);
            if (bit_in(targets, target)) {
                met++;
                assert_int_equal(board_check(board, move), MOVE_LEGAL);
            }
        }
    }
    assert_int_equal(met, count);
}

/* A random game of a variant, of `plies` at most. */
static void follow_game(const struct variant *variant, const struct rules *rules, int plies, struct rng *rng)
{
    static struct score_sheet sheet;
    struct placement start;
    struct position position;
    struct view view[SIDES] = {0};
    placement_random_start(&start, variant, rng);
    assert_int_equal(position_init(&position, &start, rules, NULL), STATUS_OK);
    sheet_start(&sheet, &start);
    for (enum side side = RED; side <= BLUE; side++)
        view_init(&view[side], &position, side);
    for (int ply = 0; ply < plies && position_outcome(&position).result == RESULT_OPEN; ply++) {
        struct move_with_ranks move = move_random(&position.board, rng);
        struct event event;
        if (ply % 29 == 0) {
            check_observation(&sheet, &view[RED], ply % 2 ? SQUARE_NONE : move.move.from);
            check_observation(&sheet, &view[BLUE], ply % 2 ? move.move.from : SQUARE_NONE);
        }
        check_actions(&position.board);
        assert_int_equal(position_play(&position, move, &event, NULL), STATUS_OK);
        sheet_play(&sheet, &event);
        for (enum side side = RED; side <= BLUE; side++)
            view_apply(&view[side], &event);
    }
    for (enum side side = RED; side <= BLUE; side++)
        view_free(&view[side]);
    position_free(&position);
}

TEST(test_against_second_form)
{
    struct rng rng;
    rng_seed(&rng, 48, 0);
    for (size_t i = 0; i < variant_count; i++)
        for (int game = 0; game < 3; game++)
            follow_game(&variant_table[i], rules_find(game ? "deepnash" : "isf"), 200 + 200 * game, &rng);
}

/* --- by hand --- */

static const char small[] =
    "bF   bB   .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    b9*  .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    ~    ~    .    .    ~    ~    .    .\n"
    ".    .    ~    ~    .    .    ~    ~    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    r2*  .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    rS\n"
    ".    .    .    .    .    .    .    .    rB   rF\n";

static float at(const float *cell, int file, int row, int plane)
{
    return cell[(row * 10 + file) * 82 + plane];
}

TEST(test_by_hand)
{
    static float cell[OBSERVATION_CELLS];
    struct placement start;
    struct position position;
    struct view red = {0}, blue = {0};
    struct move_with_ranks attack;
    struct move_with_ranks scout = {{25, 55}, RANK_UNKNOWN, RANK_UNKNOWN}; /* f3-f6: only a scout may */
    placement_draw(&start, RED, small);
    assert_int_equal(position_init(&position, &start, rules_find("deepnash"), NULL), STATUS_OK);
    assert_int_equal(position_play(&position, scout, NULL, NULL), STATUS_OK);
    view_init(&red, &position, RED);
    view_init(&blue, &position, BLUE);

    observation_write_view(cell, &red, SQUARE_NONE, NULL);
    assert_true(at(cell, 2, 4, 0) == 1 && at(cell, 4, 4, 0) == 0);
    assert_true(at(cell, 5, 5, 1 + 2) == 1);                     /* own scout on f6 */
    assert_true(at(cell, 5, 5, 25 + 2) == 1);                    /* and blue knows it */
    assert_true(at(cell, 9, 2, 25 + 1) == 0 && at(cell, 9, 1, 25 + 0) > 0.33f);
    assert_true(fabsf(at(cell, 9, 1, 25 + 1) - 1 / 3.0f) < 1e-6f); /* S, B, F */
    assert_true(fabsf(at(cell, 0, 9, 13 + 11) - 1 / 3.0f) < 1e-6f);
    assert_true(at(cell, 5, 8, 13 + 9) == 1); /* moved: neither F nor B */
    assert_true(at(cell, 5, 2, 37) == -1 && at(cell, 5, 5, 37) == 1 && at(cell, 5, 5, 38) == 0);
    assert_true(at(cell, 3, 3, 77) == 1 / 2000.0f && at(cell, 3, 3, 78) == 1 / 200.0f);

    /* Blue sees itself below: f9 is e2 then, and the general is on its own plane 9. */
    observation_write_view(cell, &blue, 85, NULL);
    assert_true(at(cell, 4, 1, 1 + 9) == 1 && at(cell, 4, 1, 81) == 1 && at(cell, 0, 0, 80) == 1);
    assert_true(at(cell, 4, 4, 13 + 2) == 1 && at(cell, 4, 7, 37) == -1 && at(cell, 4, 4, 37) == 1);

    /* What is ruled out is 0, the rest stays. */
    uint16_t ruled_out[PIECES] = {0};
    ruled_out[red.board.at[90]] = 1 << BOMB;
    observation_write_view(cell, &red, SQUARE_NONE, ruled_out);
    assert_true(at(cell, 0, 9, 13 + 11) == 0 && fabsf(at(cell, 0, 9, 13) - 1 / 3.0f) < 1e-6f);
    assert_true(fabsf(at(cell, 1, 9, 13 + 11) - 1 / 3.0f) < 1e-6f);
    observation_set_quiet(cell, 0.75f);
    assert_true(at(cell, 7, 3, 78) == 0.75f && at(cell, 7, 3, 77) == 1 / 2000.0f);

    /* An attack names the type of the attacker: the general takes the scout. */
    attack = (struct move_with_ranks){{85, 75}, RANK_UNKNOWN, RANK_UNKNOWN};
    assert_int_equal(position_play(&position, attack, NULL, NULL), STATUS_OK);
    attack.move = (struct move){55, 75};
    assert_int_equal(position_play(&position, attack, NULL, NULL), STATUS_OK);
    view_free(&red);
    view_init(&red, &position, RED);
    observation_write_view(cell, &red, SQUARE_NONE, NULL);
    assert_true(fabsf(at(cell, 5, 5, 37) + 2 + 2 / 12.0f) < 1e-6f && at(cell, 5, 7, 37) == 1);
    assert_true(at(cell, 5, 5, 1 + 2) == 0 && at(cell, 5, 7, 13 + 9) == 1 && at(cell, 0, 0, 78) == 0);
    view_free(&red);
    view_free(&blue);
    position_free(&position);
}

/* --- placing an army --- */

TEST(test_set_up)
{
    static float cell[OBSERVATION_CELLS];
    struct setup setup;
    const uint8_t *army = variant_find("barrage")->count;
    char order[PIECES_A_SIDE + 1] = "";
    memset(setup.rank, PLACE_EMPTY, sizeof setup.rank);
    for (int i = 0; observation_piece_to_place(army, i) != RANK_UNKNOWN; i++)
        order[i] = rank_table[observation_piece_to_place(army, i)].symbol;
    assert_string_equal(order, "FBX9322S");
    assert_int_equal(observation_piece_to_place(variant_find("classic")->count, 39), SPY);
    assert_int_equal(observation_piece_to_place(variant_find("classic")->count, 40), RANK_UNKNOWN);

    setup.rank[setup_index(RED, square_at(3, 0))] = FLAG;
    observation_write_set_up(cell, &setup);
    double sum = 0;
    for (int i = 0; i < OBSERVATION_CELLS; i++)
        sum += cell[i];
    assert_true(sum == 8 + 100 + 1); /* lakes, the phase, the flag */
    assert_true(at(cell, 3, 0, OBSERVATION_OWN) == 1 && at(cell, 9, 9, OBSERVATION_SET_UP) == 1);
    bitboard places = legal_places(&setup);
    assert_int_equal(bits_count(places), 39);
    assert_true(!bit_in(places, 3) && bit_in(places, 39) && !bit_in(places, 40));
}

/* --- symmetry and secrets --- */

/* The same game with the colours exchanged: blue's player sees what red's saw. */
static uint32_t check_symmetry(const struct variant *variant, struct rng *rng)
{
    static float first[OBSERVATION_CELLS], second[OBSERVATION_CELLS];
    struct placement start, turned;
    struct position one, two;
    placement_random_start(&start, variant, rng);
    turned = start;
    for (int square = 0; square < SQUARES; square++) {
        turned.cell[99 - square] = start.cell[square];
        if (start.cell[square].side != SIDES)
            turned.cell[99 - square].side = (uint8_t)side_other(start.cell[square].side);
    }
    turned.to_move = BLUE;
    turned.free = true; /* a game begins with red */
    assert_int_equal(position_init(&one, &start, rules_find("deepnash"), NULL), STATUS_OK);
    assert_int_equal(position_init(&two, &turned, rules_find("deepnash"), NULL), STATUS_OK);
    for (int ply = 0; ply < 60 && position_outcome(&one).result == RESULT_OPEN; ply++) {
        struct move_with_ranks move = move_random(&one.board, rng);
        assert_int_equal(position_play(&one, move, NULL, NULL), STATUS_OK);
        move.move = (struct move){(uint8_t)(99 - move.move.from), (uint8_t)(99 - move.move.to)};
        assert_int_equal(position_play(&two, move, NULL, NULL), STATUS_OK);
        for (enum side side = RED; side <= BLUE; side++) {
            struct view a = {0}, b = {0};
            view_init(&a, &one, side);
            view_init(&b, &two, side_other(side));
            observation_write_view(first, &a, SQUARE_NONE, NULL);
            observation_write_view(second, &b, SQUARE_NONE, NULL);
            assert_memory_equal(first, second, sizeof first);
            view_free(&a);
            view_free(&b);
        }
    }
    uint32_t plies = one.board.plies;
    position_free(&one);
    position_free(&two);
    return plies;
}

TEST(test_symmetry)
{
    struct rng rng;
    uint32_t plies = 0;
    rng_seed(&rng, 5, 0);
    for (size_t i = 0; i < variant_count; i++)
        for (int game = 0; game < 3; game++)
            plies += check_symmetry(&variant_table[i], &rng);
    assert_true(plies > 300);
}

TEST(test_secrets)
{
    static float first[OBSERVATION_CELLS], second[OBSERVATION_CELLS];
    struct rng rng;
    int made = 0;
    rng_seed(&rng, 6, 0);
    for (int game = 0; game < 30; game++) {
        struct twins twins;
        struct view one = {0}, two = {0};
        if (!twins_make(&twins, (int)rng_below(&rng, 200), rules_find("deepnash"), &rng))
            continue;
        view_init(&one, &twins.one, twins.watcher);
        view_init(&two, &twins.two, twins.watcher);
        observation_write_view(first, &one, SQUARE_NONE, NULL);
        observation_write_view(second, &two, SQUARE_NONE, NULL);
        assert_memory_equal(first, second, sizeof first);
        view_free(&one);
        view_free(&two);
        twins_free(&twins);
        made++;
    }
    assert_true(made > 10);
}

TESTS_MAIN(NULL, NULL)
