/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/named_game.h"

#include "archive/summary.h"
#include "file/gravon.h"
#include "play/archiver.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the number of the game of the archive that "@12" names. Returns 0 if a file has that name, or the
 * name has another form. */
static int64_t archived_number(const char *path)
{
    size_t size = strlen(path);
    bool is_number = path[0] == '@' && size > 1 && size <= 16 && strspn(path + 1, "0123456789") == size - 1;
    return is_number && access(path, F_OK) != 0 ? strtoll(path + 1, NULL, 10) : 0;
}

enum status named_game_read(const char *path, bool regular, struct file_content *content,
                            struct error *error)
{
    int64_t number = archived_number(path);
    struct text bytes = {0};
    char player[SIDES][PLAYER_NAME_MAX];
    if (!number)
        return regular ? file_read_regular(path, content, error) : file_read(path, content, error);
    enum status status = archiver_read_game(number, path, &bytes, player, error);
    if (!status)
        status = file_parse(path, text_string(&bytes), bytes.size, content, error);
    /* An import may have given names to a game whose file has none. */
    for (int side = RED; side <= BLUE && !status; side++)
        if (!summary_is_named(content->record.player[side]))
            player_name_read(content->record.player[side], player[side], strlen(player[side]), NULL);
    text_free(&bytes);
    return status;
}

enum status named_games_read(const char *path, game_visitor *visit, file_fault_visitor *fault, void *context,
                             struct error *error)
{
    struct file_content content = {0};
    if (!archived_number(path))
        return games_read(path, visit, fault, context, error);
    enum status status = named_game_read(path, false, &content, error);
    if (!status)
        status = visit(context, &content.record, path, error);
    file_content_free(&content);
    return status;
}

enum status named_contents_read(const char *path, enum file_kind *kind, file_content_visitor *visit,
                                file_fault_visitor *fault, void *context, struct error *error)
{
    struct file_content content = {0};
    if (!archived_number(path))
        return file_contents_read(path, kind, visit, fault, context, error);
    enum status status = named_game_read(path, false, &content, error);
    *kind = content.kind;
    if (!status)
        status = visit(context, &content, path, error);
    file_content_free(&content);
    return status;
}

enum status named_setups_read(const char *path, setup_visitor *visit, void *context, struct error *error)
{
    struct file_content content = {0};
    if (!archived_number(path))
        return setups_read(path, visit, context, error);
    enum status status = named_game_read(path, false, &content, error);
    if (!status)
        status = setups_of_game(&content.record, path, visit, context, error);
    file_content_free(&content);
    return status;
}
