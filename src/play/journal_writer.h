/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A journal that is written on a worker's thread, because a disk may be slow. Each call posts one write
 * with a copy of the record; writes are executed in the order of the calls. */
#ifndef VEDETTE_PLAY_JOURNAL_WRITER_H
#define VEDETTE_PLAY_JOURNAL_WRITER_H

#include "base/worker.h"
#include "play/journal.h"

/* What to write. */
enum journal_write {
    JOURNAL_BEGIN,   /* create a journal */
    JOURNAL_MOVE,    /* append the last move */
    JOURNAL_REWRITE, /* write the whole record */
    JOURNAL_KEEP,    /* create a missing journal, or add what a failed write left out */
    JOURNAL_FINISH,  /* the game is over (journal_finish) */
};

/* A journal and its worker. */
struct journal_writer {
    struct worker worker;
    struct journal journal;  /* must not be used by others while a write is pending */
    int under_way;           /* writes posted and not yet polled */
};

/* The result of a write. STATUS_FAILED: see `error`. Without a journal, BEGIN, KEEP and FINISH create one
 * first; the other writes then do nothing and are no error. */
struct journal_result {
    enum journal_write write;
    uint64_t number;         /* of the write, from 1 */
    enum status status;
    struct error error;
    bool begun;              /* JOURNAL_BEGIN: the journal exists, even if the damaged one could not be
                              * moved */
    char kept[4096];         /* JOURNAL_FINISH: where the game is kept now, or empty; JOURNAL_BEGIN: where */
                             /* the damaged journal is, or empty */
};

/* Initialises a writer without a journal; `wake` is rung when a write is finished. journal_writer_free
 * waits for all writes; the file stays. */
void journal_writer_init(struct journal_writer *writer, const struct wake *wake);
void journal_writer_free(struct journal_writer *writer);

/* Posts a write of a record and returns its number: 1, 2, ... */
uint64_t journal_writer_post(struct journal_writer *writer, enum journal_write write,
                             const struct record *record);

/* Posts JOURNAL_BEGIN, and then moves the damaged journal at `damaged` to the finished games. */
void journal_writer_replace(struct journal_writer *writer, const struct record *record, const char *damaged);

/* Gets the result of the next finished write. False if there is none. */
bool journal_writer_poll(struct journal_writer *writer, struct journal_result *result);

/* Waits until all writes are finished. */
void journal_writer_wait(struct journal_writer *writer);

/* Returns whether the file has the whole game. Only valid if no write is pending. */
static inline bool journal_writer_is_whole(const struct journal_writer *writer)
{
    return writer->journal.file >= 0 && !writer->journal.behind;
}

#endif
