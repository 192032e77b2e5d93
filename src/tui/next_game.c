/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/next_game.h"

#include "base/clock.h"
#include "setup/creator.h"
#include "setup/random_setup.h"
#include "tui/screen.h"

#include <stdio.h>
#include <string.h>

bool create_setup(struct tui *tui, struct setup *setup)
{
    const struct variant *variant = variant_at(tui->next_game.variant);
    uint8_t army[RANKS];
    if (variant->any_army)
        army_draw(variant, &tui->rng, army);
    else
        memcpy(army, variant->count, RANKS);
    return create_setup_of(tui, army, setup);
}

bool create_setup_of(struct tui *tui, const uint8_t army[RANKS], struct setup *setup)
{
    struct session *session = tui->session;
    struct library *library = library_of(session->library, variant_at(tui->next_game.variant));
    struct settings settings = {0};
    struct setup_sources sources;
    struct error error = {0};
    setup_settings_like_people(&settings, &session->settings);
    enum status status = library_setup_sources(library, &settings, &sources, &error);
    if (!status) {
        setup_create_once(&settings, &sources, army, clock_now() + SETUP_SECONDS, &tui->rng, setup);
    } else {
        say(tui, true, "%s", error.text);
        setup_random(army, setup, &tui->rng);
    }
    settings_free(&settings);
    return !status;
}

/* Whether the setups that came with the program are of the next game's variant. */
static bool pool_fits(const struct tui *tui)
{
    return tui->pool_count && setup_check(tui->pool, variant_at(tui->next_game.variant), NULL) == STATUS_OK &&
           !variant_at(tui->next_game.variant)->any_army;
}

struct game_terms next_game_terms(const struct tui *tui, const struct setup *setup)
{
    const struct next_game *next_game = &tui->next_game;
    struct game_terms terms = {
        .rules = next_game->rules, .settings = &tui->session->settings,
        .library = tui->session->library,
        .pool = tui->pool, .pool_count = pool_fits(tui) ? tui->pool_count : 0, .setup_seconds = SETUP_SECONDS,
        .seed = tui->session->seed, .stream = tui->games, .threads = tui->session->jobs,
        .time_source = &tui->source,
    };
    terms.player[side_other(next_game->side)] = next_game->opponent;
    terms.setup[next_game->side] = setup;
    terms.time.side[next_game->side] = next_game->clock.side[RED];
    terms.time.side[side_other(next_game->side)] = next_game->clock.side[BLUE];
    terms.practice = next_game->practice;
    terms.variant = next_game->variant;
    terms.time.counted = !settings_flag(terms.settings, clock_group.name, "enforced");
    return terms;
}

unsigned enter_game(struct tui *tui, enum status status, const struct error *error)
{
    if (status)
        say(tui, true, "%s", error->text);
    if (!tui->local.taken)
        return 0;
    tui->games++;
    session_show_game(tui->session, &tui->local.game);
    return GO_GAME;
}

unsigned begin_game(struct tui *tui, const struct setup *setup)
{
    struct error error = {0};
    if (tui->seats.arranging)
        return seats_take_setup(tui, setup);
    struct game_terms terms = next_game_terms(tui, setup);
    enum status status = local_game_begin(&tui->local, &terms, &error);
    if (tui->local.taken)
        look_keep_opponent(tui);
    if (tui->local.taken)
        look_keep_variant(tui);
    return enter_game(tui, status, &error);
}

/* --- what the forms offer --- */

/* The clocks that the form offers; it may have been given another. */
static const char *const clocks[] = {"none", "1m", "3m+2s", "5m+3s", "10m", "15m+10s", "30m", "10s/move",
                                     "30s/move"};
enum { CLOCKS = sizeof clocks / sizeof clocks[0] };

/* Which of them it is, or -1. */
static int find_clock(const struct time_terms *terms)
{
    char text[TIME_TERMS_TEXT];
    time_terms_write(terms, text);
    for (int i = 0; i < CLOCKS; i++)
        if (strcmp(text, clocks[i]) == 0)
            return i;
    return -1;
}

/* Says in words what a control gives a side. */
static void describe_control(const struct time_control *control, char *text, size_t room)
{
    char first[TIME_TEXT], second[TIME_TEXT];
    if (control->move > 0)
        snprintf(text, room, "%s for each move", time_write(control->move, first));
    else if (control->total > 0 && control->increment > 0)
        snprintf(text, room, "%s, and %s more with each move", time_write(control->total, first),
                 time_write(control->increment, second));
    else if (control->total > 0)
        snprintf(text, room, "%s for all moves", time_write(control->total, first));
    else
        snprintf(text, room, "no clock");
}

void next_game_tell_clock(const struct tui *tui, char *text, size_t room)
{
    const struct time_terms *clock = &tui->next_game.clock;
    const char *counted = settings_flag(&tui->session->settings, clock_group.name, "enforced")
                              ? "" : "; only counted";
    char yours[64], theirs[64];
    describe_control(&clock->side[RED], yours, sizeof yours);
    describe_control(&clock->side[BLUE], theirs, sizeof theirs);
    if (!time_terms_are_set(clock))
        snprintf(text, room, "nobody is in a hurry");
    else if (strcmp(yours, theirs) == 0)
        snprintf(text, room, "%s%s", yours, counted);
    else
        snprintf(text, room, "you: %s; your opponent: %s%s", yours, theirs, counted);
}

/* The next or the one before in a list of `count`; from nowhere (-1) to its first. */
static int turn(int at, int by, size_t count)
{
    return at < 0 ? 0 : (at + by + (int)count) % (int)count;
}

void next_game_turn_variant(struct tui *tui, int by)
{
    const uint8_t from = tui->next_game.variant, to = (uint8_t)turn(from, by, variant_count);
    tui->next_game.variant = to;
    opponent_take_variant(tui->session, &tui->next_game.chosen, tui->next_game.opponent, from, to);
    for (enum side side = RED; side <= BLUE; side++)
        opponent_take_variant(tui->session, &tui->seats.chosen[side], tui->seats.agent[side], from, to);
}

void next_game_turn_rules(struct next_game *next_game, int by)
{
    size_t at = 0;
    while (at < rules_count && strcmp(rules_table[at].name, next_game->rules.name) != 0)
        at++;
    next_game->rules = rules_table[turn(at < rules_count ? (int)at : -1, by, rules_count)];
}

void next_game_turn_clock(struct next_game *next_game, int by)
{
    time_terms_read(clocks[turn(find_clock(&next_game->clock), by, CLOCKS)], &next_game->clock, NULL, NULL);
}
