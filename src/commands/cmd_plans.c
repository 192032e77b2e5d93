/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planner's values of moves and their reasons: plans, hint, why. */
#include "commands/table.h"

#include "agent/hint_option.h"
#include "analysis/chance.h"
#include "analysis/plan_hint.h"
#include "commands/move_request.h"
#include "commands/plan_study.h"
#include "console/parse.h"
#include "report/play_words.h"
#include "report/study_text.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/* Appends the value and the reasons of the move that the user typed. STATUS_BAD if it cannot be read,
 * STATUS_NO if it is illegal. */
static enum status explain_named(struct plan_study *study, const char *word, struct text *out,
                                 struct json *answer, struct error *error)
{
    struct move_with_ranks entered;
    struct error why;
    if (move_read(word, study->notation, &entered, NULL, &why) != STATUS_OK)
        return error_set(error, STATUS_BAD, "plans: '%.60s' is no move: %s", word, why.text);
    int move = analysis_find(study->analysis, entered.move);
    if (move < 0)
        return error_set(error, STATUS_NO, "%s: %s", word,
                         illegal_text(board_check(&study->analysis->view.board, entered.move)));
    plan_study_move(study, move, out);
    plan_study_table_json(study, move, answer);
    return STATUS_OK;
}

/* bool */
#define FLAG_CODES(type, member) \
    FLAG_SWITCH(type, member, "codes", "names plans by the codes of doc/plans.md, not in words")

struct plans_args {
    const char *move, *path;
    bool active, codes;
};

/* Runs `plans`: explains one move, lists the active instances, or prints the table of all moves, as the
 * arguments say. */
static enum status run_plans(struct session *session, const void *arguments, struct error *error)
{
    const struct plans_args *args = arguments;
    struct plan_study study = {0};
    struct text out = {0};
    if (args->move && args->active)
        return usage_error(&command_plans, error);
    enum status status = plan_study_open(&study, session, &command_plans, args->path, false, error);
    study.codes = args->codes;
    if (!status && args->move) {
        status = explain_named(&study, args->move, &out, session->answer, error);
    } else if (!status && args->active) {
        plan_study_active(&study, &out, session->answer);
    } else if (!status) {
        plan_study_table(&study, &out);
        plan_study_table_json(&study, -1, session->answer);
    }
    session_print_text(session, &out);
    plan_study_close(&study);
    return status;
}

const struct command command_plans = {
    .name = "plans", .group = GROUP_PLAN,
    .keywords = "why reasons evaluation analysis analyse analyze moves points",
    .analyses = true, .at = true,
    .words = ARGUMENTS(
        {.name = "MOVE", .kind = VALUE_MOVE, .at = offsetof(struct plans_args, move), .optional = true,
         .meaning = "this move's value, plan by plan, in words", .standard = "all moves"},
        WORD_GAME(struct plans_args, path)),
    .flags = ARGUMENTS(
        FLAG_SWITCH(struct plans_args, active, "active", "the plans' instances that are awake"),
        FLAG_CODES(struct plans_args, codes)),
    .out = true, .args_size = sizeof(struct plans_args),
    .help = "prints what each plan gives to each move, or why a move is worth what it is",
    .details = "A row a move, the best first and the chosen one marked; a column a plan that has something\n"
               "to say, all its instances together.",
    .run = run_plans,
};

/* Computes the chance to win of the side to move. STATUS_BAD if its model cannot be read. */
static enum status study_chance(const struct plan_study *study, struct session *session, double *chance,
                                struct error *error)
{
    const struct analysis *analysis = study->analysis;
    const struct value_model *model;
    struct library *library = library_for_variant(session->library, variant_at(analysis->view.board.variant));
    enum status status = library_chosen_value_model(library, &session->settings, &model, error);
    if (!status)
        *chance = chance_of_view(analysis, model, study->players);
    return status;
}

/* Appends the planner's hint as a sentence, and the chance to win of the side to move. STATUS_BAD if the
 * model of the chance cannot be read. */
static enum status write_hint(struct plan_study *study, struct session *session, struct text *out,
                              struct error *error)
{
    struct plan_hint hint = {0};
    struct analysis *analysis = study->analysis;
    double chance;
    char name[MOVE_TEXT];
    plan_hint_make(&hint, analysis, &study->cache);
    enum status status = study_chance(study, session, &chance, error);
    if (!status) {
        text_printf(&hint.text, "\n%s's chance to win: %.0f %%. 'plans %s' shows what each plan gives it.",
                    side_name(analysis->view.side), 100 * chance,
                    plan_study_name(study, hint.best, name));
        text_wrapped(out, text_string(&hint.text), 0, 0);
        plan_study_hint_json(study, hint.best, chance, session->answer);
    }
    plan_hint_free(&hint);
    return status;
}

struct hint_args {
    const char *agent, *path;
    bool planner;
};

/* Runs `hint`: prints the move of the agent of --agent or, without it, of hint.agent, and why. */
static enum status run_hint(struct session *session, const void *arguments, struct error *error)
{
    const struct hint_args *args = arguments;
    struct plan_study study = {0};
    struct text out = {0};
    const char *agent = args->agent ? args->agent : hint_agent(&session->settings);
    if (agent && !args->planner) {
        struct move_request request = {.command = &command_hint, .agent = agent, .path = args->path,
                                       .explain = true, .brief = !args->agent, .chance = NAN,
                                       .think.steady = !args->agent};
        struct plan_hint hint = {0};
        struct error unknown; /* not printed: after it the chance is left out, and the request has its own */
        if (!plan_study_open(&study, session, &command_hint, args->path, false, &unknown)) {
            study_chance(&study, session, &request.chance, &unknown);
            plan_hint_make(&hint, study.analysis, &study.cache);
            request.plan_hint = &hint;
            request.analysis = study.analysis;
        }
        enum status status = move_request_run(session, &request, error);
        plan_hint_free(&hint);
        plan_study_close(&study);
        return status;
    }
    enum status status = plan_study_open(&study, session, &command_hint, args->path, false, error);
    if (!status)
        status = write_hint(&study, session, &out, error);
    session_print_text(session, &out);
    plan_study_close(&study);
    return status;
}

const struct command command_hint = {
    .name = "hint", .group = GROUP_PLAY,
    .keywords = "best move suggestion advice recommend tip analyse analyze analysis",
    .analyses = true, .at = true,
    .words = ARGUMENTS(WORD_GAME(struct hint_args, path)),
    .flags = ARGUMENTS(
        FLAG_AGENT(struct hint_args, agent, "agent", "the agent: star, star:depth=6, vedette, rnad",
                   .standard = "the option hint.agent"),
        FLAG_SWITCH(struct hint_args, planner, "planner", "the planner's move, whatever hint.agent is")),
    .out = true, .args_size = sizeof(struct hint_args),
    .help = "prints a move that the program would make, and why",
    .details = "It knows only what the side to move knows. Without --seed it says the same each time. The\n"
               "planner's is the best by all plans but chance, with what decides between it and the next\n"
               "best, where one thing does; 'plans MOVE' has the points of all plans.\n"
               "vedette by hint.agent prints two or three sentences; named by --agent, all that follows.\n"
               "Another agent prints its move, the depth of its search and the expected play, as far as it\n"
               "reports them, and the side's chance to win; its options are those of 'move'. One that plays\n"
               "worlds out, as vedette, prints for each move that it tried what the plans and the rollouts\n"
               "gave it, what it won and lost in them, and on which enemy piece it depends\n"
               "(doc/rollout.md). One that plays by a learnt\n"
               "policy, as rnad, shows the policy in percent, its chance to win, and what each step at\n"
               "test time took away (doc/policy.md).",
    .run = run_hint,
};

struct why_args {
    const char *agent, *path;
    bool codes;
};

/* Explains the last move of the game by the planner, and the planner's own choice if it is another. */
static enum status why_by_plans(struct session *session, const struct why_args *args, struct error *error)
{
    struct plan_study study = {0};
    struct text out = {0};
    enum status status = plan_study_open(&study, session, &command_why, args->path, true, error);
    study.codes = args->codes;
    int played = status ? -1 : analysis_find(study.analysis, study.played);
    if (!status && played < 0)
        status = error_set(error, STATUS_BAD, "why: by these rules the move played could not be played");
    if (!status) {
        plan_study_move(&study, played, &out);
        words_add_comment_text(study.comment, &out);
        if (played != study.best) {
            text_add(&out, "the planner would have played\n");
            plan_study_move(&study, study.best, &out);
        }
        plan_study_move_json(&study, played, "played", session->answer);
        plan_study_move_json(&study, study.best, "best", session->answer);
        json_add_text(session->answer, "comment", study.comment[0] ? study.comment : NULL);
    }
    session_print_text(session, &out);
    plan_study_close(&study);
    return status;
}

/* Prints the results of an agent's rollouts for the move that was played. If the agent's own choice is
 * another move, prints those for it too. In the JSON they become the member "rollout" of the object that is
 * open. */
static void print_played_study(struct session *session, const struct move_request *request,
                               const struct rollout_study *study, struct move played)
{
    enum notation notation = session_notation(session);
    struct text out = {0};
    char name[MOVE_TEXT];
    if (!request->agent) /* the planner's reasons stand above */
        text_add(&out, "\nwhat it was chosen from:\n");
    study_add_headline(study, notation, &out);
    if (study->trials) {
        text_add(&out, "\n");
        study_add_table(study, notation, &out);
        text_add(&out, "\n");
        study_add_legend(study, notation, &out);
    }
    bool tried = false;
    for (int i = 0; i < study->count; i++) {
        bool is_played = move_equal(study->move[i].move, played);
        tried |= is_played;
        if (is_played || i == study->best) {
            text_add(&out, "\n");
            study_move(study, i, notation, &out);
        }
    }
    if (!tried)
        text_printf(&out, "\n%s, the move played, had not been tried by then.\n",
                    move_write(played, request->board->at[played.to] != NO_PIECE, notation, name));
    study_add_json(study, notation, false, "rollout", session->answer);
    session_print_text(session, &out);
}

/* Adds null for "rollout" or "policy", whichever the agent did not add. The text that the agent added begins
 * at the byte `before` of the JSON, and its first key says which it was. */
static void add_missing_keys(struct json *json, size_t before)
{
    static const char *const keys[] = {"rollout", "policy"};
    const char *added = json->text.size > before ? text_string(&json->text) + before : "";
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        size_t size = strlen(keys[i]);
        const char *key = strchr(added, '"');
        if (!key || strncmp(key + 1, keys[i], size) != 0)
            json_add_null(json, keys[i]);
    }
}

/* Runs `why`: explains the last move by the planner and, if an agent made it, by that agent. If an agent is
 * named, only by that one. For a word that is a move and not a file, the error mentions `plans`. */
static enum status run_why(struct session *session, const void *arguments, struct error *error)
{
    const struct why_args *args = arguments;
    struct move_request request = {.command = &command_why, .agent = args->agent, .path = args->path,
                                   .back = true, .print = print_played_study};
    struct move_with_ranks named;
    struct json *json = session->answer;
    json_open(json, NULL, '{');
    enum status status = args->agent ? STATUS_OK : why_by_plans(session, args, error);
    if (args->agent)
        json_printf(json, "played: null, best: null, comment: null");
    size_t before = json ? json->text.size : 0;
    if (!status)
        status = move_request_run(session, &request, error);
    if (json)
        add_missing_keys(json, before);
    if (status && args->path && access(args->path, F_OK) &&
        !move_read(args->path, session_notation(session), &named, NULL, NULL))
        error_set(error, status, "why: no file is named %s: 'plans %s' explains a move", args->path,
                  args->path);
    json_close(json, '}');
    if (status)
        json_clear(json);
    return status;
}

const struct command command_why = {
    .name = "why", .group = GROUP_PLAN,
    .keywords = "explain reasons move analysis mistake",
    .analyses = true, .at = true,
    .words = ARGUMENTS(WORD_GAME(struct why_args, path)),
    .flags = ARGUMENTS(
        FLAG_AGENT(struct why_args, agent, "agent",
                   "another agent too: vedette, which plays worlds out, or rnad, which shows its policy",
                   .standard = "the planner"),
        FLAG_CODES(struct why_args, codes)),
    .out = true, .args_size = sizeof(struct why_args),
    .help = "prints what the planner thinks of the move just played",
    .details = "Seen by the side that played it, with what it knew then; beside it the planner's own\n"
               "choice, if that is another. An agent's move is explained with the options that the game\n"
               "says it had, those that you give here on top, and by its random numbers, where the game\n"
               "has a seed: the figures are those it played by. Of a move of vedette they are those of its\n"
               "rollouts besides, in one table with the move that was played; of one of rnad its policy.",
    .run = run_why,
};
