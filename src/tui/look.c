/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which theme the screen has. */
#include "tui/screen.h"

#include "tui/theme.h"

#include <stdlib.h>
#include <string.h>

/* How long the first screen waits for the terminal's answer. */
enum { BACKGROUND_MILLISECONDS = 30 };

/* Takes a theme, or says what is wrong with it. */
static bool use(struct tui *tui, const char *name)
{
    struct error error = {0};
    if (theme_load(&tui->terminal.theme, name, &error) == STATUS_OK) {
        terminal_redraw(&tui->terminal);
        return true;
    }
    say(tui, true, "%s", error.text);
    return false;
}

/* The one for a terminal of which nothing else is known. */
static const char *by_background(const struct tui *tui)
{
    return tui->terminal.background == BACKGROUND_LIGHT ? "light" : "dark";
}

void look_start(struct tui *tui)
{
    const char *named = colours_choose(getenv("NO_COLOR"), getenv("COLORFGBG"));
    use(tui, by_background(tui)); /* whatever else comes: there is a theme */
    tui->look.follows = !named;
    if (!named)
        terminal_ask_background(&tui->terminal, BACKGROUND_MILLISECONDS);
    use(tui, named ? named : by_background(tui));
}

void look_take_background(struct tui *tui)
{
    if (tui->look.follows)
        use(tui, by_background(tui));
}

void look_next(struct tui *tui)
{
    char (*names)[THEME_NAME];
    size_t count = theme_list(&names), at = 0;
    while (at < count && strcmp(names[at], tui->terminal.theme.name) != 0)
        at++;
    const char *name = names[at + 1 < count ? at + 1 : 0];
    tui->look.follows = false;
    if (use(tui, name))
        say(tui, false, "Colours: %s", name);
    free(names);
}
