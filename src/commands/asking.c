/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/asking.h"

#include "analysis/advice.h"
#include "base/decimal.h"
#include "base/memory.h"
#include "console/load.h"
#include "report/policy_text.h"
#include "report/study_text.h"
#include "rollout/study.h"

#include <math.h>
#include <stdlib.h>

enum { RANKS_SHOWN = 3 /* of a fight */ };

/* What an agent reported besides its move; NULL where it did not. */
struct agent_report {
    const struct progress *progress;
    const struct rollout_study *study;
    const struct policy_study *policy;
};

static void keep_report(void *context, const struct progress *progress)
{
    *(struct progress *)context = *progress;
}

/* "expected: e4xe5 (5 34%, 3 22%, others 44%) e7-e6". */
static void print_play(struct session *session, const struct progress *progress, const struct board *board)
{
    struct text play = {0};
    struct advice *advice = memory_new(1, sizeof *advice);
    advice_report(advice, progress, board);
    advice_play(advice, RANKS_SHOWN, session_notation(session), &play);
    session_printf(session, "expected: %s\n", text_string(&play));
    text_free(&play);
    free(advice);
}

/* "e4xe5: 35.20 points at depth 6" and the line; a move alone where the agent tells no more. */
static void explain(struct session *session, const struct board *board, struct move move,
                    const struct progress *progress)
{
    enum notation notation = session_notation(session);
    char text[MOVE_TEXT];
    session_printf(session, "%s", move_write(move, board->at[move.to] != NO_PIECE, notation, text));
    if (!move_equal(progress->best, move)) {
        session_printf(session, "\n");
        return;
    }
    session_printf(session, ": %.2f points", decimal_plain_zero(progress->value, 2));
    if (progress->depth)
        session_printf(session, " at depth %d", progress->depth);
    session_printf(session, "\n");
    if (progress->length > 1)
        print_play(session, progress, board);
}

static void explain_study(struct session *session, const struct rollout_study *study)
{
    struct text out = {0};
    study_text(study, session_notation(session), &out);
    session_print_text(session, &out);
}

static void explain_policy(struct session *session, const struct board *board,
                           const struct policy_study *policy)
{
    struct text out = {0};
    policy_text(policy, board, session_notation(session), &out);
    session_print_text(session, &out);
}

static void add_answer_json(struct session *session, const struct board *board, struct move move,
                            const struct agent_report *said, bool explain)
{
    const struct progress *progress = said->progress;
    struct json *json = session->answer;
    struct advice *advice = memory_new(1, sizeof *advice);
    struct text play = {0};
    char text[MOVE_TEXT];
    bool shown = explain && !move_is_none(move) && move_equal(progress->best, move);
    json_open(json, NULL, '{');
    bool attack = explain && !move_is_none(move) && board->at[move.to] != NO_PIECE; /* as in the text */
    json_text(json, "move", move_is_none(move) ? NULL
                                               : move_write(move, attack, session_notation(session), text));
    json_flag(json, "resigns", move_is_none(move));
    if (shown) {
        advice_report(advice, progress, board);
        advice_play(advice, RANKS_SHOWN, session_notation(session), &play);
    }
    if (explain) { /* null: the agent does not say */
        json_number(json, "value", shown ? progress->value : NAN);
        json_number(json, "depth", shown ? (double)progress->depth : NAN);
        json_text(json, "expected", shown ? text_string(&play) : NULL);
        json_null(json, "plans");
    }
    if (said->study)
        study_json(said->study, session_notation(session), false, "rollout", json);
    else if (explain)
        json_null(json, "rollout");
    if (said->policy)
        policy_json(said->policy, board, session_notation(session), "policy", json);
    else if (explain)
        json_null(json, "policy");
    json_close(json, '}');
    text_free(&play);
    free(advice);
}

/* Prints what was asked for: of what it is chosen from, of the move with what is said of it, or of the move
 * alone. */
static void print_answer(struct session *session, const struct agent_question *asking,
                         const struct board *board, struct move move, const struct agent_report *said)
{
    char text[MOVE_TEXT];
    if (move_is_none(move))
        session_printf(session, "resign\n");
    else if (said->study)
        explain_study(session, said->study);
    else if (said->policy)
        explain_policy(session, board, said->policy);
    else if (asking->explain)
        explain(session, board, move, said->progress);
    else
        session_printf(session, "%s\n", move_write(move, false, session_notation(session), text));
    add_answer_json(session, board, move, said, asking->explain);
}

/* The moves that may be answered. */
static enum status read_moves(const struct session *session, const struct agent_question *asking,
                              const struct board *board, struct move *root, struct error *error)
{
    const char *command = asking->command->name;
    if (asking->moves.count > HALVING_ARMS)
        return error_set(error, STATUS_BAD, "%s: %d moves, expected no more than %d", command,
                         asking->moves.count, HALVING_ARMS);
    for (int i = 0; i < asking->moves.count; i++) {
        const char *word = asking->moves.word[i];
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

static bool stop_requested(const struct think *think)
{
    return think->stop && atomic_load_explicit(think->stop, memory_order_relaxed);
}

/* Asks once more, all that was tried and another move in the same worlds; told to stop on the way, what was
 * tried in more rollouts stands, which may be what there was before: `first` has room for it. */
static const struct rollout_study *ask_about(struct agent *agent, const struct view *view, struct think think,
                                             struct move other, struct rollout_study *first)
{
    struct move root[HALVING_ARMS];
    const struct rollout_study *study = agent_study(agent);
    bool among = false;
    for (int i = 0; i < study->count; i++) {
        root[think.root_count++] = study->move[i].move;
        among |= move_equal(study->move[i].move, other);
    }
    if (among || stop_requested(&think))
        return study;
    *first = *study;
    if (think.root_count == HALVING_ARMS)
        think.root_count--;
    root[think.root_count++] = other;
    think.root = root;
    think.all_roots = true; /* and as long, as nothing bounds it but what bounded the others */
    agent_move(agent, view, &think);
    study = agent_study(agent);
    if (!study || (stop_requested(&think) && study->trials < first->trials)) {
        first->stopped = true;
        return first;
    }
    return study;
}

/* What the move was chosen from goes to who asked for that. */
static enum status print_study(struct session *session, const struct agent_question *asking,
                               const struct rollout_study *study, struct move played, struct error *error)
{
    if (study && study->possible)
        asking->print(session, asking, study, played);
    else if (asking->agent)
        return error_set(error, STATUS_NO, "%s: no world can be drawn: an own rank is not known, or facts "
                         "contradict each other", asking->command->name);
    return STATUS_OK;
}

/* The same of a learnt policy, for a move that was taken back. */
static void print_policy(struct session *session, const struct board *board,
                         const struct policy_study *policy)
{
    explain_policy(session, board, policy);
    policy_json(policy, board, session_notation(session), "policy", session->answer);
}

/* Only the view goes to the agent. */
static enum status ask(struct session *session, const struct agent_question *asking, struct agent *agent,
                       const struct position *position, struct move played, struct rng *rng,
                       struct error *error)
{
    struct think think = asking->think;
    struct view view = {0};
    struct move root[HALVING_ARMS];
    enum status status = read_moves(session, asking, &position->board, root, error);
    if (status)
        return status;
    struct progress *progress = memory_new(1, sizeof *progress);
    struct rollout_study *first = memory_new(1, sizeof *first);
    progress->best = MOVE_NONE;
    think.rng = rng;
    think.threads = session->jobs;
    think.stop = session->stop;
    think.root = asking->moves.count ? root : NULL;
    think.root_count = asking->moves.count;
    think.study = asking->explain || asking->print;
    if (asking->explain) {
        think.report = keep_report;
        think.context = progress;
    }
    view_init(&view, position, position->board.to_move);
    const char *why;
    struct move move = agent_move(agent, &view, &think);
    const struct rollout_study *study = agent_study(agent);
    if (!move_is_none(played) && study)
        study = ask_about(agent, &view, think, played, first);
    if (agent_failure(agent, &why) != AGENT_NO_FAILURE)
        status = error_set(error, STATUS_NO, "%s", why);
    else if (asking->back && agent_policy(agent))
        print_policy(session, &view.board, agent_policy(agent));
    else if (asking->print)
        status = print_study(session, asking, study, played, error);
    else
        print_answer(session, asking, &view.board, move,
                    &(struct agent_report){progress, study, agent_policy(agent)});
    view_free(&view);
    free(first);
    free(progress);
    return status;
}

/* Starts the agent; that of the side to move in a game goes by what it has there. */
static enum status start(struct session *session, const struct agent_question *asking, const char *spec,
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
        session_notice(session, "asked with the options in force here: %s", fault.text);
    /* By its own name it would read the words of that again, whose files may be others here. */
    if (!asking->agent && !agent_table[index]->launch)
        spec = agent_table[index]->name;
    enum status status = agent_start(agent, spec, &own, library, error);
    settings_free(&own);
    return status;
}

/* Starts who is to be asked, and asks. */
static enum status start_and_ask(struct session *session, const struct agent_question *asking,
                                 const struct record *record, const struct position *position,
                                 struct move played, struct error *error)
{
    enum side side = position->board.to_move;
    const char *spec = asking->agent ? asking->agent : record->player[side];
    struct agent agent = {0};
    struct rng rng;
    int kind = agent_index(spec);
    bool tells = kind >= 0 && (agent_table[kind]->study || (asking->back && agent_table[kind]->policy));
    if (asking->print && !tells)
        return asking->agent ? error_set(error, STATUS_BAD, "%s: %.60s plays no worlds out",
                                         asking->command->name, spec) : STATUS_OK;
    enum status status = start(session, asking, spec, record, side, &agent, error);
    if (!status) {
        if (asking->print && !asking->back && session->has_seed)
            rng_seed(&rng, session->seed, 0); /* it asks what the worlds say, not what was played */
        else
            game_player_rng(record, side, position->board.plies, session->seed, &rng);
        status = ask(session, asking, &agent, position, played, &rng, error);
    }
    agent_end(&agent);
    return status;
}

enum status ask_agent(struct session *session, struct agent_question *asking, struct error *error)
{
    const char *path = asking->path;
    struct record record = {0};
    struct position position = {0};
    struct move played = MOVE_NONE;
    enum status status = load_record(session, asking->command, path, UINT64_MAX, &record, &position, error);
    if (!status && asking->back)
        status = load_take_back_move(asking->command, &position, &played, error);
    struct outcome outcome = status ? (struct outcome){0} : position_outcome(&position);
    if (!status)
        status = load_check_visible(session, path, &record, position.board.to_move, error);
    if (!status)
        status = load_check_open(asking->command, path, outcome, error);
    if (!status)
        status = load_check_own_ranks(asking->command, &record, &position, error);
    asking->board = &position.board;
    if (!status)
        status = start_and_ask(session, asking, &record, &position, played, error);
    asking->board = NULL;
    position_free(&position);
    record_clear(&record);
    return status;
}
