/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who is each unknown piece: guess, guess heat, guess explain, guess set. */
#include "console/commands.h"

#include "base/plural.h"
#include "console/guesser.h"
#include "console/heat.h"
#include "console/json.h"
#include "console/value.h"
#include "game/notation.h"
#include "play/telling.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define GUESS_DETAILS \
    "With --side and --of, --side says from whose chair it is drawn. A guess rests on what both players\n" \
    "can know, and on your notes, as far as they can be: those in the game ('guess set') and --note."

/* A percentage in four columns: "  .", "100%", " 37%", " <1%". */
static void add_percent(struct text *out, double p)
{
    if (p <= 0)
        text_add(out, "   .");
    else if (p < 0.005)
        text_add(out, " <1%");
    else
        text_printf(out, "%3.0f%%", 100 * p);
}

/* --- guess --- */

static void add_piece(const struct guess *guess, int number, struct text *out)
{
    const struct belief *belief = guess_belief(guess);
    const struct public_piece *piece = &belief->public_state.piece[number];
    char square[SQUARE_TEXT];
    int best = belief_best(belief, number);
    text_printf(out, "%-4s %c %c%c ", square_write(piece->square, guess->notation, square),
                rank_write(best, guess->notation), piece->moved ? '*' : ' ',
                piece->rank != RANK_UNKNOWN ? '!' : ' ');
    for (int rank = 0; rank < RANKS; rank++)
        add_percent(out, belief_get(belief, number, rank));
    text_add(out, "\n");
}

/* What the numbers that follow do not keep, a line each. */
static void add_caveats(const struct guess *guess, struct text *out)
{
    const struct belief *belief = guess_belief(guess);
    if (!belief->converged)
        text_printf(out, "not exact: after %d scaling%s (belief.sweeps) a rank's total is off by %.2g %%\n",
                    belief->sweeps, plural((uint64_t)belief->sweeps), 100 * belief->error);
    for (int i = 0; i < guess->analysis->faults[guess->of]; i++) {
        note_fault_text(&guess->analysis->fault[guess->of][i], guess->notation, out);
        text_add(out, "\n");
    }
    text_append(out, guess->missing.bytes, guess->missing.size);
    char conflict[CONFLICT_TEXT];
    if (belief->infeasible)
        text_printf(out, "the facts contradict each other: %s; the counts of ranks are not used\n",
                    belief_conflict_text(&belief->conflict, guess->notation, conflict));
}

static void add_heading(const struct guess *guess, struct text *out)
{
    text_add(out, "    best  ");
    for (int rank = 0; rank < RANKS; rank++)
        text_printf(out, "   %c", rank_write(rank, guess->notation));
    text_add(out, "\n");
}

/* One line on whether the setup is one that people use. */
static void add_novelty(const struct guess *guess, struct text *out)
{
    double share[SETUP_NOVELTIES];
    if (belief_novelty(guess_belief(guess), share))
        text_printf(out, "the setup: %.0f %% a known one, %.0f %% near one, %.0f %% new\n",
                    100 * share[SETUP_KNOWN], 100 * share[SETUP_NEAR], 100 * share[SETUP_NEW]);
}

/* One line on who plays the side. */
static void add_players(const struct guess *guess, struct text *out)
{
    double share[PLAYER_COUNT];
    if (belief_players(guess_belief(guess), share))
        text_printf(out, "who plays: %.0f %% people, %.0f %% programs, %.0f %% anyone else\n",
                    100 * share[PLAYER_PEOPLE], 100 * share[PLAYER_PROGRAMS], 100 * share[PLAYER_ANYONE]);
}

static void add_matrix(const struct guess *guess, struct text *out)
{
    const struct belief *belief = guess_belief(guess);
    int base = side_base(belief->side);
    text_printf(out, "pieces of %s after %u move%s, guessed by \"%s\"\n", side_name(belief->side),
                belief->public_state.plies, plural(belief->public_state.plies),
                    belief->knowledge->kind->name);
    add_players(guess, out);
    add_novelty(guess, out);
    add_caveats(guess, out);
    add_heading(guess, out);
    for (int number = base; number < base + PIECES_A_SIDE; number++)
        if (belief->public_state.piece[number].square != SQUARE_NONE)
            add_piece(guess, number, out);
    text_add(out, "hidden    ");
    for (int rank = 0; rank < RANKS; rank++)
        text_printf(out, "%4d", belief->public_state.unknown_count[belief->side][rank]);
    text_add(out, "\n");
}

static void add_piece_json(const struct guess *guess, int number, const char *key, struct json *json)
{
    const struct belief *belief = guess_belief(guess);
    const struct public_piece *piece = &belief->public_state.piece[number];
    char square[SQUARE_TEXT];
    json_open(json, key, '{');
    json_text(json, "square", square_write(piece->square, guess->notation, square));
    json_text(json, "best", rank_table[belief_best(belief, number)].name);
    json_flag(json, "moved", piece->moved);
    json_flag(json, "known", piece->rank != RANK_UNKNOWN);
    json_open(json, "p", '{');
    for (int rank = 0; rank < RANKS; rank++)
        json_number(json, rank_table[rank].name, belief_get(belief, number, rank));
    json_close(json, '}');
    json_close(json, '}');
}

/* What add_caveats says, a string each. */
static void add_caveats_json(const struct guess *guess, struct json *json)
{
    struct text caveats = {0};
    char *rest = NULL;
    add_caveats(guess, &caveats);
    json_open(json, "caveats", '[');
    for (char *line = caveats.size ? strtok_r(caveats.bytes, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest))
        json_text(json, NULL, line);
    json_close(json, ']');
    text_free(&caveats);
}

static void add_novelty_json(const struct belief *belief, struct json *json)
{
    double share[SETUP_NOVELTIES];
    if (!belief_novelty(belief, share)) {
        json_null(json, "setup");
        return;
    }
    json_open(json, "setup", '{');
    for (int i = 0; i < SETUP_NOVELTIES; i++)
        json_number(json, setup_novelty_name[i], share[i]);
    json_close(json, '}');
}

static void add_players_json(const struct belief *belief, struct json *json)
{
    double share[PLAYER_COUNT];
    if (!belief_players(belief, share)) {
        json_null(json, "players");
        return;
    }
    json_open(json, "players", '{');
    for (int i = 0; i < PLAYER_COUNT; i++)
        json_number(json, player_kind_name[i], share[i]);
    json_close(json, '}');
}

static void begin_json(const struct guess *guess, struct json *json)
{
    const struct belief *belief = guess_belief(guess);
    json_open(json, NULL, '{');
    json_text(json, "of", side_name(guess->of));
    json_whole(json, "plies", belief->public_state.plies);
    json_text(json, "guesser", belief->knowledge->kind->name);
    add_players_json(belief, json);
    add_novelty_json(belief, json);
    add_caveats_json(guess, json);
}

static void add_matrix_json(const struct guess *guess, struct json *json)
{
    const struct belief *belief = guess_belief(guess);
    int base = side_base(belief->side);
    begin_json(guess, json);
    json_open(json, "pieces", '[');
    for (int number = base; number < base + PIECES_A_SIDE; number++)
        if (belief->public_state.piece[number].square != SQUARE_NONE)
            add_piece_json(guess, number, NULL, json);
    json_close(json, ']');
    json_open(json, "hidden", '{');
    for (int rank = 0; rank < RANKS; rank++)
        json_whole(json, rank_table[rank].name, belief->public_state.unknown_count[belief->side][rank]);
    json_close(json, '}');
    json_close(json, '}');
}

struct guess_args {
    struct guess_request guess;
};

static const struct argument guess_words[] = {WORD_GAME(struct guess_args, guess.path)};

static enum status run_guess(struct session *session, const void *arguments, struct error *error)
{
    const struct guess_args *args = arguments;
    struct guess guess = {0};
    enum status status = guess_open(&guess, session, &command_guess, &args->guess, error);
    const char *path = args->guess.path;
    int square;
    if (status && path && access(path, F_OK) && value_square(path, session_notation(session), &square))
        error_set(error, status, "guess: no file is named %s: 'guess explain %s' tells of the piece there",
                  path, path);
    if (!status) {
        struct text out = {0};
        add_matrix(&guess, &out);
        session_write(session, out.bytes, out.size);
        text_free(&out);
        if (session->answer)
            add_matrix_json(&guess, session->answer);
    }
    guess_close(&guess);
    return status;
}

static const struct argument guess_flags[] = {GUESS_FLAGS(struct guess_args, guess)};

const struct command command_guess = {
    .name = "guess",
    .group = GROUP_GUESS,
    .keywords = "odds probability chance percent belief identity hidden unknown ranks pieces who",
    .analyses = true,
    .words = ROWS(guess_words),
    .flags = ROWS(guess_flags),
    .out = true,
    .args_size = sizeof(struct guess_args),
    .defaults = &(const struct guess_args){GUESS_DEFAULTS},
    .help = "tells how probable each rank is for each piece of the enemy",
    .details = GUESS_DETAILS "\n"
               "A row a piece, by the squares they began on: its square, its likeliest rank, * if it has\n"
               "moved, ! if it is known; the last row counts the hidden pieces. Above them stands, with a\n"
               "model that has families of setups, how probable it is that the setup is one that people use\n"
               "again, differs from such a one on a few places, or is new.",
    .run = run_guess,
};

/* --- guess heat --- */

/* A shade that grows with the probability, and two digits; of the other side's pieces those that both sides
 * know as letters, "?" for others: whoever looks, the drawing tells nothing that is hidden. */
static void add_heat_cell(const struct guess *guess, int square, double heat, double most, struct text *out)
{
    static const char *const shades[HEAT_LEVELS] = {" ", "\u2591", "\u2592", "\u2593", "\u2588"};
    int number = guess_belief(guess)->public_state.at[square];
    if (number == LAKE) {
        text_add(out, " ~  ");
    } else if (number == NO_PIECE) {
        text_add(out, " .  ");
    } else if (heat < 0) {
        int rank = guess_belief(guess)->public_state.piece[number].rank;
        text_printf(out, " %c  ", rank == RANK_UNKNOWN ? '?' : rank_write(rank, guess->notation));
    } else {
        char digits[3];
        heat_digits(heat, digits);
        text_printf(out, "%s%s ", shades[heat_level(heat, most)], digits);
    }
}

/* The largest probability of a piece that is hidden. */
static double largest(const struct guess *guess, const double heat[SQUARES])
{
    const struct belief *belief = guess_belief(guess);
    double most = 0;
    for (int square = 0; square < SQUARES; square++)
        if (heat[square] > most && belief_is_hidden(belief, belief->public_state.at[square]))
            most = heat[square];
    return most;
}

static void add_heat(const struct guess *guess, int rank, struct text *out)
{
    enum { LIKELIEST = 5 };
    double heat[SQUARES];
    struct belief_square squares[PIECES_A_SIDE];
    enum side viewer = guess->analysis->view.side;
    belief_heat(guess_belief(guess), rank, heat);
    double most = largest(guess, heat);
    text_printf(out, "where is the %s of %s, in percent; !! is certain, darker is likelier\n",
                rank_table[rank].name, side_name(guess->of));
    add_caveats(guess, out);
    text_add(out, "   ");
    for (int i = 0; i < FILES; i++)
        text_printf(out, "  %c ", file_write(viewer == RED ? i : FILES - 1 - i, guess->notation));
    text_add(out, "\n");
    for (int i = 0; i < ROWS; i++) {
        int row = viewer == RED ? ROWS - 1 - i : i;
        text_printf(out, "%2d ", row_write(row, guess->notation));
        for (int j = 0; j < FILES; j++) {
            int square = square_at(viewer == RED ? j : FILES - 1 - j, row);
            add_heat_cell(guess, square, heat[square], most, out);
        }
        while (out->size && out->bytes[out->size - 1] == ' ')
            out->size--;
        text_add(out, "\n");
    }
    int count = belief_squares(guess_belief(guess), rank, squares, PIECES_A_SIDE);
    for (int i = 0, shown = 0; i < count && shown < LIKELIEST && squares[i].probability >= 0.005; i++) {
        char name[SQUARE_TEXT];
        if (!belief_is_hidden(guess_belief(guess), squares[i].number))
            continue;
        shown++;
        text_printf(out, "%-4s%3.0f%%\n", square_write(squares[i].square, guess->notation, name),
                    100 * squares[i].probability);
    }
}

/* The squares with a probability, the likeliest first. */
static void add_heat_json(const struct guess *guess, int rank, struct json *json)
{
    struct belief_square squares[PIECES_A_SIDE];
    int count = belief_squares(guess_belief(guess), rank, squares, PIECES_A_SIDE);
    begin_json(guess, json);
    json_text(json, "rank", rank_table[rank].name);
    json_open(json, "squares", '[');
    for (int i = 0; i < count; i++) {
        char name[SQUARE_TEXT];
        json_open(json, NULL, '{');
        json_text(json, "square", square_write(squares[i].square, guess->notation, name));
        json_number(json, "p", squares[i].probability);
        json_flag(json, "known", !belief_is_hidden(guess_belief(guess), squares[i].number));
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

struct heat_args {
    int rank;
    struct guess_request guess;
};

static enum status run_heat(struct session *session, const void *arguments, struct error *error)
{
    const struct heat_args *args = arguments;
    struct guess guess = {0};
    enum status status = guess_open(&guess, session, &command_guess_heat, &args->guess, error);
    if (!status) {
        struct text out = {0};
        add_heat(&guess, args->rank, &out);
        session_write(session, out.bytes, out.size);
        text_free(&out);
        if (session->answer)
            add_heat_json(&guess, args->rank, session->answer);
    }
    guess_close(&guess);
    return status;
}

static const struct argument heat_words[] = {
    WORD_RANK(struct heat_args, rank),
    WORD_GAME(struct heat_args, guess.path),
};

static const struct argument heat_flags[] = {GUESS_FLAGS(struct heat_args, guess)};

const struct command command_guess_heat = {
    .name = "guess heat",
    .group = GROUP_GUESS,
    .keywords = "heatmap map where odds probability flag bombs marshal",
    .analyses = true,
    .words = ROWS(heat_words),
    .flags = ROWS(heat_flags),
    .out = true,
    .args_size = sizeof(struct heat_args),
    .defaults = &(const struct heat_args){.guess = GUESS_DEFAULTS},
    .help = "draws the board with the probability of one rank on each square",
    .details = "Below the board stand the likeliest squares, without pieces that are known.\n"
               GUESS_DETAILS,
    .run = run_heat,
};

/* --- guess explain --- */

/* What has been told of a piece so far. */
struct telling {
    const struct guess *guess;
    int row;
    double least;        /* steps that shift less are left out */
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
static double least_told(const struct telling *telling, const struct belief_step *step, int most)
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
    const double least = 0.005;
    char from[16], to[16];
    snprintf(from, sizeof from, "%.0f", 100 * before);
    snprintf(to, sizeof to, "%.0f", 100 * after);
    if (fabs(after - before) >= least && strcmp(from, to) != 0)
        text_printf(out, "  %s:%c%s>%s%c%%", name, TEXT_HELD, from, to, TEXT_HELD);
}

/* The ranks that a step changed, as far as it shows. */
static void add_rank_changes(const struct belief_step *step, enum notation notation, struct text *out)
{
    for (int rank = 0; rank < RANKS; rank++) {
        const char name[] = {rank_write(rank, notation), '\0'};
        add_change(name, step->before[rank], step->after[rank], out);
    }
}

/* The evidence about the piece, each item with what it does to the rank that changed most. */
static void add_evidence(struct telling *telling, const struct belief_step *step)
{
    struct text *out = telling->out;
    int most = belief_step_rank(step), count = 0;
    double least = least_told(telling, step, most);
    for (size_t i = 0; i < step->evidence->count; i++) {
        const struct evidence *evidence = &step->evidence->items[i];
        double x = factor_of(telling, step, i, most);
        if (fabs(x - 1) < least)
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

static void add_shares_json(const char *key, bool has, const double share[SETUP_NOVELTIES], struct json *json)
{
    if (!has) {
        json_null(json, key);
        return;
    }
    json_open(json, key, '{');
    for (int i = 0; i < SETUP_NOVELTIES; i++)
        json_number(json, setup_novelty_name[i], share[i]);
    json_close(json, '}');
}

/* A step as tell_step tells it, all of its evidence about the piece, and what it changed. */
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
        json_null(json, "ply"); /* the notes */
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
    add_shares_json("setup_before", step->has_novelty, start ? step->novelty_after : step->novelty_before,
                    json);
    add_shares_json("setup_after", step->has_novelty, step->novelty_after, json);
    json_close(json, '}');
}

/* One line about what an event, or in the end the user's notes, did to the piece, and to what is believed of
 * the side's setup; none where it was little, or would not show. */
static void tell_step(void *context, const struct belief_step *step)
{
    const double point = 0.01; /* that the setup's novelty must move */
    struct telling *telling = context;
    enum notation notation = telling->guess->notation;
    struct text ranks = {0}, novelty = {0};
    char move[MOVE_TEXT];
    if (step->ply == 0) {
        if (telling->json)
            add_step_json(telling, step);
        add_start(telling, step);
        return;
    }
    if (belief_step_size(step) >= telling->least)
        add_rank_changes(step, notation, &ranks);
    if (belief_step_novelty_size(step) >= fmax(point, telling->least))
        for (int i = 0; i < SETUP_NOVELTIES; i++)
            add_change(setup_novelty_name[i], step->novelty_before[i], step->novelty_after[i], &novelty);
    if (telling->json && (ranks.size || novelty.size))
        add_step_json(telling, step);
    if (ranks.size || novelty.size) {
        if (step->event)
            text_printf(telling->out, "%4u. %-11s ", step->ply, event_write(step->event, notation, move));
        else
            text_printf(telling->out, "%-17s ", "notes");
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
static void explain(const struct guess *guess, int number, double least, struct text *out, struct json *json)
{
    enum { CHANGES_COLUMN = 18, MEANING_INDENT = 2 };
    struct text steps = {0}, words = {0};
    struct telling telling = {
        .guess = guess, .row = number % PIECES_A_SIDE, .least = least, .out = &steps, .json = json,
    };
    analysis_trace(guess->analysis, number, tell_step, &telling);
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
    double least; /* percent */
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
        if (session->answer) {
            begin_json(&guess, session->answer);
            add_piece_json(&guess, number, "piece", session->answer);
            json_open(session->answer, "steps", '[');
        }
        explain(&guess, number, args->least / 100, &out, session->answer);
        if (session->answer) {
            json_close(session->answer, ']');
            json_close(session->answer, '}');
        }
        add_players(&guess, &out);
        add_novelty(&guess, &out);
        add_caveats(&guess, &out);
        text_add(&out, "now, of 100:\n");
        add_heading(&guess, &out);
        add_piece(&guess, number, &out);
        session_write(session, out.bytes, out.size);
        text_free(&out);
    }
    guess_close(&guess);
    return status;
}

static const struct argument explain_words[] = {
    {.name = "SQUARE", .kind = VALUE_SQUARE, .at = offsetof(struct explain_args, square)},
    WORD_GAME(struct explain_args, guess.path),
};

static const struct argument explain_flags[] = {
    {.name = "least", .kind = VALUE_NUMBER, .at = offsetof(struct explain_args, least), .low = 0, .high = 100,
     .value = "PERCENT", .meaning = "moves that shifted less of the probability are left out"},
    GUESS_FLAGS(struct explain_args, guess),
};

const struct command command_guess_explain = {
    .name = "guess explain",
    .group = GROUP_GUESS,
    .keywords = "why reasons evidence odds probability",
    .analyses = true,
    .words = ROWS(explain_words),
    .flags = ROWS(explain_flags),
    .out = true,
    .args_size = sizeof(struct explain_args),
    .defaults = &(const struct explain_args){.least = 1, .guess = GUESS_DEFAULTS},
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

/* --- guess set --- */

/* The notes of the game at hand, by where the pieces stand now. */
static enum status list_notes(struct session *session, struct error *error)
{
    struct notes notes;
    struct text out = {0};
    if (!session->game)
        return error_set(error, STATUS_BAD, "guess set: no game is at hand: 'load' takes one");
    const struct board *board = &session->game->position.board;
    notes_from_record(&notes, &session->game->record);
    for (int square = 0; square < SQUARES; square++) {
        char name[SQUARE_TEXT], ranks[RANKS_TEXT];
        int number = board->at[square];
        if (number < PIECES && notes.ranks[number])
            text_printf(&out, "%-4s %-5s %s\n", square_write(square, session_notation(session), name),
                        side_name(piece_side(number)),
                        ranks_write(notes.ranks[number], session_notation(session), ranks));
    }
    session_write(session, out.bytes, out.size);
    text_free(&out);
    return STATUS_OK;
}

struct guess_set_args {
    int square; /* SQUARE_NONE: list the notes */
    struct word_list ranks;
};

static enum status run_set(struct session *session, const void *arguments, struct error *error)
{
    const struct guess_set_args *args = arguments;
    enum notation notation = session_notation(session);
    uint16_t ranks = 0, more;
    if (args->square == SQUARE_NONE)
        return list_notes(session, error);
    for (int i = 0; i < args->ranks.count; i++)
        if (value_ranks(args->ranks.word[i], notation, &more))
            ranks |= more;
    if (!args->ranks.count)
        value_ranks("?", notation, &ranks);
    return guess_put_note(session, &command_guess_set, args->square, ranks, error);
}

static const struct argument set_words[] = {
    {.name = "SQUARE", .kind = VALUE_SQUARE, .at = offsetof(struct guess_set_args, square), .optional = true},
    {.name = "RANK", .kind = VALUE_RANKS, .at = offsetof(struct guess_set_args, ranks), .list = true,
     .optional = true},
};

const struct command command_guess_set = {
    .name = "guess set",
    .group = GROUP_GUESS,
    .keywords = "note mark annotate remember suspicion",
    .words = ROWS(set_words),
    .args_size = sizeof(struct guess_set_args),
    .defaults = &(const struct guess_set_args){.square = SQUARE_NONE},
    .help = "notes in the game at hand which ranks you think a piece may be",
    .details = "'guess set e7 X 9', or 'guess set e7 marshal general': the piece on e7 is one of the two;\n"
               "'guess set e7' takes the note back; 'guess set' lists the notes. The other pieces'\n"
               "probabilities follow. A note that contradicts what is known is refused, one that becomes\n"
               "impossible later is ignored. Notes are kept with the game ('save'). For a file, give\n"
               "them to 'guess' as --note e7=X,9.",
    .run = run_set,
};
