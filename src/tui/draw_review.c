/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the review of a finished game: a graph of the chance to win, its sum, and the graded moves. */
#include "tui/review_place.h"

#include "base/decimal.h"
#include "base/plural.h"
#include "game/notation.h"
#include "report/review_words.h"

#include <stdio.h>
#include <string.h>

enum {
    LABEL = 10,      /* columns of "blue 12% " beside the graph */
    LABEL_SMALL = 5, /* columns beside the graph on a narrow screen: the side only */
    NARROW = 56,
    GRAPH_MIN = 5,   /* min rows of the graph; always odd */
    WORST_COLS = 52, /* columns of a complete row of a move */
    FILTER_TEXT = 64,
};

int review_graph_left(const struct layout *layout)
{
    return layout->cols < NARROW ? LABEL_SMALL : LABEL;
}

int review_graph_cols(const struct layout *layout)
{
    return layout->cols - review_graph_left(layout);
}

/* Returns the rows of the graph, an odd number. The sums, a heading and the list follow it. */
static int graph_rows(const struct layout *layout)
{
    int rows = (layout->message.row - layout->title.rows) * 2 / 5;
    rows -= 1 - rows % 2;
    return rows < GRAPH_MIN ? GRAPH_MIN : rows;
}

/* Returns the row of the sums. A row is left out on a low screen. */
static int sum_row(const struct layout *layout)
{
    return layout->title.rows + graph_rows(layout);
}

/* Returns the number of rows of the sums: three, or one on a low screen. */
static int sum_rows(const struct layout *layout)
{
    return layout->message.row - sum_row(layout) > 6 ? 3 : 1;
}

int review_list_rows(const struct layout *layout)
{
    int rows = layout->message.row - sum_row(layout) - sum_rows(layout) - 1;
    return rows > 1 ? rows : 1;
}

/* Draws at each end of the graph the side's name and the chance to win that it stands for. */
static void draw_labels(struct canvas *canvas, enum side seat, int top, int rows, double max)
{
    for (enum side side = RED; side <= BLUE; side++) {
        int row = side == seat ? top : top + rows - 1;
        canvas_text(canvas, row, 0, LABEL_SMALL, side_role(side), side_name(side));
        if (canvas->cols >= NARROW)
            canvas_printf(canvas, row, LABEL_SMALL, LABEL - LABEL_SMALL - 1, ROLE_DIM, "%3.0f%%",
                          review_percent(max));
    }
}

/* Draws the chance to win over the game, with a mark at the moment or the selected move. */
static void draw_graph(const struct tui *tui, const struct review *review, struct canvas *canvas)
{
    const struct review_place *place = review_place(tui);
    const struct glyphs *glyphs = glyphs_get(canvas->unicode);
    const double *curve = review_curve(tui, review);
    enum side seat = review_seat(tui, review);
    const struct review_move *move = review_selected(tui);
    int top = tui->layout.title.rows, rows = graph_rows(&tui->layout);
    int left = review_graph_left(&tui->layout), cols = review_graph_cols(&tui->layout);
    size_t chosen = place->walks ? place->moment : move ? move->ply + 1 : 0;
    double max = review_max_lead(review, curve);
    draw_labels(canvas, seat, top, rows, max);
    bool marked = !place->walks && !move;
    for (int row = 0; row < rows; row++)
        canvas_hot(canvas, top + row, left, cols, HOT_ROW, -1);
    for (int col = 0; col < cols; col++) {
        for (int row = 0; row < rows; row++) {
            enum review_cell cell = review_cell(review, curve, max, rows, cols, row, col);
            if (cell == REVIEW_BAR)
                canvas_put(canvas, top + row, left + col, side_role(row < rows / 2 ? seat : side_other(seat)),
                           glyphs->bar);
            else if (cell == REVIEW_AXIS)
                canvas_put(canvas, top + row, left + col, ROLE_DIM, glyphs->horizontal_line);
        }
        if (!marked && review_moment(review, cols, col) >= chosen) {
            canvas_ground(canvas, top, left + col, rows, 1, GROUND_CURSOR);
            marked = true;
        }
    }
}

/* Draws which share of the moves is judged, as a bar. */
static void draw_progress(struct canvas *canvas, int row, double done)
{
    enum { BAR_COLS = 20 };
    const struct glyphs *glyphs = glyphs_get(canvas->unicode);
    int used = 2 + canvas_printf(canvas, row, 2, canvas->cols - 2, ROLE_DIM, "judging the moves ");
    for (int col = 0; col < BAR_COLS; col++)
        canvas_put(canvas, row, used + col, ROLE_DIM, col < done * BAR_COLS ? glyphs->bar : '.');
    canvas_printf(canvas, row, used + BAR_COLS + 1, canvas->cols - used - BAR_COLS - 1, ROLE_DIM, "%.0f %%",
                  100 * done);
}

/* Draws where the chance to win came from, and the numbers of grades or the progress. */
static void draw_sum(const struct tui *tui, const struct review *review, struct canvas *canvas)
{
    enum side seat = review_seat(tui, review);
    struct review_sum sum;
    int row = sum_row(&tui->layout), cols = canvas->cols - 2;
    char text[160], moves[REVIEW_MOVES_TEXT];
    review_sum_make(review, seat, &sum);
    bool narrow = cols < 64;
    if (!review->judged) { /* what moves did is not known yet */
        snprintf(text, sizeof text, "%s: start %.0f%%, luck %+.0f .. %.0f%%", side_name(seat),
                 100 * sum.start, decimal_plain_zero(100 * sum.luck, 0), 100 * sum.end);
    } else {
        struct review_sum shown = sum;
        review_sum_round(&shown, 0);
        snprintf(text, sizeof text, "%s: %s%.0f%%, moves %+.0f, %s %+.0f, luck %+.0f, %s %+.0f = %.0f%%",
                 side_name(seat), narrow ? "" : "start ", 100 * shown.start,
                 decimal_plain_zero(100 * shown.skill, 0), narrow ? "enemy" : "opponent",
                 decimal_plain_zero(100 * shown.opponent, 0), decimal_plain_zero(100 * shown.luck, 0),
                 !review_is_resigned(review) ? "rest" : narrow ? "resign" : "resigned",
                 decimal_plain_zero(100 * shown.rest, 0), 100 * shown.end);
    }
    if (sum_rows(&tui->layout) > 1)
        canvas_text(canvas, row++, 2, cols, ROLE_TEXT, text);
    if (sum_rows(&tui->layout) > 1 && review->judged)
        canvas_printf(canvas, row++, 2, cols, ROLE_TEXT, "%s%s", review_moves_text(&sum, moves),
                      narrow ? "" : seat == RED ? "; all as red knew it" : "; all as blue knew it");
    if (!review->judged) {
        draw_progress(canvas, row, reviewer_progress(&tui->reviewer));
        return;
    }
    const size_t *grades = review->grades[seat];
    if (canvas->cols < NARROW) {
        canvas_printf(canvas, row, 2, cols, ROLE_TEXT, "?? %zu   ? %zu   ?! %zu   !! %zu",
                      grades[REVIEW_BLUNDER], grades[REVIEW_MISTAKE], grades[REVIEW_INACCURACY],
                      grades[REVIEW_BRILLIANT]);
        return;
    }
    canvas_printf(canvas, row, 2, cols, ROLE_TEXT,
                  "%s: %zu blunder%s, %zu mistake%s, %zu inaccurac%s, %zu brilliant", side_name(seat),
                  grades[REVIEW_BLUNDER], plural(grades[REVIEW_BLUNDER]), grades[REVIEW_MISTAKE],
                  plural(grades[REVIEW_MISTAKE]), grades[REVIEW_INACCURACY],
                  grades[REVIEW_INACCURACY] == 1 ? "y" : "ies", grades[REVIEW_BRILLIANT]);
}

/* Draws a row of the list. */
static void draw_move(const struct tui *tui, struct canvas *canvas, int row, const struct review_move *move,
                      bool chosen)
{
    char played[MOVE_TEXT], better[MOVE_TEXT], number[MOVE_NUMBER_TEXT], cost[16];
    const struct board *board = &tui->local.game.position.board;
    enum role role = chosen ? ROLE_CURSOR : ROLE_TEXT;
    if (chosen)
        draw_chosen(canvas, row, 0, canvas->cols);
    move_write(move->played, move->played_attacks, canvas->notation, played);
    move_write(move->better, move->better_attacks, canvas->notation, better);
    bool narrow = canvas->cols < NARROW;
    bool brilliant = move->grade == REVIEW_BRILLIANT;
    snprintf(cost, sizeof cost, "%s%.0f", brilliant ? "+" : "", 100 * move->cost);
    int used = canvas_printf(canvas, row, 2, canvas->cols - 2, role, "%6s %-4s %-7s %-*s %3s  %s%s",
                             words_move(board, board->prior_plies + (uint32_t)move->ply, number),
                             side_name(move->side), played, narrow ? 2 : 10,
                             narrow ? review_grade_sign[move->grade] : review_grade_name[move->grade],
                             cost, brilliant ? "not " : "", better);
    if (canvas->cols - used > NARROW)
        canvas_text(canvas, row, WORST_COLS, canvas->cols - WORST_COLS, chosen ? role : ROLE_DIM, move->why);
}

/* Writes which moves are listed, in at most `cols` columns: "(both sides' blunders, rash attack)", a shorter
 * form of it, or "both ?? rash". */
static void write_filter(const struct review_filter *filter, int cols, char text[FILTER_TEXT])
{
    static const char *const grades[REVIEW_GRADES] = {"moves", "inaccuracies", "mistakes", "blunders",
                                                      "brilliant moves"};
    bool both = filter->side == SIDES, any_kind = filter->kind == REVIEW_KINDS;
    const char *side = both ? "both" : side_name(filter->side);
    const char *kind = any_kind ? "" : review_kind_name[filter->kind];
    int size = cols + 1, kind_size = (int)strlen(kind), first_word = (int)strcspn(kind, " ");
    for (int i = 0; i < 3 && size > cols; i++)
        size = snprintf(text, FILTER_TEXT, "(%s%s%s%s%.*s)", side, !both ? "'s " : i ? ": " : " sides' ",
                        grades[filter->grade], any_kind ? "" : ", ", i < 2 ? kind_size : first_word, kind);
    if (size > cols)
        snprintf(text, FILTER_TEXT, "%s%s%s%s%.*s", side, filter->grade == REVIEW_GOOD ? "" : " ",
                 review_grade_sign[filter->grade], any_kind ? "" : " ", first_word, kind);
}

/* Draws the heading of the list, with the filters, and the moves. */
static void draw_list(const struct tui *tui, const struct review *review, struct canvas *canvas, int row)
{
    const struct review_place *place = review_place(tui);
    char filter[FILTER_TEXT];
    bool filtered = place->filter.grade != REVIEW_GOOD || place->filter.kind != REVIEW_KINDS;
    const char *names = "       move         grade     lost  better ";
    if (canvas->cols < NARROW) /* a filter has the place of the columns' names */
        names = filtered ? "  " : "       move         lost  better ";
    int used = 2 + canvas_printf(canvas, row, 2, canvas->cols - 2, ROLE_HEADING, "%s", names);
    write_filter(&place->filter, canvas->cols - used, filter);
    canvas_text(canvas, row, used, canvas->cols - used, ROLE_HEADING, filter);
    for (int i = 0; i < review_list_rows(&tui->layout); i++) {
        const struct review_move *move = review_listed(review, &place->filter, (size_t)(place->top + i));
        if (!move)
            break;
        canvas_hot(canvas, row + 1 + i, 0, canvas->cols, HOT_ROW, place->top + i);
        draw_move(tui, canvas, row + 1 + i, move, place->top + i == place->selected && !place->walks);
    }
}

/* Draws the game in words, from the row to which they are scrolled. */
static void draw_words(const struct tui *tui, const struct review *review, struct canvas *canvas, int row)
{
    struct text words = {0};
    review_add_words(tui, review, &words);
    draw_wrapped(canvas, row - review_place(tui)->words_top, 2, row, tui->layout.message.row, ROLE_TEXT,
                 text_string(&words));
    text_free(&words);
}

void review_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct layout *layout = &tui->layout;
    const struct review *review = review_shown(tui);
    const struct review_place *place = review_place(tui);
    char subject[REVIEW_CURVE] = "";
    enum side seat = review ? review_seat(tui, review) : RED;
    if (review && place->truth && review->truth[seat])
        snprintf(subject, sizeof subject, "%s's chance if all ranks were known", side_name(seat));
    else if (review)
        review_curve_text(review, seat, subject);
    draw_title(canvas, &layout->title, canvas->cols < 70 ? "Review" : "Vedette   review", subject);
    if (review && review_has_seat(review)) {
        draw_graph(tui, review, canvas);
        draw_sum(tui, review, canvas);
        int row = sum_row(layout) + sum_rows(layout);
        if (place->words)
            draw_words(tui, review, canvas, row);
        else
            draw_list(tui, review, canvas, row);
    } else if (review) {
        canvas_text(canvas, sum_row(layout) / 2, 2, canvas->cols - 2, ROLE_DIM,
                    "No chance to win can be worked out: no side is known whole");
    } else if (reviewer_is_busy(&tui->reviewer)) {
        canvas_text(canvas, sum_row(layout), 2, canvas->cols - 2, ROLE_DIM, "following the game...");
    }
    draw_help_line(canvas, &layout->help, ON_REVIEW);
    draw_message(tui, canvas);
}
