/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/local_shown.h"

#include "play/local_game.h"
#include "play/view_at.h"

/* Returns the outcome of the game as far as it is shown. */
static struct outcome outcome_of_game(const struct local_game *local)
{
    return local->shown.held ? (struct outcome){RESULT_OPEN, REASON_NONE} : game_outcome(&local->game);
}

bool local_game_is_decided(const struct local_game *local)
{
    return outcome_of_game(local).result != RESULT_OPEN;
}

struct outcome local_game_outcome(const struct local_game *local)
{
    return local->shown.trial.on ? position_outcome(&local->shown.trial.position) : outcome_of_game(local);
}

bool local_game_over(const struct local_game *local)
{
    return local_game_outcome(local).result != RESULT_OPEN;
}

bool local_game_is_open(const struct local_game *local)
{
    enum seating seating = local_game_seating(local);
    return seating == SEATING_WATCH || seating == SEATING_OPEN;
}

/* Returns whether everything may be seen: all ranks, or all that the side of the seat (whose view the person
 * has) knew. */
static bool shows_all(const struct local_game *local)
{
    return local_game_is_decided(local) || local_game_is_open(local);
}

const struct board *local_game_present(const struct local_game *local)
{
    enum side seat = shows_all(local) ? local->shown.seat : local->shown.person;
    return seat == SIDES ? &local->game.position.board : &local->game.view[seat].board;
}

const struct board *local_game_board(const struct local_game *local)
{
    if (local->shown.trial.on)
        return &local->shown.trial.position.board;
    return local->shown.back || local->shown.held ? &local->shown.past : local_game_present(local);
}

enum side local_game_viewer_of(const struct local_game *local, enum side mover)
{
    if (!shows_all(local))
        return local->shown.person;
    return local->shown.seat == SIDES ? mover : local->shown.seat;
}

/* Shows what the side of the seat (whose view the person has) knew after `plies` moves, without what it
 * learnt later. */
static void show_moment(struct local_game *local, size_t plies)
{
    struct view view = {0};
    struct outcome outcome;
    if (view_init_at(&local->game.record, plies, local->shown.seat, &view, &outcome, NULL) == STATUS_OK)
        board_copy(&local->shown.past, &view.board);
    view_free(&view);
}

/* Shows the game `plies` further back. */
static void step_game(struct local_game *local, long plies)
{
    if (local->shown.held)
        return;
    const struct board *present = local_game_present(local);
    long max = (long)present->plies - (long)present->prior_plies, back = (long)local->shown.back + plies;
    local->shown.back = (uint32_t)(back < 0 ? 0 : back > max ? max : back);
    if (!local->shown.back)
        return;
    if (local_game_is_decided(local) && local->shown.seat != SIDES) {
        show_moment(local, (size_t)max - local->shown.back);
        return;
    }
    board_copy(&local->shown.past, present);
    for (uint32_t n = 0; n < local->shown.back; n++)
        board_unmake(&local->shown.past);
}

void local_game_show_present(struct local_game *local)
{
    step_game(local, -(long)local->shown.back);
}

void local_game_step(struct local_game *local, long plies)
{
    if (local->shown.trial.on)
        trial_step(&local->shown.trial, plies);
    else
        step_game(local, plies);
}

bool local_game_step_battle(struct local_game *local, bool next)
{
    const struct trial *trial = &local->shown.trial;
    const struct board *board = trial->on ? &trial->position.board : local_game_present(local);
    uint32_t shown = local_game_board(local)->plies, ply = shown;
    /* An attack is shown by the board after it; backwards, the one that is shown now does not count. */
    if (next)
        while (ply < board->plies && board->history[ply].battle == BATTLE_NONE)
            ply++;
    else
        while (ply > board->prior_plies && (ply == shown || board->history[ply - 1].battle == BATTLE_NONE))
            ply--;
    bool found = next ? ply < board->plies : ply > board->prior_plies && ply < shown;
    if (found)
        local_game_step(local, (long)shown - (long)(next ? ply + 1 : ply));
    return found;
}

enum side local_game_own_side(const struct local_game *local)
{
    return shows_all(local) && local->shown.seat != SIDES ? local->shown.seat : local->shown.person;
}

void local_game_view_from(struct local_game *local, enum side seat)
{
    uint32_t back = local->shown.back;
    local->shown.seat = seat;
    /* Step to the present and back: the past board is made again as this side saw it. */
    step_game(local, -(long)back);
    step_game(local, (long)back);
}

enum status local_game_try(struct local_game *local, struct error *error)
{
    const struct board *board = local_game_board(local);
    if (local->shown.trial.on)
        return error_set(error, STATUS_NO, "a line is being tried already");
    enum side side = shows_all(local) ? local->shown.seat : local->shown.person;
    return trial_begin(&local->shown.trial, &local->game.record, board->plies - board->prior_plies, side,
                       error);
}

