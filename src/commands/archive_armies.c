/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/archive_armies.h"

#include "commands/archive_command.h"
#include "file/file.h"

#include <string.h>

/* The arguments of count_armies. */
struct reading_armies {
    struct query *query;
    struct archive_armies *armies;
};

/* Inserts a setup of the archive into the short sorted list of the nearest, behind equal ones. The archive
 * lists frequent setups first. */
static void add_neighbour(struct archive_armies *armies, const struct setup *setup,
                          const struct archive_count *count)
{
    struct setup mirror;
    setup_mirror(setup, &mirror);
    int plain = setup_distance(setup, armies->setup), turned = setup_distance(&mirror, armies->setup);
    const struct archive_neighbour found = {
        .setup = *setup, .distance = plain < turned ? plain : turned, .mirrored = turned < plain,
        .games = count->games, .won = count->won, .drawn = count->drawn, .lost = count->lost};
    int at = armies->count < ARCHIVE_NEAREST ? armies->count++ : ARCHIVE_NEAREST;
    for (; at > 0 && found.distance < armies->nearest[at - 1].distance; at--)
        if (at < ARCHIVE_NEAREST)
            armies->nearest[at] = armies->nearest[at - 1];
    if (at < ARCHIVE_NEAREST)
        armies->nearest[at] = found;
}

/* Adds one setup of the census. */
static void take_army(void *context, const struct archive_count *count)
{
    struct archive_armies *armies = context;
    struct setup setup;
    if (strcmp(count->variant, armies->variant->name) != 0 ||
        setup_read_letters(count->what, &setup, NULL, NULL) != STATUS_OK ||
        setup_check(&setup, armies->variant, NULL) != STATUS_OK)
        return;
    outline_counts_add(armies->outlines, setup_outline(&setup, NULL), (uint32_t)count->games,
                       (uint32_t)count->won, (uint32_t)count->drawn);
    if (armies->setup)
        add_neighbour(armies, &setup, count);
}

/* Runs the census of setups. It is the callback of archive_command_query. */
static enum status count_armies(struct session *session, struct archiver *archiver, const void *arguments,
                                struct text *out, struct error *error)
{
    const struct reading_armies *reading = arguments;
    const struct archive_census census = {.query = reading->query, .counted = COUNT_SETUPS,
                                          .whose = WHOSE_BOTH};
    size_t all, kinds;
    (void)session;
    (void)out;
    reading->armies->count = 0;
    memset(reading->armies->outlines, 0, sizeof *reading->armies->outlines);
    return archive_run_census(archiver->archive, &census, take_army, reading->armies, &all, &kinds, error);
}

enum status archive_armies_read(struct session *session, const char *command, struct archive_armies *armies,
                                struct error *error)
{
    static const struct word_list all_games;
    struct query query = {0};
    const struct reading_armies reading = {&query, armies};
    struct error why = {0};
    enum status status = archive_command_query(session, command, &all_games, &query, count_armies, &reading,
                                               &why);
    if (status == STATUS_NO)
        return error_set(error, status, "%s: stopped", command);
    if (status)
        session_notice(session, "%s: without the archive: %s", command, why.text);
    return STATUS_OK;
}
