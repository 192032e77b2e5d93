/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prompt of the console. */
#ifndef VEDETTE_CONSOLE_PROMPT_H
#define VEDETTE_CONSOLE_PROMPT_H

#include "base/text.h"
#include "console/session.h"

/* Appends the prompt: "vedette> " or, with a current game, its number of moves and the side to move or
 * "over": "vedette 12 red> ". A '*' marks unsaved notes. */
void prompt_text(const struct session *session, struct text *out);

#endif
