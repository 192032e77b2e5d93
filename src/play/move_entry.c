/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/move_entry.h"

#include <string.h>

enum { MAX_MOVE_BYTES = 64 /* max bytes of a move */ };

/* Returns the known rank of the piece on a square. RANK_UNKNOWN for an unknown piece or an empty square. */
static int rank_on(const struct board *board, int square)
{
    int number = board->at[square];
    return number < PIECES ? board->piece[number].rank : RANK_UNKNOWN;
}

struct ranks_needed move_entry_need(const struct board *board, struct move move)
{
    bool attack = board->at[move.to] < PIECES;
    bool ran = square_distance(move.from, move.to) > 1;
    return (struct ranks_needed){
        .attacker = attack && !ran && rank_on(board, move.from) == RANK_UNKNOWN,
        .defender = attack && rank_on(board, move.to) == RANK_UNKNOWN,
    };
}

enum status move_entry_ranks(const char *text, const struct board *board, enum notation notation,
                             struct move move, struct move_with_ranks *entered, struct error *error)
{
    struct ranks_needed need = move_entry_need(board, move);
    int rank[3], count = 0; /* a third rank is read only to refuse it */
    for (; *text && count < 3; text++) {
        if (*text == ' ' || *text == ',' || *text == '\t')
            continue;
        rank[count] = rank_read(*text, notation);
        if (rank[count] < 0 || rank[count] >= RANKS)
            return error_set(error, STATUS_BAD, "found '%.20s', expected ranks F B S %s", text,
                             ranks_range(notation));
        count++;
    }
    *entered = (struct move_with_ranks){move, RANK_UNKNOWN, RANK_UNKNOWN};
    int needed = need.attacker + need.defender;
    if (count > 0 && board->at[move.to] >= PIECES)
        return error_set(error, STATUS_BAD, "found ranks, but nobody is attacked there");
    if (count > 2)
        return error_set(error, STATUS_BAD, "found more than two ranks");
    if (count < needed)
        return error_set(error, STATUS_BAD, "a fight: say %s, as in %s",
                         needed == 2     ? "both ranks, the attacker's first"
                         : need.defender ? "which rank it met"
                                         : "which rank attacked",
                         needed == 2 ? "e4xe5 9 5" : "e4xe5 5");
    /* A single rank is that of the piece whose rank is not known. */
    if (count == 2 || (count == 1 && need.attacker))
        entered->attacker = (uint8_t)rank[0];
    if (count == 2 || (count == 1 && !need.attacker))
        entered->defender = (uint8_t)rank[count - 1];
    return STATUS_OK;
}

/* Returns the size in bytes of the move at the start of `text`. After it come only the symbols of ranks,
 * single letters after spaces. */
static size_t size_before_ranks(const char *text)
{
    size_t size = strlen(text);
    while (size > 0 && text[size - 1] == ' ')
        size--;
    size_t end = size;
    while (end > 2 && text[end - 2] == ' ') {
        end -= 2;
        while (end > 0 && text[end - 1] == ' ')
            end--;
    }
    return end;
}

enum status move_entry_read(const char *text, const struct board *board, enum notation notation,
                            struct move_with_ranks *entered, struct error *error)
{
    char move[MAX_MOVE_BYTES];
    text += strspn(text, " \t");
    size_t size = size_before_ranks(text);
    if (size >= sizeof move)
        return error_set(error, STATUS_BAD, "too long for a move");
    memcpy(move, text, size);
    move[size] = '\0';
    enum status status = move_read(move, notation, entered, NULL, error);
    if (status || entered->attacker < RANKS || entered->defender < RANKS) /* '#': it has its ranks */
        return status;
    return move_entry_ranks(text + size, board, notation, entered->move, entered, error);
}
