/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a match's log (lab/match_log.h), read one by one. The file may be hostile. */
#ifndef VEDETTE_LAB_MATCH_LINES_H
#define VEDETTE_LAB_MATCH_LINES_H

#include "base/json_read.h"
#include "file/source.h"
#include "lab/match.h"

extern const char match_log_format[];
extern const char *const tournament_kind_names[TOURNAMENT_KINDS];

struct match_lines {
    struct source source;
    struct json_members line;   /* the one that was read last */
};

/* Opens a log; "-" is a name like another. match_lines_close may be called on one that failed to open. */
enum status match_lines_open(struct match_lines *lines, const char *path, struct error *error);
void match_lines_close(struct match_lines *lines);

/* Reads the first line, which says what is played. STATUS_BAD where it is none. */
enum status match_lines_head(struct match_lines *lines, struct error *error);

/* The same, and holds it against another head, a line of a log: STATUS_BAD with what differs first. Which
 * shard it is matters where `shard` says so. */
enum status match_lines_compare(struct match_lines *lines, const struct text *head, bool shard,
                                struct error *error);

/* Reads the next line, a game of this match; `more` is false where there is none. A last line that lacks its
 * end is none. */
enum status match_lines_game(struct match_lines *lines, const struct tournament *tournament,
                             const struct contest *contest, struct played *played, bool *more,
                             struct error *error);

#endif
