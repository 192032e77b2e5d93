/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a record says of how its game came about, so that it can be played again: the program, and by which
 * options each agent plays. */
#ifndef VEDETTE_PLAY_ORIGIN_H
#define VEDETTE_PLAY_ORIGIN_H

#include "agent/agent.h"
#include "game/record.h"

/* Writes this program's name and version as records have them; returns `text`. */
char *origin_program(char text[PROGRAM_NAME_MAX]);

/* Puts an agent down, with every option that is not at its default: those of the rules, the clock and the
 * notation apart, which are not an agent's. Where it is put down again with others, in the middle of a
 * game, the record says from which move on it plays by them. */
void origin_put_down(struct record *record, enum side side, const struct agent *agent);

/* Whether the record says otherwise of an agent than it would if that played by `settings`. */
bool origin_differs(const struct record *record, enum side side, const struct agent *agent,
                    const struct settings *settings);

/* Whether two agents have the same name and options, since whatever move. */
bool origin_equal(const struct agent_in_record *a, const struct agent_in_record *b);

/* The settings of the agent of a side, into `own`: the defaults of `groups` with the record's options on top;
 * settings_free gives them back. STATUS_NO where the record tells of no agent; STATUS_BAD where an option is
 * none here, `fault` (may be NULL) gets its index. There is nothing to free then. */
enum status origin_settings(const struct record *record, enum side side,
                            const struct option_group *const *groups, struct settings *own, size_t *fault,
                            struct error *error);

#endif
