/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reviews a game: grade. */
#include "commands/table.h"

#include "analysis/review.h"
#include "base/plural.h"
#include "console/load.h"
#include "game/notation.h"
#include "report/play_words.h"
#include "report/show.h"

enum { GRAPH_ROWS = 11, GRAPH_COLS = 64, WHY_INDENT = 6 /* columns before a reason */ };

struct grade_args {
    const char *path;
    int side;         /* SIDE_NOT_GIVEN: both */
    uint64_t worst;   /* max number of moves listed */
};

/* Appends a line: the players, the result and the number of moves. */
static void write_players(const struct ladder *ladder, const struct record *record, struct text *out)
{
    char red[PLAYER_WORDS], blue[PLAYER_WORDS], end[OUTCOME_WORDS];
    struct text line = {0};
    text_printf(&line, "%s (red) - %s (blue): ",
                record->player[RED][0] ? ladder_player_name(ladder, record->player[RED], red) : "?",
                record->player[BLUE][0] ? ladder_player_name(ladder, record->player[BLUE], blue) : "?");
    text_add(&line, record->outcome.result == RESULT_OPEN ? "unfinished"
                                                          : outcome_words(record->outcome, end));
    text_printf(&line, ", %zu move%s\n", record->plies, plural(record->plies));
    text_wrapped(out, text_string(&line), 0, 2);
    text_free(&line);
}

/* Appends a graph of red's chance to win over the game; the top row is the largest lead. */
static void write_graph(const struct review *review, struct text *out)
{
    static const char signs[] = {[REVIEW_BLANK] = ' ', [REVIEW_AXIS] = '-', [REVIEW_BAR] = '#'};
    if (!review->chance) {
        text_add(out, "\nno chance to win can be worked out: no side is known whole\n");
        return;
    }
    double max_lead = review_max_lead(review);
    char curve[REVIEW_CURVE];
    text_printf(out, "\n%s\n", review_curve_text(review, curve));
    for (int row = 0; row < GRAPH_ROWS; row++) {
        char line[GRAPH_COLS + 1] = "";
        const char *label = row == 0 ? "red" : row == GRAPH_ROWS - 1 ? "blue" : "";
        int size = 0;
        for (int col = 0; col < GRAPH_COLS; col++) {
            line[col] = signs[review_cell(review, max_lead, GRAPH_ROWS, GRAPH_COLS, row, col)];
            size = line[col] != ' ' ? col + 1 : size;
        }
        if (label[0])
            text_printf(out, "%-4s %3.0f%% |%.*s\n", label, review_percent(max_lead), size, line);
        else
            text_printf(out, "%9s |%.*s\n", row == GRAPH_ROWS / 2 ? "50%" : "", size, line);
    }
    text_printf(out, "%11s0%*zu moves\n", "", GRAPH_COLS - (int)sizeof " moves", review->plies);
}

/* Appends the moves that lost most points, each with the better move and the reason. */
static void write_worst(const struct review *review, enum notation notation, struct text *out)
{
    char played[MOVE_TEXT], better[MOVE_TEXT];
    for (int i = 0; i < review->count; i++) {
        const struct review_move *move = &review->worst[i];
        text_printf(out, "%4zu. %-4s %-8s lost %6.2f, better %s\n", move->ply + 1, side_name(move->side),
                    move_write(move->played, move->played_attacks, notation, played), review_loss(move),
                    move_write(move->better, move->better_attacks, notation, better));
        if (move->why[0]) {
            text_printf(out, "%*s", WHY_INDENT, "");
            text_wrapped(out, move->why, WHY_INDENT, WHY_INDENT + 2);
        }
        if (move->times > 1)
            text_printf(out, "%*sbetter at %zu other move%s of %s too\n", WHY_INDENT, "", move->times - 1,
                        plural(move->times - 1), side_name(move->side));
    }
}

/* Appends the turning points: "  47. 62 to 31 % for red: h7xh6, blue's spy takes ..". `board`: of the end. */
static void write_turns(const struct review *review, const struct board *board, enum notation notation,
                        struct text *out)
{
    if (review->turns)
        text_add(out, "\nwhere the chance to win changed most\n");
    for (int i = 0; i < review->turns; i++) {
        const struct review_turn *turn = &review->turn[i];
        char words[256];
        words_event(board, board->prior_plies + (uint32_t)turn->ply, SIDES, notation, words, sizeof words);
        text_printf(out, "%4zu. %.0f to %.0f %% for red: %s\n", turn->ply + 1, 100 * turn->before,
                    100 * turn->after, words);
    }
}

/* Appends the whole review as text. */
static void write_review(const struct ladder *ladder, const struct record *record, const struct board *board,
                         const struct review *review, enum notation notation, struct text *out)
{
    write_players(ladder, record, out);
    write_graph(review, out);
    write_turns(review, board, notation, out);
    if (review->count)
        text_add(out, "\nthe moves that lost most, in points of the plans\n");
    else if (!review->judged[RED] && !review->judged[BLUE])
        text_add(out, "\nno move was judged\n");
    else if (review->lost[RED] + review->lost[BLUE] <= 0)
        text_add(out, "\nno move lost anything by the plans\n");
    write_worst(review, notation, out);
    for (enum side side = RED; side <= BLUE; side++)
        if (review->judged[side])
            text_printf(out, "%s%s lost %.2f points a move, over %zu move%s\n", side == RED ? "\n" : "",
                        side_name(side), review->lost[side] / (double)review->judged[side],
                        review->judged[side], plural(review->judged[side]));
}

/* Adds a list of numbers. */
static void add_numbers_json(struct json *json, const char *key, const double *values, size_t count)
{
    json_open(json, key, '[');
    for (size_t i = 0; i < count; i++)
        json_number(json, NULL, values[i]);
    json_close(json, ']');
}

/* Adds the moves that lost most. */
static void add_worst_json(const struct review *review, enum notation notation, struct json *json)
{
    char played[MOVE_TEXT], better[MOVE_TEXT];
    json_open(json, "worst", '[');
    for (int i = 0; i < review->count; i++) {
        const struct review_move *move = &review->worst[i];
        json_printf(json, "{move: %zu, side: %s, played: %s, better: %s, lost: %g",
                    move->ply + 1, side_name(move->side),
                    move_write(move->played, move->played_attacks, notation, played),
                    move_write(move->better, move->better_attacks, notation, better), review_loss(move));
        json_printf(json, "points: %g, better_points: %g, times: %zu, why: %s}",
                    move->total, move->best, move->times, move->why);
    }
    json_close(json, ']');
}

/* Adds the whole review. */
static void add_review_json(const struct record *record, const struct review *review, enum notation notation,
                            struct json *json)
{
    json_open(json, NULL, '{');
    show_outcome_json(record->outcome, json);
    for (enum side side = RED; side <= BLUE; side++) {
        json_printf(json, "%s: {player: %s, judged: %zu, lost: %g",
                    side_name(side), record->player[side], review->judged[side], review->lost[side]);
        add_numbers_json(json, "material", review->material[side], review->plies + 1);
        add_numbers_json(json, "own_chance", review->seat[side], review->seat[side] ? review->plies + 1 : 0);
        json_close(json, '}');
    }
    add_numbers_json(json, "state", review->state, review->plies + 1);
    add_numbers_json(json, "chance", review->chance, review->chance ? review->plies + 1 : 0);
    json_open(json, "turning_points", '[');
    for (int i = 0; i < review->turns; i++)
        json_printf(json, "{move: %zu, before: %g, after: %g}", review->turn[i].ply + 1,
                    review->turn[i].before, review->turn[i].after);
    json_close(json, ']');
    add_worst_json(review, notation, json);
    json_close(json, '}');
}

/* Reviews the game. STATUS_NO if a side that is judged is still sealed. */
static enum status run_grade(struct session *session, const void *arguments, struct error *error)
{
    const struct grade_args *args = arguments;
    struct record record = {0};
    struct position position = {0};
    struct review review = {0};
    struct analysis_watch watch = {.stop = session->stop};
    struct text out = {0};
    enum notation notation = session_notation(session);
    enum side side = args->side == SIDE_NOT_GIVEN ? SIDES : (enum side)args->side;
    enum status status = load_record(session, &command_grade, args->path, &record, &position, error);
    for (enum side each = RED; each <= BLUE && !status; each++)
        if (side == SIDES || side == each)
            status = load_check_visible(session, args->path, &record, each, error);
    if (!status) {
        const struct review_request request = {
            .record = &record, .worst = (int)args->worst, .side = side, .settings = &session->settings,
            .seed = session->seed, .library = session->library, .notation = notation,
        };
        status = review_make(&review, &request, &watch, error);
    }
    if (!status) {
        write_review(ladders_for_variant(session->ladders, record.start.variant), &record, &position.board,
                     &review, notation, &out);
        add_review_json(&record, &review, notation, session->answer);
    }
    session_print_text(session, &out);
    review_free(&review);
    position_free(&position);
    record_clear(&record);
    return status;
}

const struct command command_grade = {
    .name = "grade", .group = GROUP_PLAN,
    .keywords = "review mistakes blunders analyse analyze analysis annotate accuracy errors omissions "
                "learn graph chance win",
    .analyses = true,
    .words = ARGUMENTS(
        WORD_FILE(struct grade_args, path, "FILE", "a game", .optional = true,
                  .standard = "the game at hand")),
    .flags = ARGUMENTS(
        FLAG_SIDE(struct grade_args, side, "whose moves are judged", "both sides'"),
        FLAG_WHOLE(struct grade_args, worst, "worst", 0, REVIEW_WORST,
                   "so many of the moves that lost most")),
    .out = true,
    DEFAULTS(struct grade_args, .side = SIDE_NOT_GIVEN, .worst = 8),
    .help = "shows how a game went, and which moves lost most",
    .details =
        "The graph shows red's chance to win by the learnt value ('help value'), the mean of what both\n"
        "sides could know, or what one alone could; what the pieces left are worth, and the state of the\n"
        "game (doc/worth.md), are in the JSON. Each move is held against the one that the plans give most\n"
        "points, by what its side knew then and the options in force here; the plan Random has no part in\n"
        "it. Points of the plans are no chances to win. A better move of a side is named once, where\n"
        "missing it cost most. Turning points are the moves after which the chance changed by 5 points\n"
        "or more, for whatever reason, and always those by which a spy took a marshal. On the\n"
        "screen: E, when a game is over.",
    .run = run_grade,
};
