/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/policy_opponent.h"

#include "game/record.h"
#include "play/origin.h"
#include "setup/random_setup.h"

#include <stdlib.h>

/* Streams of random numbers. OPPONENT_STREAM | number gives the seed of the opponent in game `number`; with
 * that seed, STREAM_SET_UP is for its set-up, and STREAM_PLIES + ply is for its move at that ply. */
static const uint64_t OPPONENT_STREAM = UINT64_C(1) << 62;
enum { STREAM_SET_UP, STREAM_PLIES };

enum side policy_opponent_side(uint64_t number)
{
    return number % 2 ? RED : BLUE;
}

enum status policy_opponent_begin(struct policy_opponent *opponent, const struct policy_opponent_terms *terms,
                                  uint64_t seed, uint64_t number, struct error *error)
{
    struct rng rng;
    policy_opponent_end(opponent);
    if (!terms->spec)
        return STATUS_OK;
    if (agent_is_external(terms->spec))
        return error_set(error, STATUS_BAD, "found the program '%s', expected an agent of this one",
                         terms->spec);
    enum status status = agent_start(&opponent->agent, terms->spec, terms->settings, terms->library, error);
    rng_seed(&rng, seed, OPPONENT_STREAM | number);
    opponent->plays = !status;
    opponent->side = policy_opponent_side(number);
    opponent->seed = rng_next(&rng);
    return status;
}

void policy_opponent_end(struct policy_opponent *opponent)
{
    if (opponent->plays)
        agent_end(&opponent->agent);
    *opponent = (struct policy_opponent){0};
}

/* Adds an opponent's decision, from which nothing is learnt, to the record and plays it. */
static void play_opponent_decision(struct policy_game *game, struct policy_record *record, int square)
{
    struct policy_action not_learnt_from = {.behaviour = 0, .square = (uint8_t)square};
    policy_record_add(record, not_learnt_from);
    policy_game_act(game, square);
}

/* Places the whole army by the agent's setup, or by a random setup if the agent makes none. Pieces of one
 * rank take the setup's places in order. */
static void set_up(struct policy_opponent *opponent, struct policy_game *game, struct policy_record *record)
{
    const uint8_t *army = game->variant->count;
    const struct setup *so_far = &game->setup[opponent->side];
    struct setup setup;
    struct rng rng;
    rng_seed(&rng, opponent->seed, STREAM_SET_UP);
    if (!agent_setup(&opponent->agent, opponent->side, army, &(struct think){.rng = &rng}, &setup))
        setup_random(army, &setup, &rng);
    /* Place piece by piece until the army is complete. The game itself places a piece that has only one place
     * left, so the number of placed pieces is read again each time. */
    while (policy_game_head(game) == POLICY_PLACE && policy_game_side(game) == opponent->side) {
        int index = game->placed % game->variant->pieces;
        int rank = observation_piece_to_place(army, index), place = 0;
        while (place < PIECES_A_SIDE && (setup.rank[place] != rank || so_far->rank[place] != PLACE_EMPTY))
            place++;
        if (place == PIECES_A_SIDE)
            abort(); /* the agent set up other pieces */
        play_opponent_decision(game, record, setup_square(RED, place)); /* each side sees its own as red */
    }
}

/* Plays the agent's move: the decision about the piece and then the one about the target. A decision with
 * only one legal square is left out, since the game has made it already. */
static void play_opponent_move(struct policy_opponent *opponent, struct policy_game *game,
                               struct policy_record *record)
{
    enum side side = opponent->side;
    uint32_t plies = policy_game_plies(game);
    struct rng rng;
    rng_seed(&rng, opponent->seed, STREAM_PLIES + (uint64_t)plies);
    struct move move = agent_move(&opponent->agent, &game->view[side], &(struct think){.rng = &rng});
    if (move_is_none(move) || board_check(&game->position.board, move) != MOVE_LEGAL)
        abort(); /* agents of the program always have a legal move */
    if (game->selected == SQUARE_NONE)
        play_opponent_decision(game, record, observation_square(side, move.from));
    if (policy_game_plies(game) == plies) /* the target was not forced */
        play_opponent_decision(game, record, observation_square(side, move.to));
}

void policy_opponent_play(struct policy_opponent *opponent, struct policy_game *game,
                          struct policy_record *record)
{
    while (opponent->plays && !policy_game_over(game) && policy_game_side(game) == opponent->side) {
        if (policy_game_head(game) == POLICY_PLACE)
            set_up(opponent, game, record);
        else
            play_opponent_move(opponent, game, record);
    }
}

enum status policy_opponent_describe(const struct policy_opponent_terms *terms, struct text *text,
                                     struct error *error)
{
    struct policy_opponent opponent = {0};
    struct record record = {0};
    enum status status = policy_opponent_begin(&opponent, terms, 0, 0, error);
    if (status || !opponent.plays)
        return status;
    record_clear(&record);
    origin_record_agent(&record, RED, &opponent.agent);
    text_printf(text, "opponent: %s\n", terms->spec);
    for (size_t i = 0; i < record.agent[RED].count; i++)
        text_printf(text, "opponent.%s: %s\n", record.agent[RED].options[i].key,
                    record.agent[RED].options[i].value);
    record_clear(&record);
    policy_opponent_end(&opponent);
    return STATUS_OK;
}
