/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the lines of a match's log (lab/match_log.h), one by one. The file may be hostile. */
#ifndef VEDETTE_LAB_MATCH_LINES_H
#define VEDETTE_LAB_MATCH_LINES_H

#include "base/json_read.h"
#include "file/source.h"
#include "lab/match.h"

/* The log's format, and the names of the kinds in it. */
extern const char match_log_format[];
extern const char *const tournament_kind_names[TOURNAMENT_KINDS];

/* An open log. */
struct match_lines {
    struct source source;
    struct json_members line;   /* the last line read */
};

/* Opens a log; "-" is an ordinary file name. match_lines_close must be called also if this fails. */
enum status match_lines_open(struct match_lines *lines, const char *path, struct error *error);
/* Closes the log and frees the line. */
void match_lines_close(struct match_lines *lines);

/* Reads the first line, which describes the match. STATUS_BAD if it is not that of a match's log. */
enum status match_lines_read_head(struct match_lines *lines, struct error *error);

/* Reads the first line and compares it with `head`, the head of another log. STATUS_BAD names the first
 * difference. `shard`: compares the numbers of the shard too. */
enum status match_lines_compare(struct match_lines *lines, const struct text *head, bool shard,
                                struct error *error);

/* Reads the next line, a game of this match, into `played`, without a record. `more` is false at the end of
 * the log; a last line without line end is ignored. STATUS_BAD if the line is not a game of this match. */
enum status match_lines_read_game(struct match_lines *lines, const struct tournament *tournament,
                                  const struct contest *contest, struct played *played, bool *more,
                                  struct error *error);

#endif
