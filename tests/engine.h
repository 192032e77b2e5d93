/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What agents and games stand on in tests: options at their default values, and the shipped library. */
#ifndef VEDETTE_TESTS_ENGINE_H
#define VEDETTE_TESTS_ENGINE_H

#include "play/game.h"

extern struct settings settings;
extern struct library *library;

/* For cmocka_run_group_tests: makes and frees both. */
int engine_set_up(void **state);
int engine_tear_down(void **state);

/* Starts an agent on them; a fault in `spec` fails the calling test. */
void engine_start(struct agent *agent, const char *spec);

/* A game of these players by the rules `deepnash`, on settings and library. */
struct game_terms engine_game_terms(const char *red, const char *blue, uint64_t seed);

#endif
