/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/army_census.h"

#include "base/disk.h"
#include "file/file.h"
#include "play/archiver.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

/* Inserts a setup of the archive into the short sorted list of the nearest, behind equal ones. The archive
 * lists frequent setups first. */
static void add_neighbour(struct army_census *census, const struct setup *setup,
                          const struct archive_count *count)
{
    struct setup mirror;
    setup_mirror(setup, &mirror);
    int plain = setup_distance(setup, census->setup), turned = setup_distance(&mirror, census->setup);
    const struct census_neighbour found = {
        .setup = *setup, .distance = plain < turned ? plain : turned, .mirrored = turned < plain,
        .games = count->games, .won = count->won, .drawn = count->drawn, .lost = count->lost};
    int at = census->count < CENSUS_NEAREST ? census->count++ : CENSUS_NEAREST;
    for (; at > 0 && found.distance < census->nearest[at - 1].distance; at--)
        if (at < CENSUS_NEAREST)
            census->nearest[at] = census->nearest[at - 1];
    if (at < CENSUS_NEAREST)
        census->nearest[at] = found;
}

/* Adds one setup of the archive with its number and results. */
static void take_army(void *context, const struct archive_count *count)
{
    struct army_census *census = context;
    struct setup setup;
    if (strcmp(count->variant, census->variant->name) != 0 ||
        setup_read_letters(count->what, &setup, NULL, NULL) != STATUS_OK ||
        setup_check(&setup, census->variant, NULL) != STATUS_OK)
        return;
    outline_counts_add(census->outlines, setup_outline(&setup, NULL), (uint32_t)count->games,
                       (uint32_t)count->won, (uint32_t)count->drawn);
    if (census->setup)
        add_neighbour(census, &setup, count);
}

enum status army_census_count(struct army_census *census, struct archive *archive, const struct query *query,
                              struct error *error)
{
    const struct archive_census terms = {.query = query, .counted = COUNT_SETUPS, .whose = WHOSE_BOTH};
    size_t all, kinds;
    census->count = 0;
    memset(census->outlines, 0, sizeof *census->outlines);
    return archive_run_census(archive, &terms, take_army, census, &all, &kinds, error);
}

bool army_census_read(struct army_census *census, const atomic_bool *stop)
{
    const struct archive_terms terms = {.stop = stop};
    struct archiver archiver;
    struct query query = {0};
    char path[PATH_MAX];
    if (!disk_path(DISK_DATA, ARCHIVE_FILE, path, sizeof path) || access(path, F_OK) != 0 ||
        archiver_open(&archiver, &terms, NULL, NULL) != STATUS_OK)
        return false;
    enum status status = query_compile("", &query, NULL);
    if (!status)
        status = army_census_count(census, archiver.archive, &query, NULL);
    query_free(&query);
    archiver_close(&archiver);
    return !status;
}
