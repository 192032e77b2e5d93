/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/tactics_make.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/stop.h"
#include "file/format.h"
#include "lab/solver.h"
#include "play/game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    ROUND = 64,            /* candidates per round; the wanted themes are updated after each round */
    GAME_PIECES = 30,      /* max pieces on the board, as the solver is slow */
    SPREAD = 3,            /* max distance of scattered pieces from their middle, in files and rows */
    TRIES = 100            /* max attempts to place a piece */
};

enum {
    THEMES_ALL = (1 << TACTIC_THEMES) - 1,
    THEMES_RARE = 1 << TACTIC_REPETITION | 1 << TACTIC_SPY
};

/* The sources of candidates, used in turn. A source is skipped if none of its themes is wanted any more. */
enum tactic_source { SOURCE_GAME, SOURCE_CROWD, SOURCE_CHASE, SOURCE_SPY, SOURCES };

static const struct tactic_source_row {
    int movable_max;       /* max movable pieces of a side, 2 or more */
    int looks;             /* max positions tested per candidate */
    int plies;             /* max plies played between two of them, 0 or more */
    bool alike;            /* true: all movable ranks are equally likely; false: in half of the candidates */
    unsigned themes;       /* themes that it is used for, as bits */
} source_table[SOURCES] = {
    [SOURCE_GAME] = {0, 8, 0, false, THEMES_ALL & ~THEMES_RARE},
    [SOURCE_CROWD] = {7, 4, 6, false, THEMES_ALL & ~THEMES_RARE},
    [SOURCE_CHASE] = {4, 80, 2, true, 1 << TACTIC_REPETITION},
    [SOURCE_SPY] = {5, 4, 6, true, 1 << TACTIC_SPY},
};

/* The result of a candidate. */
struct tactic_found {
    bool any;              /* whether a tactic was found */
    enum tactic_theme theme;
    int plies;
    struct move right;
    struct position position;
};

/* The state of the search, shared by the threads. */
struct tactics_maker {
    const struct tactics_make_terms *terms;
    unsigned wanted;             /* themes in this round, as bits */
    size_t first;                /* number of the round's first candidate */
    struct tactic_found found[ROUND];   /* each is written by the thread of its candidate */
};

/* Copies a position with every rank known. The file has the position in this form, so it is solved in this
 * form. */
static void show_all(const struct position *from, struct position *to)
{
    struct placement now;
    size_t count = position_needed_history(from, NULL);
    struct prior_ply *before = memory_new(count, sizeof *before);
    position_needed_history(from, before);
    position_to_placement(from, &now);
    now.played = now.quiet = 0; /* the rules are isf, which has no limits */
    for (int square = 0; square < SQUARES; square++)
        now.cell[square].known = now.cell[square].side < SIDES;
    enum status status = position_init(to, &now, rules_find("isf"), NULL);
    if (!status)
        status = position_set_prior_plies(to, before, count, NULL);
    assert(!status); /* it comes from a board */
    (void)status;
    free(before);
}

/* Tests whether a position is a wanted tactic, and stores it in `found` if it is. The fast tests come
 * first. */
static void test_position(const struct tactics_maker *maker, const struct position *tested,
                          struct tactic_found *found)
{
    struct position position = {0};
    show_all(tested, &position);
    struct board *board = &position.board;
    struct move right = board_outcome(board).result == RESULT_OPEN
                            ? solver_right(board, SCALE_ARTS, SOLVER_PLIES) : MOVE_NONE;
    if (!move_is_none(right) && move_equal(solver_right(board, SCALE_RANK, SOLVER_PLIES), right)) {
        found->theme = tactic_theme_of(board, right);
        if (maker->wanted >> found->theme & 1) {
            found->right = solver_solve(board, SOLVER_HOLDS, &found->plies, maker->terms->stop);
            found->any = !move_is_none(found->right);
        }
    }
    if (found->any)
        found->position = position;
    else
        position_free(&position);
}

/* --- games between agents --- */

/* Plays a game between two random agents. Looks for a tactic at some random moments of it with GAME_PIECES
 * pieces or fewer. */
static void try_game(const struct tactics_maker *maker, struct rng *rng, struct tactic_found *found)
{
    static const char *const players[] = {"invincible", "probabilistic", "invincible:profile=aggressive"};
    const struct tactics_make_terms *terms = maker->terms;
    struct game game = {0};
    struct position position = {0};
    /* The seed has 53 bits, so that a double can hold it. */
    struct game_terms own = {.rules = *rules_find("deepnash"), .settings = terms->settings,
                             .library = terms->library, .seed = rng_next(rng) >> 11};
    for (enum side side = RED; side <= BLUE; side++)
        own.player[side] = players[rng_below(rng, sizeof players / sizeof *players)];
    if (game_start(&game, &own, NULL))
        return;
    game_run(&game, terms->stop, NULL);
    /* `first`: the first ply with so few pieces. */
    size_t first = 0, plies = game.record.plies;
    int looks = source_table[SOURCE_GAME].looks;
    record_replay(&game.record, 0, &position, NULL, NULL);
    while (first < plies &&
           bits_count(position.board.occupied[RED] | position.board.occupied[BLUE]) > GAME_PIECES)
        position_play(&position, game.record.moves[first++], NULL, NULL);
    for (int i = 0; i < looks && first < plies && !found->any && !stop_requested(terms->stop); i++) {
        size_t moment = first + rng_below(rng, (uint32_t)(plies - first));
        position_free(&position);
        record_replay(&game.record, moment, &position, NULL, NULL);
        test_position(maker, &position, found);
    }
    position_free(&position);
    game_end(&game);
}

/* --- scattered pieces --- */

/* Puts a piece on a random free square that suits its rank: a flag on the side's last row, a bomb in its four
 * rows, a movable piece near `middle`. STATUS_NO after too many attempts. */
static enum status put_piece(struct placement *placement, struct rng *rng, enum side side, int rank,
                             int middle)
{
    for (int i = 0; i < TRIES; i++) {
        int square = (int)rng_below(rng, SQUARES), row = square_row(square);
        bool home = side == RED ? row < 4 : row >= ROWS - 4, edge = row == (side == RED ? 0 : ROWS - 1);
        bool near = abs(square_file(square) - square_file(middle)) <= SPREAD &&
                    abs(row - square_row(middle)) <= SPREAD;
        if (square_is_lake(square) || placement->cell[square].side < SIDES ||
            (rank == FLAG && !edge) || (rank == BOMB && !home) || (rank_moves(rank) && !near))
            continue;
        placement->cell[square] = (struct cell){.rank = (uint8_t)rank, .side = (uint8_t)side,
                                                .moved = rank_moves(rank), .known = true};
        return STATUS_OK;
    }
    return STATUS_NO;
}

/* Draws a movable rank: uniformly, or with `by_count` in proportion to the number of pieces of each rank. */
static int draw_rank(struct rng *rng, bool by_count)
{
    if (!by_count)
        return SPY + (int)rng_below(rng, RANKS - SPY);
    uint32_t drawn = rng_below(rng, PIECES_A_SIDE - 7); /* without the flag and six bombs */
    int rank = SPY;
    for (; drawn >= rank_table[rank].count; rank++)
        drawn -= rank_table[rank].count;
    return rank;
}

/* Fills a placement with a random position. Each side has a flag, in half of the positions bombs around it,
 * and movable pieces near a random square. For SOURCE_SPY the side to move has a spy, the other a marshal.
 * STATUS_NO if a piece found no square. */
static enum status scatter(struct placement *placement, enum tactic_source source, struct rng *rng)
{
    placement_clear(placement);
    placement->free = false;
    placement->to_move = rng_below(rng, 2) ? RED : BLUE;
    int middle = (int)rng_below(rng, SQUARES);
    int pieces_end = 2 + (int)rng_below(rng, (uint32_t)source_table[source].movable_max - 1);
    bool by_count = rng_below(rng, 2) && !source_table[source].alike, walled = rng_below(rng, 2);
    enum status status = STATUS_OK;
    for (enum side side = RED; side <= BLUE && !status; side++) {
        int left[RANKS]; /* pieces that the side may still get */
        for (int rank = 0; rank < RANKS; rank++)
            left[rank] = rank_table[rank].count;
        status = put_piece(placement, rng, side, FLAG, middle);
        if (walled) {
            /* Puts bombs on most free squares beside the flag. */
            for (int square = 0; square < SQUARES; square++)
                for (int direction = 0; direction < DIRECTIONS && placement->cell[square].side == side &&
                                        placement->cell[square].rank == FLAG; direction++) {
                    int next = square_next[square][direction];
                    if (next != SQUARE_NONE && placement->cell[next].side == SIDES && rng_below(rng, 3))
                        placement->cell[next] = (struct cell){.rank = BOMB, .side = (uint8_t)side,
                                                              .known = true};
                }
        }
        /* Begins at 0 or 1, so that the sides may differ by one piece. */
        for (int i = (int)rng_below(rng, 2); i < pieces_end && !status; i++) {
            int rank = draw_rank(rng, by_count);
            if (source == SOURCE_SPY && i == 1)
                rank = side == placement->to_move ? SPY : MARSHAL;
            if (left[rank]-- > 0)
                status = put_piece(placement, rng, side, rank, middle);
        }
    }
    captured_fill(placement);
    return status;
}

/* Returns whether the piece, after this move, stands beside an enemy piece that it could capture and
 * survive. */
static bool threatens(struct board *board, struct move move)
{
    const struct piece *mover = &board->piece[board->at[move.from]];
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int next = square_next[move.to][direction];
        int number = next == SQUARE_NONE ? NO_PIECE : board->at[next];
        if (number < PIECES && board->piece[number].side != mover->side &&
            battle_result(mover->rank, board->piece[number].rank) == BATTLE_WON)
            return true;
    }
    return false;
}

/* Returns the best move by two plies; if several are equal, preferably a threat. With probability 1/8 returns
 * a random move. */
static struct move choose_move(struct board *board, struct rng *rng)
{
    struct move moves[MOVES_MAX];
    int count = board_moves(board, moves), chosen = 0, best = -2 * SOLVER_WIN;
    if (rng_below(rng, 8) == 0)
        return moves[rng_below(rng, (uint32_t)count)];
    for (int i = 0, ties = 1; i < count; i++) {
        bool threat = threatens(board, moves[i]);
        board_make(board, moves[i]);
        /* Doubled, so that a threat decides only between moves of the same value. */
        int value = 2 * -solver_value(board, SCALE_RANK, 1, -2 * SOLVER_WIN, 2 * SOLVER_WIN) + threat;
        board_unmake(board);
        /* Each of the `ties` best moves so far is chosen with the same probability. */
        ties = value > best ? 1 : ties + (value == best);
        if (value > best || (value == best && rng_below(rng, (uint32_t)ties) == 0))
            chosen = i;
        best = value > best ? value : best;
    }
    return moves[chosen];
}

/* Plays on from a random position with choose_move. Looks for a tactic after every few plies, at most `looks`
 * times (source_table). */
static void try_scattered(const struct tactics_maker *maker, enum tactic_source source, struct rng *rng,
                          struct tactic_found *found)
{
    const atomic_bool *stop = maker->terms->stop;
    struct placement start;
    struct position position = {0};
    if (scatter(&start, source, rng) || position_init(&position, &start, rules_find("isf"), NULL))
        return;
    for (int i = 0; i < source_table[source].looks && !found->any && !stop_requested(stop); i++) {
        int plies = (int)rng_below(rng, (uint32_t)source_table[source].plies + 1);
        while (plies-- > 0 && position_outcome(&position).result == RESULT_OPEN)
            position_play(&position, (struct move_with_ranks){choose_move(&position.board, rng), RANK_UNKNOWN,
                                                              RANK_UNKNOWN}, NULL, NULL);
        if (position_outcome(&position).result != RESULT_OPEN)
            break;
        /* A tactic of repetition needs a position whose repetition rules may forbid a move. */
        if (source != SOURCE_CHASE || board_repetition_matters(&position.board, SOLVER_PLIES))
            test_position(maker, &position, found);
    }
    position_free(&position);
}

/* --- all --- */

/* Looks for a tactic in candidate `number` of the round. The sources take turns. It is the work of a
 * thread. */
static void make_candidate(void *context, size_t number)
{
    struct tactics_maker *maker = context;
    struct rng rng;
    if (stop_requested(maker->terms->stop))
        return;
    rng_seed(&rng, maker->terms->seed, maker->first + number);
    enum tactic_source source = (enum tactic_source)((maker->first + number) % SOURCES);
    if (!(source_table[source].themes & maker->wanted))
        return;
    if (source == SOURCE_GAME)
        try_game(maker, &rng, &maker->found[number]);
    else
        try_scattered(maker, source, &rng, &maker->found[number]);
}

/* Returns the number of tactics wanted of a theme. */
static size_t quota(const struct tactics_make_terms *terms, int theme)
{
    return THEMES_RARE >> theme & 1 ? terms->a_rare_theme : terms->a_theme;
}

enum status tactics_make(const struct tactics_make_terms *terms, struct text *out, struct error *error)
{
    struct tactics_maker *maker = memory_new(1, sizeof *maker);
    struct text text[TACTIC_THEMES] = {{0}};
    size_t count[TACTIC_THEMES] = {0}, total = 0;
    char comment[80];
    maker->terms = terms;
    maker->wanted = THEMES_ALL;
    /* Round by round: what is wanted changes only between rounds, so the threads do not change the result. */
    while (maker->wanted && !stop_requested(terms->stop) &&
           (terms->candidates == 0 || maker->first < terms->candidates)) {
        size_t remaining = terms->candidates ? terms->candidates - maker->first : ROUND;
        size_t tried = remaining < ROUND ? remaining : ROUND;
        parallel_run(terms->jobs, tried, make_candidate, maker);
        /* Adds the round's tactics in the order of its candidates, as far as they are wanted. */
        for (int i = 0; i < ROUND; i++) {
            struct tactic_found *found = &maker->found[i];
            char name[POSITION_NAME];
            if (found->any && count[found->theme] < quota(maker->terms, found->theme)) {
                snprintf(name, sizeof name, "%s-%02zu", tactic_theme_names[found->theme],
                         ++count[found->theme]);
                tactic_write(name, found->theme, found->plies, found->right, &found->position,
                             &text[found->theme]);
            }
            position_free(&found->position);
            *found = (struct tactic_found){0};
        }
        maker->first += tried;
        maker->wanted = 0;
        total = 0;
        for (int theme = 0; theme < TACTIC_THEMES; theme++) {
            total += count[theme];
            maker->wanted |= (unsigned)(count[theme] < quota(terms, theme)) << theme;
        }
        if (terms->progress)
            terms->progress(terms->context, maker->first, total);
    }
    snprintf(comment, sizeof comment, "vedette --seed %llu tactics make", (unsigned long long)terms->seed);
    tactics_write_head(comment, out);
    for (int theme = 0; theme < TACTIC_THEMES; theme++) {
        text_append(out, text_string(&text[theme]), text[theme].size);
        text_free(&text[theme]);
    }
    free(maker);
    return stop_requested(terms->stop) ? error_set(error, STATUS_NO, "stopped") : STATUS_OK;
}
