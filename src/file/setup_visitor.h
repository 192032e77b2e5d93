/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The forms of functions that get, and that read, the setups of files. */
#ifndef VEDETTE_FILE_SETUP_VISITOR_H
#define VEDETTE_FILE_SETUP_VISITOR_H

#include "base/error.h"
#include "game/placement.h"

struct record;

/* Called with each setup of a file; `game` is the game it is from, or NULL. */
typedef enum status setup_visitor(void *context, const struct setup *setup, enum side side,
                                  const struct record *game, const char *place, struct error *error);

/* Calls `visit` with every setup of a file: of a setup file, of each line of 40 letters, or both setups of
 * each game, without those that are sealed. */
typedef enum status setups_reader(const char *path, setup_visitor *visit, void *context, struct error *error);

#endif
