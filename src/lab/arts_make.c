/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/arts_make.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/plural.h"
#include "base/stop.h"
#include "observer/observer.h"
#include "play/game.h"
#include "setup/creator.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

const char *const arts_players[] = {
    "invincible",
    "invincible:profile=aggressive",
    "invincible:profile=careful",
    "invincible:profile=bluffer",
    "invincible:profile=beginner",
    "probabilistic",
    NULL,
};

enum { PLAYERS = sizeof arts_players / sizeof *arts_players - 1 };

enum {
    SETTLED = 4,              /* min plies before a position */
    GAMES_A_POSITION = 100,   /* after this many games for each wanted position the phase counts as not
                               * reachable */
};

/* The result of one game: a position in the file's format, or nothing. */
struct game_result {
    char comment[2 * PLAYER_NAME_MAX + 64]; /* the game and ply of the position */
    struct text text;                /* the position's entry without its name; empty: none */
    enum status status;
    struct error error;
};

/* What all games share; read only. */
struct maker {
    const struct arts_make_terms *terms;
    const struct setup_statistics *statistics;
    const struct setup_model *setups;
    struct belief_knowledge knowledge;
    struct game_result *results;     /* results of this round's games; each is written by one thread */
    size_t first;                    /* the number of its first game */
    pthread_mutex_t lock;            /* protects `done` and the callback */
    size_t done;                     /* games played */
};

/* Returns the number of pieces on the board. */
static int count_pieces(const struct position *position)
{
    return bits_count(position->board.occupied[RED] | position->board.occupied[BLUE]);
}

/* Returns the agent of a side in a game: all pairs in turn, as the two digits of the game's number in base
 * PLAYERS. */
static const char *player_of_game(size_t game, enum side side)
{
    return arts_players[side == RED ? game / PLAYERS % PLAYERS : game % PLAYERS];
}

/* Plays game number `index`, from setups drawn from the joint model, until the game is over or has fewer
 * pieces than the min of the phase. */
static enum status play_to_phase(const struct maker *maker, size_t index, struct rng *rng, struct game *game,
                                 struct error *error)
{
    const struct arts_make_terms *terms = maker->terms;
    struct setup_options options;
    struct setup setups[SIDES];
    setup_options_init(&options, terms->settings);
    options.generator = GENERATOR_FAITHFUL;
    options.best_of = 1;
    options.open_flags = -1; /* any share of open flags */
    options.model = maker->setups;
    for (enum side side = RED; side <= BLUE; side++)
        setup_create(maker->statistics, &options, rng, &setups[side]);
    /* The seed has 53 bits, so that a double can hold it. */
    struct game_terms game_terms = {.player = {player_of_game(index, RED), player_of_game(index, BLUE)},
                                    .setup = {&setups[RED], &setups[BLUE]},
                                    .rules = *rules_find("deepnash"), .settings = terms->settings,
                                    .library = terms->library, .seed = rng_next(rng) >> 11};
    enum status status = game_start(game, &game_terms, error);
    while (!status && game_outcome(game).result == RESULT_OPEN && !stop_requested(terms->stop) &&
           count_pieces(&game->position) >= arts_phase_table[terms->phase].min) {
        struct move move = game_request_move(game, NULL);
        if (move_is_none(move))
            break;
        status = game_play(game, move, NULL, error);
    }
    return status;
}

/* Picks at random a ply at which the game was in the phase, as the number of plies before it. SIZE_MAX if
 * there is none. The number of pieces never grows, so these plies are consecutive. */
static size_t draw_moment(const struct record *record, const struct arts_phase_row *phase, struct rng *rng)
{
    struct position position = {0};
    size_t first = 0, moments = 0;
    record_replay(record, 0, &position, NULL, NULL);
    for (size_t ply = 0; ply <= record->plies; ply++) {
        int count = count_pieces(&position);
        bool open = position_outcome(&position).result == RESULT_OPEN;
        if (open && ply >= SETTLED && count >= phase->min && count <= phase->max && moments++ == 0)
            first = ply;
        if (ply < record->plies)
            position_play(&position, record->moves[ply], NULL, NULL);
    }
    position_free(&position);
    return moments ? first + rng_below(rng, (uint32_t)moments) : SIZE_MAX;
}

/* Writes the position after `plies` plies of a game, with the belief of the side to move. */
static enum status write_moment(const struct maker *maker, const struct record *record, size_t index,
                                size_t plies, struct game_result *result)
{
    struct position position = {0};
    struct view view = {0};
    struct observer *observer = memory_new(1, sizeof *observer);
    enum status status = record_replay(record, plies, &position, NULL, &result->error);
    if (!status) {
        /* The belief is that of an observer who has followed the game to this ply. */
        view_init(&view, &position, position.board.to_move);
        observer_init_by(observer, &maker->knowledge, maker->terms->settings);
        observer_follow(observer, &view, NULL);
        snprintf(result->comment, sizeof result->comment, "game %zu, %s against %s, after %zu %s", index,
                 record->player[RED], record->player[BLUE], plies, plural_of(plies, "ply", "plies"));
        if (arts_position_write(&position, observer->belief[side_other(view.side)].p, &result->text))
            status = error_set(&result->error, STATUS_FAILED, "%s: the belief cannot be rounded",
                               result->comment);
    }
    view_free(&view);
    position_free(&position);
    observer_free(observer);
    free(observer);
    return status;
}

/* Plays one game of the round and stores its result. It is the work of a thread. */
static void play_one_game(void *context, size_t number)
{
    struct maker *maker = context;
    struct game_result *result = &maker->results[number];
    const struct arts_make_terms *terms = maker->terms;
    size_t index = maker->first + number;
    struct game game = {0};
    struct rng rng;
    if (stop_requested(terms->stop))
        return;
    /* Each game of each phase has its own stream of random numbers. */
    rng_seed(&rng, terms->seed, (uint64_t)terms->phase << 32 | index);
    result->status = play_to_phase(maker, index, &rng, &game, &result->error);
    if (!result->status && !stop_requested(terms->stop)) {
        size_t plies = draw_moment(&game.record, &arts_phase_table[terms->phase], &rng);
        if (plies != SIZE_MAX)
            result->status = write_moment(maker, &game.record, index, plies, result);
    }
    game_end(&game);
    pthread_mutex_lock(&maker->lock);
    maker->done++;
    if (terms->progress)
        terms->progress(terms->context, maker->done);
    pthread_mutex_unlock(&maker->lock);
}

/* Appends the positions of a round of `games` games to `out`, in the order of the games. *found is the number
 * of positions so far; it also numbers their names. Frees the results' texts. Returns the first error, after
 * which nothing is appended. */
static enum status collect_positions(const struct maker *maker, size_t games, size_t *found, struct text *out,
                                     struct error *error)
{
    const struct arts_make_terms *terms = maker->terms;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < games; i++) {
        struct game_result *result = &maker->results[i];
        if (result->status && !status) {
            status = result->status;
            *error = result->error;
        }
        if (result->text.size && !status)
            text_printf(out, "# %s\n- name: %s-%03zu\n%s", result->comment, arts_phase_names[terms->phase],
                        ++*found, text_string(&result->text));
        text_free(&result->text);
    }
    return status;
}

/* Plays rounds of games. Each round has as many games as positions are still missing, so the result does
 * not depend on the number of threads. */
static enum status make_positions(struct maker *maker, struct text *out, struct error *error)
{
    const struct arts_make_terms *terms = maker->terms;
    size_t found = 0;
    enum status status = STATUS_OK;
    while (found < terms->count && !status) {
        size_t games = terms->count - found;
        /* Give up if too few games reach the phase. `first` is the number of games played so far. */
        if (maker->first > GAMES_A_POSITION * terms->count)
            return error_set(error, STATUS_FAILED, "%zu game%s gave %zu position%s", maker->first,
                             plural(maker->first), found, plural(found));
        maker->results = memory_new(games, sizeof *maker->results);
        parallel_run(terms->jobs, games, play_one_game, maker);
        status = collect_positions(maker, games, &found, out, error);
        free(maker->results);
        maker->first += games;
        if (!status && stop_requested(terms->stop))
            status = error_set(error, STATUS_NO, "stopped");
    }
    return status;
}

enum status arts_make(const struct arts_make_terms *terms, struct text *out, struct error *error)
{
    struct maker *maker = memory_new(1, sizeof *maker);
    struct belief_options options;
    struct belief_sources sources;
    char comment[80];
    maker->terms = terms;
    pthread_mutex_init(&maker->lock, NULL);
    /* The models for setups and beliefs, which all games share. */
    belief_options_read(&options, terms->settings);
    enum status status = library_statistics(terms->library, NULL, &maker->statistics, error);
    if (!status)
        status = library_setup_model(terms->library, NULL, &maker->setups, error);
    if (!status)
        status = library_belief_sources(terms->library, terms->settings, &sources, error);
    if (!status)
        status = belief_knowledge_init(&maker->knowledge, &options, sources.statistics, sources.model, error);
    /* The head of the file has the command that makes it. */
    snprintf(comment, sizeof comment, "vedette --seed %llu positions make %s",
             (unsigned long long)terms->seed, arts_phase_names[terms->phase]);
    arts_positions_write_head(terms->phase, comment, out);
    if (!status)
        status = make_positions(maker, out, error);
    pthread_mutex_destroy(&maker->lock);
    free(maker);
    return status;
}
