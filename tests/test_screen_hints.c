/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: threads */
/* Hints on the message line: how they improve and stop, what they say of attacks, and that they are whole. */
#include "boards.h"
#include "cmocka_all.h"
#include "rollout/study.h"
#include "screens.h"
#include "shortcuts.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* Asks for a hint with time to think, and returns when the message has a chance by rollouts. */
static void hint_by_rollouts(struct tui *tui)
{
    bool with_chance = false;
    hints_by_vedette("6");
    set_hint_option("hint.time", "1000");
    tui->screen->key(tui, 'H'); /* does not wait for the end */
    for (int tries = 0; tries < 3000 * test_patience() && !with_chance; tries++) {
        screen_advance(tui);
        with_chance = strstr(tui->message, " +-") != NULL;
        struct timespec pause = {0, 10000000};
        nanosleep(&pause, NULL);
    }
    assert_true(with_chance);
}

/* With time to think the figures of the rollouts come while it thinks, without a panel. The move is chosen,
 * and Enter plays it. */
TEST(test_improving_hint)
{
    struct tui *tui = show_new_game("random");
    hint_by_rollouts(tui);
    assert_false(tui->panels.lines);
    assert_int_equal(strncmp(tui->message, "Hint: ", 6), 0);
    const struct rollout_study *study = &tui->adviser.advice.study;
    assert_true(move_equal(tui->panels.hinted, study->move[study->best].move));
    assert_int_equal(tui->cursor.chosen, tui->panels.hinted.from);
    struct move move = tui->panels.hinted;
    tui->panels.replaced_at -= 1; /* if it has replaced another move, that was long ago */
    press(tui, "\r");
    assert_true(move_equal(local_game_board(&tui->local)->history[0].move, move));
    assert_false(adviser_is_busy(&tui->adviser));
    free_tui(tui);
}

/* Esc stops the thinking, and the hint's words stay with its move; the next Esc puts the piece back. */
TEST(test_stopped_hint_stays)
{
    struct tui *tui = show_new_game("random");
    hints_by_vedette("6");
    press(tui, "H");
    tui->adviser.state = ADVICE_THINKING; /* as if it went on */
    type_key(tui, KEY_ESCAPE);
    assert_int_equal(tui->adviser.state, ADVICE_STOPPED);
    assert_int_equal(strncmp(tui->message, "Hint: ", 6), 0);
    assert_int_equal(tui->cursor.chosen, tui->panels.hinted.from);
    press(tui, "\x1b");
    assert_int_equal(tui->cursor.chosen, SQUARE_NONE);
    assert_null(strstr(tui->message, "Hint: "));
    free_tui(tui);
}

/* Shows a report in which move `best` leads move `other` by 0.1, with an error of the difference, and
 * captures a piece in more worlds, as if the adviser made it; `busy`: it goes on thinking. */
static void report_hint(struct tui *tui, int best, int other, double error, bool busy)
{
    struct adviser *adviser = &tui->adviser;
    struct rollout_study *study = &adviser->so_far.study;
    adviser->so_far = adviser->advice;
    adviser->so_far.progress.seconds = 1;
    study->best = best;
    study->move[best].worlds = study->move[other].worlds = 10;
    study->move[best].bonus = study->move[other].bonus = study->move[best].diff = 0;
    study->move[other].diff = -0.1;
    for (int i = 0; i < 2; i++) {
        struct rollout_account *account = &study->move[i ? other : best];
        enum side enemy = side_other(study->me);
        account->counted = 10;
        memset(account->taken, 0, sizeof account->taken);
        memset(account->taken_value, 0, sizeof account->taken_value);
        account->taken[enemy][0] = i ? 1 : 8;
        account->taken_value[enemy][0] = account->taken[enemy][0];
    }
    study->move[other].diff_error = error;
    adviser->advice = adviser->so_far;
    adviser->reported = adviser->requested_job;
    adviser->state = busy ? ADVICE_THINKING : ADVICE_DONE;
    tui->panels.awaited |= AWAIT_ADVICE;
    panels_update(tui);
    adviser->state = ADVICE_DONE;
}

/* While the agent thinks, another move replaces the one shown only if it is better by two standard errors,
 * and the message names both; at the end the agent's choice is shown. */
TEST(test_calm_hint)
{
    struct tui *tui = show_new_game("random");
    char name[2][MOVE_TEXT], expected[2][64];
    hint_by_rollouts(tui);
    adviser_hurry(&tui->adviser);
    settle(tui);
    const struct rollout_study *study = &tui->adviser.advice.study;
    int shown = study->best, other = shown ? 0 : 1;
    const struct move moves[] = {study->move[shown].move, study->move[other].move};
    for (int i = 0; i < 2; i++)
        move_write(moves[i], study->move[i ? other : shown].attack, NOTATION_DEBOER, name[i]);
    assert_true(move_equal(tui->panels.hinted, moves[0]));
    report_hint(tui, other, shown, 0.06, true);
    assert_true(move_equal(tui->panels.hinted, moves[0]));
    assert_int_equal(study->best, shown); /* so the panel has it first, too */
    report_hint(tui, other, shown, 0.04, true);
    assert_true(move_equal(tui->panels.hinted, moves[1]));
    assert_int_equal(tui->cursor.chosen, moves[1].from);
    snprintf(expected[0], sizeof expected[0], "Hint: better than %s: %s", name[0], name[1]);
    assert_shown(tui, expected[0]);
    report_hint(tui, shown, other, 0.06, false);
    assert_true(move_equal(tui->panels.hinted, moves[0]));
    snprintf(expected[1], sizeof expected[1], "Hint: in place of %s: %s", name[1], name[0]);
    assert_shown(tui, expected[1]);
    /* A safer move replaces the one shown, if that is within the error. */
    for (int i = 0; i < study->count; i++)
        tui->adviser.advice.loss[i] = i != other;
    report_hint(tui, shown, other, 0.06, true);
    assert_true(move_equal(tui->panels.hinted, moves[1]));
    press(tui, "H"); /* the next request has no move before */
    assert_null(strstr(tui->message, "in place of"));
    free_tui(tui);
}

/* Enter right after another move has replaced the one shown plays neither: the message says so, until Enter
 * comes again or the move changes. */
TEST(test_enter_after_a_change)
{
    struct tui *tui = show_new_game("random");
    char name[MOVE_TEXT], expected[64];
    hint_by_rollouts(tui);
    adviser_hurry(&tui->adviser);
    settle(tui);
    const struct rollout_study *study = &tui->adviser.advice.study;
    int shown = study->best, other = shown ? 0 : 1;
    const struct move move = study->move[other].move;
    report_hint(tui, other, shown, 0.04, true);
    assert_true(lines_hint_stands(tui) && move_equal(tui->panels.hinted, move));
    tui->screen->key(tui, '\r');
    assert_int_equal(local_game_board(&tui->local)->plies, 0);
    move_write(study->move[shown].move, study->move[shown].attack, NOTATION_DEBOER, name);
    snprintf(expected, sizeof expected, "New hint, Enter again plays it: better than %s: ", name);
    assert_shown(tui, expected);
    report_hint(tui, other, shown, 0.04, true);
    assert_shown(tui, expected);
    report_hint(tui, shown, other, 0.04, true); /* back to the first one: changed again */
    assert_shown(tui, "Hint: better than ");
    message_show(tui, false, "Another message");
    tui->panels.awaited = 0; /* and no report comes */
    tui->screen->key(tui, '\r');
    assert_int_equal(local_game_board(&tui->local)->plies, 0);
    snprintf(expected, sizeof expected, "New hint, Enter again plays it: %s", name);
    assert_shown(tui, expected);
    tui->panels.replaced_at -= 0.7;
    tui->screen->key(tui, '\r');
    settle(tui);
    assert_true(local_game_board(&tui->local)->plies > 0);
    assert_true(move_equal(local_game_board(&tui->local)->history[0].move, study->move[shown].move));
    free_tui(tui);
}

/* A hint is shown whole at 80x24 and 60x20: what does not fit is left out, the other moves' chances first. */
TEST(test_hints_are_whole)
{
    static const int sizes[][2] = {{24, 80}, {20, 60}};
    for (int i = 0; i < 2; i++) {
        struct tui *tui = show_new_game("random");
        paint(tui, sizes[i][0], sizes[i][1]);
        hint_by_rollouts(tui);
        adviser_hurry(&tui->adviser);
        settle(tui);
        const struct rollout_study *study = &tui->adviser.advice.study;
        struct figures *figures = (struct figures *)(uintptr_t)panels_figures(tui);
        assert_non_null(figures);
        assert_true(message_fits(tui, tui->message));
        assert_non_null(strstr(tui->message, ". Chance to win "));
        /* The longest words for the move, and one before it. */
        figures->hint.best = analysis_find(&figures->here, study->move[study->best].move);
        text_clear(&figures->hint.text);
        text_add(&figures->hint.text, "a4xa5 attacks the piece on a5: wins 10 %, loses 66 %, both fall 24 %. "
                                      "On average it gains more than a lieutenant.");
        int other = study->best == 0;
        char name[MOVE_TEXT], expected[64];
        tui->panels.replaced = study->move[other].move;
        move_write(study->move[other].move, study->move[other].attack, NOTATION_DEBOER, name);
        snprintf(expected, sizeof expected, "Hint: better than %s: a4xa5 attacks ", name);
        report_hint(tui, study->best, other, 0.04, true);
        assert_true(message_fits(tui, tui->message));
        assert_non_null(strstr(tui->message, expected));
        paint(tui, sizes[i][0], sizes[i][1]);
        assert_true(find_row(tui, strrchr(tui->message, ' ') + 1) >= 0); /* its last word */
        assert_true(find_row(tui, "play the hint") >= 0); /* the keys stay */
        free_tui(tui);
    }
}

/* The panel of the plans says whose points prefer another move than the hint, while the hint stands. */
TEST(test_plans_beside_a_hint)
{
    static const char words[] = "By points the plans prefer ";
    struct tui *tui = show_new_game("random");
    char expected[64], name[MOVE_TEXT];
    hints_by_vedette("6");
    press(tui, "Hp");
    const struct figures *figures = panels_figures(tui);
    assert_non_null(figures);
    const struct plan_context *context = figures->here.context;
    struct move best = context->moves[figures->hint.best].move;
    for (int i = 0; i < context->count; i++) {
        panels_choose_move(tui, context->moves[i].move); /* as if it were the hint's */
        panels_update(tui);
        paint(tui, 24, 80);
        assert_int_equal(find_row(tui, words) >= 0, !move_equal(context->moves[i].move, best));
    }
    move_write(best, plan_attacks(context, figures->hint.best), NOTATION_DEBOER, name);
    snprintf(expected, sizeof expected, "%s%s.", words, name);
    struct move other = context->moves[figures->hint.best == 0].move;
    panels_choose_move(tui, other);
    panels_update(tui);
    static const int sizes[][2] = {{24, 80}, {43, 132}};
    for (int i = 0; i < 2; i++) {
        paint(tui, sizes[i][0], sizes[i][1]);
        assert_true(find_row(tui, expected) >= 0);
        assert_true(find_row(tui, "moves played out.") >= 0 || find_row(tui, "played out.") >= 0);
    }
    tui->panels.hinted = best; /* the person has chosen another move than the hint's */
    assert_not_on_screen(tui, words);
    free_tui(tui);
}

/* In a narrow panel a plan has its words, not its code, if they fit beside its points. */
TEST(test_narrow_plans)
{
    struct tui *tui = show_new_game("random");
    int wide = 0; /* words that fit only because the points are short */
    press(tui, "p");
    const struct figures *figures = panels_figures(tui);
    assert_non_null(figures);
    const struct plan_context *context = figures->here.context;
    for (int i = 0; i < context->count; i++) {
        char number[32];
        panels_choose_move(tui, context->moves[i].move);
        panels_update(tui);
        paint(tui, 20, 60);
        assert_true(tui->panels.has_cursor_move && tui->panels.cursor_move.count > 1);
        for (int line = 0; line < 2; line++) {
            const char *words = tui->panels.cursor_move.line[line].words;
            int cols = tui->layout.panel.cols - 2, size = (int)strlen(words);
            cols -= snprintf(number, sizeof number, "%.2f", tui->panels.cursor_move.line[line].value);
            assert_true(size > cols || find_row(tui, words) >= 0);
            wide += size <= cols && size > tui->layout.panel.cols - 10;
        }
    }
    assert_true(wide > 0);
    free_tui(tui);
}

/* A game in which red's captain can take the sergeant on a7. */
static struct tui *show_attack(void)
{
    static const char pieces[] =
        ".  .  .  .  .  .  .  .  .  bF   .  .  .  .  .  .  .  .  .  bB   .  .  .  .  b5* .  .  .  .  .  "
        "b4!* .  .  .  .  .  .  .  .  .   r6* .  ~  ~  .  .  ~  ~  .  .   .  .  ~  ~  .  .  ~  ~  .  .  "
        ".  .  .  .  r7* .  .  .  .  .   .  .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  .  "
        "rF .  .  .  .  .  .  .  .  .";
    struct placement placement;
    char path[128];
    struct tui *tui = new_tui(RED);
    snprintf(path, sizeof path, "%s/attack.game", folder);
    placement_draw(&placement, RED, pieces);
    write_game(path, &placement, "you", "random", NULL);
    load(tui, path);
    return tui;
}

/* On a finished game, too, an attack is hinted with what speaks for it. */
TEST(test_hint_after_the_end)
{
    struct tui *tui = show_attack();
    press(tui, "e4e5\rry[["); /* the panel is closed, so nothing else asks for the planner's words */
    hints_by_vedette("6");
    press(tui, "H");
    assert_shown(tui, "Hint: a6xa7 takes the sergeant on a7. Chance to win");
    free_tui(tui);
}

/* Also without rollouts, because the plans left no other move, and by an agent that looks ahead. */
TEST(test_hint_of_an_attack)
{
    struct tui *tui = show_attack();
    struct advice *advice = &tui->adviser.advice;
    hints_by_vedette("6");
    press(tui, "H");
    assert_true(advice->has_study && bit_in(bit(square_at(0, 6)), advice->move.to));
    advice->study.trials = 0;
    press(tui, "\x1bH");
    assert_shown(tui, "Hint: a6xa7 takes the sergeant on a7. Chance to win");
    advice->move = move_of(square_at(4, 3), square_at(4, 4));
    press(tui, "\x1bH");
    assert_shown(tui, "Hint: e4-e5, the only move that the plans leave. Chance to win");
    hints_by_star("3");
    press(tui, "H");
    assert_true(move_equal(advice->move, move_of(square_at(0, 5), square_at(0, 6))));
    assert_shown(tui, "Hint by star: a6xa7, depth 3. Chance to win ");
    assert_non_null(strstr(tui->message, " It takes the sergeant on a7."));
    free_tui(tui);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_improving_hint, forget_hint_options),
        cmocka_unit_test_teardown(test_stopped_hint_stays, forget_hint_options),
        cmocka_unit_test_teardown(test_calm_hint, forget_hint_options),
        cmocka_unit_test_teardown(test_enter_after_a_change, forget_hint_options),
        cmocka_unit_test_teardown(test_hints_are_whole, forget_hint_options),
        cmocka_unit_test_teardown(test_plans_beside_a_hint, forget_hint_options),
        cmocka_unit_test_teardown(test_narrow_plans, forget_hint_options),
        cmocka_unit_test_teardown(test_hint_after_the_end, forget_hint_options),
        cmocka_unit_test_teardown(test_hint_of_an_attack, forget_hint_options),
    };
    return cmocka_run_group_tests(tests, screens_set_up, screens_tear_down);
}
