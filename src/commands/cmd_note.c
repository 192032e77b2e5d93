/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists, writes and removes the user's comments on the moves of a game: note. */
#include "commands/table.h"

#include "base/disk.h"
#include "console/load.h"
#include "play/named_game.h"
#include "report/play_words.h"

#include <string.h>
#include <sys/file.h>
#include <unistd.h>

struct note_args {
    const char *path;
    const char *text; /* NULL: the comments are listed; "": the comment is removed */
};

/* Prints the comments of a file: that on the moment of --at, or all. */
static enum status list_comments(struct session *session, const char *path, struct error *error)
{
    enum notation notation = session_notation(session);
    struct file_content content = {0};
    struct position position = {0};
    struct text out = {0};
    size_t at = 0;
    enum status status = named_game_read(path, false, &content, error);
    if (!status && !file_kind_is_game(content.kind) && !file_kind_has_games(content.kind))
        status = error_set(error, STATUS_BAD, "%s: found a %s, expected a game", path,
                           file_kind_name(content.kind));
    if (!status)
        status = load_replay(session, path, &content, &position, error);
    struct record *record = &content.record;
    if (!status && session->at.is_given)
        status = load_find_moment(session, path, record, &at, error);
    if (!status) {
        json_printf(session->answer, "{file: %s, comments: [", path);
        for (size_t i = 0; i < record->comment_count; i++) {
            const struct comment *comment = &record->comments[i];
            if (session->at.is_given && comment->plies != at)
                continue;
            words_add_comment(record, &position.board, comment->plies, notation, &out);
            words_comment_json(record, &position.board, comment, notation, session->answer);
        }
        json_printf(session->answer, "]}");
        session_print_text(session, &out);
    }
    position_free(&position);
    file_content_free(&content);
    return status;
}

/* Reads the bytes of the file and finds the moment of --at in its game. STATUS_NO if it is locked: the game
 * is being played. *file gets the open file, which keeps it locked. */
static enum status open_game(const struct session *session, const char *path, int *file, struct text *bytes,
                             size_t *plies, struct error *error)
{
    struct file_content content = {0};
    if (access(path, F_OK) != 0 && strpbrk(path, "@:#"))
        return error_set(error, STATUS_BAD, "%s: only a game in a file of its own can get a comment", path);
    *file = disk_open_regular(path, error);
    if (*file < 0)
        return error->status;
    if (!disk_lock(*file, LOCK_EX | LOCK_NB))
        return error_set(error, STATUS_NO, "%s: another program has this game", path);
    enum status status = disk_read_regular(path, FILE_LIMIT, bytes, error);
    if (!status)
        status = file_parse(path, text_string(bytes), bytes->size, &content, error);
    if (!status)
        status = load_find_moment(session, path, &content.record, plies, error);
    file_content_free(&content);
    return status;
}

/* Writes the comment into the file. If the game at hand was loaded from it, the game gets the comment too. */
static enum status write_comment(struct session *session, const struct note_args *args, struct error *error)
{
    struct text bytes = {0}, edited = {0};
    size_t plies = 0;
    int file = -1;
    enum status status = open_game(session, args->path, &file, &bytes, &plies, error);
    if (!status) {
        const struct input input = {.name = args->path, .bytes = text_string(&bytes), .size = bytes.size};
        status = game_edit_comment(&input, plies, args->text, &edited, error);
    }
    if (!status)
        status = disk_write(args->path, text_string(&edited), edited.size, error);
    bool at_hand = !status && session->loaded && session->loaded_from &&
                   disk_same_file(session->loaded_from, args->path) &&
                   plies <= session->loaded->record.plies;
    if (at_hand)
        game_comment(session->loaded, plies, args->text);
    if (file >= 0)
        close(file);
    text_free(&bytes);
    text_free(&edited);
    return status;
}

/* Runs `note`. */
static enum status run_note(struct session *session, const void *arguments, struct error *error)
{
    const struct note_args *args = arguments;
    struct error why = {0};
    if (!args->text)
        return list_comments(session, args->path, error);
    if (!session->at.is_given)
        return error_set(error, STATUS_BAD, "note: --at 40 or --at 20b says on which move");
    if (comment_check(args->text, &why) != STATUS_OK)
        return error_set(error, STATUS_BAD, "note: %s", why.text);
    if (session->on_screen && session_is_playing(session))
        return error_set(error, STATUS_BAD, "note: a game is on the screen, which has a key for notes");
    enum status status = write_comment(session, args, error);
    return status ? status : list_comments(session, args->path, error);
}

const struct command command_note = {
    .name = "note", .group = GROUP_LOOK,
    .keywords = "comment annotate annotation remark notes",
    .at = true,
    .words = ARGUMENTS(
        WORD_FILE(struct note_args, path, "FILE", "a game"),
        WORD_TEXT(struct note_args, text, "TEXT", "the comment, one line; \"\" removes it", .optional = true,
                  .standard = "lists the comments")),
    .json = true, .args_size = sizeof(struct note_args),
    .help = "writes a comment on a move of a game into its file, or lists them",
    .details = "--at says on which move. It replaces a comment that is there; the rest of the file stays\n"
               "as it is. Only the program's own game files hold comments: 'convert --to game' makes one.\n"
               "'moves', 'show', 'why', 'review', 'report' and 'game report' print them.",
    .run = run_note,
};
