/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The panels of the analysis of a game: likeliest squares, values of pieces, plans. */
#include "tui/draw.h"

#include "base/decimal.h"
#include "game/notation.h"
#include "report/heat.h"

#include <stdio.h>

enum {
    NARROW_COLS = 5,      /* columns of the narrowest panel */
    LEGEND_MIN = 7,       /* min rows of a list with a legend below it */
    PERCENT_COLS = 10,    /* "f10 31 % " before the bar */
    NUMBER_COLS = 8,      /* columns of points */
    OVERLOOKED_COLS = 10, /* columns of that word in their place */
    BREAKDOWNS_BESIDE = 60 /* min columns for two of them side by side */
};

/* Draws the legend of the heatmap: for each shade the min share, in percent, of the max probability. */
static void draw_legend(struct canvas *canvas, int row, const struct area *area)
{
    static const char *const shares[HEAT_LEVELS] = {" 0", "15", "35", "60", "85"};
    int col = area->col;
    for (int level = 0; level < HEAT_LEVELS; level++, col += 3) {
        canvas_ground(canvas, row, col, 1, 2, (enum ground)(GROUND_HEAT + level));
        canvas_text(canvas, row, col, 2, ROLE_HEAT, shares[level]);
    }
    canvas_text(canvas, row, col, area->col + area->cols - col, ROLE_DIM, "% of the likeliest");
}

/* Draws one line: how probable it is that the setup is a known one, near a known one, or new. If the guesser
 * has no model, draws that. Returns false, without drawing, if the guesser does not estimate it. */
static bool draw_novelty(struct canvas *canvas, int row, const struct area *area, const struct belief *belief)
{
    double share[SETUP_NOVELTIES];
    if (belief_is_flat(belief)) {
        canvas_text(canvas, row, area->col, area->cols, ROLE_DIM, "by counts and moves alone");
        return true;
    }
    if (!belief_novelty(belief, share))
        return false;
    canvas_printf(canvas, row, area->col, area->cols, ROLE_DIM, "%.0f %% a known setup, %.0f %% near one",
                  100 * share[SETUP_KNOWN], 100 * share[SETUP_NEAR]);
    return true;
}

void draw_likeliest(struct canvas *canvas, const struct area *area, const char *heading, int rank,
                    const struct belief *belief, const char *waiting)
{
    struct belief_square squares[PIECES_A_SIDE];
    int count = belief ? belief_squares(belief, rank, squares, PIECES_A_SIDE) : 0, row = area->row + 1;
    double max = 0;
    bool small = area->cols <= NARROW_COLS;
    if (area->rows < 2)
        return;
    if (small)
        canvas_printf(canvas, area->row, area->col, area->cols, ROLE_HEADING, "%c?",
                      rank_write(rank, canvas->notation));
    else
        canvas_text(canvas, area->row, area->col, area->cols, ROLE_HEADING, heading);
    if (!belief)
        canvas_text(canvas, row++, area->col, area->cols, ROLE_DIM, small ? "..." : waiting);
    /* The legend, and above it the line on the setup, take the last rows. */
    bool legend = !small && area->rows >= LEGEND_MIN;
    int last = area->row + area->rows - legend;
    if (legend)
        draw_legend(canvas, last, area);
    if (legend && belief && draw_novelty(canvas, last - 1, area, belief))
        last--;
    for (int i = 0; i < count && row < last; i++) {
        char name[SQUARE_TEXT];
        double probability = squares[i].probability;
        if (probability < 0.005)
            break;
        if (!belief_is_hidden(belief, squares[i].number))
            continue; /* both sides know the piece; the board shows it */
        max = max > 0 ? max : probability;
        canvas_text(canvas, row, area->col, 3, ROLE_TEXT,
                    square_write(squares[i].square, canvas->notation, name));
        if (small) {
            row++;
            continue;
        }
        canvas_printf(canvas, row, area->col + 3, 6, ROLE_TEXT, "%4.0f %%", 100 * probability);
        int length = (int)(probability / max * (area->cols - PERCENT_COLS) + 0.5);
        for (int n = 0; n < length; n++) /* the bar of the likeliest square is the longest */
            canvas_put(canvas, row, area->col + PERCENT_COLS + n, ROLE_METER, '=');
        row++;
    }
    if (row == area->row + 1)
        canvas_text(canvas, row, area->col, area->cols, ROLE_DIM, small ? "-" : "none is hidden");
}

/* Draws a value as "0.42"; in three columns as ".42" or "1.2". Draws "." for a rank of which none is left
 * (0). */
static void draw_value(struct canvas *canvas, int row, int col, double value, bool small)
{
    char text[32];
    snprintf(text, sizeof text, small && value >= 0.995 ? "%.1f" : "%.2f", value);
    if (value > 0 && small)
        canvas_text(canvas, row, col + 1, 3, ROLE_TEXT, text[0] == '0' ? text + 1 : text);
    else if (value > 0)
        canvas_text(canvas, row, col, 4, ROLE_TEXT, text);
    else
        canvas_text(canvas, row, col + 3, 1, ROLE_DIM, ".");
}

void draw_values(struct canvas *canvas, const struct area *area, const struct worth *worth,
                 const uint8_t army[RANKS], enum side viewer, const char *waiting)
{
    bool small = area->cols <= NARROW_COLS;
    int row = area->row, right = area->col + area->cols;
    int columns[SIDES] = {right - 10, right - 4}; /* four wide, two apart */
    if (small)
        columns[viewer] = area->col + 1;
    if (area->rows > army_ranks(army)) {
        canvas_text(canvas, row, area->col, area->cols, ROLE_HEADING, small ? "worth" : "Worth in marshals");
        for (enum side side = RED; !small && side <= BLUE; side++)
            canvas_text(canvas, row, columns[side], 4, side_role(side), side_name(side));
        row++;
    }
    if (!worth)
        canvas_text(canvas, row, area->col, area->cols, ROLE_DIM, small ? "..." : waiting);
    for (int rank = RANKS - 1; worth && rank >= 0 && row < area->row + area->rows; rank--) {
        if (!army[rank])
            continue;
        canvas_put(canvas, row, area->col, ROLE_TEXT, (uint32_t)rank_write(rank, canvas->notation));
        if (!small)
            canvas_text(canvas, row, area->col + 2, 10, ROLE_DIM, rank_table[rank].name);
        for (enum side side = RED; side <= BLUE; side++)
            if (!small || side == viewer)
                draw_value(canvas, row, columns[side], worth->value[side][rank], small);
        row++;
    }
}

void breakdown_words(const struct move_breakdown *breakdown, enum notation notation, char *text,
                     size_t capacity)
{
    char name[MOVE_TEXT];
    move_write(breakdown->move, breakdown->attack, notation, name);
    int first = breakdown->overlooked, used; /* line 0 of an overlooked move has no value */
    if (breakdown->overlooked)
        used = snprintf(text, capacity, "%s: overlooked, %d of %d", name, breakdown->place, breakdown->of);
    else
        used = snprintf(text, capacity, "%s: %.2f points, %d of %d", name,
                        decimal_plain_zero(breakdown->total, 2), breakdown->place, breakdown->of);
    for (int i = first; i < breakdown->count && used > 0 && (size_t)used < capacity; i++)
        used += snprintf(text + used, capacity - (size_t)used, "  %s %.2f", breakdown->line[i].words,
                         decimal_plain_zero(breakdown->line[i].value, 2));
}

/* Draws a number with two decimals, right-aligned before column `end`. Returns its columns. */
static int draw_number(struct canvas *canvas, int row, int end, enum role role, double value)
{
    char number[32];
    int cols = snprintf(number, sizeof number, "%.2f", decimal_plain_zero(value, 2));
    canvas_text(canvas, row, end - cols, cols, role, number);
    return cols;
}

void draw_total(struct canvas *canvas, int row, int end, enum role role,
                const struct move_breakdown *breakdown)
{
    if (breakdown->overlooked)
        canvas_text(canvas, row, end - OVERLOOKED_COLS, OVERLOOKED_COLS, role, "overlooked");
    else
        draw_number(canvas, row, end, role, breakdown->total);
}

int draw_breakdown_lines(struct canvas *canvas, const struct area *area, bool short_names,
                         const struct move_breakdown *breakdown)
{
    int row = area->row, right = area->col + area->cols, shown = 0;
    double rest = 0;
    /* The last row is for the sum of the rest, unless all lines fit. */
    for (; shown < breakdown->count && (shown < area->rows - 1 || breakdown->count <= area->rows); shown++) {
        const char *words = breakdown->line[shown].words;
        int width = area->cols - 2;
        if (shown > 0 || !breakdown->overlooked) /* line 0 of an overlooked move has no value */
            width -= draw_number(canvas, row, right, ROLE_TEXT, breakdown->line[shown].value);
        bool fits = !short_names || canvas_width(canvas, words) <= width;
        canvas_text(canvas, row, area->col + 1, width, ROLE_TEXT, fits ? words : breakdown->line[shown].head);
        row++;
    }
    if (shown == breakdown->count || area->rows <= 0)
        return row;
    for (int i = shown; i < breakdown->count; i++)
        rest += breakdown->line[i].value;
    canvas_printf(canvas, row, area->col + 1, area->cols - 1, ROLE_DIM, "%d more", breakdown->count - shown);
    draw_number(canvas, row, right, ROLE_DIM, rest);
    return row + 1;
}

/* Draws the plans' values of one move in rows `row` .. `last` - 1: a heading and a line per plan. If these do
 * not fit, the last line has the sum of the rest. If `breakdown` is NULL, draws `reason` instead. Returns the
 * row after it. */
static int draw_breakdown(struct canvas *canvas, int row, int last, int col, int width, const char *heading,
                          const struct move_breakdown *breakdown, const char *reason)
{
    char name[MOVE_TEXT], place[32];
    if (!breakdown) {
        canvas_text(canvas, row, col, width, ROLE_HEADING, heading);
        canvas_text(canvas, row + 1, col, width, ROLE_DIM, reason);
        return row + 2;
    }
    move_write(breakdown->move, breakdown->attack, canvas->notation, name);
    int capacity = width - (breakdown->overlooked ? OVERLOOKED_COLS : NUMBER_COLS);
    int used = canvas_printf(canvas, row, col, capacity, ROLE_HEADING, "%s %s", heading, name);
    int size = snprintf(place, sizeof place, " %d/%d", breakdown->place, breakdown->of);
    if (used + size <= capacity)
        canvas_text(canvas, row, col + used, size, ROLE_DIM, place);
    draw_total(canvas, row, col + width, ROLE_HEADING, breakdown);
    row++;
    return draw_breakdown_lines(canvas, &(struct area){row, col, last - row, width}, true, breakdown);
}

void draw_breakdowns(struct canvas *canvas, const struct area *area, const struct move_breakdown *cursor,
                     const char *no_cursor_move, const struct move_breakdown *played,
                     const char *no_played_move)
{
    int top = area->row, last = area->row + area->rows;
    const char *plans = cursor ? "Plans for" : "Plans"; /* followed by the move, if there is one */
    if (area->rows == 0)
        return;
    if (area->cols >= BREAKDOWNS_BESIDE) {
        int width = area->cols / 2 - 2;
        draw_breakdown(canvas, top, last, area->col, width, plans, cursor, no_cursor_move);
        draw_breakdown(canvas, top, last, area->col + area->cols - width, width, "Played", played,
                       no_played_move);
        return;
    }
    /* Each gets half of the rows, and those that the other does not need. */
    int played_rows = played ? 1 + played->count : 2, half = (area->rows - 1) / 2;
    int middle = last - 1 - (played_rows < half ? played_rows : half);
    int end = draw_breakdown(canvas, top, middle, area->col, area->cols, plans, cursor, no_cursor_move);
    draw_breakdown(canvas, end + 1, last, area->col, area->cols, "Played", played, no_played_move);
}
