/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The panel of best lines: hints by an agent that reports its lines. Of the opponent's thinking only its
 * effort is shown, because its lines would reveal ranks. */
#include "tui/panel_lines.h"

#include "agent/hint_option.h"
#include "analysis/safe_hint.h"
#include "base/clock.h"
#include "game/notation.h"
#include "report/hint_text.h"
#include "report/study_text.h"
#include "tui/lessons.h"
#include "tui/screen.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double FIRST_SECONDS = 0.3; /* earlier figures are too uncertain to be shown */
static const double READ_SECONDS = 0.7; /* a new move of the hint must have been shown so long to be played */
static const char HINT[] = "Hint: "; /* begins the message of a hint */

/* Returns whether the person may request a hint: it is the person's move, or a finished game is stepped
 * through. */
static bool may_request_hint(const struct tui *tui)
{
    const struct local_game *local = &tui->local;
    return local_game_to_move(local) || (local_game_over(local) && local->shown.back);
}

/* Fills in the request for a hint for the board shown. Returns false if the options name no agent for
 * hints. */
static bool make_request(const struct tui *tui, struct advice_request *request)
{
    const struct session *session = tui->session;
    struct figures_request figures;
    const char *agent = hint_agent(&session->settings);
    if (!agent)
        return false;
    figures_request_shown(&tui->local, &figures);
    *request = (struct advice_request){
        .record = figures.here.record, .plies = figures.here.plies, .side = figures.here.side,
        .agent = agent, .lines = hint_lines(&session->settings), .settings = &session->settings,
        .seconds = hint_seconds(&session->settings),
        .seed = session->seed, .threads = session->jobs, .library = session->library,
    };
    return true;
}

/* Returns whether the panel is open and has an area. */
static bool is_shown(const struct tui *tui)
{
    return tui->panels.lines && tui->layout.panel.rows > 0;
}

bool lines_hint_stands(const struct tui *tui)
{
    return tui->cursor.chosen == tui->panels.hinted.from && tui->cursor.square == tui->panels.hinted.to;
}

/* Returns the number, in the study, of the best move from one square to another (SQUARE_NONE: to any); -1:
 * none. */
static int find_move_tried(const struct rollout_study *study, int from, int to)
{
    int order[HALVING_ARMS], count = study_order(study, order);
    for (int i = 0; i < count; i++) {
        struct move move = study->move[order[i]].move;
        if (move.from == from && (to == SQUARE_NONE || move.to == to))
            return order[i];
    }
    return -1;
}

/* Appends the beginning of a hint's message. */
static void add_heading(const struct panels *panels, struct text *out)
{
    if (panels->hint_is_held)
        text_printf(out, "New hint, %s again plays it: ", key_for(ACTION_CHOOSE, ON_GAME).text);
    else
        text_add(out, HINT);
}

bool lines_hold_hint(struct tui *tui)
{
    struct panels *panels = &tui->panels;
    struct text text = {0};
    if (!panels->hint_is_shown || !lines_hint_stands(tui) || move_is_none(panels->replaced) ||
        clock_now() - panels->replaced_at >= READ_SECONDS)
        return false;
    if (panels->hint_is_held)
        return true;
    /* Later reports keep the beginning of the message. If another message is shown, it has the move alone. */
    bool has_sentence = strncmp(tui->message, HINT, strlen(HINT)) == 0;
    char name[MOVE_TEXT];
    panels->hint_is_held = true;
    add_heading(panels, &text);
    if (has_sentence)
        text_add(&text, tui->message + strlen(HINT));
    else
        text_add(&text, move_write(panels->hinted,
                                   local_game_board(&tui->local)->at[panels->hinted.to] != NO_PIECE,
                                   session_notation(tui->session), name));
    message_show_sentences(tui, text_string(&text));
    text_free(&text);
    return true;
}

/* Keeps the move that is shown as the best while the agent thinks, unless another one is clearly better or
 * safer, so that hint and panel do not change by chance. At the end the agent's choice is shown. */
static void keep_shown_move(struct tui *tui)
{
    struct rollout_study *study = &tui->adviser.advice.study;
    const struct panels *panels = &tui->panels;
    if (!adviser_is_busy(&tui->adviser) || !tui->adviser.advice.has_study || !panels->hint_is_shown)
        return;
    int shown = find_move_tried(study, panels->hinted.from, panels->hinted.to);
    if (shown >= 0 && !study_leads_clearly(study, shown)) {
        study_choose(study, shown);
        safe_hint_choose(study, tui->adviser.advice.loss);
    }
}

/* Shows a hint by rollouts, and chooses its move unless the person has chosen another one since. While the
 * agent thinks, a beginner reads the same words as long as the move is the same. */
static void show_rollouts(struct tui *tui, const struct advice *advice)
{
    const struct rollout_study *study = &advice->study;
    const struct figures *figures = panels_figures(tui);
    struct panels *panels = &tui->panels;
    struct move move = study->move[study->best].move;
    struct text sentence = {0}, text = {0};
    bool beginner = lessons_beginner(tui), rash = false;
    bool changes = panels->hint_is_shown && !move_equal(move, panels->hinted);
    bool waits = !figures && panels->awaited & AWAIT_CHANCE; /* for the planner's sentence */
    if (adviser_is_busy(&tui->adviser) && (waits || (beginner && panels->hint_is_shown && !changes)))
        return;
    if (changes) {
        panels->replaced = panels->hinted;
        panels->replaced_at = clock_now();
        panels->hint_is_held = false;
    }
    if (local_game_to_move(&tui->local) && (tui->cursor.chosen == SQUARE_NONE || lines_hint_stands(tui)))
        panels_choose_move(tui, move);
    panels->hinted = move;
    panels->hint_is_shown = true;
    if (figures && figures->here.planned)
        rash = plan_hint_sentence(&figures->hint, &figures->here, move, !beginner, &sentence);
    /* The planner's first move may not have been played out. */
    const struct move replaced = panels->replaced;
    int before = move_is_none(replaced) ? -1 : find_move_tried(study, replaced.from, replaced.to);
    char change[MOVE_TEXT + 16] = "", name[MOVE_TEXT];
    if (!move_is_none(replaced) && before < 0) {
        bool attack = local_game_board(&tui->local)->at[replaced.to] != NO_PIECE;
        snprintf(change, sizeof change, "in place of %s: ",
                 move_write(replaced, attack, session_notation(tui->session), name));
    }
    /* As many chances as fit on the message line, then as many sentences. */
    const char *words = sentence.size ? text_string(&sentence) : NULL;
    int chances = beginner ? -1 : HINT_CHANCES;
    for (bool fits = false; !fits; chances--) {
        text_clear(&text);
        add_heading(panels, &text);
        text_add(&text, change);
        hint_add_text(study, words, rash, before, chances, session_notation(tui->session), &text);
        fits = chances <= 0 || message_fits(tui, text_string(&text));
    }
    message_show_sentences(tui, text_string(&text));
    text_free(&sentence);
    text_free(&text);
}

/* Shows a hint without rollouts on the message line: "Hint by star: c4-c5, depth 6. Chance to win 58 %.", of
 * an attack with what speaks for it. A move of `vedette` to which the plans left no other has their words. */
static void show_one_move(struct tui *tui, const struct advice *advice)
{
    char name[MOVE_TEXT];
    struct text words = {0}, whole = {0};
    const struct figures *figures = panels_figures(tui);
    bool attack = local_game_board(&tui->local)->at[advice->move.to] != NO_PIECE;
    bool beginner = lessons_beginner(tui), planned = figures && figures->here.planned;
    move_write(advice->move, attack, session_notation(tui->session), name);
    if (planned && (attack || advice->has_study))
        plan_hint_sentence(&figures->hint, &figures->here, advice->move, !beginner, &words);
    bool has_words = words.size > strlen(name) + 1;
    if (advice->has_study)
        text_printf(&whole, "Hint: %s%s", has_words ? text_string(&words) : name,
                    has_words ? "" : ", the only move that the plans leave.");
    else
        text_printf(&whole, "Hint by %s: %s", tui->adviser.request->agent, name);
    if (advice->has_policy)
        text_printf(&whole, ", drawn with %.1f %%",
                    100 * (double)advice->policy.probability[POLICY_STAGES - 1][advice->policy.chosen]);
    if (advice->progress.depth > 0)
        text_printf(&whole, ", depth %d", advice->progress.depth);
    if (!advice->has_policy && figures && !isnan(figures->chance) && !(advice->has_study && beginner))
        text_printf(&whole, "%s Chance to win %.0f %%.", advice->has_study ? "" : ".", 100 * figures->chance);
    if (has_words && !advice->has_study)
        text_printf(&whole, "%s It%s", advice->has_policy ? "." : "", text_string(&words) + strlen(name));
    message_show_sentences(tui, text_string(&whole));
    text_free(&words);
    text_free(&whole);
}

/* Shows the hint on the message line and chooses its move. */
static void show_advice(struct tui *tui)
{
    const struct adviser *adviser = &tui->adviser;
    const struct advice *advice = &adviser->advice;
    if (adviser->state == ADVICE_FAILED) {
        message_error(tui, &adviser->error);
    } else if (move_is_none(advice->move)) {
        message_show(tui, false, "Hint by %s: resign", adviser->request->agent);
    } else if (advice->has_study && advice->study.trials) {
        show_rollouts(tui, advice);
    } else {
        if (local_game_to_move(&tui->local))
            panels_choose_move(tui, advice->move);
        show_one_move(tui, advice);
    }
}

/* Notes that the hint is to be shown when it is ready. */
static void await_advice(struct tui *tui)
{
    tui->panels.awaited |= AWAIT_ADVICE;
    message_clear(tui);
}

bool lines_can_hint(const struct tui *tui)
{
    return may_request_hint(tui) && hint_agent(&tui->session->settings);
}

bool lines_hint(struct tui *tui)
{
    struct advice_request request;
    struct adviser *adviser = &tui->adviser;
    if (!may_request_hint(tui) || !make_request(tui, &request))
        return false;
    if (request.seconds <= 0) { /* a hint that goes on improving needs only the message line */
        tui->panels.lines = true;
        tui->panels.plans = false;
    }
    tui->panels.hint_is_shown = false;
    tui->panels.replaced = MOVE_NONE;
    tui->panels.hint_is_held = false;
    bool same_position = adviser_is_last_request(adviser, &request);
    if (!same_position || adviser->state == ADVICE_STOPPED || adviser->state == ADVICE_FAILED)
        adviser_request(adviser, &request);
    if (!adviser_is_busy(adviser)) {
        show_advice(tui);
        return true;
    }
    await_advice(tui);
    if (request.seconds > 0 && local_game_to_move(&tui->local)) {
        /* The planner answers at once. Its sentence is also needed for the agent's move. */
        panels_await(tui, AWAIT_HINT | AWAIT_CHANCE);
    } else {
        tui->panels.awaited |= AWAIT_CHANCE;
        panels_update(tui);
    }
    return true;
}

void lines_update(struct tui *tui)
{
    struct advice_request request;
    struct adviser *adviser = &tui->adviser;
    struct panels *panels = &tui->panels;
    if (adviser->state == ADVICE_NONE)
        return;
    /* Drops lines of another position. */
    if (!tui->local.has_game || !make_request(tui, &request) || !adviser_is_last_request(adviser, &request)) {
        adviser_forget(adviser);
        panels->awaited &= ~(unsigned)(AWAIT_ADVICE | AWAIT_CHANCE);
        return;
    }
    adviser_poll(adviser);
    keep_shown_move(tui);
    if (!(panels->awaited & AWAIT_ADVICE))
        return;
    if (adviser_is_busy(adviser)) {
        if (request.seconds > 0 && adviser->advice.progress.seconds >= FIRST_SECONDS)
            show_advice(tui);
        return;
    }
    if (panels->awaited & AWAIT_CHANCE) /* panels_update continues with the figures */
        return;
    panels->awaited &= ~(unsigned)(AWAIT_ADVICE | AWAIT_CHANCE);
    show_advice(tui);
}

bool lines_finish_now(struct tui *tui)
{
    if (!adviser_is_busy(&tui->adviser))
        return false;
    await_advice(tui);
    adviser_hurry(&tui->adviser);
    return true;
}

bool lines_stop(struct tui *tui)
{
    if (!adviser_is_busy(&tui->adviser))
        return false;
    adviser_stop(&tui->adviser);
    tui->panels.awaited &= ~(unsigned)(AWAIT_ADVICE | AWAIT_CHANCE);
    if (!tui->panels.hint_is_shown || !lines_hint_stands(tui)) /* its sentence stays with its move */
        message_show(tui, false, "Stopped");
    return true;
}

void lines_abandon_hint(struct tui *tui)
{
    if (!(tui->panels.awaited & AWAIT_ADVICE) || lines_hint_stands(tui))
        return;
    tui->panels.awaited &= ~(unsigned)(AWAIT_ADVICE | AWAIT_CHANCE);
    if (!is_shown(tui))
        adviser_stop(&tui->adviser);
}

/* Draws the panel about the opponent's thinking: time and effort only. */
static void draw_opponent(const struct tui *tui, struct canvas *canvas)
{
    const struct local_game *local = &tui->local;
    char state[32], note[160];
    bool moved = local_game_board(local)->plies > 0;
    struct lines_picture picture = {
        .heading = local->thought.on ? "Your opponent thinks"
                   : moved         ? "Your opponent thought"
                                   : "Your opponent has not moved yet",
        .state = state,
        .effort = &local->thought.effort, .note = note,
    };
    struct key_name hint = key_for(ACTION_HINT, ON_GAME);
    const char *with = hint_agent(&tui->session->settings) ? "" : ", with hint.agent=star, vedette or rnad";
    if (local_game_over(local))
        snprintf(note, sizeof note,
                 "The game is over. %s shows the best lines of each position that you step back to%s.",
                 hint.text, with);
    else
        snprintf(note, sizeof note, "Its lines would show its ranks. On your turn %s shows yours%s.",
                 hint.text, with);
    bool tenths = !local->thought.on && local->thought.seconds < 9.95; /* 9.95 would be shown as 10.0 */
    snprintf(state, sizeof state, "%.*f s", tenths ? 1 : 0, local->thought.seconds);
    if (!local->thought.on && !moved)
        *state = '\0';
    const struct area area = message_area_above(tui, canvas, &tui->layout.panel);
    draw_lines(canvas, &area, &picture);
}

/* Returns the number of the move that is described in words, the first of these that exists: the move of the
 * chosen piece to the cursor, the best move of the piece under the cursor, the best of the chosen piece, the
 * best of all. The chosen piece comes late because a hint chooses its piece. */
static int find_described(const struct tui *tui, const struct rollout_study *study)
{
    const struct board_cursor *cursor = &tui->cursor;
    bool aims = cursor->chosen != SQUARE_NONE && bit_in(cursor->targets, cursor->square);
    int found = aims ? find_move_tried(study, cursor->chosen, cursor->square)
                     : find_move_tried(study, cursor->square, SQUARE_NONE);
    if (found < 0 && cursor->chosen != SQUARE_NONE)
        found = find_move_tried(study, cursor->chosen, SQUARE_NONE);
    return found < 0 ? study->best : found;
}

/* Draws the panel about a hint. */
static void draw_advice(const struct tui *tui, struct canvas *canvas)
{
    const struct adviser *adviser = &tui->adviser;
    const struct progress *progress = &adviser->advice.progress;
    struct think_stats effort = think_stats_of(progress);
    char heading[48], state[48];
    const char *word = adviser_is_busy(adviser)            ? "thinks, "
                       : adviser->state == ADVICE_STOPPED ? "stopped, "
                                                          : "";
    snprintf(heading, sizeof heading, "Hint by %.20s", adviser->request->agent);
    snprintf(state, sizeof state, "%s%.1f s", word, progress->seconds);
    struct lines_picture picture = {
        .heading = heading, .state = state, .effort = &effort, .advice = &adviser->advice,
        .done_part = adviser_is_busy(adviser) ? hint_progress(&tui->session->settings, progress) : 0,
        .note = adviser->state == ADVICE_FAILED ? adviser->error.text : NULL,
        .board = local_game_board(&tui->local),
        .described_move = adviser->advice.has_study ? find_described(tui, &adviser->advice.study) : 0,
    };
    const struct area area = message_area_above(tui, canvas, &tui->layout.panel);
    draw_lines(canvas, &area, &picture);
}

void lines_draw(const struct tui *tui, struct canvas *canvas)
{
    if (!is_shown(tui))
        return;
    if (tui->adviser.state == ADVICE_NONE)
        draw_opponent(tui, canvas);
    else
        draw_advice(tui, canvas);
}

void lines_progress_text(const struct tui *tui, char *words, size_t capacity)
{
    const struct adviser *adviser = &tui->adviser;
    const struct advice *advice = &adviser->advice;
    struct think_stats effort = think_stats_of(&advice->progress);
    char name[MOVE_TEXT] = "", text[THINK_STATS_TEXT];
    words[0] = '\0';
    /* A hint that improves is on the message line itself. */
    if (!adviser_is_busy(adviser) || (adviser->request->seconds > 0 && tui->message[0]))
        return;
    struct key_name now = key_for(ACTION_MOVE_NOW, ON_GAME), stop = key_for(ACTION_CANCEL, ON_GAME);
    if (is_shown(tui)) {
        if (tui->panels.awaited & AWAIT_ADVICE)
            snprintf(words, capacity, "%s looks for a move. %s: give it now; %s: stop",
                     adviser->request->agent, now.text, stop.text);
        return;
    }
    if (!move_is_none(advice->move))
        move_write(advice->move, advice->attack[0], session_notation(tui->session), name);
    snprintf(words, capacity, "%s: now; %s: stop. %s: %s %s", now.text, stop.text, adviser->request->agent,
             name, think_stats_write(&effort, text));
}
