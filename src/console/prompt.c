/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/session.h"

void prompt_text(const struct session *session, struct text *out)
{
    const struct game *game = session->game;
    text_add(out, "vedette");
    const char *state = "over";
    if (game && session->back)
        state = side_name(piece_side(game->position.board.history[game->position.board.plies -
                                                                  session->back].mover));
    else if (game && game_outcome(game).result == RESULT_OPEN)
        state = side_name(game_to_move(game));
    if (game)
        text_printf(out, " %zu %s%s", game->record.plies - session->back, state, session->unsaved ? "*" : "");
    text_add(out, "> ");
}
