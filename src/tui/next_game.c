/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/next_game.h"

#include "play/people_setup.h"
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
    struct library *library = library_for_variant(session->library, variant_at(tui->next_game.variant));
    struct error error = {0};
    enum status status = people_setup(library, &session->settings, army, &tui->rng, setup, &error);
    if (status)
        message_error(tui, &error);
    return !status;
}

struct game_terms next_game_terms(const struct tui *tui, const struct setup *setup)
{
    const struct next_game *next_game = &tui->next_game;
    const struct variant *variant = variant_at(next_game->variant);
    /* The built-in setups are for one variant only. */
    bool fits = tui->pool_count && !variant->any_army && setup_check(tui->pool, variant, NULL) == STATUS_OK;
    struct game_terms terms = {
        .rules = next_game->rules, .settings = &tui->session->settings,
        .library = tui->session->library,
        .pool = tui->pool, .pool_count = fits ? tui->pool_count : 0, .setup_seconds = SETUP_SECONDS,
        .seed = tui->session->seed, .stream = tui->games_begun, .threads = tui->session->jobs,
        .time_source = &tui->source,
    };
    terms.player[side_other(next_game->side)] = next_game->opponent;
    terms.setup[next_game->side] = setup;
    /* The clock has the person's time in side[RED], the opponent's in side[BLUE]. */
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
        message_error(tui, error);
    if (!tui->local.has_game)
        return 0;
    tui->games_begun++;
    session_show_game(tui->session, &tui->local.game);
    return GO_GAME;
}

unsigned begin_game(struct tui *tui, const struct setup *setup)
{
    struct error error = {0};
    if (tui->seating_form.arranging)
        return seating_setup_arranged(tui, setup);
    struct game_terms terms = next_game_terms(tui, setup);
    enum status status = local_game_begin(&tui->local, &terms, &error);
    if (tui->local.has_game)
        preferences_save_opponent(tui);
    if (tui->local.has_game)
        preferences_save_variant(tui);
    return enter_game(tui, status, &error);
}

/* --- what the forms offer --- */

/* The clocks that the form offers. The command line may set another one. */
static const char *const clocks[] = {"none", "1m", "3m+2s", "5m+3s", "10m", "15m+10s", "30m", "10s/move",
                                     "30s/move"};
enum { CLOCKS = sizeof clocks / sizeof clocks[0] };

/* Describes in words the time that a control gives a side. */
static void describe_control(const struct time_control *control, char *text, size_t capacity)
{
    char first[TIME_TEXT], second[TIME_TEXT];
    if (control->move > 0)
        snprintf(text, capacity, "%s for each move", time_write(control->move, first));
    else if (control->total > 0 && control->increment > 0)
        snprintf(text, capacity, "%s, and %s more with each move", time_write(control->total, first),
                 time_write(control->increment, second));
    else if (control->total > 0)
        snprintf(text, capacity, "%s for all moves", time_write(control->total, first));
    else
        snprintf(text, capacity, "no clock");
}

const char *rules_words(const char *name)
{
    static const char *const words[][2] = {{"isf", "official"},       {"deepnash", "with limits"},
                                           {"arts", "1200 moves"},    {"redeca", "endless hunts"},
                                           {"free", "free"}};
    for (size_t i = 0; name && i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i][0], name) == 0)
            return words[i][1];
    return name;
}

void next_game_words(const struct tui *tui, enum next_game_row row, struct form_words *words)
{
    const struct next_game *next_game = &tui->next_game;
    const struct time_terms *clock = &next_game->clock;
    char text[TIME_TERMS_TEXT], yours[64], theirs[64];
    switch (row) {
    case NEXT_GAME_VARIANT:
        form_set(words, shown_variant(tui)->name, shown_variant(tui)->text);
        break;
    case NEXT_GAME_RULES:
        form_set(words, rules_words(next_game->rules.name), next_game->rules.purpose);
        break;
    case NEXT_GAME_CLOCK:
        time_terms_write(clock, text);
        form_set(words, text, "nobody is in a hurry");
        if (!time_terms_are_set(clock))
            break;
        describe_control(&clock->side[RED], yours, sizeof yours);
        describe_control(&clock->side[BLUE], theirs, sizeof theirs);
        bool enforced = settings_flag(&tui->session->settings, clock_group.name, "enforced");
        bool same = strcmp(yours, theirs) == 0;
        snprintf(words->help, sizeof words->help, "%s%s%s%s%s", same ? "" : "you: ", yours,
                 same ? "" : "; your opponent: ", same ? "" : theirs, enforced ? "" : "; only counted");
        break;
    }
}

/* Returns the next (step 1) or previous (-1) index of a list of `count`, cyclic. Returns 0 if `index` is -1
 * (not in the list). */
static int cycle_index(int index, int step, size_t count)
{
    return index < 0 ? 0 : (index + step + (int)count) % (int)count;
}

void next_game_cycle(struct tui *tui, enum next_game_row row, int step)
{
    struct next_game *next_game = &tui->next_game;
    const uint8_t from = next_game->variant, to = (uint8_t)cycle_index(from, step, variant_count);
    char clock[TIME_TERMS_TEXT];
    int index = -1;
    switch (row) {
    case NEXT_GAME_VARIANT:
        next_game->variant = to;
        /* Levels depend on the variant. */
        opponent_change_variant(tui->session, &next_game->opponent_choice, next_game->opponent, from, to);
        for (enum side side = RED; side <= BLUE; side++)
            opponent_change_variant(tui->session, &tui->seating_form.opponent_choice[side],
                                    tui->seating_form.agent[side], from, to);
        break;
    case NEXT_GAME_RULES:
        for (size_t i = 0; i < rules_count; i++)
            if (strcmp(rules_table[i].name, next_game->rules.name) == 0)
                index = (int)i;
        next_game->rules = rules_table[cycle_index(index, step, rules_count)];
        break;
    case NEXT_GAME_CLOCK:
        time_terms_write(&next_game->clock, clock);
        for (int i = 0; i < CLOCKS; i++)
            if (strcmp(clock, clocks[i]) == 0)
                index = i;
        time_terms_read(clocks[cycle_index(index, step, CLOCKS)], &next_game->clock, NULL, NULL);
        break;
    }
}
