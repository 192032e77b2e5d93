/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the statistics and model files of the setup room: what is read keeps the promises of
 * the headers. */
#include "fuzz/fuzz.h"
#include "setup/model.h"
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

static void read_statistics(const char *bytes, size_t size)
{
    static struct setup_statistics statistics;
    struct error error = {0};
    enum status status = setup_statistics_parse("input", bytes, size, &statistics, &error);
    if (status)
        fuzz_check_error(status, &error);
    else
        check_statistics(&statistics);
}

static void read_model(const char *bytes, size_t size)
{
    struct setup_model model = {0};
    struct error error = {0};
    enum status status = setup_model_parse("input", bytes, size, &model, &error);
    if (status) {
        fuzz_check_error(status, &error);
        fuzz_demand(model.pair == NULL, "no model comes with an error");
    } else {
        fuzz_demand(isfinite(model.log_partition), "its numbers are finite");
        setup_model_free(&model);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_statistics((const char *)data, size);
    read_model((const char *)data, size);
    return 0;
}
