/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds the games of a match to the archive (`--archive`). Games are added in batches, about once a second, so
 * that the disk does not slow down short games and other programs can use the archive in between; a match
 * that is killed loses the games of its last second. If another program writes to the archive, games wait up
 * to ARCHIVE_WAITING. Games that cannot be added are counted and reported at the end; the match continues. */
#ifndef VEDETTE_LAB_ARCHIVE_SINK_H
#define VEDETTE_LAB_ARCHIVE_SINK_H

#include "lab/collector.h"
#include "play/archiver.h"

enum { ARCHIVE_WAITING = 256 /* max waiting games */ };

/* The sink and its waiting games. */
struct archive_sink {
    struct archiver archiver;
    struct sink sink;                 /* for the match's `keep`; its context is this struct */
    struct record waiting[ARCHIVE_WAITING];
    size_t number[ARCHIVE_WAITING];   /* numbers of the waiting games in the match, from 0 */
    size_t count;                     /* of waiting games */
    double last;                      /* clock_now() when games were last added */
    size_t lost;                      /* number of games that could not be added */
    struct error error;               /* the reason for the first of them */
};

/* Opens the archive, or creates it (archiver_open); `stop` (may be NULL) ends a wait for another program.
 * `notes` may be NULL. archive_sink_close must be called after an error too. */
enum status archive_sink_open(struct archive_sink *archive, const atomic_bool *stop, struct text *notes,
                              struct error *error);

/* Adds the waiting games and closes the archive; the sink may be all zero. STATUS_FAILED if games of the
 * match could not be added. */
enum status archive_sink_close(struct archive_sink *archive, struct error *error);

#endif
