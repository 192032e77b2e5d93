/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What agents hold inside, for tests that compare what they go by. */
#ifndef VEDETTE_TESTS_INSIDE_AGENTS_H
#define VEDETTE_TESTS_INSIDE_AGENTS_H

#include "observer/observer.h"

/* The observer of an agent `star`, and of an agent `vedette`, from the agent's state. */
const struct observer *inside_star(const void *state);
const struct observer *inside_vedette(const void *state);

/* The enemy's ranks in world `world` of the last move of an agent `vedette`. */
const uint8_t *inside_vedette_world(const void *state, uint32_t world);

#endif
