/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The armies of the archive's games, for the commands on setups: how many have each outline, how they went,
 * and which are nearest to a setup. */
#ifndef VEDETTE_COMMANDS_ARCHIVE_ARMIES_H
#define VEDETTE_COMMANDS_ARCHIVE_ARMIES_H

#include "console/session.h"
#include "setup/outline.h"

enum { ARCHIVE_NEAREST = 3 };

/* A setup of the archive's games, or its mirror image, and how it went. */
struct archive_neighbour {
    struct setup setup;
    int distance;     /* places that differ, from it or its mirror image, whichever is nearer */
    bool mirrored;
    size_t games, won, drawn, lost;
};

struct archive_armies {
    const struct variant *variant;   /* armies of this variant count */
    const struct setup *setup;       /* whose neighbours are wanted; NULL: none */
    struct outline_counts *outlines; /* gets the armies; all zero before */
    struct archive_neighbour nearest[ARCHIVE_NEAREST];
    int count;                       /* number of `nearest`; the nearest first, then the most frequent */
};

/* Reads the armies of all finished games. If the archive cannot be read, a notice of `command` says why, and
 * there are none. STATUS_NO if it was stopped. */
enum status archive_armies_read(struct session *session, const char *command, struct archive_armies *armies,
                                struct error *error);

#endif
