/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/advice.h"

#include "base/decimal.h"
#include "play/game.h"
#include "play/view_at.h"

#include <stdlib.h>
#include <string.h>

/* --- which moves of a line are attacks --- */

/* The pieces on their squares, while a line is played through. */
struct line_board {
    uint8_t at[SQUARES];  /* piece numbers */
    uint8_t rank[PIECES]; /* RANK_UNKNOWN where it is not told */
};

static void look(struct line_board *seen, const struct board *board)
{
    memcpy(seen->at, board->at, sizeof seen->at);
    for (int number = 0; number < PIECES; number++)
        seen->rank[number] = board->piece[number].rank;
}

/* Plays a move, a fight with an unknown piece with its likeliest outcome. False where nobody knows what
 * would come of it. */
static bool play_on(struct line_board *seen, struct move move, const struct line_fight *fight)
{
    int mover = seen->at[move.from], victim = seen->at[move.to];
    if (fight->outcomes.count > 0)
        seen->rank[seen->at[fight->square]] = fight->outcomes.rank[0];
    enum battle battle = BATTLE_WON;
    if (victim != NO_PIECE && (seen->rank[mover] == RANK_UNKNOWN || seen->rank[victim] == RANK_UNKNOWN))
        return false;
    if (victim != NO_PIECE)
        battle = battle_result(seen->rank[mover], seen->rank[victim]);
    seen->at[move.from] = NO_PIECE;
    if (battle != BATTLE_LOST)
        seen->at[move.to] = battle == BATTLE_BOTH ? NO_PIECE : (uint8_t)mover;
    return true;
}

static void mark_attacks(struct advice *advice, const struct board *board)
{
    struct line_board now;
    struct progress *progress = &advice->progress;
    look(&now, board);
    for (int i = 0; i < progress->length; i++) {
        struct move move = progress->line[i];
        advice->attack[i] = now.at[move.to] != NO_PIECE;
        if (!play_on(&now, move, &progress->fight[i]))
            progress->length = i + 1;
    }
}

/* --- asking --- */

struct answering {
    struct agent *agent;
    struct advice *advice;
    const struct advice_watch *watch;
    const struct view *view;
};

void advice_report(struct advice *advice, const struct progress *progress, const struct board *board)
{
    advice->progress = *progress;
    advice->move = progress->best;
    advice->has_value = progress->roots > 0 && !move_is_none(progress->best);
    mark_attacks(advice, board);
}

/* What it tells of how it chose. */
static void take_study(struct advice *advice, struct agent *agent)
{
    const struct rollout_study *study = agent_study(agent);
    advice->has_study = study != NULL;
    if (study)
        advice->study = *study;
    const struct policy_study *policy = agent_policy(agent);
    advice->has_policy = policy != NULL;
    if (policy)
        advice->policy = *policy;
}

static void take_report(void *context, const struct progress *progress)
{
    const struct answering *asked = context;
    struct advice *advice = asked->advice;
    advice_report(advice, progress, &asked->view->board);
    take_study(advice, asked->agent);
    if (asked->watch && asked->watch->report)
        asked->watch->report(asked->watch->context, advice);
}

/* An agent that was stopped may answer with another move than it told last. */
static void take_answer(struct advice *advice, const struct view *view, struct move move)
{
    struct progress *progress = &advice->progress;
    if (!move_is_none(move) && advice->has_value && move_equal(progress->best, move))
        return;
    advice->move = progress->best = move;
    advice->has_value = false;
    progress->length = 0;
    for (int i = 0; i < progress->roots; i++)
        if (move_equal(progress->root[i].move, move) && !progress->root[i].is_upper_bound) {
            progress->value = progress->root[i].value;
            advice->has_value = true;
        }
    if (!move_is_none(move))
        progress->line[progress->length++] = move;
    memset(progress->fight, 0, sizeof progress->fight[0]);
    mark_attacks(advice, &view->board);
}

static enum status ask(struct advice *advice, const struct advice_request *request, const struct view *view,
                       const struct advice_watch *watch, struct error *error)
{
    struct rng rng;
    struct agent agent = {0};
    struct answering asked = {&agent, advice, watch, view};
    struct think think = {.rng = &rng, .threads = request->threads, .lines = request->lines, .study = true,
                          .stop = watch ? watch->stop : NULL,
                          .report = take_report, .context = &asked};
    enum status status = agent_start(&agent, request->agent, request->settings,
                                     library_for_variant(request->library, variant_at(view->board.variant)),
                                         error);
    if (status)
        return status;
    game_player_rng(request->record, request->side, view->board.plies, request->seed, &rng);
    const char *why;
    struct move move = agent_move(&agent, view, &think);
    if (agent_failure(&agent, &why) > AGENT_STOPPED)
        status = error_set(error, STATUS_NO, "%s", why);
    else
        take_answer(advice, view, move);
    take_study(advice, &agent);
    agent_end(&agent);
    return status;
}

enum status advice_make(struct advice *advice, const struct advice_request *request,
                        const struct advice_watch *watch, struct error *error)
{
    struct view view = {0};
    struct outcome outcome;
    advice->move = advice->progress.best = MOVE_NONE;
    enum status status = view_at(request->record, request->plies, request->side, &view, &outcome, error);
    if (!status && outcome.result != RESULT_OPEN)
        status = error_set(error, STATUS_NO, "the game is over: there is nothing to advise");
    else if (!status && view.board.to_move != request->side)
        status = error_set(error, STATUS_NO, "that side is not to move");
    if (!status)
        status = ask(advice, request, &view, watch, error);
    view_free(&view);
    return status;
}

/* --- telling --- */

static bool is_better(const struct root_move *a, const struct root_move *b)
{
    return a->is_upper_bound != b->is_upper_bound ? b->is_upper_bound : a->value > b->value;
}

int advice_best(const struct advice *advice, int most, struct root_move best[])
{
    int count = 0;
    for (int i = 0; i < advice->progress.roots; i++) {
        const struct root_move *root = &advice->progress.root[i];
        int at = count < most ? count++ : most;
        for (; at > 0 && is_better(root, &best[at - 1]); at--)
            if (at < most)
                best[at] = best[at - 1];
        if (at < most)
            best[at] = *root;
    }
    return count;
}

/* " (5 34%, 3 22%, others 44%)". */
static void add_fight(const struct outcomes *outcomes, int ranks, enum notation notation, struct text *out)
{
    double left = 1;
    int shown = outcomes->count <= ranks + 1 ? outcomes->count : ranks;
    for (int i = 0; i < shown; i++) {
        left -= outcomes->p[i];
        text_printf(out, "%s%c %.0f%%", i ? ", " : " (", rank_write(outcomes->rank[i], notation),
                    100 * outcomes->p[i]);
    }
    if (shown < outcomes->count)
        text_printf(out, ", others %.0f%%", 100 * decimal_plain_zero(left, 2));
    text_add(out, ")");
}

void advice_play(const struct advice *advice, int ranks, enum notation notation, struct text *out)
{
    const struct progress *progress = &advice->progress;
    char name[MOVE_TEXT];
    for (int i = 0; i < progress->length; i++) {
        text_printf(out, "%s%s", i ? " " : "",
                    move_write(progress->line[i], advice->attack[i], notation, name));
        if (progress->fight[i].outcomes.count > 0)
            add_fight(&progress->fight[i].outcomes, ranks, notation, out);
    }
}
