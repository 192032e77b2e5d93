/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/journal_writer.h"

#include "base/memory.h"
#include "play/unfinished.h"

#include <stdlib.h>

/* A write job and its result. */
struct journal_write_job {
    struct job job;
    struct journal *journal;
    struct record record;
    char *path;              /* of a damaged journal to move away; NULL: none */
    struct journal_result result;
};

/* Creates the journal, and moves a damaged one away. */
static enum status begin_journal(struct journal_write_job *journal_write_job, struct error *error)
{
    struct journal_result *result = &journal_write_job->result;
    enum status status = journal_start(journal_write_job->journal, &journal_write_job->record, error);
    result->begun = !status;
    if (!status && journal_write_job->path)
        status = unfinished_move_to_finished(journal_write_job->path, result->kept, sizeof result->kept,
                                             error);
    return status;
}

/* Does to the journal what the job asks for (enum journal_write). Without a journal, moves and rewrites do
 * nothing: there was an error when it was created, which has been reported. */
static enum status execute_write(struct journal_write_job *journal_write_job, struct error *error)
{
    struct journal *journal = journal_write_job->journal;
    struct journal_result *result = &journal_write_job->result;
    bool is_there = journal->file >= 0;
    switch (result->write) {
    case JOURNAL_BEGIN: return begin_journal(journal_write_job, error);
    case JOURNAL_KEEP:
        if (!is_there)
            return begin_journal(journal_write_job, error);
        return journal->behind ? journal_rewrite(journal, &journal_write_job->record, error) : STATUS_OK;
    case JOURNAL_MOVE: return is_there ? journal_move(journal, &journal_write_job->record, error) : STATUS_OK;
    case JOURNAL_REWRITE:
        return is_there ? journal_rewrite(journal, &journal_write_job->record, error) : STATUS_OK;
    case JOURNAL_FINISH: { /* creating the journal may have failed before, and work now */
        enum status status = is_there ? STATUS_OK : journal_start(journal, &journal_write_job->record, error);
        return status ? status
                      : journal_finish(journal, &journal_write_job->record, result->kept,
                                       sizeof result->kept, error);
    }
    }
    return STATUS_OK;
}

/* Runs a job on the worker's thread. */
static void run_journal_write(struct job *job)
{
    struct journal_write_job *journal_write_job = (struct journal_write_job *)job;
    journal_write_job->result.number = job->number;
    journal_write_job->result.status = execute_write(journal_write_job, &journal_write_job->result.error);
}

/* Frees a job. */
static void free_journal_write(struct job *job)
{
    struct journal_write_job *journal_write_job = (struct journal_write_job *)job;
    record_clear(&journal_write_job->record);
    free(journal_write_job->path);
    free(journal_write_job);
}

void journal_writer_init(struct journal_writer *writer, const struct wake *wake)
{
    *writer = (struct journal_writer){.journal.file = -1};
    worker_init(&writer->worker, wake);
}

void journal_writer_free(struct journal_writer *writer)
{
    worker_free(&writer->worker, free_journal_write);
    journal_close(&writer->journal, true);
    writer->under_way = 0;
}

/* Posts a job with a copy of the record. Returns its number. */
static uint64_t post_write_job(struct journal_writer *writer, enum journal_write write,
                               const struct record *record, const char *path)
{
    struct journal_write_job *journal_write_job = memory_new(1, sizeof *journal_write_job);
    journal_write_job->job.run = run_journal_write;
    journal_write_job->journal = &writer->journal;
    journal_write_job->path = path ? memory_text(path) : NULL;
    journal_write_job->result.write = write;
    record_copy(&journal_write_job->record, record);
    writer->under_way++;
    return worker_post(&writer->worker, &journal_write_job->job);
}

uint64_t journal_writer_post(struct journal_writer *writer, enum journal_write write,
                             const struct record *record)
{
    return post_write_job(writer, write, record, NULL);
}

void journal_writer_replace(struct journal_writer *writer, const struct record *record, const char *damaged)
{
    post_write_job(writer, JOURNAL_BEGIN, record, damaged);
}

bool journal_writer_poll(struct journal_writer *writer, struct journal_result *result)
{
    struct journal_write_job *journal_write_job = (struct journal_write_job *)worker_take(&writer->worker);
    if (!journal_write_job)
        return false;
    *result = journal_write_job->result;
    writer->under_way--;
    free_journal_write(&journal_write_job->job);
    return true;
}

void journal_writer_wait(struct journal_writer *writer)
{
    worker_wait(&writer->worker);
}
