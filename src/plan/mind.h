/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mind: all that a planning player goes by, and what it believes in the game at hand. The agent
 * `invincible` has one; the commands that show and explain plans make one for the position asked about. */
#ifndef VEDETTE_PLAN_MIND_H
#define VEDETTE_PLAN_MIND_H

#include "belief/belief.h"
#include "belief/model.h"
#include "plan/planner.h"
#include "worth/worth.h"

struct mind {
    struct worth_options worth_options;
    struct planner planner;
    struct setup_statistics *statistics;
    struct belief_model *model;         /* NULL where the guesser in use needs none */
    struct belief_knowledge knowledge;  /* of these two */
    uint32_t seen;                      /* plies of the view's history taken in; 0: none yet */
    uint64_t placing;                   /* the last of them left the pieces so (struct ply) */
    struct belief belief[SIDES];        /* about each side: of the enemy ours, of us his */
    struct worth worth;                 /* as of the last mind_follow */
};

/* Takes all numbers from `settings`, which must have the groups of the option table (option_groups).
 * Reads the models that come with the program: some milliseconds. mind_free gives all back; all zero may be
 * freed. */
void mind_init(struct mind *mind, const struct settings *settings);
void mind_free(struct mind *mind);

/* Takes new numbers in the middle of a game. What is believed is worked out anew. */
void mind_reload(struct mind *mind, const struct settings *settings);

/* Brings values and beliefs up to date with a view. A view whose history is not a continuation of what was
 * seen before (another game, a move taken back) is taken up from its beginning. */
void mind_follow(struct mind *mind, const struct view *view);

/* Gathers what plans may see for the side to move, which must be the view's; follows the view first. Mind
 * and view must outlive the context. */
void mind_context(struct mind *mind, const struct view *view, struct rng *rng,
                  struct plan_context *context);

#endif
