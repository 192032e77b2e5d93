/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the console asks with. */
#ifndef VEDETTE_CONSOLE_PROMPT_H
#define VEDETTE_CONSOLE_PROMPT_H

#include "base/text.h"
#include "console/session.h"

/* Appends the prompt: "vedette> ", or of the game at hand how many moves it has and who is to move,
 * "vedette 12 red> ", or "over"; with a '*' where it has notes that no file has. */
void prompt_text(const struct session *session, struct text *out);

#endif
