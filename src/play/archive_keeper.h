/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Updates the archive on a thread, so that the screen need not wait while another program has it locked.
 * Games are also stored in their own files: what is not finished before a stop is done by the next update. */
#ifndef VEDETTE_PLAY_ARCHIVE_KEEPER_H
#define VEDETTE_PLAY_ARCHIVE_KEEPER_H

#include "base/worker.h"

/* A thread that updates the archive. */
struct archive_keeper {
    struct worker worker;
    int under_way;           /* jobs posted and not yet polled */
};

/* Initialises an idle keeper; `wake` is rung when a job is finished. archive_keeper_free stops a running
 * job and returns at once. */
void archive_keeper_init(struct archive_keeper *keeper, const struct wake *wake);
void archive_keeper_free(struct archive_keeper *keeper);

/* Posts an update of the archive (archiver_update). Does nothing if there are neither finished games nor
 * an archive. `quiet`: errors are not reported. */
void archive_keeper_post(struct archive_keeper *keeper, bool quiet);

/* Returns whether a job has finished. *error is then STATUS_OK, or STATUS_FAILED with a line for the user:
 * the archive does not have the last games yet, or it was damaged and set aside. */
bool archive_keeper_poll(struct archive_keeper *keeper, struct error *error);

/* Waits until all jobs are finished, at most `seconds`. */
void archive_keeper_wait(struct archive_keeper *keeper, double seconds);

#endif
