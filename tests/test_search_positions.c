/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search on positions of games: with all that cuts, the values of plain alpha-beta. */
#include "cmocka_all.h"
#include "lab/arts_positions.h"
#include "search/search.h"
#include "shortcuts.h"

#include <math.h>
#include <stdlib.h>

static double value_with(const struct arts_position *position, const struct search_options *options,
                         int depth, struct search_result *result)
{
    struct search search;
    struct search_terms terms = {.view = &position->view, .belief = (const double(*)[RANKS])position->belief,
                                 .depth = depth};
    search_init(&search, options);
    search_run(&search, &terms, result);
    search_free(&search);
    return result->value;
}

TEST(test_values)
{
    struct search_options plain, full;
    struct arts_positions positions = {0};
    struct search_result *result = malloc(sizeof *result);
    search_options_default(&full);
    full.quiescence = 0; /* with it the bounds of outcomes are not those of reach */
    full.advance = 0.25;
    full.table_size = 1;
    plain = full;
    plain.deepening = plain.history = plain.table = plain.star1 = plain.probe = plain.etc = 0;
    plain.bounds = BOUNDS_RANGE;
    arts_positions_standard(&positions);
    assert_true(positions.count >= 300);
    for (size_t i = 0; i < positions.count; i++) {
        int depth = i % 10 == 0 ? 4 : 3;
        double expected = value_with(&positions.items[i], &plain, depth, result);
        full.lanes = 1 + (int)(i % 3);
        double found = value_with(&positions.items[i], &full, depth, result);
        if (fabs(found - expected) > 1e-9)
            print_message("%s: found %.17g, expected %.17g\n", positions.items[i].name, found, expected);
        assert_true(fabs(found - expected) <= 1e-9);
    }
    arts_positions_free(&positions);
    free(result);
}

TESTS_MAIN(NULL, NULL)
