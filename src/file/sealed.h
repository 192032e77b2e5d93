/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hides parts of an unfinished game's file from a casual look: the text is masked and written as base64.
 * This is not encryption: anyone with this program can read it. */
#ifndef VEDETTE_FILE_SEALED_H
#define VEDETTE_FILE_SEALED_H

#include "base/error.h"
#include "base/text.h"

/* Appends bytes in sealed form: letters, digits, '+', '/' and '='. Equal bytes give equal text. */
void seal_write(const char *bytes, size_t size, struct text *out);

/* Appends the bytes that were sealed; blanks and line ends are ignored. STATUS_BAD with a sentence if the
 * text was not written by seal_write. */
enum status seal_read(const char *sealed, struct text *out, struct error *error);

#endif
