/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the statistics of setups: what is read keeps the promises of the header. */
#include "fuzz/fuzz.h"
#include "setup/statistics.h"

#include <math.h>

static void check_statistics(const struct setup_statistics *statistics)
{
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        double sum = 0;
        for (int rank = 0; rank < RANKS; rank++)
            sum += setup_prior(statistics, place, rank);
        fuzz_demand(fabs(sum - 1) < 0.0011, "the probabilities of a place add up");
    }
    for (int where = 0; where < NEIGHBOURS; where++)
        for (int a = 0; a < RANKS; a++)
            for (int b = 0; b < RANKS; b++)
                fuzz_demand(setup_ratio(statistics, where, a, b) >= 0 &&
                                setup_ratio(statistics, where, a, b) <= 1000,
                            "a ratio is in its range");
    fuzz_demand(statistics->surroundings >= 0 && statistics->surroundings <= SURROUNDINGS,
                "no more surroundings than there is room for");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct setup_statistics statistics;
    struct error error = {0};
    enum status status = setup_statistics_parse("input", (const char *)data, size, &statistics, &error);
    if (status)
        fuzz_check_error(status, &error);
    else
        check_statistics(&statistics);
    return 0;
}
