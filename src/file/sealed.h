/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a running game hides from its player is written so that a casual look at the file does not show it:
 * masked, and then in base64. It is no secret; whoever wants to can read it, and this program always does. */
#ifndef VEDETTE_FILE_SEALED_H
#define VEDETTE_FILE_SEALED_H

#include "base/error.h"
#include "base/text.h"

/* Appends bytes sealed: letters, digits, '+', '/' and '='. The same bytes give the same letters. */
void seal_write(const char *bytes, size_t size, struct text *out);

/* Appends what was sealed; blanks and ends of lines are free. STATUS_BAD with a sentence where it is not what
 * seal_write makes. */
enum status seal_read(const char *sealed, struct text *out, struct error *error);

#endif
