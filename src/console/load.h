/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the files that commands work on, and checks what a command may do with them. */
#ifndef VEDETTE_CONSOLE_LOAD_H
#define VEDETTE_CONSOLE_LOAD_H

#include "console/command.h"
#include "file/file.h"

/* Plays the moves of `content`, which was read from `path`, into `position` (all zero before). The
 * session's options take precedence over the file's rules. Unseals both sides if the game is over.
 * STATUS_BAD with the place in the file for an illegal move. position_free frees `position`, also after an
 * error. */
enum status load_replay(const struct session *session, const char *path, struct file_content *content,
                        struct position *position, struct error *error);

/* Reads a position or game file (a setup is STATUS_BAD) and plays its moves, up to those of --at. STATUS_NO
 * for a game with a sealed side, because `position` contains all ranks. */
enum status load_position(const struct session *session, const struct command *command, const char *path,
                          struct position *position, struct error *error);

/* Stores in *plies how many moves of the record, read from `path` (NULL: the current game), were played at
 * the moment of --at, which must be given. STATUS_BAD if the record has fewer moves. */
enum status load_find_moment(const struct session *session, const char *path, const struct record *record,
                             size_t *plies, struct error *error);

/* Cuts a record, read from `path` (NULL: the current game), to the moment of --at. If the command has --at
 * but it is not given, cuts the current game to the move that the screen shows. If that removes moves,
 * removes the result too. STATUS_BAD if the record has fewer moves. */
enum status load_cut(const struct session *session, const struct command *command, const char *path,
                     struct record *record, struct error *error);

/* Loads the game that a command with an optional file works on: the file, or the current game if `path` is
 * NULL, cut by load_cut. The outcome is that of record_outcome, which omits an impossible result. `record`
 * and `position` must be all zero; record_clear and position_free free them, also after an error. STATUS_BAD
 * if there is neither file nor game. */
enum status load_record(const struct session *session, const struct command *command, const char *path,
                        struct record *record, struct position *position, struct error *error);

/* Loads it as load_record does. `whole` (may be NULL) gets the outcome of the whole game, before the cut. */
enum status load_moment(const struct session *session, const struct command *command, const char *path,
                        struct record *record, struct position *position, struct outcome *whole,
                        struct error *error);

/* Returns the side from whose seat a position is analysed if the user names none. For the current game it is
 * the seat from which the screen shows it, if it does. Otherwise it is the side to move, or the other side if
 * the mover's pieces are hidden, sealed or (in a game played elsewhere) unknown. */
enum side load_viewer(const struct session *session, const char *path, const struct record *record,
                      const struct position *position);

/* Returns STATUS_NO if the side to move has unknown ranks here, so that no plan can be made for it. */
enum status load_check_plannable(const struct command *command, const struct record *record,
                                 const struct position *position, struct error *error);

/* Returns STATUS_NO if any rank of the side to move is unknown, because an agent must know its own pieces. */
enum status load_check_own_ranks(const struct command *command, const struct record *record,
                                 const struct position *position, struct error *error);

/* Returns STATUS_NO if a side's pieces must not be shown: the current game hides them (`path` NULL), or they
 * are sealed in `record`, read from `path`. `record` may be NULL if `path` is. */
enum status load_check_visible(const struct session *session, const char *path, const struct record *record,
                               enum side side, struct error *error);

/* Returns STATUS_NO with the result if the game is over. `path`: its file; NULL: the current game. */
enum status load_check_open(const struct command *command, const char *path, struct outcome outcome,
                            struct error *error);

/* Takes the last move back and stores it in *played. STATUS_BAD if there is none: in a position, or before
 * the first move of a game. */
enum status load_take_back_move(const struct command *command, struct position *position, struct move *played,
                           struct error *error);

/* Reads all setups of the files into a new array, to be freed with free(). If there are no files, reads the
 * setups embedded in the program. For a variant (NULL: any) a setup of another variant is STATUS_BAD with its
 * place, and *setups is NULL if none is embedded for it. */
enum status load_setups(const struct variant *variant, int count, char **paths, struct setup **setups,
                        size_t *setup_count, struct error *error);

#endif
