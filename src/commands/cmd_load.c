/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The current game of the session: load, save. */
#include "commands/table.h"

#include "base/disk.h"
#include "base/memory.h"
#include "commands/loaded_game.h"
#include "commands/played_game.h"
#include "console/load.h"

#include <stdlib.h>
#include <unistd.h>

/* Reads a game file, up to --at, makes it the current game and prints it. `discard`: gives no notice if
 * entered moves of the previous game are lost. */
static enum status load_game_file(struct session *session, const char *path, bool discard,
                                  struct error *error)
{
    struct record record = {0};
    struct position position = {0}; /* load_record plays the moves in it, which checks them */
    enum status status = load_record(session, &command_load, path, &record, &position, error);
    if (!status) {
        struct game *game = memory_new(1, sizeof *game);
        status = game_open(game, &record, error); /* copies the record */
        if (!status && discard)
            session->entered = false; /* otherwise session_load would give the notice */
        if (status)
            free(game);
        else /* with --at the game may have fewer moves than the file, so it is the game of no file */
            session_load(session, game, session->at.is_given ? NULL : path);
    }
    if (!status) {
        loaded_game_print(session, path, session->game);
        json_open(session->answer, NULL, '{');
        loaded_game_add_json(path, session->game, session->answer);
        json_close(session->answer, '}');
    }
    position_free(&position);
    record_clear(&record);
    return status;
}

struct load_args {
    const char *path;
    bool discard;     /* drop work that is not saved */
};

/* Runs `load`. Refuses while a game is played, and without --discard if work is not saved. */
static enum status run_load(struct session *session, const void *arguments, struct error *error)
{
    const struct load_args *args = arguments;
    if (played_game_make_way(session, "load", error) != STATUS_OK)
        return STATUS_BAD;
    if (session->unsaved && !args->discard)
        return error_set(error, STATUS_NO, "load: what was noted or put together is not saved: "
                         "'save' keeps them, --discard does not");
    return load_game_file(session, args->path, args->discard, error);
}

const struct command command_load = {
    .name = "load", .group = GROUP_LOOK,
    .keywords = "open read import file game position resume continue",
    .words = ARGUMENTS({.name = "FILE", .kind = VALUE_FILE, .at = offsetof(struct load_args, path)}),
    .flags = ARGUMENTS(
        FLAG_SWITCH(struct load_args, discard, "discard",
                    "takes it although what was noted, entered or put together is not saved")),
    .at = true, .json = true, .args_size = sizeof(struct load_args),
    .help = "takes a position or a game as the one at hand",
    .details = "Commands that may have a FILE then work on it without one: guess, plans, hint, why, show,\n"
               "legal, outcome and others; 'guess set' puts down notes in it, 'save' writes the game with\n"
               "its notes. For files of commands: 'vedette <commands'.",
    .run = run_load,
};

struct save_args {
    const char *path;
    bool replace;
};

/* Runs `save`: writes the current game as a game file. An existing file is replaced only with --replace. */
static enum status run_save(struct session *session, const void *arguments, struct error *error)
{
    const struct save_args *args = arguments;
    enum status status = STATUS_OK;
    if (!session->game)
        status = error_set(error, STATUS_BAD, "save: no game is at hand: 'load' takes one");
    if (!status && !args->replace && access(args->path, F_OK) == 0)
        status = error_set(error, STATUS_NO, "%s: that file exists; --replace overwrites it", args->path);
    if (!status) {
        struct text text = {0};
        game_write(&session->game->record, &text);
        status = disk_write(args->path, text_string(&text), text.size, error);
        text_free(&text);
    }
    session->saved |= !status;
    /* Both marks are about the loaded game, which the file of a game being played does not contain. */
    if (!status && !session_is_playing(session)) {
        session->unsaved = session->entered = false;
        session_set_file(session, args->path);
    }
    return status;
}

const struct command command_save = {
    .name = "save", .group = GROUP_LOOK,
    .keywords = "export write store keep file",
    .words = ARGUMENTS({.name = "FILE", .kind = VALUE_FILE, .at = offsetof(struct save_args, path)}),
    .flags = ARGUMENTS(FLAG_REPLACE(struct save_args, replace)),
    .args_size = sizeof(struct save_args),
    .help = "writes the game at hand, with your notes, as a game file",
    .details = "Without --replace a file that is there is left as it is.",
    .run = run_save,
};
