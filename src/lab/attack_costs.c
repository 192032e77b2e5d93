/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/attack_costs.h"

#include "analysis/chance.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* A game that is followed from the owner's seat. */
struct following {
    const struct attack_costs_terms *terms;
    const struct training_game *game;
    enum side side;
    struct observer *observer;
    struct view view;
};

/* Returns the owner's chance in the present position. */
static double own_chance(struct following *following)
{
    enum side side = following->side;
    observer_follow(following->observer, &following->view, NULL);
    return chance_by_beliefs(&following->view, (value_beliefs *)following->observer->p[side_other(side)],
                             (value_beliefs *)following->observer->p[side], following->terms->value,
                             PLAYER_PROGRAMS);
}

/* Returns the place of the owner's piece that the event attacks; -1 if the event is no attack by the enemy on
 * a piece that has not moved. */
static int attacked_place(const struct following *following, const struct event *event)
{
    const struct board *board = &following->view.board;
    int number = board->at[event->move.to];
    if (board->to_move == following->side || number >= PIECES || piece_side(number) != following->side ||
        board->piece[number].moved)
        return -1;
    return setup_index(following->side, event->move.to);
}

/* Applies the event and returns the owner's chance after it: the result if the game is over. */
static double chance_after(struct following *following, uint32_t index)
{
    const struct training_game *game = following->game;
    view_apply(&following->view, &game->events[index]);
    if (game->events[index].defender == FLAG)
        return 0;
    if (index + 1 == game->count && game->outcome.result != RESULT_OPEN)
        return game->outcome.result == RESULT_DRAW ? 0.5
                                                   : game->outcome.result == result_win(following->side);
    return own_chance(following);
}

bool attack_costs_follow(const struct attack_costs_terms *terms, const struct training_game *game,
                         enum side side, struct attack_costs *costs)
{
    struct following following = {.terms = terms, .game = game, .side = side,
                                  .observer = memory_new(1, sizeof *following.observer)};
    bool sound = training_game_view(game, side, &following.view);
    *costs = (struct attack_costs){0};
    observer_init_by(following.observer, terms->knowledge, terms->settings);
    for (uint32_t i = 0; i < game->count && sound; i++) {
        const struct event *event = &game->events[i];
        int place = attacked_place(&following, event);
        if (place < 0) {
            view_apply(&following.view, event);
            continue;
        }
        double before = own_chance(&following), after = chance_after(&following, i);
        costs->attacks[place]++;
        costs->cost[place] += (float)(before - after);
        if (event->defender == FLAG)
            break;
    }
    view_free(&following.view);
    observer_free(following.observer);
    free(following.observer);
    return sound;
}

void attack_costs_sum(const struct attack_costs *costs, size_t count, struct place_costs sum[PIECES_A_SIDE])
{
    memset(sum, 0, PIECES_A_SIDE * sizeof *sum);
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        double all = 0;
        for (size_t i = 0; i < count; i++) {
            if (!costs[i].attacks[place])
                continue;
            sum[place].games++;
            all += (double)costs[i].cost[place];
            sample_add(&sum[place].cost, (double)costs[i].cost[place] / costs[i].attacks[place]);
        }
        sum[place].cost_a_game = all / (double)count;
    }
}
