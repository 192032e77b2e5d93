/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The notes on a game at the screen: on its moves, and on the enemy's pieces. */
#include "play/local_game.h"

#include "base/disk.h"
#include "file/file.h"

/* Returns how many moves of the game precede the shown position. */
static size_t shown_plies(const struct local_game *local)
{
    return local_game_board(local)->plies - local_game_board(local)->prior_plies;
}

const char *local_game_comment_shown(const struct local_game *local)
{
    return local->shown.trial.on ? NULL : record_comment_at(&local->game.record, shown_plies(local));
}

bool local_game_writes_comments(const struct local_game *local)
{
    return !local_game_is_decided(local) || local->end.kept[0] || journal_is_finished_path(local->end.file);
}

enum status local_game_comment(struct local_game *local, const char *text, struct error *error)
{
    const char *path = local_game_file(local);
    struct text bytes = {0};
    if (local->shown.trial.on)
        return error_set(error, STATUS_NO, "a line that is tried has no notes");
    if (local_game_is_decided(local) && !path)
        return error_set(error, STATUS_NO, "this game has no game file: save it as one");
    game_comment(&local->game, shown_plies(local), text);
    if (!local_game_is_decided(local)) /* the journal has it */
        return STATUS_OK;
    local->end.unsaved = true;
    if (!local_game_writes_comments(local))
        return STATUS_OK;
    game_write(&local->game.record, &bytes);
    enum status status = disk_write(path, text_string(&bytes), bytes.size, error);
    text_free(&bytes);
    local->end.unsaved = status != STATUS_OK;
    return status;
}

void local_game_note(struct local_game *local, int number, uint16_t ranks)
{
    game_note(&local->game, number, ranks);
    local_game_note_changed(local);
}

void local_game_note_changed(struct local_game *local)
{
    local->end.unsaved |= local_game_is_decided(local); /* it has no journal any more */
}
