/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A review that is kept: the judged moves of a finished game, in a hidden file beside the game's own file
 * (doc/FILES.md). The game's file does not change. */
#ifndef VEDETTE_ANALYSIS_REVIEW_KEEP_H
#define VEDETTE_ANALYSIS_REVIEW_KEEP_H

#include "analysis/review.h"

enum {
    REVIEW_KEPT_PATH = 4352,  /* buffer size of a path */
    REVIEW_KEPT_GRADED = 2000 /* max number of graded moves in a file */
};

/* Writes the path of the file for the review of the game in the file `game`: "FOLDER/.NAME.review". If `game`
 * is no regular file or its name is too long, writes "" and returns false. */
bool review_kept_path(const char *game, char path[REVIEW_KEPT_PATH]);

/* Moves the file, if there is one, after the game's file was moved. An error is not reported: the review can
 * be made again. */
void review_kept_move(const char *old_game, const char *new_game);

/* Reads the judged moves from the file `path` into a review that was followed (review_parts.h), as
 * review_judge with this request would make them. STATUS_NO if there is no such file. STATUS_BAD, with a line
 * that has the place, if it is damaged or belongs to another game, other settings or another program; the
 * review then has no judged moves. */
enum status review_kept_read(const char *path, const struct review_request *request, struct review *review,
                             struct error *error);

/* Reads the judged moves as review_kept_read does, from memory; `name` is for messages. */
enum status review_kept_parse(const char *name, const char *bytes, size_t size,
                              const struct review_request *request, struct review *review,
                              struct error *error);

/* Writes a judged review, which this request made, to the file `path`, whole or not at all. STATUS_NO if the
 * game is not over, or too many moves are graded. Other errors as disk_write. */
enum status review_keep(const struct review *review, const struct review_request *request, const char *path,
                        struct error *error);

#endif
