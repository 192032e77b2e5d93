/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/tui.h"

#include "base/memory.h"
#include "console/load.h"
#include "game/rules_option.h"
#include "tui/glyphs.h"
#include "tui/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The stream of the session's seed that setups at random come from; games have the low ones. */
enum { STREAM_SCREEN = 1 << 30 };

static void go(struct tui *tui, const struct screen *screen)
{
    tui->screen = screen;
    screen->enter(tui);
}

/* Acts on what a key led to. False where the program is to end. */
static bool act(struct tui *tui, unsigned flags)
{
    if (flags & DID_NOTHING)
        terminal_beep();
    if (flags & GO_AWAY)
        return false;
    if (flags & GO_MENU) {
        seat_leave(&tui->seat);
        say(tui, false, "%s", "");
        go(tui, &menu_screen);
    }
    if (flags & GO_NEW) {
        say(tui, false, "%s", "");
        go(tui, &new_screen);
    }
    if (flags & GO_SETUP)
        go(tui, &setup_screen);
    if (flags & GO_GAME)
        go(tui, &game_screen);
    if (flags & GO_HELP && tui->screen != &help_screen) {
        tui->beneath = tui->screen;
        go(tui, &help_screen);
    }
    if (flags & GO_BACK)
        tui->screen = tui->beneath;
    if (flags & DO_SCHEME) {
        tui->terminal.scheme = (enum scheme)((tui->terminal.scheme + 1) % SCHEMES);
        say(tui, false, "Colours: %s", scheme_name(tui->terminal.scheme));
    }
    if (flags & DO_MOUSE) {
        terminal_set_mouse(&tui->terminal, !tui->terminal.mouse);
        say(tui, false, "Mouse: %s", tui->terminal.mouse ? "on" : "off");
    }
    if (flags & DO_REDRAW)
        terminal_redraw();
    if (flags & DO_SUSPEND)
        terminal_suspend();
    return true;
}

static void draw(struct tui *tui)
{
    int rows, cols;
    terminal_size(&rows, &cols);
    canvas_reset(&tui->canvas, rows, cols);
    tui->canvas.notation = session_notation(tui->session);
    layout_compute(rows, cols, &tui->layout);
    if (tui->layout.too_small)
        draw_too_small(&tui->canvas);
    else
        tui->screen->draw(tui, &tui->canvas);
    terminal_show(&tui->terminal, &tui->canvas);
}

/* On a screen that is too small to show anything, the only keys are those that need no look. */
static unsigned blind_key(int key)
{
    switch (key_action(key, ON_GAME)) {
    case ACTION_QUIT: case ACTION_INTERRUPT: return GO_AWAY;
    case ACTION_SUSPEND: return DO_SUSPEND;
    case ACTION_REDRAW: return DO_REDRAW;
    default: return DID_NOTHING;
    }
}

/* Lets the game go on as far as it can without the person. */
static void settle(struct tui *tui)
{
    struct error error;
    if (!tui->seat.taken)
        return;
    bool finished = tui->seat.finished, moved = seat_advance(&tui->seat, &error);
    if (moved || finished != tui->seat.finished)
        game_news(tui);
    if (error.status != STATUS_OK)
        say_also(tui, &error);
}

/* Takes the keys that have come in. False where the program is to end. */
static bool take_keys(struct tui *tui)
{
    for (int key; (key = terminal_key()) >= 0;) {
        if (key == KEY_RESIZE) {
            terminal_redraw();
            continue;
        }
        unsigned flags = tui->layout.too_small ? blind_key(key) : tui->screen->key(tui, key);
        if (!act(tui, flags))
            return false;
        settle(tui);
    }
    return true;
}

static void loop(struct tui *tui)
{
    settle(tui);
    while (!terminal_ended()) {
        draw(tui);
        /* While the agent thinks, its seconds are shown. */
        terminal_wait(seat_wake(&tui->seat), tui->seat.thinking ? 1000 : -1);
        if (!terminal_ended() && !take_keys(tui))
            break;
        settle(tui);
    }
}

/* The opponent where none was asked for: the one that plays best, at the level for a first game. */
static const char usual_opponent[] = "invincible:profile=beginner";

static enum status take_wish(struct tui *tui, const struct play_wish *wish, struct error *error)
{
    struct wishes *wishes = &tui->wishes;
    const char *opponent = wish && wish->against ? wish->against : usual_opponent;
    if (snprintf(wishes->opponent, sizeof wishes->opponent, "%s", opponent) >=
        (int)sizeof wishes->opponent)
        return error_set(error, STATUS_BAD, "an agent's name and options may be %zu letters long",
                         sizeof wishes->opponent - 1);
    wishes->side = wish ? wish->side : RED;
    if (wish)
        wishes->rules = wish->rules;
    else
        rules_from_settings(&wishes->rules, &tui->session->settings, rules_find("isf"));
    return STATUS_OK;
}

/* The first screen: the game asked for, the setup for it, or the menu. */
static enum status begin(struct tui *tui, const struct play_wish *wish, struct error *error)
{
    enum status status = take_wish(tui, wish, error);
    tui->screen = wish ? &setup_screen : &menu_screen;
    if (status != STATUS_OK || !wish || (!wish->resume && !wish->setup))
        return status;
    struct game_terms terms = wished_terms(tui, wish->setup);
    status = wish->resume ? seat_load(&tui->seat, wish->resume, &terms, error)
                          : seat_begin(&tui->seat, &terms, error);
    if (!tui->seat.taken)
        return status;
    tui->games++;
    tui->screen = &game_screen;
    if (status != STATUS_OK)
        say(tui, true, "%s", error->text);
    return STATUS_OK;
}

static void finish(struct tui *tui)
{
    seat_leave(&tui->seat);
    insight_free(&tui->insight);
    unfinished_free(&tui->menu.games);
    arrange_free(&tui->arrange);
    canvas_free(&tui->canvas);
    free(tui->pool);
    free(tui);
}

enum status tui_run(struct session *session, const struct play_wish *wish, struct error *error)
{
    struct tui *tui = memory_new(1, sizeof *tui);
    tui->session = session;
    tui->seat.journal.file = -1;
    tui->arrange.picked = -1;
    rng_seed(&tui->rng, session->seed, STREAM_SCREEN);
    enum status status = load_setups(0, NULL, &tui->pool, &tui->pool_count, error);
    if (status == STATUS_OK)
        status = begin(tui, wish, error);
    if (status == STATUS_OK)
        status = terminal_start(&tui->terminal, error);
    int ended = 0;
    if (status == STATUS_OK) {
        tui->canvas.wide = glyphs_wide_locale();
        tui->screen->enter(tui);
        loop(tui);
        ended = terminal_ended();
        seat_leave(&tui->seat);
        terminal_stop(&tui->terminal);
    }
    finish(tui);
    if (ended)
        terminal_die(ended);
    return status;
}
