/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads games by the names that a user gives them: as file/file.h does, and "@12" for game 12 of the archive,
 * unless a file has that name. */
#ifndef VEDETTE_PLAY_NAMED_GAME_H
#define VEDETTE_PLAY_NAMED_GAME_H

#include "file/file.h"

/* Reads a setup, a position or a game. `content` must be all zero; file_content_free frees it. `regular`:
 * refuses a file that is no regular file, as the screens must. Errors as file_read; STATUS_BAD if the archive
 * has no such game. */
enum status named_game_read(const char *path, bool regular, struct file_content *content,
                            struct error *error);

/* Call `visit` as games_read, file_contents_read and setups_read do. */
enum status named_games_read(const char *path, game_visitor *visit, file_fault_visitor *fault, void *context,
                             struct error *error);
enum status named_contents_read(const char *path, enum file_kind *kind, file_content_visitor *visit,
                                file_fault_visitor *fault, void *context, struct error *error);
setups_reader named_setups_read;

#endif
