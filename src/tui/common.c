/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What several screens do alike: their common keys, and beginning a game. */
#include "tui/screen.h"

#include "base/clock.h"
#include "setup/creator.h"

unsigned common_action(struct tui *tui, enum action action)
{
    (void)tui;
    switch (action) {
    case ACTION_HELP: return GO_HELP;
    case ACTION_REDRAW: return DO_REDRAW;
    case ACTION_SUSPEND: return DO_SUSPEND;
    case ACTION_SCHEME: return DO_SCHEME;
    case ACTION_MOUSE: return DO_MOUSE;
    default: return DID_NOTHING;
    }
}

void create_setup(struct tui *tui, struct setup *setup)
{
    setup_create_once(&tui->session->settings, clock_now() + SETUP_SECONDS, &tui->rng, setup);
}

struct game_terms wished_terms(const struct tui *tui, const struct setup *setup)
{
    const struct wishes *wishes = &tui->wishes;
    struct game_terms terms = {
        .rules = wishes->rules, .settings = &tui->session->settings,
        .pool = tui->pool, .pool_count = tui->pool_count, .setup_seconds = SETUP_SECONDS,
        .seed = tui->session->seed, .stream = tui->games,
    };
    terms.player[side_other(wishes->side)] = wishes->opponent;
    terms.setup[wishes->side] = setup;
    return terms;
}

unsigned enter_game(struct tui *tui, enum status status, const struct error *error)
{
    if (status != STATUS_OK)
        say(tui, true, "%s", error->text);
    if (!tui->seat.taken)
        return 0;
    tui->games++;
    return GO_GAME;
}

unsigned begin_game(struct tui *tui, const struct setup *setup)
{
    struct error error = {0};
    struct game_terms terms = wished_terms(tui, setup);
    enum status status = seat_begin(&tui->seat, &terms, &error);
    return enter_game(tui, status, &error);
}
