/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lifelike.h"

#include "setup/creator.h"

#include <string.h>

void lifelike_start(struct lifelike *game, const struct belief_model *model,
                    const struct setup_statistics *statistics, struct rng *rng)
{
    struct setup_options options = {.generator = GENERATOR_SEMI_RANDOM, .best_of = 1, .open_flags = -1};
    struct setup setups[SIDES];
    memset(options.keep, RANK_UNKNOWN, sizeof options.keep);
    memcpy(options.army, variant_at(VARIANT_STANDARD)->count, sizeof options.army);
    judge_init(&options.judge);
    for (enum side side = RED; side <= BLUE; side++)
        setup_create(statistics, &options, rng, &setups[side]);
    lifelike_start_with(game, model, setups);
}

void lifelike_start_with(struct lifelike *game, const struct belief_model *model,
                         const struct setup setups[SIDES])
{
    struct view view = {0};
    memset(game, 0, sizeof *game);
    placement_from_setups(&game->start, variant_at(VARIANT_STANDARD), &setups[RED], &setups[BLUE]);
    position_init(&game->position, &game->start, rules_find("isf"), NULL);
    move_model_join(model->move_model, &game->move_weights);
    view_init(&view, &game->position, RED);
    public_state_init(&game->public_state, &view);
    view_free(&view);
}

bool lifelike_play(struct lifelike *game, enum player_kind player, struct rng *rng, struct event *event)
{
    const struct board *board = &game->position.board;
    struct move moves[MOVES_MAX];
    double pull[MOVES_MAX], total = 0;
    uint8_t rank[MOVES_MAX];
    if (position_outcome(&game->position).result != RESULT_OPEN)
        return false;
    int count = board_moves(board, moves), chosen = 0;
    for (int i = 0; i < count; i++)
        rank[i] = board->piece[board->at[moves[i].from]].rank;
    move_model_compute(&game->move_weights, &game->public_state, player, moves, rank, count, pull);
    for (int i = 0; i < count; i++)
        total += pull[i];
    for (double draw = rng_unit(rng) * total; chosen < count - 1 && draw >= pull[chosen]; chosen++)
        draw -= pull[chosen];
    struct move_with_ranks entered = {moves[chosen], RANK_UNKNOWN, RANK_UNKNOWN};
    if (position_play(&game->position, entered, event, NULL))
        return false;
    public_state_apply(&game->public_state, event, NULL);
    return true;
}

void lifelike_end(struct lifelike *game)
{
    position_free(&game->position);
}
