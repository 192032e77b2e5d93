/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows the probability that a side wins, and why: value. */
#include "commands/table.h"

#include "agent/library.h"
#include "analysis/chance.h"
#include "base/decimal.h"
#include "base/memory.h"
#include "commands/guesser.h"
#include "commands/value_games.h"
#include "console/load.h"
#include "game/ending.h"

#include <math.h>
#include <stdlib.h>

struct value_args {
    struct guess_request guess;
    int players;     /* enum player_kind: whose weights the terms are shown with */
    uint64_t count;  /* max number of terms to show */
};

static const char *const players[] = {"people", "programs", NULL};

/* A term and its effect on the probability. */
struct weighed {
    enum value_term term;
    double points;  /* value_term_share, in % of probability; above 0 it helps the side */
};

/* Compares for qsort: the larger effect first, then in the order of the terms. */
static int compare_weighed(const void *a, const void *b)
{
    const struct weighed *one = a, *two = b;
    double first = fabs(one->points), second = fabs(two->points);
    return first < second ? 1 : first > second ? -1 : (int)one->term - (int)two->term;
}

/* The result for a view. */
struct valued {
    enum side side;
    const struct variant *variant;       /* of the game; the model may be of the standard one */
    const struct value_model *model;
    enum player_kind kind;
    struct value_terms terms;
    struct weighed weighed[VALUE_TERMS]; /* sorted, the largest effect first */
};

/* Computes the terms of the view and the effect of each with the weights of `kind`. */
static void compute_value(const struct analysis *analysis, const struct value_model *model,
                          enum player_kind kind, struct valued *valued)
{
    enum side side = analysis->view.side;
    *valued = (struct valued){.side = side, .variant = variant_at(analysis->view.board.variant),
                              .model = model, .kind = kind};
    chance_terms(analysis, &valued->terms);
    for (int i = 0; i < VALUE_TERMS; i++)
        valued->weighed[i] = (struct weighed){
            (enum value_term)i, 100 * value_term_share(model, kind, &valued->terms, (enum value_term)i)};
    qsort(valued->weighed, VALUE_TERMS, sizeof *valued->weighed, compare_weighed);
}

/* Prints the probability by both kinds of weights, the effect of each group of terms, and up to `count`
 * terms with the largest effects. */
static void print_value(struct session *session, const struct valued *valued, uint64_t count)
{
    const struct value_terms *terms = &valued->terms;
    session_printf(session, "%s wins: %.1f %% if people play, %.1f %% if programs do "
                   "(a draw is half a win)\n",
                   side_name(valued->side), 100 * value_probability(valued->model, PLAYER_PEOPLE, terms),
                   100 * value_probability(valued->model, PLAYER_PROGRAMS, terms));
    if (valued->model->variant != variant_index(valued->variant))
        session_printf(session, "no games of %s were learnt from: the weights are those of %s\n",
                       valued->variant->title, variant_at(valued->model->variant)->title);
    session_printf(session, "what each matter does to that if %s play, in points:\n", players[valued->kind]);
    for (int group = 0; group < VALUE_GROUPS; group++)
        session_printf(session, "  %+6.1f  %s\n",
                       decimal_plain_zero(100 * value_group_share(valued->model, valued->kind, terms,
                                                                  (enum value_group)group), 1),
                       value_group_text[group]);
    session_printf(session, "the terms of the greatest effect, and the side with what they count:\n");
    for (uint64_t i = 0; i < count && i < VALUE_TERMS; i++) {
        const struct weighed *weighed = &valued->weighed[i];
        double x = terms->x[weighed->term]; /* above 0: the side has more of it, below 0: the enemy */
        if (fabs(weighed->points) < 0.05) /* would be printed as 0.0, like all that follow */
            break;
        session_printf(session, "  %+6.1f  %-4s  %s (%.2f)\n", weighed->points,
                       side_name(x > 0 ? valued->side : side_other(valued->side)),
                       value_term_table[weighed->term].text, fabs(x));
    }
}

/* Adds the value to the JSON: the probabilities by both kinds of weights, the effect of each group, and
 * all terms. */
static void add_value_json(const struct valued *valued, struct json *json)
{
    const struct value_terms *terms = &valued->terms;
    json_printf(json, "{side: %s", side_name(valued->side));
    for (int player = 0; player < PLAYER_KINDS; player++)
        json_add_number(json, players[player],
                        value_probability(valued->model, (enum player_kind)player, terms));
    json_printf(json, "ending: null, points: {");
    for (int group = 0; group < VALUE_GROUPS; group++)
        json_add_number(json, value_group_text[group],
                        100 * value_group_share(valued->model, valued->kind, terms, (enum value_group)group));
    json_printf(json, "}, terms: {");
    for (int i = 0; i < VALUE_TERMS; i++) {
        const struct weighed *weighed = &valued->weighed[i];
        json_printf(json, "%s: {value: %g, points: %g}",
                    value_term_table[weighed->term].name, terms->x[weighed->term], weighed->points);
    }
    json_printf(json, "}}");
}

/* Prints the value of a game that neither side can win any more: 50 %, since a draw is half a win. */
static void print_dead(struct session *session, enum side side)
{
    session_printf(session, "%s wins: 50.0 %%. %s (a draw is half a win)\n", side_name(side),
                   ending_text(ENDING_DEAD));
    json_printf(session->answer, "{side: %s", side_name(side));
    for (int player = 0; player < PLAYER_KINDS; player++)
        json_add_number(session->answer, players[player], 0.5);
    json_printf(session->answer, "ending: %s, points: {}, terms: {}}", ending_name(ENDING_DEAD));
}

/* Runs `value`. */
static enum status run_value(struct session *session, const void *arguments, struct error *error)
{
    const struct value_args *args = arguments;
    struct guess guess = {0};
    const struct value_model *model = NULL;
    enum status status = guess_open(&guess, session, &command_value, &args->guess, error);
    if (!status) {
        const struct variant *variant = variant_at(guess.analysis->view.board.variant);
        status = library_chosen_value_model(library_for_variant(session->library, variant),
                                            &session->settings, &model, error);
    }
    if (!status && guess.closed.status)
        status = error_set(error, guess.closed.status, "%s", guess.closed.text);
    if (!status)
        status = load_check_open(&command_value, args->guess.path, guess.outcome, error);
    if (!status && ending_of(&guess.analysis->view.board) == ENDING_DEAD) {
        print_dead(session, guess.analysis->view.side);
    } else if (!status) {
        struct valued *valued = memory_new(1, sizeof *valued);
        compute_value(guess.analysis, model, (enum player_kind)args->players, valued);
        print_value(session, valued, args->count);
        add_value_json(valued, session->answer);
        free(valued);
    }
    guess_close(&guess);
    return status;
}

const struct command command_value = {
    .name = "value", .group = GROUP_GUESS,
    .keywords = "chance win winning evaluate evaluation odds probability worth ahead analysis",
    .analyses = true, .at = true,
    .words = ARGUMENTS(WORD_GAME(struct value_args, guess.path)),
    .flags = ARGUMENTS(
        FLAG_SIDE(struct value_args, guess.side, "whose view", "the side to move"),
        FLAG_CHOICE(struct value_args, players, "weights", players, "whose games the terms are weighed by",
                    .formerly = "players"),
        FLAG_WHOLE(struct value_args, count, "count", 0, VALUE_TERMS, "prints so many terms"),
        FLAG_VALUE_MODEL,
        FLAG_BELIEF_MODEL),
    .out = true,
    DEFAULTS(struct value_args, .guess = GUESS_DEFAULTS, .count = 8),
    .help = "prints how probable it is that a side wins, as far as it can know, and why",
    .details =
        "The probability is learnt from results of games (doc/value.md), a draw being half a win. Points\n"
        "are what the probability would lose if the sides were equal in that matter alone, so they do not\n"
        "add up to it. A matter has several terms, of which one may take back part of what another says.\n"
        "Where the side knows that nobody can win any more, it is 50 % and nothing is weighed.",
    .run = run_value,
};
