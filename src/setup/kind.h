/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kind of a setup in a few words, for lists of setups. */
#ifndef VEDETTE_SETUP_KIND_H
#define VEDETTE_SETUP_KIND_H

#include "setup/place.h"

enum { SETUP_KIND = 64 };

/* Writes "flag back left, bombed in; marshal front right": where the flag and the strongest piece stand,
 * seen by the owner, and how many sides of the flag no bomb closes. Returns `text`. */
char *setup_kind(const struct setup *setup, char text[SETUP_KIND]);

#endif
