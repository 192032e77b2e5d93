/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the screen looks: what of it the person has chosen is an option of the group `screen`, which
 * config.yaml keeps. */
#include "tui/look.h"

#include "agent/screen_option.h"
#include "profile/layers.h"
#include "tui/screen.h"
#include "tui/theme.h"

#include <stdlib.h>
#include <string.h>

enum {
    BACKGROUND_MILLISECONDS = 30, /* so long the first screen waits for the terminal's answer */
    PATH_CAPACITY = 4096,
};

/* --- keeping --- */

bool look_keep(struct tui *tui, const char *key, const char *value)
{
    struct session *session = tui->session;
    char path[PATH_CAPACITY] = "";
    struct error error = {0};
    layers_config(path, sizeof path);
    /* As read from the file, so that it is no more than that when the profiles are read again. */
    enum status status = settings_set(&session->settings, key, value, path, &error);
    if (!status)
        status = layers_keep(session->settings.groups, key, value, &error);
    if (status)
        say(tui, true, "Not kept: %s", error.text);
    return !status;
}

static bool is(const struct tui *tui, const char *key)
{
    return settings_flag(&tui->session->settings, screen_group.name, key);
}

void look_panels(const struct tui *tui, struct panels *panels)
{
    int panel = settings_int(&tui->session->settings, screen_group.name, "panel");
    panels->heat = is(tui, "where");
    panels->what = is(tui, "what");
    panels->values = is(tui, "values");
    panels->plans = panel == SCREEN_PANEL_PLANS;
    panels->lines = panel == SCREEN_PANEL_LINES;
}

enum side look_below(const struct tui *tui, enum side person)
{
    int side = settings_int(&tui->session->settings, screen_group.name, "side");
    return side == SCREEN_SIDE_OTHER ? side_other(person) : person;
}

void look_keep_below(struct tui *tui)
{
    bool own = tui->cursor.below == tui->local.shown.person;
    look_keep(tui, "screen.side", own ? "own" : "other");
}

void look_turn_mouse(struct tui *tui)
{
    terminal_set_mouse(&tui->terminal, !tui->terminal.mouse);
    if (look_keep(tui, "screen.mouse", tui->terminal.mouse ? "yes" : "no"))
        say(tui, false, "Mouse: %s", tui->terminal.mouse ? "on" : "off");
}

void look_turn_about(struct tui *tui)
{
    tui->about.off = !tui->about.off;
    if (look_keep(tui, "screen.about", tui->about.off ? "no" : "yes"))
        say(tui, false, "What the cursor is on is %s", tui->about.off ? "not told" : "told beside the board");
}

const char *look_opponent(const struct tui *tui)
{
    const char *name = settings_file(&tui->session->settings, screen_group.name, "opponent");
    return strcmp(name, SCREEN_OPPONENT_USUAL) == 0 ? NULL : name;
}

void look_keep_opponent(struct tui *tui)
{
    const char *kept = settings_file(&tui->session->settings, screen_group.name, "opponent");
    const char *opponent = tui->next_game.opponent;
    if (strcmp(kept, opponent) != 0 && strlen(opponent) < OPTION_NAME_TEXT)
        look_keep(tui, "screen.opponent", opponent);
}

uint8_t look_variant(const struct tui *tui)
{
    const char *name = settings_file(&tui->session->settings, screen_group.name, "variant");
    const struct variant *variant = variant_find(name);
    return variant ? variant_index(variant) : VARIANT_STANDARD;
}

void look_keep_variant(struct tui *tui)
{
    if (look_variant(tui) != tui->next_game.variant)
        look_keep(tui, "screen.variant", variant_at(tui->next_game.variant)->name);
}

/* --- the theme --- */

/* Takes a theme, or says what is wrong with it. */
static bool use(struct tui *tui, const char *name)
{
    struct error error = {0};
    if (theme_load(&tui->terminal.theme, name, &error) == STATUS_OK) {
        terminal_redraw(&tui->terminal);
        return true;
    }
    message_fault(tui, &error);
    return false;
}

/* The default theme, by the terminal's background. */
static const char *by_background(const struct tui *tui)
{
    return tui->terminal.background == BACKGROUND_LIGHT ? "light" : "dark";
}

/* The theme that is named, by the environment first: NULL, where the terminal's background decides. */
static const char *named_theme(const struct tui *tui)
{
    const char *kept = settings_file(&tui->session->settings, screen_group.name, "theme");
    const char *no_color = getenv("NO_COLOR");
    bool given = strcmp(kept, SCREEN_THEME_AUTO) != 0 && !(no_color && *no_color);
    return given ? kept : colours_choose(no_color, getenv("COLORFGBG"));
}

void look_start(struct tui *tui)
{
    const char *named = named_theme(tui);
    tui->about.off = !is(tui, "about");
    if (tui->session->config_fault.status)
        message_fault(tui, &tui->session->config_fault);
    use(tui, by_background(tui)); /* whatever else comes: there is a theme */
    if (!named)
        terminal_ask_background(&tui->terminal, BACKGROUND_MILLISECONDS);
    use(tui, named ? named : by_background(tui));
    if (!is(tui, "mouse"))
        terminal_set_mouse(&tui->terminal, false);
    struct error error = {0};
    if (keymap_load(&tui->look.keymap, &error) != STATUS_OK)
        message_fault(tui, &error);
}

void look_take_background(struct tui *tui)
{
    if (!named_theme(tui))
        use(tui, by_background(tui));
}

void look_apply(struct tui *tui)
{
    const char *named = named_theme(tui);
    use(tui, named ? named : by_background(tui));
    terminal_set_mouse(&tui->terminal, is(tui, "mouse"));
    tui->about.off = !is(tui, "about");
    if (!tui->local.taken)
        return;
    tui->cursor.below = look_below(tui, tui->local.shown.person);
    look_panels(tui, &tui->panels);
}

void look_next(struct tui *tui)
{
    char (*names)[THEME_NAME];
    struct error fault = {0};
    size_t count = theme_list(&names, &fault), at = 0;
    while (at < count && strcmp(names[at], tui->terminal.theme.name) != 0)
        at++;
    /* One that is broken is reported and left out; those of the program are sound. */
    bool broken = false;
    do
        at = at + 1 < count ? at + 1 : 0;
    while (!use(tui, names[at]) && (broken = true));
    if (!broken && look_keep(tui, "screen.theme", names[at])) {
        say(tui, false, "Colours: %s", names[at]);
        if (fault.status)
            message_add(tui, &fault);
    }
    free(names);
}
