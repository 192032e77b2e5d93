/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who plays a side. People and programs move differently, so each has weights of its own, learnt from its
 * games. Anyone is a player like none of those that were learnt from, and has none. */
#ifndef VEDETTE_BELIEF_PLAYER_KIND_H
#define VEDETTE_BELIEF_PLAYER_KIND_H

enum player_kind {
    PLAYER_PEOPLE, PLAYER_PROGRAMS,
    PLAYER_KINDS,                  /* that were learnt from */
    PLAYER_ANYONE = PLAYER_KINDS,
    PLAYER_COUNT
};

/* "people", "programs", "anyone". */
extern const char *const player_kind_name[PLAYER_COUNT];

#endif
