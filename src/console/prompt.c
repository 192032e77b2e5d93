/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/session.h"

void prompt_text(const struct session *session, struct text *out)
{
    const struct game *game = session->game;
    text_add(out, "vedette");
    if (game)
        text_printf(out, " %zu %s%s", game->record.plies,
                    game_outcome(game).result == RESULT_OPEN ? side_name(game_to_move(game)) : "over",
                    session->unsaved ? "*" : "");
    text_add(out, "> ");
}
