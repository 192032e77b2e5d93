/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Explains which moves led to the guess about a piece: guess explain. */
#include "commands/table.h"

#include "analysis/key_evidence.h"
#include "commands/guess_print.h"
#include "commands/guesser.h"
#include "game/notation.h"
#include "report/play_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The context of print_step: the explanation so far. */
struct explanation {
    const struct guess *guess;
    int row;             /* of the piece in the belief: its number on its side, 0 .. 39 */
    double min;          /* steps that change the probabilities less are left out, 0 .. 1 */
    unsigned kinds;      /* kinds of evidence mentioned so far (bit k: kind k) */
    struct text *out;
    struct json *json;   /* the list of steps; or NULL */
};

/* Returns the factor by which item `item` of the step's evidence changes the probability of `rank`. Returns 1
 * if the item is about another piece. */
static double evidence_factor(const struct explanation *explanation, const struct belief_step *step,
                              size_t item, int rank)
{
    const struct evidence *evidence = &step->evidence->items[item];
    return evidence->row == explanation->row ? belief_step_favour(step, evidence, rank) : 1;
}

/* Returns how far from 1 the factors must be to be printed: 0.05. If the step has no factor that far from 1,
 * it is 0.01. */
static double min_factor_change(const struct explanation *explanation, const struct belief_step *step,
                                int rank)
{
    const double noticeable = 0.05, min = 0.01;
    for (size_t i = 0; i < step->evidence->count; i++)
        if (fabs(evidence_factor(explanation, step, i, rank) - 1) >= noticeable)
            return noticeable;
    return min;
}

/* Appends " F:19>25%" if the two probabilities differ as they are printed. `name`: the text before the
 * colon. The line is not broken at a TEXT_HELD. */
static void add_change(const char *name, double before, double after, struct text *out)
{
    const double min = 0.005;
    char from[16], to[16];
    snprintf(from, sizeof from, "%.0f", 100 * before);
    snprintf(to, sizeof to, "%.0f", 100 * after);
    if (fabs(after - before) >= min && strcmp(from, to) != 0)
        text_printf(out, "  %s:%c%s>%s%c%%", name, TEXT_HELD, from, to, TEXT_HELD);
}

/* Appends the evidence about the piece, each item with its factor for the rank that changed most. Appends
 * "others:" if there is none. */
static void add_evidence(struct explanation *explanation, const struct belief_step *step)
{
    struct text *out = explanation->out;
    int rank = belief_step_rank(step), count = 0;
    double min = min_factor_change(explanation, step, rank);
    for (size_t i = 0; i < step->evidence->count; i++) {
        const struct evidence *evidence = &step->evidence->items[i];
        double factor = evidence_factor(explanation, step, i, rank);
        if (fabs(factor - 1) < min)
            continue;
        explanation->kinds |= 1u << evidence->kind;
        text_printf(out, "%s%s%c(%c%cx%.2f)", count++ ? ", " : "",
                    evidence_name((enum evidence_kind)evidence->kind), TEXT_HELD,
                    rank_write(rank, explanation->guess->notation), TEXT_HELD, factor);
    }
    text_add(out, count ? ":" : "others:");
}

/* Appends the probabilities at the start of the game, of the ranks and of the setup's novelty. */
static void add_start(const struct explanation *explanation, const struct belief_step *step)
{
    text_add(explanation->out, "start            ");
    for (int rank = 0; rank < RANKS; rank++)
        if (step->after[rank] >= 0.005)
            text_printf(explanation->out, "  %c:%c%.0f%c%%", rank_write(rank, explanation->guess->notation),
                        TEXT_HELD, 100 * step->after[rank], TEXT_HELD);
    if (step->has_novelty)
        text_printf(explanation->out, "  the%csetup:", TEXT_HELD);
    for (int i = 0; i < SETUP_NOVELTIES && step->has_novelty; i++)
        text_printf(explanation->out, "  %s:%c%.0f%c%%", setup_novelty_name[i], TEXT_HELD,
                    100 * step->novelty_after[i], TEXT_HELD);
    text_add(explanation->out, "\n");
}

/* Adds the probability of each rank, by the rank's name. */
static void add_ranks_json(const char *key, const double probability[RANKS], struct json *json)
{
    json_open(json, key, '{');
    for (int rank = 0; rank < RANKS; rank++)
        json_add_number(json, rank_table[rank].name, probability[rank]);
    json_close(json, '}');
}

/* Adds a step: its move, all evidence about the piece, and the probabilities before and after. */
static void add_step_json(const struct explanation *explanation, const struct belief_step *step)
{
    struct json *json = explanation->json;
    bool start = step->ply == 0;
    char move[MOVE_TEXT];
    int rank = start ? 0 : belief_step_rank(step); /* the start changes no rank, and has no evidence */
    bool at_ply = step->event || start; /* false: evidence from the whole game, or the notes */
    json_printf(json, "{ply: %g, move: %s, evidence: [", at_ply ? (double)step->ply : NAN,
                step->event ? event_write(step->event, explanation->guess->notation, move) : NULL);
    for (size_t i = 0; !start && i < step->evidence->count; i++) {
        const struct evidence *evidence = &step->evidence->items[i];
        if (evidence->row != explanation->row)
            continue;
        json_printf(json, "{kind: %s, rank: %s, factor: %g}",
                    evidence_name((enum evidence_kind)evidence->kind), rank_table[rank].name,
                    belief_step_favour(step, evidence, rank));
    }
    json_close(json, ']');
    add_ranks_json("before", start ? step->after : step->before, json);
    add_ranks_json("after", step->after, json);
    guess_add_shares_json("setup_before", step->has_novelty, setup_novelty_name,
                          start ? step->novelty_after : step->novelty_before, SETUP_NOVELTIES, json);
    guess_add_shares_json("setup_after", step->has_novelty, setup_novelty_name, step->novelty_after,
                          SETUP_NOVELTIES, json);
    json_close(json, '}');
}

/* Appends a line, and a JSON step, about a step: a move, the whole game, or the user's notes. They have the
 * evidence, and how the probabilities of the ranks and of the setup's novelty changed. Appends nothing if the
 * changes are too small to show. */
static void print_step(void *context, const struct belief_step *step)
{
    const double min_novelty_change = 0.01; /* of a probability of the setup's novelty */
    struct explanation *explanation = context;
    enum notation notation = explanation->guess->notation;
    struct text ranks = {0}, novelty = {0}; /* the changes */
    const struct board *board = &explanation->guess->analysis->view.board;
    uint32_t first = board->plies - guess_belief(explanation->guess)->public_state.plies;
    char move[MOVE_TEXT], number[MOVE_NUMBER_TEXT];
    if (step->ply == 0) {
        add_step_json(explanation, step);
        add_start(explanation, step);
        return;
    }
    if (belief_step_size(step) >= explanation->min)
        for (int rank = 0; rank < RANKS; rank++) {
            const char name[] = {rank_write(rank, notation), '\0'};
            add_change(name, step->before[rank], step->after[rank], &ranks);
        }
    if (belief_step_novelty_size(step) >= fmax(min_novelty_change, explanation->min))
        for (int i = 0; i < SETUP_NOVELTIES; i++)
            add_change(setup_novelty_name[i], step->novelty_before[i], step->novelty_after[i], &novelty);
    if (ranks.size || novelty.size) {
        add_step_json(explanation, step);
        if (step->event)
            text_printf(explanation->out, "%5s %-11s ", words_move(board, first + step->ply - 1, number),
                        event_write(step->event, notation, move));
        else
            text_printf(explanation->out, "%-17s ",
                        step->ply == STEP_WHOLE_GAME ? "the whole game" : "notes");
        if (ranks.size)
            add_evidence(explanation, step);
        text_append(explanation->out, ranks.bytes, ranks.size);
        if (novelty.size)
            text_printf(explanation->out, "%sthe%csetup:%s", ranks.size ? "  " : "", TEXT_HELD,
                        text_string(&novelty));
        text_add(explanation->out, "\n");
    }
    text_free(&ranks);
    text_free(&novelty);
}

/* Appends each step that changed the probabilities of the piece by `min` (0 .. 1) or more. Then appends what
 * the words for the evidence mean. */
static void explain_piece(const struct guess *guess, int number, double min, struct text *out,
                          struct json *json)
{
    enum { CHANGES_COLUMN = 18, MEANING_INDENT = 2 };
    struct text steps = {0}, words = {0};
    struct explanation explanation = {
        .guess = guess, .row = number % PIECES_A_SIDE, .min = min, .out = &steps, .json = json,
    };
    analysis_trace(guess->analysis, number, print_step, &explanation);
    if (steps.size)
        text_wrapped(out, text_string(&steps), 0, CHANGES_COLUMN);
    for (int kind = 0; kind < EVIDENCE_KINDS; kind++)
        if (explanation.kinds >> kind & 1)
            text_printf(&words, "%s: %s\n", evidence_name((enum evidence_kind)kind),
                        evidence_text((enum evidence_kind)kind));
    if (words.size)
        text_wrapped(out, text_string(&words), 0, MEANING_INDENT);
    text_free(&steps);
    text_free(&words);
}

/* Sets *number to the piece on the square. If the request names no side and has no notes, switches the guess
 * to the piece's side. STATUS_BAD if the side has no piece there. */
static enum status find_piece_to_explain(struct guess *guess, const struct guess_request *request, int square,
                                         int *number, struct error *error)
{
    *number = guess_belief(guess)->public_state.at[square];
    if (*number < PIECES && request->side == SIDE_NOT_GIVEN && request->of == SIDE_NOT_GIVEN &&
        !request->notes.count)
        guess->of = piece_side(*number);
    if (*number >= PIECES || piece_side(*number) != guess->of)
        return guess_no_piece(guess, &command_guess_explain, square, error);
    return STATUS_OK;
}

struct explain_args {
    int square;
    double min; /* smaller changes are left out, in percent */
    struct guess_request guess;
};

/* Explains the guess about the piece on a square. */
static enum status run_explain(struct session *session, const void *arguments, struct error *error)
{
    const struct explain_args *args = arguments;
    struct guess guess = {0};
    int number = NO_PIECE;
    enum status status = guess_open(&guess, session, &command_guess_explain, &args->guess, error);
    if (!status)
        status = find_piece_to_explain(&guess, &args->guess, args->square, &number, error);
    if (!status) {
        struct text out = {0};
        char name[SQUARE_TEXT];
        text_printf(&out, "%s's piece on %s: how probable each rank is, in percent, and what changed it\n",
                    side_name(guess.of), square_write(args->square, guess.notation, name));
        guess_begin_json(&guess, session->answer);
        guess_add_piece_json(&guess, number, "piece", session->answer);
        json_open(session->answer, "steps", '[');
        explain_piece(&guess, number, args->min / 100, &out, session->answer);
        json_printf(session->answer, "]}");
        guess_add_players(&guess, &out);
        guess_add_novelty(&guess, &out);
        guess_add_caveats(&guess, &out);
        text_add(&out, "now, of 100:\n");
        guess_add_heading(&guess, &out);
        guess_add_piece(&guess, number, &out);
        session_print_text(session, &out);
    }
    guess_close(&guess);
    return status;
}

const struct command command_guess_explain = {
    .name = "guess explain", .group = GROUP_GUESS,
    .keywords = "why reasons evidence odds probability",
    .analyses = true, .at = true,
    .words = ARGUMENTS(
        {.name = "SQUARE", .kind = VALUE_SQUARE, .at = offsetof(struct explain_args, square)},
        WORD_GAME(struct explain_args, guess.path)),
    .flags = ARGUMENTS(
        FLAG_NUMBER(struct explain_args, min, "min", 0, 100,
                    "moves that shifted less of the probability are left out", .value = "PERCENT",
                    .formerly = "least"),
        GUESS_FLAGS(struct explain_args, guess)),
    .out = true,
    DEFAULTS(struct explain_args, .min = 1, .guess = GUESS_DEFAULTS),
    .help = "prints which moves made the guess about the piece on a square, and by how much",
    .details =
        "A line for each move that counts: the evidence it gave about this piece (doc/belief.md names the\n"
        "kinds; 'player': the kind of player, people, programs or anyone, was estimated anew, with all\n"
        "earlier evidence; 'others': what became known of other pieces) with the factor for the rank that\n"
        "changed most, and from how many percent to how many each rank went; then, where it moved by a\n"
        "point or more, how probable a known setup, one near a known one, and a new one are.\n"
        GUESS_DETAILS,
    .run = run_explain,
};
