/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench.h"

#include "base/clock.h"
#include "base/plural.h"
#include "base/stop.h"
#include "game/position.h"
#include "game/view.h"
#include "lab/rules_signature.h"
#include "play/game.h"
#include "setup/random_setup.h"

#include <string.h>

enum { PERFT_DEPTH = 3 };

/* The starts of games: a variant, its rules, and setups, which are used beside random ones. */
struct start_source {
    const struct bench_terms *terms;
    const struct variant *variant;
    const struct rules *rules;
    const struct setup *pool;
    size_t pool_count;
};

struct bench_rules_result {
    uint64_t games, moves;       /* of random playouts */
    double playout_seconds;
    uint64_t positions, leaves;  /* of perft */
    double perft_seconds;
    uint64_t makings;            /* number of moves made and unmade, without anything else */
    double making_seconds;
    uint64_t worlds;             /* times that all unknown ranks of a side were set and hidden again */
    double setting_seconds, hiding_seconds; /* time of setting these ranks; of hiding them */
};

/* Draws the start of game `number`: even ones with setups from the pool, if there is one, the others with
 * random setups. */
static void draw_start(const struct start_source *source, uint64_t number, struct rng *rng,
                       struct placement *placement)
{
    struct setup setups[SIDES];
    uint8_t army[RANKS];
    for (enum side side = RED; side <= BLUE; side++) {
        if (source->pool_count && number % 2 == 0) {
            setups[side] = source->pool[rng_below(rng, (uint32_t)source->pool_count)];
        } else {
            /* The variant's army. If any army is allowed: a flag, a scout, and each other piece with a
             * probability of 1/2. */
            const struct variant *variant = source->variant;
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
    placement_from_setups(placement, source->variant, &setups[RED], &setups[BLUE]);
}

/* Returns a random legal move, each equally likely. The game must not be over, so that there is one. Draws
 * among all moves without regard to the repetition rules, and draws again if these forbid the move. */
static inline struct move draw_move(const struct board *board, struct rng *rng)
{
    struct move moves[MOVES_MAX];
    int count = board_pseudo_legal_moves(board, board->to_move, moves);
    for (;;) {
        int i = (int)rng_below(rng, (uint32_t)count);
        if (!board_repeats(board, moves[i]))
            return moves[i];
        moves[i] = moves[--count]; /* forbidden: draw among the others */
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

/* Positions for perft come from a random ply below this; most random games are not longer. */
enum { PERFT_PLIES = 400 };

/* Repetitions: of each legal move; of setting the ranks of a side. */
enum { MAKINGS = 20, WORLDS = 20 };

/* Measures making and unmaking each legal move of the board MAKINGS times. */
static void measure_making(struct board *board, struct bench_rules_result *result)
{
    struct move moves[MOVES_MAX];
    int count = board_moves(board, moves);
    board_reserve(board, 1); /* so that no move allocates memory while the time runs */
    double start = clock_thread();
    for (int time = 0; time < MAKINGS; time++)
        for (int i = 0; i < count; i++) {
            board_make(board, moves[i]);
            board_unmake(board);
        }
    result->making_seconds += clock_thread() - start;
    result->makings += (uint64_t)count * MAKINGS;
}

/* Measures setting all of blue's ranks and hiding them again, on WORLDS boards of red's view, as a rollout
 * does for each sampled world. Here the ranks are the true ones. */
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
        unknown[i] = board_reveal_all(&views[i].board, BLUE, rank);
    double middle = clock_thread();
    for (int i = 0; i < WORLDS; i++)
        board_hide_all(&views[i].board, BLUE, unknown[i]);
    result->hiding_seconds += clock_thread() - middle;
    result->setting_seconds += middle - start;
    result->worlds += WORLDS;
    for (int i = 0; i < WORLDS; i++)
        view_free(&views[i]);
}

/* Measures perft in random positions, and in the same positions measure_making and measure_worlds. */
static void measure_perft(const struct start_source *source, struct rng *rng,
                          struct bench_rules_result *result)
{
    do {
        struct position position = {0};
        draw_start(source, result->positions, rng, &position.start);
        board_init(&position.board, &position.start, source->rules);
        play_out(&position.board, rng, rng_below(rng, PERFT_PLIES));
        double start = clock_thread();
        result->leaves += position_perft(&position, PERFT_DEPTH);
        result->perft_seconds += clock_thread() - start;
        result->positions++;
        if (board_outcome(&position.board).result == RESULT_OPEN)
            measure_making(&position.board, result);
        measure_worlds(&position, result);
        position_free(&position);
    } while (result->perft_seconds < source->terms->seconds && !stop_requested(source->terms->stop));
}

/* Measures random games. One board is used for all, so that it keeps its memory from game to game, as in
 * rollouts. */
static void measure_playouts(const struct start_source *source, struct rng *rng,
                             struct bench_rules_result *result)
{
    struct placement placement;
    struct board first, board = {0};
    double start = clock_thread();
    do {
        draw_start(source, result->games, rng, &placement);
        board_init(&first, &placement, source->rules);
        board_copy(&board, &first);
        board_free(&first);
        result->moves += play_out(&board, rng, UINT64_MAX);
        result->games++;
        result->playout_seconds = clock_thread() - start;
    } while (result->playout_seconds < source->terms->seconds && !stop_requested(source->terms->stop));
    board_free(&board);
}

void bench_rules(const struct bench_terms *terms, const struct variant *variant, const struct rules *rules,
                 const struct setup *pool, size_t pool_count, struct text *out)
{
    const struct start_source source = {terms, variant, rules, pool, pool_count};
    struct bench_rules_result result = {0};
    struct rng rng;
    rng_seed(&rng, terms->seed, 0);
    measure_playouts(&source, &rng, &result);
    measure_perft(&source, &rng, &result);
    double moves = (double)result.moves, leaves = (double)result.leaves;
    double makings = (double)result.makings, worlds = (double)result.worlds;
    text_printf(out, "rules %s, %s, one core\n", rules->name, variant->name);
    text_printf(out, "random playouts: %llu game%s, %.0f move%s, %.2f s\n", (unsigned long long)result.games,
                plural(result.games), moves, plural(result.moves), result.playout_seconds);
    text_printf(out, "perft, depth %d: %llu position%s, %.0f %s, %.2f s\n", PERFT_DEPTH,
                (unsigned long long)result.positions, plural(result.positions), leaves,
                plural_of(result.leaves, "leaf", "leaves"), result.perft_seconds);
    bench_figure(out, "playout-moves", 0, bench_ratio(moves, result.playout_seconds), "1/s");
    bench_figure(out, "perft-leaves", 0, bench_ratio(leaves, result.perft_seconds), "1/s");
    bench_figure(out, "make-unmake", 1, 1e9 * bench_ratio(result.making_seconds, makings), "ns");
    bench_figure(out, "set-ranks", 0, 1e9 * bench_ratio(result.setting_seconds, worlds), "ns");
    bench_figure(out, "clear-ranks", 0, 1e9 * bench_ratio(result.hiding_seconds, worlds), "ns");
    text_printf(out, "figure signature %lu\n", (unsigned long)rules_signature(variant));
}
