/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A player's dossier: how often the player does something, beside how often all players do. */
#ifndef VEDETTE_LAB_DOSSIER_H
#define VEDETTE_LAB_DOSSIER_H

#include "archive/archive.h"
#include "lab/stats.h"

/* The parts of a dossier, in their order. */
enum dossier_part {
    DOSSIER_SCORE,           /* points (a draw is half a one) of games: as red, as blue, together */
    DOSSIER_HABIT,           /* bluffs of approaches, and so on (archive/events.h) */
    DOSSIER_FLAG, DOSSIER_MARSHAL, DOSSIER_GENERAL, DOSSIER_SPY, /* games with the piece on a square */
    DOSSIER_FIRST_MOVER,     /* games in which a piece of a rank moved first */
    DOSSIER_FIRST_MOVE,      /* games with a first move, as the owner sees it */
    DOSSIER_SETUP,           /* games with a setup of a family (setup/group.h) */
    DOSSIER_PARTS
};

enum { DOSSIER_WHAT = PIECES_A_SIDE + 1 }; /* bytes of a line's subject with the zero byte */

/* A line: the share n / of. */
struct dossier_line {
    enum dossier_part part;
    char what[DOSSIER_WHAT]; /* "red", "chases of moves", "a1", "scout", "a4-a5"; of a family its most used
                              * setup */
    double n;
    size_t of;
    struct estimate own, all; /* the player's share, and that of all; each from as many games as `units`: no
                               * share for 0, no interval for 1 */
};

/* The dossier of a player in one variant. */
struct dossier {
    char variant[24];
    size_t games;            /* sides of games that were the player's */
    size_t setups, families; /* number of different setups of the player, and of families of these */
    struct dossier_line *lines;
    size_t count, capacity;
};

/* The dossiers of a player, one for each variant with games, the standard one first. */
struct dossiers {
    struct dossier *items;
    size_t count;
};

/* Makes the dossiers of a player from the games that match the query: `all` are both sides of these games.
 * Lists at most `limit` families, and as many first moves. `dossiers` must be all zero; dossiers_free frees
 * it. */
enum status dossiers_make(struct archive *archive, const struct query *query, const char *name, size_t limit,
                          struct dossiers *dossiers, struct error *error);
void dossiers_free(struct dossiers *dossiers);

/* Returns "score", "habit", "flag", …, "first-mover", "first-move", "setup". */
const char *dossier_part_name(enum dossier_part part);

#endif
