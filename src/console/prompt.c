/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/session.h"

#include "game/board.h"

void prompt_write(const struct session *session, struct text *out)
{
    const struct game *game = session->game;
    text_add(out, "vedette");
    if (game) {
        const struct board *board = &game->position.board;
        bool over = !session->back && game_outcome(game).result != RESULT_OPEN;
        uint32_t next = board->plies - session->back, shown = over && next ? next - 1 : next;
        const char *side = side_name(session->back ? piece_side(board->history[next].mover) : board->to_move);
        text_printf(out, " %u %s%s", board_move_number(board, shown), over ? "over" : side,
                    session->unsaved ? "*" : "");
    }
    text_add(out, "> ");
}
