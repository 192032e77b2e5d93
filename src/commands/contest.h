/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `match` and `tournament` have in common: their flags, the pool of setups, the shard and the log, and
 * the progress line. */
#ifndef VEDETTE_COMMANDS_CONTEST_H
#define VEDETTE_COMMANDS_CONTEST_H

#include "commands/shared_flags.h"
#include "console/session.h"
#include "lab/archive_sink.h"
#include "lab/match.h"

struct contest_args {
    uint64_t games;          /* between two players */
    uint64_t plies;          /* max length of a game; 0: the limit of the rules */
    int variant;             /* index of a row of variant_table */
    const char *army;        /* of both sides, if the variant has any army; NULL: drawn */
    struct word_list setups; /* files; empty: the agents' own setups, or the program's */
    uint64_t created;        /* number of setups to create and draw from; 0: from files, or their own */
    struct time_terms clock; /* of A: side[RED]; of B: side[BLUE] */
    /* Agents without a setup make a random one; each game has its own setups; print the time used. */
    bool random_setups, unpaired, speed;
    bool ends_dead;          /* a game that neither side can win is drawn at once */
    const char *save;        /* a folder for the games; NULL: none */
    const char *log, *shard; /* NULL: none */
    bool archive;            /* add the games to the archive */
};

enum { CREATED_SETUPS_MAX = 100000 };

/* The flags for a struct `type` that has a struct contest_args as `member`. */
#define CONTEST_FLAGS(type, member, games_are, clock_is) \
    FLAG_GAMES(type, member.games, 1, games_are), \
    FLAG_VARIANT(type, member.variant), \
    FLAG_ARMY(type, member.army, "drawn for each game, for each pair of a match of pairs"), \
    FLAG_SWITCH(type, member.unpaired, "unpaired", \
                "colours alternate, but each game has setups of its own"), \
    FLAG_FILES(type, member.setups, "setups", "all draw their setups from these files", \
               .standard = "their own, or the program's"), \
    FLAG_WHOLE(type, member.created, "created-setups", 1, CREATED_SETUPS_MAX, \
               "all draw from N setups as 'setup create' makes them", .value = "N", .unlike = "setups"), \
    FLAG_SWITCH(type, member.random_setups, "random-setups", \
                "agents without a setup of their own make a random one", .unlike = "setups"), \
    {.name = "save", .kind = VALUE_FOLDER, .at = offsetof(type, member.save), \
     .meaning = "keeps each game as DIR/NUMBER.game"}, \
    FLAG_FILE(type, member.log, "log", \
              "keeps a line for each game, and goes on behind those that are there"), \
    {.name = "shard", .kind = VALUE_TEXT, .at = offsetof(type, member.shard), .value = "K/N", \
     .unlike = "log", .meaning = "plays part K of N alone; --out is then its log, for 'match merge'"}, \
    FLAG_SWITCH(type, member.archive, "archive", "puts its games into the archive of 'games where'"), \
    FLAG_CLOCK(type, member.clock, clock_is), \
    FLAG_WHOLE(type, member.plies, "max-plies", 1, 1000000, "a longer game is a draw", \
               .standard = "as the rules say; 5000 where they know no limit"), \
    FLAG_SWITCH(type, member.ends_dead, "end-dead", \
                "a game that neither side can win any more is a draw at once"), \
    FLAG_SWITCH(type, member.speed, "speed", "prints how long it took", .alias = "time")

/* Fills the rules of games between these players: those of the session's options. The default is "deepnash",
 * or "free" if an external program knows no repetition rules (agent_rules). A game ends after `max` plies. If
 * `max` is 0, it ends by the limit of the rules, or after 5000 plies if they have none. */
void contest_rules(const struct session *session, const char *const *players, size_t count, int max,
                   struct rules *rules);

/* Fills terms->pool: the setups for agents that have none of their own. They are those of `files`, or those
 * of the program if there are no files (`files` may be NULL). If the program has none of the variant, some
 * are created like people's from the variant, army and seed of `terms`. The pool is empty if the army differs
 * from game to game. The caller frees *pool with free(). */
enum status contest_pool(const struct session *session, const struct word_list *files,
                         struct match_terms *terms, struct setup **pool, struct error *error);

/* Creates terms->pool_count setups of the variant and army of `terms` into *pool, by `settings`; they depend
 * only on these and on the seed of `terms`. The caller frees *pool with free(). */
enum status contest_create_setups(const struct session *session, const struct settings *settings,
                                  const struct match_terms *terms, struct setup **pool, struct error *error);

/* Memory that the terms of a contest point to. */
struct contest_holds {
    struct setup *pool;
    uint8_t army[RANKS];
};

/* Fills the terms of a contest from the flags, the session and the players. They point into `holds`, whose
 * pool the caller frees with free(). `command`: its name, for errors. */
enum status contest_terms(const struct session *session, const struct contest_args *args, const char *command,
                          const struct tournament *players, struct match_terms *terms,
                          struct contest_holds *holds, struct error *error);

/* Opens the archive for the games of `terms` if `args` has --archive; otherwise *archive stays NULL. The
 * caller closes it with contest_archived, after an error too. */
enum status contest_archive(struct archive_sink **archive, struct session *session,
                            const struct contest_args *args, struct match_terms *terms, struct error *error);

/* Closes the archive (may be NULL) after a contest that ended with `status`. Returns `status`. If that is OK
 * but games are missing in the archive, returns STATUS_FAILED. After another error a notice reports missing
 * games. `command`: its name, for errors. */
enum status contest_archived(struct archive_sink *archive, struct session *session, const char *command,
                             enum status status, struct error *error);

/* Shows the progress of a contest, a few times a second. It is the `context` of terms->progress. */
struct contest_progress {
    struct session *session;
    const struct match_result *result; /* of a match so far; NULL: a tournament */
    double start, last;                /* clock_now() of the first game and of the last report; 0: none yet */
    size_t first;                      /* games done before the start */
    size_t unsaved;                    /* games of the log that are not in the folder of --save */
};

/* Initialises `progress` and makes `terms` report progress to the session, if that shows progress.
 * contest_progress_end ends this. */
void contest_progress_begin(struct contest_progress *progress, struct session *session,
                            struct match_terms *terms, const struct match_result *result);

/* Removes the progress line, and reports how many games of the log are not saved. */
void contest_progress_end(const struct contest_progress *progress);

#endif
