/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/load.h"

#include "base/embedded.h"
#include "base/memory.h"
#include "base/plural.h"
#include "game/rules_option.h"
#include "play/draft.h"
#include "play/named_game.h"

#include <stdlib.h>
#include <string.h>

/* Reads a position or game file into `content`. STATUS_BAD for a setup. file_content_free frees it, also
 * after an error. */
static enum status read_content(const char *path, struct file_content *content, struct error *error)
{
    enum status status = named_game_read(path, false, content, error);
    if (!status && (content->kind == FILE_SETUP || content->kind == FILE_LETTERS))
        status = error_set(error, STATUS_BAD, "%s: found a setup, expected a position or a game", path);
    return status;
}

enum status load_replay(const struct session *session, const char *path, struct file_content *content,
                        struct position *position, struct error *error)
{
    struct record *record = &content->record;
    struct error why = {0};
    size_t move_index = 0;
    rules_from_settings(&record->rules, &session->settings, &record->rules);
    if (record_replay(record, SIZE_MAX, position, &move_index, &why))
        return file_move_fault(path, content, move_index, &why, error);
    if (position_outcome(position).result != RESULT_OPEN)
        record->sealed[RED] = record->sealed[BLUE] = false;
    return STATUS_OK;
}

enum status load_position(const struct session *session, const struct command *command, const char *path,
                          struct position *position, struct error *error)
{
    struct file_content content = {0};
    enum status status = read_content(path, &content, error);
    if (!status)
        status = load_cut(session, command, path, &content.record, error);
    if (!status)
        status = load_replay(session, path, &content, position, error);
    for (enum side side = RED; side <= BLUE && !status; side++)
        status = load_check_visible(session, path, &content.record, side, error);
    file_content_free(&content);
    return status;
}

enum status load_find_moment(const struct session *session, const char *path, const struct record *record,
                             size_t *plies, struct error *error)
{
    const struct moment *at = &session->at;
    uint64_t number = at->number;
    if (at->side != MOMENT_PLIES) /* as board_move_number: if blue begins, red has no first move */
        number = 2 * number - (at->side == RED) - (record->start.to_move == BLUE);
    if (number > record->plies)
        return error_set(error, STATUS_BAD, "%s%s--at %llu%s: there %s only %zu move%s", path ? path : "",
                         path ? ": " : "", (unsigned long long)at->number,
                         at->side == RED ? "r" : at->side == BLUE ? "b" : "",
                         record->plies == 1 ? "is" : "are", record->plies, plural(record->plies));
    *plies = (size_t)number;
    return STATUS_OK;
}

enum status load_cut(const struct session *session, const struct command *command, const char *path,
                     struct record *record, struct error *error)
{
    size_t plies = session->back < record->plies ? record->plies - session->back : 0;
    if (!session->at.is_given && (path || !command->at))
        return STATUS_OK;
    if (session->at.is_given && load_find_moment(session, path, record, &plies, error) != STATUS_OK)
        return STATUS_BAD;
    if (plies < record->plies)
        record_cut(record, plies);
    return STATUS_OK;
}

/* Plays the moves of what was read from `path`, or of a copy of the current game (NULL). */
static enum status replay_content(const struct session *session, const char *path,
                                  struct file_content *content, struct position *position,
                                  struct error *error)
{
    return path ? load_replay(session, path, content, position, error)
                : record_replay(&content->record, SIZE_MAX, position, NULL, error);
}

enum status load_moment(const struct session *session, const struct command *command, const char *path,
                        struct record *record, struct position *position, struct outcome *whole,
                        struct error *error)
{
    struct file_content content = {0};
    enum status status = STATUS_OK;
    if (path)
        status = read_content(path, &content, error);
    else if (session->picked_game)
        status = error_set(error, STATUS_BAD, "%s: --game is about a FILE: name one", command->name);
    else if (session->game)
        record_copy(&content.record, &session->game->record);
    else
        status = error_set(error, STATUS_BAD, "%s: no game is at hand: name a file, or 'load' one",
                           command->name);
    if (!status && whole) {
        status = replay_content(session, path, &content, position, error);
        if (!status)
            *whole = record_outcome(&content.record, position);
        position_free(position);
    }
    if (!status)
        status = load_cut(session, command, path, &content.record, error);
    if (!status)
        status = replay_content(session, path, &content, position, error);
    if (!status) {
        record_copy(record, &content.record);
        record->outcome = record_outcome(record, position);
    }
    file_content_free(&content);
    return status;
}

enum status load_record(const struct session *session, const struct command *command, const char *path,
                        struct record *record, struct position *position, struct error *error)
{
    return load_moment(session, command, path, record, position, NULL, error);
}

enum side load_viewer(const struct session *session, const char *path, const struct record *record,
                      const struct position *position)
{
    struct error why;
    enum side seat = placement_viewing_side(&record->start), to_move = position->board.to_move;
    if (!path && seat == SIDES && session->seated)
        return session->seat;
    bool hidden = load_check_visible(session, path, record, to_move, &why) != STATUS_OK &&
                  load_check_visible(session, path, record, side_other(to_move), &why) == STATUS_OK;
    return seat < SIDES ? seat : hidden ? side_other(to_move) : to_move;
}

enum status load_check_plannable(const struct command *command, const struct record *record,
                                 const struct position *position, struct error *error)
{
    enum side side = position->board.to_move;
    if (placement_viewing_side(&record->start) != side_other(side))
        return STATUS_OK;
    return error_set(error, STATUS_NO, "%s: the move is %s's, whose pieces are not known here: 'guess' and "
                     "'search' look at it from %s's seat", command->name, side_name(side),
                     side_name(side_other(side)));
}

enum status load_check_own_ranks(const struct command *command, const struct record *record,
                                 const struct position *position, struct error *error)
{
    const struct board *board = &position->board;
    int unknown = 0;
    for (int rank = 0; rank < RANKS; rank++)
        unknown += board->unknown_count[board->to_move][rank];
    if (!unknown || load_check_plannable(command, record, position, error))
        return unknown ? STATUS_NO : STATUS_OK;
    return error_set(error, STATUS_NO, "%s: the move is %s's, whose pieces are not known here: no agent can "
                     "play them", command->name, side_name(board->to_move));
}

enum status load_check_visible(const struct session *session, const char *path, const struct record *record,
                               enum side side, struct error *error)
{
    if (path && record->sealed[side])
        return error_set(error, STATUS_NO, "%s: %s's side stays hidden until the game is over ('convert "
                         "--unsealed' shows it)", path,
                         side_name(side));
    if (!path && session->game && game_hides(session->game, side))
        return error_set(error, STATUS_NO, "your opponent's side stays hidden until the game is over; "
                         "when you are to move there are 'plans', 'hint' and 'guess explain SQUARE'");
    return STATUS_OK;
}

enum status load_check_open(const struct command *command, const char *path, struct outcome outcome,
                            struct error *error)
{
    char words[OUTCOME_WORDS];
    if (outcome.result == RESULT_OPEN)
        return STATUS_OK;
    return error_set(error, STATUS_NO, "%s: the game is over: %s", path ? path : command->name,
                     outcome_write(outcome, words));
}

enum status load_take_back_move(const struct command *command, struct position *position, struct move *played,
                           struct error *error)
{
    struct board *board = &position->board;
    if (board->plies == board->prior_plies)
        return error_set(error, STATUS_BAD, "%s: no move to explain: a game has a last move, once one was "
                         "played, a position has none", command->name);
    *played = board->history[board->plies - 1].move;
    board_unmake(board);
    return STATUS_OK;
}

/* A growing array of setups. */
struct pool {
    const struct variant *variant; /* the variant that all setups must have; NULL: any */
    struct setup *setups;
    size_t count, capacity;
};

/* Adds one setup to the pool; it is a callback of setups_read. STATUS_BAD if the setup does not fit the
 * variant. */
static enum status add_setup(void *context, const struct setup *setup, enum side side,
                             const struct record *game, const char *place, struct error *error)
{
    struct pool *pool = context;
    struct error why;
    (void)side, (void)game;
    if (pool->variant && setup_check(setup, pool->variant, &why) != STATUS_OK)
        return error_set(error, STATUS_BAD, "%s: %s, as %s has", place, why.text, pool->variant->name);
    pool->setups = memory_grow(pool->setups, &pool->capacity, pool->count + 1, sizeof *pool->setups);
    pool->setups[pool->count++] = *setup;
    return STATUS_OK;
}

/* Adds the setups of the embedded data files that fit the pool's variant. */
static enum status add_embedded_setups(struct pool *pool, struct error *error)
{
    for (size_t i = 0; i < embedded_count; i++) {
        const struct embedded *file = &embedded_table[i];
        if (strncmp(file->name, "setups/", strlen("setups/")) != 0)
            continue;
        struct file_content content = {0};
        enum status status =
            file_parse(file->name, (const char *)file->bytes, file->size, &content, error);
        if (status)
            return status;
        if (!pool->variant || setup_variant(&content.setup) == pool->variant)
            add_setup(pool, &content.setup, RED, NULL, NULL, NULL);
        file_content_free(&content);
    }
    return STATUS_OK;
}

enum status load_setups(const struct variant *variant, int count, char **paths, struct setup **setups,
                        size_t *setup_count, struct error *error)
{
    struct pool pool = {.variant = variant};
    enum status status = count ? STATUS_OK : add_embedded_setups(&pool, error);
    for (int i = 0; i < count && !status; i++)
        status = named_setups_read(paths[i], add_setup, &pool, error);
    if (status) {
        free(pool.setups);
        return status;
    }
    *setups = pool.setups;
    *setup_count = pool.count;
    return STATUS_OK;
}
