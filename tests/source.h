/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of the source tree. What cannot be read fails the calling test. */
#ifndef VEDETTE_TESTS_SOURCE_H
#define VEDETTE_TESTS_SOURCE_H

#include "base/text.h"
#include "game/position.h"

/* The source tree: $srcdir, or the working folder. */
const char *source_folder(void);

/* Reads the whole of a file into an empty text. */
void source_text(const char *name, struct text *text);

/* Reads a file of tests/positions/ into a position that is all zero; its name is formatted. */
void source_position(struct position *position, const char *name, ...) __attribute__((format(printf, 2, 3)));

#endif
