/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/policy_game.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void policy_game_begin(struct policy_game *game, const struct variant *variant, const struct rules *rules)
{
    game->variant = variant;
    game->rules = *rules;
    game->placed = 0;
    game->selected = SQUARE_NONE;
    game->outcome = (struct outcome){RESULT_OPEN, REASON_NONE};
    for (enum side side = RED; side <= BLUE; side++)
        memset(game->setup[side].rank, PLACE_EMPTY, sizeof game->setup[side].rank);
}

void policy_game_free(struct policy_game *game)
{
    for (enum side side = RED; side <= BLUE; side++)
        view_free(&game->view[side]);
    position_free(&game->position);
}

/* Returns whether the armies are still being placed. */
static bool is_placing(const struct policy_game *game)
{
    return game->placed < 2 * game->variant->pieces;
}

enum side policy_game_side(const struct policy_game *game)
{
    if (is_placing(game))
        return game->placed < game->variant->pieces ? RED : BLUE;
    return game->position.board.to_move;
}

enum policy_head policy_game_head(const struct policy_game *game)
{
    return is_placing(game) ? POLICY_PLACE : game->selected == SQUARE_NONE ? POLICY_PIECE : POLICY_TARGET;
}

uint32_t policy_game_plies(const struct policy_game *game)
{
    return is_placing(game) ? 0 : game->position.board.plies;
}

bitboard policy_game_legal(const struct policy_game *game)
{
    enum side side = policy_game_side(game);
    if (is_placing(game))
        return legal_places(&game->setup[side]);
    if (game->selected == SQUARE_NONE)
        return game->legal.pieces;
    return legal_targets(&game->legal, observation_square(side, game->selected));
}

void policy_game_observe(const struct policy_game *game, float cell[OBSERVATION_CELLS])
{
    enum side side = policy_game_side(game);
    if (is_placing(game))
        observation_write_set_up(cell, &game->setup[side]);
    else
        observation_write_view(cell, &game->view[side], game->selected, NULL);
}

/* Starts the next turn after a move or after the last placement: finds the outcome and the legal actions. */
static void next_turn(struct policy_game *game)
{
    game->selected = SQUARE_NONE;
    game->outcome = position_outcome(&game->position);
    if (game->outcome.result == RESULT_OPEN)
        legal_actions_of(&game->legal, &game->position.board);
}

/* Sets up the position and both views after the last piece was placed. */
static void start_play(struct policy_game *game)
{
    struct placement start;
    placement_from_setups(&start, game->variant, &game->setup[RED], &game->setup[BLUE]);
    position_free(&game->position);
    position_init(&game->position, &start, &game->rules, NULL);
    for (enum side side = RED; side <= BLUE; side++) {
        view_free(&game->view[side]);
        view_init(&game->view[side], &game->position, side);
    }
    next_turn(game);
}

/* Places the next piece of the army on `square` (as its player sees it). */
static void place_piece(struct policy_game *game, int square)
{
    enum side side = policy_game_side(game);
    int index = game->placed % game->variant->pieces;
    int rank = observation_piece_to_place(game->variant->count, index);
    game->setup[side].rank[setup_index(RED, square)] = (uint8_t)rank;
    game->placed++;
    if (!is_placing(game))
        start_play(game);
}

/* Applies a decision of a move: selects the piece on `square`, or moves the selected piece there. `square`:
 * as the player sees it. */
static void play_square(struct policy_game *game, int square)
{
    enum side side = policy_game_side(game);
    struct move_with_ranks move = {MOVE_NONE, RANK_UNKNOWN, RANK_UNKNOWN};
    struct event event;
    if (game->selected == SQUARE_NONE) {
        game->selected = observation_square(side, square);
        return;
    }
    move.move = (struct move){(uint8_t)game->selected, (uint8_t)observation_square(side, square)};
    position_play(&game->position, move, &event, NULL);
    for (enum side seat = RED; seat <= BLUE; seat++)
        view_apply(&game->view[seat], &event);
    next_turn(game);
}

/* Applies the decision for a square: places a piece there, or chooses the piece or the target of a move. */
static void act_once(struct policy_game *game, int square)
{
    if (is_placing(game))
        place_piece(game, square);
    else
        play_square(game, square);
}

void policy_game_act(struct policy_game *game, int square)
{
    act_once(game, square);
    while (!policy_game_over(game)) {
        bitboard squares = policy_game_legal(game);
        if (bits_count(squares) != 1)
            break;
        act_once(game, bits_pop(&squares));
    }
}

void policy_record_add(struct policy_record *record, struct policy_action action)
{
    record->actions = memory_grow(record->actions, &record->capacity, record->count + 1, sizeof action);
    record->actions[record->count++] = action;
    record->own += action.behaviour > 0;
}

void policy_record_free(struct policy_record *record)
{
    free(record->actions);
    *record = (struct policy_record){0};
}
