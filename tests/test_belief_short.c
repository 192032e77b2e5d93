/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The guesser in games of short armies, by models of their own and without one. */
#include "agent/library.h"
#include "belief/belief.h"
#include "boards.h"
#include "cmocka_all.h"
#include "game/position.h"
#include "shipped.h"

#include <math.h>
#include <stdlib.h>

/* Totals are right, and nothing contradicts what was seen or is true. */
static void assert_sound(const struct belief *belief, const struct board *truth)
{
    int base = belief->side == RED ? 0 : PIECES_A_SIDE;
    double column[RANKS] = {0};
    assert_false(belief->infeasible);
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

/* The normal form anew, by nothing but scaling rows and columns in turn: the same weights give the same. */
static void assert_normal(const struct belief *belief)
{
    enum { SWEEPS = 3000 };
    static double cell[PIECES_A_SIDE][RANKS];
    const float (*weight)[RANKS] = belief->knowledge->calibration ? belief->raised : belief->mixed;
    int base = side_base(belief->side);
    for (int row = 0; row < PIECES_A_SIDE; row++)
        for (int rank = 0; rank < RANKS; rank++)
            cell[row][rank] = belief_is_hidden(belief, base + row) && (belief->mask[row] >> rank & 1)
                                  ? (double)weight[row][rank] : 0;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (int rank = 0; rank < RANKS; rank++) {
            double sum = 0;
            for (int row = 0; row < PIECES_A_SIDE; row++)
                sum += cell[row][rank];
            for (int row = 0; row < PIECES_A_SIDE && sum > 0; row++)
                cell[row][rank] *= belief->public_state.unknown_count[belief->side][rank] / sum;
        }
        for (int row = 0; row < PIECES_A_SIDE; row++) {
            double sum = 0;
            for (int rank = 0; rank < RANKS; rank++)
                sum += cell[row][rank];
            for (int rank = 0; rank < RANKS && sum > 0; rank++)
                cell[row][rank] /= sum;
        }
    }
    for (int row = 0; row < PIECES_A_SIDE; row++)
        for (int rank = 0; rank < RANKS && belief_is_hidden(belief, base + row); rank++)
            assert_true(fabs(cell[row][rank] - belief->p[row][rank]) < 1e-3);
}

/* Plays a random game of a variant, the beliefs of both sides following. */
static void follow_game(const struct variant *variant, const struct belief_knowledge *knowledge, int plies,
                           struct rng *rng)
{
    struct placement start;
    struct position position = {0};
    struct view view = {0};
    struct belief belief[SIDES];
    struct move moves[MOVES_MAX];
    placement_random_start(&start, variant, rng);
    assert_int_equal(position_init(&position, &start, rules_find("isf"), NULL), STATUS_OK);
    view_init(&view, &position, RED);
    belief_init(&belief[RED], knowledge, &view, RED);
    belief_init(&belief[BLUE], knowledge, &view, BLUE);
    for (int ply = 0; ply < plies && position_outcome(&position).result == RESULT_OPEN; ply++) {
        int count = board_moves(&position.board, moves);
        struct move_with_ranks told = {moves[rng_below(rng, (uint32_t)count)], RANK_UNKNOWN, RANK_UNKNOWN};
        struct event event;
        assert_int_equal(position_play(&position, told, &event, NULL), STATUS_OK);
        for (enum side side = RED; side <= BLUE; side++)
            belief_event(&belief[side], &event);
        if (ply % 20 == 19) {
            assert_sound(&belief[RED], &position.board);
            assert_sound(&belief[BLUE], &position.board);
        }
    }
    for (enum side side = RED; side <= BLUE; side++) {
        assert_sound(&belief[side], &position.board);
        if (knowledge->kind->models)
            assert_normal(&belief[side]);
    }
    view_free(&view);
    position_free(&position);
}

/* Short armies on any places, by what was learnt of their variant, and where nothing was by counts and by how
 * players of another move, a belief is sound and in normal form. */
TEST(test_short_armies)
{
    struct library *library = library_new();
    struct rng rng;
    rng_seed(&rng, 12, 0);
    for (size_t i = VARIANT_STANDARD + 1; i < variant_count; i++) {
        const struct variant *variant = &variant_table[i];
        struct library *own = library_of(library, variant);
        const struct setup_statistics *statistics;
        const struct belief_model *model;
        struct belief_knowledge *knowledge = calloc(1, sizeof *knowledge);
        assert_int_equal(library_statistics(own, NULL, &statistics, NULL), STATUS_OK);
        assert_int_equal(library_belief_model(own, NULL, &model, NULL), STATUS_OK);
        assert_true(statistics->variant == i);
        for (size_t kind = 0; kind < belief_kind_count; kind++) {
            struct belief_options options;
            belief_options_default(&options);
            options.kind = (double)kind;
            assert_int_equal(belief_knowledge_init(knowledge, &options, statistics, model, NULL), STATUS_OK);
            for (int game = 0, games = (int)test_size("BELIEF_SHORT_GAMES", 60); game < games; game++)
                follow_game(variant, knowledge, (int)rng_below(&rng, 80), &rng);
        }
        free(knowledge);
    }
    library_free(library);
}

/* Where nothing was learnt of setups, all pieces are alike before the first move, and the guess says so. */
TEST(test_flat)
{
    struct belief_model *model = shipped_belief_model();
    struct setup_statistics *statistics = calloc(1, sizeof *statistics);
    const struct variant *variant = variant_find("duel");
    struct setup_statistics *flat = calloc(1, sizeof *flat);
    struct belief_knowledge *knowledge = calloc(1, sizeof *knowledge);
    struct belief_options options;
    struct placement start;
    struct position position = {0};
    struct view view = {0};
    struct belief belief;
    struct rng rng;
    rng_seed(&rng, 13, 0);
    shipped_statistics(statistics);
    setup_statistics_flat(variant, flat);
    belief_options_default(&options);
    assert_int_equal(belief_knowledge_init(knowledge, &options, flat, model, NULL), STATUS_OK);
    placement_random_start(&start, variant, &rng);
    assert_int_equal(position_init(&position, &start, rules_find("isf"), NULL), STATUS_OK);
    view_init(&view, &position, RED);
    belief_init(&belief, knowledge, &view, BLUE);
    assert_true(belief_is_flat(&belief));
    for (int number = PIECES_A_SIDE; number < PIECES; number++)
        for (int rank = 0; rank < RANKS && belief_is_hidden(&belief, number); rank++)
            assert_true(fabs(belief_get(&belief, number, rank) -
                             variant->count[rank] / (double)variant->pieces) < 1e-4);
    assert_int_equal(belief_knowledge_init(knowledge, &options, statistics, model, NULL),
                     STATUS_OK);
    belief_init(&belief, knowledge, &view, BLUE);
    assert_false(belief_is_flat(&belief));
    view_free(&view);
    position_free(&position);
    free(flat);
    free(statistics);
    belief_model_free(model);
    free(knowledge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_short_armies),
        cmocka_unit_test(test_flat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
