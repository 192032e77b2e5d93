/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench_rules.h"

#include "base/clock.h"
#include "base/stop.h"
#include "game/view.h"
#include "play/game.h"
#include "setup/random_setup.h"

#include <string.h>

/* A start of a game: every second one from the pool, the others at random. */
static void draw_start(const struct bench_rules_terms *terms, uint64_t number, struct rng *rng,
                       struct placement *placement)
{
    struct setup setups[SIDES];
    uint8_t army[RANKS];
    for (enum side side = RED; side <= BLUE; side++) {
        if (terms->pool_count && number % 2 == 0) {
            setups[side] = terms->pool[rng_below(rng, (uint32_t)terms->pool_count)];
        } else {
            /* The variant's army; where any will do a flag, a scout, and each of the other pieces one time
             * in two. */
            const struct variant *variant = terms->variant;
            memcpy(army, variant->count, RANKS);
            for (int rank = BOMB; rank < RANKS && variant->any_army; rank++) {
                army[rank] = rank == SCOUT;
                for (int i = army[rank]; i < variant->count[rank]; i++)
                    if (rng_below(rng, 2))
                        army[rank]++;
            }
            setup_random(army, &setups[side], rng);
        }
    }
    placement_from_setups(placement, terms->variant, &setups[RED], &setups[BLUE]);
}

/* A move drawn uniformly from the legal ones; there is one, for the game is not over. */
static inline struct move draw_move(const struct board *board, struct rng *rng)
{
    struct move moves[MOVES_MAX];
    int count = board_steps(board, board->to_move, moves);
    for (;;) {
        int i = (int)rng_below(rng, (uint32_t)count);
        if (!board_repeats(board, moves[i]))
            return moves[i];
        moves[i] = moves[--count];
    }
}

/* Plays at most `limit` random moves; returns how many. */
static uint64_t play_out(struct board *board, struct rng *rng, uint64_t limit)
{
    uint64_t moves = 0;
    while (moves < limit && board_outcome(board).result == RESULT_OPEN) {
        board_make(board, draw_move(board, rng));
        moves++;
    }
    return moves;
}

/* Random games are this long or shorter for the most part; positions are taken from all of them. */
enum { PERFT_PLIES = 400 };

/* Each legal move, so many times. */
enum { MAKINGS = 20, WORLDS = 20 };

static void measure_making(struct board *board, struct bench_rules_result *result)
{
    struct move moves[MOVES_MAX];
    int count = board_moves(board, moves);
    board_reserve(board, 1);
    double start = clock_thread();
    for (int time = 0; time < MAKINGS; time++)
        for (int i = 0; i < count; i++) {
            board_make(board, moves[i]);
            board_unmake(board);
        }
    result->making_seconds += clock_thread() - start;
    result->makings += (uint64_t)count * MAKINGS;
}

/* Boards of red's view, on which blue's true ranks are set and unset. */
static void measure_worlds(const struct position *position, struct bench_rules_result *result)
{
    struct view views[WORLDS] = {0};
    uint64_t unknown[WORLDS];
    uint8_t rank[PIECES_A_SIDE];
    for (int i = 0; i < PIECES_A_SIDE; i++)
        rank[i] = position->board.piece[PIECES_A_SIDE + i].rank;
    for (int i = 0; i < WORLDS; i++)
        view_init(&views[i], position, RED);
    double start = clock_thread();
    for (int i = 0; i < WORLDS; i++)
        unknown[i] = board_tell_all(&views[i].board, BLUE, rank);
    double between = clock_thread();
    for (int i = 0; i < WORLDS; i++)
        board_untell_all(&views[i].board, BLUE, unknown[i]);
    result->untelling_seconds += clock_thread() - between;
    result->telling_seconds += between - start;
    result->worlds += WORLDS;
    for (int i = 0; i < WORLDS; i++)
        view_free(&views[i]);
}

static void measure_perft(const struct bench_rules_terms *terms, struct rng *rng,
                          struct bench_rules_result *result)
{
    do {
        struct position position = {0};
        draw_start(terms, result->positions, rng, &position.start);
        board_init(&position.board, &position.start, &terms->rules);
        play_out(&position.board, rng, rng_below(rng, PERFT_PLIES));
        double start = clock_thread();
        result->leaves += position_perft(&position, BENCH_PERFT_DEPTH);
        result->perft_seconds += clock_thread() - start;
        result->positions++;
        if (board_outcome(&position.board).result == RESULT_OPEN)
            measure_making(&position.board, result);
        measure_worlds(&position, result);
        position_free(&position);
    } while (result->perft_seconds < terms->seconds && !stop_requested(terms->stop));
}

void bench_rules_run(const struct bench_rules_terms *terms, struct bench_rules_result *result)
{
    struct rng rng;
    *result = (struct bench_rules_result){0};
    rng_seed(&rng, terms->seed, 0);
    /* Playouts. The board that plays keeps its memory from game to game, as in rollouts. */
    struct placement placement;
    struct board first, board = {0};
    double start = clock_thread();
    do {
        draw_start(terms, result->games, &rng, &placement);
        board_init(&first, &placement, &terms->rules);
        board_copy(&board, &first);
        board_free(&first);
        result->moves += play_out(&board, &rng, UINT64_MAX);
        result->games++;
        result->playout_seconds = clock_thread() - start;
    } while (result->playout_seconds < terms->seconds && !stop_requested(terms->stop));
    board_free(&board);
    measure_perft(terms, &rng, result);
}
