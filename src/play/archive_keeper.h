/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings the archive up to date on a thread of its own, however long another program keeps it locked, while
 * the screen goes on. Games lie in their files all the same: what it could not do before it was stopped is
 * done when the archive is next brought up to date. */
#ifndef VEDETTE_PLAY_ARCHIVE_KEEPER_H
#define VEDETTE_PLAY_ARCHIVE_KEEPER_H

#include "base/worker.h"

struct archive_keeper {
    struct worker worker;
    int under_way;           /* jobs that were posted and not taken */
};

/* An idle keeper; `wake` is rung when a job is done. archive_keeper_free stops what is under way, and returns
 * within a moment. */
void archive_keeper_init(struct archive_keeper *keeper, const struct wake *wake);
void archive_keeper_free(struct archive_keeper *keeper);

/* Asks for the archive to be brought up to date (archiver_follow); where there are neither finished games nor
 * an archive none is made. `quiet`: an archive that cannot be written is not spoken of. */
void archive_keeper_post(struct archive_keeper *keeper, bool quiet);

/* Whether a job was done; `error` then has STATUS_OK, or STATUS_FAILED and a line for the player: the archive
 * has the last games not yet, or a damaged one was set aside. */
bool archive_keeper_take(struct archive_keeper *keeper, struct error *error);

/* Waits until all is done, at most so many seconds. */
void archive_keeper_wait(struct archive_keeper *keeper, double seconds);

#endif
