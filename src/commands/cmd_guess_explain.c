/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which moves made the guess about a piece: guess explain. */
#include "commands/table.h"

#include "analysis/key_evidence.h"
#include "commands/guess_print.h"
#include "commands/guesser.h"
#include "game/notation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What has been told of a piece so far. */
struct telling {
    const struct guess *guess;
    int row;
    double min;        /* steps that shift less are left out */
    unsigned kinds;      /* of evidence that were named (bit k) */
    struct text *out;
    struct json *json;   /* the list of steps; or NULL */
};

/* What an item does to the rank that changed most: a factor. */
static double factor_of(const struct telling *telling, const struct belief_step *step, size_t item, int most)
{
    const struct evidence *evidence = &step->evidence->items[item];
    return evidence->row == telling->row ? belief_step_favour(step, evidence, most) : 1;
}

/* How far from 1 a factor is that is told: items that hardly count are, where no other does. */
static double min_shown(const struct telling *telling, const struct belief_step *step, int most)
{
    const double hardly = 0.05, nothing = 0.01;
    for (size_t i = 0; i < step->evidence->count; i++)
        if (fabs(factor_of(telling, step, i, most) - 1) >= hardly)
            return hardly;
    return nothing;
}

/* "  F: 19>25 %" for each number that is another one as it is printed; `name` gives what stands before it. */
static void add_change(const char *name, double before, double after, struct text *out)
{
    const double min = 0.005;
    char from[16], to[16];
    snprintf(from, sizeof from, "%.0f", 100 * before);
    snprintf(to, sizeof to, "%.0f", 100 * after);
    if (fabs(after - before) >= min && strcmp(from, to) != 0)
        text_printf(out, "  %s:%c%s>%s%c%%", name, TEXT_HELD, from, to, TEXT_HELD);
}

/* The evidence about the piece, each item with what it does to the rank that changed most. */
static void add_evidence(struct telling *telling, const struct belief_step *step)
{
    struct text *out = telling->out;
    int most = belief_step_rank(step), count = 0;
    double min = min_shown(telling, step, most);
    for (size_t i = 0; i < step->evidence->count; i++) {
        const struct evidence *evidence = &step->evidence->items[i];
        double x = factor_of(telling, step, i, most);
        if (fabs(x - 1) < min)
            continue;
        telling->kinds |= 1u << evidence->kind;
        text_printf(out, "%s%s%c(%c%cx%.2f)", count++ ? ", " : "",
                    evidence_name((enum evidence_kind)evidence->kind), TEXT_HELD,
                    rank_write(most, telling->guess->notation), TEXT_HELD, x);
    }
    text_add(out, count ? ":" : "others:");
}

static void add_start(const struct telling *telling, const struct belief_step *step)
{
    text_add(telling->out, "start            ");
    for (int rank = 0; rank < RANKS; rank++)
        if (step->after[rank] >= 0.005)
            text_printf(telling->out, "  %c:%c%.0f%c%%", rank_write(rank, telling->guess->notation),
                        TEXT_HELD, 100 * step->after[rank], TEXT_HELD);
    if (step->has_novelty)
        text_printf(telling->out, "  the%csetup:", TEXT_HELD);
    for (int i = 0; i < SETUP_NOVELTIES && step->has_novelty; i++)
        text_printf(telling->out, "  %s:%c%.0f%c%%", setup_novelty_name[i], TEXT_HELD,
                    100 * step->novelty_after[i], TEXT_HELD);
    text_add(telling->out, "\n");
}

/* The probabilities of each rank, by name. */
static void add_ranks_json(const char *key, const double probability[RANKS], struct json *json)
{
    json_open(json, key, '{');
    for (int rank = 0; rank < RANKS; rank++)
        json_number(json, rank_table[rank].name, probability[rank]);
    json_close(json, '}');
}

/* A step as print_step tells it, all of its evidence about the piece, and what it changed. */
static void add_step_json(const struct telling *telling, const struct belief_step *step)
{
    struct json *json = telling->json;
    bool start = step->ply == 0;
    char move[MOVE_TEXT];
    int most = start ? 0 : belief_step_rank(step);
    json_open(json, NULL, '{');
    if (step->event || start)
        json_whole(json, "ply", step->ply);
    else
        json_null(json, "ply"); /* evidence of the seat, or the notes */
    json_text(json, "move",
              step->event ? event_write(step->event, telling->guess->notation, move) : NULL);
    json_open(json, "evidence", '[');
    for (size_t i = 0; !start && i < step->evidence->count; i++) {
        const struct evidence *evidence = &step->evidence->items[i];
        if (evidence->row != telling->row)
            continue;
        json_open(json, NULL, '{');
        json_text(json, "kind", evidence_name((enum evidence_kind)evidence->kind));
        json_text(json, "rank", rank_table[most].name);
        json_number(json, "factor", belief_step_favour(step, evidence, most));
        json_close(json, '}');
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

/* One line about what an event, or in the end the user's notes, did to the piece, and to what is believed of
 * the side's setup; none where it was little, or would not show. */
static void print_step(void *context, const struct belief_step *step)
{
    const double point = 0.01; /* that the setup's novelty must move */
    struct telling *telling = context;
    enum notation notation = telling->guess->notation;
    struct text ranks = {0}, novelty = {0};
    char move[MOVE_TEXT];
    if (step->ply == 0) {
        add_step_json(telling, step);
        add_start(telling, step);
        return;
    }
    if (belief_step_size(step) >= telling->min)
        for (int rank = 0; rank < RANKS; rank++) {
            const char name[] = {rank_write(rank, notation), '\0'};
            add_change(name, step->before[rank], step->after[rank], &ranks);
        }
    if (belief_step_novelty_size(step) >= fmax(point, telling->min))
        for (int i = 0; i < SETUP_NOVELTIES; i++)
            add_change(setup_novelty_name[i], step->novelty_before[i], step->novelty_after[i], &novelty);
    if (ranks.size || novelty.size) {
        add_step_json(telling, step);
        if (step->event)
            text_printf(telling->out, "%4u. %-11s ", step->ply, event_write(step->event, notation, move));
        else
            text_printf(telling->out, "%-17s ", step->ply == STEP_SEAT ? "the whole game" : "notes");
        if (ranks.size)
            add_evidence(telling, step);
        text_append(telling->out, ranks.bytes, ranks.size);
        if (novelty.size)
            text_printf(telling->out, "%sthe%csetup:%s", ranks.size ? "  " : "", TEXT_HELD,
                        text_string(&novelty));
        text_add(telling->out, "\n");
    }
    text_free(&ranks);
    text_free(&novelty);
}

/* Tells each event that moved the probabilities of a piece by `least`, and what the words in it mean. */
static void explain(const struct guess *guess, int number, double min, struct text *out, struct json *json)
{
    enum { CHANGES_COLUMN = 18, MEANING_INDENT = 2 };
    struct text steps = {0}, words = {0};
    struct telling telling = {
        .guess = guess, .row = number % PIECES_A_SIDE, .min = min, .out = &steps, .json = json,
    };
    analysis_trace(guess->analysis, number, print_step, &telling);
    if (steps.size)
        text_wrapped(out, text_string(&steps), 0, CHANGES_COLUMN);
    for (int kind = 0; kind < EVIDENCE_KINDS; kind++)
        if (telling.kinds >> kind & 1)
            text_printf(&words, "%s: %s\n", evidence_name((enum evidence_kind)kind),
                        evidence_text((enum evidence_kind)kind));
    if (words.size)
        text_wrapped(out, text_string(&words), 0, MEANING_INDENT);
    text_free(&steps);
    text_free(&words);
}

/* The number of the piece on a square. The guess is turned to the side whose piece it is, unless the request
 * names another; STATUS_BAD where there is none of the side. */
static enum status find_piece(struct guess *guess, const struct guess_request *request, int square,
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
    double min; /* percent */
    struct guess_request guess;
};

static enum status run_explain(struct session *session, const void *arguments, struct error *error)
{
    const struct explain_args *args = arguments;
    struct guess guess = {0};
    int number = NO_PIECE;
    enum status status = guess_open(&guess, session, &command_guess_explain, &args->guess, error);
    if (!status)
        status = find_piece(&guess, &args->guess, args->square, &number, error);
    if (!status) {
        struct text out = {0};
        char name[SQUARE_TEXT];
        text_printf(&out, "%s's piece on %s: how probable each rank is, in percent, and what changed it\n",
                    side_name(guess.of), square_write(args->square, guess.notation, name));
        guess_begin_json(&guess, session->answer);
        guess_add_piece_json(&guess, number, "piece", session->answer);
        json_open(session->answer, "steps", '[');
        explain(&guess, number, args->min / 100, &out, session->answer);
        json_close(session->answer, ']');
        json_close(session->answer, '}');
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
    .name = "guess explain",
    .group = GROUP_GUESS,
    .keywords = "why reasons evidence odds probability",
    .analyses = true,
    .words = ARGUMENTS(
        {.name = "SQUARE", .kind = VALUE_SQUARE, .at = offsetof(struct explain_args, square)},
        WORD_GAME(struct explain_args, guess.path)),
    .flags = ARGUMENTS(
        {.name = "least", .kind = VALUE_NUMBER, .at = offsetof(struct explain_args, min), .low = 0,
         .high = 100, .value = "PERCENT",
         .meaning = "moves that shifted less of the probability are left out"},
        GUESS_FLAGS(struct explain_args, guess)),
    .out = true,
    DEFAULTS(struct explain_args, .min = 1, .guess = GUESS_DEFAULTS),
    .help = "tells which moves made the guess about the piece on a square, and by how much",
    .details =
        "A line for each move that counts: the evidence it gave about this piece (doc/belief.md names\n"
        "the kinds; 'player': who plays, people, programs or anyone, was judged anew, and with that all\n"
        "earlier evidence; 'others': what became known of other pieces) with the factor for the rank\n"
        "that changed most, and from how many percent to how many each rank went; then, where it moved\n"
        "by a point or more, how probable a known setup, one near a known one, and a new one are.\n"
        GUESS_DETAILS,
    .run = run_explain,
};
