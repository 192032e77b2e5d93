/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions shared by the screens: common keys, the variant shown, the layout, and work in the background. */
#include "tui/screen.h"

#include "base/clock.h"

#include <stdio.h>

/* Max seconds that the screen waits, after a key, for the work that the key started. */
#define MAX_WAIT_SECONDS 0.008

unsigned action_handle_common(enum action action)
{
    switch (action) {
    case ACTION_HELP: return GO_HELP;
    case ACTION_NEXT_THEME: return DO_NEXT_THEME;
    case ACTION_MOUSE: return DO_TOGGLE_MOUSE;
    case ACTION_SETTINGS: return GO_SETTINGS;
    default: return DID_NOTHING;
    }
}

bool clicked_square(struct tui *tui, enum side bottom_side, int *square)
{
    int screen_row, screen_col, row, col;
    if (!terminal_click(&tui->terminal, &screen_row, &screen_col) ||
        !layout_hit(&tui->layout, screen_row, screen_col, &row, &col))
        return false;
    *square = square_shown(bottom_side, row, col);
    return true;
}

/* Returns the key that the wheel stands for on this screen; 0: none. */
static int wheel_key(const struct tui *tui, bool up)
{
    bool game = tui->screen == &game_screen;
    if (tui->prompt.question != QUESTION_NONE)
        return 0;
    if (game && tui->pane.open)
        return up ? KEY_PPAGE : KEY_NPAGE;
    if (game)
        return key_code(up ? ACTION_STEP_BACK : ACTION_STEP_FORWARD, ON_GAME);
    return key_code(up ? ACTION_UP : ACTION_DOWN, tui->screen->on);
}

bool screen_mouse(struct tui *tui, int *key, unsigned *flags)
{
    *flags = 0;
    if (*key == KEY_WHEEL_UP || *key == KEY_WHEEL_DOWN) {
        *key = wheel_key(tui, *key == KEY_WHEEL_UP);
        return *key == 0;
    }
    if (*key != KEY_MOUSE || !tui->terminal.clicked)
        return false;
    int row = tui->terminal.click_row;
    const struct hot_place *place = canvas_hot_at(&tui->canvas, row, tui->terminal.click_col);
    bool prompting = tui->prompt.question != QUESTION_NONE;
    if (!place || (prompting && row != tui->layout.help.row))
        return false;
    tui->terminal.clicked = false;
    if (place->kind == HOT_KEY)
        *key = place->value;
    else if (tui->screen->pick)
        *flags = tui->screen->pick(tui, place->value);
    return place->kind != HOT_KEY;
}

const struct variant *shown_variant(const struct tui *tui)
{
    const struct screen *screen = tui->screen;
    /* Settings and help belong to the screen that they were opened from. */
    if (screen == &settings_screen)
        screen = tui->preferences.settings_caller;
    if (screen == &help_screen)
        screen = tui->help_caller;
    bool game = screen == &game_screen || screen == &review_screen || screen == &cover_screen;
    bool position = screen == &editor_screen || (screen == &seating_screen &&
                                                 tui->seating_form.from_position);
    if (game && tui->local.has_game)
        return variant_at(tui->local.game.record.start.variant);
    return variant_at(position ? editor_state(tui)->draft.placement.variant : tui->next_game.variant);
}

const char *variant_suffix(const struct variant *variant, char text[VARIANT_WORDS])
{
    bool standard = variant == variant_at(VARIANT_STANDARD);
    snprintf(text, VARIANT_WORDS, "%s%s", standard ? "" : ", ", standard ? "" : variant->name);
    return text;
}

struct library *shown_library(const struct tui *tui)
{
    return library_for_variant(tui->session->library, shown_variant(tui));
}

void screen_layout(struct tui *tui, int rows, int cols)
{
    layout_compute(rows - pane_rows(tui, rows), cols, &tui->layout);
    if (tui->screen == &game_screen && tui->local.has_game)
        layout_fit_captured(&tui->layout, panels_ranks(tui));
    else if (tui->screen == &setup_screen)
        layout_fit_captured(&tui->layout, army_ranks(shown_variant(tui)->count));
    if (tui->screen == &game_screen && !tui->square_info.disabled)
        square_info_place(&tui->layout, tui->panels.heat, tui->square_info.brief);
}

bool screen_is_busy(const struct tui *tui)
{
    /* Only the first step of a review follows the game: it is quick, while the judging of its moves takes
     * long. */
    bool follows_game = reviewer_is_busy(&tui->reviewer) && !reviewer_result(&tui->reviewer, NULL);
    return pane_is_busy(tui) || follows_game ||
           analyst_is_busy(&tui->analyst) || adviser_is_busy(&tui->adviser) ||
           (tui->local.has_game && local_game_is_writing(&tui->local));
}

void screen_pass_shown(struct tui *tui)
{
    const struct local_game *local = &tui->local;
    struct session *session = tui->session;
    session->back = local->has_game ? local->shown.back : 0;
    session->seated = local->has_game;
    session->seat = local->has_game ? local_game_own_side(local) : RED;
    if (local->has_game)
        session->shown_file = local_game_file(local);
}

void screen_advance(struct tui *tui)
{
    pane_advance(tui);
    game_advance(tui);
    screen_pass_shown(tui);
    struct error error;
    shapes_advance(tui);
    while (archive_keeper_poll(&tui->keeper, &error)) /* results of archiving finished games */
        if (error.status)
            message_add_error(tui, &error);
    /* Waits a moment for work in progress, so that the screen is not drawn twice. */
    double now = clock_now();
    if (screen_is_busy(tui) && tui->busy_until == 0)
        tui->busy_until = now + MAX_WAIT_SECONDS;
    while (screen_is_busy(tui) && now < tui->busy_until) {
        wake_wait(&tui->wake, (int)((tui->busy_until - now) * 1000) + 1);
        pane_advance(tui);
        game_advance(tui);
        now = clock_now();
    }
    if (!screen_is_busy(tui))
        tui->busy_until = 0;
}

void screen_leave_game(struct tui *tui)
{
    if (tui->local.has_game && !local_game_over(&tui->local))
        menu_reset_choice(tui); /* the menu then begins on "Resume the unfinished game" */
    if (tui->local.has_game && local_game_seating(&tui->local) == SEATING_TWO)
        pane_erase(tui); /* the other person may play next */
    else
        pane_leave(tui);
    tui->reload_due = false;
    session_show_game(tui->session, NULL);
    panels_store_pending(tui);
    reviewer_stop(&tui->reviewer);
    bool finished = tui->local.has_game && !tui->local.end.finished &&
                    game_outcome(&tui->local.game).result != RESULT_OPEN;
    local_game_leave(&tui->local);
    if (finished) /* leaving has moved it to the finished games */
        archive_keeper_post(&tui->keeper, false);
}
