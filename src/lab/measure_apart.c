/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/measure_apart.h"

#include "base/memory.h"
#include "setup/features.h"

#include <stdlib.h>

void measure_apart(const struct apart_sides *sides, const struct boosted_terms *terms,
                   struct apart_result *apart)
{
    size_t right = 0, tested = 2 * (sides->count - sides->learn);
    uint8_t *value = memory_new(2 * sides->learn, SETUP_FEATURES), features[SETUP_FEATURES];
    bool *second = memory_new(2 * sides->learn, sizeof *second); /* for each row: it is of kind[1] */
    /* Row i is setup i / 2 of kind i % 2: the kinds alternate, in learning and in the test. */
    for (size_t i = 0; i < 2 * sides->learn; i++) {
        second[i] = i % 2 == 1;
        setup_write_features(&sides->kind[i % 2][i / 2], value + i * SETUP_FEATURES);
    }
    struct boosted_rows rows = {value, second, 2 * sides->learn, SETUP_FEATURES};
    struct boosted_trees *trees = boosted_learn(&rows, terms);
    for (size_t i = 2 * sides->learn; i < 2 * sides->count; i++) {
        setup_write_features(&sides->kind[i % 2][i / 2], features);
        right += (boosted_log_odds(trees, features) > 0) == (i % 2 == 1);
    }
    boosted_free(trees);
    free(value);
    free(second);
    apart->right = (double)right / (double)tested;
    apart->range = stats_wilson((double)right, (double)tested, STATS_95);
}
