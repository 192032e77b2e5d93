/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench_rollout.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/stop.h"
#include "observer/planner_state.h"
#include "play/game.h"

#include <stdlib.h>

enum { FIRST_PLY = 10, EVERY = 7 /* positions, odd: both sides begin */ };

/* The measuring, and the game that gives its positions. */
struct bench {
    const struct bench_rollout_terms *terms;
    struct bench_rollout_result *result;
    struct game game;
    struct planner_state planner_state;
    struct rng rng;
    double empty;                        /* seconds that asking the clock takes */
    struct board world;                  /* a rollout: the truth, what each side sees, what is believed */
    struct view view[SIDES];
    struct belief belief[SIDES];
    struct plan_context base[SIDES], context[SIDES]; /* of each side's last move before, and in the rollout */
};

static void begin_rollout(struct bench *bench)
{
    board_copy(&bench->world, &bench->game.position.board);
    for (enum side side = RED; side <= BLUE; side++) {
        view_copy(&bench->view[side], &bench->game.view[side]);
        bench->belief[side] = bench->planner_state.observer.belief[side];
        bench->context[side] = bench->base[side];
    }
}

/* Adds the time since `*from`, and goes on from now. */
static void add_time(const struct bench *bench, double *sum, double *from)
{
    if (!sum)
        return;
    double now = clock_thread();
    *sum += now - *from - bench->empty;
    *from = clock_thread();
}

/* What each plan takes by itself. */
static void time_plans(struct bench *bench, const struct plan_context *context, double *plan)
{
    const struct planner *all = &bench->planner_state.planner;
    double *option[ROLLOUT_PLANS_MOST], total[MOVES_MAX], none = 0;
    struct planner one = {.scale = all->scale, .option = option};
    struct rng kept = bench->rng;
    for (int i = 0; i < plan_kind_count; i++)
        option[i] = &none;
    for (int i = 0; i < plan_kind_count; i++) {
        double from = clock_thread();
        option[i] = all->option[i];
        planner_choose(&one, context, total);
        add_time(bench, &plan[i], &from);
        option[i] = &none;
    }
    bench->rng = kept;
}

/* One ply; false where the game is over. `part` and `plan` get the times, or are NULL. */
static bool play_ply(struct bench *bench, bool live, double *part, double *plan)
{
    struct planner_state *state = &bench->planner_state;
    enum side me = bench->world.to_move;
    struct plan_context *context = &bench->context[me];
    double total[MOVES_MAX], from = part ? clock_thread() : 0;
    worth_update(&state->worth_options, &bench->view[me], &state->worth);
    add_time(bench, part ? &part[ROLLOUT_WORTH] : NULL, &from);
    planner_context(&state->planner, &bench->view[me], &state->worth,
                    (const double(*)[RANKS])bench->belief[side_other(me)].p,
                    (const double(*)[RANKS])bench->belief[me].p, &bench->rng, context);
    add_time(bench, part ? &part[ROLLOUT_CONTEXT] : NULL, &from);
    if (plan)
        time_plans(bench, context, plan);
    from = part ? clock_thread() : 0;
    int best = planner_choose(&state->planner, context, total);
    add_time(bench, part ? &part[ROLLOUT_CHOICE] : NULL, &from);
    if (best < 0)
        return false;
    board_make(&bench->world, context->moves[best].move);
    struct event event = board_event(&bench->world, bench->world.plies - 1);
    for (enum side side = RED; side <= BLUE; side++)
        view_apply(&bench->view[side], &event);
    add_time(bench, part ? &part[ROLLOUT_EVENT] : NULL, &from);
    for (enum side side = RED; live && side <= BLUE; side++)
        belief_event(&bench->belief[side], &event);
    add_time(bench, part ? &part[ROLLOUT_BELIEF] : NULL, &from);
    return board_outcome(&bench->world).result == RESULT_OPEN;
}

/* A rollout for the whole time, and the same once more for the parts. */
static void roll_out(struct bench *bench, bool live, struct bench_rollout_figure *figure)
{
    struct rng kept = bench->rng;
    int plies = 1;
    begin_rollout(bench);
    double start = clock_thread();
    while (play_ply(bench, live, NULL, NULL) && plies < bench->terms->plies)
        plies++;
    figure->seconds += clock_thread() - start;
    figure->plies += (uint64_t)plies;
    figure->rollouts++;
    bench->rng = kept;
    begin_rollout(bench);
    while (plies-- > 0)
        play_ply(bench, live, figure->part, live ? NULL : bench->result->plan);
}

static bool is_done(const struct bench *bench)
{
    const struct bench_rollout_figure *frozen = &bench->result->frozen, *live = &bench->result->live;
    double seconds = bench->terms->seconds;
    return stop_requested(bench->terms->stop) ||
           (frozen->seconds >= seconds && live->seconds >= seconds && frozen->rollouts && live->rollouts);
}

/* One game, with rollouts on its way. */
static enum status measure_game(struct bench *bench, uint64_t number, struct error *error)
{
    const struct bench_rollout_terms *terms = bench->terms;
    struct game *game = &bench->game;
    struct game_terms own = {.player = {"invincible", "invincible"}, .rules = *rules_find("deepnash"),
                             .seed = terms->seed, .stream = number,
                             .settings = terms->settings, .library = terms->library};
    enum status status = game_start(game, &own, error);
    if (status)
        return status;
    rng_seed(&bench->rng, terms->seed, number);
    for (uint32_t ply = 0; !status && game_outcome(game).result == RESULT_OPEN && !is_done(bench); ply++) {
        enum side side = game_to_move(game);
        planner_state_context(&bench->planner_state, &game->view[side], &bench->rng, &bench->base[side]);
        if (ply >= FIRST_PLY && ply % EVERY == 0) {
            roll_out(bench, false, &bench->result->frozen);
            if (bench->result->live.seconds <= bench->result->frozen.seconds)
                roll_out(bench, true, &bench->result->live);
        }
        status = game_play(game, game_ask(game, NULL), NULL, error);
    }
    game_end(game);
    return status;
}

enum status bench_rollout_run(const struct bench_rollout_terms *terms, struct bench_rollout_result *result,
                              struct error *error)
{
    struct belief_sources sources;
    enum status status = library_belief_sources(terms->library, terms->settings, &sources, error);
    *result = (struct bench_rollout_result){0};
    if (status)
        return status;
    struct bench *bench = memory_new(1, sizeof *bench);
    bench->terms = terms;
    bench->result = result;
    planner_state_init(&bench->planner_state, terms->settings, &sources);
    /* The cost of reading the clock. */
    enum { TIMES = 1000 };
    double start = clock_thread();
    for (int i = 0; i < TIMES; i++)
        clock_thread();
    bench->empty = (clock_thread() - start) / TIMES;
    for (uint64_t game = 0; !status && !is_done(bench); game++)
        status = measure_game(bench, game, error);
    planner_state_free(&bench->planner_state);
    for (enum side side = RED; side <= BLUE; side++)
        view_free(&bench->view[side]);
    board_free(&bench->world);
    free(bench);
    return status;
}
