/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the parts of a file of setup statistics, each where the input has its keys: what is read keeps the
 * promises of the header. */
#include "base/embedded.h"
#include "fuzz/fuzz.h"
#include "setup/statistics_parts.h"

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

/* The program's own, read whole: an input is read into a copy. */
static struct setup_statistics *begin(void)
{
    static struct setup_statistics own, statistics;
    const struct embedded *file = embedded_find("data/setups/human.yaml");
    if (!own.count)
        fuzz_demand(setup_statistics_parse("own", (const char *)file->bytes, file->size, &own, NULL) ==
                        STATUS_OK,
                    "the program's own can be read");
    statistics = own;
    statistics.surroundings = 0;
    return &statistics;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct setup_statistics *statistics = begin();
    struct yaml *root = NULL;
    struct error error = {0};
    const struct reader reader = {"input", &error};
    enum status status = yaml_parse("input", (const char *)data, size, &root, &error);
    if (!status)
        status = setup_statistics_read_parts(&reader, root, statistics);
    if (status)
        fuzz_check_error(status, &error);
    else
        check_statistics(statistics);
    yaml_drop(root);
    return 0;
}
