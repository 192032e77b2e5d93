/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rollout/rollout.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "belief/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OUTCOMES = RANKS + 1 }; /* outcomes of a first move: the rank that it attacks, or RANK_UNKNOWN */

/* The belief about both sides after a first move. */
struct next_belief {
    bool known;
    double p[SIDES][PIECES_A_SIDE][RANKS];
};

/* A belief to be computed: that after a move with an outcome. */
struct next_belief_wanted {
    int arm, outcome;
};

struct drawn_world {
    uint8_t rank[PIECES_A_SIDE];
};

/* The traces of a move, by world. */
struct arm_traces {
    struct rollout_trace *world;
    size_t capacity;
};

/* The working memory of a thread. */
struct playing {
    struct board board;          /* the view's board, for computing the next beliefs */
    struct belief belief[SIDES]; /* the belief after a first move */
    struct board world;
    struct view view[SIDES];
    struct plan_context context[SIDES];
    struct worth worth;
    struct rng rng;
    double total[MOVES_MAX];
    int number;                  /* of the thread */
};

struct rollout_table {
    const struct rollout_terms *terms;
    struct halving halving;
    struct belief_sampler sampler;       /* samples the enemy's ranks */
    struct plan_context base;            /* of the side to move, before the first move */
    struct worth worth;
    struct next_belief (*after)[OUTCOMES]; /* [move][outcome] */
    size_t after_capacity;
    struct drawn_world *worlds;
    uint32_t drawn;
    size_t world_capacity;
    struct arm_traces traces[HALVING_ARMS];
    const double *tried[HALVING_ARMS];   /* [move]: results of earlier runs */
    uint32_t tried_worlds[HALVING_ARMS]; /* [move]: number of these: the first worlds */
    struct playing **playing;            /* [thread] */
    size_t threads, thread_capacity;
    struct next_belief_wanted *wanted;   /* beliefs that the next worlds need */
    size_t wanted_capacity;
};

/* The work of parallel_run_workers: item i is move i / worlds in world first + i % worlds. */
struct batch {
    struct rollout_table *table;
    const int *arm;
    uint32_t first, worlds;
    double *value;
    atomic_bool stopped;
};

double rollout_plain_value(const void *context, const struct rollout_end *end)
{
    const double secret_share = 0.5, min = 0.3; /* the min keeps the ratio finite in nearly won games */
    double sum[SIDES];
    (void)context;
    for (enum side side = RED; side <= BLUE; side++) {
        sum[side] = end->worth->strength[side] + min;
        for (int number = side_base(side); number < side_base(side) + PIECES_A_SIDE; number++) {
            const struct piece *piece = &end->world->piece[number];
            if (piece->square != SQUARE_NONE && !piece->known)
                sum[side] += secret_share * end->worth->secret[side][piece->rank];
        }
    }
    return log(sum[end->me] / sum[side_other(end->me)]);
}

double rollout_learnt_value(const void *context, const struct rollout_end *end)
{
    const struct rollout_learnt *learnt = context;
    double chance = rollout_chance(end, learnt->model);
    double odds = log(chance / (1 - chance)) / ROLLOUT_ODDS;
    double bounded = odds > ROLLOUT_WON ? ROLLOUT_WON : odds < -ROLLOUT_WON ? -ROLLOUT_WON : odds;
    return (1 - learnt->share) * rollout_plain_value(NULL, end) + learnt->share * bounded;
}

double rollout_bounded(double value, double won)
{
    const double nearly = 0.999; /* tanh is 1 for large numbers: the game would count as won */
    return nearly * won * tanh(value / won);
}

double rollout_won(const struct rollout_terms *terms)
{
    return terms->won > 0 ? terms->won : ROLLOUT_WON;
}

bool rollout_lost(const struct rollout_terms *terms, double value)
{
    return value <= -rollout_won(terms);
}

struct rollout_table *rollout_new(void)
{
    return memory_new(1, sizeof(struct rollout_table));
}

void rollout_free(struct rollout_table *table)
{
    if (!table)
        return;
    for (size_t i = 0; i < table->threads; i++) {
        for (enum side side = RED; side <= BLUE; side++)
            view_free(&table->playing[i]->view[side]);
        board_free(&table->playing[i]->world);
        board_free(&table->playing[i]->board);
        free(table->playing[i]);
    }
    for (int arm = 0; arm < HALVING_ARMS; arm++)
        free(table->traces[arm].world);
    halving_free(&table->halving);
    free(table->playing);
    free(table->wanted);
    free(table->after);
    free(table->worlds);
    free(table);
}

bool rollout_possible(const struct view *view, const struct observer *observer)
{
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct piece *piece = &view->board.piece[side_base(view->side) + i];
        if (piece->square != SQUARE_NONE && piece->rank == RANK_UNKNOWN)
            return false;
    }
    return !facts_infeasible(&observer->belief[side_other(view->side)].facts);
}

/* --- before the first world --- */

/* Returns whether the stop flag is set or the deadline has passed. */
static bool stop_requested(const struct rollout_terms *terms)
{
    return (terms->stop && atomic_load_explicit(terms->stop, memory_order_relaxed)) ||
           (terms->deadline > 0 && clock_now() >= terms->deadline);
}

/* Computes the belief after a move that meets a piece of `rank`. RANK_UNKNOWN: the move meets no piece, or a
 * known one. */
static void compute_next_belief(const struct rollout_table *table, struct playing *playing, struct move move,
                                int rank, struct next_belief *after)
{
    const struct rollout_terms *terms = table->terms;
    board_make_as(&playing->board, move, RANK_UNKNOWN, rank);
    struct event event = board_event(&playing->board, playing->board.plies - 1);
    for (enum side side = RED; side <= BLUE; side++) {
        playing->belief[side] = terms->observer->belief[side];
        evidence_stop_recording(&playing->belief[side].evidence); /* the list belongs to the observer */
        belief_observe(&playing->belief[side], &event);
        observer_conclude(terms->observer, &playing->belief[side], after->p[side]);
    }
    after->known = true;
    board_unmake(&playing->board);
}

/* Marks all beliefs after first moves as not computed. */
static void forget_next_beliefs(struct rollout_table *table)
{
    int count = table->terms->count;
    table->after = memory_grow(table->after, &table->after_capacity, (size_t)count, sizeof *table->after);
    for (int arm = 0; arm < count; arm++)
        for (int outcome = 0; outcome < OUTCOMES; outcome++)
            table->after[arm][outcome].known = false;
}

/* Returns the number of the hidden piece that the first move of an arm attacks; NO_PIECE if there is none. */
static int hidden_victim(const struct rollout_table *table, int arm)
{
    const struct board *board = &table->terms->view->board;
    int victim = board->at[table->terms->moves[arm].to];
    return victim != NO_PIECE && board->piece[victim].rank == RANK_UNKNOWN ? victim : NO_PIECE;
}

/* Returns the outcome of a move in a world, as an index: the rank that the move attacks. RANK_UNKNOWN means
 * the same as for compute_next_belief. */
static int outcome_of(const struct rollout_table *table, int arm, uint32_t world)
{
    int victim = hidden_victim(table, arm);
    return victim == NO_PIECE ? RANK_UNKNOWN : table->worlds[world].rank[victim % PIECES_A_SIDE];
}

/* Lists the beliefs after first moves that the next worlds need and that are not computed yet. A move needs
 * one for each rank that it meets in these worlds. Returns their number. */
static size_t list_wanted(struct rollout_table *table, const int *arm, int arms, uint32_t first,
                          uint32_t worlds)
{
    size_t count = 0;
    for (int i = 0; i < arms; i++)
        for (uint32_t world = first; world < first + worlds; world++) {
            const struct next_belief_wanted one = {arm[i], outcome_of(table, arm[i], world)};
            struct next_belief *after = &table->after[one.arm][one.outcome];
            /* A known result needs no belief, unless its rollout has a trace and so may be replayed. */
            if (after->known || (!table->terms->traced && world < table->tried_worlds[arm[i]]))
                continue;
            after->known = true; /* so that it is listed only once */
            table->wanted = memory_grow(table->wanted, &table->wanted_capacity, count + 1, sizeof one);
            table->wanted[count++] = one;
        }
    return count;
}

/* Computes the belief after a first move that table->wanted[index] names. It is the work of a thread. */
static void compute_next_belief_item(void *context, size_t index, const struct parallel_worker *worker)
{
    struct rollout_table *table = context;
    const struct next_belief_wanted *one = &table->wanted[index];
    struct next_belief *after = &table->after[one->arm][one->outcome];
    after->known = !stop_requested(table->terms);
    if (after->known)
        compute_next_belief(table, table->playing[worker->number], table->terms->moves[one->arm],
                            one->outcome, after);
}

/* Computes the beliefs that the moves need in the next worlds. Each takes as long as some plies of a
 * rollout, and few moves meet all possible ranks, so they are computed on demand. False if it was stopped. */
static bool compute_next_beliefs(struct rollout_table *table, const int *arm, int arms, uint32_t first,
                                 uint32_t worlds)
{
    const struct parallel_scratch none = {0};
    size_t count = list_wanted(table, arm, arms, first, worlds);
    parallel_run_workers(table->terms->threads, count, &none, compute_next_belief_item, table);
    for (size_t i = 0; i < count; i++)
        if (!table->after[table->wanted[i].arm][table->wanted[i].outcome].known)
            return false;
    return true;
}

/* Allocates the memory of each thread and copies the board on which first moves are made. */
static void prepare_threads(struct rollout_table *table)
{
    const struct rollout_terms *terms = table->terms;
    while (table->threads < (size_t)terms->threads) {
        table->playing = memory_grow(table->playing, &table->thread_capacity, table->threads + 1,
                                     sizeof *table->playing);
        table->playing[table->threads] = memory_new(1, sizeof **table->playing);
        table->playing[table->threads]->number = (int)table->threads;
        table->threads++;
    }
    for (int i = 0; i < terms->threads; i++)
        board_copy(&table->playing[i]->board, &terms->view->board);
}

/* Prepares the rollouts for new terms: the sampler of worlds, the values of pieces, and the plan context
 * before the first move. */
static void prepare(struct rollout_table *table)
{
    const struct rollout_terms *terms = table->terms;
    const struct view *view = terms->view;
    prepare_threads(table);
    struct belief *enemy = &table->playing[0]->belief[side_other(view->side)];
    *enemy = terms->observer->belief[side_other(view->side)];
    memcpy(enemy->p, terms->observer->p[side_other(view->side)], sizeof enemy->p);
    belief_sampler_init(&table->sampler, enemy); /* copies what it needs: the belief's memory is reused */
    table->drawn = 0;
    worth_compute(terms->worth_options, view, &table->worth);
    for (int i = 0; i < terms->threads; i++)
        table->playing[i]->worth = table->worth; /* the last worth may have other options, which worth_update
                                                  * does not detect */
    table->base.view = NULL; /* begin anew */
    plan_context_update(&table->base, view, &table->worth, terms->planner->scale,
                        (const double(*)[RANKS])terms->observer->p[side_other(view->side)],
                        (const double(*)[RANKS])terms->observer->p[view->side], NULL);
    forget_next_beliefs(table);
}

/* Samples worlds up to number `count`, each from its own random stream. False if it was stopped. */
static bool draw_worlds(struct rollout_table *table, uint32_t count)
{
    const struct rollout_terms *terms = table->terms;
    table->worlds = memory_grow(table->worlds, &table->world_capacity, count, sizeof *table->worlds);
    for (; table->drawn < count; table->drawn++) {
        struct rng rng;
        if (stop_requested(terms))
            return false;
        rng_seed(&rng, terms->seed, 2 * (uint64_t)table->drawn); /* the odd streams are play_out's */
        belief_sampler_draw(&table->sampler, &rng, table->worlds[table->drawn].rank);
    }
    return true;
}

const uint8_t *rollout_world(const struct rollout_table *table, uint32_t world)
{
    return table->worlds[world].rank;
}

/* --- one rollout --- */

/* Sets up the world's board, both views and the contexts before the first move. */
static void set_up_world(const struct rollout_table *table, struct playing *playing, uint32_t world)
{
    const struct rollout_terms *terms = table->terms;
    enum side me = terms->view->side, enemy = side_other(me);
    board_copy(&playing->world, &terms->view->board);
    board_reserve(&playing->world, (uint32_t)terms->plies);
    board_reveal_all(&playing->world, enemy, table->worlds[world].rank);
    view_copy(&playing->view[me], terms->view);
    view_of_world(&playing->view[enemy], &playing->world, enemy);
    for (enum side side = RED; side <= BLUE; side++)
        board_reserve(&playing->view[side].board, (uint32_t)terms->plies);
    playing->context[me] = table->base;
    playing->context[enemy].view = NULL; /* do not continue the context of another world */
}

/* Plays a move in the world and in both views. */
static void play_move(struct playing *playing, struct move move)
{
    board_make(&playing->world, move);
    struct event event = board_event(&playing->world, playing->world.plies - 1);
    for (enum side side = RED; side <= BLUE; side++)
        view_apply(&playing->view[side], &event);
}

/* Returns the kind of opponent that the enemy is in a world. */
static enum opponent opponent_of(const struct rollout_terms *terms, uint32_t world)
{
    struct rng rng;
    if (!terms->models)
        return OPPONENT_PLANNER;
    rng_seed(&rng, terms->seed, UINT64_MAX); /* no world uses this stream */
    return opponent_in_turn(terms->mixture, rng_unit(&rng), world);
}

/* Plays the move of the side to move as an opponent of this kind would choose it; false if it has none. */
static bool play_other(const struct rollout_terms *terms, struct playing *playing, enum opponent kind,
                       const double (*believed[SIDES])[RANKS])
{
    enum side side = playing->world.to_move;
    const struct opponent_seat seat = {&playing->view[side], {believed[RED], believed[BLUE]},
                                       &playing->context[side], &playing->rng};
    struct move move = opponent_move(terms->models, kind, &seat);
    if (!move_equal(move, MOVE_NONE))
        play_move(playing, move);
    return !move_equal(move, MOVE_NONE);
}

/* Plays the planner's move for the side to move; false if there is none. */
static bool play_ply(const struct rollout_terms *terms, struct playing *playing,
                     const double (*believed[SIDES])[RANKS])
{
    enum side side = playing->world.to_move;
    struct plan_context *context = &playing->context[side];
    worth_update(terms->worth_options, &playing->view[side], &playing->worth);
    /* The beliefs are those after the first move; only a step up in the last ply changes them. */
    double doubted[PIECES_A_SIDE][RANKS];
    const double(*enemy_p)[RANKS] =
        approach_apply_last(&playing->view[side], terms->observer->evidence.weight[SEAT_EVIDENCE_APPROACH],
                            believed[side_other(side)], doubted);
    planner_context(terms->planner, &playing->view[side], &playing->worth, enemy_p, believed[side],
                    &playing->rng, context);
    int best = planner_choose(terms->planner, context, playing->total);
    if (best >= 0)
        play_move(playing, context->moves[best].move);
    return best >= 0;
}

/* Plays the move of terms->players for the side to move; false if there is none. */
static bool play_players(const struct rollout_players *players, struct playing *playing)
{
    struct move move = players->move(players->context, playing->number,
                                     &playing->view[playing->world.to_move], &playing->rng);
    if (!move_equal(move, MOVE_NONE))
        play_move(playing, move);
    return !move_equal(move, MOVE_NONE);
}

/* Plays the next move of a rollout against an enemy of kind `kind`; false if there is no move. */
static bool play_next(const struct rollout_terms *terms, struct playing *playing, enum opponent kind,
                      const double (*believed[SIDES])[RANKS])
{
    if (terms->players)
        return play_players(terms->players, playing);
    if (playing->world.to_move != terms->view->side && kind != OPPONENT_PLANNER)
        return play_other(terms, playing, kind, believed);
    return play_ply(terms, playing, believed);
}

/* Returns the players' chance to win for the side whose move is tried; the game is not over. */
static double chance_by_players(const struct rollout_terms *terms, const struct playing *playing)
{
    enum side side = playing->world.to_move;
    double chance = terms->players->chance(terms->players->context, playing->number, &playing->view[side]);
    return side == terms->view->side ? chance : 1 - chance;
}

/* Returns the value of a rollout's end, -rollout_won .. rollout_won. `chance`: the probability that the
 * view's side wins; used only if terms->players is set. Sets end->worth if the pieces decide the value. */
static double value_end(const struct rollout_terms *terms, struct playing *playing, struct outcome outcome,
                        double chance, struct rollout_end *end)
{
    enum side me = terms->view->side;
    if (outcome.result == RESULT_DRAW)
        return 0;
    if (outcome.result != RESULT_OPEN)
        return outcome.result == result_win(me) ? rollout_won(terms) : -rollout_won(terms);
    if (terms->players)
        return rollout_bounded((2 * chance - 1) * rollout_won(terms), rollout_won(terms));
    worth_update(terms->worth_options, &playing->view[me], &playing->worth);
    end->worth = &playing->worth;
    double value = terms->value ? terms->value(terms->value_context, end) : rollout_plain_value(NULL, end);
    return rollout_bounded(value, rollout_won(terms));
}

/* Plays a move out in a world; `value` gets the result, `trace` (may be NULL) the details. False if it was
 * stopped. */
static bool play_out(const struct rollout_table *table, struct playing *playing, int arm, uint32_t world,
                     double *value, struct rollout_trace *trace)
{
    const struct rollout_terms *terms = table->terms;
    const struct next_belief *after = &table->after[arm][outcome_of(table, arm, world)];
    /* Both sides play on by the beliefs after the first move; later plies do not change them. */
    const double(*believed[SIDES])[RANKS] = {(const double(*)[RANKS])after->p[RED],
                                             (const double(*)[RANKS])after->p[BLUE]};
    rng_seed(&playing->rng, terms->seed, 2 * (uint64_t)world + 1);
    rng_next(&playing->rng); /* skipped: seeds give the same games as before */
    const enum opponent kind = opponent_of(terms, world);
    set_up_world(table, playing, world);
    play_move(playing, terms->moves[arm]);
    struct outcome outcome = board_outcome(&playing->world);
    for (int ply = 1; ply < terms->plies && outcome.result == RESULT_OPEN; ply++) {
        bool moved = play_next(terms, playing, kind, believed);
        if (stop_requested(terms)) /* a stopped player may have chosen another move */
            return false;
        if (!moved)
            break;
        outcome = board_outcome(&playing->world);
    }
    struct rollout_end end = {terms->view->side, &playing->world, playing->view, NULL,
                              {believed[RED], believed[BLUE]}};
    bool by_players = terms->players && outcome.result == RESULT_OPEN;
    double chance = by_players ? chance_by_players(terms, playing) : 0;
    *value = value_end(terms, playing, outcome, chance, &end);
    if (trace)
        trace_make(trace, &terms->view->board, &end, outcome, by_players ? NULL : terms->chances);
    if (trace && by_players)
        trace->chance = (float)chance;
    return true;
}

/* --- batches of rollouts --- */

/* Plays one rollout of a batch or copies its known result. It is the work item of a thread. */
static void play_item(void *context, size_t index, const struct parallel_worker *worker)
{
    struct batch *batch = context;
    struct rollout_table *table = batch->table;
    int arm = batch->arm[index / batch->worlds];
    uint32_t world = batch->first + (uint32_t)(index % batch->worlds);
    struct rollout_trace *trace = table->terms->traced ? &table->traces[arm].world[world] : NULL;
    if (world < table->tried_worlds[arm]) {
        batch->value[index] = table->tried[arm][world];
        return;
    }
    if (atomic_load_explicit(&batch->stopped, memory_order_relaxed) ||
        !play_out(table, table->playing[worker->number], arm, world, &batch->value[index], trace))
        atomic_store_explicit(&batch->stopped, true, memory_order_relaxed);
}

/* Tries the moves arm[0 .. arms - 1] in `worlds` worlds from number `first` on, as a callback of halving
 * (halving_try). `value` gets the results, `known` how many of them come from earlier runs. False if
 * stopped. */
static bool try_moves(void *context, const int *arm, int arms, uint32_t first, uint32_t worlds, double *value,
                      uint64_t *known)
{
    struct rollout_table *table = context;
    struct batch batch = {.table = table, .arm = arm, .first = first, .worlds = worlds, .value = value};
    const struct parallel_scratch none = {0};
    bool ready = draw_worlds(table, first + worlds) && compute_next_beliefs(table, arm, arms, first, worlds);
    atomic_init(&batch.stopped, !ready || stop_requested(table->terms));
    for (int i = 0; i < arms && table->terms->traced; i++) {
        struct arm_traces *traces = &table->traces[arm[i]];
        traces->world = memory_grow(traces->world, &traces->capacity, first + worlds, sizeof *traces->world);
    }
    /* Count the results that earlier runs give: play_item copies them. */
    for (int i = 0; i < arms; i++) {
        uint32_t before = table->tried_worlds[arm[i]] > first ? table->tried_worlds[arm[i]] - first : 0;
        *known += before < worlds ? before : worlds;
    }
    parallel_run_workers(table->terms->threads, (size_t)arms * worlds, &none, play_item, &batch);
    return !atomic_load(&batch.stopped);
}

/* Calls terms->reported, if it is set. It is `reported` of struct halving_terms. */
static void report_rollouts(void *context)
{
    const struct rollout_table *table = context;
    if (table->terms->reported)
        table->terms->reported(table->terms->report_context);
}

/* Looks up the known results of each move; with traces, only those that still have theirs. */
static void look_up_tried(struct rollout_table *table)
{
    const struct rollout_terms *terms = table->terms;
    for (int arm = 0; arm < terms->count; arm++) {
        uint32_t max = !terms->traced ? UINT32_MAX : arm == 0 ? terms->traced_before : 0;
        table->tried[arm] = NULL;
        table->tried_worlds[arm] = 0;
        if (terms->tried && max)
            table->tried[arm] = tried_values(terms->tried, terms->seed, terms->plies, terms->moves[arm],
                                             &table->tried_worlds[arm]);
        if (table->tried_worlds[arm] > max)
            table->tried_worlds[arm] = max;
    }
}

const struct halving *rollout_run(struct rollout_table *table, const struct rollout_terms *terms)
{
    table->terms = terms;
    prepare(table);
    look_up_tried(table);
    halving_run(&table->halving, &(struct halving_terms){.arms = terms->count, .bonus = terms->bonus,
                                                         .worlds = terms->worlds, .seconds = terms->seconds,
                                                         .max_worlds = terms->max_worlds,
                                                         .threads = terms->threads, .sure = terms->sure,
                                                         .equal = terms->equal, .draw = terms->draw,
                                                         .try = try_moves, .context = table,
                                                         .reported = report_rollouts, .even = terms->even});
    return &table->halving;
}

/* --- results of finished rollouts --- */

const struct halving *rollout_so_far(const struct rollout_table *table)
{
    return &table->halving;
}

const struct rollout_trace *rollout_trace_of(const struct rollout_table *table, int arm, uint32_t world)
{
    return &table->traces[arm].world[world];
}

const struct board *rollout_replay(struct rollout_table *table, int arm, uint32_t world, int plies)
{
    const struct rollout_terms *terms = table->terms;
    struct rollout_terms unstopped = *terms; /* the replay is short, and needed after the time limit too */
    double value;
    unstopped.plies = plies < terms->plies ? plies : terms->plies;
    unstopped.stop = NULL;
    unstopped.deadline = 0;
    table->terms = &unstopped;
    play_out(table, table->playing[0], arm, world, &value, NULL);
    table->terms = terms;
    return &table->playing[0]->world;
}

const double (*rollout_believed(struct rollout_table *table, int arm, enum side side))[RANKS]
{
    struct next_belief *after = &table->after[arm][RANK_UNKNOWN];
    if (hidden_victim(table, arm) != NO_PIECE)
        return NULL;
    if (!after->known) /* it was not tried */
        compute_next_belief(table, table->playing[0], table->terms->moves[arm], RANK_UNKNOWN, after);
    return (const double(*)[RANKS])after->p[side];
}
