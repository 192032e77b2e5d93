/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "observer/replies.h"

#include "base/memory.h"
#include "belief/sample.h"

#include <stdlib.h>

enum { WORLDS = 16 };

/* Moves with a smaller probability in a world are skipped. */
static const double min = 0.01;

/* Adds `odds` to the reply with this event; appends the reply if it is new and there is capacity. */
static void add_reply(struct replies *replies, const struct event *event, double odds)
{
    for (int i = 0; i < replies->count; i++) {
        if (!event_equal(&replies->reply[i].event, event))
            continue;
        replies->reply[i].odds += odds;
        return;
    }
    if (replies->count < REPLIES_MAX)
        replies->reply[replies->count++] = (struct reply){*event, odds};
}

/* Adds the replies of an opponent of a kind in the current world. */
static void add_world(struct replies *replies, const struct opponent_models *models, enum opponent kind,
                      const struct belief *belief, struct rng *rng)
{
    struct board *world = &replies->world;
    const struct opponent_seat seat = {&replies->view,
                                       {(const double(*)[RANKS])belief[RED].p,
                                        (const double(*)[RANKS])belief[BLUE].p},
                                       replies->context, rng};
    struct move moves[MOVES_MAX];
    double odds[MOVES_MAX];
    replies->context->view = NULL; /* forces a new start: the context is of another world */
    int count = opponent_odds(models, kind, &seat, moves, odds);
    for (int i = 0; i < count; i++) {
        if (odds[i] < min)
            continue;
        board_make(world, moves[i]);
        struct event event = board_event(world, world->plies - 1);
        if (board_outcome(world).result == RESULT_OPEN)
            add_reply(replies, &event, odds[i] / WORLDS);
        board_unmake(world);
    }
}

/* Sorts by falling probability; equal ones stay in order. */
static void sort_replies(struct replies *replies)
{
    for (int i = 1; i < replies->count; i++) {
        struct reply reply = replies->reply[i];
        int index = i;
        for (; index > 0 && replies->reply[index - 1].odds < reply.odds; index--)
            replies->reply[index] = replies->reply[index - 1];
        replies->reply[index] = reply;
    }
}

bool replies_list(struct replies *replies, const struct opponent_models *models,
                  const double mixture[OPPONENTS], const struct view *view, const struct belief *belief,
                  const atomic_bool *stop)
{
    enum side enemy = side_other(view->side);
    struct belief_sampler sampler;
    uint8_t rank[PIECES_A_SIDE];
    struct rng rng;
    replies->count = 0;
    if (!replies->context)
        replies->context = memory_new(1, sizeof *replies->context);
    rng_seed(&rng, 0, view->board.plies);
    double start = rng_unit(&rng);
    belief_sampler_init(&sampler, &belief[enemy]);
    board_copy(&replies->world, &view->board);
    for (int i = 0; i < WORLDS; i++) {
        if (stop && atomic_load_explicit(stop, memory_order_relaxed)) {
            replies->count = 0;
            return false;
        }
        belief_sampler_draw(&sampler, &rng, rank);
        uint64_t revealed = board_reveal_all(&replies->world, enemy, rank);
        view_of_world(&replies->view, &replies->world, enemy);
        add_world(replies, models, opponent_in_turn(mixture, start, (uint32_t)i), belief, &rng);
        board_hide_all(&replies->world, enemy, revealed);
    }
    sort_replies(replies);
    return true;
}

void replies_free(struct replies *replies)
{
    board_free(&replies->world);
    view_free(&replies->view);
    free(replies->context);
    *replies = (struct replies){0};
}
