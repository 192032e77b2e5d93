/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kind of a setup in a few words, for lists in which people look for one of theirs. */
#ifndef VEDETTE_SETUP_KIND_H
#define VEDETTE_SETUP_KIND_H

#include "setup/place.h"

enum { SETUP_KIND = 64 };

/* Writes "flag back left, bombed in; marshal front right": where both stand as the owner sees them, the
 * strongest piece in place of a marshal where there is none, and how many ways lead to the flag that no bomb
 * closes. Returns `text`. */
char *setup_kind(const struct setup *setup, char text[SETUP_KIND]);

#endif
