/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The archive: a database of finished games, each with its file as it was, byte for byte, and with columns
 * that queries look at. Files stay the truth: what is in the archive can be made again from them, and a game
 * that the archive cannot take is in its file all the same. An unfinished game never gets in. SQLite is known
 * in this room alone. */
#ifndef VEDETTE_ARCHIVE_ARCHIVE_H
#define VEDETTE_ARCHIVE_ARCHIVE_H

#include "archive/query.h"
#include "archive/summary.h"
#include "file/file.h"

#include <stdatomic.h>

struct archive;

enum archive_source {
    ARCHIVE_OWN,     /* played at this program's screen: in the folder of finished games */
    ARCHIVE_MATCH,   /* of a match between agents */
    ARCHIVE_IMPORT,
    ARCHIVE_SOURCES
};

/* "own", "match", "import". */
extern const char *const archive_source_names[ARCHIVE_SOURCES];

/* Tells who a game's players are. */
typedef void archive_namer(const void *context, const struct record *record, struct archive_names *names);

/* Called now and then while many games are read: `done` so far, of `count` where that is known, else 0. */
typedef void archive_progress(void *context, size_t done, size_t count);

/* Called once when another program has kept the archive locked for a second. */
typedef void archive_waiting(void *context);

struct archive_terms {
    const char *path;            /* of the database; its folder is made if it is not there */
    archive_namer *name;
    const void *name_context;
    const atomic_bool *stop;     /* ends what takes long, and a wait for another program; may be NULL */
    double patience;             /* seconds to wait for another program (INFINITY: until it is stopped); 0: */
                                 /* ARCHIVE_PATIENCE; below 0: not at all */
    archive_progress *progress;  /* may be NULL */
    archive_waiting *waiting;    /* may be NULL */
    void *progress_context;      /* of both */
};

#define ARCHIVE_PATIENCE 10.0

/* Opens the archive, and makes it where there is none. What is no archive of this program, or a damaged one,
 * is set aside under a name with the date, and a new one takes its place with all games that could still be
 * read; one of an older version is made anew likewise. `notes` (all zero before) then gets the line that says
 * so. STATUS_FAILED where it cannot be opened, or comes from a newer version: all stays as it is. `terms`
 * must outlive it. */
enum status archive_open(struct archive **archive, const struct archive_terms *terms, struct text *notes,
                         struct error *error);
void archive_close(struct archive *archive); /* NULL may be closed; a batch that was not ended is undone */

/* Whether what failed last failed because another program writes to the archive: it may be tried again. */
bool archive_is_busy(const struct archive *archive);

/* Sets how long to wait for another program, as struct archive_terms has it. */
void archive_set_patience(struct archive *archive, double seconds);

/* Whether damage was met since the archive was opened: it is to be closed and archive_mend called. */
bool archive_is_damaged(const struct archive *archive);

/* Closes a damaged archive, and opens it again with a new database in the damaged one's place, as
 * archive_open does. *archive is NULL where that fails. */
enum status archive_mend(struct archive **archive, struct text *notes, struct error *error);

/* --- adding --- */

struct archive_game {
    const struct record *record;
    const char *bytes;           /* its file; NULL: as game_write has it */
    size_t size;
    enum file_kind kind;         /* of the bytes, one of a game */
    const char *path;            /* where it came from, or a few words about that; never NULL */
    enum archive_source source;
};

enum archive_answer { ARCHIVE_ADDED, ARCHIVE_CHANGED, ARCHIVE_THERE };

/* Adds a finished game. Where it is there already, by its setups, moves and end, and where this program
 * played it by its players, date and seed as well, nothing is added; a game of one's own takes the place of
 * what is there if that differs (it was commented on). STATUS_NO for an unfinished game, STATUS_BAD for an
 * unsound one, STATUS_FAILED where it cannot be written. `answer` may be NULL. */
enum status archive_add(struct archive *archive, const struct archive_game *game, enum archive_answer *answer,
                        struct error *error);

/* Many games in one go: what is added between the two is there in whole or, where the second does not come or
 * fails, not at all; archive_undo comes in the place of the second. Others can write to the archive neither
 * then nor before, so the caller prepares what it adds beforehand. */
enum status archive_begin(struct archive *archive, struct error *error);
enum status archive_end(struct archive *archive, struct error *error);
void archive_undo(struct archive *archive);

/* Adds the finished games of a folder that are new there or have changed since; what is unsound there is left
 * out. Takes out those that have left it for the folder `trash` (may be NULL). STATUS_OK too where there is
 * no such folder; STATUS_NO where it was stopped, with what was read until then in the archive. */
enum status archive_follow(struct archive *archive, const char *folder, const char *trash,
                           struct error *error);

/* Whether the folder could not be listed, though it is there, when archive_follow looked last. */
bool archive_folder_is_closed(const struct archive *archive);

/* --- importing --- */

struct archive_import {
    size_t files;                /* that were read */
    size_t added, there;         /* games; both only of what is safe on the disk */
    size_t unfinished;           /* games that have no end: left out */
    size_t unsound;              /* files that could not be read, or games of which something is wrong */
    struct text faults;          /* a line each, the first IMPORT_FAULTS of them */
};

enum { IMPORT_FAULTS = 50 };

/* Adds all games of a file of any kind of game ("-" is stdin), or of a folder and those within it: there, of
 * the files whose names end as those of games do. A file, or a line of a table, that cannot be read is
 * counted as unsound, and what stands behind it is read. STATUS_BAD where `path` cannot be read, which
 * counts as unsound too; STATUS_NO where it was stopped, with all that was read until then in the archive.
 * `import` is all zero before the first, and gets all of several; its `faults` are the caller's. */
enum status archive_import(struct archive *archive, const char *path, struct archive_import *import,
                           struct error *error);

/* --- asking --- */

/* A game as lists tell of it; the texts last until the visitor returns. They are as a file has them that
 * anybody may have written: not for a terminal. */
struct archive_row {
    int64_t id;
    const char *date, *opponent, *person, *outcome, *winner, *reason, *path;
    const char *red, *blue, *level[SIDES], *variant, *rules, *seating, *source, *program;
    bool practice;
    size_t plies;
    const char *ending;          /* of the file's name: ".game", ".xml", … */
    const char *bytes;           /* the file; only where it was asked for, else NULL */
    size_t size;
};

enum archive_order {
    ARCHIVE_BY_DATE, ARCHIVE_BY_OPPONENT, ARCHIVE_BY_RESULT, ARCHIVE_BY_PLIES,
    ARCHIVE_ORDERS
};

struct archive_search {
    const struct query *query;
    enum archive_order order;    /* by date the newest first, by plies the longest; equal ones by date */
    size_t limit;                /* at most so many; 0: all */
    bool bytes;                  /* the files too; the order is then that in which they came in */
};

/* Called with each game; another status than STATUS_OK ends the search and is returned. */
typedef enum status archive_visitor(void *context, const struct archive_row *row, struct error *error);

enum status archive_find(struct archive *archive, const struct archive_search *search, archive_visitor *visit,
                         void *context, struct error *error);

/* Gives the opponents of the person's games to `take`, in the order of their names, at most `limit`. */
enum status archive_opponents(struct archive *archive, size_t limit,
                              void (*take)(void *context, const char *name), void *context,
                              struct error *error);

/* --- counting --- */

/* How many games there are. */
enum status archive_size(struct archive *archive, size_t *games, struct error *error);

enum archive_counted {
    COUNT_OPENINGS,              /* the first moves of a game; the score is Red's */
    COUNT_FRONTS,                /* front rows; the score is that of who had it, as is that of setups */
    COUNT_SETUPS,
};

/* Whose setups are counted. */
enum archive_whose { WHOSE_BOTH, WHOSE_RED, WHOSE_BLUE, WHOSE_YOURS, WHOSE_OPPONENTS, WHOSES };

struct archive_census {
    const struct query *query;
    enum archive_counted of;
    int plies;                   /* of COUNT_OPENINGS: 1 .. FIRST_MOVES */
    enum archive_whose whose;    /* of the others */
    size_t limit;                /* at most so many; 0: all */
};

/* What was counted, and how it went. A mirror image counts as the same thing; of another variant it is
 * another thing. */
struct archive_count {
    const char *variant;         /* its name */
    const char *what;
    size_t games, won, drawn, lost;
    bool ended;                  /* of COUNT_OPENINGS: the game was over after fewer moves than asked for */
};

typedef void archive_count_taker(void *context, const struct archive_count *count);

/* Gives what is most frequent first, and of equally frequent ones the first in byte order, first of the
 * variant and then of what is counted; `all` gets how
 * many games, or setups of games, there are, `kinds` how many that differ. */
enum status archive_take_census(struct archive *archive, const struct archive_census *census,
                                archive_count_taker *take, void *context, size_t *all, size_t *kinds,
                                struct error *error);

#endif
