/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evidence that the guesser lists accounts for all that its beliefs do, over lifelike games; and what
 * is extreme. */
#include "belief/belief.h"
#include "belief/model.h"
#include "beliefs.h"
#include "cmocka_all.h"
#include "lifelike.h"
#include "shipped.h"
#include "shortcuts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The logarithms of what became of each cell by an event. */
struct belief_change {
    double log[PIECES_A_SIDE][RANKS];
    bool known[PIECES_A_SIDE][RANKS]; /* neither of the two is next to nothing */
};

/* Takes the mean out of each row, or each column. */
static void centre(struct belief_change *change, bool by_row)
{
    int lines = by_row ? PIECES_A_SIDE : RANKS, cells = by_row ? RANKS : PIECES_A_SIDE;
    for (int line = 0; line < lines; line++) {
        double sum = 0;
        int count = 0;
        for (int i = 0; i < cells; i++) {
            int row = by_row ? line : i, rank = by_row ? i : line;
            sum += change->known[row][rank] ? change->log[row][rank] : 0;
            count += change->known[row][rank];
        }
        for (int i = 0; i < cells; i++)
            change->log[by_row ? line : i][by_row ? i : line] -= count ? sum / count : 0;
    }
}

/* The greatest part of a change that neither the evidence nor factors of rows and ranks (which the normal
 * form puts in) explain, as a logarithm. */
static double unexplained(const struct belief *belief, const struct evidence_list *evidence_list,
                          double before[PIECES_A_SIDE][RANKS])
{
    static struct belief_change change;
    double worst = 0;
    memset(&change, 0, sizeof change);
    for (int row = 0; row < PIECES_A_SIDE; row++)
        for (int rank = 0; rank < RANKS; rank++) {
            double p = belief->p[row][rank], old = before[row][rank];
            change.known[row][rank] = belief_is_hidden(belief, side_base(belief->side) + row) &&
                                      old > 1e-4 && p > 1e-4;
            change.log[row][rank] = change.known[row][rank] ? log(p / old) : 0;
        }
    for (size_t i = 0; i < evidence_list->count; i++) {
        const struct evidence *evidence = &evidence_list->items[i];
        for (int rank = 0; rank < RANKS; rank++) {
            assert_true(evidence->factor[rank] > 0 || !change.known[evidence->row][rank]);
            if (change.known[evidence->row][rank])
                change.log[evidence->row][rank] -= log((double)evidence->factor[rank]);
        }
    }
    for (int pass = 0; pass < 200; pass++)
        centre(&change, pass % 2);
    for (int row = 0; row < PIECES_A_SIDE; row++)
        for (int rank = 0; rank < RANKS; rank++)
            if (change.known[row][rank])
                worst = fmax(worst, fabs(change.log[row][rank]));
    return worst;
}

static uint64_t named_kinds(const struct evidence_list *evidence_list)
{
    uint64_t kinds = 0;
    for (size_t i = 0; i < evidence_list->count; i++)
        kinds |= (uint64_t)1 << evidence_list->items[i].kind;
    return kinds;
}

/* Follows a game with the beliefs of both sides; returns the kinds of evidence that there were. */
static uint64_t follow(const struct belief_knowledge *knowledge, struct lifelike *game,
                       enum player_kind player, struct rng *rng, double *worst)
{
    static struct belief belief[SIDES];
    struct evidence_list evidence_list = {0};
    struct event event;
    uint64_t kinds = 0;
    for (enum side side = RED; side <= BLUE; side++) {
        belief_init_public(&belief[side], knowledge, &game->public_state, side);
        evidence_start_recording(&belief[side].evidence, &evidence_list);
    }
    for (int ply = 0; ply < 300 && lifelike_play(game, player, rng, &event); ply++)
        for (enum side side = RED; side <= BLUE; side++) {
            double before[PIECES_A_SIDE][RANKS];
            memcpy(before, belief[side].p, sizeof before);
            evidence_list.count = 0;
            belief_observe(&belief[side], &event);
            kinds |= named_kinds(&evidence_list);
            *worst = fmax(*worst, unexplained(&belief[side], &evidence_list, before));
        }
    free(evidence_list.items);
    return kinds;
}

/* `calibrated`: with a calibration of some curves. */
static void account(const char *kind, bool calibrated, uint64_t expected)
{
    static struct setup_statistics statistics;
    static struct belief_knowledge knowledge;
    struct belief_options options;
    struct belief_model *model = shipped_belief_model();
    struct rng rng;
    rng_seed(&rng, 16, 0);
    model->calibration = (struct calibration){.games = calibrated};
    for (int i = 0; i < CALIBRATION_KNOTS && calibrated; i++)
        model->calibration.height[i] = i % 3 ? 0.06f : -0.06f;
    shipped_statistics(&statistics);
    belief_options_default(&options);
    options.kind = (double)(belief_kind_find(kind) - belief_kind_table);
    assert_int_equal(belief_knowledge_init(&knowledge, &options, &statistics, model, NULL), STATUS_OK);
    uint64_t parts = 0; /* what the model has besides */
    if (knowledge.kind->models && knowledge.families)
        parts |= 1 << EVIDENCE_KNOWN_SETUP;
    for (int habit = 0; habit < HABIT_KINDS && knowledge.kind->models && knowledge.habits; habit++)
        parts |= (uint64_t)1 << (EVIDENCE_HABIT + habit);
    for (int player = PLAYER_PEOPLE; player <= PLAYER_PROGRAMS; player++) {
        double worst = 0;
        uint64_t kinds = 0;
        for (int i = 0; i < 2; i++) {
            static struct lifelike game;
            lifelike_start(&game, model, &statistics, &rng);
            kinds |= follow(&knowledge, &game, (enum player_kind)player, &rng, &worst);
            lifelike_end(&game);
        }
        print_message("%s, players like %s: what the evidence leaves unexplained is at most %.1e\n", kind,
                      player == PLAYER_PEOPLE ? "people" : "programs", worst);
        assert_true(worst < 1e-4);
        assert_true(kinds == (expected | parts));
    }
    belief_model_free(model);
}

TEST(test_bayes)
{
    account("bayes", false, 1 << EVIDENCE_FACT | 1 << EVIDENCE_MOVED | 1 << EVIDENCE_STOOD_STILL
            | 1 << EVIDENCE_SETUP |
                     1 << EVIDENCE_NEIGHBOUR | 1 << EVIDENCE_PLAYER);
}

TEST(test_calibration)
{
    account("bayes", true, 1 << EVIDENCE_FACT | 1 << EVIDENCE_MOVED | 1 << EVIDENCE_STOOD_STILL |
                     1 << EVIDENCE_SETUP | 1 << EVIDENCE_NEIGHBOUR | 1 << EVIDENCE_PLAYER |
                     1 << EVIDENCE_CALIBRATION);
}

TEST(test_deboer)
{
    account("deboer", false, 1 << EVIDENCE_FACT | 1 << EVIDENCE_NEIGHBOUR | 1 << EVIDENCE_OPPORTUNITY |
                      1 << EVIDENCE_BEHAVIOUR);
}

/* De Boer's options at the ends of their ranges: every number stays one, and rows add up. */
TEST(test_extremes)
{
    static struct setup_statistics statistics;
    static struct belief_knowledge knowledge;
    static struct lifelike game;
    static struct belief belief[SIDES];
    struct belief_options options;
    struct belief_model *model = shipped_belief_model();
    struct event event;
    struct rng rng;
    rng_seed(&rng, 17, 0);
    shipped_statistics(&statistics);
    for (int i = 0; i < 6; i++) {
        belief_options_default(&options);
        options.kind = (double)(belief_kind_find("deboer") - belief_kind_table);
        options.neighbour_power = 3;
        options.missed = options.happiness = 20;
        options.line = 5;
        options.decay = i % 2;
        options.worth.highest_value = options.worth.bomb_value = 100;
        options.worth.flag_ahead = 1000;
        assert_int_equal(belief_knowledge_init(&knowledge, &options, &statistics, NULL, NULL), STATUS_OK);
        lifelike_start(&game, model, &statistics, &rng);
        for (enum side side = RED; side <= BLUE; side++)
            belief_init_public(&belief[side], &knowledge, &game.public_state, side);
        for (int ply = 0; ply < 400 && lifelike_play(&game, PLAYER_PEOPLE, &rng, &event); ply++)
            for (enum side side = RED; side <= BLUE; side++) {
                float odds[PIECES_A_SIDE][RANKS];
                belief_observe(&belief[side], &event);
                belief_odds(&belief[side], odds);
                for (int row = 0; row < PIECES_A_SIDE; row++) {
                    double total = 0;
                    for (int rank = 0; rank < RANKS; rank++) {
                        double weight = deboer_weights(&belief[side].deboer, row)[rank];
                        assert_true(weight > 0 && isfinite(weight));
                        assert_true(isfinite(odds[row][rank]));
                        total += belief[side].p[row][rank];
                    }
                    assert_true(fabs(total - 1) < 1e-9);
                }
            }
        lifelike_end(&game);
    }
    belief_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bayes), cmocka_unit_test(test_calibration),
                                       cmocka_unit_test(test_deboer),
                                       cmocka_unit_test(test_extremes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
