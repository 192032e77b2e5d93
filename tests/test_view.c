/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a side knows, and that it knows no more. */
#include "boards.h"
#include "cmocka_all.h"
#include "game/view.h"
#include "twins.h"

#include <stdlib.h>
#include <string.h>

/* All a view holds but where its history lies in memory. */
static void assert_same_view(const struct view *a, const struct view *b)
{
    struct board left = a->board, right = b->board;
    assert_int_equal(left.plies, right.plies);
    for (uint32_t i = 0; i < left.plies; i++) {
        const struct ply *p = &left.history[i], *q = &right.history[i];
        assert_true(move_equal(p->move, q->move) && p->mover == q->mover && p->victim == q->victim);
        assert_true(p->piece_key == q->piece_key && p->battle == q->battle);
    }
    assert_memory_equal(left.piece, right.piece, sizeof left.piece);
    assert_memory_equal(left.at, right.at, sizeof left.at);
    assert_memory_equal(left.unknown_count, right.unknown_count, sizeof left.unknown_count);
    assert_memory_equal(left.captured, right.captured, sizeof left.captured);
    assert_true(left.key == right.key && left.piece_key == right.piece_key);
    for (enum side side = RED; side <= BLUE; side++)
        assert_true(left.occupied[side] == right.occupied[side] && left.fixed[side] == right.fixed[side] &&
                    left.far_movers[side] == right.far_movers[side]);
}

TEST(test_twins)
{
    struct rng rng;
    int made = 0;
    rng_seed(&rng, 11, 0);
    for (int game = 0; game < 300; game++) {
        struct twins twins;
        struct view one = {0}, two = {0};
        if (!twins_make(&twins, (int)rng_below(&rng, 300), rules_find("isf"), &rng))
            continue;
        view_init(&one, &twins.one, twins.watcher);
        view_init(&two, &twins.two, twins.watcher);
        assert_true(twins.one.board.key != twins.two.board.key);
        assert_same_view(&one, &two);
        view_free(&one);
        view_free(&two);
        twins_free(&twins);
        made++;
    }
    assert_true(made > 100);
}

/* Every rank a view has of the enemy was shown; its own are all there; its legal moves are the
 * referee's. */
static void check_view(const struct view *view, const struct position *truth)
{
    assert_null(board_fault(&view->board));
    int unknown = 0, pool = 0;
    for (int number = 0; number < PIECES; number++) {
        const struct piece *seen = &view->board.piece[number];
        const struct piece *real = &truth->board.piece[number];
        assert_int_equal(seen->square, real->square);
        assert_int_equal(seen->moved, real->moved);
        assert_int_equal(seen->known, real->known);
        if (real->side == view->side || real->known || real->square == SQUARE_NONE)
            assert_int_equal(seen->rank, real->rank);
        else
            unknown++, assert_int_equal(seen->rank, RANK_UNKNOWN);
    }
    for (int rank = 0; rank < RANKS; rank++)
        pool += view->board.unknown_count[side_other(view->side)][rank];
    assert_int_equal(pool, unknown);
    if (truth->board.to_move == view->side) {
        struct move mine[MOVES_MAX], theirs[MOVES_MAX];
        int count = board_moves(&view->board, mine);
        assert_int_equal(count, board_moves(&truth->board, theirs));
        assert_memory_equal(mine, theirs, (size_t)count * sizeof mine[0]);
    }
}

TEST(test_follows_the_game)
{
    struct rng rng;
    rng_seed(&rng, 12, 0);
    for (int game = 0; game < 30; game++) {
        struct placement start;
        struct position position;
        struct view view[SIDES] = {0}, late = {0};
        struct move moves[MOVES_MAX];
        if (game % 2)
            placement_random_game(&start, &rng);
        else
            placement_random_few(&start, 12, &rng);
        position_init(&position, &start, rules_find("isf"), NULL);
        for (enum side side = RED; side <= BLUE; side++)
            view_init(&view[side], &position, side);
        for (int ply = 0; ply < 400; ply++) {
            int count = board_moves(&position.board, moves);
            struct move_with_ranks entered = {MOVE_NONE, RANK_UNKNOWN, RANK_UNKNOWN};
            struct event event;
            if (count == 0)
                break;
            entered.move = moves[rng_below(&rng, (uint32_t)count)];
            if (position_play(&position, entered, &event, NULL) != STATUS_OK)
                break;
            for (enum side side = RED; side <= BLUE; side++) {
                view_apply(&view[side], &event);
                check_view(&view[side], &position);
            }
        }
        view_init(&late, &position, BLUE); /* a latecomer knows the same */
        assert_same_view(&late, &view[BLUE]);
        for (enum side side = RED; side <= BLUE; side++)
            view_free(&view[side]);
        view_free(&late);
        position_free(&position);
    }
}

static const char unknown_pieces[] =
    "bB b? b? .  .  .  .  .  .  .   b? .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  ."
    " .  .  .  .  .  .  .  .  .  .   .  .  ~  ~  .  .  ~  ~  .  .   .  .  ~  ~  .  .  ~  ~  .  ."
    " .  .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  .   r8 .  .  .  .  .  .  .  .  ."
    " r2 .  .  .  .  .  .  .  .  .";

/* Where a rank is known to nobody, the move that fights must have it, and it must be possible. */
TEST(test_stated_ranks)
{
    struct placement placement;
    struct position position;
    struct error error;
    struct event event;
    placement_draw(&placement, RED, unknown_pieces);
    for (int rank = 0; rank < RANKS; rank++)
        placement.captured[BLUE][rank] = rank_table[rank].count;
    placement.captured[BLUE][BOMB] -= 2;
    placement.captured[BLUE][FLAG] = 0;
    placement.captured[BLUE][SCOUT]--;
    placement.captured[BLUE][MAJOR]--;
    position_init(&position, &placement, rules_find("isf"), NULL);
    const struct {
        struct move_with_ranks move;
        enum status status;
        const char *text;
    } cases[] = {
        {{{10, 20}, RANK_UNKNOWN, SCOUT}, STATUS_BAD,
         "the move has a defender's rank, but nobody is there"},
        {{{10, 20}, MAJOR, RANK_UNKNOWN}, STATUS_BAD, "the attacker is a colonel, not a major"},
        {{{10, 20}, RANK_UNKNOWN, RANK_UNKNOWN}, STATUS_OK, ""},
        {{{92, 52}, RANK_UNKNOWN, RANK_UNKNOWN}, STATUS_NO, "it ends in a lake"},
        {{{91, 61}, MAJOR, RANK_UNKNOWN}, STATUS_BAD, "a major cannot have made that move"},
        {{{91, 61}, RANK_UNKNOWN, RANK_UNKNOWN}, STATUS_OK, ""},
        {{{20, 30}, RANK_UNKNOWN, RANK_UNKNOWN}, STATUS_OK, ""},
        {{{80, 50}, RANK_UNKNOWN, RANK_UNKNOWN}, STATUS_NO, "only scouts move more than one square"},
        {{{80, 70}, RANK_UNKNOWN, RANK_UNKNOWN}, STATUS_OK, ""},
        {{{30, 40}, RANK_UNKNOWN, RANK_UNKNOWN}, STATUS_OK, ""},
        {{{70, 60}, RANK_UNKNOWN, RANK_UNKNOWN}, STATUS_OK, ""},
        {{{40, 50}, RANK_UNKNOWN, RANK_UNKNOWN}, STATUS_OK, ""},
        {{{60, 50}, RANK_UNKNOWN, RANK_UNKNOWN}, STATUS_BAD,
         "the attacker's rank is not known: the move must have it (a4#6xa5#B)"},
        {{{60, 50}, CAPTAIN, RANK_UNKNOWN}, STATUS_BAD, "blue has no unknown captain left"},
        {{{60, 50}, BOMB, RANK_UNKNOWN}, STATUS_BAD, "a bomb cannot have made that move"},
        {{{60, 50}, MAJOR, COLONEL}, STATUS_OK, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(position_play(&position, cases[i].move, &event, &error), cases[i].status);
        if (cases[i].status != STATUS_OK)
            assert_string_equal(error.text, cases[i].text);
        assert_null(board_fault(&position.board));
    }
    assert_int_equal(event.attacker, MAJOR);
    assert_int_equal(event.battle, BATTLE_LOST);
    assert_int_equal(position.board.captured[BLUE][MAJOR], rank_table[MAJOR].count);
    position_free(&position);
}

TESTS_MAIN(NULL, NULL)
