/* SPDX-License-Identifier: GPL-3.0-or-later */
/* De Boer's figures A3 and A4: the defenders hold the flag for ever, but for the more-squares rule.
 * Blue plays as the text says: he stays, and goes away only when red comes next to him. Red plays
 * any move that holds, by chance. */
#include "cmocka_all.h"
#include "plans_at.h"

enum { FORESIGHT = 5, GAMES = 12, ENOUGH = 400 };

static bool is_scout(const struct board *board, int square)
{
    return board->piece[board->at[square]].rank == SCOUT;
}

/* Whether blue, to move, takes the flag within `plies` plies whatever red does. His scout is not
 * tried: it is there only so that he has a move to make. */
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

/* Red's moves to squares of `fields` that hold, to the front of `moves`; returns how many. */
static int holding_moves(struct board *board, bitboard fields, struct move *moves)
{
    int count = board_moves(board, moves), kept = 0;
    for (int i = 0; i < count; i++) {
        if (!bit_in(fields, moves[i].to))
            continue;
        board_make(board, moves[i]);
        if (!flag_falls(board, FORESIGHT))
            moves[kept++] = moves[i];
        board_unmake(board);
    }
    return kept;
}

/* How far a square is from the next red piece that moves. */
static int room(const struct board *board, int square)
{
    int least = SQUARES;
    for (bitboard red = board->mobile[RED]; red;) {
        int distance = square_distance(square, bits_pop(&red));
        least = distance < least ? distance : least;
    }
    return least;
}

/* Blue's answer to red's step from `from` to `to`. He takes the flag where that can be forced. A
 * piece that red has come next to goes round him: the four squares are a block, and the free one is
 * opposite to where red stands. Otherwise the scout moves, out of everybody's way. */
static struct move answer(struct board *board, struct move red)
{
    struct move moves[MOVES_MAX], round = MOVE_NONE, quiet = MOVE_NONE;
    int count = board_moves(board, moves);
    for (int i = 0; i < count; i++) {
        struct move move = moves[i];
        if (is_scout(board, move.from)) {
            if (move_is_none(quiet) || room(board, move.to) > room(board, quiet.to))
                quiet = move;
            continue;
        }
        board_make(board, move);
        bool wins = all_replies_fall(board, FORESIGHT);
        board_unmake(board);
        if (wins)
            return move;
        if (!move_is_none(red) && square_distance(move.from, red.to) == 1 &&
            move.to == red.from + move.from - red.to)
            round = move;
    }
    return move_is_none(round) ? quiet : round;
}

/* Plays a game in which red's pieces keep to `fields`; returns the ply in which they could not hold
 * any more, or ENOUGH. */
static int play_chase(const char *name, const char *rules, bitboard fields,
                      struct rng *rng)
{
    struct plans_at *at = plans_start(name, rules, "");
    struct board *board = &at->position.board;
    struct move red = MOVE_NONE;
    int ply = 0;
    bool held = true;
    for (; ply < ENOUGH && held && position_outcome(&at->position).result == RESULT_OPEN; ply++) {
        struct move moves[MOVES_MAX], move;
        if (board->to_move == BLUE) {
            move = answer(board, red);
            assert_false(move_is_none(move));
        } else {
            int count = holding_moves(board, fields, moves);
            held = count > 0;
            move = held ? moves[rng_below(rng, (uint32_t)count)] : MOVE_NONE;
            red = move;
        }
        if (held)
            plans_play(at, move);
    }
    plans_end(at);
    return ply;
}

/* With the more-squares rule red has to give way in every game, without it in none. */
static void test_figure(const char *name, bitboard fields)
{
    struct rng rng;
    int longest = 0;
    rng_seed(&rng, 62, 0);
    for (int game = 0; game < GAMES; game++) {
        int lasted = play_chase(name, "isf", fields, &rng);
        assert_true(lasted < ENOUGH);
        longest = lasted > longest ? lasted : longest;
    }
    print_message("%s: red holds for at most %d plies\n", name, longest);
    assert_int_equal(play_chase(name, "redeca", fields, &rng), ENOUGH);
}

static void test_a3(void **state)
{
    (void)state;
    test_figure("deboer-A3", BITS_BOARD);
}

/* "Red can't defend endlessly by going back and forth to the marked fields": the block of four that
 * the marshal and the miner of the c file go round in, and the general's with the other. */
static void test_a4(void **state)
{
    (void)state;
    bitboard marshal = (bitboard)0x3 << 2, general = (bitboard)0x3 << 7; /* two files each */
    test_figure("deboer-A4", (marshal | general) << 10 | marshal << 20 | general);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a3),
        cmocka_unit_test(test_a4),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
