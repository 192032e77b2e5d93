/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds of player of a side. People and programs move differently, so each kind has its own weights,
 * learnt from its games. "Anyone" is a player unlike both, and has no learnt weights. */
#ifndef VEDETTE_BELIEF_PLAYER_KIND_H
#define VEDETTE_BELIEF_PLAYER_KIND_H

enum player_kind {
    PLAYER_PEOPLE, PLAYER_PROGRAMS,
    PLAYER_KINDS,                  /* number of kinds with learnt weights */
    PLAYER_ANYONE = PLAYER_KINDS,
    PLAYER_COUNT
};

/* "people", "programs", "anyone". */
extern const char *const player_kind_name[PLAYER_COUNT];

#endif
