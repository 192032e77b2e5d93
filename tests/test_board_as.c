/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The board as a search uses it: ranks set and taken back, moves as if a piece had a rank, worlds, the key
 * against what it stands for, and when the repetition rules can matter.
 *
 * VEDETTE_BOARD_PLIES and VEDETTE_BOARD_POSITIONS make the two long tests longer (make soak). */
#include "boards.h"
#include "cmocka_all.h"
#include "game/position.h"
#include "game/view.h"
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 };

/* A random walk over the moves and ranks of a board. */
struct walk {
    struct board board;
    struct rng rng;
    const struct variant *variant;
    bool revealed[PIECES]; /* by board_reveal, and not taken back */
    uint64_t plies;       /* made and unmade, in all walks */
    int depth;
    bool follows;         /* whether the second referee comes along */
    int floor;            /* no further unmake: a rank was set or taken back there */
    struct oracle_state state[DEEPEST];
};

static void begin_walk(struct walk *walk, const struct placement *start)
{
    struct oracle_state *state = &walk->state[0];
    board_init(&walk->board, start, rules_find("isf"));
    walk->depth = walk->floor = 0;
    memset(walk->revealed, 0, sizeof walk->revealed);
    memset(state, 0, sizeof *state);
    for (int s = 0; s < SQUARES; s++) {
        const struct cell *cell = &start->cell[s];
        if (cell->side == SIDES)
            continue;
        state->color[s] = cell->side == RED ? 'r' : 'b';
        state->symbol[s] = rank_table[cell->rank].symbol;
        state->look[s] = cell->known ? 'k' : cell->moved ? 'm' : 'u';
    }
    for (enum side side = RED; side <= BLUE; side++) {
        placement_unknown(start, side, state->left[side]);
        memcpy(state->taken[side], start->captured[side], RANKS);
    }
    state->to_move = start->to_move == RED ? 'r' : 'b';
}

/* A rank that is left and that `piece` may have; RANK_UNKNOWN where there is none. */
static int draw_rank(struct walk *walk, const struct piece *piece, bool moves)
{
    int ranks[RANKS], count = 0;
    for (int rank = FLAG; rank < RANKS; rank++)
        if (walk->board.unknown_count[piece->side][rank] && (rank_moves(rank) || !(moves || piece->moved)))
            ranks[count++] = rank;
    return count ? ranks[rng_below(&walk->rng, (uint32_t)count)] : RANK_UNKNOWN;
}

static void reveal_one(struct walk *walk)
{
    int number = (int)rng_below(&walk->rng, PIECES);
    const struct piece *piece = &walk->board.piece[number];
    if (piece->square == SQUARE_NONE || piece->rank != RANK_UNKNOWN)
        return;
    int rank = draw_rank(walk, piece, false);
    if (rank == RANK_UNKNOWN)
        return;
    board_reveal(&walk->board, number, rank);
    walk->revealed[number] = true;
    walk->floor = walk->depth;
    if (walk->follows)
        oracle_state_reveal(&walk->state[walk->depth], piece->square, rank_table[rank].symbol);
}

static void untell_one(struct walk *walk)
{
    int number = (int)rng_below(&walk->rng, PIECES);
    const struct piece *piece = &walk->board.piece[number];
    if (!walk->revealed[number] || piece->square == SQUARE_NONE || piece->known)
        return;
    board_hide(&walk->board, number);
    walk->revealed[number] = false;
    walk->floor = walk->depth;
    if (walk->follows)
        oracle_state_untell(&walk->state[walk->depth], piece->square);
}

/* Any move, as if the unknown pieces in it had ranks drawn at random. */
static void make_one(struct walk *walk)
{
    struct board *board = &walk->board;
    struct move moves[MOVES_MAX];
    int count = board_moves(board, moves);
    if (!count || walk->depth + 1 == DEEPEST)
        return;
    struct move move = moves[rng_below(&walk->rng, (uint32_t)count)];
    const struct piece *mover = &board->piece[board->at[move.from]];
    const struct piece *victim = board->at[move.to] == NO_PIECE ? NULL : &board->piece[board->at[move.to]];
    int rank = RANK_UNKNOWN, other = RANK_UNKNOWN;
    if (mover->rank == RANK_UNKNOWN && (victim || rng_below(&walk->rng, 2)))
        rank = square_distance(move.from, move.to) > 1 ? SCOUT : draw_rank(walk, mover, true);
    if (victim && victim->rank == RANK_UNKNOWN)
        other = draw_rank(walk, victim, false);
    if (victim && ((mover->rank == RANK_UNKNOWN && rank == RANK_UNKNOWN) ||
                   (victim->rank == RANK_UNKNOWN && other == RANK_UNKNOWN)))
        return; /* no rank is left that could fight */
    walk->depth++;
    walk->plies++;
    board_make_as(board, move, rank, other);
    if (!walk->follows)
        return;
    walk->state[walk->depth] = walk->state[walk->depth - 1];
    oracle_state_play(&walk->state[walk->depth], move.from, move.to, rank_table[rank].symbol,
                      rank_table[other].symbol);
}

static void unmake_one(struct walk *walk)
{
    if (walk->depth == 0 || (walk->follows && walk->depth == walk->floor))
        return;
    board_unmake(&walk->board);
    walk->depth--;
    walk->plies++;
}

static void step(struct walk *walk)
{
    uint32_t what = rng_below(&walk->rng, 16);
    if (what < 8)
        make_one(walk);
    else if (what < 13)
        unmake_one(walk);
    else if (what < 15)
        reveal_one(walk);
    else
        untell_one(walk);
}

/* A start of the walk's variant: in three of four games few pieces; some ranks are hidden, some captured. */
static void draw_start(struct walk *walk, int game, int max, struct placement *start)
{
    if (game % 4) {
        placement_random_few_of(start, walk->variant, max, &walk->rng);
        placement_capture_some(start, &walk->rng);
    } else {
        placement_random_start(start, walk->variant, &walk->rng);
    }
    placement_hide(start, &walk->rng);
}

/* Takes steps, then all of them back: the board is as it was. */
static void there_and_back(struct walk *walk, const struct placement *start, int game)
{
    struct board copy = {0};
    begin_walk(walk, start);
    board_copy(&copy, &walk->board);
    for (int i = 0; i < 400; i++) {
        step(walk);
        if (i % 8 == 0)
            assert_null(board_fault(&walk->board));
    }
    while (walk->depth)
        unmake_one(walk);
    for (int number = 0; number < PIECES; number++)
        if (walk->revealed[number])
            board_hide(&walk->board, number);
    assert_null(board_fault(&walk->board));
    const char *difference = boards_differ(&walk->board, &copy);
    if (difference)
        fail_msg("%s, game %d: the boards differ in %s", walk->variant->name, game, difference);
    board_free(&copy);
    board_free(&walk->board);
}

/* Ranks set and taken back, moves as if and their unmakes in random order leave the board as it was: in each
 * variant. */
TEST(test_all_taken_back)
{
    static struct walk walk;
    uint64_t wanted = test_size("VEDETTE_BOARD_PLIES", 60000) / variant_count;
    for (size_t i = 0; i < variant_count; i++) {
        walk.variant = &variant_table[i];
        walk.plies = 0;
        rng_seed(&walk.rng, 21, i);
        for (int game = 0; walk.plies < wanted; game++) {
            struct placement start;
            draw_start(&walk, game, 10, &start);
            there_and_back(&walk, &start, game);
        }
        print_message("%s: %llu random plies as if, made and taken back\n", walk.variant->name,
                      (unsigned long long)walk.plies);
    }
}

/* Makes without an end need no memory once room is reserved. */
TEST(test_reserve)
{
    struct placement start;
    struct board board;
    struct rng rng;
    rng_seed(&rng, 22, 0);
    placement_random_game(&start, &rng);
    board_init(&board, &start, rules_find("isf"));
    board_reserve(&board, 500);
    const struct ply *history = board.history;
    size_t capacity = board.capacity;
    assert_true(capacity >= 500);
    for (int ply = 0; ply < 500 && board_outcome(&board).result == RESULT_OPEN; ply++) {
        struct move moves[MOVES_MAX];
        board_make(&board, moves[rng_below(&rng, (uint32_t)board_moves(&board, moves))]);
    }
    assert_true(board.plies > 100 && board.history == history && board.capacity == capacity);
    board_free(&board);
}

/* A game cut at random, as the referee has it. */
static void draw_position(struct position *truth, int game, struct rng *rng)
{
    struct placement start;
    const struct variant *variant = variant_at((uint8_t)(game / 2 % (int)variant_count));
    if (game % 2)
        placement_random_start(&start, variant, rng);
    else
        placement_random_few_of(&start, variant, 12, rng);
    position_init(truth, &start, rules_find("isf"), NULL);
    uint32_t plies = rng_below(rng, 400);
    for (; plies && position_outcome(truth).result == RESULT_OPEN; plies--) {
        board_make(&truth->board, move_random(&truth->board, rng).move);
    }
}

/* Plays an attack on both, on the board that does not know all as if its pieces were what they are. */
static void attack_both(struct board *world, struct board *truth)
{
    struct move attacks[MOVES_MAX];
    if (board_outcome(truth).result != RESULT_OPEN || !board_attacks(truth, attacks))
        return;
    struct move move = attacks[0];
    board_make_as(world, move, truth->piece[truth->at[move.from]].rank,
                  truth->piece[truth->at[move.to]].rank);
    board_make(truth, move);
}

/* A world set at once and taken back; what the other side sees in it is what a referee would show it. */
TEST(test_worlds)
{
    struct rng rng;
    rng_seed(&rng, 23, 0);
    for (int game = 0; game < 200; game++) {
        struct position truth;
        struct view view = {0}, other = {0}, seen = {0};
        struct board world = {0}, copy = {0};
        uint8_t rank[PIECES_A_SIDE];
        draw_position(&truth, game, &rng);
        enum side side = game % 3 ? RED : BLUE, enemy = side_other(side);
        view_init(&view, &truth, side);
        board_copy(&world, &view.board);
        attack_both(&world, &truth.board);
        board_copy(&copy, &world);
        view_init(&other, &truth, enemy);
        for (int i = 0; i < PIECES_A_SIDE; i++)
            rank[i] = truth.board.piece[(int)enemy * PIECES_A_SIDE + i].rank;
        uint64_t revealed = board_reveal_all(&world, enemy, rank);
        assert_null(board_fault(&world));
        assert_true(world.key == truth.board.key);
        view_of_world(&seen, &world, enemy);
        assert_null(board_fault(&seen.board));
        assert_int_equal(seen.side, enemy);
        const char *difference = boards_differ(&seen.board, &other.board);
        if (difference)
            fail_msg("game %d: the views differ in %s", game, difference);
        board_hide_all(&world, enemy, revealed);
        difference = boards_differ(&world, &copy);
        if (difference)
            fail_msg("game %d: the world leaves a difference in %s", game, difference);
        board_free(&world);
        board_free(&copy);
        view_free(&view);
        view_free(&other);
        view_free(&seen);
        position_free(&truth);
    }
}

/* All states met, found by key and by what they say. */
struct met {
    struct oracle_state *state;
    uint64_t *key;
    size_t count;
    size_t *by_key, *by_state;  /* open addressing; 0 is free, else an index + 1 */
    size_t mask;
    size_t again;               /* met before */
};

static uint64_t digest(const struct oracle_state *state)
{
    const unsigned char *bytes = (const unsigned char *)state;
    uint64_t sum = 14695981039346656037u;
    for (size_t i = 0; i < sizeof *state; i++)
        sum = (sum ^ bytes[i]) * 1099511628211u;
    return sum ^ sum >> 29;
}

/* Every state has one key, and every key stands for one state. */
static void meet(struct met *met, const struct oracle_state *state, uint64_t key)
{
    size_t k = key & met->mask, d = digest(state) & met->mask;
    while (met->by_key[k] && met->key[met->by_key[k] - 1] != key)
        k = (k + 1) & met->mask;
    while (met->by_state[d] && memcmp(&met->state[met->by_state[d] - 1], state, sizeof *state) != 0)
        d = (d + 1) & met->mask;
    if (met->by_key[k] != met->by_state[d])
        fail_msg("position %zu: %s", met->count,
                 met->by_key[k] && met->by_state[d] ? "key and state belong to two others"
                 : met->by_key[k] ? "its key is another's" : "the same state had another key");
    if (met->by_key[k]) {
        met->again++;
        return;
    }
    met->state[met->count] = *state;
    met->key[met->count++] = key;
    met->by_key[k] = met->by_state[d] = met->count;
}

/* Positions of many walks over few pieces: the key is equal exactly where the second referee's state is. */
TEST(test_key)
{
    static struct walk walk;
    struct met met = {0};
    size_t wanted = (size_t)test_size("VEDETTE_BOARD_POSITIONS", 40000), positions = 0;
    for (met.mask = 1; met.mask < 2 * wanted; met.mask *= 2)
        ;
    met.state = calloc(wanted, sizeof *met.state);
    met.key = calloc(wanted, sizeof *met.key);
    met.by_key = calloc(met.mask, sizeof *met.by_key);
    met.by_state = calloc(met.mask, sizeof *met.by_state);
    met.mask--;
    rng_seed(&walk.rng, 24, 0);
    walk.follows = true;
    for (size_t game = 0; positions < wanted; game++) {
        struct placement start;
        walk.variant = &variant_table[game % variant_count];
        draw_start(&walk, 1, 3, &start);
        /* The same start several times: its positions are reached by many ways. */
        for (int again = 0; again < 8; again++) {
            begin_walk(&walk, &start);
            for (int i = 0; i < 100 && positions < wanted; i++, positions++) {
                step(&walk);
                meet(&met, &walk.state[walk.depth], walk.board.key);
            }
            board_free(&walk.board);
        }
    }
    assert_true(met.count > wanted / 8 && met.again > wanted / 8);
    free(met.state);
    free(met.key);
    free(met.by_key);
    free(met.by_state);
}

/* Boards that differ only in what was captured have different keys. */
TEST(test_key_of_captures)
{
    uint64_t keys[RANKS];
    for (int rank = FLAG; rank < RANKS; rank++) {
        struct placement start;
        struct board board;
        placement_clear(&start);
        start.cell[44] = (struct cell){.rank = MARSHAL, .side = RED, .moved = true};
        start.cell[54] = (struct cell){.rank = RANK_UNKNOWN, .side = BLUE};
        board_init(&board, &start, rules_find("isf"));
        board_make_as(&board, (struct move){44, 54}, RANK_UNKNOWN, rank);
        keys[rank] = board.key;
        for (int before = FLAG; before < rank; before++)
            assert_true(keys[before] != keys[rank]);
        board_free(&board);
    }
}

/* Leaf positions `depth` plies on, by a board's legal moves. */
static uint64_t leaves_of(struct board *board, int depth)
{
    struct move moves[MOVES_MAX];
    if (depth == 0)
        return 1;
    uint64_t leaves = 0;
    int count = board_moves(board, moves);
    for (int i = 0; i < count; i++) {
        board_make(board, moves[i]);
        leaves += leaves_of(board, depth - 1);
        board_unmake(board);
    }
    return leaves;
}

/* A move back and forth or after the enemy, so that the rules have something to forbid. */
static struct move draw_move(const struct board *board, struct rng *rng)
{
    struct move moves[MOVES_MAX];
    int count = board_moves(board, moves);
    struct move move = moves[rng_below(rng, (uint32_t)count)];
    for (int i = 0; i < count && board->plies >= 2; i++) {
        const struct ply *own = &board->history[board->plies - 2], *reply = own + 1;
        if (board->at[moves[i].to] == NO_PIECE && rng_below(rng, 3) &&
            (moves[i].from == own->move.to || square_beside(moves[i].from, reply->move.to)))
            move = moves[i];
    }
    return move;
}

/* As deep as 6 plies where there are few moves. */
static int draw_depth(const struct board *board, struct rng *rng)
{
    struct move moves[MOVES_MAX];
    int max = board_moves(board, moves), depth = 1;
    int theirs = board_pseudo_legal_moves(board, side_other(board->to_move), moves);
    max = max < theirs ? theirs : max;
    for (int leaves = max * max; depth < 6 && leaves < 2000; leaves *= max)
        depth++;
    return 1 + (int)rng_below(rng, (uint32_t)depth);
}

/* Where the repetition rules are said not to matter, the past changes no move for so many plies. */
TEST(test_repetition_matters)
{
    struct rng rng;
    int differs = 0, not = 0;
    rng_seed(&rng, 25, 0);
    for (int game = 0; game < 500; game++) {
        struct placement start, now;
        struct position position, fresh;
        struct rules rules = *rules_find("isf");
        rules.two_squares = game % 3 ? 5 : 3;
        placement_random_few(&start, 2, &rng);
        for (int square = 0; square < SQUARES && game % 2; square++)
            if (rank_moves(start.cell[square].rank))
                start.cell[square].rank = SCOUT; /* which come back after three moves */
        position_init(&position, &start, &rules, NULL);
        for (int ply = 0; ply < 40 && position_outcome(&position).result == RESULT_OPEN; ply++) {
            board_make(&position.board, draw_move(&position.board, &rng));
            if (ply < 4 || rng_below(&rng, 4))
                continue;
            int depth = draw_depth(&position.board, &rng);
            position_to_placement(&position, &now);
            position_init(&fresh, &now, &rules, NULL);
            bool same = leaves_of(&position.board, depth) == leaves_of(&fresh.board, depth);
            bool said = board_repetition_matters(&position.board, (uint32_t)depth);
            assert_true(same || said);
            not += !said;
            differs += !same;
            position_free(&fresh);
        }
        position_free(&position);
    }
    assert_true(differs > 100 && not > 500);
}

/* The shortest way back that is not free: a scout chased along a line comes back with its third move. */
TEST(test_shortest_cycle)
{
    /* Red from b2 to d2 and back at once, blue beside it from b3 to d3 and back. */
    static const struct move moves[] = {{21, 22}, {11, 12}, {22, 23}, {12, 13}, {23, 21}};
    struct placement start;
    struct board board;
    placement_clear(&start);
    start.to_move = RED;
    start.cell[10] = (struct cell){.rank = SCOUT, .side = RED};
    start.cell[21] = (struct cell){.rank = SCOUT, .side = BLUE};
    board_init(&board, &start, rules_find("isf"));
    board_make(&board, (struct move){10, 11}); /* on red's list: red on b2, blue on b3 */
    for (int i = 0; i < 5; i++) {
        assert_int_equal(board_check(&board, moves[i]), MOVE_LEGAL);
        board_make(&board, moves[i]);
    }
    assert_int_equal(board_check(&board, (struct move){13, 11}), MOVE_MORE_SQUARES);
    assert_true(board_repetition_matters(&board, 1));
    board_unmake(&board);
    assert_false(board_repetition_matters(&board, 1));
    assert_true(board_repetition_matters(&board, 2));
    board_free(&board);
}

TESTS_MAIN(NULL, NULL)
