/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files as commands want them. */
#ifndef VEDETTE_CONSOLE_LOAD_H
#define VEDETTE_CONSOLE_LOAD_H

#include "console/command.h"
#include "file/file.h"

/* Reads a position or game file into `content`, which file_content_free gives back, also after an error. A
 * setup is STATUS_BAD. */
enum status load_content(const char *path, struct file_content *content, struct error *error);

/* Plays out what was read from `path`; the session's settings beat its rules. A game that is over
 * then is sealed no more. A move that cannot be
 * played is STATUS_BAD, with its place in the file. `position` is all zero before; position_free gives
 * it back, also after an error. */
enum status load_replay(const struct session *session, const char *path, struct file_content *content,
                        struct position *position, struct error *error);

/* Both at once: `position` stands behind the last move of the file. It has every rank, so a game with a
 * sealed side is STATUS_NO. */
enum status load_position(const struct session *session, const char *path,
                          struct position *position, struct error *error);

/* Keeps the first `plies` moves of a record that was read from `path` (NULL: the game at hand) and, where
 * that leaves some out, no result; UINT64_MAX keeps all. STATUS_BAD where there are not so many. */
enum status load_cut(const char *path, struct record *record, uint64_t plies, struct error *error);

/* What a command with a file that may be left out works on: the file, or where `path` is NULL the game at
 * hand; its first `plies` moves, as load_cut has it. The record's outcome is that of record_outcome: a result
 * that cannot be is left out. Record and position are all zero before and go back with record_clear and
 * position_free, also after an error. STATUS_BAD where there is neither. */
enum status load_record(const struct session *session, const struct command *command, const char *path,
                        uint64_t plies, struct record *record, struct position *position,
                        struct error *error);

/* Who looks at a position that was loaded from `path` (NULL: the game at hand) where nobody is named: the
 * side to move; but where that one is hidden from the person or sealed, or its ranks alone are unknown, as in
 * a game that is played elsewhere, the other, which is the side one sits at. */
enum side load_viewer(const struct session *session, const char *path, const struct record *record,
                      const struct position *position);

/* STATUS_NO where the side to move is one whose ranks are unknown here, so that nobody can plan for it. */
enum status load_may_plan(const struct command *command, const struct record *record,
                          const struct position *position, struct error *error);

/* STATUS_NO where any rank of the side to move is unknown here: an agent knows what it plays with. */
enum status load_may_ask(const struct command *command, const struct record *record,
                         const struct position *position, struct error *error);

/* STATUS_NO where the game at hand (`path` NULL) hides from the person what is asked about a side, or where
 * `record`, which was read from `path`, has it sealed. `record` may be NULL where `path` is. */
enum status load_may_show(const struct session *session, const char *path, const struct record *record,
                          enum side side, struct error *error);

/* STATUS_NO and the result where a game that was loaded from `path` (NULL: the game at hand) is over. */
enum status load_check_open(const struct command *command, const char *path, struct outcome outcome,
                            struct error *error);

/* Takes the last move back, into `played`. STATUS_BAD where there is none: in a position, and before the
 * first move of a game. */
enum status load_step_back(const struct command *command, struct position *position, struct move *played,
                           struct error *error);

/* Reads every setup of the files into a new array; free() gives it back. With no file: the setups
 * that came with the program. */
enum status load_setups(int count, char **paths, struct setup **setups, size_t *setup_count,
                        struct error *error);

/* The same of those of a variant: one of another is STATUS_BAD with its place. There may be none that came
 * with the program; *setups is then NULL. */
enum status load_setups_of(const struct variant *variant, int count, char **paths, struct setup **setups,
                           size_t *setup_count, struct error *error);

#endif
