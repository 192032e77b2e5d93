/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows the values of pieces: show values, explain value. */
#include "commands/table.h"

#include "analysis/analysis.h"
#include "base/memory.h"
#include "console/load.h"

#include <math.h>
#include <stdlib.h>

/* Computes the values of the pieces at the end of a file, or of the current game, for the side to move.
 * They depend only on what both players know. analysis_free must follow, also after an error. */
static enum status make_values(struct session *session, const struct command *command, const char *path,
                               struct analysis *analysis, struct error *error)
{
    struct record record = {0};
    struct position position = {0};
    struct analysis_cache cache = {0};
    enum status status = load_record(session, command, path, &record, &position, error);
    if (!status) {
        const struct analysis_request request = {
            .record = &record, .plies = record.plies, .side = position.board.to_move,
            .parts = ANALYSIS_VALUES, .settings = &session->settings, .library = session->library,
            .notation = session_notation(session),
        };
        status = analysis_make(analysis, &request, &cache, NULL, error);
    }
    position_free(&position);
    record_clear(&record);
    return status;
}

/* Adds the strength and the state of a side to the JSON. For each rank adds the number of pieces, the value,
 * and the secret: the cost of having an unknown one revealed (null if no piece is left). */
static void add_side_json(const struct worth *worth, enum side side, struct json *json)
{
    json_printf(json, "%s: {strength: %g, state: %g, ranks: {",
                side_name(side), worth->strength[side], worth->state[side]);
    for (int rank = MARSHAL; rank >= FLAG; rank--) {
        bool any = worth->counts.left[side][rank] > 0;
        json_printf(json, "%s: {left: %d, value: %g, secret: %g}",
                    rank_table[rank].name, worth->counts.left[side][rank],
                    any ? worth->value[side][rank] : NAN, any ? worth->secret[side][rank] : NAN);
    }
    json_printf(json, "}}");
}

struct worth_show_args {
    const char *path;
};

/* Runs `show values`. */
static enum status run_show_values(struct session *session, const void *arguments, struct error *error)
{
    const struct worth_show_args *args = arguments;
    struct analysis *analysis = memory_new(1, sizeof *analysis);
    enum status status = make_values(session, &command_show_values, args->path, analysis, error);
    if (!status) {
        struct text out = {0};
        worth_write_table(&analysis->worth_options, &analysis->worth, session_notation(session), &out);
        session_print_text(session, &out);
        json_open(session->answer, NULL, '{');
        for (enum side side = RED; side <= BLUE; side++)
            add_side_json(&analysis->worth, side, session->answer);
        json_close(session->answer, '}');
    }
    analysis_free(analysis);
    free(analysis);
    return status;
}

const struct command command_show_values = {
    .name = "show values", .group = GROUP_LOOK,
    .keywords = "worth material evaluation points state ahead",
    .analyses = true, .at = true,
    .words = ARGUMENTS(WORD_GAME(struct worth_show_args, path)),
    .out = true, .args_size = sizeof(struct worth_show_args),
    .help = "prints what each piece of both sides is worth, and the state of the game",
    .details = "For each rank how many are left, what one is worth, in marshals (the highest moving\n"
               "piece is worth 1 by its rank alone), and its secret: what it costs to have an unknown one\n"
               "revealed. The strength is not quite the sum of the values above it: the lines below the\n"
               "table say what it is (doc/worth.md). The state is own strength : the enemy's; above 1 that\n"
               "side is ahead. Both players can compute all of it. The numbers behind it are the options\n"
               "worth.*.",
    .run = run_show_values,
};

struct worth_explain_args {
    int rank;
    const char *path; /* NULL: the current game */
    int side;         /* SIDE_NOT_GIVEN: the side to move */
};

/* Adds the value of a rank to the JSON, with the steps by which it is computed. */
static void add_value_json(const struct analysis *analysis, enum side side, int rank, struct json *json)
{
    static const char *const operations[] = {
        [WORTH_SET] = "set", [WORTH_TIMES] = "times", [WORTH_ADD] = "add",
    };
    struct worth_trail *trail = memory_new(1, sizeof *trail);
    struct worth_counts counts;
    struct worth worth;
    worth_count_pieces(&analysis->view, &counts);
    worth_trace(&analysis->worth_options, &counts, &worth, trail);
    json_printf(json, "{side: %s, rank: %s, left: %d, value: %g, secret: %g, steps: [",
                side_name(side), rank_table[rank].name, worth.counts.left[side][rank],
                worth.value[side][rank], worth.counts.left[side][rank] ? worth.secret[side][rank] : NAN);
    for (int i = 0; i < trail->count[side][rank]; i++) {
        const struct worth_step *step = &trail->step[side][rank][i];
        struct text why = {0};
        worth_write_step(&worth, side, step, &why);
        json_printf(json, "{operation: %s, by: %g, value: %g, why: %s}",
                    operations[worth_operation((enum worth_rule)step->rule)], step->by, step->value,
                    text_string(&why));
        text_free(&why);
    }
    json_printf(json, "]}");
    free(trail);
}

/* Runs `explain value`. */
static enum status run_explain_value(struct session *session, const void *arguments, struct error *error)
{
    const struct worth_explain_args *args = arguments;
    struct analysis *analysis = memory_new(1, sizeof *analysis);
    enum status status = make_values(session, &command_explain_value, args->path, analysis, error);
    if (!status) {
        enum { WHY_COLUMN = 26 };
        struct text steps = {0}, out = {0};
        enum side side = args->side != SIDE_NOT_GIVEN ? (enum side)args->side : analysis->view.side;
        worth_explain(&analysis->worth_options, &analysis->view, side, args->rank, &steps);
        text_wrapped(&out, text_string(&steps), 0, WHY_COLUMN);
        session_write(session, out.bytes, out.size);
        add_value_json(analysis, side, args->rank, session->answer);
        text_free(&steps);
        text_free(&out);
    }
    analysis_free(analysis);
    free(analysis);
    return status;
}

const struct command command_explain_value = {
    .name = "explain value", .group = GROUP_LOOK,
    .keywords = "worth material piece points",
    .analyses = true, .at = true,
    .words = ARGUMENTS(
        WORD_RANK(struct worth_explain_args, rank),
        WORD_GAME(struct worth_explain_args, path)),
    .flags = ARGUMENTS(FLAG_SIDE(struct worth_explain_args, side, "whose piece", "the side to move")),
    .out = true,
    DEFAULTS(struct worth_explain_args, .side = SIDE_NOT_GIVEN),
    .help = "prints step by step how the value of a piece comes about",
    .details = "Each line is a step: = sets the value, x multiplies it, + adds to it.",
    .run = run_explain_value,
};
