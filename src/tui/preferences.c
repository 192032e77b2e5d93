/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The preferences for the screen: options of the group `screen`, which are saved in config.yaml. */
#include "tui/preferences.h"

#include "agent/screen_option.h"
#include "profile/layers.h"
#include "tui/lessons.h"
#include "tui/screen.h"
#include "tui/theme.h"

#include <stdlib.h>
#include <string.h>

enum {
    BACKGROUND_MILLISECONDS = 30, /* max time that the first frame waits for the terminal's answer */
    PATH_CAPACITY = 4096,
};

/* --- saving --- */

bool preferences_save(struct tui *tui, const char *key, const char *value)
{
    struct session *session = tui->session;
    char path[PATH_CAPACITY] = "";
    struct error error = {0};
    layers_config(path, sizeof path);
    /* Marks the value as read from the file, so that reading the profiles again does not treat it as an
     * override. */
    enum status status = settings_set(&session->settings, key, value, path, &error);
    if (!status)
        status = layers_save_option(session->settings.groups, key, value, &error);
    if (status)
        message_show(tui, true, "Not kept: %s", error.text);
    return !status;
}

/* Returns the value of a flag of the group. */
static bool flag_is_set(const struct tui *tui, const char *key)
{
    return settings_flag(&tui->session->settings, screen_group.name, key);
}

void preferences_get_panels(struct tui *tui, struct panels *panels)
{
    int panel = settings_int(&tui->session->settings, screen_group.name, "panel");
    panels->heat = flag_is_set(tui, "where");
    panels->shows_piece_ranks = flag_is_set(tui, "what");
    panels->values = flag_is_set(tui, "values");
    panels->plans = panel == SCREEN_PANEL_PLANS;
    panels->lines = panel == SCREEN_PANEL_LINES;
    int about = settings_int(&tui->session->settings, screen_group.name, "about");
    tui->square_info.disabled = about == SCREEN_ABOUT_NO;
    tui->square_info.brief = about == SCREEN_ABOUT_AUTO && lessons_beginner(tui);
}

enum side preferences_bottom_side(const struct tui *tui, enum side person)
{
    int side = settings_int(&tui->session->settings, screen_group.name, "side");
    return side == SCREEN_SIDE_OTHER ? side_other(person) : person;
}

void preferences_toggle_mouse(struct tui *tui)
{
    terminal_set_mouse(&tui->terminal, !tui->terminal.mouse);
    if (preferences_save(tui, "screen.mouse", tui->terminal.mouse ? "yes" : "no"))
        message_show(tui, false, "Mouse: %s", tui->terminal.mouse ? "on" : "off");
}

void preferences_toggle_square_info(struct tui *tui)
{
    struct square_info *info = &tui->square_info;
    bool was_shown = !info->disabled && !info->brief;
    /* Against the lowest levels the panel goes from one line to more, to nothing, and to one line again;
     * against the others it never has the one line. */
    info->brief = info->disabled && lessons_beginner(tui);
    info->disabled = was_shown;
    const char *value = info->disabled ? "no" : info->brief ? "auto" : "yes";
    if (preferences_save(tui, "screen.about", value))
        message_show(tui, false, "What the cursor is on is %s",
                     info->disabled ? "not shown" : info->brief ? "shown in one line" : "shown in full");
}

const char *preferences_opponent(const struct tui *tui)
{
    const char *name = settings_file(&tui->session->settings, screen_group.name, "opponent");
    return strcmp(name, SCREEN_OPPONENT_USUAL) == 0 ? NULL : name;
}

void preferences_save_opponent(struct tui *tui)
{
    const char *saved = settings_file(&tui->session->settings, screen_group.name, "opponent");
    const char *opponent = tui->next_game.opponent;
    if (strcmp(saved, opponent) != 0 && strlen(opponent) < OPTION_NAME_TEXT)
        preferences_save(tui, "screen.opponent", opponent);
}

uint8_t preferences_variant(const struct tui *tui)
{
    const char *name = settings_file(&tui->session->settings, screen_group.name, "variant");
    const struct variant *variant = variant_find(name);
    return variant ? variant_index(variant) : VARIANT_STANDARD;
}

void preferences_save_variant(struct tui *tui)
{
    if (preferences_variant(tui) != tui->next_game.variant)
        preferences_save(tui, "screen.variant", variant_at(tui->next_game.variant)->name);
}

/* --- the theme --- */

/* Loads a theme and redraws. If the theme has a fault, shows it and returns false. */
static bool load_theme(struct tui *tui, const char *name)
{
    struct error error = {0};
    if (theme_load(&tui->terminal.theme, name, &error) == STATUS_OK) {
        paint_invalidate(&tui->terminal.paint);
        return true;
    }
    message_file_error(tui, &error);
    return false;
}

/* Returns the default theme for the terminal's background. */
static const char *theme_for_background(const struct tui *tui)
{
    return tui->terminal.background == BACKGROUND_LIGHT ? "light" : "dark";
}

/* Returns the theme that the environment or the option names. NULL: to be chosen by the background. */
static const char *named_theme(const struct tui *tui)
{
    const char *saved = settings_file(&tui->session->settings, screen_group.name, "theme");
    const char *no_color = getenv("NO_COLOR");
    bool given = strcmp(saved, SCREEN_THEME_AUTO) != 0 && !(no_color && *no_color);
    return given ? saved : colours_default_theme(no_color, getenv("COLORFGBG"));
}

void preferences_start(struct tui *tui)
{
    const char *named = named_theme(tui);
    if (tui->session->config_fault.status)
        message_file_error(tui, &tui->session->config_fault);
    load_theme(tui, theme_for_background(tui)); /* so that there is a theme if the next one fails */
    /* If a theme is named, the start need not wait for the terminal's answer. */
    if (!named)
        terminal_request_background(&tui->terminal, BACKGROUND_MILLISECONDS);
    load_theme(tui, named ? named : theme_for_background(tui));
    if (!flag_is_set(tui, "mouse"))
        terminal_set_mouse(&tui->terminal, false);
    struct error error = {0};
    if (keymap_load(&tui->preferences.keymap, &error) != STATUS_OK)
        message_file_error(tui, &error);
}

void preferences_background_reported(struct tui *tui)
{
    if (!named_theme(tui))
        load_theme(tui, theme_for_background(tui));
}

/* Loads the theme that the options name, or that of the background if they name none. */
static bool apply_theme(struct tui *tui)
{
    const char *named = named_theme(tui);
    return load_theme(tui, named ? named : theme_for_background(tui));
}

bool preferences_reload_files(struct tui *tui)
{
    struct error error = {0};
    bool sound = apply_theme(tui);
    if (keymap_load(&tui->preferences.keymap, &error) != STATUS_OK) {
        message_file_error(tui, &error);
        sound = false;
    }
    return sound;
}

void preferences_apply(struct tui *tui)
{
    apply_theme(tui);
    terminal_set_mouse(&tui->terminal, flag_is_set(tui, "mouse"));
    if (!tui->local.has_game)
        return;
    tui->cursor.bottom_side = preferences_bottom_side(tui, tui->local.shown.person);
    preferences_get_panels(tui, &tui->panels);
}

void preferences_next_theme(struct tui *tui)
{
    struct string_list names = {0};
    struct error fault = {0};
    const char *saved = settings_file(&tui->session->settings, screen_group.name, "theme");
    size_t index = 0;
    string_list_add(&names, SCREEN_THEME_AUTO);
    theme_list(&names, &fault);
    while (index < names.count && strcmp(names.items[index], saved) != 0)
        index++;
    /* Skips invalid themes, which load_theme reports: the message stays before the name of the next one.
     * Index 0 ("auto") is not loaded here but by apply_theme. The built-in themes are valid, so the loop
     * ends. */
    bool broken = false;
    do {
        index = index + 1 < names.count ? index + 1 : 0;
        if (index == 0)
            break;
    } while (!load_theme(tui, names.items[index]) && (broken = true));
    const char *name = names.items[index];
    if (preferences_save(tui, "screen.theme", name)) {
        if (index == 0)
            apply_theme(tui);
        if (broken)
            message_append(tui, "Colours: %s", name);
        else
            message_show(tui, false, "Colours: %s%s", name, index ? "" : ", by the terminal's background");
        if (fault.status)
            message_add_error(tui, &fault);
    }
    string_list_free(&names);
}
