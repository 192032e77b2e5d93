/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/played_decisions.h"

#include "lab/dataset.h"
#include "lab/value_samples.h"

/* Adds the decision `square` to the record and plays it. Returns false if it is not legal. */
static bool play_decision(struct policy_game *walk, int square, struct policy_record *record)
{
    if (!bit_in(policy_game_legal(walk), square))
        return false;
    policy_record_add(record, (struct policy_action){.behaviour = 0, .square = (uint8_t)square});
    policy_game_act(walk, square);
    return true;
}

/* Places one side's army. Skips pieces that are placed already: the game places the last piece of a full army
 * itself. Returns false if a decision is not legal. */
static bool place_army(struct policy_game *walk, enum side side, struct setup setup,
                       struct policy_record *record)
{
    for (int index = 0; index < walk->variant->pieces; index++) {
        if (walk->placed > (int)side * walk->variant->pieces + index)
            continue;
        int rank = observation_piece_to_place(walk->variant->count, index), place = 0;
        while (place < PIECES_A_SIDE && setup.rank[place] != rank)
            place++;
        /* RED for both sides: in decisions each side sees its own army as red's. */
        if (place == PIECES_A_SIDE || !play_decision(walk, setup_square(RED, place), record))
            return false;
        setup.rank[place] = PLACE_EMPTY; /* placed: the next piece of its rank takes the next such place */
    }
    return true;
}

/* Plays move number `ply` as two decisions, its piece and its target. A decision with only one legal square
 * was played with the one before; only the rest is then open. Returns false if a decision is not legal or
 * another move results. */
static bool play_move(struct policy_game *walk, uint32_t ply, struct move move, struct policy_record *record)
{
    enum side side = ply % 2 ? BLUE : RED;
    if (policy_game_plies(walk) == ply && policy_game_head(walk) == POLICY_PIECE &&
        !play_decision(walk, observation_square(side, move.from), record))
        return false;
    if (policy_game_plies(walk) == ply && !play_decision(walk, observation_square(side, move.to), record))
        return false;
    return move_equal(board_event(&walk->position.board, ply).move, move);
}

bool played_decisions(const struct training_game *game, const struct rules *rules, struct policy_game *walk,
                      struct policy_record *record)
{
    struct setup setups[SIDES];
    bool sound = value_counts(game->outcome) && training_game_setups(game, setups);
    policy_game_begin(walk, variant_at(game->variant), rules);
    for (enum side side = RED; side <= BLUE && sound; side++)
        sound = place_army(walk, side, setups[side], record);
    for (uint32_t ply = 0; ply < game->count && sound; ply++) {
        if (policy_game_over(walk) && policy_game_plies(walk) <= ply)
            break; /* these rules end the game here; the players went on */
        sound = play_move(walk, ply, game->events[ply].move, record);
    }
    if (sound)
        record->plies = policy_game_plies(walk);
    else
        policy_record_free(record);
    return sound;
}
