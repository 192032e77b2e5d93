/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "beliefs.h"

#include "belief/sample.h"
#include "boards.h"
#include "cmocka_all.h"
#include "game/position.h"

#include <math.h>
#include <string.h>

void belief_odds(const struct belief *belief, float odds[PIECES_A_SIDE][RANKS])
{
    struct belief_sampler sampler;
    belief_sampler_init(&sampler, belief);
    assert_false(sampler.infeasible);
    memset(odds, 0, PIECES_A_SIDE * sizeof *odds);
    for (int i = 0; i < sampler.pieces; i++)
        memcpy(odds[sampler.row[i]], sampler.odds[i], RANKS * sizeof *sampler.odds[i]);
}

void assert_belief_sound(const struct belief *belief, const struct board *truth)
{
    int base = belief->side == RED ? 0 : PIECES_A_SIDE;
    double column[RANKS] = {0};
    assert_false(facts_infeasible(&belief->facts));
    for (int number = base; number < base + PIECES_A_SIDE; number++) {
        const struct piece *piece = &truth->piece[number];
        double total = 0;
        if (piece->rank == RANK_UNKNOWN)
            continue; /* no such piece */
        for (int rank = 0; rank < RANKS; rank++) {
            double p = belief_get(belief, number, rank);
            assert_true(p >= 0 && p <= 1 + 1e-9);
            total += p;
            if (belief_is_hidden(belief, number))
                column[rank] += p;
        }
        assert_true(fabs(total - 1) < 1e-9);
        if (!belief->knowledge->kind->facts)
            continue;
        assert_true(belief_get(belief, number, piece->rank) > 0);
        if (piece->known)
            assert_true(belief_get(belief, number, piece->rank) == 1);
        else if (piece->moved)
            assert_true(belief_get(belief, number, FLAG) == 0 &&
                        belief_get(belief, number, BOMB) == 0);
    }
    for (int rank = 0; rank < RANKS; rank++)
        assert_true(fabs(column[rank] - belief->public_state.unknown_count[belief->side][rank]) < 1e-4);
}

void belief_replay(struct belief *belief, const struct belief_knowledge *knowledge, const struct view *view,
                   enum side side)
{
    belief_init(belief, knowledge, view, side);
    for (uint32_t ply = view->board.prior_plies; ply < view->board.plies; ply++) {
        struct event event = board_event(&view->board, ply);
        belief_observe(belief, &event);
    }
}

void follow_random_game(const struct placement *start, const struct belief_knowledge *knowledge, int plies,
                        void (*check)(const struct belief *belief), struct rng *rng)
{
    struct position position = {0};
    struct view view = {0};
    struct belief belief[SIDES];
    assert_int_equal(position_init(&position, start, rules_find("isf"), NULL), STATUS_OK);
    view_init(&view, &position, RED);
    belief_init(&belief[RED], knowledge, &view, RED);
    belief_init(&belief[BLUE], knowledge, &view, BLUE);
    for (int ply = 0; ply < plies && position_outcome(&position).result == RESULT_OPEN; ply++) {
        struct move_with_ranks move = move_random(&position.board, rng);
        struct event event;
        assert_int_equal(position_play(&position, move, &event, NULL), STATUS_OK);
        for (enum side side = RED; side <= BLUE; side++) {
            belief_observe(&belief[side], &event);
            if (ply % 20 == 19)
                assert_belief_sound(&belief[side], &position.board);
        }
    }
    for (enum side side = RED; side <= BLUE; side++) {
        assert_belief_sound(&belief[side], &position.board);
        if (check)
            check(&belief[side]);
    }
    view_free(&view);
    position_free(&position);
}
