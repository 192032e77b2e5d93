/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/archive_armies.h"

#include "commands/archive_command.h"

/* The arguments of count_armies. */
struct reading_armies {
    struct query *query;
    struct army_census *census;
};

/* Counts the armies. It is the callback of archive_command_query. */
static enum status count_armies(struct session *session, struct archiver *archiver, const void *arguments,
                                struct text *out, struct error *error)
{
    const struct reading_armies *reading = arguments;
    (void)session;
    (void)out;
    return army_census_count(reading->census, archiver->archive, reading->query, error);
}

enum status archive_armies_read(struct session *session, const char *command, struct army_census *census,
                                struct error *error)
{
    static const struct word_list all_games;
    struct query query = {0};
    const struct reading_armies reading = {&query, census};
    struct error why = {0};
    enum status status = archive_command_query(session, command, &all_games, &query, count_armies, &reading,
                                               &why);
    if (status == STATUS_NO)
        return error_set(error, status, "%s: stopped", command);
    if (status)
        session_notice(session, "%s: without the archive: %s", command, why.text);
    return STATUS_OK;
}
