/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/archive_keeper.h"

#include "base/clock.h"
#include "base/disk.h"
#include "base/memory.h"
#include "play/archiver.h"
#include "play/journal.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* An update job. `error` is its result. */
struct archive_update {
    struct job job;
    bool quiet;
    struct error error;
};

/* Returns whether a file or folder exists in the user's data folder. */
static bool data_file_exists(const char *name)
{
    char path[PATH_MAX];
    return disk_path(DISK_DATA, name, path, sizeof path) && access(path, F_OK) == 0;
}

/* Updates the archive and sets archive_update->error. A damaged archive is repaired or set aside first. */
static void update_archive(struct archive_update *archive_update)
{
    struct archiver archiver;
    struct error why = {0};
    struct text notices = {0};
    const struct archive_terms terms = {.stop = &archive_update->job.stop, .patience = INFINITY};
    enum status status = archiver_open(&archiver, &terms, &notices, &why);
    if (!status)
        status = archiver_update(&archiver, &why);
    if (status == STATUS_FAILED && archiver.archive && archive_is_damaged(archiver.archive)) {
        status = archive_repair(&archiver.archive, &notices, &why);
        if (!status)
            status = archiver_update(&archiver, &why);
    }
    archiver_close(&archiver);
    if (notices.size)
        error_set(&archive_update->error, STATUS_FAILED, "The archive %s", text_string(&notices));
    else if (status && status != STATUS_NO && !archive_update->quiet)
        error_set(&archive_update->error, STATUS_FAILED,
                  "Its file is kept, but the archive has it not yet: %s", why.text);
    text_free(&notices);
}

/* Runs the job on the worker's thread. */
static void run_archive_update(struct job *job)
{
    if (!job_stopped(job) && (data_file_exists(FINISHED_FOLDER) || data_file_exists(ARCHIVE_FILE)))
        update_archive((struct archive_update *)job);
}

void archive_keeper_init(struct archive_keeper *keeper, const struct wake *wake)
{
    *keeper = (struct archive_keeper){0};
    worker_init(&keeper->worker, wake);
}

void archive_keeper_free(struct archive_keeper *keeper)
{
    worker_free(&keeper->worker, NULL);
    keeper->under_way = 0;
}

void archive_keeper_post(struct archive_keeper *keeper, bool quiet)
{
    if (keeper->under_way > 1) /* a job that has not started yet will include all games */
        return;
    struct archive_update *archive_update = memory_new(1, sizeof *archive_update);
    archive_update->job.run = run_archive_update;
    archive_update->quiet = quiet;
    keeper->under_way++;
    worker_post(&keeper->worker, &archive_update->job);
}

bool archive_keeper_poll(struct archive_keeper *keeper, struct error *error)
{
    struct archive_update *archive_update = (struct archive_update *)worker_take(&keeper->worker);
    if (!archive_update)
        return false;
    *error = archive_update->error;
    keeper->under_way--;
    free(archive_update);
    return true;
}

void archive_keeper_wait(struct archive_keeper *keeper, double seconds)
{
    double until = clock_now() + seconds;
    struct error ignored;
    while (keeper->under_way && clock_now() < until)
        if (!archive_keeper_poll(keeper, &ignored))
            wake_wait(keeper->worker.wake, 10); /* ms */
}
