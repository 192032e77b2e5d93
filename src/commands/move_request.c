/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/move_request.h"

#include "analysis/advice.h"
#include "analysis/safe_hint.h"
#include "base/memory.h"
#include "console/load.h"
#include "report/policy_text.h"
#include "analysis/plan_hint.h"
#include "report/hint_text.h"
#include "report/study_text.h"
#include "rollout/study.h"

#include <math.h>
#include <stdlib.h>

enum { RANKS_SHOWN = 3 /* the most probable ranks of a fight that are printed */ };

/* What an agent reported besides its move. A member is NULL if the agent reported nothing of that kind. */
struct agent_report {
    const struct progress *progress;
    const struct rollout_study *study;
    const struct policy_study *policy;
};

/* Copies the agent's latest report to *context, a struct progress. */
static void store_progress(void *context, const struct progress *progress)
{
    *(struct progress *)context = *progress;
}

/* Prints how the agent expects the game to go on, with the most probable ranks of a fight: "expected: e4xe5
 * (5 34%, 3 22%, others 44%) e7-e6". */
static void show_expected(struct session *session, const struct progress *progress, const struct board *board)
{
    struct text play = {0};
    struct advice *advice = memory_new(1, sizeof *advice);
    advice_report(advice, progress, board);
    advice_play(advice, RANKS_SHOWN, advice->progress.length, session_notation(session), &play);
    session_printf(session, "expected: %s\n", text_string(&play));
    text_free(&play);
    free(advice);
}

/* Prints "e4xe5, depth 6", the expected play and the chance to win. Leaves out depth and play if the agent's
 * last report is about another move. */
static void explain_move(struct session *session, const struct board *board, struct move move,
                         const struct progress *progress, double chance)
{
    enum notation notation = session_notation(session);
    char text[MOVE_TEXT];
    session_printf(session, "%s", move_write(move, board->at[move.to] != NO_PIECE, notation, text));
    bool reported = move_equal(progress->best, move);
    if (reported && progress->depth)
        session_printf(session, ", depth %d", progress->depth);
    session_printf(session, "\n");
    if (reported && progress->length > 1)
        show_expected(session, progress, board);
    if (!isnan(chance))
        session_printf(session, "%s's chance to win: %.0f %%\n", side_name(board->to_move), 100 * chance);
}

/* Prints the rollouts that the move was chosen from. */
static void explain_study(struct session *session, const struct rollout_study *study)
{
    struct text out = {0};
    study_add_text(study, session_notation(session), &out);
    session_print_text(session, &out);
}

/* Prints the probabilities of a learnt policy on `board`. */
static void explain_policy(struct session *session, const struct board *board,
                           const struct policy_study *policy)
{
    struct text out = {0};
    policy_add_text(policy, board, session_notation(session), &out);
    session_print_text(session, &out);
}

/* Adds the move to the JSON answer. With request->explain also adds what the agent reported about it; null if
 * it reported nothing. */
static void add_answer_json(struct session *session, const struct board *board, struct move move,
                            const struct agent_report *report, const struct move_request *request)
{
    const struct progress *progress = report->progress;
    struct json *json = session->answer;
    struct advice *advice = memory_new(1, sizeof *advice);
    struct text play = {0};
    char text[MOVE_TEXT];
    const bool explain = request->explain;
    bool explained = explain && !move_is_none(move) && move_equal(progress->best, move);
    /* Write only explained moves with x, as the text does. */
    bool attack = explain && !move_is_none(move) && board->at[move.to] != NO_PIECE;
    if (move_is_none(move))
        json_printf(json, "{move: null, resigns: true");
    else
        json_printf(json, "{move: %s, resigns: false",
                    move_write(move, attack, session_notation(session), text));
    if (explained) {
        advice_report(advice, progress, board);
        advice_play(advice, RANKS_SHOWN, advice->progress.length, session_notation(session), &play);
    }
    if (explain) /* null: the agent did not report it */
        json_printf(json, "chance: %g, value: %g, depth: %g, expected: %s, plans: null", request->chance,
                    explained ? progress->value : NAN, explained ? (double)progress->depth : NAN,
                    explained ? text_string(&play) : NULL);
    if (report->study)
        study_add_json(report->study, session_notation(session), false, "rollout", json);
    else if (explain)
        json_add_null(json, "rollout");
    if (report->policy)
        policy_add_json(report->policy, board, session_notation(session), "policy", json);
    else if (explain)
        json_add_null(json, "policy");
    json_close(json, '}');
    text_free(&play);
    free(advice);
}

/* Prints a hint by rollouts in sentences. */
static void print_brief(struct session *session, const struct move_request *request,
                        const struct rollout_study *study)
{
    struct text sentence = {0}, words = {0}, lines = {0};
    bool rash = request->plan_hint && plan_hint_sentence(request->plan_hint, request->analysis,
                                                         study->move[study->best].move, true,
                                                         &sentence);
    hint_add_text(study, sentence.size ? text_string(&sentence) : NULL, rash, -1, HINT_CHANCES,
                  session_notation(session), &words);
    text_free(&sentence);
    text_wrapped(&lines, text_string(&words), 0, 0);
    session_print_text(session, &lines);
    text_free(&words);
}

/* Prints, and adds to the JSON answer, one of these: "resign", the rollouts, the policy, the move with its
 * explanation (request->explain), or only the move. */
static void print_answer(struct session *session, const struct move_request *request,
                         const struct board *board, struct move move, const struct agent_report *report)
{
    char text[MOVE_TEXT];
    if (move_is_none(move))
        session_printf(session, "resign\n");
    else if (report->study && report->study->made && request->brief)
        print_brief(session, request, report->study);
    else if (report->study)
        explain_study(session, report->study);
    else if (report->policy)
        explain_policy(session, board, report->policy);
    else if (request->explain)
        explain_move(session, board, move, report->progress, request->chance);
    else
        session_printf(session, "%s\n", move_write(move, false, session_notation(session), text));
    add_answer_json(session, board, move, report, request);
}

/* Reads request->moves into root[HALVING_ARMS]. STATUS_BAD if there are too many or a word is not a move,
 * STATUS_NO if a move is illegal. */
static enum status read_moves(const struct session *session, const struct move_request *request,
                              const struct board *board, struct move *root, struct error *error)
{
    const char *command = request->command->name;
    if (request->moves.count > HALVING_ARMS)
        return error_set(error, STATUS_BAD, "%s: %d moves, expected no more than %d", command,
                         request->moves.count, HALVING_ARMS);
    for (int i = 0; i < request->moves.count; i++) {
        const char *word = request->moves.word[i];
        struct move_with_ranks named;
        struct error why;
        if (move_read(word, session_notation(session), &named, NULL, &why) != STATUS_OK)
            return error_set(error, STATUS_BAD, "%s: '%.60s' is no move: %s", command, word, why.text);
        enum illegal fault = board_check(board, named.move);
        if (fault != MOVE_LEGAL)
            return error_set(error, STATUS_NO, "%s: %s", word, illegal_text(fault));
        root[i] = named.move;
    }
    return STATUS_OK;
}

/* Returns whether the caller requested a stop. */
static bool stop_requested(const struct think *think)
{
    return think->stop && atomic_load_explicit(think->stop, memory_order_relaxed);
}

/* Repeats the agent's study with the move `other` added, in the same sampled worlds. Returns the new study.
 * Returns the old one if it already has `other` or a stop is requested. If the new one was stopped and has
 * fewer rollouts, returns a copy of the old one in *first. */
static const struct rollout_study *study_with_move(struct agent *agent, const struct view *view,
                                                   struct think think, struct move other,
                                                   struct rollout_study *first)
{
    struct move root[HALVING_ARMS];
    const struct rollout_study *study = agent_study(agent);
    bool has_other = false;
    for (int i = 0; i < study->count; i++) {
        root[think.root_count++] = study->move[i].move;
        has_other |= move_equal(study->move[i].move, other);
    }
    if (has_other || stop_requested(&think))
        return study;
    *first = *study;
    if (think.root_count == HALVING_ARMS) /* no space: `other` replaces the last move */
        think.root_count--;
    root[think.root_count++] = other;
    think.root = root;
    think.all_roots = true; /* `other` needs a value too */
    agent_move(agent, view, &think);
    study = agent_study(agent);
    if (!study || (stop_requested(&think) && study->trials < first->trials)) {
        first->stopped = true;
        return first;
    }
    return study;
}

/* Makes the safe move of a hint's rollouts the chosen one in a copy of the study. Returns the move, and
 * updates the agent's report. */
static struct move choose_safe_move(const struct board *board, const struct rollout_study *study,
                                    struct rollout_study *copy, struct progress *progress)
{
    double loss[HALVING_ARMS];
    *copy = *study;
    safe_hint_losses(copy, board, loss);
    safe_hint_choose(copy, loss);
    const struct rollout_account *best = &copy->move[copy->best];
    if (copy->best != study->best) {
        progress->best = progress->line[0] = best->move;
        progress->value = best->mean + best->bonus;
        progress->length = 1;
    }
    return best->move;
}

/* Passes the study to request->print. If no world could be sampled, returns STATUS_NO if the user named the
 * agent; if not, prints nothing. */
static enum status print_study(struct session *session, const struct move_request *request,
                               const struct rollout_study *study, struct move played, struct error *error)
{
    if (study && study->possible)
        request->print(session, request, study, played);
    else if (request->agent)
        return error_set(error, STATUS_NO, "%s: no world can be drawn: an own rank is not known, or facts "
                         "contradict each other", request->command->name);
    return STATUS_OK;
}

/* Prints, and adds to the JSON answer, the learnt policy for a move that was taken back. */
static void print_policy_of_move(struct session *session, const struct board *board,
                                 const struct policy_study *policy)
{
    explain_policy(session, board, policy);
    policy_add_json(policy, board, session_notation(session), "policy", session->answer);
}

/* Requests a move from a started agent, which sees only the view of the side to move, and prints the answer.
 * `played`: the move that was taken back, or MOVE_NONE. */
static enum status request_and_print(struct session *session, const struct move_request *request,
                                     struct agent *agent, const struct position *position, struct move played,
                                     struct rng *rng, struct error *error)
{
    struct think think = request->think;
    struct view view = {0};
    struct move root[HALVING_ARMS];
    enum status status = read_moves(session, request, &position->board, root, error);
    if (status)
        return status;
    /* The conditions of thinking. */
    struct progress *progress = memory_new(1, sizeof *progress);
    struct rollout_study *first = memory_new(1, sizeof *first);
    progress->best = MOVE_NONE;
    think.rng = rng;
    think.threads = session->jobs;
    think.stop = session->stop;
    think.root = request->moves.count ? root : NULL;
    think.root_count = request->moves.count;
    think.study = request->explain || request->print;
    if (request->explain) {
        think.report = store_progress;
        think.context = progress;
    }
    /* Think, then print what was requested. */
    view_init(&view, position, position->board.to_move);
    const char *why;
    struct move move = agent_move(agent, &view, &think);
    const struct rollout_study *study = agent_study(agent);
    if (!move_is_none(played) && study)
        study = study_with_move(agent, &view, think, played, first);
    if (request->brief && study && study->trials && !move_is_none(move)) {
        move = choose_safe_move(&view.board, study, first, progress);
        study = first;
    }
    if (agent_failure(agent, &why) != AGENT_NO_FAILURE)
        status = error_set(error, STATUS_NO, "%s", why);
    else if (request->back && agent_policy(agent))
        print_policy_of_move(session, &view.board, agent_policy(agent));
    else if (request->print)
        status = print_study(session, request, study, played, error);
    else
        print_answer(session, request, &view.board, move,
                     &(struct agent_report){progress, study, agent_policy(agent)});
    view_free(&view);
    free(first);
    free(progress);
    return status;
}

/* Starts the agent `spec`. If it is the agent that is recorded as the player of `side`, it gets the options
 * that this player has in the game. */
static enum status start_agent(struct session *session, const struct move_request *request, const char *spec,
                               const struct record *record, enum side side, struct agent *agent,
                               struct error *error)
{
    struct library *library = library_for_variant(session->library, variant_at(record->start.variant));
    struct settings own = {0};
    struct error fault;
    int index = agent_index(spec);
    if (index < 0 || index != agent_index(record->player[side]))
        return agent_start(agent, spec, &session->settings, library, error);
    if (game_player_settings(record, side, record->plies, &session->settings, &own, &fault))
        session_notice(session, "run with the options in force here: %s", fault.text);
    /* `own` has the options of the recorded spec already. If agent_start read the spec again, file names in
     * it could mean other files here. */
    if (!request->agent && !agent_table[index]->launch)
        spec = agent_table[index]->name;
    enum status status = agent_start(agent, spec, &own, library, error);
    settings_free(&own);
    return status;
}

/* Starts the named agent, or the recorded player of the side to move if none is named, and requests its move.
 * With request->print, an agent that reports no study is STATUS_BAD if it was named; if not, nothing is
 * printed. */
static enum status start_and_request(struct session *session, const struct move_request *request,
                                     const struct record *record, const struct position *position,
                                     struct move played, struct error *error)
{
    enum side side = position->board.to_move;
    const char *spec = request->agent ? request->agent : record->player[side];
    struct agent agent = {0};
    struct rng rng;
    int kind = agent_index(spec);
    bool can_report = kind >= 0 && (agent_table[kind]->study || (request->back && agent_table[kind]->policy));
    if (request->print && !can_report)
        return request->agent ? error_set(error, STATUS_BAD, "%s: %.60s plays no worlds out",
                                          request->command->name, spec) : STATUS_OK;
    enum status status = start_agent(session, request, spec, record, side, &agent, error);
    if (!status) {
        if (request->print && !request->back && session->has_seed)
            rng_seed(&rng, session->seed, 0); /* a study need not repeat the game's own move */
        else
            game_player_rng(record, side, position->board.plies, session->seed, &rng);
        status = request_and_print(session, request, &agent, position, played, &rng, error);
    }
    agent_end(&agent);
    return status;
}

enum status move_request_run(struct session *session, struct move_request *request, struct error *error)
{
    const char *path = request->path;
    struct record record = {0};
    struct position position = {0};
    struct move played = MOVE_NONE;
    enum status status = load_record(session, request->command, path, &record, &position, error);
    if (!status && request->back)
        status = load_take_back_move(request->command, &position, &played, error);
    struct outcome outcome = status ? (struct outcome){0} : position_outcome(&position);
    if (!status)
        status = load_check_visible(session, path, &record, position.board.to_move, error);
    if (!status)
        status = load_check_open(request->command, path, outcome, error);
    if (!status)
        status = load_check_own_ranks(request->command, &record, &position, error);
    request->board = &position.board;
    if (!status)
        status = start_and_request(session, request, &record, &position, played, error);
    request->board = NULL;
    position_free(&position);
    record_clear(&record);
    return status;
}
