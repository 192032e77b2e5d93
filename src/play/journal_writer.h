/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A journal that is written on a thread of its own, as a disk may take its time. Each call posts one write,
 * of the record as it is then; they are done in the order of the calls. */
#ifndef VEDETTE_PLAY_JOURNAL_WRITER_H
#define VEDETTE_PLAY_JOURNAL_WRITER_H

#include "base/worker.h"
#include "play/journal.h"

enum journal_write {
    JOURNAL_BEGIN,   /* a new journal */
    JOURNAL_MOVE,    /* the last move, behind those that it has */
    JOURNAL_REWRITE, /* all of it */
    JOURNAL_KEEP,    /* what is missing: a journal where there is none, or what an earlier write left out */
    JOURNAL_FINISH,  /* the game is over (journal_finish) */
};

struct journal_writer {
    struct worker worker;
    struct journal journal;  /* the worker's while a write is under way */
    int under_way;           /* writes that were posted and not taken */
};

/* What came of a write. STATUS_FAILED with the reason in `error` where it could not be done; without a
 * journal only BEGIN, KEEP and FINISH do anything, and begin one first: the others are no error. */
struct journal_news {
    enum journal_write write;
    uint64_t number;         /* of the write */
    enum status status;
    struct error error;
    bool begun;              /* JOURNAL_BEGIN: there is a journal, whatever became of the damaged one */
    char kept[4096];         /* JOURNAL_FINISH: where the game is kept now, or empty; JOURNAL_BEGIN: where */
                             /* the damaged journal is, or empty */
};

/* A writer without a journal; `wake` is rung when a write is done. journal_writer_free waits for all writes
 * and leaves the file for later. */
void journal_writer_init(struct journal_writer *writer, const struct wake *wake);
void journal_writer_free(struct journal_writer *writer);

/* Posts a write of a record, and returns its number: 1 for the first, 2, .. */
uint64_t journal_writer_post(struct journal_writer *writer, enum journal_write write,
                             const struct record *record);

/* Posts JOURNAL_BEGIN for a game whose journal at `damaged` is then put away as it is
 * (unfinished_put_away). */
void journal_writer_replace(struct journal_writer *writer, const struct record *record, const char *damaged);

/* The next write that was done; false where there is none. */
bool journal_writer_take(struct journal_writer *writer, struct journal_news *news);

/* Returns when all writes are done. */
void journal_writer_wait(struct journal_writer *writer);

/* Whether the file has all of the game; to be asked when no write is under way. */
static inline bool journal_writer_is_whole(const struct journal_writer *writer)
{
    return writer->journal.file >= 0 && !writer->journal.behind;
}

#endif
