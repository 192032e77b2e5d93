/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setups near known ones. A fifth of the setups that people play differ on a few places only from a
 * setup that is often played, or from each other: they are changed known setups. Such a setup is drawn
 * by a walk that starts at a known setup and stays near it: the log-probability gets a bonus for each
 * place that keeps its rank. The bonus, the hold, is itself drawn (setup/known.h, near_holds). */
#ifndef VEDETTE_SETUP_NEAR_H
#define VEDETTE_SETUP_NEAR_H

#include "setup/model.h"

/* count[d]: number of setups whose nearest known setup (or mirror image) differs on d places. */
struct near_distances {
    uint64_t count[NEAR_PLACES + 1];
};

/* Counts the setups near known ones among `count` setups that are not known. The others are grouped: while
 * at least KNOWN_GAMES_MIN of them are similar, their common part becomes a known setup with 0 games. Sets
 * near_share. Copies the setups that are near none to `rest` (capacity `count`; may be `setups`) and
 * returns their number. */
size_t near_find(struct known_setups *known, const struct setup *setups, size_t count, struct setup *rest,
                 struct near_distances *distances);

/* Fits the probabilities of the holds, so that changed setups have the distances from known ones that
 * `distances` shows. */
void near_fit(struct setup_model *model, const struct near_distances *distances, int sweeps, uint64_t seed);

/* Changes a known setup by a walk of `sweeps` sweeps on the places `free`. Repeats up to twenty times,
 * until at least one and at most NEAR_PLACES places have changed (fewer for short armies). */
void near_change(const struct setup_model *model, struct setup *setup, placeset free, int sweeps,
                 struct rng *rng);

#endif
