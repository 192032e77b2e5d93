/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The armies of the archive's games: how many have each outline, how they went, and which are nearest to a
 * setup. */
#ifndef VEDETTE_PLAY_ARMY_CENSUS_H
#define VEDETTE_PLAY_ARMY_CENSUS_H

#include "archive/archive.h"
#include "setup/outline.h"

enum { CENSUS_NEAREST = 3 };

/* A setup of the archive's games, or its mirror image, and how it went. */
struct census_neighbour {
    struct setup setup;
    int distance;     /* places that differ, from it or its mirror image, whichever is nearer */
    bool mirrored;
    size_t games, won, drawn, lost;
};

struct army_census {
    const struct variant *variant;   /* armies of this variant count */
    const struct setup *setup;       /* whose neighbours are wanted; NULL: none */
    struct outline_counts *outlines; /* gets the armies */
    struct census_neighbour nearest[CENSUS_NEAREST];
    int count;                       /* number of `nearest`; the nearest first, then the most frequent */
};

/* Counts the armies of the games that the query finds. STATUS_NO if it was stopped. */
enum status army_census_count(struct army_census *census, struct archive *archive, const struct query *query,
                              struct error *error);

/* Counts those of all games of the user's archive, which is not updated before, nor created. False if there
 * is none, it cannot be read or `stop` became true. */
bool army_census_read(struct army_census *census, const atomic_bool *stop);

#endif
