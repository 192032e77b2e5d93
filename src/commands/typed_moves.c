/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/typed_moves.h"

#include "base/text.h"
#include "console/value.h"
#include "play/move_entry.h"

#include <string.h>

enum status typed_move_play(struct game *game, const char *text, enum notation notation, struct error *error)
{
    struct move_with_ranks entered;
    struct error why = {0};
    enum status status = move_entry_read(text, &game->position.board, notation, &entered, &why);
    if (!status && game_play_with_ranks(game, entered, NULL, &why))
        status = STATUS_NO;
    const struct board *board = &game->position.board;
    return status ? error_set(error, status, "move %u (%.40s): %s", board_move_number(board, board->plies),
                              text, why.text)
                  : STATUS_OK;
}

/* Joins the words of the next move, from index `at`: one word or two squares, then up to two ranks. Returns
 * the number of words. */
static int join_move_words(const struct word_list *words, int at, enum notation notation, struct text *move)
{
    int square, count = 1;
    text_clear(move);
    text_add(move, words->word[at]);
    bool is_square = value_square(words->word[at], notation, &square);
    if (is_square && at + 1 < words->count && value_square(words->word[at + 1], notation, &square))
        text_printf(move, " %s", words->word[at + count++]);
    /* A word of one character is a rank. */
    for (int ranks = 2; ranks && at + count < words->count && strlen(words->word[at + count]) == 1; ranks--)
        text_printf(move, " %s", words->word[at + count++]);
    return count;
}

enum status typed_moves_play(struct game *game, const struct word_list *words, enum notation notation,
                             size_t *count, struct error *error)
{
    struct text move = {0};
    size_t before = game->record.plies;
    enum status status = STATUS_OK;
    for (int index = 0; index < words->count && !status;) {
        index += join_move_words(words, index, notation, &move);
        status = typed_move_play(game, text_string(&move), notation, error);
    }
    *count = game->record.plies - before;
    /* All of them or none. */
    if (status)
        game_undo(game, *count, NULL);
    text_free(&move);
    return status;
}
