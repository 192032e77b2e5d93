/* SPDX-License-Identifier: GPL-3.0-or-later */
/* De Boer's figures A3 and A4, both sides by their plans: red holds the flag for ever, but for the
 * more-squares rule. Each of its steps that holds ends next to a blue piece, that piece goes round it,
 * and so the chase that the rule ends is the scout's. */
#include "cmocka_all.h"
#include "plans_at.h"

enum { ENOUGH = 300, LONGEST = 150, GAMES = 8, FORESIGHT = 7 };

static const char *const tactics =
    "ImmediateCapture TacticalDefense TacticalAttack FlagDefense MinerWay";

/* What was seen of a game. */
struct chase_result {
    struct outcome outcome;
    int plies;
    int chasing;     /* of them, how many in a row were red's steps next to a piece that then went away */
    int barred;      /* red's turns in which the more-squares rule forbade a step */
    bool scout_first; /* blue, to move at the start, moved the scout */
};

static bool is_scout(const struct board *board, int square)
{
    return board->piece[board->at[square]].rank == SCOUT;
}

/* Whether the more-squares rule forbids the side to move one of its steps. */
static bool is_barred(const struct board *board)
{
    struct move moves[MOVES_MAX];
    int count = board_pseudo_legal_moves(board, board->to_move, moves);
    for (int i = 0; i < count; i++)
        if (board_check(board, moves[i]) == MOVE_MORE_SQUARES)
            return true;
    return false;
}

/* --- red by chance: any step after which blue cannot force a way within FORESIGHT plies --- */

/* Whether blue, to move, takes the flag within `plies` plies whatever red does. His scout is not tried: it is
 * there only so that it has a move to make. */
static bool flag_falls(struct board *board, int plies);

static bool all_replies_fall(struct board *board, int plies)
{
    struct move moves[MOVES_MAX];
    int count = board_moves(board, moves);
    bool all = true;
    for (int i = 0; i < count && all; i++) {
        board_make(board, moves[i]);
        all = flag_falls(board, plies);
        board_unmake(board);
    }
    return all;
}

static bool flag_falls(struct board *board, int plies)
{
    struct move moves[MOVES_MAX];
    int count = board_moves(board, moves);
    bool found = false;
    for (int i = 0; i < count && !found; i++) {
        int victim = board->at[moves[i].to];
        if (victim < PIECES && board->piece[victim].rank == FLAG)
            return true;
        if (plies < 3 || is_scout(board, moves[i].from))
            continue;
        board_make(board, moves[i]);
        found = all_replies_fall(board, plies - 2);
        board_unmake(board);
    }
    return found;
}

/* One of red's moves that hold, or any where none does. */
static struct move chance(struct board *board, struct rng *rng)
{
    struct move moves[MOVES_MAX];
    int count = board_moves(board, moves), kept = 0;
    for (int i = 0; i < count; i++) {
        board_make(board, moves[i]);
        bool holds = !flag_falls(board, FORESIGHT);
        board_unmake(board);
        if (holds)
            moves[kept++] = moves[i];
    }
    return moves[rng_below(rng, (uint32_t)(kept ? kept : count))];
}

/* --- the games --- */

/* Plays on to the end, or ENOUGH plies; red by chance where `rng` is there. */
static struct chase_result play_chase(const char *name, const char *rules, const char *plans, struct rng *rng)
{
    struct plans_at *at = plans_start(name, rules, plans);
    struct board *board = &at->position.board;
    struct chase_result chase = {.outcome = position_outcome(&at->position)};
    bool chasing = true;
    int red_to = SQUARE_NONE;
    for (; chase.plies < ENOUGH && chase.outcome.result == RESULT_OPEN; chase.plies++) {
        enum side side = board->to_move;
        chase.barred += side == RED && is_barred(board);
        struct move move = side == RED && rng ? chance(board, rng) : plans_choose(at);
        if (side == RED)
            red_to = move.to;
        else if (red_to != SQUARE_NONE)
            chasing = chasing && square_distance(move.from, red_to) == 1 && !is_scout(board, move.from);
        else
            chase.scout_first = is_scout(board, move.from);
        plans_play(at, move);
        chase.chasing += chasing;
        chase.outcome = position_outcome(&at->position);
    }
    plans_end(at);
    return chase;
}

/* With the rule blue takes the flag soon, and nearly all was a chase; without it red holds, and all was. */
static void test_figure(const char *name, const char *plans)
{
    struct chase_result with = play_chase(name, "isf", plans, NULL);
    struct chase_result without = play_chase(name, "redeca", plans, NULL);
    print_message("%s: blue takes the flag in ply %d, after a chase of %d\n", name, with.plies,
                  with.chasing);
    assert_int_equal(with.outcome.result, RESULT_BLUE);
    assert_int_equal(with.outcome.reason, REASON_FLAG);
    assert_in_range(with.plies, 16, LONGEST);
    assert_in_range(with.chasing, with.plies - 12, with.plies);
    assert_true(with.barred > 0);
    assert_int_equal(without.plies, ENOUGH);
    assert_int_equal(without.chasing, ENOUGH);
    assert_int_equal(without.barred, 0);
}

TEST(test_a3)
{
    test_figure("deboer-A3", EVERY_PLAN);
    test_figure("deboer-A3", tactics);
}

TEST(test_a4)
{
    test_figure("deboer-A4", EVERY_PLAN);
    test_figure("deboer-A4", tactics);
    assert_true(play_chase("deboer-A4", "isf", EVERY_PLAN, NULL).scout_first);
    assert_true(play_chase("deboer-A4", "isf", tactics, NULL).scout_first);
}

/* However red defends, blue's plans win. */
TEST(test_any_defence)
{
    static const char *const names[] = {"deboer-A3", "deboer-A4"};
    struct rng rng;
    rng_seed(&rng, 62, 0);
    for (int i = 0; i < 2 * GAMES; i++) {
        struct chase_result chase = play_chase(names[i % 2], "isf", EVERY_PLAN, &rng);
        assert_int_equal(chase.outcome.result, RESULT_BLUE);
        assert_in_range(chase.plies, 4, ENOUGH - 1);
    }
}

TESTS_MAIN(NULL, NULL)
