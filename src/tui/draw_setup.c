/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the panels beside an army that is being arranged. */
#include "report/army_words.h"
#include "tui/draw.h"

#include <stdio.h>

enum {
    NAMED_COLS = 15, /* columns of "5 lieutenant 4" */
    BARE_COLS = 5,   /* columns of " 5 4 "; the first is for the sign of the selected rank */
    HEURISTICS_FROM = 2,
    POINTS_COLS = 7,
};

void draw_pieces(struct canvas *canvas, const struct area *area, const struct arrange *arrange)
{
    const uint8_t *army = variant_at(arrange->variant)->count;
    int row = area->row, last = area->row + area->rows, columns = 1, ranks = army_ranks(army), entry = 0;
    if (area->rows == 0)
        return;
    if (area->rows > ranks || area->cols > BARE_COLS)
        canvas_text(canvas, row++, area->col, area->cols, ROLE_HEADING,
                    arrange->reserve_total ? "Reserve" : "Pieces");
    /* Doubles the columns until the ranks fit into the rows. */
    while ((ranks + columns - 1) / columns > last - row && area->cols / (columns * 2) >= BARE_COLS)
        columns *= 2;
    int width = area->cols / columns, rows = (ranks + columns - 1) / columns;
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        if (!army[rank])
            continue;
        int entry_row = row + entry % rows;
        /* In the narrow list the sign of the selected rank stands before the area. */
        int col = area->col - (area->cols <= BARE_COLS) + entry / rows * width;
        entry++;
        if (entry_row >= last)
            continue;
        int count = arrange->reserve_total ? arrange->reserve[rank] : army[rank];
        bool selected = arrange->reserve_total && rank == arrange->selected_rank, named = width >= NAMED_COLS;
        enum role role = selected ? ROLE_CHOSEN : count ? ROLE_TEXT : ROLE_DIM;
        if (selected)
            canvas_put(canvas, entry_row, col, ROLE_CHOSEN, '>');
        canvas_put(canvas, entry_row, col + 1, role, (uint32_t)rank_write(rank, canvas->notation));
        if (named)
            canvas_text(canvas, entry_row, col + 3, 10, selected ? ROLE_CHOSEN : ROLE_DIM,
                        rank_table[rank].name);
        canvas_printf(canvas, entry_row, col + (named ? 14 : 3), 1, role, "%d", count);
    }
}

int draw_army_description(struct canvas *canvas, const struct area *area, const struct arrange *arrange)
{
    const struct variant *variant = variant_at(arrange->variant);
    char words[256], capital = (char)(variant->text[0] - ('a' - 'A'));
    struct error why;
    int row = area->row, end = area->row + area->rows;
    if (area->rows == 0)
        return 0;
    canvas_text(canvas, row++, area->col, area->cols, ROLE_HEADING, variant->title);
    enum status status = arrange_check(arrange, &why);
    /* The description as a sentence. */
    snprintf(words, sizeof words, "%c%.180s.", capital, variant->text + 1);
    row = draw_text_lines(canvas, area, row, ROLE_DIM, words);
    int placed = variant->pieces - arrange->reserve_total;
    if (row < end)
        canvas_printf(canvas, row, area->col, area->cols, status ? ROLE_TEXT : ROLE_HEADING,
                      "On the board: %d%s", placed, status ? "" : ", complete");
    if (arrange->for_both && ++row < end)
        canvas_text(canvas, row, area->col, area->cols, ROLE_DIM, "Both sides get this army");
    return row < end ? row + 1 - area->row : area->rows;
}

/* Returns whether a piece is selected and the cursor stands on another place: the two can be exchanged. */
static bool can_exchange(const struct arrange *arrange)
{
    return arrange->selected_place >= 0 && arrange->selected_place != arrange->cursor;
}

/* Draws the army's grade and weakest point in words. */
static void draw_assessment(struct canvas *canvas, const struct area *area, const struct arrange *arrange,
                            const struct judge *judge, double total)
{
    int row = area->row, last = area->row + area->rows;
    canvas_printf(canvas, row++, area->col, area->cols, ROLE_HEADING, "Your army: %s", army_grade(total));
    if (can_exchange(arrange) && row < last)
        canvas_printf(canvas, row++, area->col, area->cols, ROLE_CHOSEN, "Swapped: %s",
                      army_change_grade(total, arrange_judge_swap(arrange, judge, arrange->selected_place,
                                                                  arrange->cursor)));
    placeset places;
    char text[160], square[SQUARE_TEXT];
    int size = snprintf(text, sizeof text, "%s", army_weakness(judge, &arrange->setup, &places));
    if (places) { /* names one of the bombs */
        square_write(setup_square(arrange->side, __builtin_ctzll(places)), canvas->notation, square);
        snprintf(text + size, sizeof text - (size_t)size, " %s has none.", square);
    }
    draw_text_lines(canvas, area, row, ROLE_TEXT, text);
}

void draw_points(struct canvas *canvas, const struct area *area, const struct arrange *arrange,
                 const struct judge *judge, bool figures)
{
    struct verdict verdict;
    int number_col = area->col + area->cols - POINTS_COLS, last = area->row + area->rows;
    if (area->rows == 0)
        return;
    if (!arrange_judge(arrange, judge, &verdict)) {
        canvas_printf(canvas, area->row, area->col, area->cols, ROLE_HEADING, "%d to put down",
                      arrange->reserve_total);
        return;
    }
    if (!figures) {
        draw_assessment(canvas, area, arrange, judge, verdict.total);
        return;
    }
    int heading_cols = area->cols - POINTS_COLS - 1;
    if (can_exchange(arrange))
        canvas_printf(canvas, area->row, area->col, heading_cols, ROLE_CHOSEN, "Swapped %g, now",
                      arrange_judge_swap(arrange, judge, arrange->selected_place, arrange->cursor));
    else
        canvas_text(canvas, area->row, area->col, heading_cols, ROLE_HEADING, "How good it is");
    canvas_printf(canvas, area->row, number_col, POINTS_COLS, ROLE_HEADING, "%*.5g", POINTS_COLS,
                  verdict.total + 0.0); /* no "-0" */
    for (int h = HEURISTICS_FROM, row = area->row; h <= JUDGE_HEURISTICS; h++) {
        if (!verdict.applies[h] || ++row >= last)
            continue;
        bool earned = verdict.points[h] != 0;
        canvas_text(canvas, row, area->col, area->cols - POINTS_COLS - 1,
                    earned ? ROLE_TEXT : ROLE_DIM, judge_heuristic_name(h));
        canvas_printf(canvas, row, number_col, POINTS_COLS, earned ? ROLE_TEXT : ROLE_DIM, "%*.5g",
                      POINTS_COLS, verdict.points[h] + 0.0);
    }
}
