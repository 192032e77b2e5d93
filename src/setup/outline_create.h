/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Creates setups of a given outline. */
#ifndef VEDETTE_SETUP_OUTLINE_CREATE_H
#define VEDETTE_SETUP_OUTLINE_CREATE_H

#include "setup/creator.h"
#include "setup/outline.h"

/* Creates a setup whose outline has the first `steps` values of `outline`, with options as for setup_create;
 * of options->best_of such setups the best one. options->keep must be empty. False if no such setup was found
 * in some thousand tries: the army may have none. */
bool setup_create_outline(const struct setup_statistics *statistics, const struct setup_options *options,
                          struct outline outline, int steps, struct rng *rng, struct setup *out);

#endif
