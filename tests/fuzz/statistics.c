/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes files of setup statistics: what is read keeps the promises of the header. An input is a text with
 * some of a file's parts. Behind a '!' it changes values of the program's own file, which is not parsed
 * again: two bytes say which value, the others up to a line end what stands there. */
#include "base/embedded.h"
#include "fuzz/fuzz.h"
#include "setup/reader.h"
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
    fuzz_demand(statistics->outlines.count <= OUTLINES_MAX, "no more outlines than there is room for");
    for (uint32_t i = 0; i < statistics->outlines.count; i++) {
        const struct outline_count *row = &statistics->outlines.row[i];
        for (int step = 0; step < OUTLINE_STEPS; step++)
            fuzz_demand(row->outline.value[step] == OUTLINE_REST ||
                            row->outline.value[step] < outline_values(step),
                        "a value of an outline is in its range");
        fuzz_demand(row->setups >= OUTLINE_SETUPS_MIN && row->won + row->drawn <= row->setups,
                    "an outline stands for six setups or more");
    }
}

/* The program's own, read whole: an input is read into a copy. */
static struct setup_statistics *own_statistics(void)
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

/* --- values of the program's own file --- */

enum { VALUES_MAX = 2000, CHANGES_MAX = 8 };

static struct yaml *own_root, *own_value[VALUES_MAX];
static size_t own_values;

static void collect(struct yaml *node)
{
    for (; node; node = node->next) {
        if (node->kind == YAML_SCALAR && own_values < VALUES_MAX)
            own_value[own_values++] = node;
        collect(node->child);
    }
}

static void parse_own(void)
{
    const struct embedded *file = embedded_find("data/setups/human.yaml");
    fuzz_demand(yaml_parse("own", (const char *)file->bytes, file->size, &own_root, NULL) == STATUS_OK,
                "the program's own can be parsed");
    collect(own_root);
}

/* Reads the program's own file with the values that the input changes. */
static enum status read_changed(const struct reader *reader, const char *at, const char *end,
                                struct setup_statistics *statistics)
{
    struct change {
        struct yaml *node, before;
        char text[64];
    } change[CHANGES_MAX];
    int count = 0;
    while (count < CHANGES_MAX && end - at > 2) {
        struct change *now = &change[count++];
        size_t index = ((size_t)(unsigned char)at[0] << 8 | (unsigned char)at[1]) % own_values, size = 0;
        now->node = own_value[index];
        now->before = *now->node;
        for (at += 2; at < end && *at != '\n' && *at && size < sizeof now->text - 1; at++)
            now->text[size++] = *at;
        now->text[size] = '\0';
        now->node->text = now->text;
        now->node->size = size;
        at += at < end;
    }
    enum status status = setup_statistics_read_parts(reader, own_root, statistics);
    while (count-- > 0)
        *change[count].node = change[count].before;
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct setup_statistics *statistics = own_statistics();
    struct yaml *root = NULL;
    struct error error = {0};
    const struct reader reader = {"input", &error};
    const char *bytes = (const char *)data;
    enum status status;
    if (!own_root)
        parse_own();
    if (size && bytes[0] == '!') {
        status = read_changed(&reader, bytes + 1, bytes + size, statistics);
    } else {
        status = yaml_parse("input", bytes, size, &root, &error);
        if (!status)
            status = setup_statistics_read_parts(&reader, root, statistics);
    }
    if (status)
        fuzz_check_error(status, &error);
    else
        check_statistics(statistics);
    yaml_drop(root);
    return 0;
}
