/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/server_game.h"

#include "base/memory.h"
#include "commands/loaded_game.h"
#include "commands/shared_flags.h"
#include "commands/typed_moves.h"
#include "console/load.h"
#include "play/named_game.h"

#include <stdlib.h>
#include <string.h>

static const char sent_text[] = "the text"; /* its name in errors */

struct server_load_args {
    const char *text, *file;
    int side;                /* the client's seat; SIDE_NOT_GIVEN: that of load_viewer */
    struct word_list moves;
};

/* Reads the text, or the file: a game of the archive or a regular file, since a pipe could block for ever. */
static enum status read_sent_game(const struct server_load_args *args, struct file_content *content,
                                  struct error *error)
{
    enum status status;
    if (args->text)
        status = file_parse(sent_text, args->text, strlen(args->text), content, error);
    else
        status = named_game_read(args->file, true, content, error);
    if (!status && (content->kind == FILE_SETUP || content->kind == FILE_LETTERS))
        status = error_set(error, STATUS_BAD, "%s: found a setup, expected a position or a game",
                           args->text ? sent_text : args->file);
    return status;
}

/* Opens the game and plays the moves that were sent with it. Hides the other side from the client's seat
 * while the game is not over. STATUS_NO if the seat's own side is sealed. */
static enum status open_sent_game(struct session *session, const struct server_load_args *args,
                                  struct file_content *content, struct game *game, struct error *error)
{
    const char *name = args->text ? sent_text : args->file;
    bool has_side = args->side != SIDE_NOT_GIVEN;
    struct position position = {0};
    size_t count;
    enum status status = load_replay(session, name, content, &position, error);
    position_free(&position);
    if (!status)
        status = game_open(game, &content->record, error);
    if (status)
        return status;
    status = typed_moves_play(game, &args->moves, session_notation(session), &count, error);
    enum side seat = has_side ? (enum side)args->side
                              : load_viewer(session, name, &game->record, &game->position);
    bool open = game_outcome(game).result == RESULT_OPEN;
    if (!status && open)
        status = load_check_visible(session, name, &game->record, seat, error);
    game->hides[side_other(seat)] = open;
    session->seated = open || has_side;
    session->seat = seat;
    if (status)
        game_end(game);
    return status;
}

/* Prints the game at hand, and its seat as data. */
static void print_sent_game(struct session *session)
{
    const char *file = session_file(session);
    loaded_game_print(session, file ? file : sent_text, session->game);
    json_open(session->answer, NULL, '{');
    loaded_game_add_json(file, session->game, session->answer);
    json_printf(session->answer, "seat: %s}", session->seated ? side_name(session->seat) : NULL);
}

/* Runs `load` of a client. */
static enum status run_client_load(struct session *session, const void *arguments, struct error *error)
{
    const struct server_load_args *args = arguments;
    struct file_content content = {0};
    enum status status = STATUS_OK;
    session_drop_game(session);
    if (!args->text == !args->file)
        return error_set(error, STATUS_BAD, "load: 'text' or 'file', one of them");
    if (args->file && args->moves.count)
        return error_set(error, STATUS_BAD, "load: 'moves' go with 'text'");
    status = read_sent_game(args, &content, error);
    if (!status) {
        struct game *game = memory_new(1, sizeof *game);
        status = open_sent_game(session, args, &content, game, error);
        if (status)
            free(game);
        else
            session_load(session, game, args->file);
    }
    if (!status)
        print_sent_game(session);
    file_content_free(&content);
    return status;
}

const struct command server_command_load = {
    .name = "load",
    .words = ARGUMENTS(
        {.name = "MOVE", .kind = VALUE_MOVE, .list = true, .optional = true,
         .at = offsetof(struct server_load_args, moves),
         .meaning = "moves after those of the text; a fight shows its ranks, a4#6xa5#B, where the text does "
                    "not have them"}),
    .flags = ARGUMENTS(
        FLAG_TEXT(struct server_load_args, text, "text", "the whole text of a position or a game"),
        FLAG_FILE(struct server_load_args, file, "file",
                  "in place of the text: a file here; FILE:12 is its game in line 12, @12 is game 12 of the "
                  "archive"),
        FLAG_SIDE(struct server_load_args, side, "the seat from which an unfinished game is looked at",
                  "the side to move")),
    .json = true,
    DEFAULTS(struct server_load_args, .side = SIDE_NOT_GIVEN),
    .run = run_client_load,
};

struct server_play_args {
    struct word_list moves;
};

/* Runs `play` of a client: appends all moves or none. */
static enum status run_client_play(struct session *session, const void *arguments, struct error *error)
{
    const struct server_play_args *args = arguments;
    struct game *game = session->game;
    struct error why = {0};
    size_t count;
    if (!game)
        return error_set(error, STATUS_BAD, "play: no game is at hand: 'load' one");
    if (session_file(session) && (game_hides(game, RED) || game_hides(game, BLUE)))
        return error_set(error, STATUS_NO, "play: the game is an unfinished one of a file, whose fights "
                         "would reveal ranks: send its text");
    if (typed_moves_play(game, &args->moves, session_notation(session), &count, &why))
        return error_set(error, why.status, "play: %s", why.text);
    print_sent_game(session);
    return STATUS_OK;
}

const struct command server_command_play = {
    .name = "play",
    .words = ARGUMENTS(
        {.name = "MOVE", .kind = VALUE_MOVE, .list = true, .at = offsetof(struct server_play_args, moves),
         .meaning = "moves of both sides in turn; a fight shows its ranks, a4#6xa5#B, where the game does "
                    "not have them"}),
    .json = true, .args_size = sizeof(struct server_play_args),
    .run = run_client_play,
};
