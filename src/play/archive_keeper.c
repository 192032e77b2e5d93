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

struct keeping {
    struct job job;
    bool quiet;
    struct error error;
};

static bool is_there(const char *name)
{
    char path[PATH_MAX];
    return disk_path(DISK_DATA, name, path, sizeof path) && access(path, F_OK) == 0;
}

static void keep(struct keeping *keeping)
{
    struct archiver archiver;
    struct error why = {0};
    struct text notices = {0};
    const struct archive_terms terms = {.stop = &keeping->job.stop, .patience = INFINITY};
    enum status status = archiver_open(&archiver, &terms, &notices, &why);
    if (!status)
        status = archiver_follow(&archiver, &why);
    if (status == STATUS_FAILED && archiver.archive && archive_is_damaged(archiver.archive)) {
        status = archive_mend(&archiver.archive, &notices, &why);
        if (!status)
            status = archiver_follow(&archiver, &why);
    }
    archiver_close(&archiver);
    if (notices.size)
        error_set(&keeping->error, STATUS_FAILED, "The archive %s", text_string(&notices));
    else if (status && status != STATUS_NO && !keeping->quiet)
        error_set(&keeping->error, STATUS_FAILED, "Its file is kept, but the archive has it not yet: %s",
                  why.text);
    text_free(&notices);
}

static void run(struct job *job)
{
    if (!job_stopped(job) && (is_there(FINISHED_FOLDER) || is_there(ARCHIVE_FILE)))
        keep((struct keeping *)job);
}

static void drop(struct job *job)
{
    free(job);
}

void archive_keeper_init(struct archive_keeper *keeper, const struct wake *wake)
{
    *keeper = (struct archive_keeper){0};
    worker_init(&keeper->worker, wake);
}

void archive_keeper_free(struct archive_keeper *keeper)
{
    worker_free(&keeper->worker, drop);
    keeper->under_way = 0;
}

void archive_keeper_post(struct archive_keeper *keeper, bool quiet)
{
    if (keeper->under_way > 1) /* one that has not begun looks at all there is then */
        return;
    struct keeping *keeping = memory_new(1, sizeof *keeping);
    keeping->job.run = run;
    keeping->quiet = quiet;
    keeper->under_way++;
    worker_post(&keeper->worker, &keeping->job);
}

bool archive_keeper_take(struct archive_keeper *keeper, struct error *error)
{
    struct keeping *keeping = (struct keeping *)worker_take(&keeper->worker);
    if (!keeping)
        return false;
    *error = keeping->error;
    keeper->under_way--;
    drop(&keeping->job);
    return true;
}

void archive_keeper_wait(struct archive_keeper *keeper, double seconds)
{
    double until = clock_now() + seconds;
    struct error unheard;
    while (keeper->under_way && clock_now() < until)
        if (!archive_keeper_take(keeper, &unheard))
            wake_wait(keeper->worker.wake, 10);
}
