/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/plural.h"
#include "base/stop.h"
#include "lab/planner_signature.h"
#include "observer/planner_state.h"
#include "plan/path.h"
#include "play/game.h"

#include <stdlib.h>
#include <string.h>

/* Rollouts begin from every EVERY-th position of a game, after FIRST_PLY plies. EVERY is odd, so that both
 * sides are to move in some of them. */
enum { FIRST_PLY = 10, EVERY = 7 };

/* QUESTIONS: different positions for path finding; CLOCK_EVERY: searches between two looks at the clock. */
enum { QUESTIONS = 256, CLOCK_EVERY = 4096, PLANS_MAX = 32 };

/* The parts of the work for a ply of a rollout. */
enum rollout_part {
    ROLLOUT_EVENT,    /* plays the move and updates both sides' views */
    ROLLOUT_WORTH,    /* computes the values of all pieces */
    ROLLOUT_CONTEXT,  /* prepares the facts that the plans read */
    ROLLOUT_CHOICE,   /* runs all plans, adds their values and chooses the highest total */
    ROLLOUT_BELIEF,   /* updates the beliefs about both sides; 0 if they are frozen */
    ROLLOUT_PARTS
};

struct rollout_figure {
    uint64_t rollouts, plies;
    double seconds;             /* processor time of all plies, measured as a whole */
    double part[ROLLOUT_PARTS]; /* seconds in each part, measured when the same plies were played again */
};

/* The measurement of rollouts, and the game that gives their positions. */
struct bench {
    const struct bench_terms *terms;
    int plies;                           /* max length of a rollout */
    struct rollout_figure frozen, live;  /* with beliefs of the start; with beliefs updated at each ply */
    double plan[PLANS_MAX];              /* seconds in each plan, by its row, over the frozen plies */
    struct game game;
    struct planner_state planner_state;
    struct rng rng;
    double clock_seconds;                /* time that reading the clock takes */
    struct board world;                  /* the rollout: true board, views, beliefs */
    struct view view[SIDES];
    struct belief belief[SIDES];
    struct plan_context base[SIDES], context[SIDES]; /* of each side's last move, in game and rollout */
};

/* Returns the terms of a game of the agent invincible against itself, number `game`. */
static struct game_terms terms_of_self_game(const struct bench_terms *terms, uint64_t game)
{
    return (struct game_terms){.player = {"invincible", "invincible"}, .rules = *rules_find("deepnash"),
                               .seed = terms->seed, .stream = game, .settings = terms->settings,
                               .library = terms->library};
}

/* Copies the position, views, beliefs and contexts of the game to begin a rollout. */
static void begin_rollout(struct bench *bench)
{
    board_copy(&bench->world, &bench->game.position.board);
    for (enum side side = RED; side <= BLUE; side++) {
        view_copy(&bench->view[side], &bench->game.view[side]);
        bench->belief[side] = bench->planner_state.observer.belief[side];
        bench->context[side] = bench->base[side];
    }
}

/* Adds the time since *from to *sum, without that of reading the clock, and sets *from to now. Does
 * nothing if `sum` is NULL. */
static void add_time(const struct bench *bench, double *sum, double *from)
{
    if (!sum)
        return;
    double now = clock_thread();
    *sum += now - *from - bench->clock_seconds;
    *from = clock_thread(); /* again, so that this function's own time counts nowhere */
}

/* Measures each plan alone: plan[i] gets the time of choosing a move when all other plans have the weight
 * 0. Leaves bench->rng as it was. */
static void time_plans(struct bench *bench, const struct plan_context *context, double *plan)
{
    const struct planner *all = &bench->planner_state.planner;
    double *option[PLANS_MAX], total[MOVES_MAX], none = 0; /* a plan's first option is its weight */
    struct planner one = {.scale = all->scale, .option = option};
    struct rng saved_rng = bench->rng;
    for (int i = 0; i < plan_kind_count; i++)
        option[i] = &none;
    for (int i = 0; i < plan_kind_count; i++) {
        double from = clock_thread();
        option[i] = all->option[i];
        planner_choose(&one, context, total);
        add_time(bench, &plan[i], &from);
        option[i] = &none;
    }
    bench->rng = saved_rng;
}

/* Plays one ply of a rollout; with `live` updates the beliefs. Returns false if the game is over. `part`
 * and `plan` get the times, or are NULL. */
static bool play_ply(struct bench *bench, bool live, double *part, double *plan)
{
    struct planner_state *state = &bench->planner_state;
    enum side side_to_move = bench->world.to_move;
    struct plan_context *context = &bench->context[side_to_move];
    double total[MOVES_MAX], from = part ? clock_thread() : 0;
    /* Prepare what the plans read: values of pieces, and the context. */
    worth_update(&state->worth_options, &bench->view[side_to_move], &state->worth);
    add_time(bench, part ? &part[ROLLOUT_WORTH] : NULL, &from);
    planner_context(&state->planner, &bench->view[side_to_move], &state->worth,
                    (const double(*)[RANKS])bench->belief[side_other(side_to_move)].p,
                    (const double(*)[RANKS])bench->belief[side_to_move].p, &bench->rng, context);
    add_time(bench, part ? &part[ROLLOUT_CONTEXT] : NULL, &from);
    if (plan)
        time_plans(bench, context, plan);
    /* Choose a move. */
    from = part ? clock_thread() : 0;
    int best = planner_choose(&state->planner, context, total);
    add_time(bench, part ? &part[ROLLOUT_CHOICE] : NULL, &from);
    if (best < 0)
        return false;
    /* Play it on the true board, in both views and, if `live`, in both beliefs. */
    board_make(&bench->world, context->moves[best].move);
    struct event event = board_event(&bench->world, bench->world.plies - 1);
    for (enum side side = RED; side <= BLUE; side++)
        view_apply(&bench->view[side], &event);
    add_time(bench, part ? &part[ROLLOUT_EVENT] : NULL, &from);
    for (enum side side = RED; live && side <= BLUE; side++)
        belief_observe(&bench->belief[side], &event);
    add_time(bench, part ? &part[ROLLOUT_BELIEF] : NULL, &from);
    return board_outcome(&bench->world).result == RESULT_OPEN;
}

enum rollout_beliefs { FROZEN_BELIEFS, LIVE_BELIEFS };

/* Plays a rollout twice with the same random numbers: first to measure the whole time, then to measure the
 * parts, since reading the clock between parts takes time too. The beliefs are live or frozen. */
static void roll_out(struct bench *bench, enum rollout_beliefs beliefs, struct rollout_figure *figure)
{
    const bool live = beliefs == LIVE_BELIEFS;
    struct rng saved_rng = bench->rng;
    int plies = 1;
    begin_rollout(bench);
    double start = clock_thread();
    while (play_ply(bench, live, NULL, NULL) && plies < bench->plies)
        plies++;
    figure->seconds += clock_thread() - start;
    figure->plies += (uint64_t)plies;
    figure->rollouts++;
    bench->rng = saved_rng;
    begin_rollout(bench);
    while (plies-- > 0)
        play_ply(bench, live, figure->part, live ? NULL : bench->plan);
}

/* Returns whether enough was measured, or the bench was stopped. */
static bool is_done(const struct bench *bench)
{
    const struct rollout_figure *frozen = &bench->frozen, *live = &bench->live;
    double seconds = bench->terms->seconds;
    return stop_requested(bench->terms->stop) ||
           (frozen->seconds >= seconds && live->seconds >= seconds && frozen->rollouts && live->rollouts);
}

/* Plays one game and measures rollouts from every EVERY-th position. Rollouts with live beliefs follow
 * only while they have less time than those with frozen ones. */
static enum status measure_game(struct bench *bench, uint64_t number, struct error *error)
{
    struct game *game = &bench->game;
    struct game_terms game_terms = terms_of_self_game(bench->terms, number);
    enum status status = game_start(game, &game_terms, error);
    if (status)
        return status;
    rng_seed(&bench->rng, bench->terms->seed, number);
    for (uint32_t ply = 0; !status && game_outcome(game).result == RESULT_OPEN && !is_done(bench); ply++) {
        enum side side = game_to_move(game);
        /* At every ply, because the beliefs and the context build on those before. */
        planner_state_context(&bench->planner_state, &game->view[side], &bench->rng, &bench->base[side]);
        if (ply >= FIRST_PLY && ply % EVERY == 0) {
            roll_out(bench, FROZEN_BELIEFS, &bench->frozen);
            if (bench->live.seconds <= bench->frozen.seconds)
                roll_out(bench, LIVE_BELIEFS, &bench->live);
        }
        status = game_play(game, game_request_move(game, NULL), NULL, error);
    }
    game_end(game);
    return status;
}

/* Measures rollouts of at most `plies` plies, from games until is_done. *found gets the measurements, to be
 * freed with free(), even after an error. */
static enum status measure_rollouts(const struct bench_terms *terms, int plies, struct bench **found,
                                    struct error *error)
{
    struct belief_sources sources;
    enum status status = library_belief_sources(terms->library, terms->settings, &sources, error);
    struct bench *bench = *found = memory_new(1, sizeof *bench);
    if (status)
        return status;
    bench->terms = terms;
    bench->plies = plies;
    planner_state_init(&bench->planner_state, terms->settings, &sources);
    /* The cost of reading the clock. */
    enum { TIMES = 1000 };
    double start = clock_thread();
    for (int i = 0; i < TIMES; i++)
        clock_thread();
    bench->clock_seconds = (clock_thread() - start) / TIMES;
    for (uint64_t game = 0; !status && !is_done(bench); game++)
        status = measure_game(bench, game, error);
    planner_state_free(&bench->planner_state);
    for (enum side side = RED; side <= BLUE; side++)
        view_free(&bench->view[side]);
    board_free(&bench->world);
    return status;
}

/* Appends the figures of one kind of rollouts: microseconds per ply in each part and in all, plies per
 * second. */
static void add_parts(const char *name, bool live, const struct rollout_figure *figure, struct text *out)
{
    static const char *const part[ROLLOUT_PARTS] = {"event", "worth", "context", "choice", "belief"};
    double plies = (double)figure->plies;
    for (int i = 0; i < ROLLOUT_PARTS; i++)
        if (i != ROLLOUT_BELIEF || live)
            text_printf(out, "figure %s-%s %.2f us\n", name, part[i],
                        1e6 * bench_ratio(figure->part[i], plies));
    text_printf(out, "figure %s-ply %.1f us\n", name, 1e6 * bench_ratio(figure->seconds, plies));
    text_printf(out, "figure %s-plies %.0f 1/s\n", name, bench_ratio(plies, figure->seconds));
}

/* Returns the origin of the option `index`, such as the name of a profile. NULL if it has its default value
 * or is not an option of the planner. */
static const char *planner_origin(const struct settings *settings, int index)
{
    const struct option_group *group;
    settings_option(settings, index, &group);
    bool planner = strncmp(group->name, "plan", 4) == 0 || strcmp(group->name, "worth") == 0;
    return planner && settings_is_given(settings, index) ? settings->origins[index] : NULL;
}

/* Appends the origins of the planner's options, each once. Appends "De Boer's numbers" if all options have
 * their defaults. */
static void add_option_origins(const struct settings *settings, struct text *out)
{
    for (int i = 0; i < (int)settings->count; i++) {
        /* Only the first option of an origin appends it: look for an earlier one with the same origin. */
        const char *origin = planner_origin(settings, i), *earlier = NULL;
        for (int j = 0; j < i && origin && (!earlier || strcmp(earlier, origin) != 0); j++)
            earlier = planner_origin(settings, j);
        if (origin && (!earlier || strcmp(earlier, origin) != 0))
            text_printf(out, "%s%s", out->size ? ", " : "", origin);
    }
    if (!out->size)
        text_add(out, "De Boer's numbers");
}

/* Appends a line with the numbers of rollouts and plies and the time used. `kind` describes the beliefs. */
static void add_rollouts(const char *kind, const struct rollout_figure *figure, struct text *out)
{
    text_printf(out, "rollouts with %s: %llu, %llu %s, %.2f s\n", kind, (unsigned long long)figure->rollouts,
                (unsigned long long)figure->plies, plural_of(figure->plies, "ply", "plies"), figure->seconds);
}

enum status bench_rollout(const struct bench_terms *terms, int plies, size_t games, struct text *out,
                          struct error *error)
{
    struct bench *bench;
    struct planner_signature signature;
    struct text origins = {0};
    enum status status = measure_rollouts(terms, plies, &bench, error);
    if (!status) {
        double frozen = (double)bench->frozen.plies;
        add_option_origins(terms->settings, &origins);
        text_printf(out, "rollouts of %d %s, plans by: %s\n", plies,
                    plural_of((uint64_t)plies, "ply", "plies"), text_string(&origins));
        add_rollouts("frozen beliefs", &bench->frozen, out);
        add_rollouts("live ones", &bench->live, out);
        for (int i = 0; i < plan_kind_count; i++)
            bench_figure(out, plan_kind_table[i]->options.name, 2, 1e6 * bench_ratio(bench->plan[i], frozen),
                         "us");
        add_parts("frozen", false, &bench->frozen, out);
        add_parts("live", true, &bench->live, out);
        bench_figure(out, "plies", 0, bench_ratio(frozen, bench->frozen.seconds), "1/s");
        planner_signature_make(games, terms->jobs, terms->settings, terms->stop, &signature);
        text_printf(out, "%zu game%s for the signature, %llu %s\n", signature.games, plural(signature.games),
                    (unsigned long long)signature.plies, plural_of(signature.plies, "ply", "plies"));
        if (games && signature.games == games) /* the signature of fewer games would differ */
            text_printf(out, "figure totals %016llx\nfigure signature %016llx\n",
                        (unsigned long long)signature.totals, (unsigned long long)signature.moves);
    }
    text_free(&origins);
    free(bench);
    return status;
}

/* The measurements of the parts of planning. */
struct bench_plans_result {
    uint64_t searches, lengths; /* path_search calls; path_length calls */
    double search_seconds, length_seconds;
    uint64_t tables;            /* number of positions for which the table of all plans and moves was made */
    double table_seconds;       /* time for these tables, without beliefs and context */
    uint64_t games, plies;      /* of invincible against itself */
    double game_seconds;        /* time of whole games: start, setups, beliefs, plans */
};

/* Returns a random set of squares without lakes; each other square is in it with a probability of
 * 1 / `one_in`. */
static bitboard draw_squares(struct rng *rng, uint32_t one_in)
{
    bitboard set = 0;
    for (int square = 0; square < SQUARES; square++)
        if (!square_is_lake(square) && !rng_below(rng, one_in))
            set |= bit(square);
    return set;
}

/* Measures path_search and path_length on QUESTIONS random sets of pieces and walls. */
static void measure_paths(const struct bench_terms *terms, struct bench_plans_result *result)
{
    struct path_terms questions[QUESTIONS];
    struct rng rng;
    uint64_t sum = 0; /* of the results, so that the compiler cannot remove a call */
    rng_seed(&rng, terms->seed, 0);
    /* About three friends and six enemies, and as many walls as in the middle of a game. (One square of 30,
     * of 15, and of 4 for the walls of each side.) */
    for (int i = 0; i < QUESTIONS; i++) {
        questions[i].friends = draw_squares(&rng, 30);
        questions[i].enemies = draw_squares(&rng, 15) & ~questions[i].friends;
        questions[i].friend_walls = draw_squares(&rng, 4);
        questions[i].enemy_walls = draw_squares(&rng, 4);
    }
    /* Whole fields. */
    double start = clock_thread();
    do {
        for (int i = 0; i < CLOCK_EVERY; i++) {
            struct path_field field;
            path_search(&questions[i % QUESTIONS], &field);
            sum += field.friend_moves[i % SQUARES];
        }
        result->searches += CLOCK_EVERY;
        result->search_seconds = clock_thread() - start;
    } while (result->search_seconds < terms->seconds && !stop_requested(terms->stop));
    /* Lengths to one square. */
    start = clock_thread();
    do {
        for (int i = 0; i < CLOCK_EVERY; i++)
            sum += (uint64_t)path_length(&questions[i % QUESTIONS], bit(i % SQUARES));
        result->lengths += CLOCK_EVERY;
        result->length_seconds = clock_thread() - start;
    } while (result->length_seconds < terms->seconds && !stop_requested(terms->stop));
    volatile uint64_t used_sum = sum;
    (void)used_sum;
}

/* Measures whole games of invincible against itself. */
static enum status measure_games(const struct bench_terms *terms, struct bench_plans_result *result,
                                 struct error *error)
{
    double start = clock_thread();
    do {
        struct game game;
        struct game_terms game_terms = terms_of_self_game(terms, result->games);
        enum status status = game_start(&game, &game_terms, error);
        if (!status)
            status = game_run(&game, terms->stop, error);
        if (status)
            return status;
        result->games++;
        result->plies += game.record.plies;
        game_end(&game);
        result->game_seconds = clock_thread() - start;
    } while (result->game_seconds < terms->seconds && !stop_requested(terms->stop));
    return STATUS_OK;
}

/* Plays one game and measures, in each of its positions, the table of the values that every plan gives to
 * every move. */
static enum status measure_tables(const struct bench_terms *terms, struct bench_plans_result *result,
                                  uint64_t number, struct error *error)
{
    struct planner_state planner_state;
    struct game game;
    struct rng rng;
    struct plan_table table = {0};
    struct plan_context *context = memory_new(1, sizeof *context);
    struct game_terms game_terms = terms_of_self_game(terms, number);
    struct belief_sources sources;
    enum status status = library_belief_sources(terms->library, terms->settings, &sources, error);
    if (!status)
        status = game_start(&game, &game_terms, error);
    if (status) {
        free(context);
        return status;
    }
    planner_state_init(&planner_state, terms->settings, &sources);
    rng_seed(&rng, terms->seed, number);
    while (!status && game_outcome(&game).result == RESULT_OPEN &&
           result->table_seconds < terms->seconds && !stop_requested(terms->stop)) {
        /* Only the table is measured, not the context that it needs. */
        planner_state_context(&planner_state, &game.view[game_to_move(&game)], &rng, context);
        double start = clock_thread();
        planner_table(&planner_state.planner, context, &table);
        result->table_seconds += clock_thread() - start;
        result->tables++;
        status = game_play(&game, game_request_move(&game, NULL), NULL, error);
    }
    plan_table_free(&table);
    planner_state_free(&planner_state);
    game_end(&game);
    free(context);
    return status;
}

enum status bench_plans(const struct bench_terms *terms, struct text *out, struct error *error)
{
    struct bench_plans_result result = {0};
    struct bench *rollouts = NULL;
    /* Each part runs for terms->seconds: paths, whole games, tables of plans, rollouts. */
    measure_paths(terms, &result);
    enum status status = measure_games(terms, &result, error);
    uint64_t game = 0;
    while (!status && result.table_seconds < terms->seconds && !stop_requested(terms->stop))
        status = measure_tables(terms, &result, game++, error);
    if (!status)
        status = measure_rollouts(terms, BENCH_ROLLOUT_PLIES, &rollouts, error);
    if (!status) {
        double searches = (double)result.searches, lengths = (double)result.lengths;
        double tables = (double)result.tables, games = (double)result.games;
        const struct rollout_figure *ply = &rollouts->frozen;
        text_printf(out, "path finding: %.0f field%s, %.2f s; %.0f length%s, %.2f s\n", searches,
                    plural(result.searches), result.search_seconds, lengths, plural(result.lengths),
                    result.length_seconds);
        text_printf(out, "tables of all plans: %.0f, %.2f s\n"
                    "games of invincible against itself: %.0f, %llu move%s, %.2f s\n", tables,
                    result.table_seconds, games, (unsigned long long)result.plies, plural(result.plies),
                    result.game_seconds);
        bench_figure(out, "plan-table", 1, 1e6 * bench_ratio(result.table_seconds, tables), "us");
        bench_figure(out, "plan-ply", 1, 1e6 * bench_ratio(ply->seconds, (double)ply->plies), "us");
        bench_figure(out, "self-game", 1, 1e3 * bench_ratio(result.game_seconds, games), "ms");
        bench_figure(out, "path-field", 0, 1e9 * bench_ratio(result.search_seconds, searches), "ns");
        bench_figure(out, "path-length", 0, 1e9 * bench_ratio(result.length_seconds, lengths), "ns");
    }
    free(rollouts);
    return status;
}
