/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Path finding for two sides, against the pseudocode of figure 2.5 as it stands. */
#include "base/rng.h"
#include "cmocka_all.h"
#include "game/bitboard.h"
#include "plan/path.h"

#include <string.h>

/* --- figure 2.5, field by field; distances start at 0 and so does the run --- */

enum { FAR = 1000, UNWRITTEN = 200 };

struct slow {
    int friends[10][10], enemies[10][10];
    bool friend_wall[10][10], enemy_wall[10][10];
};

static bool is_lake(int row, int file)
{
    return (row == 4 || row == 5) && (file == 2 || file == 3 || file == 6 || file == 7);
}

static void spread(int distances[10][10], int row, int file, int distance)
{
    static const int steps[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    for (int i = 0; i < 4; i++) {
        int r = row + steps[i][0], f = file + steps[i][1];
        if (r < 0 || r > 9 || f < 0 || f > 9 || is_lake(r, f))
            continue;
        if (distance < distances[r][f])
            distances[r][f] = distance;
    }
}

static void slow_search(const struct path_terms *terms, struct slow *slow)
{
    for (int row = 0; row < 10; row++)
        for (int file = 0; file < 10; file++) {
            int square = row * 10 + file;
            slow->friends[row][file] = bit_in(terms->friends, square) ? 0 : FAR;
            slow->enemies[row][file] = bit_in(terms->enemies | terms->restricted, square) ? 0 : FAR;
            slow->friend_wall[row][file] =
                bit_in(terms->friend_walls, square) && slow->friends[row][file];
            slow->enemy_wall[row][file] =
                bit_in(terms->restricted, square) ? !bit_in(terms->enemies, square)
                                            : bit_in(terms->enemy_walls, square) && slow->enemies[row][file];
        }
    bool updated = true;
    for (int run = 0; updated; run++) {
        updated = run == 0 && terms->restricted_steps;
        for (int square = 0; run == 0 && square < 100; square++)
            if (bit_in(terms->restricted_steps, square) && slow->enemies[square / 10][square % 10] > 1)
                slow->enemies[square / 10][square % 10] = 1;
        for (int row = 0; row < 10; row++)
            for (int file = 0; file < 10; file++)
                if (slow->enemies[row][file] == run && !slow->enemy_wall[row][file]) {
                    updated = true;
                    spread(slow->enemies, row, file, run + 1);
                }
        for (int row = 0; row < 10; row++)
            for (int file = 0; file < 10; file++)
                if (slow->friends[row][file] == run && slow->enemies[row][file] > run &&
                    !slow->friend_wall[row][file]) {
                    updated = true;
                    spread(slow->friends, row, file, run + 1);
                }
    }
}

static int bounded(int distance)
{
    return distance == FAR ? PATH_NEVER : distance;
}

static void check_field(const struct path_terms *terms)
{
    struct path_field field;
    struct slow slow;
    path_search(terms, &field);
    slow_search(terms, &slow);
    for (int square = 0; square < SQUARES; square++) {
        int friends = slow.friends[square / 10][square % 10];
        int enemies = slow.enemies[square / 10][square % 10];
        assert_int_equal(field.friend_moves[square], bounded(friends));
        assert_int_equal(field.enemy_moves[square], bounded(enemies));
        assert_int_equal(bit_in(field.friend_reach, square), friends < FAR);
        assert_int_equal(bit_in(field.enemy_reach, square), enemies < FAR);
        assert_int_equal(bit_in(field.friend_first, square), friends < FAR && enemies > friends);
        assert_int_equal(path_length(terms, bit(square)), bounded(friends));
    }
    uint8_t moves_to[SQUARES];
    const bitboard some = BITS_BOARD / 7;
    memset(moves_to, UNWRITTEN, sizeof moves_to);
    path_lengths(terms, some, moves_to);
    for (int square = 0; square < SQUARES; square++)
        assert_int_equal(moves_to[square], bit_in(some, square) ? field.friend_moves[square] : UNWRITTEN);
    assert_true(path_freedom(terms, PATH_LONGEST) == field.friend_first);
    for (int moves = 0; moves < 12; moves += 3) {
        bitboard near = 0;
        for (int square = 0; square < SQUARES; square++)
            if (bit_in(field.friend_first, square) && field.friend_moves[square] <= moves)
                near |= bit(square);
        assert_true(path_freedom(terms, moves) == near);
    }
}

/* A random set in which each square is with a chance of one in `rare`; lakes are not. */
static bitboard draw_set(struct rng *rng, uint32_t rare)
{
    bitboard set = 0;
    for (int square = 0; square < SQUARES; square++)
        if (!rng_below(rng, rare) && !square_is_lake(square))
            set |= bit(square);
    return set;
}

TEST(test_against_figure)
{
    struct rng rng;
    rng_seed(&rng, 41, 0);
    for (int i = 0; i < 3000; i++) {
        static const uint32_t rares[] = {1000, 60, 20, 5, 2};
        struct path_terms terms = {
            .friends = draw_set(&rng, rares[rng_below(&rng, 4)]),
            .enemies = draw_set(&rng, rares[rng_below(&rng, 4)]),
            .friend_walls = draw_set(&rng, rares[rng_below(&rng, 5)]),
            .enemy_walls = draw_set(&rng, rares[rng_below(&rng, 5)]),
        };
        if (i % 3)
            terms.enemies &= ~terms.friends;
        if (i % 5 == 0) {
            terms.restricted = draw_set(&rng, 60);
            terms.restricted_steps = bits_around(terms.restricted) & draw_set(&rng, 2);
        }
        check_field(&terms);
        terms.enemies = terms.restricted = terms.restricted_steps = 0;
        struct path_field field;
        uint8_t moves[SQUARES];
        path_search(&terms, &field);
        const bitboard wanted = draw_set(&rng, 1 + rng_below(&rng, 10));
        memset(moves, UNWRITTEN, sizeof moves);
        path_distances(terms.friends, terms.friend_walls, wanted, moves);
        for (int square = 0; square < SQUARES; square++)
            assert_int_equal(moves[square], bit_in(wanted, square) ? field.friend_moves[square] : UNWRITTEN);
        if (i % 10 == 0)
            check_field(&terms);
    }
}

/* From where a square is reached in so many moves: by a search from each of the others. */
TEST(test_within_so_many_moves)
{
    struct rng rng;
    rng_seed(&rng, 31, 0);
    for (int i = 0; i < 400; i++) {
        bitboard walls = draw_set(&rng, 4), within[31];
        int square = (int)rng_below(&rng, SQUARES);
        uint8_t moves[SQUARES];
        if (bit_in(BITS_LAKES, square))
            continue;
        path_within(square, walls, 30, within);
        for (int from = 0; from < SQUARES; from++) {
            path_distances(bit(from), walls, bit(square), moves);
            for (int max = 0; max <= 30; max++)
                assert_int_equal(bit_in(within[max], from), moves[square] <= max);
        }
    }
}

/* Squares by name. */
static bitboard squares(const char *names)
{
    bitboard set = 0;
    for (; *names; names++)
        if (*names >= 'a' && *names <= 'j') {
            int row = names[1] == '1' && names[2] == '0' ? 10 : names[1] - '0';
            set |= bit(square_at(*names - 'a', row - 1));
        }
    return set;
}

TEST(test_ways)
{
    struct path_terms terms = {.friends = squares("a1")};
    assert_int_equal(path_length(&terms, squares("a1")), 0);
    assert_int_equal(path_length(&terms, squares("j10")), 18);
    assert_int_equal(path_length(&terms, squares("j10 c1")), 2);
    assert_int_equal(path_length(&terms, squares("d5")), PATH_NEVER); /* a lake */
    assert_int_equal(path_length(&terms, 0), PATH_NEVER);
    terms.friends = squares("c4");                                    /* round the lake */
    assert_int_equal(path_length(&terms, squares("c7")), 5);
    terms.friend_walls = squares("b4 c3 d4");                         /* reached, not passed */
    assert_int_equal(path_length(&terms, squares("c3")), 1);
    assert_int_equal(path_length(&terms, squares("c2")), PATH_NEVER);
    terms.friend_walls = squares("c4");                               /* it may leave its own */
    assert_int_equal(path_length(&terms, squares("c2")), 2);
}

/* An enemy who may not step straight back comes a round later by another way. */
TEST(test_held)
{
    struct path_terms terms = {.friends = squares("e3"), .enemies = squares("d2"),
                               .enemy_walls = squares("d1 f1"), .friend_walls = squares("d1 f1")};
    assert_int_equal(path_length(&terms, squares("e1")), PATH_NEVER); /* the enemy closes e2 */
    terms.enemies = 0;
    terms.restricted = squares("d2");
    terms.restricted_steps = squares("c2 d3");
    assert_int_equal(path_length(&terms, squares("e1")), 2);
    terms.restricted_steps |= squares("e2");
    assert_int_equal(path_length(&terms, squares("e1")), PATH_NEVER);
}

/* An enemy that gets to a7 in as many moves closes the way over it; with one move more it is too late; and
 * one that is walled in is no danger. */
TEST(test_race)
{
    struct path_terms terms = {
        .friends = squares("a3"),
        .enemies = squares("e8"),
        .friend_walls = squares("e4 e5 f4 f5 i4 j4 i5 j5"),
    };
    assert_int_equal(path_length(&terms, squares("a8")), 5);
    terms.enemies = squares("d8");
    assert_int_equal(path_length(&terms, squares("a7")), 4);
    assert_int_equal(path_length(&terms, squares("a8")), PATH_NEVER);
    terms.enemy_walls = squares("d7 c8 e8 d9");
    assert_int_equal(path_length(&terms, squares("a8")), 5);
    assert_int_equal(path_length(&terms, squares("a10")), 7);
}

/* A way for fewer enemies, fewer walls or more friends is never longer. */
TEST(test_monotone)
{
    struct rng rng;
    rng_seed(&rng, 42, 0);
    for (int i = 0; i < 3000; i++) {
        struct path_terms terms = {.friends = draw_set(&rng, 40), .enemies = draw_set(&rng, 20),
                                   .friend_walls = draw_set(&rng, 4),
                                   .enemy_walls = draw_set(&rng, 4)};
        struct path_terms easier = terms;
        bitboard target = draw_set(&rng, 40);
        easier.friends |= draw_set(&rng, 100);
        easier.enemies &= draw_set(&rng, 2);
        easier.friend_walls &= draw_set(&rng, 2);
        easier.enemy_walls |= draw_set(&rng, 10);
        assert_true(path_length(&easier, target) <= path_length(&terms, target));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_figure),
        cmocka_unit_test(test_ways),
        cmocka_unit_test(test_within_so_many_moves),
        cmocka_unit_test(test_race),
        cmocka_unit_test(test_held),
        cmocka_unit_test(test_monotone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
