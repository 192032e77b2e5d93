/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The archive: a database of finished games. It stores each game's file byte for byte, and columns for
 * queries. The files remain the primary data: the archive can be rebuilt from them. Unfinished games are
 * never stored. Only this folder uses SQLite. */
#ifndef VEDETTE_ARCHIVE_ARCHIVE_H
#define VEDETTE_ARCHIVE_ARCHIVE_H

#include "archive/events.h"
#include "archive/query.h"
#include "archive/summary.h"
#include "file/file.h"

#include <stdatomic.h>

struct archive;

/* Where a game comes from. */
enum archive_source {
    ARCHIVE_OWN,     /* played on this program's screen: a file in the folder of finished games */
    ARCHIVE_MATCH,   /* from a match between agents */
    ARCHIVE_IMPORT,  /* from another file */
    ARCHIVE_SOURCES
};

/* "own", "match", "import". */
extern const char *const archive_source_names[ARCHIVE_SOURCES];

/* Fills in the names of a game's players. */
typedef void archive_namer(const void *context, const struct record *record, struct archive_names *names);

/* Reports the progress while many games are read; it is called repeatedly. `done`: games read so far;
 * `count`: their number, 0 if it is not known. */
typedef void archive_progress(void *context, size_t done, size_t count);

/* Called once when another program has kept the archive locked for a second. */
typedef void archive_waiting(void *context);

/* How an archive is opened and used. */
struct archive_terms {
    const char *path;            /* of the database; its folder is created if missing */
    archive_namer *name;
    const void *name_context;
    const atomic_bool *stop;     /* stops long operations and waiting for other programs; may be NULL */
    double patience;             /* seconds to wait for another program; INFINITY: until stopped; 0:
                                  * ARCHIVE_PATIENCE; below 0: do not wait */
    archive_progress *progress;  /* may be NULL */
    archive_waiting *waiting;    /* may be NULL */
    void *progress_context;      /* context of progress and waiting */
};

#define ARCHIVE_PATIENCE 10.0 /* seconds */

/* Opens the archive, and creates it if it does not exist. A file that is damaged, of an older version or no
 * archive is renamed with the date and replaced by a new archive with all games that could be read; `notes`
 * (all zero before) then gets a line about this. STATUS_FAILED, with nothing changed, if the file cannot be
 * opened or is of a newer version. `terms->path` and the contexts must outlive the archive. */
enum status archive_open(struct archive **archive, const struct archive_terms *terms, struct text *notes,
                         struct error *error);
void archive_close(struct archive *archive); /* NULL is allowed; an unfinished batch is rolled back */

/* Returns whether the last call failed because another program was writing to the archive: it can be repeated
 * later. */
bool archive_is_busy(const struct archive *archive);

/* Sets how long to wait for another program (archive_terms.patience). */
void archive_set_patience(struct archive *archive, double seconds);

/* Returns whether damage was found since the archive was opened. If so, call archive_repair. */
bool archive_is_damaged(const struct archive *archive);

/* Closes a damaged archive and replaces its database, as archive_open does. *archive is NULL if that
 * fails. */
enum status archive_repair(struct archive **archive, struct text *notes, struct error *error);

/* --- adding --- */

/* A game to add. */
struct archive_game {
    const struct record *record;
    const char *bytes;           /* the contents of its file; NULL: made with game_write */
    size_t size;
    enum file_kind kind;         /* of the bytes; a kind for one game */
    const char *path;            /* of its file, or a few words about its origin; never NULL */
    enum archive_source source;
};

/* What adding a game did: added it, replaced the stored one, or nothing because it is stored already. */
enum archive_change { ARCHIVE_ADDED, ARCHIVE_REPLACED, ARCHIVE_UNCHANGED };

/* Adds a finished game. A game counts as already stored if setups, moves and result are equal, and for
 * games played by this program also players, date and seed. A stored game is kept, except that an own game
 * with other bytes (for example new comments) replaces it, and an imported one with names an imported one
 * without. STATUS_NO for an unfinished game, STATUS_BAD for
 * an invalid one, STATUS_FAILED if it cannot be written. `change` may be NULL. */
enum status archive_add(struct archive *archive, const struct archive_game *game, enum archive_change *change,
                        struct error *error);

/* Begins a transaction: the games added until archive_end are stored all or not at all. Other programs cannot
 * write meanwhile, so prepare the games before. */
enum status archive_begin(struct archive *archive, struct error *error);
/* Stores the games added since archive_begin. */
enum status archive_end(struct archive *archive, struct error *error);
/* Drops the games added since archive_begin. */
void archive_undo(struct archive *archive);

/* Adds the finished games of a folder that are new or changed. Skips invalid files. Removes games whose files
 * were moved to the folder `trash` (may be NULL). STATUS_OK even if the folder does not exist. STATUS_NO if
 * stopped, with the games read so far stored. */
enum status archive_update_from_folder(struct archive *archive, const char *folder, const char *trash,
                           struct error *error);

/* Returns whether the last archive_update_from_folder found the folder but could not list it. */
bool archive_folder_is_closed(const struct archive *archive);

/* --- importing --- */

/* What an import does, and its totals. */
struct archive_import {
    const char *player[SIDES];   /* names for players of games that name none; NULL: none */
    size_t files;                /* files read */
    size_t added, there;         /* games added, and games stored already; only committed ones */
    size_t unfinished;           /* games without a result: skipped */
    size_t unsound;              /* unreadable files and lines, and invalid games */
    struct text faults;          /* one line for each of the first IMPORT_FAULTS faults */
};

enum { IMPORT_FAULTS = 50 };

/* Adds all games of a file of any format ("-" is stdin). Of a folder and its subfolders adds the games of the
 * files with the name of a game file. An unreadable file or line is counted as unsound and skipped.
 * STATUS_BAD if `path` itself cannot be read (also counted); STATUS_NO if stopped, with the games read so far
 * stored. The totals of `import` must be all zero before the first call and sum up several; the caller frees
 * `faults`. */
enum status archive_import(struct archive *archive, const char *path, struct archive_import *import,
                           struct error *error);

/* The totals of making the events anew. */
struct archive_rebuild {
    size_t games;                /* games whose events were made anew */
    size_t unsound;              /* stored games that cannot be read: they have no events */
};

/* Makes the events of all games (their fights and armies) anew from the stored files, some hundred games in a
 * transaction. STATUS_NO if stopped, with the games so far done. */
enum status archive_rebuild_events(struct archive *archive, struct archive_rebuild *rebuild,
                                   struct error *error);

/* --- searching --- */

/* A stored game. The texts are valid until the visitor returns. They come from files and are not safe to
 * print on a terminal. */
struct archive_row {
    int64_t id;
    const char *date, *opponent, *person, *outcome, *winner, *reason, *path;
    const char *red, *blue, *level[SIDES], *variant, *rules, *seating, *source, *program;
    bool practice;
    size_t plies;
    const char *ending;          /* of the file's name: ".game", ".xml", … */
    const char *bytes;           /* the file's contents if archive_search.bytes is set, otherwise NULL */
    size_t size;
};

enum archive_order {
    ARCHIVE_BY_DATE, ARCHIVE_BY_OPPONENT, ARCHIVE_BY_RESULT, ARCHIVE_BY_PLIES,
    ARCHIVE_ORDERS
};

/* What to search, and how to sort and limit the result. */
struct archive_search {
    const struct query *query;
    enum archive_order order;    /* by date: newest first; by plies: longest first; equal ones by date */
    size_t limit;                /* max number of games; 0: all */
    bool bytes;                  /* read the files too; games then come in the order of `id` */
};

/* Receives one game. A status other than STATUS_OK ends the search and is returned. */
typedef enum status archive_visitor(void *context, const struct archive_row *row, struct error *error);

/* Calls `visit` for each game that matches the query. */
enum status archive_find(struct archive *archive, const struct archive_search *search, archive_visitor *visit,
                         void *context, struct error *error);

/* Calls `take` with each opponent of the user's games, sorted by name, up to `limit`. */
enum status archive_opponents(struct archive *archive, size_t limit,
                              void (*take)(void *context, const char *name), void *context,
                              struct error *error);

/* --- counting --- */

/* Counts the stored games. */
enum status archive_size(struct archive *archive, size_t *games, struct error *error);

/* What a census counts. */
enum archive_counted {
    COUNT_OPENINGS,              /* the first moves of a game; results are Red's */
    COUNT_FRONTS,                /* front rows; results are those of the side with the row */
    COUNT_SETUPS,                /* setups; results are those of the side with the setup */
};

/* Which side's setups a census counts: both, Red's, Blue's, the user's or the opponents'. */
enum archive_whose { WHOSE_BOTH, WHOSE_RED, WHOSE_BLUE, WHOSE_YOURS, WHOSE_OPPONENTS, WHOSES };

/* The terms of a census. */
struct archive_census {
    const struct query *query;
    enum archive_counted counted;
    int plies;                   /* for COUNT_OPENINGS: length of an opening, 1 .. FIRST_MOVES */
    enum archive_whose whose;    /* for the others */
    const char *name;            /* for the others: those of this player, whatever `whose` is; or NULL */
    size_t limit;                /* max number of results; 0: all */
};

/* How often an opening, front row or setup occurs, and with which results. Mirror images are counted
 * together, variants separately. */
struct archive_count {
    const char *variant;         /* its name */
    const char *what;
    size_t games, won, drawn, lost;
    bool ended;                  /* of COUNT_OPENINGS: the games ended before `plies` moves */
};

typedef void archive_count_taker(void *context, const struct archive_count *count);

/* Calls `take` with the counts, the most frequent first. Equally frequent ones come in byte order of variant
 * and `what`. *all gets the total number of games (or of setups), *kinds the number of different ones. */
enum status archive_run_census(struct archive *archive, const struct archive_census *census,
                               archive_count_taker *take, void *context, size_t *all, size_t *kinds,
                                struct error *error);

/* What a tally counts: armies by where a piece stood, by the bombs around the flag, by the squares of all
 * bombs, by the piece that moved first, by the move of the first attack, by the setup; games by length and by
 * first moves, in whatever order each side made them; lost pieces by rank and by what they were lost to. */
enum archive_tallied {
    TALLY_FLAG, TALLY_BOMBS, TALLY_PATTERNS, TALLY_MARSHAL, TALLY_GENERAL, TALLY_SPY, TALLY_FIRST_MOVER,
    TALLY_FIRST_ATTACK, TALLY_LENGTH, TALLY_OPENINGS, TALLY_SETUPS, TALLY_CAPTURES,
    TALLIES
};

/* Returns "flag", "bombs", "bomb-patterns", … */
const char *archive_tally_name(enum archive_tallied of);

/* Whether rows are counted for each year or month of their games. */
enum archive_tally_by { TALLY_BY_NOTHING, TALLY_BY_YEAR, TALLY_BY_MONTH, TALLY_BYS };

/* The terms of a tally. */
struct archive_tally {
    const struct query *query;
    enum archive_tallied of;
    enum archive_tally_by by;
    enum archive_whose whose;    /* whose armies or pieces; of games: whose results, WHOSE_BOTH: Red's */
    const char *name;            /* those of this player, whatever `whose` is; or NULL */
    int plies;                   /* of TALLY_OPENINGS: 1 .. FIRST_MOVES */
};

/* Sums over the games of a row: of the squares of the owners' points and of the counts, and of their
 * products. */
struct archive_by_game {
    size_t games;
    double points2, both, count2;
};

/* One row of a tally, with the results of the owners. */
struct archive_tally_count {
    const char *variant, *period; /* period: "2026" or "2026-11", "" if not known or not requested */
    const char *what;            /* of TALLY_OPENINGS the moves, of TALLY_SETUPS 40 letters; of others "" */
    int64_t key;                 /* a square (0 .. 39, as struct army_events); twice the bombs beside the
                                  * flag, and one if they close it; bits of squares; a rank; 16 times the
                                  * rank of a lost piece, and the other's; tens or fifties of moves (-1:
                                  * none) */
    size_t count, won, drawn, lost;
    struct archive_by_game by_game; /* of TALLY_CAPTURES, where a game may count several times; else 0 */
};

typedef void archive_tally_taker(void *context, const struct archive_tally_count *count);

/* Calls `take` with each row, by variant (classic first), period, and key or descending count. */
enum status archive_run_tally(struct archive *archive, const struct archive_tally *tally,
                              archive_tally_taker *take, void *context, struct error *error);

/* --- sides --- */

/* One side of a stored game. The texts are valid until the visitor returns. */
struct archive_side {
    int64_t game;                /* its `id` */
    const char *variant;
    enum side side;
    bool is_named;               /* it is the player's (archive_find_sides) */
    int result;                  /* for this side: 0 lost, 1 drawn, 2 won */
    int square[RANKS];           /* of flag, marshal, general and spy at the start, 0 .. 39 as the owner sees
                                  * it (files f to j joined to e to a); others, or unknown: -1 */
    int opener;                  /* rank of the piece that it moved first; -1: none, or unknown */
    const char *setup;           /* 40 letters, of two mirror images the first; "": unknown */
    char opening[FIRST_MOVE];    /* its first move as the owner sees it, "b4-b5", of two mirror images the
                                  * first in byte order; "": none, or the game does not begin with setups */
    int64_t counts[ARMY_COUNTS];
};

typedef void archive_side_taker(void *context, const struct archive_side *side);

/* Calls `take` with both sides of each game that matches the query, in the order of `id`. `name`: the player
 * whose sides are marked, by the name that people see or that of the agent, ignoring case. */
enum status archive_find_sides(struct archive *archive, const struct query *query, const char *name,
                               archive_side_taker *take, void *context, struct error *error);

#endif
