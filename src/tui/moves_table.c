/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/moves_table.h"

#include "base/decimal.h"
#include "plan/plans.h"
#include "tui/screen.h"

#include <stdio.h>
#include <string.h>

enum {
    COLS_MIN = 22,   /* min columns beside the board; with fewer the table covers it */
    TOTAL_COLS = 8,
    WIDE_COLS = 40,       /* min columns for gaps of two columns; with fewer, of one */
    OVERLOOKED_COLS = 10, /* columns of that word in place of a total */
    SUM_ROWS = 6,         /* max rows of the picked move's plan values */
    PAGE_ROWS = 8,
    TEXT_CAPACITY = 512,
};

/* The moves of a table, best first; equal ones in the order of the analysis. */
struct moves_order {
    int count;
    int move[MOVES_MAX];
};

/* Sorts the moves by their totals (insertion sort, stable). */
static void sort_moves(const struct analysis *analysis, struct moves_order *moves_order)
{
    const struct plan_table *table = &analysis->table;
    moves_order->count = table->moves < MOVES_MAX ? table->moves : MOVES_MAX;
    for (int i = 0; i < moves_order->count; i++) {
        int place = i;
        for (; place > 0 && table->total[moves_order->move[place - 1]] < table->total[i]; place--)
            moves_order->move[place] = moves_order->move[place - 1];
        moves_order->move[place] = i;
    }
}

/* Returns the move on a line of the table. */
static struct move move_on_line(const struct analysis *analysis, const struct moves_order *moves_order,
                                int line)
{
    return analysis->context->moves[moves_order->move[line]].move;
}

/* Returns the analysis of the board shown, if it has plan values. NULL if not. */
static const struct analysis *planned_analysis(const struct tui *tui)
{
    const struct figures *figures = panels_figures(tui);
    return figures && figures->here.planned ? &figures->here : NULL;
}

/* Returns the picked line, or line 0 (the best move) if none is picked on this board. */
static int picked_line(const struct tui *tui, const struct analysis *analysis,
                       const struct moves_order *moves_order)
{
    const struct moves_table *table = &tui->table;
    if (table->picked && table->plies == local_game_board(&tui->local)->plies)
        for (int line = 0; line < moves_order->count; line++)
            if (move_equal(move_on_line(analysis, moves_order, line), table->move))
                return line;
    return 0;
}

/* Returns whether the person is to move, and so can play the picked move. */
static bool can_play(const struct tui *tui)
{
    const struct local_game *local = &tui->local;
    return local_game_to_move(local) && local->shown.person == local_game_board(local)->to_move;
}

/* Picks a line (limited to the table), shows its move on the board, and shows the keys. */
static void pick_line(struct tui *tui, const struct analysis *analysis,
                      const struct moves_order *moves_order, int line)
{
    line = line < 0 ? 0 : line >= moves_order->count ? moves_order->count - 1 : line;
    tui->table.picked = true;
    tui->table.move = move_on_line(analysis, moves_order, line);
    tui->table.plies = local_game_board(&tui->local)->plies;
    panels_choose_move(tui, tui->table.move);
    struct key_name close_key = key_for(ACTION_CANCEL, ON_GAME);
    if (can_play(tui))
        message_show(tui, false, "%s plays it, %s closes the table", key_for(ACTION_CHOOSE, ON_GAME).text,
                     close_key.text);
    else
        message_show(tui, false, "%s closes the table", close_key.text);
}

/* Closes the table and deselects its move. */
static void close_table(struct tui *tui)
{
    tui->table = (struct moves_table){0};
    game_deselect(tui);
    game_show_instructions(tui);
}

void moves_table_toggle(struct tui *tui)
{
    if (tui->table.open) {
        close_table(tui);
        return;
    }
    tui->table = (struct moves_table){.open = true};
    struct key_name close_key = key_for(ACTION_CANCEL, ON_GAME), up = key_for(ACTION_UP, ON_GAME);
    struct key_name down = key_for(ACTION_DOWN, ON_GAME);
    if (local_game_over(&tui->local) && !tui->local.shown.back)
        message_show(tui, false, "The game is over: %s goes back to a move. %s closes the table",
                     key_for(ACTION_STEP_BACK, ON_GAME).text, close_key.text);
    else if (can_play(tui))
        message_show(tui, false, "%s and %s choose a move, %s plays it, %s closes the table", up.text,
                     down.text, key_for(ACTION_CHOOSE, ON_GAME).text, close_key.text);
    else
        message_show(tui, false, "%s and %s choose a move, %s closes the table", up.text, down.text,
                     close_key.text);
}

enum table_key moves_table_handle_key(struct tui *tui, int key)
{
    struct moves_order moves_order;
    if (!tui->table.open)
        return TABLE_KEY_UNUSED;
    enum action action = key_action(key, ON_GAME);
    if (action == ACTION_CANCEL || action == ACTION_MOVES) {
        close_table(tui);
        return TABLE_KEY_USED;
    }
    const struct analysis *analysis = planned_analysis(tui);
    if (!analysis || analysis->table.moves == 0)
        return action == ACTION_UP || action == ACTION_DOWN ? TABLE_KEY_USED : TABLE_KEY_UNUSED;
    sort_moves(analysis, &moves_order);
    int line = picked_line(tui, analysis, &moves_order);
    /* The first Up or Down picks the best move; later ones move by a line. */
    bool has_pick = tui->table.picked && tui->table.plies == local_game_board(&tui->local)->plies;
    if (action == ACTION_UP)
        pick_line(tui, analysis, &moves_order, line - has_pick);
    else if (action == ACTION_DOWN)
        pick_line(tui, analysis, &moves_order, line + has_pick);
    else if (key == KEY_PPAGE || key == KEY_NPAGE)
        pick_line(tui, analysis, &moves_order, line + (key == KEY_NPAGE ? PAGE_ROWS : -PAGE_ROWS));
    else if (key == KEY_HOME || key == KEY_END)
        pick_line(tui, analysis, &moves_order, key == KEY_END ? moves_order.count - 1 : 0);
    else if (action == ACTION_CHOOSE && has_pick && can_play(tui))
        return TABLE_KEY_PLAYS;
    else if (action == ACTION_CHOOSE)
        pick_line(tui, analysis, &moves_order, line);
    else
        return TABLE_KEY_UNUSED;
    return TABLE_KEY_USED;
}

/* --- drawing --- */

/* Writes the values of the plans for a move, the largest first: "attack 1.06, hunt 0.66". Leaves out the
 * value of chance, which is no reason. */
static void write_plan_values(const struct move_breakdown *breakdown, char text[TEXT_CAPACITY])
{
    size_t used = 0;
    text[0] = '\0';
    /* Line 0 of an overlooked move only says so, as the total does. */
    for (int i = breakdown->overlooked; i < breakdown->count && used < TEXT_CAPACITY; i++)
        if (strcmp(breakdown->line[i].words, plan_random.words) != 0)
            used += (size_t)snprintf(text + used, TEXT_CAPACITY - used, "%s%s %.2f", used ? ", " : "",
                                     breakdown->line[i].words,
                                     decimal_plain_zero(breakdown->line[i].value, 2));
    if (!used)
        snprintf(text, TEXT_CAPACITY, "no plan says anything");
}

/* Widths of the columns: the move with its sign, the total, and the gap between columns. */
struct table_columns {
    int move, total, gap;
};

/* Measures the widest move and total. */
static struct table_columns measure_columns(const struct analysis *analysis,
                                            const struct moves_order *moves_order, int cols,
                                            enum notation notation)
{
    struct table_columns columns = {.gap = cols < WIDE_COLS ? 1 : 2};
    struct move_breakdown breakdown;
    char name[MOVE_TEXT], total[32];
    for (int i = 0; i < moves_order->count; i++) {
        if (!analysis_breakdown(analysis, move_on_line(analysis, moves_order, i), &breakdown))
            continue;
        int move = 1 + (int)strlen(move_write(breakdown.move, breakdown.attack, notation, name));
        int size = snprintf(total, sizeof total, "%.2f", decimal_plain_zero(breakdown.total, 2));
        int wide = breakdown.overlooked ? OVERLOOKED_COLS : size < TOTAL_COLS ? size : TOTAL_COLS;
        columns.move = move > columns.move ? move : columns.move;
        columns.total = wide > columns.total ? wide : columns.total;
    }
    return columns;
}

/* Draws a line: move, total and plan values. */
static void draw_line(const struct analysis *analysis, struct canvas *canvas, const struct area *area,
                      const struct table_columns *columns, int row, struct move move, bool picked)
{
    struct move_breakdown breakdown;
    char name[MOVE_TEXT], words[TEXT_CAPACITY];
    if (!analysis_breakdown(analysis, move, &breakdown))
        return;
    enum role role = picked ? ROLE_HEADING : ROLE_TEXT;
    move_write(move, breakdown.attack, canvas->notation, name);
    write_plan_values(&breakdown, words);
    int used = columns->move + columns->gap + columns->total;
    /* first, as it blanks the columns before it */
    draw_total(canvas, row, area->col + used, role, &breakdown);
    canvas_printf(canvas, row, area->col, columns->move, role, "%c%s", picked ? '>' : ' ', name);
    used += columns->gap;
    /* Draw only whole values: leave out the last ones until the rest fits. If a single value does not fit,
     * leave out its number; if that is not enough, draw nothing. */
    for (char *comma; (int)strlen(words) > area->cols - used && (comma = strrchr(words, ','));)
        *comma = '\0';
    char *blank = strrchr(words, ' ');
    if ((int)strlen(words) > area->cols - used && blank)
        *blank = '\0';
    if ((int)strlen(words) > area->cols - used)
        *words = '\0';
    if (used + 4 < area->cols)
        canvas_text(canvas, row, area->col + used, area->cols - used, picked ? ROLE_TEXT : ROLE_DIM, words);
}

/* Draws the picked move and the plans' values for it. */
static void draw_move_sum(struct canvas *canvas, const struct area *area,
                          const struct move_breakdown *breakdown)
{
    int capacity = area->cols - (breakdown->overlooked ? OVERLOOKED_COLS : TOTAL_COLS);
    char name[MOVE_TEXT];
    move_write(breakdown->move, breakdown->attack, canvas->notation, name);
    canvas_printf(canvas, area->row, area->col, capacity, ROLE_HEADING, "%s, %d of %d", name,
                  breakdown->place, breakdown->of);
    draw_total(canvas, area->row, area->col + area->cols, ROLE_HEADING, breakdown);
    const struct area lines = {area->row + 1, area->col, area->rows - 1, area->cols};
    draw_breakdown_lines(canvas, &lines, false, breakdown);
}

/* Draws the heading, the lines around the picked one, and below them its plan values. */
static void draw_table(const struct tui *tui, struct canvas *canvas, const struct area *area,
                       const struct analysis *analysis)
{
    struct moves_order moves_order;
    struct move_breakdown breakdown;
    sort_moves(analysis, &moves_order);
    if (!moves_order.count)
        return;
    int picked = picked_line(tui, analysis, &moves_order);
    /* The list gets at least half of the rows. */
    analysis_breakdown(analysis, move_on_line(analysis, &moves_order, picked), &breakdown);
    int sum_rows = 1 + (breakdown.count < SUM_ROWS ? breakdown.count : SUM_ROWS);
    if (sum_rows > (area->rows - 2) / 2)
        sum_rows = (area->rows - 2) / 2;
    int rows = area->rows - 2 - sum_rows, top = picked - rows / 2;
    if (top > moves_order.count - rows)
        top = moves_order.count - rows;
    if (top < 0)
        top = 0;
    char heading[64];
    int last = top + rows < moves_order.count ? top + rows : moves_order.count;
    int size = snprintf(heading, sizeof heading, "Moves %d-%d of %d, in points", top + 1, last,
                        moves_order.count);
    heading[size > area->cols ? strcspn(heading, ",") : (size_t)size] = '\0';
    canvas_text(canvas, area->row, area->col, area->cols, ROLE_HEADING, heading);
    const struct table_columns columns = measure_columns(analysis, &moves_order, area->cols,
                                                         canvas->notation);
    for (int line = top; line < moves_order.count && line < top + rows; line++)
        draw_line(analysis, canvas, area, &columns, area->row + 1 + line - top,
                  move_on_line(analysis, &moves_order, line), line == picked);
    int listed = moves_order.count < rows ? moves_order.count : rows;
    const struct area below = {area->row + 2 + listed, area->col, area->rows - 2 - listed, area->cols};
    if (sum_rows > 1)
        draw_move_sum(canvas, &below, &breakdown);
}

/* Returns the area of the table: to the right of the board, or over the board if the space there is too
 * narrow. */
static struct area table_area(const struct layout *layout)
{
    int top = layout->title.rows;
    struct area area = {top, layout->captured.col, layout->message.row - top, 0};
    area.cols = layout->cols - area.col;
    if (!layout->captured.rows || area.cols < COLS_MIN)
        area = (struct area){top, 0, layout->message.row - top, layout->cols};
    return area;
}

bool moves_table_draw(const struct tui *tui, struct canvas *canvas)
{
    if (!tui->table.open)
        return false;
    const struct area area = table_area(&tui->layout);
    const struct analysis *analysis = planned_analysis(tui);
    canvas_blank(canvas, area.row, area.col, area.rows, area.cols);
    if (analysis) {
        draw_table(tui, canvas, &area, analysis);
        return true;
    }
    canvas_text(canvas, area.row, area.col, area.cols, ROLE_HEADING, "Moves");
    bool over = local_game_over(&tui->local) && !tui->local.shown.back;
    canvas_text(canvas, area.row + 1, area.col, area.cols, ROLE_DIM,
                over                               ? "the game is over"
                : analyst_is_busy(&tui->analyst)   ? "thinking..."
                : tui->analyst.error.status        ? tui->analyst.error.text
                                                   : "your opponent is to move");
    return true;
}
