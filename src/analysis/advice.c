/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/advice.h"

#include "analysis/safe_hint.h"
#include "base/decimal.h"
#include "play/game.h"
#include "play/view_at.h"

#include <stdlib.h>
#include <string.h>

/* --- which moves of a line are attacks --- */

/* The pieces on their squares while a line is played. */
struct line_board {
    uint8_t at[SQUARES];  /* piece numbers */
    uint8_t rank[PIECES]; /* RANK_UNKNOWN: not known */
};

/* Copies the pieces of a board. */
static void copy_board_pieces(struct line_board *pieces, const struct board *board)
{
    memcpy(pieces->at, board->at, sizeof pieces->at);
    for (int number = 0; number < PIECES; number++)
        pieces->rank[number] = board->piece[number].rank;
}

/* Plays a move. An attack on an unknown piece has its most likely outcome. False, with the move not played,
 * if the outcome is unknown. */
static bool play_line_move(struct line_board *pieces, struct move move, const struct line_fight *fight)
{
    int mover = pieces->at[move.from], victim = pieces->at[move.to];
    if (fight->outcomes.count > 0)
        pieces->rank[pieces->at[fight->square]] = fight->outcomes.rank[0]; /* the most likely comes first */
    enum battle battle = BATTLE_WON; /* an empty square is entered as after a won attack */
    if (victim != NO_PIECE && (pieces->rank[mover] == RANK_UNKNOWN || pieces->rank[victim] == RANK_UNKNOWN))
        return false;
    if (victim != NO_PIECE)
        battle = battle_result(pieces->rank[mover], pieces->rank[victim]);
    pieces->at[move.from] = NO_PIECE;
    if (battle != BATTLE_LOST)
        pieces->at[move.to] = battle == BATTLE_BOTH ? NO_PIECE : (uint8_t)mover;
    return true;
}

/* Sets advice->attack for each move of the line. Cuts the line after a move with an unknown outcome. */
static void mark_attacks(struct advice *advice, const struct board *board)
{
    struct line_board now;
    struct progress *progress = &advice->progress;
    copy_board_pieces(&now, board);
    for (int i = 0; i < progress->length; i++) {
        struct move move = progress->line[i];
        advice->attack[i] = now.at[move.to] != NO_PIECE;
        if (!play_line_move(&now, move, &progress->fight[i]))
            progress->length = i + 1;
    }
}

/* --- requesting advice --- */

/* The context of store_progress. */
struct advice_source {
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

/* Copies the agent's rollouts and policy, if it has them. Returns the move to advise: the safe one of the
 * rollouts, else `move`. */
static struct move copy_study(struct advice *advice, struct agent *agent, const struct view *view,
                              struct move move)
{
    struct rollout_study *copy = &advice->study;
    const struct rollout_study *study = agent_study(agent);
    advice->has_study = study != NULL;
    if (study)
        *copy = *study;
    if (study && study->trials && !move_is_none(move)) {
        safe_hint_losses(copy, &view->board, advice->loss);
        safe_hint_choose(copy, advice->loss);
        move = copy->move[copy->best].move;
    }
    const struct policy_study *policy = agent_policy(agent);
    advice->has_policy = policy != NULL;
    if (policy)
        advice->policy = *policy;
    return move;
}

/* Stores the move to advise. If it differs from the last report's (possible if the agent was stopped, or
 * another move is safer), replaces the line by this move, and sets the value if it is known. */
static void store_move(struct advice *advice, const struct view *view, struct move move)
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
    memset(progress->fight, 0, sizeof progress->fight[0]); /* its outcomes belong to the replaced line */
    mark_attacks(advice, &view->board);
}

/* Stores a report and passes it to the watch. It is a callback of the agent. */
static void store_progress(void *context, const struct progress *progress)
{
    const struct advice_source *source = context;
    struct advice *advice = source->advice;
    advice_report(advice, progress, &source->view->board);
    struct move move = copy_study(advice, source->agent, source->view, advice->move);
    if (!move_equal(move, advice->move))
        store_move(advice, source->view, move);
    if (source->watch && source->watch->report)
        source->watch->report(source->watch->context, advice);
}

/* Starts the agent and requests its move in `view`. */
static enum status request_advice(struct advice *advice, const struct advice_request *request,
                                  const struct view *view, const struct advice_watch *watch,
                                  struct error *error)
{
    struct rng rng;
    struct agent agent = {0};
    struct advice_source source = {&agent, advice, watch, view};
    struct think think = {.rng = &rng, .threads = request->threads, .lines = request->lines, .study = true,
                          .steady = true, .soft_seconds = request->seconds,
                          .hard_seconds = request->seconds, .stop = watch ? watch->stop : NULL,
                          .report = store_progress, .context = &source};
    enum status status = agent_start(&agent, request->agent, request->settings,
                                     library_for_variant(request->library, variant_at(view->board.variant)),
                                         error);
    if (status)
        return status;
    game_player_rng(request->record, request->side, view->board.plies, request->seed, &rng);
    const char *why;
    struct move move = agent_move(&agent, view, &think);
    move = copy_study(advice, &agent, view, move);
    /* An agent that was stopped (AGENT_STOPPED) has not failed. */
    if (agent_failure(&agent, &why) > AGENT_STOPPED)
        status = error_set(error, STATUS_NO, "%s", why);
    else
        store_move(advice, view, move);
    agent_end(&agent);
    return status;
}

enum status advice_make(struct advice *advice, const struct advice_request *request,
                        const struct advice_watch *watch, struct error *error)
{
    struct view view = {0};
    struct outcome outcome;
    advice->move = advice->progress.best = MOVE_NONE;
    enum status status = view_init_at(request->record, request->plies, request->side, &view, &outcome, error);
    if (!status && outcome.result != RESULT_OPEN)
        status = error_set(error, STATUS_NO, "the game is over: there is nothing to advise");
    else if (!status && view.board.to_move != request->side)
        status = error_set(error, STATUS_NO, "that side is not to move");
    if (!status)
        status = request_advice(advice, request, &view, watch, error);
    view_free(&view);
    return status;
}

/* --- output --- */

/* Returns whether a root move comes before another in advice_best. */
static bool is_better(const struct root_move *a, const struct root_move *b)
{
    return a->is_upper_bound != b->is_upper_bound ? b->is_upper_bound : a->value > b->value;
}

int advice_best(const struct advice *advice, int max, struct root_move best[])
{
    int count = 0;
    for (int i = 0; i < advice->progress.roots; i++) {
        const struct root_move *root = &advice->progress.root[i];
        int place = count < max ? count++ : max; /* place `max` is behind the list: dropped */
        for (; place > 0 && is_better(root, &best[place - 1]); place--)
            if (place < max)
                best[place] = best[place - 1];
        if (place < max)
            best[place] = *root;
    }
    return count;
}

/* Appends " (5 34%, 3 22%, others 44%)": the `ranks` most likely ranks. */
static void add_fight(const struct outcomes *outcomes, int ranks, enum notation notation, struct text *out)
{
    double rest = 1;
    /* A single further rank takes no more space than "others". */
    int shown = outcomes->count <= ranks + 1 ? outcomes->count : ranks;
    for (int i = 0; i < shown; i++) {
        rest -= outcomes->p[i];
        text_printf(out, "%s%c %.0f%%", i ? ", " : " (", rank_write(outcomes->rank[i], notation),
                    100 * outcomes->p[i]);
    }
    if (shown < outcomes->count)
        text_printf(out, ", others %.0f%%", 100 * decimal_plain_zero(rest, 2));
    text_add(out, ")");
}

void advice_play(const struct advice *advice, int ranks, int plies, enum notation notation, struct text *out)
{
    const struct progress *progress = &advice->progress;
    char name[MOVE_TEXT];
    for (int i = 0; i < progress->length && i < plies; i++) {
        text_printf(out, "%s%s", i ? " " : "",
                    move_write(progress->line[i], advice->attack[i], notation, name));
        if (progress->fight[i].outcomes.count > 0)
            add_fight(&progress->fight[i].outcomes, ranks, notation, out);
    }
}
