/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/review_text.h"

#include "base/decimal.h"
#include "base/plural.h"
#include "report/play_words.h"
#include "report/review_words.h"
#include "report/show.h"

#include <math.h>
#include <stdio.h>

enum { GRAPH_ROWS = 11, GRAPH_COLS = 64, WHY_INDENT = 6 /* columns before a reason */,
       TURN_INDENT = 8 };

static const double PER_CENT = 100; /* the unit of all chances as JSON */

const char review_sums_note[] = "Each side's numbers are by what it knew: they need not add up to 100.";

bool review_shows(const struct review_view *view, enum side side)
{
    return (view->both || side == view->seat) && view->review->own_chance[side];
}

void review_graph(const struct review_view *view, struct text *out)
{
    static const char signs[] = {[REVIEW_BLANK] = ' ', [REVIEW_AXIS] = '-', [REVIEW_BAR] = '#'};
    const struct review *review = view->review;
    enum side seat = view->seat;
    const double *curve = review->own_chance[seat];
    double max_lead = review_max_lead(review, curve);
    for (int row = 0; row < GRAPH_ROWS; row++) {
        char line[GRAPH_COLS + 1] = "";
        const char *label = row == 0 ? side_name(seat) : row == GRAPH_ROWS - 1 ? side_name(side_other(seat))
                                                                               : "";
        int size = 0;
        for (int col = 0; col < GRAPH_COLS; col++) {
            line[col] = signs[review_cell(review, curve, max_lead, GRAPH_ROWS, GRAPH_COLS, row, col)];
            size = line[col] != ' ' ? col + 1 : size;
        }
        if (label[0])
            text_printf(out, "%-4s %3.0f%% |%.*s\n", label, review_percent(max_lead), size, line);
        else
            text_printf(out, "%9s |%.*s\n", row == GRAPH_ROWS / 2 ? "50%" : "", size, line);
    }
    unsigned moves = review->plies ? board_move_number(view->board, view->board->plies - 1) : 0;
    text_printf(out, "%11s0%*u moves\n", "", GRAPH_COLS - (int)sizeof " moves", moves);
}

void review_rows(const struct review_view *view, struct review_row rows[REVIEW_ROWS])
{
    struct review_sum sum[SIDES] = {{0}};
    for (enum side side = RED; side <= BLUE; side++)
        if (review_shows(view, side)) {
            review_sum_make(view->review, side, &sum[side]);
            review_sum_round(&sum[side], 1);
        }
    const struct review_sum *red = &sum[RED], *blue = &sum[BLUE];
    const struct review_row all[REVIEW_ROWS] = {
        {"chance to win at the start", {red->start, blue->start}, true},
        {"+ the side's own moves", {red->skill, blue->skill}, false},
        {"+ the opponent's moves", {red->opponent, blue->opponent}, false},
        {"+ luck in fights", {red->luck, blue->luck}, false},
        {review_is_resigned(view->review) ? "+ resigned" : "+ not explained", {red->rest, blue->rest}, false},
        {view->review->outcome.result == RESULT_OPEN ? "= the chance at the end" : "= the result",
         {red->end, blue->end}, true},
    };
    for (int i = 0; i < REVIEW_ROWS; i++) {
        rows[i] = all[i];
        for (enum side side = RED; side <= BLUE; side++)
            rows[i].part[side] = decimal_plain_zero(100 * rows[i].part[side], 1);
    }
}

/* Appends the sums as a table: a line a part, a column a side; with what the graded moves and the others did,
 * once they are judged. */
static void add_sums(const struct review_view *view, struct text *out)
{
    struct review_row rows[REVIEW_ROWS];
    review_rows(view, rows);
    text_printf(out, "\n%-28s", "in per cent");
    for (enum side side = RED; side <= BLUE; side++)
        if (review_shows(view, side))
            text_printf(out, "%8s", side_name(side));
    text_add(out, "\n");
    for (int i = 0; i < REVIEW_ROWS; i++) {
        text_printf(out, "%-28s", rows[i].name);
        for (enum side side = RED; side <= BLUE; side++)
            if (review_shows(view, side))
                text_printf(out, rows[i].is_chance ? "%8.1f" : "%+8.1f", rows[i].part[side]);
        text_add(out, "\n");
    }
    if (review_shows(view, RED) && review_shows(view, BLUE))
        text_printf(out, "%s\n", review_sums_note);
    for (enum side side = RED; side <= BLUE && view->review->judged; side++) {
        struct review_sum sum;
        char moves[REVIEW_MOVES_TEXT];
        if (!review_shows(view, side))
            continue;
        review_sum_make(view->review, side, &sum);
        text_printf(out, "%s: %s\n", side_name(side), review_moves_text(&sum, moves));
    }
}

void review_turn_losses(const struct review_view *view, const struct review_turn *turn, struct text *out)
{
    char first[MOVE_NUMBER_TEXT], last[MOVE_NUMBER_TEXT];
    struct text losses = {0};
    uint32_t prior = view->board->prior_plies;
    review_losses(turn, view->board, &losses);
    if (losses.size)
        text_printf(out, "; also lost from %s to %s: %s",
                    words_move(view->board, prior + (uint32_t)turn->first, first),
                    words_move(view->board, prior + (uint32_t)turn->last, last), text_string(&losses));
    text_free(&losses);
}

/* Appends the turning points: "12... 62 to 31 % for red: h7xh6, blue's spy takes ..". */
static void add_turns(const struct review_view *view, struct text *out)
{
    struct review_turns turns;
    review_find_turns(view->review, view->seat, &turns);
    if (turns.count)
        text_add(out, "\nwhere the chance to win changed most\n");
    for (int i = 0; i < turns.count; i++) {
        const struct review_turn *turn = &turns.turn[i];
        char words[256], number[MOVE_NUMBER_TEXT];
        struct text line = {0};
        uint32_t ply = view->board->prior_plies + (uint32_t)turn->ply;
        words_write_event(view->board, ply, SIDES, view->notation, words, sizeof words);
        text_printf(&line, "%7s %.0f to %.0f %% for %s: %s", words_move(view->board, ply, number),
                    100 * turn->before, 100 * turn->after, side_name(view->seat), words);
        review_turn_losses(view, turn, &line);
        text_wrapped(out, text_string(&line), 0, TURN_INDENT);
        text_free(&line);
    }
}

/* Appends the graded moves that cost most, each with the better move and the reason. With `brilliant` appends
 * the brilliant moves instead. */
static void add_moves(const struct review_view *view, bool brilliant, struct text *out)
{
    const struct review *review = view->review;
    char played[MOVE_TEXT], better[MOVE_TEXT], number[MOVE_NUMBER_TEXT], rise[REVIEW_RISE_TEXT];
    const struct review_filter all = {view->both ? SIDES : view->seat, REVIEW_GOOD, REVIEW_KINDS};
    const struct review_move *move;
    size_t shown = 0;
    for (size_t i = 0; shown < view->moves && (move = review_listed(review, &all, i)); i++) {
        if ((move->grade == REVIEW_BRILLIANT) != brilliant)
            continue;
        if (shown++ == 0)
            text_add(out, brilliant ? "\nbrilliant moves, and what the plans' choice would have cost\n"
                                    : "\nthe moves that cost most, in points of the chance to win\n");
        text_printf(out, "%7s %-4s %-8s %-10s %3.0f +-%.0f, %s %s\n",
                    words_move(view->board, view->board->prior_plies + (uint32_t)move->ply, number),
                    side_name(move->side),
                    move_write(move->played, move->played_attacks, view->notation, played),
                    review_grade_name[move->grade], 100 * move->cost, 100 * move->error,
                    brilliant ? "not" : "better",
                    move_write(move->better, move->better_attacks, view->notation, better));
        if (move->why[0]) {
            text_printf(out, "%*s", WHY_INDENT, "");
            text_wrapped(out, move->why, WHY_INDENT, WHY_INDENT + 2);
        }
        if (review_rise_words(review, move, rise)[0])
            text_printf(out, "%*s%s\n", WHY_INDENT, "", rise + 1);
        if (move->times > 1 && !brilliant)
            text_printf(out, "%*smissed by %zu other move%s of %s, too\n", WHY_INDENT, "", move->times - 1,
                        plural(move->times - 1), side_name(move->side));
    }
}

void review_counts(const struct review_view *view, enum side side, struct text *out)
{
    const size_t *grades = view->review->grades[side];
    text_printf(out, "%s: %zu blunder%s, %zu mistake%s, %zu inaccurac%s, %zu brilliant; %.2f points a move",
                side_name(side), grades[REVIEW_BLUNDER], plural(grades[REVIEW_BLUNDER]),
                grades[REVIEW_MISTAKE], plural(grades[REVIEW_MISTAKE]), grades[REVIEW_INACCURACY],
                grades[REVIEW_INACCURACY] == 1 ? "y" : "ies", grades[REVIEW_BRILLIANT],
                100 * review_mean_cost(view->review, side));
}

/* Appends what was evaluated: all but the comments. */
static void add_evaluation(const struct review_view *view, struct text *out)
{
    struct text words = {0};
    char subject[REVIEW_CURVE];
    text_printf(out, "\n%s\n", review_curve_text(view->review, view->seat, subject));
    review_graph(view, out);
    review_words(view->review, view->board, view->seat, view->you, view->notation, &words);
    text_add(out, "\n");
    text_wrapped(out, text_string(&words), 0, 0);
    text_free(&words);
    add_sums(view, out);
    add_turns(view, out);
    if (!view->review->judged)
        return;
    add_moves(view, false, out);
    add_moves(view, true, out);
    text_add(out, "\n");
    for (enum side side = RED; side <= BLUE; side++)
        if (review_shows(view, side)) {
            review_counts(view, side, out);
            text_add(out, "\n");
        }
}

void review_text(const struct review_view *view, struct text *out)
{
    if (view->review->own_chance[view->seat])
        add_evaluation(view, out);
    else
        text_add(out, "\nno chance to win can be worked out: no side is known whole\n");
    if (view->record->comment_count)
        text_add(out, "\ncomments\n");
    for (size_t i = 0; i < view->record->comment_count; i++)
        words_add_comment(view->record, view->board, view->record->comments[i].plies, view->notation, out);
}

/* --- JSON --- */

/* Adds a list of numbers, each times `unit`. Adds an empty list if `values` is NULL. */
static void add_numbers(struct json *json, const char *key, const double *values, double unit, size_t count)
{
    json_open(json, key, '[');
    for (size_t i = 0; values && i < count; i++)
        json_add_number(json, NULL, unit * values[i]);
    json_close(json, ']');
}

/* Adds the parts of a seat's sum as members, in per cent; each is null if the seat was not evaluated. */
static void add_sum_members(const struct review *review, enum side side, struct json *json)
{
    struct review_sum sum = {.start = NAN, .end = NAN, .skill = NAN, .opponent = NAN, .luck = NAN,
                             .rest = NAN};
    if (review->own_chance[side])
        review_sum_make(review, side, &sum);
    json_printf(json, "start: %g, skill: %g, skill_of_opponent: %g, luck: %g, rest: %g, end: %g",
                100 * sum.start, 100 * sum.skill, 100 * sum.opponent, 100 * sum.luck, 100 * sum.rest,
                100 * sum.end);
}

/* Adds a side: its player, grades, curves and sum. */
static void add_side(const struct review_view *view, enum side side, struct json *json)
{
    const struct review *review = view->review;
    size_t judged = 0, moments = review->plies + 1;
    for (int grade = 0; grade < REVIEW_GRADES; grade++)
        judged += review->grades[side][grade];
    json_printf(json, "%s: {player: %s, judged: %zu, mean_cost: %g", side_name(side),
                view->record->player[side], judged, 100 * review_mean_cost(review, side));
    for (int grade = REVIEW_INACCURACY; grade < REVIEW_GRADES; grade++)
        json_add_whole(json, review_grade_name[grade], (int64_t)review->grades[side][grade]);
    add_sum_members(review, side, json);
    add_numbers(json, "material", review->material[side], 1, moments);
    add_numbers(json, "own_chance", review->own_chance[side], PER_CENT, moments);
    json_close(json, '}');
}

/* Adds the judged moves of the sides that are shown. */
static void add_judged(const struct review_view *view, struct json *json)
{
    const struct review *review = view->review;
    char played[MOVE_TEXT], better[MOVE_TEXT];
    json_open(json, "moves", '[');
    for (size_t i = 0; i < review->count; i++) {
        const struct review_move *move = &review->moves[i];
        if (!review_shows(view, move->side))
            continue;
        bool graded = move->grade != REVIEW_GOOD, brilliant = move->grade == REVIEW_BRILLIANT;
        const char *other = graded ? move_write(move->better, move->better_attacks, view->notation, better)
                                   : NULL;
        double cost = brilliant ? 0 : move->cost; /* a brilliant move's `cost` is that of the other move */
        json_printf(json, "{ply: %zu, side: %s, move: %s, chance: %g, cost: %g, error: %g, grade: %s",
                    move->ply + 1, side_name(move->side),
                    move_write(move->played, move->played_attacks, view->notation, played),
                    100 * review->own_chance[move->side][move->ply + 1], 100 * cost,
                    100 * move->error, graded ? review_grade_name[move->grade] : NULL);
        json_printf(json, "better: %s, instead_of: %s, kind: %s, times: %zu, why: %s}",
                    brilliant ? NULL : other, brilliant ? other : NULL,
                    graded ? review_kind_name[review_kind_of(move)] : NULL, move->times, move->why);
    }
    json_close(json, ']');
}

/* Adds the turning points of the seat. */
static void add_turning_points(const struct review_view *view, struct json *json)
{
    struct review_turns turns = {.count = 0};
    if (view->review->own_chance[view->seat])
        review_find_turns(view->review, view->seat, &turns);
    json_open(json, "turning_points", '[');
    for (int i = 0; i < turns.count; i++) {
        const struct review_turn *turn = &turns.turn[i];
        struct text losses = {0};
        review_losses(turn, view->board, &losses);
        json_printf(json, "{ply: %zu, before: %g, after: %g, first: %zu, last: %zu, also_lost: %s}",
                    turn->ply + 1, PER_CENT * turn->before, PER_CENT * turn->after, turn->first + 1,
                    turn->last + 1, text_string(&losses));
        text_free(&losses);
    }
    json_close(json, ']');
}

void review_json(const struct review_view *view, struct json *json)
{
    const struct review *review = view->review;
    struct text words = {0};
    size_t moments = review->plies + 1;
    json_open(json, NULL, '{');
    show_outcome_json(view->record->outcome, json);
    json_printf(json, "side: %s", side_name(view->seat));
    add_sum_members(review, view->seat, json);
    if (review->own_chance[view->seat]) {
        review_words(review, view->board, view->seat, view->you, view->notation, &words);
    }
    json_add_text(json, "words", text_string(&words));
    text_free(&words);
    for (enum side side = RED; side <= BLUE; side++)
        add_side(view, side, json);
    add_numbers(json, "state", review->state, 1, moments);
    add_numbers(json, "chance", review->own_chance[view->seat], PER_CENT, moments);
    add_numbers(json, "truth", review->truth[view->seat], PER_CENT, moments);
    add_turning_points(view, json);
    add_judged(view, json);
    json_open(json, "comments", '[');
    for (size_t i = 0; i < view->record->comment_count; i++)
        words_comment_json(view->record, view->board, &view->record->comments[i], view->notation, json);
    json_printf(json, "]}");
}
