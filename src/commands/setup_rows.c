/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/setup_rows.h"

#include "base/memory.h"
#include "setup/group.h"

#include <stdlib.h>
#include <string.h>

/* A row of one variant, while it is joined. */
struct joined_row {
    struct archive_tally_count *row;
    const char *family;      /* letters of the family's most used setup */
    size_t setup;            /* index among the different setups */
};

/* Orders by letters. For qsort. */
static int compare_letters(const void *a, const void *b)
{
    return strcmp(((const struct joined_row *)a)->row->what, ((const struct joined_row *)b)->row->what);
}

/* Orders by period and family. For qsort. */
static int compare_families(const void *a, const void *b)
{
    const struct joined_row *one = a, *two = b;
    int order = strcmp(one->row->period, two->row->period);
    return order ? order : strcmp(one->family, two->family);
}

/* Orders by period, count and letters. For qsort. */
static int compare_rows(const void *a, const void *b)
{
    const struct archive_tally_count *one = a, *two = b;
    int order = strcmp(one->period, two->period);
    if (order || one->count == two->count)
        return order ? order : strcmp(one->what, two->what);
    return one->count > two->count ? -1 : 1;
}

/* Sets the family of each row; the rows get sorted by letters. A setup that cannot be read, of a damaged
 * database, is a family by itself. */
static void find_families(struct joined_row *joined, size_t count)
{
    struct grouped_setup *setups = memory_new(count + 1, sizeof *setups);
    const char **letters = memory_new(count + 1, sizeof *letters);
    size_t different = 0;
    qsort(joined, count, sizeof *joined, compare_letters);
    for (size_t i = 0; i < count; i++) {
        const struct archive_tally_count *row = joined[i].row;
        enum side side;
        joined[i].setup = SETUP_ALONE;
        joined[i].family = row->what;
        bool is_new = !different || strcmp(letters[different - 1], row->what) != 0;
        if (is_new && setup_read_letters(row->what, &setups[different].setup, &side, NULL) != STATUS_OK)
            continue;
        if (is_new)
            letters[different++] = row->what;
        joined[i].setup = different - 1;
        setups[different - 1].games += row->count;
    }
    setup_group(setups, different);
    for (size_t i = 0; i < count; i++)
        if (joined[i].setup != SETUP_ALONE)
            joined[i].family = letters[setups[joined[i].setup].centre];
    free(letters);
    free(setups);
}

/* Joins the rows of one variant; returns the number of rows left, which are at the front. */
static size_t join_variant(struct archive_tally_count *rows, size_t count)
{
    struct joined_row *joined = memory_new(count, sizeof *joined);
    struct archive_tally_count *left = memory_new(count, sizeof *left);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        joined[i].row = &rows[i];
    find_families(joined, count);
    qsort(joined, count, sizeof *joined, compare_families);
    for (size_t i = 0; i < count; i++) {
        const struct archive_tally_count *row = joined[i].row;
        struct archive_tally_count *last = kept ? &left[kept - 1] : NULL;
        bool same = last && strcmp(last->period, row->period) == 0 &&
                    strcmp(last->what, joined[i].family) == 0;
        if (!same) {
            last = &left[kept++];
            *last = (struct archive_tally_count){.variant = row->variant, .period = row->period,
                                                 .what = joined[i].family};
        }
        last->key++;
        last->count += row->count;
        last->won += row->won;
        last->drawn += row->drawn;
        last->lost += row->lost;
    }
    qsort(left, kept, sizeof *left, compare_rows);
    memcpy(rows, left, kept * sizeof *rows);
    free(left);
    free(joined);
    return kept;
}

size_t setup_rows_join(struct archive_tally_count *rows, size_t count)
{
    size_t kept = 0;
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && strcmp(rows[end].variant, rows[first].variant) == 0;)
            end++;
        size_t left = join_variant(&rows[first], end - first);
        memmove(&rows[kept], &rows[first], left * sizeof *rows);
        kept += left;
    }
    return kept;
}
