/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games of a match into the archive (`--archive`). They go there in bundles, about once a second, so that the
 * disk does not hold up short games and others may use the archive between; a match that is killed leaves out
 * those of its last second. Where another program writes to the archive they wait, as long as there is room
 * for them. What the archive cannot take is counted and reported at the end: the match goes on. */
#ifndef VEDETTE_LAB_ARCHIVE_SINK_H
#define VEDETTE_LAB_ARCHIVE_SINK_H

#include "lab/collector.h"
#include "play/archiver.h"

enum { ARCHIVE_WAITING = 256 /* games that wait, at most */ };

struct archive_sink {
    struct archiver archiver;
    struct sink sink;                 /* for the match's `keep`; its context is this struct */
    struct record waiting[ARCHIVE_WAITING];
    size_t number[ARCHIVE_WAITING];   /* in the match, from 0 */
    size_t count;
    double last;                      /* clock_now() when games went there last */
    size_t lost;                      /* games that the archive could not take, */
    struct error error;               /* and why, of the first */
};

/* Opens the archive, as archiver_open does; `stop` (may be NULL) ends a wait for another program.
 * archive_sink_close gives all back, after an error too: all zero
 * may be closed. */
enum status archive_sink_open(struct archive_sink *archive, const atomic_bool *stop, struct text *notes,
                              struct error *error);

/* Adds what waits, and closes the archive. STATUS_FAILED where games of the match are not in it. */
enum status archive_sink_close(struct archive_sink *archive, struct error *error);

#endif
