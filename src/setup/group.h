/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups near setups, so that a list of many setups becomes one of few families. Unlike the families of the
 * guesser (setup/families.h), a group may be a single game, and often used setups near each other are one. */
#ifndef VEDETTE_SETUP_GROUP_H
#define VEDETTE_SETUP_GROUP_H

#include "game/placement.h"

#include <stddef.h>

/* A setup that was used in some games. */
struct grouped_setup {
    struct setup setup;
    size_t games;                /* 0: it may join a group, but is the centre of none */
    size_t centre;               /* set by setup_group: index of its group's centre; SETUP_ALONE: none */
};

#define SETUP_ALONE SIZE_MAX

/* Groups setups of one variant: the one with most games is the centre of a group of all that have the flag on
 * the same square and otherwise differ on at most FAMILY_RADIUS places (fewer for short armies); then the one
 * with most games of the others; and so on. Of the same number of games the first by ranks (memcmp) comes
 * first. A setup and its mirror image are the same. */
void setup_group(struct grouped_setup *setups, size_t count);

#endif
