/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Creates, finds and frees the state of the screens. */
#include "tui/screen.h"

#include "base/clock.h"
#include "base/memory.h"

#include <stdlib.h>

const struct screen *const screen_table[SCREENS] = {
    &menu_screen, &new_screen, &setup_screen, &game_screen, &help_screen, &games_screen,
    &settings_screen, &seating_screen, &cover_screen, &editor_screen, &review_screen, &enemy_screen,
    &howto_screen, &shapes_screen,
};

void *screen_state(const struct tui *tui, const struct screen *screen)
{
    int index = 0;
    while (screen_table[index] != screen)
        index++;
    return tui->state[index];
}

/* Returns the time in seconds for the games' clocks, without the time the program was suspended. */
static double game_time(void *context)
{
    const struct tui *tui = context;
    return clock_now() - atomic_load(&tui->suspended_seconds);
}

struct tui *tui_new(struct session *session, struct error *error)
{
    struct tui *tui = memory_new(1, sizeof *tui);
    tui->session = session;
    if (wake_init(&tui->wake, error) != STATUS_OK) {
        free(tui);
        return NULL;
    }
    tui->source = (struct time_source){game_time, tui};
    local_game_init(&tui->local, &tui->wake);
    analyst_init(&tui->analyst, &tui->wake);
    reviewer_init(&tui->reviewer, &tui->wake);
    adviser_init(&tui->adviser, &tui->wake);
    archive_keeper_init(&tui->keeper, &tui->wake);
    for (int i = 0; i < SCREENS; i++)
        tui->state[i] = screen_table[i]->state_size ? memory_new(1, screen_table[i]->state_size) : NULL;
    return tui;
}

void tui_free(struct tui *tui)
{
    pane_free(tui);
    analyst_free(&tui->analyst);
    reviewer_free(&tui->reviewer);
    adviser_free(&tui->adviser);
    archive_keeper_free(&tui->keeper);
    for (int i = 0; i < SCREENS; i++) {
        if (screen_table[i]->free_state)
            screen_table[i]->free_state(tui->state[i]);
        free(tui->state[i]);
    }
    canvas_free(&tui->canvas);
    free(tui->pool);
    wake_free(&tui->wake);
    free(tui);
}
