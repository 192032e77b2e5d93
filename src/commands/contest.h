/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `match` and `tournament` have in common: their flags, the set-ups that are played from, the shard and
 * the log, and the line that tells how far it is. */
#ifndef VEDETTE_COMMANDS_CONTEST_H
#define VEDETTE_COMMANDS_CONTEST_H

#include "commands/shared_flags.h"
#include "console/session.h"
#include "lab/archive_sink.h"
#include "lab/match.h"

struct contest_args {
    uint64_t games;          /* of each meeting */
    uint64_t plies;          /* the longest game; 0: as the rules say */
    int variant;             /* index of a row of variant_table */
    const char *army;        /* of both sides, where the variant takes any; NULL: drawn */
    struct word_list setups;
    uint64_t created;        /* draw from so many set-ups that are created; 0: from files, or their own */
    struct time_terms clock; /* A's is Red's */
    bool random_setups, unpaired, speed;
    bool ends_dead;          /* a game that nobody can win any more is drawn */
    const char *save;        /* a folder for the games; NULL: none */
    const char *log, *shard; /* NULL: none */
    bool archive;            /* its games go there */
};

enum { CREATED_SETUPS_MAX = 100000 };

/* The rows of a struct that has a struct contest_args as `member`. */
#define CONTEST_FLAGS(type, member, games_are, clock_is) \
    FLAG_GAMES(type, member.games, 1, games_are), \
    FLAG_VARIANT(type, member.variant), \
    FLAG_ARMY(type, member.army, "drawn for each game, for each pair of a match of pairs"), \
    {.name = "unpaired", .kind = VALUE_NONE, .at = offsetof(type, member.unpaired), \
     .meaning = "colours alternate, but each game has setups of its own"}, \
    {.name = "setups", .kind = VALUE_FILE, .list = true, .at = offsetof(type, member.setups), \
     .meaning = "all draw their setups from these files", .standard = "their own, or the program's"}, \
    {.name = "created-setups", .kind = VALUE_WHOLE, .at = offsetof(type, member.created), .min = 1, \
     .most = CREATED_SETUPS_MAX, .value = "N", .unlike = "setups", \
     .meaning = "all draw from N setups as 'setup create' makes them"}, \
    {.name = "random-setups", .kind = VALUE_NONE, .at = offsetof(type, member.random_setups), \
     .unlike = "setups", .meaning = "agents without a setup of their own make a random one"}, \
    {.name = "save", .kind = VALUE_FOLDER, .at = offsetof(type, member.save), \
     .meaning = "keeps each game as DIR/NUMBER.game"}, \
    {.name = "log", .kind = VALUE_FILE, .at = offsetof(type, member.log), \
     .meaning = "keeps a line for each game, and goes on behind those that are there"}, \
    {.name = "shard", .kind = VALUE_TEXT, .at = offsetof(type, member.shard), .value = "K/N", \
     .unlike = "log", .meaning = "plays part K of N alone; --out is then its log, for 'match merge'"}, \
    {.name = "archive", .kind = VALUE_NONE, .at = offsetof(type, member.archive), \
     .meaning = "puts its games into the archive that 'games where' asks"}, \
    FLAG_CLOCK(type, member.clock, clock_is), \
    {.name = "max-plies", .kind = VALUE_WHOLE, .at = offsetof(type, member.plies), .min = 1, \
     .most = 1000000, .meaning = "a longer game is a draw", \
     .standard = "as the rules say; 5000 where they know no limit"}, \
    {.name = "end-dead", .kind = VALUE_NONE, .at = offsetof(type, member.ends_dead), \
     .meaning = "a game that neither side can win any more is a draw at once"}, \
    {.name = "speed", .alias = "time", .kind = VALUE_NONE, .at = offsetof(type, member.speed), \
     .meaning = "tells how long it took"}

/* The rules of games between these players: the session's, or else 'deepnash', or what their programs know. A
 * game ends after `most` plies; 0: as the rules say, or else after 5000. */
void contest_rules(const struct session *session, const char *const *players, size_t count, int most,
                   struct rules *rules);

/* Fills in the set-ups that agents without any of their own draw from, by the variant, army and seed of
 * `terms`: those of the files, or without one (NULL: none) those that came with the program; where none came
 * for the variant, some that are made like people's. There are none for armies that differ from game to game.
 * free() gives *pool back. */
enum status contest_pool(const struct session *session, const struct word_list *files,
                         struct match_terms *terms, struct setup **pool, struct error *error);

/* What a contest's terms point to. */
struct contest_holds {
    struct setup *pool;
    uint8_t army[RANKS];
};

/* The terms that the flags and the session say for these players; they point into `holds`, whose pool free()
 * gives back. `command` is named in errors. */
enum status contest_terms(const struct session *session, const struct contest_args *args, const char *command,
                          const struct tournament *players, struct match_terms *terms,
                          struct contest_holds *holds, struct error *error);

/* Opens the archive for the games of `terms`, where `args` wants that; else *archive stays NULL.
 * contest_archived closes it, after an error too. */
enum status contest_archive(struct archive_sink **archive, struct session *session,
                            const struct contest_args *args, struct match_terms *terms, struct error *error);

/* Closes it when the contest has ended with `status`, and returns that; or STATUS_FAILED where all went well
 * but games are not in the archive, of which else a notice tells. `command` is named in the error. */
enum status contest_archived(struct archive_sink *archive, struct session *session, const char *command,
                             enum status status, struct error *error);

/* Tells how far a contest is, a few times a second: pass it on as `context` of `contest_tell`. */
struct contest_teller {
    struct session *session;
    const struct match_result *result; /* of a match; NULL: a tournament */
    double start, last;
    size_t first;                      /* games that were done before it began */
    size_t unsaved;                    /* games of the log that --save does not find in its folder */
};

/* Lets the session be told of the progress of `terms`, where somebody watches, until contest_report,
 * which also tells of games of its log that are not saved. */
void contest_progress_text(struct contest_teller *teller, struct session *session, struct match_terms *terms,
                     const struct match_result *result);
void contest_report(const struct contest_teller *teller);

#endif
