/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Leaves at which enemies stand side by side, with values made by hand (doc/search.md, "The fight at hand";
 * Arts 2010, table 5.1). Random ones are in test_search.c, whose oracle settles fights too. */
#include "cmocka_all.h"
#include "game/notation.h"
#include "game/position.h"
#include "search/search.h"
#include "search_oracle.h"
#include "shortcuts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Red's miner steps from j1 to j2, far from all else; then it is Blue's turn, and the leaf is judged. */
struct settled_leaf {
    const char *about;
    const char *pieces; /* side, rank, square; '?' behind a piece that the enemy does not know */
    double value;       /* of that step, for Red: what both have, and what comes of the fight */
};

static const struct settled_leaf leaves[] = {
    {"of two pieces in danger the dearer runs, the other is lost",
     "rFa1 r3j1 rXe7 b7d7 b8f7 bFa10", 425 - 175 + 75},
    {"nowhere to run: the only square beside it is a bomb's",
     "rFa1 r3j1 rXj9 b8j10 bBi10 bFa10", 425 - 120 + 100},
    {"a bomb does not run from a miner", "rFa1 r3j1 r3e7 bBe8 b4g10 bFa10", 50 - 35 + 20},
    {"nor does the flag: the game is lost, and no evaluation is lower",
     "rFa1 r3j1 r7a9 b4g10 bFa10", 0.999 * 1500},
    {"the flag is saved by taking who attacks it", "rFa1 r3j1 r7a9 b8b9 bFa10", 100 - 100 - 75},
    {"or, as no more is looked at, by attacking it in vain", "rFa1 r3j1 rXa9 b8b9 bFa10",
     425 - 100 + 100},
    {"a piece that takes is not where it was attacked",
     "rFa1 r3j1 r6e6 rXf7 b7e7 bFa10", 450 - 75 - 25},
    {"an unknown piece, colonel or captain, beside a major",
     "rFa1 r3j1 r7e6 b8e7? b6h10? bFa10", 100 - 125 - (75 - 25) / 2.0},
    {"spy or sergeant beside a marshal who is beside a colonel too",
     "rFa1 r3j1 rXe7 bSd7? b4h10? b8f7 bFa10", 425 - 315 - (400 - 15) / 2.0},
    {"an unknown piece in danger, spy or sergeant, is dearer than a colonel, and runs from a bold general",
     "rFa1 r3j1 r9e7 bSd7? b4h10? b8f7 bFa10", 225 - 315 + 100},
};

static void put_pieces(struct placement *placement, const char *text)
{
    placement_clear(placement);
    while (*text) {
        struct cell cell = {.side = *text == 'r' ? RED : BLUE, .rank = (uint8_t)rank_from_symbol(text[1])};
        text += 2;
        int square = square_read(&text, NOTATION_DEBOER);
        cell.known = *text != '?';
        cell.moved = cell.rank > BOMB;
        text += strspn(text, "? ");
        placement->cell[square] = cell;
    }
}

static double value_of_step(const struct search_options *options, const struct view *view, struct move step)
{
    struct search search;
    struct search_result *result = malloc(sizeof *result);
    double value = NAN;
    search_init(&search, options);
    search_run(&search, &(struct search_terms){.view = view, .depth = 1, .lines = MOVES_MAX}, result);
    for (int i = 0; i < result->roots; i++)
        if (move_equal(result->root[i].move, step))
            value = result->root[i].value;
    search_free(&search);
    free(result);
    return value;
}

TEST(test_leaves)
{
    struct move step = {(uint8_t)square_at(9, 0), (uint8_t)square_at(9, 1)};
    struct search_options options;
    search_options_default(&options);
    options.quiescence = 1;
    options.advance = 0;
    options.value[FLAG] = 1500;
    for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++) {
        struct placement placement;
        struct position position = {0};
        struct view view = {0};
        double expected;
        put_pieces(&placement, leaves[i].pieces);
        assert_int_equal(position_init(&position, &placement, rules_find("isf"), NULL), STATUS_OK);
        view_init(&view, &position, RED);
        double found = value_of_step(&options, &view, step);
        oracle_move_values(&options, NULL, &view, 1, &step, 1, &expected);
        if (!(fabs(found - leaves[i].value) <= 1e-9) || !(fabs(expected - leaves[i].value) <= 1e-9))
            print_message("%s: should be %g, found %g, by the oracle %g\n", leaves[i].about,
                          leaves[i].value, found, expected);
        assert_true(fabs(found - leaves[i].value) <= 1e-9);
        assert_true(fabs(expected - leaves[i].value) <= 1e-9);
        view_free(&view);
        position_free(&position);
    }
}

TESTS_MAIN(NULL, NULL)
