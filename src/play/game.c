/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/game.h"

#include "base/clock.h"

#include <stdio.h>
#include <string.h>

/* The random streams of one game: its setups, and then one for each ply. */
enum { STREAM_SETUPS, STREAM_PLIES };

static void shuffle(uint8_t *ranks, int count, struct rng *rng)
{
    for (int i = count - 1; i > 0; i--) {
        uint32_t j = rng_below(rng, (uint32_t)i + 1);
        uint8_t kept = ranks[i];
        ranks[i] = ranks[j];
        ranks[j] = kept;
    }
}

/* Whether a piece in the front row can step forward: the lakes shut four of its ten squares. */
static bool can_begin(const struct setup *setup)
{
    for (int file = 0; file < FILES; file++) {
        int front = setup_square(RED, file);
        if (rank_moves(setup->rank[file]) && !square_is_lake(square_next[front][NORTH]))
            return true;
    }
    return false;
}

void setup_random(struct setup *setup, struct rng *rng)
{
    int n = 0;
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < rank_table[rank].count; i++)
            setup->rank[n++] = (uint8_t)rank;
    do
        shuffle(setup->rank, PIECES_A_SIDE, rng);
    while (!can_begin(setup));
}

uint64_t game_seed(uint64_t seed, uint64_t number)
{
    struct rng rng;
    if (number == 0)
        return seed;
    rng_seed(&rng, seed, number);
    return rng_next(&rng) >> 11;
}

/* The random numbers of whoever moves after `plies` plies. */
static void chance_of_ply(const struct record *record, uint32_t plies, struct rng *rng)
{
    rng_seed(rng, record->seed, STREAM_PLIES + (uint64_t)plies);
}

enum status game_mover(const struct record *record, enum side side, uint32_t plies,
                       const struct settings *settings, struct settings *own, struct rng *rng,
                       struct error *error)
{
    const char *name = record->player[side];
    if (agent_index(name) < 0) {
        settings_copy(own, settings);
        return STATUS_OK;
    }
    if (record->has_seed)
        chance_of_ply(record, plies, rng);
    return agent_settings(name, settings, own, error);
}

/* Starts the player of a side: an agent where `spec` is not NULL. */
static enum status start_player(struct game *game, enum side side, const char *spec,
                                const struct game_terms *terms, struct error *error)
{
    struct player *player = &game->player[side];
    const char *person = terms->person ? terms->person : "you";
    snprintf(game->record.player[side], PLAYER_NAME_MAX, "%s", spec ? spec : person);
    if (!spec)
        return STATUS_OK;
    enum status status = agent_start(&player->agent, spec, terms->settings, error);
    player->is_agent = status == STATUS_OK;
    return status;
}

/* A side's setup: the one asked for, the agent's own, one of the pool, or a random one. A pool that
 * comes first beats the agent's own. */
static void choose_setup(struct game *game, enum side side, const struct game_terms *terms,
                         struct rng *rng, struct setup *setup)
{
    struct player *player = &game->player[side];
    /* Every way takes one stream of its own, so that a setup given for one side does not change the
     * other's. */
    struct rng own;
    rng_seed(&own, rng_next(rng), 0);
    if (terms->setup[side]) {
        *setup = *terms->setup[side];
        return;
    }
    struct think think = {.rng = &own, .seconds = terms->setup_seconds, .stop = terms->stop};
    bool from_pool = terms->pool_count && terms->pool_first;
    if (!from_pool && player->is_agent && agent_setup(&player->agent, side, &think, setup))
        return;
    if (terms->pool_count)
        *setup = terms->pool[rng_below(&own, (uint32_t)terms->pool_count)];
    else
        setup_random(setup, &own);
}

static void make_views(struct game *game)
{
    for (int side = RED; side <= BLUE; side++) {
        view_free(&game->view[side]);
        view_init(&game->view[side], &game->position, (enum side)side);
    }
}

enum status game_start(struct game *game, const struct game_terms *terms, struct error *error)
{
    *game = (struct game){0};
    struct record *record = &game->record;
    struct setup setup[SIDES];
    struct rng rng;
    record_clear(record);
    enum status status = STATUS_OK;
    for (int side = RED; side <= BLUE && status == STATUS_OK; side++)
        status = start_player(game, (enum side)side, terms->player[side], terms, error);
    record->has_seed = true;
    record->seed = game_seed(terms->seed, terms->stream);
    rng_seed(&rng, record->seed, STREAM_SETUPS);
    for (int side = RED; side <= BLUE && status == STATUS_OK; side++) {
        choose_setup(game, (enum side)side, terms, &rng, &setup[side]);
        status = setup_check(&setup[side], error);
    }
    if (status == STATUS_OK) {
        clock_date(record->date);
        record->rules = terms->rules;
        placement_from_setups(&record->start, &setup[RED], &setup[BLUE]);
        status = position_init(&game->position, &record->start, &record->rules, error);
    }
    if (status == STATUS_OK) {
        make_views(game);
        record->outcome = position_outcome(&game->position);
    } else {
        game_end(game);
    }
    return status;
}

enum status game_open(struct game *game, const struct record *record, struct error *error)
{
    *game = (struct game){0};
    record_copy(&game->record, record);
    enum status status = record_replay(record, SIZE_MAX, &game->position, NULL, error);
    if (status != STATUS_OK) {
        game_end(game);
        return status;
    }
    make_views(game);
    if (game->record.outcome.result == RESULT_OPEN)
        game->record.outcome = position_outcome(&game->position);
    return STATUS_OK;
}

enum status game_resume(struct game *game, const struct record *record,
                        const struct game_terms *terms, struct error *error)
{
    enum status status = game_open(game, record, error);
    for (int side = RED; side <= BLUE && status == STATUS_OK; side++) {
        struct game_terms own = *terms;
        const char *name = record->player[side];
        bool is_agent = agent_index(name) >= 0;
        if (!is_agent)
            own.person = name[0] ? name : NULL;
        status = start_player(game, (enum side)side, is_agent ? name : NULL, &own, error);
    }
    if (status != STATUS_OK) {
        game_end(game);
    } else if (!game->record.has_seed) {
        game->record.has_seed = true;
        game->record.seed = game_seed(terms->seed, terms->stream);
    }
    return status;
}

void game_end(struct game *game)
{
    for (int side = RED; side <= BLUE; side++) {
        view_free(&game->view[side]);
        agent_end(&game->player[side].agent);
    }
    position_free(&game->position);
    record_clear(&game->record);
    *game = (struct game){0};
}

enum side game_to_move(const struct game *game)
{
    return game->position.board.to_move;
}

struct outcome game_outcome(const struct game *game)
{
    return game->record.outcome;
}

enum status game_play(struct game *game, struct move move, struct event *event, struct error *error)
{
    struct told_move told = {move, RANK_UNKNOWN, RANK_UNKNOWN};
    struct event seen;
    if (game->record.outcome.result != RESULT_OPEN)
        return error_set(error, STATUS_NO, "%s", illegal_text(MOVE_GAME_OVER));
    enum status status = position_play(&game->position, told, &seen, error);
    if (status != STATUS_OK)
        return status;
    record_append(&game->record, told);
    for (int side = RED; side <= BLUE; side++)
        view_apply(&game->view[side], &seen);
    game->record.outcome = position_outcome(&game->position);
    if (event)
        *event = seen;
    return game->journal ? journal_move(game->journal, &game->record, error) : STATUS_OK;
}

struct move game_ask(struct game *game, const struct think *think)
{
    enum side side = game_to_move(game);
    struct think own = think ? *think : (struct think){0};
    struct rng rng;
    chance_of_ply(&game->record, game->view[side].board.plies, &rng);
    own.rng = &rng;
    return agent_move(&game->player[side].agent, &game->view[side], &own);
}

enum status game_run(struct game *game, const atomic_bool *stop, struct error *error)
{
    while (game->record.outcome.result == RESULT_OPEN && game->player[game_to_move(game)].is_agent) {
        if (stop && atomic_load(stop))
            break;
        enum side side = game_to_move(game);
        struct move move = game_ask(game, &(struct think){.stop = stop});
        if (move_is_none(move)) {
            game_resign(game, side);
            continue;
        }
        size_t played = game->record.plies;
        enum status status = game_play(game, move, NULL, error);
        /* A move that was played was legal, whatever else went wrong. */
        if (status != STATUS_OK && game->record.plies == played)
            game_forfeit(game, side);
        else if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

enum status game_note(struct game *game, int number, uint16_t ranks, struct error *error)
{
    int square = record_start_square(&game->record, number);
    if (square == SQUARE_NONE)
        return STATUS_OK;
    game->record.note[square] = ranks == (1u << RANKS) - 1 ? 0 : ranks;
    return game->journal ? journal_rewrite(game->journal, &game->record, error) : STATUS_OK;
}

bool game_hides(const struct game *game, enum side side)
{
    return game->record.outcome.result == RESULT_OPEN && game->player[side].is_agent &&
           !game->player[side_other(side)].is_agent;
}

void game_resign(struct game *game, enum side side)
{
    if (game->record.outcome.result == RESULT_OPEN)
        game->record.outcome = (struct outcome){result_win(side_other(side)), REASON_RESIGNED};
}

void game_forfeit(struct game *game, enum side side)
{
    if (game->record.outcome.result == RESULT_OPEN)
        game->record.outcome = (struct outcome){result_win(side_other(side)), REASON_ILLEGAL};
}

bool game_offer_draw(struct game *game, enum side side)
{
    enum side other = side_other(side);
    struct player *player = &game->player[other];
    if (game->record.outcome.result != RESULT_OPEN || !player->is_agent ||
        !agent_accepts_draw(&player->agent, &game->view[other]))
        return false;
    game->record.outcome = (struct outcome){RESULT_DRAW, REASON_AGREED};
    return true;
}

enum status game_take_back(struct game *game, size_t plies, struct error *error)
{
    struct record *record = &game->record;
    const struct board *board = &game->position.board;
    if (plies > record->plies)
        return error_set(error, STATUS_NO, "only %zu moves have been played", record->plies);
    for (size_t back = 1; back <= plies; back++) {
        const struct ply *ply = &board->history[board->plies - back];
        if (ply->battle != BATTLE_NONE)
            return error_set(error, STATUS_NO, "an attack cannot be taken back: ranks were seen");
        if (!ply->mover_known && square_distance(ply->move.from, ply->move.to) > 1)
            return error_set(error, STATUS_NO,
                             "a scout's run cannot be taken back: its rank was seen");
    }
    record->plies -= plies;
    record->outcome = (struct outcome){RESULT_OPEN, REASON_NONE};
    position_free(&game->position);
    enum status status = record_replay(record, SIZE_MAX, &game->position, NULL, error);
    make_views(game);
    if (status == STATUS_OK && game->journal)
        status = journal_rewrite(game->journal, record, error);
    return status;
}
