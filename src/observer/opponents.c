/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "observer/opponents.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "belief/sample.h"
#include "observer/approach_evidence.h"
#include "observer/attack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORLDS = 8, DRAWS = 24, /* max worlds in which a move is examined, and max draws for them */
    RANK_WORLDS = 6,        /* draws for each rank that a hidden mover may have */
    LOOKS = WORLDS + RANKS * RANK_WORLDS,
};

/* The probabilities before any move is seen. The enemy is most likely a player unknown to the program, and a
 * kind should be recognised by its moves before decisions depend on it. Each move of a planner multiplies
 * its odds by e^0.6 to e^0.8, each of an attacker by e^0.26 (doc/rollout.md, "Kinds of enemy"). People and
 * strangers have the same likelihood, so people always have a small share. */
static const double prior[OPPONENTS] = {[OPPONENT_PLANNER] = 0.12, [OPPONENT_DE_BOER] = 0.06,
                                        [OPPONENT_ATTACKER] = 0.02, [OPPONENT_PEOPLE] = 0.04,
                                        [OPPONENT_STRANGER] = 0.76};

/* The part of the probabilities that always remains the prior. */
static const double doubt = 0.05;

/* A real player differs from its kind, and its ranks are drawn, not known. `stray`: the probability that
 * it moves as people do, whose model depends mainly on public information; `min`: that it makes any
 * legal move. */
static const double stray = 0.5, min = 0.02;

/* Ranks of the mover with a smaller probability are not examined. */
static const double rank_min = 0.003;

/* The difference between the values of two moves, for a planner (points) or an attacker (value), at which
 * the better move is e times as likely. */
static const double planner_scatter = 1, attacker_scatter = 0.01;

/* --- how each kind moves --- */

void people_strengths(const struct move_model_weights *weights, const struct view *view,
                      const struct public_state *seen, const struct move *moves, int count, double *strength)
{
    const struct board *board = &view->board;
    struct public_state state;
    uint8_t rank[MOVES_MAX];
    if (!seen)
        public_state_replay(&state, view);
    for (int i = 0; i < count; i++)
        rank[i] = board->piece[board->at[moves[i].from]].rank;
    move_model_compute(weights, seen ? seen : &state, PLAYER_PEOPLE, moves, rank, count, strength);
}

/* Fills `moves` with the legal moves and `value` with their points by the planner of the kind. Returns their
 * number. */
static int list_planner_values(const struct opponent_models *models, enum opponent kind,
                               const struct opponent_seat *seat, struct move *moves, double *value)
{
    enum side me = seat->view->side;
    bool is_de_boer = kind == OPPONENT_DE_BOER && models->de_boer;
    const struct planner *planner = is_de_boer ? models->de_boer : models->planner;
    double changed_p[PIECES_A_SIDE][RANKS];
    double approach = is_de_boer || kind == OPPONENT_STRANGER ? 0 : models->approach;
    const double(*enemy_p)[RANKS] =
        approach_apply_last(seat->view, approach, seat->believed[side_other(me)], changed_p);
    struct worth worth;
    worth_compute(is_de_boer ? models->de_boer_worth : models->worth_options, seat->view, &worth);
    planner_context(planner, seat->view, &worth, enemy_p, seat->believed[me], seat->rng, seat->context);
    planner_choose(planner, seat->context, value);
    for (int i = 0; i < seat->context->count; i++)
        moves[i] = seat->context->moves[i].move;
    return seat->context->count;
}

/* Fills `moves` with the legal moves and `value` with the values that the agent attacker gives them. Returns
 * their number. */
static int list_attacker_values(const struct opponent_models *models, const struct opponent_seat *seat,
                                struct move *moves, double *value)
{
    double option[ATTACK_OPTIONS];
    struct worth worth;
    const struct rating_terms terms = {option, &seat->view->board, &worth};
    int count = board_moves(terms.board, moves);
    for (int i = 0; i < ATTACK_OPTIONS; i++)
        option[i] = attacker_group.options[i].standard;
    worth_compute(models->worth_options, seat->view, &worth);
    for (int i = 0; i < count; i++)
        value[i] = attack_rating(&terms, moves[i]);
    return count;
}

/* Replaces each value by its likelihood relative to the best: exp((value - max) / scale). */
static void convert_values_to_odds(double *value, int count, double scale)
{
    double max = -INFINITY;
    for (int i = 0; i < count; i++)
        max = fmax(max, value[i]);
    for (int i = 0; i < count; i++)
        value[i] = exp((value[i] - max) / scale);
}

int opponent_odds(const struct opponent_models *models, enum opponent kind, const struct opponent_seat *seat,
                  struct move moves[MOVES_MAX], double odds[MOVES_MAX])
{
    double total = 0;
    int count;
    if (kind == OPPONENT_PEOPLE) {
        count = board_moves(&seat->view->board, moves);
        people_strengths(models->people, seat->view, seat->seen, moves, count, odds);
    } else if (kind == OPPONENT_ATTACKER) {
        count = list_attacker_values(models, seat, moves, odds);
        convert_values_to_odds(odds, count, attacker_scatter);
    } else {
        count = list_planner_values(models, kind, seat, moves, odds);
        convert_values_to_odds(odds, count, planner_scatter);
    }
    for (int i = 0; i < count; i++)
        total += odds[i];
    for (int i = 0; i < count; i++)
        odds[i] = total > 0 ? odds[i] / total : 1.0 / count;
    return count;
}

struct move opponent_move(const struct opponent_models *models, enum opponent kind,
                          const struct opponent_seat *seat)
{
    struct move moves[MOVES_MAX];
    double odds[MOVES_MAX];
    int count = opponent_odds(models, kind, seat, moves, odds), best = 0;
    if (!count)
        return MOVE_NONE;
    if (kind == OPPONENT_PEOPLE) {
        double drawn = rng_unit(seat->rng);
        while (best + 1 < count && drawn >= odds[best])
            drawn -= odds[best++];
    } else {
        for (int i = 1; i < count; i++)
            best = odds[i] > odds[best] ? i : best;
    }
    return moves[best];
}

/* --- which kind the enemy is --- */

void opponents_forget(struct opponents *opponents)
{
    opponents->moves = 0;
    memset(opponents->evidence, 0, sizeof opponents->evidence);
    memset(opponents->log_likelihood, 0, sizeof opponents->log_likelihood);
}

void opponents_copy(struct opponents *to, const struct opponents *from)
{
    to->side = from->side;
    to->moves = from->moves;
    memcpy(to->evidence, from->evidence, sizeof to->evidence);
    memcpy(to->log_likelihood, from->log_likelihood, sizeof to->log_likelihood);
}

/* The working memory of one thread. */
struct opponent_desk {
    struct board board;          /* before the move, with the ranks that are known */
    struct view view;            /* the enemy's view in a world */
    struct plan_context context;
};

void opponents_free(struct opponents *opponents)
{
    for (size_t i = 0; i < opponents->desks; i++) {
        board_free(&opponents->desk[i]->board);
        view_free(&opponents->desk[i]->view);
        free(opponents->desk[i]);
    }
    free(opponents->desk);
    *opponents = (struct opponents){0};
}

/* Returns the working memory of a thread, all zero at its first use. */
static struct opponent_desk *desk_of(struct opponents *opponents, size_t number)
{
    while (opponents->desks <= number) {
        opponents->desk = memory_grow(opponents->desk, &opponents->desk_capacity, opponents->desks + 1,
                                      sizeof(struct opponent_desk *));
        opponents->desk[opponents->desks++] = memory_new(1, sizeof(struct opponent_desk));
    }
    return opponents->desk[number];
}

/* Copies the view's board and undoes its plies down to `ply`. Ranks that are known now stay known. False if a
 * side lost a turn since then, because plies before that cannot be undone. */
static bool rewind_board(struct board *board, const struct view *view, uint32_t ply)
{
    enum side mover = view->board.to_move;
    for (uint32_t i = view->board.plies; i > ply; i--) {
        mover = side_other(mover);
        if (piece_side(view->board.history[i - 1].mover) != mover)
            return false;
    }
    board_copy(board, &view->board);
    while (board->plies > ply)
        board_unmake(board);
    return true;
}

/* Hides the enemy's ranks that were revealed after the board's last ply. */
static void hide_later_ranks(struct board *board, const struct view *view)
{
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        int number = side_base(side_other(view->side)) + i;
        const struct piece *piece = &board->piece[number];
        if (piece->square != SQUARE_NONE && piece->rank != RANK_UNKNOWN && !piece->known)
            board_hide(board, number);
    }
}

/* A move of the enemy that is examined. */
struct seen_move {
    const struct opponent_models *models;
    const struct belief *belief;  /* [SIDES], before the move */
    enum side enemy;
    struct move move;
    const struct public_state *public_state; /* before the move, the same in every world */
};

/* A world in which the move is examined. */
struct move_look {
    uint8_t rank[PIECES_A_SIDE]; /* the enemy's ranks, by row */
    int wanted;                  /* the rank given to the mover; RANK_UNKNOWN: it was drawn */
    double likelihood[OPPONENTS]; /* of the move in this world, by kind */
};

/* All worlds in which one move is examined. */
struct move_looks {
    const struct seen_move *seen;
    struct opponents *opponents;
    uint64_t stream; /* number of the stream of random numbers of this move */
    int count;
    struct move_look look[LOOKS];
};

/* Returns whether the move is legal in a world. `board`: before the move, unchanged afterwards. */
static bool is_possible(struct board *board, const struct seen_move *seen, const uint8_t rank[PIECES_A_SIDE])
{
    uint64_t revealed = board_reveal_all(board, seen->enemy, rank);
    bool possible = board_check(board, seen->move) == MOVE_LEGAL;
    board_hide_all(board, seen->enemy, revealed);
    return possible;
}

/* Computes the likelihood of the move for each kind in a world in which it is legal. No player is exactly of
 * a kind: with probability `stray` each moves as people do, and with `min` it makes any legal move. */
static void examine_world(struct opponent_desk *desk, const struct seen_move *seen,
                          const uint8_t rank[PIECES_A_SIDE], struct rng *rng, double likelihood[OPPONENTS])
{
    const struct opponent_seat seat = {&desk->view,
                                       {(const double(*)[RANKS])seen->belief[RED].p,
                                        (const double(*)[RANKS])seen->belief[BLUE].p},
                                       &desk->context, rng, seen->public_state};
    struct move moves[MOVES_MAX];
    double odds[MOVES_MAX], odds_of[OPPONENTS] = {0};
    uint64_t revealed = board_reveal_all(&desk->board, seen->enemy, rank);
    view_of_world(&desk->view, &desk->board, seen->enemy);
    board_hide_all(&desk->board, seen->enemy, revealed);
    for (int kind = 0; kind < OPPONENTS; kind++) {
        if (kind == OPPONENT_STRANGER)
            continue; /* its likelihood is that of people */
        desk->context.view = NULL; /* forces a new start: the context is of another world */
        int count = opponent_odds(seen->models, (enum opponent)kind, &seat, moves, odds);
        for (int i = 0; i < count; i++)
            if (move_equal(moves[i], seen->move))
                odds_of[kind] = (1 - min) * odds[i] + min / count;
    }
    odds_of[OPPONENT_STRANGER] = odds_of[OPPONENT_PEOPLE];
    for (int kind = 0; kind < OPPONENTS; kind++)
        likelihood[kind] = (1 - stray) * odds_of[kind] + stray * odds_of[OPPONENT_PEOPLE];
}

/* Examines world number `index`: a work item of the threads. Each world has its own stream of random
 * numbers, so that the number of threads does not matter. */
static void examine_numbered_world(void *context, size_t index, const struct parallel_worker *worker)
{
    struct move_looks *looks = context;
    struct move_look *world = &looks->look[index];
    struct rng rng;
    rng_seed(&rng, 1 + index, looks->stream);
    examine_world(looks->opponents->desk[worker->number], looks->seen, world->rank, &rng, world->likelihood);
}

/* Computes the mean likelihood of the move, for each kind of opponent, over the worlds that were drawn for
 * the rank `wanted` (RANK_UNKNOWN: over those drawn for no rank). False if there are none. */
static bool find_mean(const struct move_looks *looks, int wanted, double likelihood[OPPONENTS])
{
    double sum[OPPONENTS] = {0};
    int worlds = 0;
    for (int i = 0; i < looks->count; i++)
        if (looks->look[i].wanted == wanted) {
            for (int kind = 0; kind < OPPONENTS; kind++)
                sum[kind] += looks->look[i].likelihood[kind];
            worlds++;
        }
    for (int kind = 0; kind < OPPONENTS && worlds; kind++)
        likelihood[kind] = sum[kind] / worlds;
    return worlds > 0;
}

/* Draws from the belief until WORLDS worlds in which the move is legal were added, or DRAWS were drawn. */
static void draw_worlds(struct move_looks *looks, const struct belief_sampler *sampler, struct rng *rng)
{
    struct board *board = &desk_of(looks->opponents, 0)->board;
    int max_count = looks->count + WORLDS;
    for (int draw = 0; draw < DRAWS && looks->count < max_count; draw++) {
        struct move_look *world = &looks->look[looks->count];
        world->wanted = RANK_UNKNOWN;
        belief_sampler_draw(sampler, rng, world->rank);
        looks->count += is_possible(board, looks->seen, world->rank);
    }
}

/* Adds the mean likelihoods of the move to the evidence for the kinds. */
static void add_kind_evidence(struct opponents *opponents, const struct move_looks *looks)
{
    double likelihood[OPPONENTS];
    if (!find_mean(looks, RANK_UNKNOWN, likelihood))
        return;
    for (int kind = 0; kind < OPPONENTS; kind++)
        opponents->log_likelihood[kind] += log(likelihood[kind]);
    opponents->moves++;
}

/* --- which ranks the enemy's pieces have --- */

/* Gives the piece in `row` of a world the rank `wanted`: it swaps ranks with a random hidden piece that has
 * `wanted` and may have the old rank of `row`. False if there is no such piece. The result only approximates
 * a draw from the belief under the condition that `row` has that rank. */
static bool swap_rank_in(const struct belief *belief, int row, int wanted, struct rng *rng,
                         uint8_t rank[PIECES_A_SIDE])
{
    int base = side_base(belief->side), had = rank[row], found = -1;
    uint32_t holders = 0;
    if (had == wanted)
        return true;
    /* Each holder replaces the one found before with probability 1 / holders: a uniform choice. */
    for (int other = 0; other < PIECES_A_SIDE; other++)
        if (other != row && rank[other] == wanted && belief_is_hidden(belief, base + other) &&
            (facts_ranks(&belief->facts, other) >> had & 1) && rng_below(rng, ++holders) == 0)
            found = other;
    if (found < 0)
        return false;
    rank[found] = (uint8_t)had;
    rank[row] = (uint8_t)wanted;
    return true;
}

/* Draws up to RANK_WORLDS worlds for each rank that the mover, the piece in `row`, may have. */
static void draw_worlds_by_rank(struct move_looks *looks, const struct belief_sampler *sampler, int row,
                                struct rng *rng)
{
    const struct belief *belief = &looks->seen->belief[looks->seen->enemy];
    struct board *board = &desk_of(looks->opponents, 0)->board;
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < RANK_WORLDS && rank_moves(rank) && belief->p[row][rank] >= rank_min; i++) {
            struct move_look *world = &looks->look[looks->count];
            world->wanted = rank;
            belief_sampler_draw(sampler, rng, world->rank);
            looks->count += swap_rank_in(belief, row, rank, rng, world->rank) &&
                            is_possible(board, looks->seen, world->rank);
        }
}

/* Adds the move's evidence for the mover's ranks: for each kind the move's likelihood divided by that of
 * people. `row`: the mover's. */
static void add_rank_evidence(struct opponents *opponents, const struct move_looks *looks, int row)
{
    double ratio[OPPONENTS][RANKS] = {{0}};
    const double *p = looks->seen->belief[looks->seen->enemy].p[row];
    for (int rank = 0; rank < RANKS; rank++) {
        double likelihood[OPPONENTS];
        if (find_mean(looks, rank, likelihood))
            for (int kind = 0; kind < OPPONENTS; kind++)
                ratio[kind][rank] = likelihood[kind] / likelihood[OPPONENT_PEOPLE];
    } /* ranks without a world keep 0, for "not known" */
    for (int kind = 0; kind < OPPONENTS; kind++)
        if (kind != OPPONENT_PEOPLE && kind != OPPONENT_STRANGER)
            rank_evidence_add(&opponents->evidence[kind], row, ratio[kind], p);
}

/* Computes the likelihood of the move by each kind of opponent, in all worlds of `looks`. */
static void examine_worlds(struct move_looks *looks, int threads)
{
    const struct parallel_scratch none = {0};
    struct opponents *opponents = looks->opponents;
    for (int i = 1; i < threads && i < looks->count; i++)
        board_copy(&desk_of(opponents, (size_t)i)->board, &desk_of(opponents, 0)->board);
    parallel_run_workers(threads, (size_t)looks->count, &none, examine_numbered_world, looks);
}

void opponents_see(struct opponents *opponents, const struct opponent_models *models, const struct view *view,
                   uint32_t ply, const struct belief *belief, bool ranks, int threads)
{
    const struct ply *made = &view->board.history[ply];
    const struct piece *mover = &view->board.piece[made->mover];
    enum side enemy = side_other(view->side);
    int row = made->mover - side_base(enemy);
    struct opponent_desk *desk = desk_of(opponents, 0);
    struct belief_sampler sampler;
    struct public_state public_state;
    struct rng rng;
    if (facts_infeasible(&belief[enemy].facts) || !rewind_board(&desk->board, view, ply))
        return;
    /* Restore the position before the move, as the enemy saw it. */
    hide_later_ranks(&desk->board, view);
    view_of_world(&desk->view, &desk->board, enemy);
    public_state_replay(&public_state, &desk->view);
    rng_seed(&rng, 0, ply);
    belief_sampler_init(&sampler, &belief[enemy]);
    const struct seen_move seen = {models, belief, enemy, made->move, &public_state};
    struct move_looks looks = {.seen = &seen, .opponents = opponents, .stream = ply};
    /* The ranks are examined only if the mover is still hidden and no piece is missing. */
    ranks = ranks && mover->square != SQUARE_NONE && mover->rank == RANK_UNKNOWN &&
            facts_missing(&belief[enemy].facts) == 0;
    draw_worlds(&looks, &sampler, &rng);
    if (ranks)
        draw_worlds_by_rank(&looks, &sampler, row, &rng);
    examine_worlds(&looks, threads);
    add_kind_evidence(opponents, &looks);
    if (ranks)
        add_rank_evidence(opponents, &looks, row);
}

/* --- results --- */

void opponents_classify(const struct opponents *opponents, double weight[OPPONENTS])
{
    double total = 0, max = -INFINITY;
    for (int kind = 0; kind < OPPONENTS; kind++)
        max = fmax(max, opponents->log_likelihood[kind]);
    for (int kind = 0; kind < OPPONENTS; kind++) {
        weight[kind] = prior[kind] * exp(opponents->log_likelihood[kind] - max);
        total += weight[kind];
    }
    for (int kind = 0; kind < OPPONENTS; kind++)
        weight[kind] = (1 - doubt) * weight[kind] / total + doubt * prior[kind];
}

void opponents_evidence(const struct opponents *opponents, struct rank_evidence *evidence)
{
    double weight[OPPONENTS];
    opponents_classify(opponents, weight);
    *evidence = (struct rank_evidence){0};
    for (int kind = 0; kind < OPPONENTS; kind++)
        for (int row = 0; row < PIECES_A_SIDE; row++)
            for (int rank = 0; rank < RANKS; rank++)
                evidence->log_ratio[row][rank] +=
                    weight[kind] * opponents->evidence[kind].log_ratio[row][rank];
}

enum opponent opponent_in_turn(const double mixture[OPPONENTS], double start, uint32_t world)
{
    const double golden = 0.6180339887498949;
    double point = fmod(start + world * golden, 1);
    int kind = 0;
    while (kind + 1 < OPPONENTS && point >= mixture[kind])
        point -= mixture[kind++];
    return (enum opponent)kind;
}
