/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "observer/observer.h"

#include "base/clock.h"

#include <string.h>

/* Reads options, sources and weights of evidence. */
static void read_settings(struct observer *observer, const struct settings *settings,
                          const struct belief_sources *sources)
{
    struct belief_options options;
    belief_options_read(&options, settings);
    /* The sources have what the kind needs, so this cannot fail. */
    belief_knowledge_init(&observer->knowledge, &options, sources->statistics, sources->model, NULL);
    seat_evidence_weigh(&observer->evidence, settings);
}

void observer_init_by(struct observer *observer, const struct belief_knowledge *knowledge,
                      const struct settings *settings)
{
    *observer = (struct observer){.knowledge = *knowledge};
    seat_evidence_weigh(&observer->evidence, settings);
}

void observer_init(struct observer *observer, const struct settings *settings,
                   const struct belief_sources *sources)
{
    *observer = (struct observer){0};
    read_settings(observer, settings, sources);
}

void observer_free(struct observer *observer)
{
    opponents_free(&observer->opponents);
    *observer = (struct observer){0};
}

void observer_reload(struct observer *observer, const struct settings *settings,
                     const struct belief_sources *sources)
{
    read_settings(observer, settings, sources);
    observer_forget(observer);
}

void observer_set_opponents(struct observer *observer, const struct opponent_models *models)
{
    observer->models = models;
    observer->evidence.opponent = (struct rank_evidence){0};
    observer_forget(observer);
}

void observer_forget(struct observer *observer)
{
    observer->seen = 0;
    opponents_forget(&observer->opponents);
}

/* Returns whether the view continues the game after the last ply followed. If there are models of opponents,
 * it must also be the view of the same seat: the opponents' evidence is of one side. */
static bool continues(const struct observer *observer, const struct view *view)
{
    const struct board *board = &view->board;
    return observer->seen > 0 && observer->seen <= board->plies &&
           board->history[observer->seen - 1].piece_key == observer->piece_key &&
           (!observer->models || observer->opponents.side == side_other(view->side));
}

/* Resets everything to the start of the view's history. */
static void begin(struct observer *observer, const struct view *view)
{
    for (enum side side = RED; side <= BLUE; side++)
        belief_init(&observer->belief[side], &observer->knowledge, view, side);
    memset(observer->approach, 0, sizeof observer->approach);
    opponents_forget(&observer->opponents);
    observer->opponents.side = side_other(view->side);
    observer->seen = view->board.prior_plies;
    observer->piece_key = observer->seen ? view->board.history[observer->seen - 1].piece_key : 0;
}

/* Returns whether a flag, which may be NULL, is true. */
static bool is_set(const atomic_bool *flag)
{
    return flag && atomic_load_explicit(flag, memory_order_relaxed);
}

/* Returns whether a time limit (clock_now; 0: none) has passed. */
static bool is_past(double time)
{
    return time > 0 && clock_now() >= time;
}

/* Examines the next ply if it is the enemy's and the limits allow it, before the beliefs are updated by
 * it. */
static void examine(struct observer *observer, const struct view *view, const struct observer_limits *limits)
{
    const struct ply *ply = &view->board.history[observer->seen];
    if (!observer->models || piece_side(ply->mover) == view->side || is_set(limits->examine_stop) ||
        is_past(limits->examine_until))
        return;
    opponents_see(&observer->opponents, observer->models, view, observer->seen, observer->belief,
                  observer->evidence.weight[SEAT_EVIDENCE_OPPONENT] > 0 && !is_past(limits->ranks_until),
                  limits->threads > 0 ? limits->threads : 1);
}

/* Updates the beliefs and the approach evidence by a ply. */
static void update_beliefs(struct observer *observer, const struct ply *ply, const struct event *event)
{
    enum side mover = piece_side(ply->mover);
    for (enum side side = RED; side <= BLUE; side++)
        belief_observe(&observer->belief[side], event);
    approach_evidence_add(&observer->approach[mover], &observer->belief[mover].public_state, mover, event);
    observer->piece_key = ply->piece_key;
    observer->seen++;
}

void observer_conclude(const struct observer *observer, const struct belief *belief,
                       double p[PIECES_A_SIDE][RANKS])
{
    memcpy(p, belief->p, sizeof belief->p);
    if (belief->side == observer->enemy)
        seat_evidence_apply(&observer->evidence, belief, p);
}

bool observer_follow(struct observer *observer, const struct view *view, const struct observer_limits *limits)
{
    static const struct observer_limits none = {0};
    const struct board *board = &view->board;
    limits = limits ? limits : &none;
    if (!continues(observer, view))
        begin(observer, view);
    while (observer->seen < board->plies) {
        if (is_set(limits->stop))
            return false;
        examine(observer, view, limits);
        struct event event = board_event(board, observer->seen);
        update_beliefs(observer, &board->history[observer->seen], &event);
        if (limits->seen)
            atomic_store(limits->seen, observer->seen);
    }
    observer->enemy = side_other(view->side);
    observer->evidence.approach = observer->approach[observer->enemy];
    if (observer->models)
        opponents_evidence(&observer->opponents, &observer->evidence.opponent);
    for (enum side side = RED; side <= BLUE; side++)
        observer_conclude(observer, &observer->belief[side], observer->p[side]);
    return true;
}

void observer_copy(struct observer *to, const struct observer *from)
{
    to->knowledge = from->knowledge;
    to->seen = from->seen;
    to->piece_key = from->piece_key;
    to->enemy = from->enemy;
    for (enum side side = RED; side <= BLUE; side++) {
        to->belief[side] = from->belief[side];
        to->belief[side].knowledge = &to->knowledge;
        evidence_stop_recording(&to->belief[side].evidence); /* the list belongs to `from` */
    }
    memcpy(to->approach, from->approach, sizeof to->approach);
    to->evidence = from->evidence;
    memcpy(to->p, from->p, sizeof to->p);
    opponents_copy(&to->opponents, &from->opponents);
}
