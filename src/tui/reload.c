/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading profiles again during a game. The opponent gets the new options only if the person agrees,
 * because the game then does not count in the score. */
#include "tui/screen.h"

/* Returns whether the game counts in the score so far. */
static bool counts_in_score(const struct local_game *local)
{
    const struct record *record = &local->game.record;
    enum side other = side_other(local->shown.person);
    return local_game_seating(local) == SEATING_AGAINST && !local->end.watched && !record->practice &&
           record->prior_count == 0 && record->agent[other].since == 0;
}

/* Returns whether two agents play. */
static bool is_watch(const struct local_game *local)
{
    return local_game_seating(local) == SEATING_WATCH;
}

/* Shows a message: in the console pane if it is open, otherwise on the message line. */
static void notify(struct tui *tui, bool is_error, const char *text)
{
    if (tui->pane.open)
        pane_print(tui, is_error, text);
    else
        message_show(tui, is_error, "%s", text);
}

/* Gives the agents the session's options; shows an error. */
static enum status apply_options(struct tui *tui)
{
    struct error error = {0};
    enum status status = local_game_reload(&tui->local, &tui->session->settings, &error);
    if (status)
        notify(tui, true, error.text);
    return status;
}

/* Gives the agents the session's options and shows that they have changed. Does nothing if the game is
 * over. */
static void apply_new_options(struct tui *tui)
{
    if (local_game_is_decided(&tui->local))
        notify(tui, true, "The game is over: nobody takes new options");
    else if (!apply_options(tui))
        notify(tui, false, is_watch(&tui->local) ? "The agents play by the new options from here on"
                                               : "The opponent plays by the new options from here on");
}

void reload_opponent(struct tui *tui)
{
    const struct local_game *local = &tui->local;
    if (!tui->reload_due || !local->has_game || tui->screen != &game_screen ||
        tui->prompt.question != QUESTION_NONE || tui->cursor.typing)
        return;
    tui->reload_due = false;
    if (local_game_is_decided(local))
        return;
    if (!game_reload_changes(&local->game, &tui->session->settings))
        apply_options(tui); /* equal options, but a file that they name may have changed */
    else if (local->game.record.plies == 0)
        apply_new_options(tui);
    else
        prompt_confirm(tui, QUESTION_RELOAD,
                       is_watch(local) ? "The agents of this game play otherwise then. Do it?"
                       : counts_in_score(local)
                           ? "Your opponent plays otherwise then, and the game will not count. Do it?"
                           : "Your opponent plays otherwise then. Do it?");
}

void reload_answered(struct tui *tui, bool yes)
{
    if (yes)
        apply_new_options(tui);
    else
        notify(tui, false,
               is_watch(&tui->local) ? "The agents keep their options; all else has the new ones"
                                     : "The opponent keeps its options; all else has the new ones");
}

void reload_profiles(struct tui *tui)
{
    struct error error = {0};
    enum status status = session_reload_options(tui->session, &error);
    analyst_forget(&tui->analyst); /* the last results used the old options */
    adviser_forget(&tui->adviser);
    if (status)
        message_error(tui, &error);
    else if (preferences_reload_files(tui))
        message_show(tui, false, "Profiles, colours and keys have been read again");
    tui->reload_due |= !status;
    reload_opponent(tui);
}
