/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/ponder.h"

/* With a time limit each round may take twice as long as the one before, so more rounds are useless. */
enum { MAX_ROUNDS = 6 };

/* Replies with a lower probability are ignored. */
static const double min_reply_odds = 0.01;

/* --- identifying a position --- */

/* Adds a value to a hash: FNV-1a over numbers instead of bytes. */
static uint64_t mix_value(uint64_t key, unsigned value)
{
    return (key ^ value) * 0x100000001b3;
}

/* Returns a hash of the own ranks and the first `plies` plies, with the ranks they revealed. Covers the whole
 * history and not only the position, because the beliefs depend on it. */
static uint64_t history_key(const struct view *view, uint32_t plies)
{
    const struct board *board = &view->board;
    uint64_t key = mix_value(0xcbf29ce484222325 /* FNV's start value */, view->side);
    for (int i = 0; i < PIECES_A_SIDE; i++)
        key = mix_value(key, board->piece[side_base(view->side) + i].rank);
    for (uint32_t i = 0; i < plies; i++) {
        struct event event = board_event(board, i);
        key = mix_value(key, (unsigned)event.move.from << 8 | event.move.to);
        key = mix_value(key, (unsigned)event.battle << 16 | (unsigned)event.attacker << 8 | event.defender);
    }
    return mix_value(key, plies);
}

const struct tried_moves *ponder_recall(const struct ponder *ponder, const struct view *view)
{
    const struct board *board = &view->board;
    if (!ponder->count || board->plies == board->prior_plies ||
        ponder->key != history_key(view, board->plies - 1))
        return NULL;
    struct event last = board_event(board, board->plies - 1);
    for (int i = 0; i < ponder->count; i++)
        if (event_equal(&ponder->reply[i].event, &last))
            return &ponder->reply[i].tried;
    return NULL;
}

/* --- thinking --- */

/* Returns whether `stop` is not NULL and set. */
static bool stop_is_set(const atomic_bool *stop)
{
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

/* Lists the probable replies, unless they are stored already. False if it was stopped. */
static bool find_replies(struct ponder *ponder, const struct opponent_models *models,
                         const double mixture[OPPONENTS], const struct view *view,
                         const struct belief *belief, const atomic_bool *stop)
{
    uint64_t key = history_key(view, view->board.plies);
    if (ponder->count && ponder->key == key)
        return true;
    ponder_forget(ponder);
    ponder->key = key;
    if (!replies_list(&ponder->replies, models, mixture, view, belief, stop))
        return false;
    for (int i = 0; i < ponder->replies.count && i < PONDER_MAX_REPLIES; i++) {
        struct foreseen *reply = &ponder->reply[i];
        if (ponder->replies.reply[i].odds < min_reply_odds)
            break;
        reply->event = ponder->replies.reply[i].event;
        reply->odds = ponder->replies.reply[i].odds;
        ponder->count++;
    }
    return true;
}

void ponder_run(struct ponder *ponder, const struct opponent_models *models, const double mixture[OPPONENTS],
                const struct view *view, const struct belief *belief, const atomic_bool *stop,
                ponder_try *try, void *context)
{
    bool more = find_replies(ponder, models, mixture, view, belief, stop);
    for (int round = 0; more && round < MAX_ROUNDS; round++) {
        more = false;
        for (int i = 0; i < ponder->count; i++) {
            struct foreseen *reply = &ponder->reply[i];
            if (stop_is_set(stop))
                return;
            if (reply->rounds <= round) {
                view_copy(&ponder->view, view);
                view_apply(&ponder->view, &reply->event);
                bool again = try(context, &ponder->view, round, &reply->tried);
                if (!stop_is_set(stop))
                    reply->rounds = again ? round + 1 : MAX_ROUNDS;
            }
            more |= reply->rounds < MAX_ROUNDS;
        }
    }
}

void ponder_forget(struct ponder *ponder)
{
    for (int i = 0; i < PONDER_MAX_REPLIES; i++) {
        ponder->reply[i].rounds = 0;
        tried_forget(&ponder->reply[i].tried);
    }
    ponder->count = 0;
}

void ponder_free(struct ponder *ponder)
{
    for (int i = 0; i < PONDER_MAX_REPLIES; i++)
        tried_free(&ponder->reply[i].tried);
    replies_free(&ponder->replies);
    view_free(&ponder->view);
    *ponder = (struct ponder){0};
}
