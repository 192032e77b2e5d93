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

enum { FIRST_PLY = 10, EVERY = 7 /* positions, odd: both sides begin */ };

enum { QUESTIONS = 256, CLOCK_EVERY = 4096, PLANS_MAX = 32 };

/* What a ply is made of. */
enum rollout_part {
    ROLLOUT_EVENT,    /* the move played, and both sides' views brought up to date */
    ROLLOUT_WORTH,    /* the values of all pieces */
    ROLLOUT_CONTEXT,  /* what the plans go by */
    ROLLOUT_CHOICE,   /* all plans, their sums and the highest */
    ROLLOUT_BELIEF,   /* beliefs about both sides brought up to date; 0 where they are frozen */
    ROLLOUT_PARTS
};

struct rollout_figure {
    uint64_t rollouts, plies;
    double seconds;             /* processor time of the whole plies */
    double part[ROLLOUT_PARTS]; /* seconds in each part, of as many plies that were played once more */
};

/* What is measured of rollouts, and the game that gives their positions. */
struct bench {
    const struct bench_terms *terms;
    int plies;                           /* of a rollout */
    struct rollout_figure frozen, live;
    double plan[PLANS_MAX];              /* seconds in each plan, by its row, of the frozen plies */
    struct game game;
    struct planner_state planner_state;
    struct rng rng;
    double empty;                        /* seconds that asking the clock takes */
    struct board world;                  /* a rollout: the truth, what each side sees, what is believed */
    struct view view[SIDES];
    struct belief belief[SIDES];
    struct plan_context base[SIDES], context[SIDES]; /* of each side's last move before, and in the rollout */
};

/* Of one game of invincible against itself. */
static struct game_terms self_play(const struct bench_terms *terms, uint64_t game)
{
    return (struct game_terms){.player = {"invincible", "invincible"},
                               .rules = *rules_find("deepnash"),
                               .seed = terms->seed,
                               .stream = game,
                               .settings = terms->settings,
                               .library = terms->library};
}

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
    double *option[PLANS_MAX], total[MOVES_MAX], none = 0;
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
static void roll_out(struct bench *bench, bool live, struct rollout_figure *figure)
{
    struct rng kept = bench->rng;
    int plies = 1;
    begin_rollout(bench);
    double start = clock_thread();
    while (play_ply(bench, live, NULL, NULL) && plies < bench->plies)
        plies++;
    figure->seconds += clock_thread() - start;
    figure->plies += (uint64_t)plies;
    figure->rollouts++;
    bench->rng = kept;
    begin_rollout(bench);
    while (plies-- > 0)
        play_ply(bench, live, figure->part, live ? NULL : bench->plan);
}

static bool is_done(const struct bench *bench)
{
    const struct rollout_figure *frozen = &bench->frozen, *live = &bench->live;
    double seconds = bench->terms->seconds;
    return stop_requested(bench->terms->stop) ||
           (frozen->seconds >= seconds && live->seconds >= seconds && frozen->rollouts && live->rollouts);
}

/* One game, with rollouts on its way. */
static enum status measure_game(struct bench *bench, uint64_t number, struct error *error)
{
    struct game *game = &bench->game;
    struct game_terms own = self_play(bench->terms, number);
    enum status status = game_start(game, &own, error);
    if (status)
        return status;
    rng_seed(&bench->rng, bench->terms->seed, number);
    for (uint32_t ply = 0; !status && game_outcome(game).result == RESULT_OPEN && !is_done(bench); ply++) {
        enum side side = game_to_move(game);
        planner_state_context(&bench->planner_state, &game->view[side], &bench->rng, &bench->base[side]);
        if (ply >= FIRST_PLY && ply % EVERY == 0) {
            roll_out(bench, false, &bench->frozen);
            if (bench->live.seconds <= bench->frozen.seconds)
                roll_out(bench, true, &bench->live);
        }
        status = game_play(game, game_request_move(game, NULL), NULL, error);
    }
    game_end(game);
    return status;
}

/* Rollouts of so many plies; `*found` gets what was measured and must be given back with free. */
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
    bench->empty = (clock_thread() - start) / TIMES;
    for (uint64_t game = 0; !status && !is_done(bench); game++)
        status = measure_game(bench, game, error);
    planner_state_free(&bench->planner_state);
    for (enum side side = RED; side <= BLUE; side++)
        view_free(&bench->view[side]);
    board_free(&bench->world);
    return status;
}

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

/* Where the planner's option `index` was given; NULL where it was not, or is none of the planner's. */
static const char *planner_origin(const struct settings *settings, int index)
{
    const struct option_group *group;
    settings_option(settings, index, &group);
    bool planner = strncmp(group->name, "plan", 4) == 0 || strcmp(group->name, "worth") == 0;
    return planner && settings_is_given(settings, index) ? settings->origins[index] : NULL;
}

/* Where the planner's options come from: the name of a profile or of several, or De Boer's numbers. */
static void whose_options(const struct settings *settings, struct text *out)
{
    for (int i = 0; i < (int)settings->count; i++) {
        const char *origin = planner_origin(settings, i), *other = NULL;
        for (int j = 0; j < i && origin && (!other || strcmp(other, origin) != 0); j++)
            other = planner_origin(settings, j);
        if (origin && (!other || strcmp(other, origin) != 0))
            text_printf(out, "%s%s", out->size ? ", " : "", origin);
    }
    if (!out->size)
        text_add(out, "De Boer's numbers");
}


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
    struct text whose = {0};
    enum status status = measure_rollouts(terms, plies, &bench, error);
    if (!status) {
        double frozen = (double)bench->frozen.plies;
        whose_options(terms->settings, &whose);
        text_printf(out, "rollouts of %d %s, plans by: %s\n", plies,
                    plural_of((uint64_t)plies, "ply", "plies"), text_string(&whose));
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
        if (games && signature.games == games) /* of fewer games it would be taken for another planner's */
            text_printf(out, "figure totals %016llx\nfigure signature %016llx\n",
                        (unsigned long long)signature.totals, (unsigned long long)signature.moves);
    }
    text_free(&whose);
    free(bench);
    return status;
}

/* What is measured of the parts of planning. */
struct bench_plans_result {
    uint64_t searches, lengths;
    double search_seconds, length_seconds;
    uint64_t tables;            /* positions in which every plan valued every move */
    double table_seconds;       /* in which all of that took so long, beliefs and context apart */
    uint64_t games, plies;      /* that invincible played against itself */
    double game_seconds;        /* all of each: start, setups, beliefs, plans */
};

/* Squares drawn without lakes, each with a chance of one in `rare`. */
static bitboard draw_squares(struct rng *rng, uint32_t rare)
{
    bitboard set = 0;
    for (int square = 0; square < SQUARES; square++)
        if (!square_is_lake(square) && !rng_below(rng, rare))
            set |= bit(square);
    return set;
}

static void measure_paths(const struct bench_terms *terms, struct bench_plans_result *result)
{
    struct path_terms questions[QUESTIONS];
    struct rng rng;
    uint64_t sum = 0; /* of the answers, so that none may be left out */
    rng_seed(&rng, terms->seed, 0);
    /* About three friends, six enemies and as many walls as in the middle of a game. */
    for (int i = 0; i < QUESTIONS; i++) {
        questions[i].friends = draw_squares(&rng, 30);
        questions[i].enemies = draw_squares(&rng, 15) & ~questions[i].friends;
        questions[i].friend_walls = draw_squares(&rng, 4);
        questions[i].enemy_walls = draw_squares(&rng, 4);
    }
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
    start = clock_thread();
    do {
        for (int i = 0; i < CLOCK_EVERY; i++)
            sum += (uint64_t)path_length(&questions[i % QUESTIONS], bit(i % SQUARES));
        result->lengths += CLOCK_EVERY;
        result->length_seconds = clock_thread() - start;
    } while (result->length_seconds < terms->seconds && !stop_requested(terms->stop));
    volatile uint64_t kept = sum;
    (void)kept;
}

static enum status measure_games(const struct bench_terms *terms, struct bench_plans_result *result,
                                 struct error *error)
{
    double start = clock_thread();
    do {
        struct game game;
        struct game_terms own = self_play(terms, result->games);
        enum status status = game_start(&game, &own, error);
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

/* Every move of every plan in the positions of one game, while it is played. */
static enum status measure_tables(const struct bench_terms *terms, struct bench_plans_result *result,
                                  uint64_t number, struct error *error)
{
    struct planner_state planner_state;
    struct game game;
    struct rng rng;
    struct plan_table table = {0};
    struct plan_context *context = memory_new(1, sizeof *context);
    struct game_terms own = self_play(terms, number);
    struct belief_sources sources;
    enum status status = library_belief_sources(terms->library, terms->settings, &sources, error);
    if (!status)
        status = game_start(&game, &own, error);
    if (status) {
        free(context);
        return status;
    }
    planner_state_init(&planner_state, terms->settings, &sources);
    rng_seed(&rng, terms->seed, number);
    while (!status && game_outcome(&game).result == RESULT_OPEN &&
           result->table_seconds < terms->seconds && !stop_requested(terms->stop)) {
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
