/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/policy_text.h"

#include "base/plural.h"

#include <math.h>
#include <string.h>

enum {
    NAMED_MAX = 3,   /* more dropped moves are only counted, not named */
    DROPPED_MAX = 8, /* max rows of moves whose final probability is 0 */
};

static const double shown_min = 0.01;   /* of these, moves are shown that had this probability at some step */
static const double no_change = 0.0005; /* a step that moves less probability counts as "no change" */

/* Writes the name of the study's move number `move`. */
static char *move_name(const struct policy_study *study, int move, const struct board *board,
                       enum notation notation, char text[MOVE_TEXT])
{
    bool attack = board->at[study->move[move].to] != NO_PIECE;
    return move_write(study->move[move], attack, notation, text);
}

/* Returns the width of a step's column: its name, at least 5, and 2 blanks. */
static int column_width(enum policy_stage stage)
{
    int size = (int)strlen(policy_stage_name[stage]);
    return 2 + (size < 5 ? 5 : size);
}

/* Appends one move: its probability in percent after each active step, and its share of wins. */
static void add_policy_row(const struct policy_study *study, int move, const struct board *board,
                           enum notation notation, struct text *out)
{
    char name[MOVE_TEXT];
    text_printf(out, "%-6s", move_name(study, move, board, notation, name));
    for (int stage = 0; stage < POLICY_STAGES; stage++) {
        double probability = (double)study->probability[stage][move];
        int width = column_width((enum policy_stage)stage);
        if (study->on[stage] && probability > 0)
            text_printf(out, "%*.1f", width, 100 * probability);
        else if (study->on[stage])
            text_printf(out, "%*s", width, "-");
    }
    if (study->worlds && !isnan(study->won[move]))
        text_printf(out, "%6.1f", 100 * study->won[move]);
    else if (study->worlds)
        text_printf(out, "%6s", "-");
    text_add(out, move == study->chosen ? " *\n" : "\n");
}

/* Returns whether a move had a probability of shown_min or more at some step. */
static bool is_worth_a_row(const struct policy_study *study, int move)
{
    for (int stage = 0; stage < POLICY_STAGES; stage++)
        if ((double)study->probability[stage][move] >= shown_min)
            return true;
    return false;
}

/* Appends the table of moves in the study's order, and a line about the moves left out. */
static void add_table(const struct policy_study *study, const struct board *board, enum notation notation,
                      struct text *out)
{
    int order[MOVES_MAX], dropped = 0, left_out = 0; /* dropped: shown rows of moves that cannot be drawn */
    double left_out_sum = 0; /* of the probabilities of the network */
    text_printf(out, "%-6s", "move");
    for (int stage = 0; stage < POLICY_STAGES; stage++)
        if (study->on[stage])
            text_printf(out, "%*s", column_width((enum policy_stage)stage), policy_stage_name[stage]);
    text_add(out, study->worlds ? "   win\n" : "\n");
    policy_study_order(study, order);
    for (int i = 0; i < study->count; i++) {
        bool can_be_drawn = study->probability[POLICY_STAGES - 1][order[i]] > 0;
        if (can_be_drawn || (is_worth_a_row(study, order[i]) && dropped < DROPPED_MAX)) {
            add_policy_row(study, order[i], board, notation, out);
            dropped += !can_be_drawn;
            continue;
        }
        left_out++;
        left_out_sum += (double)study->probability[POLICY_NETWORK][order[i]];
    }
    if (left_out)
        text_printf(out, "%d more %s %.1f by the network, and %s not drawn.\n", left_out,
                    plural_of((uint64_t)left_out, "move has", "moves have"), 100 * left_out_sum,
                    plural_of((uint64_t)left_out, "is", "are"));
}

void policy_add_step_text(const struct policy_study *study, enum policy_stage stage,
                          const struct board *board, enum notation notation, struct text *out)
{
    double share, moved = policy_study_moved(study, stage);
    int dropped = policy_study_dropped(study, stage, &share);
    char name[MOVE_TEXT];
    text_printf(out, "%s: ", policy_stage_name[stage]);
    if (!dropped && moved < no_change) {
        text_add(out, "no change");
        return;
    }
    if (!dropped) {
        text_printf(out, "%.1f %% moved between moves", 100 * moved);
        return;
    }
    if (dropped > NAMED_MAX)
        text_printf(out, "%d moves", dropped);
    for (int i = 0, named = 0; i < study->count && dropped <= NAMED_MAX; i++)
        if (study->probability[stage][i] <= 0 && study->probability[stage - 1][i] > 0) {
            text_add(out, !named ? "" : named + 1 == dropped ? " and " : ", ");
            text_add(out, move_name(study, i, board, notation, name));
            named++;
        }
    text_printf(out, " dropped, which had %.1f %%", 100 * share);
}

/* Appends a line for each stage of the agent rnad (enum policy_stage) that changed the probabilities, and one
 * line that names the other stages. */
static void add_steps(const struct policy_study *study, const struct board *board, enum notation notation,
                      struct text *out)
{
    int unchanged = 0;
    for (int stage = POLICY_NETWORK + 1; stage < POLICY_STAGES; stage++)
        if (study->on[stage] && policy_study_moved(study, (enum policy_stage)stage) >= no_change) {
            policy_add_step_text(study, (enum policy_stage)stage, board, notation, out);
            text_add(out, "\n");
        }
    for (int stage = POLICY_NETWORK + 1; stage < POLICY_STAGES; stage++)
        if (study->on[stage] && policy_study_moved(study, (enum policy_stage)stage) < no_change)
            text_printf(out, "%s%s", unchanged++ ? ", " : "No change by ", policy_stage_name[stage]);
    if (unchanged)
        text_add(out, "\n");
}

void policy_add_text(const struct policy_study *study, const struct board *board, enum notation notation,
                     struct text *out)
{
    char name[MOVE_TEXT];
    int chosen = study->chosen;
    text_printf(out, "%s: drawn with %.1f %%. Chance to win by the network: %.1f %%\n",
                move_name(study, chosen, board, notation, name),
                100 * (double)study->probability[POLICY_STAGES - 1][chosen], 100 * study->chance);
    text_add(out, "In percent, from left to right: the network, then after each step (doc/policy.md).\n");
    if (study->worlds)
        text_printf(out, "win: the chance to win in %u %s played out.\n", study->worlds,
                    plural_of(study->worlds, "world", "worlds"));
    text_add(out, "\n");
    add_table(study, board, notation, out);
    text_add(out, "\n");
    add_steps(study, board, notation, out);
}

void policy_add_json(const struct policy_study *study, const struct board *board, enum notation notation,
                     const char *key, struct json *json)
{
    int order[MOVES_MAX];
    char name[MOVE_TEXT];
    policy_study_order(study, order);
    json_printf(json, "%s: {chance: %g, worlds: %u, steps: [", key, study->chance, study->worlds);
    for (int stage = POLICY_NETWORK + 1; stage < POLICY_STAGES; stage++) {
        double share;
        int dropped = policy_study_dropped(study, (enum policy_stage)stage, &share);
        json_printf(json, "{step: %s, on: %i, dropped: %d, dropped_share: %g, moved_share: %g}",
                    policy_stage_name[stage], study->on[stage], dropped, share,
                    policy_study_moved(study, (enum policy_stage)stage));
    }
    json_printf(json, "], moves: [");
    for (int i = 0; i < study->count; i++) {
        int move = order[i];
        json_printf(json, "{move: %s", move_name(study, move, board, notation, name));
        for (int stage = 0; stage < POLICY_STAGES; stage++)
            json_add_number(json, policy_stage_name[stage], (double)study->probability[stage][move]);
        json_printf(json, "won: %g}", study->won[move]);
    }
    json_printf(json, "]}");
}
