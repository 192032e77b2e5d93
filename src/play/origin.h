/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The origin of a game in its record: the program, and the options of each agent, so that the game can be
 * repeated. */
#ifndef VEDETTE_PLAY_ORIGIN_H
#define VEDETTE_PLAY_ORIGIN_H

#include "agent/agent.h"
#include "game/record.h"

/* Writes this program's name and version as in records; returns `text`. */
char *origin_program(char text[PROGRAM_NAME_MAX]);

/* Records an agent with all options that are not at their default, without those of rules, clock and
 * notation, and the digest of its weights. If the options have changed during a game, the record also stores
 * from which move on they apply. */
void origin_record_agent(struct record *record, enum side side, const struct agent *agent);

/* Returns whether the recorded options of an agent differ from `settings`. */
bool origin_differs(const struct record *record, enum side side, const struct agent *agent,
                    const struct settings *settings);

/* Returns whether two recorded agents have the same name, options and weights. */
bool origin_equal(const struct agent_in_record *a, const struct agent_in_record *b);

/* Computes the settings of a recorded agent into `own`: the defaults of `groups` with the recorded options;
 * free them with settings_free. STATUS_NO if the record has no agent. STATUS_BAD if an option does not exist
 * here; *fault (may be NULL) is its index. After an error there is nothing to free. */
enum status origin_settings(const struct record *record, enum side side,
                            const struct option_group *const *groups, struct settings *own, size_t *fault,
                            struct error *error);

#endif
