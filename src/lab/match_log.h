/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The log of a match or a tournament: lines of JSON. The first line describes the match completely: program,
 * players with their options, rules, setups, seed. Each other line is a game, in the order of the schedule,
 * written when the game is over. A match that was killed continues after the last complete line, and the logs
 * of all shards of a match can be merged. doc/matches.md describes the lines. */
#ifndef VEDETTE_LAB_MATCH_LOG_H
#define VEDETTE_LAB_MATCH_LOG_H

#include "lab/match.h"

struct match_log;

/* Opens the log at `path` for this match, or creates it. STATUS_BAD if the file is not a log, is the log of
 * another match (the first difference is named), or another program writes to it now. An incomplete last
 * line is removed. match_log_close closes it. */
enum status match_log_open(struct match_log **log, const char *path, const struct tournament *tournament,
                           const struct match_terms *terms, struct error *error);
/* Closes the log. STATUS_FAILED if its lines could not be written to the disk. */
enum status match_log_close(struct match_log *log, struct error *error);

/* Reads the seed of the match from the log at `path`; false if there is no such log. */
bool match_log_seed(const char *path, uint64_t *seed);

/* Passes the games of the log to a sink. `games` gets their number, `over` whether the sink has enough.
 * STATUS_BAD if a line is not the next game of the match. */
enum status match_log_replay(struct match_log *log, const struct sink *sink, size_t *games, bool *over,
                             struct error *error);

/* Writes a game to the log. It is the `take` of a sink whose context is the log. */
enum status match_log_take(void *context, const struct played *played, bool *enough, struct error *error);

/* A match as read from its logs. */
struct merged {
    struct tournament tournament;
    struct match_terms terms;     /* without the agents' settings and the pool */
    struct match_result *meetings;
    uint8_t army[RANKS];          /* terms.army points here if all games have one army */
    struct sprt_terms sprt;       /* terms.sprt points here if there is a test */
    char **name;                  /* names of the players */
};

/* Reads the logs of all shards of a match, in any order, or the log of a whole match. STATUS_BAD if a file is
 * no log or belongs to another match, or if games are missing or occur twice. merged_free must be called also
 * after an error. */
enum status match_merge(char *const *paths, size_t count, struct merged *merged, struct error *error);
/* Frees the memory. */
void merged_free(struct merged *merged);

#endif
