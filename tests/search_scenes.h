/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions for tests of the search: random ones of few pieces, and those of Arts. */
#ifndef VEDETTE_TESTS_SEARCH_SCENES_H
#define VEDETTE_TESTS_SEARCH_SCENES_H

#include "base/rng.h"
#include "game/position.h"
#include "game/view.h"
#include "lab/arts_positions.h"
#include "search/search.h"

/* A random view: few pieces, some moves played, and a belief that need not make sense. */
struct scene_of_few {
    struct position position;
    struct view view;
    double belief[PIECES_A_SIDE][RANKS];
};

/* Draws one with up to `max` pieces a side, of Barrage in one of four. False where the game drawn is over;
 * scene_free in any case. */
bool scene_draw(struct scene_of_few *scene, int max, struct rng *rng);
void scene_free(struct scene_of_few *scene);

/* Draws an evaluation: each feature on or off, random probabilities. */
void scene_draw_options(struct search_options *options, struct rng *rng);

/* The positions of Arts, for a group of tests, and the search of one. */
extern struct arts_positions arts;
int arts_set_up(void **state);
int arts_tear_down(void **state);
struct search_terms arts_terms(size_t index, int depth);

#endif
