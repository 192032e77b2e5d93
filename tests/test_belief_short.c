/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The guesser in games of short armies, by models of their own and without one. */
#include "agent/library.h"
#include "beliefs.h"
#include "boards.h"
#include "cmocka_all.h"
#include "game/position.h"
#include "shipped.h"
#include "shortcuts.h"

#include <math.h>
#include <stdlib.h>

/* The normal form anew, by nothing but scaling rows and columns in turn: the same weights give the same. */
static void assert_normal(const struct belief *belief)
{
    enum { SWEEPS = 3000 };
    static double cell[PIECES_A_SIDE][RANKS];
    const float (*mixed)[RANKS] = mixture_rows(&belief->mixture);
    int base = side_base(belief->side);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        uint16_t mask = belief_is_hidden(belief, base + row) ? facts_ranks(&belief->facts, row) : 0;
        const float *weight = belief->knowledge->calibration ? calibrate_raised(&belief->calibrated, row)
                                                             : mixed[row];
        for (int rank = 0; rank < RANKS; rank++)
            cell[row][rank] = mask >> rank & 1 ? (double)weight[rank] : 0;
    }
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

/* Short armies on any places, by what was learnt of their variant, and where nothing was by counts and by how
 * players of another move, a belief is sound and in normal form. */
TEST(test_short_armies)
{
    struct library *library = library_new();
    struct rng rng;
    rng_seed(&rng, 12, 0);
    for (size_t i = VARIANT_STANDARD + 1; i < variant_count; i++) {
        const struct variant *variant = &variant_table[i];
        struct library *own = library_for_variant(library, variant);
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
            for (int game = 0, games = (int)test_size("BELIEF_SHORT_GAMES", 60); game < games; game++) {
                struct placement start;
                int plies = (int)rng_below(&rng, 80);
                placement_random_start(&start, variant, &rng);
                follow_random_game(&start, knowledge, plies, knowledge->kind->models ? assert_normal : NULL,
                                   &rng);
            }
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

TESTS_MAIN(NULL, NULL)
