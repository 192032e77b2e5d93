/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: no-sanitizers */
/* Short cuts of plans change no value: the same plans without them are their oracles. All values have to be
 * the same, but for the sign of a zero. And one of the planner: who is not active leaves zeros. */
#include "plan/plans.h"

#include "base/rng.h"
#include "boards.h"
#include "cmocka_all.h"
#include "plans_at.h"

#include <stdlib.h>
#include <string.h>

/* slow_*.c */
extern const struct plan_kind slow_tactical_defense, slow_flag_defense, slow_tactical_attack, slow_miner_way;

struct compared {
    double option[40];
    double value[2][MOVES_MAX];
    /* Instances that gave points: of TacticalDefense about a piece that nobody knows of, and about others; of
     * FlagDefense. And positions in which an enemy piece must not make some step, for its flag's sake. */
    int first, moved, sieges, tied;
    int races, ways; /* instances of TacticalAttack about what may be the flag, and of MinerWay */
    int active, inactive; /* instances of all plans */
};

/* The options as they are, or anything that may be set, and those that are off by default too. */
static void draw_options(const struct option_group *group, struct compared *compared, struct rng *rng)
{
    assert_in_range(group->count, 1, 40);
    for (size_t i = 0; i < group->count; i++) {
        const struct option *option = &group->options[i];
        double value = option->standard, max = option->max < 2 ? option->max : 2;
        if (option->type == OPTION_FLAG && !rng_below(rng, 2))
            value = 1 - value;
        if (option->type == OPTION_NUMBER && !rng_below(rng, 2))
            value = option->min + rng_unit(rng) * (max - option->min);
        compared->option[i] = value;
    }
}

static void set_option(const struct option_group *group, const char *key, double value,
                       struct compared *compared)
{
    for (size_t i = 0; i < group->count; i++)
        if (strcmp(group->options[i].key, key) == 0) {
            compared->option[i] = value;
            return;
        }
    fail_msg("%s has no option %s", group->name, key);
}

/* Whether the plan gives points to some move. */
static bool gives_points(const struct plan_context *context, const struct plan_kind *plan, int subject,
                         const double *option, double *value)
{
    bool any = false, evaluated = plan->evaluate(context, option, subject, value);
    for (int move = 0; move < context->count; move++)
        any = any || value[move] != 0;
    assert_true(evaluated || !any);
    return any;
}

/* Whether the plan gave points, as the slow one did. */
static bool compare_values(const struct plan_context *context, const struct plan_kind *plan,
                           const struct plan_kind *slow, int subject, struct compared *compared)
{
    memset(compared->value, 0, sizeof compared->value);
    bool gave = gives_points(context, plan, subject, compared->option, compared->value[0]);
    assert_int_equal(gave, gives_points(context, slow, subject, compared->option, compared->value[1]));
    for (int move = 0; move < context->count && gave; move++)
        if (compared->value[0][move] != compared->value[1][move])
            fail_msg("%s: %.17g, but %.17g without short cuts", plan->name, compared->value[0][move],
                     compared->value[1][move]);
    return gave;
}

static void compare_hunters(const struct plan_context *context, struct compared *compared, struct rng *rng)
{
    draw_options(&plan_tactical_defense.options, compared, rng);
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        int number = context->own_first + i;
        const struct plan_piece *piece = &context->piece[number];
        if (piece->square == SQUARE_NONE || !rank_moves(piece->rank))
            continue;
        bool gave = compare_values(context, &plan_tactical_defense, &slow_tactical_defense, number, compared);
        compared->first += gave && !piece->moved && !piece->known;
        compared->moved += gave && (piece->moved || piece->known);
    }
}

static void compare_sieges(const struct plan_context *context, struct compared *compared, struct rng *rng)
{
    draw_options(&plan_flag_defense.options, compared, rng);
    compared->sieges += compare_values(context, &plan_flag_defense, &slow_flag_defense, 0, compared);
}

static void compare_attacks(const struct plan_context *context, struct compared *compared, struct rng *rng)
{
    draw_options(&plan_tactical_attack.options, compared, rng);
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        int number = context->enemy_first + i;
        if (context->piece[number].square != SQUARE_NONE &&
            compare_values(context, &plan_tactical_attack, &slow_tactical_attack, number, compared))
            compared->races += context->piece[number].p[FLAG] > 0.5;
    }
}

static void compare_miners(const struct plan_context *context, struct compared *compared, struct rng *rng)
{
    const struct option_group *group = &plan_miner_way.options;
    draw_options(group, compared, rng);
    if (rng_below(rng, 2)) { /* a way that is watched may be worth nearly as much as one that is not */
        set_option(group, "decay", 0.97, compared);
        set_option(group, "watched", 0.8, compared);
        set_option(group, "open", 2, compared);
    }
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        int number = context->own_first + i;
        if (context->piece[number].square != SQUARE_NONE && context->piece[number].rank == MINER)
            compared->ways += compare_values(context, &plan_miner_way, &slow_miner_way, number, compared);
    }
}

/* Whether a plan may be run for that piece. */
static bool is_subject(const struct plan_context *context, enum plan_subject kind, int number)
{
    const struct plan_piece *piece = &context->piece[number];
    bool own = number >= context->own_first && number < context->own_first + PIECES_A_SIDE;
    if (piece->square == SQUARE_NONE)
        return false;
    switch (kind) {
    case SUBJECT_ENEMY:
        return !own;
    case SUBJECT_OWN:
        return own;
    case SUBJECT_MOVER:
        return own && rank_moves(piece->rank) && piece->rank != MARSHAL;
    case SUBJECT_MINER:
        return own && piece->rank == MINER;
    default:
        return false;
    }
}

static void ask_whether_active(const struct plan_context *context, const struct plan_kind *plan, int subject,
                               struct compared *compared)
{
    double *value = compared->value[0];
    memset(value, 0, sizeof compared->value[0]);
    bool active = plan->evaluate(context, compared->option, subject, value);
    for (int move = 0; move < context->count && !active; move++)
        if (value[move] != 0)
            fail_msg("%s is not active, but gives %.17g", plan->name, value[move]);
    *(active ? &compared->active : &compared->inactive) += 1;
}

/* An instance of a plan that is not active leaves zeros: the planner does not clear them again. */
static void compare_inactive(const struct plan_context *context, struct compared *compared, struct rng *rng)
{
    for (int i = 0; i < plan_kind_count; i++) {
        const struct plan_kind *plan = plan_kind_table[i];
        draw_options(&plan->options, compared, rng);
        for (int number = 0; number < PIECES; number++)
            if (is_subject(context, plan->subject, number))
                ask_whether_active(context, plan, number, compared);
        if (plan->subject == SUBJECT_GAME)
            ask_whether_active(context, plan, 0, compared);
        for (int lane = 0; lane < LANES && plan->subject == SUBJECT_LANE; lane++)
            ask_whether_active(context, plan, lane, compared);
        for (int rank = SPY; rank <= MARSHAL && plan->subject == SUBJECT_HUNTED; rank += MARSHAL - SPY)
            ask_whether_active(context, plan, rank, compared);
    }
}

/* Any move, and every other time the one straight back, so that the two-squares rule has a say; false where
 * the game is over. */
static bool play_on(struct position *position, struct rng *rng)
{
    const struct board *board = &position->board;
    struct move moves[MOVES_MAX];
    if (position_outcome(position).result != RESULT_OPEN)
        return false;
    int count = board_moves(board, moves), chosen = (int)rng_below(rng, (uint32_t)count);
    if (board->plies >= 2 && rng_below(rng, 2)) {
        struct move last = board->history[board->plies - 2].move;
        for (int i = 0; i < count; i++)
            if (moves[i].from == last.to && moves[i].to == last.from)
                chosen = i;
    }
    struct move_with_ranks entered = {moves[chosen], RANK_UNKNOWN, RANK_UNKNOWN};
    return position_play(position, entered, NULL, NULL) == STATUS_OK;
}

/* Takes a hidden enemy piece that never moved for the flag, so that there may be a way to it; true where some
 * enemy piece must not step aside then. */
static bool guess_flag(struct plan_context *context, struct rng *rng)
{
    struct plan_piece *piece = &context->piece[context->enemy_first + (int)rng_below(rng, PIECES_A_SIDE)];
    if (piece->square == SQUARE_NONE || piece->moved || piece->known)
        return false;
    memset(piece->p, 0, sizeof piece->p);
    piece->p[FLAG] = 1;
    flag_way_init(&context->flag_way, context);
    for (bitboard closers = context->flag_way.closers; closers;)
        if (flag_way_opening_steps(&context->flag_way, bits_pop(&closers), BITS_BOARD))
            return true;
    return false;
}

/* Who of the own may pass for a bomb, and who is the enemy's flag, is changed by chance, more often than it
 * would. */
static void compare_some(struct plan_context *context, struct compared *compared, struct rng *rng)
{
    for (int i = 0; i < 3; i++) {
        compare_hunters(context, compared, rng);
        compare_sieges(context, compared, rng);
        compare_attacks(context, compared, rng);
        compare_miners(context, compared, rng);
        compare_inactive(context, compared, rng);
        context->own_hidden &= rng_next(rng) | (bitboard)rng_next(rng) << 64;
        compared->tied += guess_flag(context, rng);
    }
}

/* Games by chance, half of them of few pieces close to each other. */
TEST(test_shortcuts)
{
    struct rng rng;
    struct compared *compared = calloc(1, sizeof *compared);
    struct plan_context *context = calloc(1, sizeof *context);
    struct worth_options options;
    worth_options_init(&options);
    for (uint64_t game = 0; game < 200; game++) {
        struct placement start;
        struct position position = {0};
        rng_seed(&rng, 58, game);
        if (game % 2)
            placement_random_few(&start, 12, &rng);
        else
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
            compare_some(context, compared, &rng);
            view_free(&view);
        }
        position_free(&position);
    }
    assert_true(compared->first > 500 && compared->moved > 5000 && compared->sieges > 500);
    assert_true(compared->tied > 100);
    assert_true(compared->races > 500 && compared->ways > 500);
    assert_true(compared->active > 10000 && compared->inactive > 10000);
    free(context);
    free(compared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shortcuts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
