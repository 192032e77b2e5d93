/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The log of a match or a tournament: JSON, a line each. The first says what is played, all of it: program,
 * players with their options, rules, set-ups, seed. Each other is a game, in the order of the schedule, and
 * is written when the game is over. A match that was killed goes on behind the last whole line, and logs of
 * the shards of one match make the whole. doc/matches.md tells of the lines. */
#ifndef VEDETTE_LAB_MATCH_LOG_H
#define VEDETTE_LAB_MATCH_LOG_H

#include "lab/match.h"

struct match_log;

/* Opens the log at `path` for this match, or begins one where there is none. STATUS_BAD where the file is
 * something else, or the log of another match (the first thing that differs is named), or another program
 * writes it now. A last line that was cut off is taken away. match_log_close gives it back, with
 * STATUS_FAILED where its lines did not reach the disk. */
enum status match_log_open(struct match_log **log, const char *path, const struct tournament *tournament,
                           const struct match_terms *terms, struct error *error);
enum status match_log_close(struct match_log *log, struct error *error);

/* The seed of the match that the log at `path` is of; false where there is no such log. */
bool match_log_seed(const char *path, uint64_t *seed);

/* Hands the games that the log tells of to a sink; `games` gets how many there are, and `over` whether the
 * sink has enough. STATUS_BAD where a line is no game of the match, or not the one that comes next. */
enum status match_log_replay(struct match_log *log, const struct sink *sink, size_t *games, bool *over,
                             struct error *error);

/* Writes a game: a sink's `take`, its context the log. */
enum status match_log_take(void *context, const struct played *played, bool *enough, struct error *error);

/* A match as its logs tell of it. */
struct merged {
    struct tournament tournament;
    struct match_terms terms;     /* those that a report names: no agents' settings, no pool */
    struct match_result *meetings;
    uint8_t army[RANKS];          /* terms.army points here, where all games have one */
    struct sprt_terms sprt;       /* terms.sprt points here, where there is a test */
    char **name;                  /* of the players */
};

/* Reads the logs of all shards of a match, in any order, or that of a whole one. STATUS_BAD where a file is
 * no log, or one of another match, or games are missing or told of twice. merged_free gives it back, after an
 * error too. */
enum status match_merge(char *const *paths, size_t count, struct merged *merged, struct error *error);
void merged_free(struct merged *merged);

#endif
