/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setups near to known ones. A fifth of the setups people play differ from one that is played often, or from
 * one another, on a few places only: they are known ones with changes. Such a setup is drawn by a walk that
 * begins at a known one and is held to it: to the model's log-probability comes, for each place that still
 * has the known one's rank, a number that is itself drawn (setup/known.h, near_holds). */
#ifndef VEDETTE_SETUP_NEAR_H
#define VEDETTE_SETUP_NEAR_H

#include "setup/model.h"

/* Of how many setups the nearest known one, mirrored or not, is so many places off. */
struct near_distances {
    uint64_t count[NEAR_PLACES + 1];
};

/* Finds setups near to known ones among `count` that are not known themselves, and counts them there. The
 * others are gathered round what those that lie near to each other have in common, as long as that is
 * KNOWN_GAMES_MIN of them, which then is a known setup of no games. Sets near_share. `rest` (room for
 * `count`; may be `setups`) gets those that are near none. Returns how many. */
size_t near_find(struct known_setups *known, const struct setup *setups, size_t count, struct setup *rest,
                 struct near_distances *distances);

/* Chooses how firmly changed setups hold, so that draws lie as far from known ones as `distances` says. */
void near_fit(struct setup_model *model, const struct near_distances *distances, int sweeps, uint64_t seed);

/* Changes a known setup: a walk of `sweeps` on the places `free`, and more of them, as long as nothing is
 * changed or more than NEAR_PLACES places are (of short armies fewer, by their pieces), but for twenty times
 * at most. */
void near_change(const struct setup_model *model, struct setup *setup, placeset free, int sweeps,
                 struct rng *rng);

#endif
