/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The game at hand of a session of commands: load, save. */
#include "console/commands.h"

#include "base/disk.h"
#include "base/memory.h"
#include "console/arguments.h"
#include "console/load.h"

#include <stdlib.h>
#include <unistd.h>

/* "red you, blue invincible, 37 moves, blue to move" */
static void tell_game(struct session *session, const char *path, const struct game *game)
{
    const struct record *record = &game->record;
    struct outcome outcome = game_outcome(game);
    session_printf(session, "%s: ", path);
    for (int side = RED; side <= BLUE; side++)
        if (record->player[side][0])
            session_printf(session, "%s %s, ", side_name((enum side)side), record->player[side]);
    session_printf(session, "%zu move%s, ", record->plies, record->plies == 1 ? "" : "s");
    if (outcome.result == RESULT_OPEN)
        session_printf(session, "%s to move\n", side_name(game_to_move(game)));
    else
        session_printf(session, "%s%s%s\n", result_name(outcome.result),
                       outcome.reason == REASON_NONE ? "" : " ",
                       outcome.reason == REASON_NONE ? "" : reason_name(outcome.reason));
}

/* Puts a game in the place of the one at hand, if there is one. */
static void put_at_hand(struct session *session, struct game *game)
{
    session_drop_game(session);
    session->loaded = session->game = game;
}

static enum status load(struct session *session, const char *path, uint64_t plies, struct error *error)
{
    struct record record = {0};
    struct position position = {0};
    enum status status = load_record(session, &command_load, path, plies, &record, &position, error);
    if (!status) {
        struct game *game = memory_new(1, sizeof *game);
        record.outcome = record_outcome(&record, &position);
        status = game_open(game, &record, error);
        if (status)
            free(game);
        else
            put_at_hand(session, game);
    }
    if (!status)
        tell_game(session, path, session->game);
    position_free(&position);
    record_clear(&record);
    return status;
}

static enum status run_load(struct session *session, int argc, char **argv, struct error *error)
{
    uint64_t plies = UINT64_MAX;
    bool discard = false;
    const struct flag flags[] = {
        {.name = "at", .kind = FLAG_WHOLE, .value = &plies, .most = UINT32_MAX},
        {.name = "discard", .kind = FLAG_BARE, .value = &discard},
    };
    enum status status = arguments_parse(&command_load, flags, 2, &argc, argv, error);
    if (!status && argc != 1)
        status = usage_error(&command_load, error);
    if (!status && session->game != session->loaded)
        status = error_set(error, STATUS_BAD, "load: a game is being played");
    if (!status && session->unsaved && !discard)
        status = error_set(error, STATUS_NO, "load: the notes in the game at hand are not saved: "
                           "'save' keeps them, --discard does not");
    return status ? status : load(session, argv[0], plies, error);
}

const struct command command_load = {
    .name = "load",
    .arguments = "FILE [--at PLY] [--discard]",
    .help = "takes a position or a game as the one at hand",
    .details = "Commands that may have a FILE then work on it without one: guess, plans, hint, why, show,\n"
               "legal, outcome and others; 'guess set' puts down notes in it. --at: only its first PLY\n"
               "moves. 'save' writes the game with its notes; with notes that were not saved, another one\n"
               "is taken only with --discard. For files of commands: 'vedette <commands'.",
    .completes = "file",
    .run = run_load,
};

static enum status run_save(struct session *session, int argc, char **argv, struct error *error)
{
    bool replace = false;
    const struct flag flags[] = {{.name = "replace", .kind = FLAG_BARE, .value = &replace}};
    enum status status = arguments_parse(&command_save, flags, 1, &argc, argv, error);
    if (!status && argc != 1)
        status = usage_error(&command_save, error);
    if (!status && !session->game)
        status = error_set(error, STATUS_BAD, "save: no game is at hand: 'load' takes one");
    if (!status && !replace && access(argv[0], F_OK) == 0)
        status = error_set(error, STATUS_NO, "%s: there is such a file; --replace writes over it", argv[0]);
    if (!status) {
        struct text text = {0};
        game_write(&session->game->record, &text);
        status = disk_write(argv[0], text_string(&text), text.size, error);
        text_free(&text);
    }
    if (!status && session->game == session->loaded)
        session->unsaved = false;
    return status;
}

const struct command command_save = {
    .name = "save",
    .arguments = "FILE [--replace]",
    .help = "writes the game at hand, with your notes, as a game file",
    .details = "Without --replace a file that is there is left as it is.",
    .completes = "file",
    .run = run_save,
};
