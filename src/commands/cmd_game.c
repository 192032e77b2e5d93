/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands to enter a game that is played elsewhere: game enter, game back, game follow. */
#include "commands/table.h"

#include "base/clock.h"
#include "base/disk.h"
#include "base/memory.h"
#include "base/plural.h"
#include "commands/typed_moves.h"
#include "console/load.h"
#include "console/value.h"
#include "game/notation.h"
#include "report/play_words.h"
#include "report/show.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { POLL_INTERVAL = 200 /* milliseconds between two checks of a followed file */ };

/* Seconds for which a followed file may be shorter than before: some programs empty a file before they write
 * it again. */
#define SHORT_SECONDS_MAX 1.0

/* Sets *game to the game at hand if moves may be entered. STATUS_NO if a side is hidden from the user: the
 * battles would reveal its ranks. */
static enum status game_to_enter(struct session *session, const char *command, struct game **game,
                                 struct error *error)
{
    if (session->played)
        return error_set(error, STATUS_BAD, "%s: a game is being played here: type your move alone", command);
    if (session_is_playing(session))
        return error_set(error, STATUS_BAD, "%s: a game is on the screen: enter moves on its board", command);
    if (!session->game)
        return error_set(error, STATUS_BAD, "%s: no game is at hand: 'position edit' or 'load' takes one",
                         command);
    for (enum side side = RED; side <= BLUE; side++)
        if (game_hides(session->game, side))
            return error_set(error, STATUS_NO, "%s: %s's side stays hidden until the game is over ('convert "
                             "--unsealed' shows it)", command, side_name(side));
    *game = session->game;
    return STATUS_OK;
}

/* Prints a move with its result, "2. red b4#2xb7#5: lost", "2... blue b7-b6". `before`: how many moves before
 * the last one it is. */
static void print_move(struct session *session, const struct game *game, size_t before)
{
    static const char *const results[] = {"", ": taken", ": lost", ": both fall"};
    const struct board *board = &game->position.board;
    uint32_t index = board->plies - 1 - (uint32_t)before;
    struct event event = board_event(board, index);
    char text[MOVE_TEXT], number[MOVE_NUMBER_TEXT];
    session_printf(session, "%s %s %s%s\n", words_move(board, index, number),
                   side_name(piece_side(board->history[index].mover)),
                   event_write(&event, session_notation(session), text), results[event.battle]);
}

/* Prints the side to move. If the game is over, prints the result. */
static void print_turn(struct session *session, const struct game *game)
{
    struct outcome outcome = game_outcome(game);
    char words[OUTCOME_WORDS];
    if (outcome.result == RESULT_OPEN)
        session_printf(session, "%s to move\n", side_name(game_to_move(game)));
    else
        session_printf(session, "over: %s\n", outcome_write(outcome, words));
}

/* Adds the state of the game, its last `entered` moves and how many moves were taken back. */
static void add_game_state_json(const struct session *session, const struct game *game, size_t entered,
                                size_t taken_back)
{
    struct json *json = session->answer;
    const struct board *board = &game->position.board;
    json_printf(json, "{entered: [");
    for (; entered > 0; entered--) {
        struct event event = board_event(board, board->plies - (uint32_t)entered);
        char text[MOVE_TEXT];
        json_add_text(json, NULL, event_write(&event, session_notation(session), text));
    }
    json_printf(json, "], taken_back: %zu, moves: %zu, to_move: %s",
                taken_back, game->record.plies, side_name(game_to_move(game)));
    show_outcome_json(game_outcome(game), json);
    json_close(json, '}');
}

/* --- enter --- */

struct enter_args {
    struct word_list words;
};

/* Enters all moves. Enters none if one of them is illegal. */
static enum status run_enter(struct session *session, const void *arguments, struct error *error)
{
    const struct enter_args *args = arguments;
    struct game *game = NULL;
    struct error why = {0};
    size_t entered = 0;
    enum status status = game_to_enter(session, command_game_enter.name, &game, error);
    if (!status && typed_moves_play(game, &args->words, session_notation(session), &entered, &why))
        status = error_set(error, why.status, "%s: %s", command_game_enter.name, why.text);
    if (!status) {
        add_game_state_json(session, game, entered, 0);
        while (entered > 0)
            print_move(session, game, --entered);
        print_turn(session, game);
        session_mark_entered(session);
    }
    return status;
}

const struct command command_game_enter = {
    .name = "game enter", .group = GROUP_GAMES,
    .keywords = "type moves input transcribe record analyse analyze notate",
    .words = ARGUMENTS(
        {.name = "MOVE", .kind = VALUE_MOVE, .list = true, .at = offsetof(struct enter_args, words),
         .meaning = "e4-e5, or a fight with its ranks, the attacker's first: e4xe5 9 5"}),
    .out = true, .args_size = sizeof(struct enter_args),
    .help = "plays moves of either side in the game at hand",
    .details = "For a game that is played elsewhere: 'position edit army mine army ?' is its start, with\n"
               "your setup and the enemy's forty unknown pieces. Where a fight shows ranks that are not\n"
               "known here they stand behind the move, e4xe5 9 5, one alone where the other is known,\n"
               "e4xe5 5; what comes of it follows. 'guess', 'search', 'show' and others then look from your\n"
               "seat.",
    .run = run_enter,
};

/* --- back --- */

struct back_args {
    uint64_t plies;
};

/* Takes the last moves back, moves with a battle too. */
static enum status run_back(struct session *session, const void *arguments, struct error *error)
{
    const struct back_args *args = arguments;
    struct game *game = NULL;
    struct error why = {0};
    enum status status = game_to_enter(session, command_game_back.name, &game, error);
    if (!status && game_undo(game, (size_t)args->plies, &why))
        status = error_set(error, STATUS_NO, "%s: %s", command_game_back.name, why.text);
    if (!status) {
        session_printf(session, "%zu move%s, %s to move\n", game->record.plies, plural(game->record.plies),
                       side_name(game_to_move(game)));
        add_game_state_json(session, game, 0, (size_t)args->plies);
        session_mark_entered(session);
    }
    return status;
}

const struct command command_game_back = {
    .name = "game back", .group = GROUP_GAMES,
    .keywords = "undo takeback take-back revert unplay previous",
    .words = ARGUMENTS(
        {.name = "N", .kind = VALUE_WHOLE, .at = offsetof(struct back_args, plies), .optional = true,
         .min = 1, .max = UINT32_MAX, .meaning = "so many moves", .standard = "1"}),
    .out = true,
    DEFAULTS(struct back_args, .plies = 1),
    .help = "takes moves of the game at hand back, fights too",
    .run = run_back,
};

/* --- follow --- */

/* A file of moves that is read again whenever it changes: it grows, or another file replaces it. */
struct follower {
    const char *path;
    struct stat seen;   /* state of the file when it was read last; all zero: not read yet */
    bool gone;          /* there is no file at the path, and a notice was printed */
    double short_since; /* clock_now() when the file was found to be shorter; 0: it is not */
    struct text text;   /* the whole file */
    size_t at, line;    /* index of the next line's first byte; number of the last line handled */
    size_t moves;       /* moves handled since the file was last read */
    size_t known;       /* moves that the game had at the start: the file's first moves must be the same */
    char **moves_read;  /* all moves that were ever read, as text; they must not change in the file */
    size_t count, capacity; /* of moves_read */
};

/* Returns whether both are states of the same file, without a change in between. */
static bool is_same_file(const struct stat *one, const struct stat *other)
{
    return one->st_dev == other->st_dev && one->st_ino == other->st_ino && one->st_size == other->st_size &&
           one->st_mtim.tv_sec == other->st_mtim.tv_sec && one->st_mtim.tv_nsec == other->st_mtim.tv_nsec &&
           one->st_ctim.tv_sec == other->st_ctim.tv_sec && one->st_ctim.tv_nsec == other->st_ctim.tv_nsec;
}

/* Reads the whole file again if it has changed; *changed gets whether it has. Waits for a file that is gone
 * to come back: editors replace a file by a new one. */
static enum status read_if_changed(struct session *session, struct follower *follower, bool *changed,
                                   struct error *error)
{
    struct stat about;
    *changed = false;
    if (stat(follower->path, &about) < 0) {
        if (errno != ENOENT || !follower->seen.st_nlink) /* st_nlink 0: it was never read */
            return error_errno(error, follower->path);
        if (!follower->gone)
            session_notice(session, "%s: is gone; waiting for it to come back", follower->path);
        follower->gone = true;
        return STATUS_OK;
    }
    if (!follower->gone && is_same_file(&about, &follower->seen))
        return STATUS_OK;
    text_clear(&follower->text);
    enum status status = disk_read_regular(follower->path, FILE_LIMIT, &follower->text, error);
    if (status)
        return status;
    follower->seen = about;
    follower->gone = false;
    follower->at = follower->line = follower->moves = 0;
    *changed = true;
    return STATUS_OK;
}

/* Returns the move in a line, without its number "12." or "12..." before it, and without the comment and
 * spaces behind it. A '#' inside a word begins a rank and no comment: b4#2xb7#5. Changes the line. */
static const char *trim_line(char *line)
{
    for (char *c = line; *c; c++)
        if (*c == '#' && (c == line || c[-1] == ' ' || c[-1] == '\t')) {
            *c = '\0';
            break;
        }
    line += strspn(line, " \t");
    char *end = line + strspn(line, "0123456789");
    if (end > line && *end == '.')
        line = end + strspn(end, ".") + strspn(end + strspn(end, "."), " \t");
    for (end = line + strlen(line); end > line && strchr(" \t\r", end[-1]); end--)
        end[-1] = '\0';
    return line;
}

/* Handles a move that was not read before. Compares it with the game's move; if the game has no such move
 * yet, plays and prints it. */
static enum status read_new_move(struct session *session, struct follower *follower, const char *text,
                                 struct error *error)
{
    struct game *game = session->game;
    size_t number = follower->count;
    enum status status = STATUS_OK;
    if (number < follower->known) {
        /* Compare only the squares: the game may know ranks that the file does not have, and the reverse. */
        struct move_with_ranks file_move = {0};
        char move[16];
        snprintf(move, sizeof move, "%.*s", (int)strcspn(text, " "), text);
        status = move_read(move, session_notation(session), &file_move, NULL, error);
        if (!status && !move_equal(file_move.move, game->record.moves[number].move))
            status = error_set(error, STATUS_NO, "the game at hand has another move %zu", number + 1);
    } else {
        status = typed_move_play(game, text, session_notation(session), error);
        if (!status)
            print_move(session, game, 0);
    }
    if (status)
        return status;
    follower->moves_read = memory_grow(follower->moves_read, &follower->capacity, number + 1,
                                       sizeof *follower->moves_read);
    follower->moves_read[follower->count++] = memory_text(text);
    return STATUS_OK;
}

/* Handles the next move of the file. A move that was read before must not have changed. */
static enum status read_move(struct session *session, struct follower *follower, const char *text,
                             struct error *error)
{
    struct error why = {0};
    size_t number = follower->moves++;
    enum status status = STATUS_OK;
    if (number >= follower->count)
        status = read_new_move(session, follower, text, &why);
    else if (strcmp(text, follower->moves_read[number]) != 0)
        status = error_set(&why, STATUS_NO, "found '%.40s' as move %zu, which was '%.40s' before", text,
                           number + 1, follower->moves_read[number]);
    return status ? error_set(error, status, "%s:%zu: %s", follower->path, follower->line, why.text)
                  : STATUS_OK;
}

/* Handles the complete lines that were read. With `end` also handles a last line without a newline. */
static enum status read_lines(struct session *session, struct follower *follower, bool end,
                              struct error *error)
{
    enum status status = STATUS_OK;
    while (!status && follower->at < follower->text.size) {
        const char *start = follower->text.bytes + follower->at;
        size_t rest = follower->text.size - follower->at;
        const char *stop = memchr(start, '\n', rest);
        if (!stop && !end)
            break;
        size_t size = stop ? (size_t)(stop - start) : rest;
        char line[128];
        follower->line++;
        if (size >= sizeof line || memchr(start, '\0', size))
            return error_set(error, STATUS_BAD, "%s:%zu: found no move, but %zu bytes", follower->path,
                             follower->line, size);
        memcpy(line, start, size);
        line[size] = '\0';
        follower->at += size + (stop != NULL);
        const char *text = trim_line(line);
        if (*text)
            status = read_move(session, follower, text, error);
    }
    return status;
}

struct follow_args {
    const char *path;
    bool once;          /* read the file once, do not wait for more */
};

/* Checks that the file has not had fewer moves than before for too long: a program may be writing it
 * again. */
static enum status check_length(struct follower *follower, struct error *error)
{
    if (follower->moves >= follower->count || follower->gone)
        follower->short_since = 0;
    else if (follower->short_since == 0)
        follower->short_since = clock_now();
    else if (clock_now() - follower->short_since >= SHORT_SECONDS_MAX)
        return error_set(error, STATUS_NO, "%s: has become shorter than what was read of it", follower->path);
    return STATUS_OK;
}

/* Reads the moves of the file. With `wait` goes on as it grows, until Ctrl-C or the end of the game. */
static enum status follow_file(struct session *session, struct follower *follower, bool wait,
                               struct error *error)
{
    enum status status = STATUS_OK;
    while (!status && !session_stopped(session)) {
        bool changed;
        status = read_if_changed(session, follower, &changed, error);
        if (!status && changed) /* a last line without its newline may still be growing */
            status = read_lines(session, follower, !wait, error);
        if (status || !wait || game_outcome(session->game).result != RESULT_OPEN)
            break;
        status = check_length(follower, error);
        if (!status)
            poll(NULL, 0, POLL_INTERVAL); /* a signal ends the wait */
    }
    return status;
}

/* Follows a file of moves. */
static enum status run_follow(struct session *session, const void *arguments, struct error *error)
{
    const struct follow_args *args = arguments;
    struct game *game = NULL;
    struct follower follower = {.path = args->path};
    enum status status = game_to_enter(session, command_game_follow.name, &game, error);
    if (status)
        return status;
    follower.known = game->record.plies;
    status = follow_file(session, &follower, !args->once, error);
    if (!status)
        print_turn(session, game);
    if (game->record.plies > follower.known)
        session_mark_entered(session);
    for (size_t i = 0; i < follower.count; i++)
        free(follower.moves_read[i]);
    free(follower.moves_read);
    text_free(&follower.text);
    return status;
}

const struct command command_game_follow = {
    .name = "game follow", .group = GROUP_GAMES,
    .keywords = "watch live spectate broadcast relay log",
    .words = ARGUMENTS(
        WORD_FILE(struct follow_args, path, "FILE", "a move a line, as 'game enter' has them")),
    .flags = ARGUMENTS(
        FLAG_SWITCH(struct follow_args, once, "once", "only what is there, without waiting for more")),
    .args_size = sizeof(struct follow_args),
    .help = "plays the moves of a file that grows, in the game at hand",
    .details = "The file has all moves since the start of the game, one a line, maybe with a number before\n"
               "it (12.) and a comment behind ' #'; those that the game has already must be the same. Each\n"
               "new one is played and printed as it comes, until Ctrl-C or the end of the game; what was\n"
               "played stays, and 'game follow' goes on from there. Another file may take its place, as\n"
               "editors have it, or be moved away and come back; a move that was read and is another one\n"
               "now, or is missing, ends it with exit status 1.",
    .run = run_follow,
};
