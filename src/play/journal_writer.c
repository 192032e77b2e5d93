/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/journal_writer.h"

#include "base/memory.h"
#include "play/unfinished.h"

#include <stdlib.h>

/* One write: what it is of, and what came of it. */
struct writing {
    struct job job;
    struct journal *journal;
    struct record record;
    char *path;              /* of the damaged journal, or NULL */
    struct journal_news news;
};

static enum status begin(struct writing *writing, struct error *error)
{
    struct journal_news *news = &writing->news;
    enum status status = journal_start(writing->journal, &writing->record, error);
    news->begun = !status;
    if (!status && writing->path)
        status = unfinished_put_away(writing->path, news->kept, sizeof news->kept, error);
    return status;
}

static enum status do_write(struct writing *writing, struct error *error)
{
    struct journal *journal = writing->journal;
    struct journal_news *news = &writing->news;
    bool is_there = journal->file >= 0;
    switch (news->write) {
    case JOURNAL_BEGIN:
        return begin(writing, error);
    case JOURNAL_KEEP:
        if (!is_there)
            return begin(writing, error);
        return journal->behind ? journal_rewrite(journal, &writing->record, error) : STATUS_OK;
    case JOURNAL_MOVE:
        return is_there ? journal_move(journal, &writing->record, error) : STATUS_OK;
    case JOURNAL_REWRITE:
        return is_there ? journal_rewrite(journal, &writing->record, error) : STATUS_OK;
    case JOURNAL_FINISH: { /* the disk may have taken no journal, and have room now */
        enum status status = is_there ? STATUS_OK : journal_start(journal, &writing->record, error);
        return status ? status
                      : journal_finish(journal, &writing->record, news->kept, sizeof news->kept, error);
    }
    }
    return STATUS_OK;
}

static void run(struct job *job)
{
    struct writing *writing = (struct writing *)job;
    writing->news.number = job->number;
    writing->news.status = do_write(writing, &writing->news.error);
}

static void drop(struct job *job)
{
    struct writing *writing = (struct writing *)job;
    record_clear(&writing->record);
    free(writing->path);
    free(writing);
}

void journal_writer_init(struct journal_writer *writer, const struct wake *wake)
{
    *writer = (struct journal_writer){.journal.file = -1};
    worker_init(&writer->worker, wake);
}

void journal_writer_free(struct journal_writer *writer)
{
    worker_free(&writer->worker, drop);
    journal_close(&writer->journal, true);
    writer->under_way = 0;
}

static uint64_t post(struct journal_writer *writer, enum journal_write write, const struct record *record,
                     const char *path)
{
    struct writing *writing = memory_new(1, sizeof *writing);
    writing->job.run = run;
    writing->journal = &writer->journal;
    writing->path = path ? memory_text(path) : NULL;
    writing->news.write = write;
    record_copy(&writing->record, record);
    writer->under_way++;
    return worker_post(&writer->worker, &writing->job);
}

uint64_t journal_writer_post(struct journal_writer *writer, enum journal_write write,
                             const struct record *record)
{
    return post(writer, write, record, NULL);
}

void journal_writer_replace(struct journal_writer *writer, const struct record *record, const char *damaged)
{
    post(writer, JOURNAL_BEGIN, record, damaged);
}

bool journal_writer_take(struct journal_writer *writer, struct journal_news *news)
{
    struct writing *writing = (struct writing *)worker_take(&writer->worker);
    if (!writing)
        return false;
    *news = writing->news;
    writer->under_way--;
    drop(&writing->job);
    return true;
}

void journal_writer_wait(struct journal_writer *writer)
{
    worker_wait(&writer->worker);
}
