/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles that are read again while a game is on: its opponent takes the new options only if the person says
 * so, as such a game does not count. */
#include "tui/screen.h"

#include <stdio.h>

/* Whether the game counts in the score so far. */
static bool counts(const struct local_game *local)
{
    const struct record *record = &local->game.record;
    enum side other = side_other(local->person);
    return local_game_seating(local) == SEATING_AGAINST && !local->watched && !record->practice &&
           record->prior_count == 0 && record->agent[other].since == 0;
}

/* Says something where the person looks. */
static void tell(struct tui *tui, bool alarm, const char *text)
{
    if (tui->pane.open)
        pane_tell(tui, alarm, text);
    else
        say(tui, alarm, "%s", text);
}

/* Gives the agents the options that hold now; says what is wrong with them. */
static enum status give(struct tui *tui)
{
    struct error error = {0};
    enum status status = game_reload(&tui->local.game, &tui->session->settings, &error);
    if (status)
        tell(tui, true, error.text);
    return status;
}

void reload_opponent(struct tui *tui)
{
    const struct local_game *local = &tui->local;
    if (!tui->reload_due || local->thinking || !local->taken || tui->screen != &game_screen ||
        tui->prompt.question != ASK_NOTHING || tui->cursor.typing)
        return;
    tui->reload_due = false;
    bool changes = game_reload_changes(&local->game, &tui->session->settings);
    if (!changes || local_game_is_decided(local) || local->game.record.plies == 0) {
        give(tui);
        return;
    }
    ask_yes_no(tui, ASK_RELOAD,
               counts(local) ? "Your opponent plays otherwise then, and the game will not count. Do it?"
                             : "The agents of this game play otherwise then. Do it?");
}

void reload_take_answer(struct tui *tui, bool yes)
{
    if (!yes || !give(tui))
        tell(tui, false, yes ? "The opponent plays by the new options from here on"
                             : "The opponent keeps its options; all else has the new ones");
}

void reload_profiles(struct tui *tui)
{
    struct error error = {0};
    if (tui->local.thinking) {
        say(tui, true, "Your opponent is thinking: try again after its move");
        return;
    }
    enum status status = session_reload_options(tui->session, &error);
    analyst_forget(&tui->analyst); /* what was answered holds the old numbers */
    adviser_forget(&tui->adviser);
    if (status)
        say(tui, true, "%s", error.text);
    else
        say(tui, false, "The profiles have been read again");
    tui->reload_due |= !status;
    reload_opponent(tui);
}
