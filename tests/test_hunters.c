/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TacticalDefense looks for hunters only where one may stand that has the piece in a zone. The same plan that
 * looks everywhere is its oracle: every value has to be the same, but for the sign of a zero. */
#include "plan/plans.h"
#include "plan/zone.h"

/* The plan once more, under other names. */
#define chase_grounds(prey, hard) ((void)(prey), (void)(hard), BITS_BOARD)
extern const struct plan_kind plan_looking_everywhere;
extern const struct option_group plan_looking_everywhere_group;
#define plan_tactical_defense plan_looking_everywhere
#define plan_tactical_defense_group plan_looking_everywhere_group
#include "plan/tactical_defense.c"
#undef chase_grounds
#undef plan_tactical_defense
#undef plan_tactical_defense_group

#include "base/rng.h"
#include "boards.h"
#include "cmocka_all.h"
#include "plans_at.h"

#include <stdlib.h>
#include <string.h>

struct compared {
    double option[2][40];
    double value[2][MOVES_MAX];
    int first, moved; /* instances that gave points: about a piece that nobody knows of, about others */
};

/* The options as they are, or anything that may be set, and those that are off by default too. */
static void draw_options(struct compared *compared, struct rng *rng)
{
    const struct option_group *group = &plan_tactical_defense_group;
    assert_in_range(group->count, 1, 40);
    for (size_t i = 0; i < group->count; i++) {
        const struct option *option = &group->options[i];
        double value = option->standard, most = option->most < 2 ? option->most : 2;
        if (option->type == OPTION_NUMBER && !rng_below(rng, 2))
            value = option->least + rng_unit(rng) * (most - option->least);
        compared->option[0][i] = compared->option[1][i] = value;
    }
}

static void compare(const struct plan_context *context, struct compared *compared)
{
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        int number = context->own_first + i;
        const struct plan_piece *piece = &context->piece[number];
        if (piece->square == SQUARE_NONE || !rank_moves(piece->rank))
            continue;
        memset(compared->value, 0, sizeof compared->value);
        bool near = plan_tactical_defense.evaluate(context, compared->option[0], number, compared->value[0]);
        bool all = plan_looking_everywhere.evaluate(context, compared->option[1], number, compared->value[1]);
        assert_int_equal(near, all);
        for (int move = 0; move < context->count; move++)
            if (compared->value[0][move] != compared->value[1][move])
                fail_msg("%.17g, but %.17g by looking everywhere", compared->value[0][move],
                         compared->value[1][move]);
        compared->first += near && !piece->moved && !piece->known;
        compared->moved += near && (piece->moved || piece->known);
    }
}

/* Any move; false where the game is over. */
static bool play_on(struct position *position, struct rng *rng)
{
    struct move moves[MOVES_MAX];
    if (position_outcome(position).result != RESULT_OPEN)
        return false;
    int count = board_moves(&position->board, moves);
    struct move_with_ranks told = {moves[rng_below(rng, (uint32_t)count)], RANK_UNKNOWN, RANK_UNKNOWN};
    return position_play(position, told, NULL, NULL) == STATUS_OK;
}

/* Games by chance; who of the own may pass for a bomb is changed by chance too, more often than it would. */
static void test_hunters(void **state)
{
    (void)state;
    struct rng rng;
    struct compared *compared = calloc(1, sizeof *compared);
    struct plan_context *context = calloc(1, sizeof *context);
    struct worth_options options;
    worth_options_init(&options);
    for (uint64_t game = 0; game < 40; game++) {
        struct placement start;
        struct position position = {0};
        rng_seed(&rng, 58, game);
        placement_random_game(&start, &rng);
        assert_int_equal(position_init(&position, &start, rules_find("isf"), NULL), STATUS_OK);
        for (int ply = 0; ply < 200 && play_on(&position, &rng); ply++) {
            double p[SIDES][PIECES_A_SIDE][RANKS];
            struct view view = {0};
            struct worth worth;
            enum side side = position.board.to_move;
            if (ply % 4)
                continue;
            view_init(&view, &position, side);
            worth_compute(&options, &view, &worth);
            plans_count_beliefs(&position, p);
            plan_context_init(context, &view, &worth, 100, (const double(*)[RANKS])p[side_other(side)],
                              (const double(*)[RANKS])p[side], &rng);
            for (int i = 0; i < 3; i++) {
                draw_options(compared, &rng);
                compare(context, compared);
                context->own_hidden &= rng_next(&rng) | (bitboard)rng_next(&rng) << 64;
            }
            view_free(&view);
        }
        position_free(&position);
    }
    assert_true(compared->first > 500 && compared->moved > 5000);
    free(context);
    free(compared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_hunters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
