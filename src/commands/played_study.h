/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A move that was played, among those that an agent plays worlds out for: for `why`. */
#ifndef VEDETTE_COMMANDS_PLAYED_STUDY_H
#define VEDETTE_COMMANDS_PLAYED_STUDY_H

#include "commands/asking.h"

/* Tells of it, and of what the agent would play if that is another (agent_question.tell). In JSON it is a
 * value more in the array at hand. */
void played_study_tell(struct session *session, const struct agent_question *asking,
                       const struct rollout_study *study, struct move played);

#endif
