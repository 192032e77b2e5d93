/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whose games were learnt from: people and programs move differently, so each has its own weights. */
#ifndef VEDETTE_BELIEF_PLAYER_KIND_H
#define VEDETTE_BELIEF_PLAYER_KIND_H

enum player_kind { PLAYER_PEOPLE, PLAYER_PROGRAMS, PLAYER_KINDS };

#endif
