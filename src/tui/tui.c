/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/tui.h"

#include "base/clock.h"
#include "console/load.h"
#include "game/rules_option.h"
#include "tui/screen.h"

#include <signal.h>
#include <stdio.h>

/* The random stream of the session's seed for random setups. Games use the low numbers. */
enum { STREAM_SCREEN = 1 << 30 };

/* Max seconds that the program waits, at its end, until a finished game is archived. */
#define ARCHIVE_WAIT_SECONDS 0.5

/* Max seconds between keys that were pasted, not typed. */
static const double BURST_SECONDS = 0.01;

/* Min seconds for reading a question. */
static const double MIN_READ_SECONDS = 0.2;

/* Opens another screen. Help and settings remember the screen that they were opened from. */
static void go_to_screen(struct tui *tui, const struct screen *screen)
{
    if (screen == &menu_screen) {
        screen_leave_game(tui);
        analyst_forget(&tui->analyst);
        adviser_forget(&tui->adviser);
    }
    if (screen == &menu_screen || screen == &new_screen)
        message_clear(tui);
    if (screen == &help_screen && tui->screen == screen)
        return;
    if (screen == &settings_screen && tui->screen == &help_screen && tui->help_caller == screen) {
        tui->screen = screen; /* returns from the help on the settings */
        return;
    }
    if (screen == &help_screen)
        tui->help_caller = tui->screen;
    if (screen == &settings_screen)
        tui->preferences.settings_caller = tui->screen;
    tui->screen = screen;
    screen->enter(tui);
}

/* Acts on the flags of a key. Returns false if the program is to end. */
static bool act_on_flags(struct tui *tui, unsigned flags)
{
    if (flags & DID_NOTHING)
        terminal_beep();
    if (flags & GO_EXIT)
        return false;
    for (int i = 0; i < SCREENS; i++)
        if (flags & screen_table[i]->on)
            go_to_screen(tui, screen_table[i]);
    if (flags & GO_BACK) { /* from help, settings or shapes to the screen that opened them */
        bool settings = tui->screen == &settings_screen;
        tui->screen = tui->screen == &shapes_screen ? &setup_screen
                      : settings ? tui->preferences.settings_caller : tui->help_caller;
        if (settings && tui->screen == &game_screen)
            game_show_instructions(tui);
        else if (settings)
            message_clear(tui);
    }
    if (flags & DO_NEXT_THEME)
        preferences_next_theme(tui);
    if (flags & DO_TOGGLE_MOUSE)
        preferences_toggle_mouse(tui);
    return true;
}

/* Draws the current screen and shows it. */
static void draw_frame(struct tui *tui)
{
    int rows, cols;
    terminal_size(&rows, &cols);
    canvas_reset(&tui->canvas, rows, cols);
    tui->canvas.notation = session_notation(tui->session);
    screen_layout(tui, rows, cols);
    if (tui->screen == &game_screen)
        panels_update(tui); /* panels may have opened or changed their size */
    const struct area *squares = &tui->layout.squares;
    tui->canvas.right = (struct board_right){squares->row, squares->rows, squares->col + squares->cols};
    if (tui->layout.too_small)
        draw_too_small(&tui->canvas);
    else
        tui->screen->draw(tui, &tui->canvas);
    terminal_show(&tui->terminal, &tui->canvas);
    if (tui->prompt.shown == 0)
        tui->prompt.shown = clock_now();
}

/* Stops the program. The clocks of games do not run meanwhile, as after leaving and resuming a game. */
static void suspend(struct tui *tui)
{
    double from = clock_now();
    if (!terminal_suspend(&tui->terminal))
        terminal_beep();
    atomic_store(&tui->suspended_seconds, atomic_load(&tui->suspended_seconds) + clock_now() - from);
}

/* Inserts pasted text into the line being typed. Elsewhere it is refused, because it would act as keys. */
static void handle_paste(struct tui *tui)
{
    const char *text = text_string(&tui->terminal.pasted);
    bool game = tui->screen == &game_screen, prompting = tui->prompt.question != QUESTION_NONE;
    if (prompting && !tui->prompt.yes_no)
        line_paste(&tui->prompt.line, text);
    else if (prompting || tui->layout.too_small || tui->screen == &help_screen)
        terminal_beep();
    else if (game && tui->pane.open)
        pane_paste(tui, text);
    else if (game && tui->cursor.typing)
        line_paste(&tui->cursor.typed, text);
    else
        message_show(tui, true, "What was pasted is left out: paste where a line is typed");
}

/* Handles keys that concern only the terminal; they work during prompts too. Returns false for other keys. */
static bool handle_terminal_key(struct tui *tui, int key)
{
    enum action action = key_action(key, ON_GAME); /* the two used here have the same keys on all screens */
    if (key == KEY_RESIZE || action == ACTION_REDRAW)
        paint_invalidate(&tui->terminal.paint);
    else if (key == KEY_BACKGROUND)
        preferences_background_reported(tui);
    else if (key == KEY_PASTE)
        handle_paste(tui);
    else if (action == ACTION_SUSPEND)
        suspend(tui);
    else
        return false;
    return true;
}

/* Returns whether a key must not answer a yes-or-no question: it was typed before the question could be
 * read, or came as quickly as pasted keys. Keys that cancel always count. */
static bool is_typed_ahead(struct tui *tui, int key)
{
    bool cancels = key == KEY_ESCAPE || key == CONTROL('C') || key == CONTROL('G');
    double now = clock_now(), since = now - tui->last_key;
    const struct prompt *prompt = &tui->prompt;
    tui->last_key = now;
    return prompt->question != QUESTION_NONE && prompt->yes_no && !cancels &&
           (prompt->shown == 0 || now - prompt->shown < MIN_READ_SECONDS || since < BURST_SECONDS);
}

/* Handles all keys that have come in. Returns false if the program is to end. */
static bool handle_keys(struct tui *tui)
{
    for (int key; (key = terminal_key(&tui->terminal)) >= 0;) {
        if (handle_terminal_key(tui, key) || is_typed_ahead(tui, key))
            continue;
        unsigned flags = DID_NOTHING;
        enum action action = key_action(key, ON_GAME);
        if (!tui->layout.too_small) {
            /* A click may act at once, or become a key for the screen. */
            if (!screen_mouse(tui, &key, &flags))
                flags = tui->screen->key(tui, key);
        } else if (action == ACTION_QUIT || action == ACTION_INTERRUPT) {
            flags = GO_EXIT;
        }
        if (!act_on_flags(tui, flags))
            return false;
        screen_advance(tui);
    }
    return true;
}

/* Returns the milliseconds until the screen changes by itself. Returns -1 if it does not. */
static int time_to_wait(const struct tui *tui)
{
    const struct local_game *local = &tui->local;
    int next = local->has_game ? game_clock_next(&local->game.clock) : -1;
    /* Progress of long work is shown four times a second. */
    bool thinks = analyst_is_busy(&tui->analyst) || adviser_is_busy(&tui->adviser) || local->thought.on ||
                  reviewer_is_busy(&tui->reviewer) ||
                  pane_is_busy(tui);
    int redraw = thinks ? 250 : -1, due = local_game_due(local);
    if (due >= 0 && (redraw < 0 || due < redraw))
        redraw = due;
    return redraw >= 0 && (next < 0 || next > redraw) ? redraw : next;
}

/* Keeps the army that was being arranged when a signal, or the loss of the terminal, ended the program. */
static void keep_arranged(struct tui *tui)
{
    const struct screen *screen = tui->screen == &help_screen       ? tui->help_caller
                                  : tui->screen == &settings_screen ? tui->preferences.settings_caller
                                                                    : tui->screen;
    if (screen == &setup_screen || screen == &shapes_screen)
        setup_keep(tui);
}

/* Draws, waits and handles keys until the program ends. */
static void run_loop(struct tui *tui)
{
    screen_advance(tui);
    while (!terminal_end_signal()) {
        draw_frame(tui);
        terminal_wait(&tui->terminal, wake_descriptor(&tui->wake), time_to_wait(tui));
        wake_drain(&tui->wake);
        if (terminal_suspend_requested())
            suspend(tui);
        if (!terminal_end_signal() && !handle_keys(tui))
            break;
        screen_advance(tui);
    }
}

/* Sets the terms of the next game from the command line (`request`). If the program was started without a
 * game, they come from the saved preferences. */
static enum status set_next_game(struct tui *tui, const struct play_request *request, struct error *error)
{
    struct next_game *next_game = &tui->next_game;
    const char *opponent = request ? request->against : preferences_opponent(tui);
    next_game->variant = request && !request->resume ? request->variant : preferences_variant(tui);
    seating_init(tui);
    if (!opponent) /* none saved: the weakest level */
        opponent = ladders_for_variant(tui->session->ladders, next_game->variant)->levels[0].agent;
    if (snprintf(next_game->opponent, sizeof next_game->opponent, "%s", opponent) >=
        (int)sizeof next_game->opponent)
        return error_set(error, STATUS_BAD, "an agent's name and options may be %zu letters long",
                         sizeof next_game->opponent - 1);
    next_game->side = request ? request->side : RED;
    if (request)
        next_game->rules = request->rules;
    else
        rules_from_settings(&next_game->rules, &tui->session->settings,
                            agent_rules(opponent, &tui->session->settings, rules_find("isf")));
    if (request)
        next_game->clock = request->clock;
    return STATUS_OK;
}

/* Chooses the first screen: the requested game, the setup for it, or the menu. */
static enum status begin_first_screen(struct tui *tui, const struct play_request *request,
                                      struct error *error)
{
    enum status status = set_next_game(tui, request, error);
    tui->screen = request ? &setup_screen : howto_is_due() ? &howto_screen : &menu_screen;
    if (status || !request || (!request->resume && !request->setup))
        return status;
    struct game_terms terms = next_game_terms(tui, request->setup);
    status = request->resume ? local_game_load(&tui->local, request->resume, &terms, error)
                             : local_game_begin(&tui->local, &terms, error);
    if (!tui->local.has_game)
        return status;
    tui->games_begun++;
    session_show_game(tui->session, &tui->local.game);
    tui->screen = &game_screen;
    if (status)
        message_error(tui, error);
    return STATUS_OK;
}

enum status tui_run(struct session *session, const struct play_request *request, struct error *error)
{
    struct tui *tui = tui_new(session, error);
    if (!tui)
        return STATUS_FAILED;
    rng_seed(&tui->rng, session->seed, STREAM_SCREEN);
    enum status status = load_setups(NULL, 0, NULL, &tui->pool, &tui->pool_count, error);
    if (!status)
        status = begin_first_screen(tui, request, error);
    if (!status)
        status = terminal_start(&tui->terminal, error);
    int ended = 0;
    if (!status) {
        tui->canvas.unicode = glyphs_unicode_locale();
        tui->screen->enter(tui);
        preferences_start(tui);
        archive_keeper_post(&tui->keeper, true);
        run_loop(tui);
        ended = terminal_end_signal();
        keep_arranged(tui);
        screen_leave_game(tui);
        terminal_stop(&tui->terminal);
        if (!ended) /* a game not archived by then is archived at a later start */
            archive_keeper_wait(&tui->keeper, ARCHIVE_WAIT_SECONDS);
    }
    keys_use(NULL, 0);
    screen_leave_game(tui);
    tui_free(tui);
    if (ended) {
        signal(ended, SIG_DFL);
        raise(ended);
    }
    return status;
}
