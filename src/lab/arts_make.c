/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/arts_make.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/plural.h"
#include "base/stop.h"
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
    SETTLED = 4,              /* plies before the first position that may be drawn */
    GAMES_A_POSITION = 100,   /* so many games without a position: this phase is never come to */
};

/* What a game gave: a position as a file has it, or nothing. */
struct game_note {
    char comment[2 * PLAYER_NAME_MAX + 64]; /* where it comes from */
    struct text text;                /* all but its name */
    enum status status;
    struct error error;
};

/* What all games share; read only. */
struct maker {
    const struct arts_make_terms *terms;
    const struct setup_statistics *statistics;
    const struct setup_model *setups;
    struct belief_knowledge knowledge;
    struct game_note *notes;         /* of this round's games; each written by the thread that plays it */
    size_t first;                    /* the number of its first game */
    pthread_mutex_t lock;            /* guards what follows */
    size_t done;                     /* games played */
};

static int pieces(const struct position *position)
{
    return bits_count(position->board.occupied[RED] | position->board.occupied[BLUE]);
}

static const char *player(size_t game, enum side side)
{
    return arts_players[side == RED ? game / PLAYERS % PLAYERS : game % PLAYERS];
}

/* Plays game number `index` until it is over or past the phase. */
static enum status play(const struct maker *maker, size_t index, struct rng *rng, struct game *game,
                        struct error *error)
{
    const struct arts_make_terms *terms = maker->terms;
    struct setup_options options;
    struct setup setups[SIDES];
    setup_options_init(&options, terms->settings);
    options.generator = GENERATOR_FAITHFUL;
    options.best_of = 1;
    options.open_flags = -1;
    options.model = maker->setups;
    for (enum side side = RED; side <= BLUE; side++)
        setup_create(maker->statistics, &options, rng, &setups[side]);
    struct game_terms own = {.player = {player(index, RED), player(index, BLUE)},
                             .setup = {&setups[RED], &setups[BLUE]},
                             .rules = *rules_find("deepnash"), .settings = terms->settings,
                             .library = terms->library, .seed = rng_next(rng) >> 11};
    enum status status = game_start(game, &own, error);
    while (!status && game_outcome(game).result == RESULT_OPEN && !stop_requested(terms->stop) &&
           pieces(&game->position) >= arts_phase_table[terms->phase].min) {
        struct move move = game_request_move(game, NULL);
        if (move_is_none(move))
            break;
        status = game_play(game, move, NULL, error);
    }
    return status;
}

/* Draws one of the moments of a game that are in the phase, as the number of plies before it; SIZE_MAX: none
 * is. Pieces only grow fewer, so that these moments follow each other. */
static size_t draw_moment(const struct record *record, const struct arts_phase_row *phase, struct rng *rng)
{
    struct position position = {0};
    size_t first = 0, moments = 0;
    record_replay(record, 0, &position, NULL, NULL);
    for (size_t ply = 0; ply <= record->plies; ply++) {
        int count = pieces(&position);
        bool open = position_outcome(&position).result == RESULT_OPEN;
        if (open && ply >= SETTLED && count >= phase->min && count <= phase->most && moments++ == 0)
            first = ply;
        if (ply < record->plies)
            position_play(&position, record->moves[ply], NULL, NULL);
    }
    position_free(&position);
    return moments ? first + rng_below(rng, (uint32_t)moments) : SIZE_MAX;
}

/* Writes the position after `plies` plies of a game, with what the side to move believes. */
static enum status write_moment(const struct maker *maker, const struct record *record, size_t index,
                                size_t plies, struct game_note *note)
{
    struct position position = {0};
    struct view view = {0};
    struct belief *belief = memory_new(1, sizeof *belief);
    enum status status = record_replay(record, plies, &position, NULL, &note->error);
    if (!status) {
        view_init(&view, &position, position.board.to_move);
        belief_init(belief, &maker->knowledge, &view, side_other(view.side));
        belief_follow(belief, &view);
        snprintf(note->comment, sizeof note->comment, "game %zu, %s against %s, after %zu %s", index,
                 record->player[RED], record->player[BLUE], plies, plural_of(plies, "ply", "plies"));
        if (arts_position_write(&position, belief->p, &note->text))
            status = error_set(&note->error, STATUS_FAILED, "%s: the belief cannot be rounded",
                               note->comment);
    }
    view_free(&view);
    position_free(&position);
    free(belief);
    return status;
}

static void work(void *context, size_t number)
{
    struct maker *maker = context;
    struct game_note *note = &maker->notes[number];
    const struct arts_make_terms *terms = maker->terms;
    size_t index = maker->first + number;
    struct game game = {0};
    struct rng rng;
    if (stop_requested(terms->stop))
        return;
    rng_seed(&rng, terms->seed, (uint64_t)terms->phase << 32 | index);
    note->status = play(maker, index, &rng, &game, &note->error);
    if (!note->status && !stop_requested(terms->stop)) {
        size_t plies = draw_moment(&game.record, &arts_phase_table[terms->phase], &rng);
        if (plies != SIZE_MAX)
            note->status = write_moment(maker, &game.record, index, plies, note);
    }
    game_end(&game);
    pthread_mutex_lock(&maker->lock);
    maker->done++;
    if (terms->progress)
        terms->progress(terms->context, maker->done);
    pthread_mutex_unlock(&maker->lock);
}

/* Adds the positions of a round in the order of its games, each with its number. */
static enum status take(const struct maker *maker, size_t games, size_t *found, struct text *out,
                        struct error *error)
{
    const struct arts_make_terms *terms = maker->terms;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < games; i++) {
        struct game_note *note = &maker->notes[i];
        if (note->status && !status) {
            status = note->status;
            *error = note->error;
        }
        if (note->text.size && !status)
            text_printf(out, "# %s\n- name: %s-%03zu\n%s", note->comment, arts_phase_names[terms->phase],
                        ++*found, text_string(&note->text));
        text_free(&note->text);
    }
    return status;
}

/* Rounds of as many games as positions are missing: a round's size depends on nothing but what the games
 * before it gave. */
static enum status make(struct maker *maker, struct text *out, struct error *error)
{
    const struct arts_make_terms *terms = maker->terms;
    size_t found = 0;
    enum status status = STATUS_OK;
    while (found < terms->count && !status) {
        size_t games = terms->count - found;
        if (maker->first > GAMES_A_POSITION * terms->count)
            return error_set(error, STATUS_FAILED, "%zu game%s gave %zu position%s", maker->first,
                             plural(maker->first), found, plural(found));
        maker->notes = memory_new(games, sizeof *maker->notes);
        parallel_run(terms->jobs, games, work, maker);
        status = take(maker, games, &found, out, error);
        free(maker->notes);
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
    belief_options_read(&options, terms->settings);
    enum status status = library_statistics(terms->library, NULL, &maker->statistics, error);
    if (!status)
        status = library_setup_model(terms->library, NULL, &maker->setups, error);
    if (!status)
        status = library_belief_sources(terms->library, terms->settings, &sources, error);
    if (!status)
        status = belief_knowledge_init(&maker->knowledge, &options, sources.statistics, sources.model,
                                       error);
    snprintf(comment, sizeof comment, "vedette --seed %llu positions make %s",
             (unsigned long long)terms->seed, arts_phase_names[terms->phase]);
    arts_positions_write_head(terms->phase, comment, out);
    if (!status)
        status = make(maker, out, error);
    pthread_mutex_destroy(&maker->lock);
    free(maker);
    return status;
}
