/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In games of each variant no agent knows more than it may: it answers the same move where two hidden pieces
 * of its enemy have changed places. */
#include "agent/agent.h"
#include "base/rng.h"
#include "boards.h"
#include "cmocka_all.h"
#include "engine.h"
#include "game/position.h"
#include "setup/random_setup.h"

#include <stdio.h>
#include <string.h>

enum { GAMES = 6, PLIES = 30 };

/* Agents that think too long by default. */
static const char *spec_of(const char *name)
{
    return strcmp(name, "vedette") == 0  ? "vedette:worlds=1,plies=4"
           : strcmp(name, "star") == 0  ? "star:depth=2"
           : strcmp(name, "rnad") == 0  ? "rnad:model=untrained"
                                        : name;
}

/* The start of a game of a variant, at random. */
static void make_start(const struct variant *variant, struct rng *rng, struct placement *start)
{
    struct setup setup[SIDES];
    uint8_t army[RANKS];
    if (variant->any_army)
        for (int rank = 0; rank < RANKS; rank++)
            army[rank] = (uint8_t)(rank == FLAG || rank == MARSHAL ? 1 : variant->count[rank] / 2);
    else
        memcpy(army, variant->count, RANKS);
    for (enum side side = RED; side <= BLUE; side++)
        setup_random(army, &setup[side], rng);
    placement_from_setups(start, variant, &setup[RED], &setup[BLUE]);
}

/* Two pieces of `side` that have not moved and are not known, of two ranks; false where there are none. */
static bool find_pair(const struct board *board, enum side side, int pair[2])
{
    int found = 0;
    for (int i = 0; i < PIECES_A_SIDE && found < 2; i++) {
        const struct piece *piece = &board->piece[(int)side * PIECES_A_SIDE + i];
        if (piece->square == SQUARE_NONE || piece->moved || piece->known)
            continue;
        if (found == 0 || piece->rank != board->piece[board->at[pair[0]]].rank)
            pair[found++] = piece->square;
    }
    return found == 2;
}

/* The move of an agent in a game that began so and went on by these moves. */
static struct move choose_move(const char *spec, const struct placement *start, const struct board *played,
                               struct library *own)
{
    struct position position = {0};
    struct view view = {0};
    struct agent agent = {0};
    struct error error = {0};
    struct rng rng;
    if (agent_start(&agent, spec, &settings, own, &error))
        fail_msg("%s: %s", spec, error.text);
    assert_int_equal(position_init(&position, start, &played->rules, NULL), STATUS_OK);
    for (uint32_t i = 0; i < played->plies; i++) {
        struct move_with_ranks entered = {played->history[i].move, RANK_UNKNOWN, RANK_UNKNOWN};
        assert_int_equal(position_play(&position, entered, NULL, NULL), STATUS_OK);
    }
    view_init(&view, &position, position.board.to_move);
    rng_seed(&rng, 1, played->plies);
    const struct think think = {.rng = &rng};
    struct move move = agent_move(&agent, &view, &think);
    view_free(&view);
    position_free(&position);
    agent_end(&agent);
    return move;
}

/* Plays a game at random, and runs the agent in it and in its twin; true where there was a twin. */
static bool try_game(const char *spec, const struct variant *variant, int number, struct library *own)
{
    struct placement start, twin;
    struct position position = {0};
    struct rng rng;
    int pair[2];
    rng_seed(&rng, 7, (uint64_t)number);
    make_start(variant, &rng, &start);
    assert_int_equal(position_init(&position, &start, rules_find("deepnash"), NULL), STATUS_OK);
    struct board *board = &position.board;
    int plies = 2 + (int)rng_below(&rng, PLIES);
    for (int i = 0; i < plies && board_outcome(board).result == RESULT_OPEN; i++) {
        board_make(board, move_random(board, &rng).move);
    }
    enum side enemy = side_other(board->to_move);
    bool made = board_outcome(board).result == RESULT_OPEN && find_pair(board, enemy, pair);
    if (made) {
        twin = start;
        twin.cell[pair[0]].rank = start.cell[pair[1]].rank;
        twin.cell[pair[1]].rank = start.cell[pair[0]].rank;
        struct move one = choose_move(spec, &start, board, own);
        struct move other = choose_move(spec, &twin, board, own);
        if (!move_equal(one, other))
            fail_msg("%s sees hidden ranks in game %d of %s", spec, number, variant->name);
    }
    position_free(&position);
    return made;
}

TEST(test_agents)
{
    for (size_t v = 0; v < variant_count; v++)
        for (size_t a = 0; a < agent_count; a++) {
            int made = 0;
            for (int number = 0; number < GAMES; number++)
                made += try_game(spec_of(agent_table[a]->name), &variant_table[v], number,
                                 library_for_variant(library, &variant_table[v]));
            assert_true(made >= GAMES / 3);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_agents)};
    return cmocka_run_group_tests(tests, engine_set_up, engine_tear_down);
}
