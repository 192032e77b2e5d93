/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person does in a game at the console: game move, undo, redo, resign, draw, leave, resume. */
#include "commands/table.h"

#include "commands/played_game.h"

struct game_move_args {
    struct word_list words;
};

/* Runs `game move`. The word may be left out: a line that is a move is the same. */
static enum status run_game_move(struct session *session, const void *arguments, struct error *error)
{
    const struct game_move_args *args = arguments;
    struct text move = {0};
    for (int i = 0; i < args->words.count; i++)
        text_printf(&move, "%s%s", i ? " " : "", args->words.word[i]);
    enum status status = played_game_move(session, text_string(&move), error);
    text_free(&move);
    return status;
}

const struct command command_game_move = {
    .name = "game move", .group = GROUP_PLAY,
    .keywords = "play enter type",
    .plays_moves = true, .announces_stop = true,
    .words = ARGUMENTS(
        {.name = "MOVE", .kind = VALUE_MOVE, .list = true, .at = offsetof(struct game_move_args, words),
         .meaning = "b4-b5, b4b5 or b4 b5"}),
    .args_size = sizeof(struct game_move_args),
    .help = "plays your move in the game at the console: a move alone, b4-b5, does so",
    .details = "Then the opponent moves; Ctrl-C makes it move at once. On the screen a move that is typed\n"
               "below the board is played there.",
    .run = run_game_move,
};

/* Runs `undo`. */
static enum status run_undo(struct session *session, const void *arguments, struct error *error)
{
    (void)arguments;
    return played_game_undo(session, error);
}

const struct command command_undo = {
    .name = "undo", .group = GROUP_PLAY,
    .keywords = "takeback take-back revert back mistake",
    .announces_stop = true,
    .help = "takes your last move back, with the answer to it",
    .details = "Attacks stay, but in a game of practice.",
    .run = run_undo,
};

/* Runs `redo`. */
static enum status run_redo(struct session *session, const void *arguments, struct error *error)
{
    (void)arguments;
    return played_game_redo(session, error);
}

const struct command command_redo = {
    .name = "redo", .group = GROUP_PLAY,
    .keywords = "again forward",
    .announces_stop = true,
    .help = "plays again what 'undo' took back",
    .run = run_redo,
};

/* Runs `resign`. */
static enum status run_resign(struct session *session, const void *arguments, struct error *error)
{
    (void)arguments;
    return played_game_resign(session, error);
}

const struct command command_resign = {
    .name = "resign", .group = GROUP_PLAY,
    .keywords = "give up lose end surrender",
    .announces_stop = true,
    .help = "resigns the game that you play",
    .run = run_resign,
};

/* Runs `draw`. */
static enum status run_draw(struct session *session, const void *arguments, struct error *error)
{
    (void)arguments;
    return played_game_draw(session, error);
}

const struct command command_draw = {
    .name = "draw", .group = GROUP_PLAY,
    .keywords = "offer agree remis tie",
    .announces_stop = true,
    .help = "offers a draw to your opponent, or agrees to one",
    .run = run_draw,
};

/* Runs `leave`. */
static enum status run_leave(struct session *session, const void *arguments, struct error *error)
{
    (void)arguments;
    if (!session->played)
        return error_set(error, STATUS_BAD, "leave: no game is being played %s",
                         session->on_screen ? "at this console: Esc closes it" : "here");
    played_game_leave(session);
    return STATUS_OK;
}

const struct command command_leave = {
    .name = "leave", .group = GROUP_PLAY,
    .keywords = "quit exit stop game",
    .help = "leaves the game that you play at the console; 'resume' goes on with it",
    .run = run_leave,
};

struct resume_args {
    const char *path;
};

/* Runs `resume`. From the shell's line it then reads the lines of the game. */
static enum status run_resume(struct session *session, const void *arguments, struct error *error)
{
    const struct resume_args *args = arguments;
    enum status status = played_game_resume(session, args->path, error);
    return !status && session->alone && session->console ? session->console(session) : status;
}

const struct command command_resume = {
    .name = "resume", .group = GROUP_PLAY,
    .keywords = "continue go on unfinished interrupted game text console",
    .announces_stop = true,
    .words = ARGUMENTS(
        WORD_FILE(struct resume_args, path, "FILE", "an unfinished game", .optional = true,
                  .standard = "the newest one that was left")),
    .args_size = sizeof(struct resume_args),
    .help = "goes on with an unfinished game at the console, without the screen",
    .details = "One that was begun on the screen too, and the screen's menu goes on with one begun here.",
    .run = run_resume,
};
