/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Endings that neither side can win, held against searches that share no code with the verdict: all that
 * both sides can do together (plain arrays, no repetition rules), all that one side can force within a few
 * plies, and long games by all rules in which the runner must always have a move that keeps it safe. */
#include "boards.h"
#include "cmocka_all.h"
#include "game/ending.h"
#include "game/position.h"
#include "game/view.h"

#include <stdlib.h>
#include <string.h>

static struct board board_of(enum side to_move, const char *picture)
{
    struct placement placement;
    struct board board;
    placement_draw(&placement, to_move, picture);
    board_init(&board, &placement, rules_find("isf"));
    return board;
}

static enum ending verdict_of(enum side to_move, const char *picture)
{
    struct board board = board_of(to_move, picture);
    enum ending ending = ending_of(&board);
    board_free(&board);
    return ending;
}

#define MIDDLE \
    ".   .   ~   ~   .   .   ~   ~   .   .\n" \
    ".   .   ~   ~   .   .   ~   ~   .   .\n"
#define EMPTY ".   .   .   .   .   .   .   .   .   .\n"

static const char marshal_and_spy[] =
    "bF  bB  .   .   .   .   .   .   .   .\n"
    "bB  .   .   .   bS* .   .   .   .   .\n" EMPTY EMPTY MIDDLE EMPTY EMPTY
    ".   .   .   .   .   rX* .   .   .   rB\n"
    ".   .   .   .   .   .   .   .   rB  rF\n";

TEST(test_marshal_and_spy)
{
    assert_int_equal(verdict_of(RED, marshal_and_spy), ENDING_DEAD);
    assert_string_equal(ending_text(ENDING_DEAD), "Nobody can win any more");
    assert_string_equal(ending_text(ENDING_OPEN), "");
    /* The spy in the corner, the marshal beside the square it must go to. */
    assert_int_equal(verdict_of(BLUE, "bF  bB  .   .   .   .   .   .   .   bS*\n"
                                      "bB  .   .   .   .   .   .   .   rX* .\n" EMPTY EMPTY MIDDLE EMPTY EMPTY
                                      ".   .   .   .   .   .   .   .   .   rB\n"
                                      ".   .   .   .   .   .   .   .   rB  rF\n"), ENDING_OPEN);
    /* A scout catches the spy. */
    assert_int_equal(verdict_of(BLUE, "bF  bB  .   .   .   .   .   .   .   .\n"
                                      "bB  .   .   .   bS* .   .   .   .   .\n" EMPTY EMPTY MIDDLE EMPTY EMPTY
                                      ".   .   .   .   .   r2* .   .   .   rB\n"
                                      ".   .   .   .   .   .   .   .   rB  rF\n"), ENDING_OPEN);
}

TEST(test_flags)
{
    /* A miner opens the wall; without one the flag is out of reach. */
    static const char miner[] =
        "bF  bB  .   .   .   .   .   .   .   .\n"
        "bB  .   r3* .   .   .   .   .   .   .\n" EMPTY EMPTY MIDDLE EMPTY EMPTY
        ".   .   .   .   .   b5* .   .   .   rB\n"
        ".   .   .   .   .   .   .   .   rB  rF\n";
    struct board board = board_of(RED, miner);
    assert_true(ending_flag_in_reach(&board, RED));
    assert_false(ending_flag_in_reach(&board, BLUE));
    assert_int_equal(ending_of(&board), ENDING_OPEN);
    board_free(&board);
    /* The lieutenant stands between: the miner cannot force its way. */
    assert_int_equal(verdict_of(RED, "bF  bB  .   .   .   .   .   .   .   .\n"
                                     "bB  .   .   .   b5* .   .   .   .   .\n" EMPTY EMPTY MIDDLE EMPTY EMPTY
                                     ".   .   .   .   .   r3* .   .   .   rB\n"
                                     ".   .   .   .   .   .   .   .   rB  rF\n"), ENDING_HELD);
    /* A miner walled in by its own bombs comes to none of the enemy's. */
    board = board_of(RED, "bF  bB  .   .   .   .   .   .   .   .\n"
                          "bB  .   .   .   b5* .   .   .   .   .\n" EMPTY EMPTY MIDDLE EMPTY EMPTY
                          "rB  .   .   r5* .   .   .   .   .   rB\n"
                          "r3  rB  .   .   .   .   .   .   rB  rF\n");
    assert_false(ending_flag_in_reach(&board, RED));
    board_free(&board);
    /* Lakes, an edge and bombs; the same with a way in. */
    static const char lakes[] =
        "bF  bB  .   .   .   .   .   .   .   .\n"
        "bB  .   .   .   b5* .   .   .   .   .\n" EMPTY EMPTY MIDDLE
        ".   rB  rF  rB  .   .   .   .   .   .\n"
        ".   .   rB  .   .   .   .   .   .   .\n"
        ".   .   .   .   .   r5* .   .   .   .\n" EMPTY;
    board = board_of(RED, lakes);
    assert_false(ending_flag_in_reach(&board, BLUE));
    assert_int_equal(ending_of(&board), ENDING_DEAD);
    board_free(&board);
    board = board_of(RED, "bF  bB  .   .   .   .   .   .   .   .\n"
                          "bB  .   .   .   b5* .   .   .   .   .\n" EMPTY EMPTY MIDDLE
                          ".   rB  rF  r6  .   .   .   .   .   .\n"
                          ".   .   rB  .   .   .   .   .   .   .\n" EMPTY EMPTY);
    assert_true(ending_flag_in_reach(&board, BLUE));
    board_free(&board);
}

/* One side with several movers and no miner, against a marshal that none of them can take. */
TEST(test_several)
{
    assert_int_equal(verdict_of(RED, "bF  bB  .   .   .   .   .   .   .   .\n"
                                     "bB  .   .   .   b9* .   .   .   b7* .\n" EMPTY EMPTY MIDDLE EMPTY EMPTY
                                     ".   .   .   .   .   rX* .   .   .   rB\n"
                                     ".   .   .   .   .   .   .   .   rB  rF\n"), ENDING_HELD);
    /* Two that are stronger hunt one down. */
    assert_int_equal(verdict_of(RED, "bF  bB  .   .   .   .   .   .   .   .\n"
                                     "bB  .   .   .   b9* .   .   .   b7* .\n" EMPTY EMPTY MIDDLE EMPTY EMPTY
                                     ".   .   .   .   .   r5* .   .   .   rB\n"
                                     ".   .   .   .   .   .   .   .   rB  rF\n"), ENDING_OPEN);
    /* Both have several: nothing is claimed. */
    assert_int_equal(verdict_of(RED, "bF  bB  .   .   .   .   .   .   .   .\n"
                                     "bB  .   .   .   b9* .   .   .   b7* .\n" EMPTY EMPTY MIDDLE EMPTY EMPTY
                                     ".   r4* .   .   .   rX* .   .   .   rB\n"
                                     ".   .   .   .   .   .   .   .   rB  rF\n"), ENDING_OPEN);
}

/* A side's board says no more than that side knows. */
TEST(test_views)
{
    static const char known[] =
        "bF! bB! .   .   .   .   .   .   .   .\n"
        "bB! .   .   .   bS* .   .   .   .   .\n" EMPTY EMPTY MIDDLE EMPTY EMPTY
        ".   .   .   .   .   rX* .   .   .   rB\n"
        ".   .   .   .   .   .   .   .   rB  rF\n";
    const char *const pictures[] = {known, marshal_and_spy};
    for (int i = 0; i < 2; i++) {
        struct placement placement;
        struct position position = {0};
        placement_draw(&placement, RED, pictures[i]);
        assert_int_equal(position_init(&position, &placement, rules_find("isf"), NULL), STATUS_OK);
        for (enum side side = RED; side <= BLUE; side++) {
            struct view view = {0};
            view_init(&view, &position, side);
            /* By the counts the piece that moved is the spy, or the marshal. Which of three is the flag, red
             * knows in the first picture alone, and blue in neither. */
            bool stated = side == RED && i == 0;
            assert_int_equal(ending_of(&view.board) == ENDING_DEAD, stated);
            assert_int_equal(ending_flag_in_reach(&view.board, side), !stated);
            view_free(&view);
        }
        position_free(&position);
    }
}

/* --- random endings --- */

/* Puts a piece on a random empty square of the side's half, or of the whole board. */
static int scatter(struct placement *placement, enum side side, int rank, bool anywhere, struct rng *rng)
{
    for (;;) {
        int square = (int)rng_below(rng, anywhere ? SQUARES : 4 * FILES);
        if (side == BLUE)
            square = square_turned(square);
        if (square_is_lake(square) || placement->cell[square].side != SIDES)
            continue;
        placement->cell[square] = (struct cell){.rank = (uint8_t)rank, .side = (uint8_t)side,
                                                .moved = rank_moves(rank), .known = true};
        return square;
    }
}

/* A flag with bombs on most of the squares around it, some more bombs, and `movers` pieces that move. */
static void scatter_side(struct placement *placement, enum side side, int movers, struct rng *rng)
{
    static const uint8_t ranks[] = {SPY, SCOUT, MINER, SERGEANT, MAJOR, MAJOR, GENERAL, MARSHAL};
    int flag = scatter(placement, side, FLAG, false, rng), bombs = 0, used = 0;
    for (int way = NORTH; way < DIRECTIONS; way++) {
        int square = square_next[flag][way];
        if (square == SQUARE_NONE || square_is_lake(square) || placement->cell[square].side != SIDES)
            continue;
        if (rng_below(rng, 12)) {
            placement->cell[square] =
                (struct cell){.rank = BOMB, .side = (uint8_t)side, .known = true};
            bombs++;
        }
    }
    for (int i = 0; i < 2 && rng_below(rng, 2); i++)
        scatter(placement, side, BOMB, false, rng);
    while (movers > 0) {
        int pick = (int)rng_below(rng, sizeof ranks);
        if (used & 1 << pick)
            continue;
        used |= 1 << pick;
        scatter(placement, side, ranks[pick], true, rng);
        movers--;
    }
}

static void random_ending(struct board *board, struct rng *rng)
{
    struct placement placement;
    do {
        int many = rng_below(rng, 3) ? 1 : 2 + (int)rng_below(rng, 2);
        enum side side = (enum side)rng_below(rng, 2);
        placement_clear(&placement);
        placement.to_move = (enum side)rng_below(rng, 2);
        scatter_side(&placement, side, many, rng);
        scatter_side(&placement, side_other(side), 1, rng);
    } while (placement_check(&placement, NULL) != STATUS_OK);
    board_init(board, &placement, rules_find("isf"));
}

/* --- all that both sides can do together, one after the other or not, without repetition rules --- */

/* Squares hold 0, or a symbol's rank plus 1, blue's plus 20; '#' is 99. */
struct plain_map {
    unsigned char at[100];
};

struct plain_set {
    struct plain_map *item;
    size_t count, capacity;
};

static bool plain_put(struct plain_set *set, const struct plain_map *plain)
{
    for (size_t slot = set->count; slot-- > 0;)
        if (memcmp(&set->item[slot], plain, sizeof *plain) == 0)
            return false;
    if (set->count == set->capacity)
        return false;
    set->item[set->count++] = *plain;
    return true;
}

/* Plays every step of every piece of either side from one position; true where `side` takes a flag by one. */
static bool plain_expand(struct plain_set *set, size_t from, int side)
{
    static const int ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (int square = 0; square < 100; square++) {
        struct plain_map now = set->item[from];
        int man = now.at[square], color = man >= 20, rank = man % 20 - 1;
        if (man == 0 || man == 99 || rank <= 1)
            continue;
        for (int way = 0; way < 4; way++) {
            int row = square / 10 + ways[way][0], file = square % 10 + ways[way][1];
            if (row < 0 || row > 9 || file < 0 || file > 9)
                continue;
            int to = 10 * row + file, other = now.at[to], victim = other % 20 - 1;
            struct plain_map next = now;
            if (other == 99 || (other && (other >= 20) == color))
                continue;
            if (other && victim == 0 && color == side)
                return true;
            next.at[square] = 0;
            bool wins = !other || victim == 0 || (victim == 1 ? rank == 4 : rank > victim) ||
                        (rank == 2 && victim == 11);
            next.at[to] = (unsigned char)(wins ? man : victim == rank ? 0 : other);
            if (!other || victim != 0)
                plain_put(set, &next);
        }
    }
    return false;
}

/* Whether `side` takes the flag in some position of at most `max` that play of both sides can lead to. */
static bool flag_falls(const struct board *board, enum side side, size_t max)
{
    struct plain_set set = {.item = calloc(max, sizeof *set.item), .capacity = max};
    struct plain_map start = {{0}};
    bool falls = false;
    for (int square = 0; square < 100; square++) {
        int number = board->at[square];
        if (number == LAKE)
            start.at[square] = 99;
        else if (number != NO_PIECE)
            start.at[square] =
                (unsigned char)(board->piece[number].rank + 1 + (board->piece[number].side == BLUE ? 20 : 0));
    }
    plain_put(&set, &start);
    for (size_t i = 0; i < set.count && !falls; i++)
        falls = plain_expand(&set, i, side == BLUE);
    free(set.item);
    return falls;
}

/* Whether `side` wins by force within `plies`, by all rules. */
static bool forces(struct board *board, enum side side, int plies)
{
    struct outcome outcome = board_outcome(board);
    if (outcome.result != RESULT_OPEN || plies == 0)
        return outcome.result == result_win(side);
    struct move moves[MOVES_MAX];
    int count = board_moves(board, moves);
    bool own = board->to_move == side, won = !own;
    for (int i = 0; i < count && won != own; i++) {
        board_make(board, moves[i]);
        won = forces(board, side, plies - 1);
        board_unmake(board);
    }
    return won;
}

TEST(test_no_force)
{
    struct rng rng;
    rng_seed(&rng, 47, 1);
    int closed = 0, walled = 0, opened = 0;
    int games = (int)test_size("TEST_ENDINGS", 900);
    for (int i = 0; i < games; i++) {
        struct board board;
        random_ending(&board, &rng);
        enum ending ending = ending_of(&board);
        for (enum side side = RED; side <= BLUE && board_outcome(&board).result == RESULT_OPEN; side++) {
            bool reach = ending_flag_in_reach(&board, side);
            if (!reach || ending != ENDING_OPEN)
                assert_false(!reach && flag_falls(&board, side, 300));
            opened += reach && flag_falls(&board, side, 300);
            walled += !reach;
            if (ending != ENDING_OPEN || ending_can_run(&board, side_other(side)))
                assert_false(forces(&board, side, 5));
        }
        closed += ending != ENDING_OPEN;
        board_free(&board);
    }
    assert_true(closed > games / 12 && walled > games / 4 && opened > games / 200);
}

/* A move of the side to move after which it still can run whatever the enemy does; MOVE_NONE where there is
 * none. The game may be over behind it, and not lost. */
static struct move keeping_move(struct board *board, enum side side)
{
    struct move moves[MOVES_MAX];
    int count = board_moves(board, moves);
    for (int i = 0; i < count; i++) {
        board_make(board, moves[i]);
        enum result result = board_outcome(board).result;
        bool lost = result == result_win(side_other(side));
        bool keeps = result == RESULT_OPEN ? ending_can_run(board, side) : !lost;
        board_unmake(board);
        if (keeps)
            return moves[i];
    }
    return MOVE_NONE;
}

/* The chaser's move: mostly one that comes nearer to an enemy piece that moves, but not into a bomb. */
static struct move chasing_move(struct board *board, struct rng *rng)
{
    struct move moves[MOVES_MAX], best = MOVE_NONE;
    int count = board_moves(board, moves), min = 1000;
    bitboard prey = board_mobile(board, side_other(board->to_move));
    if (rng_below(rng, 5) == 0)
        return moves[rng_below(rng, (uint32_t)count)];
    for (int i = 0; i < count; i++) {
        int victim = board->at[moves[i].to], far = 100 + (int)rng_below(rng, 2);
        for (bitboard set = prey; set;) {
            int distance = 2 * square_distance(moves[i].to, bits_pop(&set)) + (int)rng_below(rng, 2);
            far = distance < far ? distance : far;
        }
        if (victim < PIECES && board->piece[victim].rank == BOMB)
            far = 500;
        if (far < min) {
            min = far;
            best = moves[i];
        }
    }
    return best;
}

/* From an ending in which a side can run it goes on doing so in games by all rules. */
TEST(test_runs)
{
    struct rng rng;
    rng_seed(&rng, 47, 2);
    int games = (int)test_size("TEST_RUNS", 12), played = 0, longest = 0;
    while (played < games) {
        struct board board;
        random_ending(&board, &rng);
        enum side side = (enum side)rng_below(&rng, 2);
        if (board_outcome(&board).result != RESULT_OPEN || !ending_can_run(&board, side)) {
            board_free(&board);
            continue;
        }
        int plies = 0;
        for (; plies < 160 && board_outcome(&board).result == RESULT_OPEN; plies++) {
            bool own = board.to_move == side;
            struct move move = own ? keeping_move(&board, side) : chasing_move(&board, &rng);
            assert_false(move_is_none(move));
            board_make(&board, move);
        }
        assert_int_not_equal(board_outcome(&board).result, result_win(side_other(side)));
        longest += plies == 160;
        played++;
        board_free(&board);
    }
    assert_true(longest > 0 || games < 4);
}

TESTS_MAIN(NULL, NULL)
