/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report of a game as one picture: the players, the result, the chance to win, and the boards at the
 * turning points; if there are none, the board at the end. */
#include "report/game_report_parts.h"
#include "report/markup.h"
#include "report/svg_board.h"
#include "report/svg_curve.h"

#include <stdio.h>

enum {
    MARGIN = 30, COLUMNS = 3, BOARD_SIZE = 300, GAP = 20,
    PICTURE_WIDTH = 2 * MARGIN + COLUMNS * BOARD_SIZE + (COLUMNS - 1) * GAP,
    HEAD = 110, CURVE_TOP = HEAD + 20, CURVE_HEIGHT = 190, BOARDS_TOP = CURVE_TOP + CURVE_HEIGHT + 60,
    BOARD_ROW = BOARD_SIZE + 50 /* a board with the line below it */
};

/* Appends a line of text. `class`: "title", "line" or "mark" of data/report/pictures.css. */
static void add_svg_line(double x, double y, const char *class, const char *string, struct text *out)
{
    text_printf(out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, x, y);
    markup_add(out, string);
    text_add(out, "</text>\n");
}

/* Appends the curve with its axes and the numbers of the turning points. */
static void add_svg_curve(const struct game_report *report, const struct review_turns *turns,
                          struct text *out)
{
    const struct review_view *view = &report->view;
    const struct board *board = view->board;
    const struct svg_curve curve = {view->review, view->seat, view->both, MARGIN + 20, CURVE_TOP,
                                    PICTURE_WIDTH - 2 * MARGIN - 20, CURVE_HEIGHT};
    unsigned step = svg_curve_step(game_report_moves(report)), last = 0;
    char label[REVIEW_CURVE];
    text_add(out, "<g class=\"curve\">\n");
    svg_curve_add(&curve, out);
    text_add(out, "</g>\n");
    add_svg_line(MARGIN + 20, CURVE_TOP - 10, "line", review_curve_text(view->review, view->seat, label),
                 out);
    for (int percent = 0; percent <= 100; percent += 50) {
        snprintf(label, sizeof label, "%d", percent);
        add_svg_line(MARGIN, svg_curve_y(&curve, percent / 100.0) + 4, "mark", label, out);
    }
    for (size_t ply = 0; ply < view->review->plies; ply++) {
        unsigned move = board_move_number(board, board->prior_plies + (uint32_t)ply);
        if (move % step || move == last)
            continue;
        last = move;
        snprintf(label, sizeof label, "%u", move);
        add_svg_line(svg_curve_x(&curve, ply + 1), CURVE_TOP + CURVE_HEIGHT + 18, "mark", label, out);
    }
    for (int i = 0; i < turns->count; i++) {
        size_t moment = turns->turn[i].ply + 1;
        double x = svg_curve_x(&curve, moment);
        double y = svg_curve_y(&curve, view->review->own_chance[view->seat][moment]);
        snprintf(label, sizeof label, "%d", i + 1);
        text_printf(out, "<circle class=\"pin\" cx=\"%.1f\" cy=\"%.1f\" r=\"10\"/>\n", x, y);
        add_svg_line(x, y + 4, "pin", label, out);
    }
}

/* Appends board number `index` of the picture, after `plies` moves, with a line below it. */
static void add_svg_board(const struct game_report *report, int index, size_t plies, struct move played,
                          const char *line, int top, struct text *out)
{
    struct board board = {0};
    struct svg_board drawing;
    char place[96];
    int x = MARGIN + index % COLUMNS * (BOARD_SIZE + GAP), y = top + index / COLUMNS * BOARD_ROW;
    game_report_board(report, plies, &board);
    svg_board_init(&drawing, report->view.seat, report->view.notation);
    svg_board_copy(&drawing, &board);
    drawing.last = played;
    drawing.played = played;
    drawing.label = line;
    snprintf(place, sizeof place, " x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"", x, y, BOARD_SIZE,
             BOARD_SIZE);
    svg_board_add(&drawing, place, out);
    add_svg_line(x + 16, y + BOARD_SIZE + 20, "line", line, out);
    board_free(&board);
}

/* Appends the boards. */
static void add_svg_boards(const struct game_report *report, const struct review_turns *turns, int top,
                           struct text *out)
{
    const struct review_view *view = &report->view;
    for (int i = 0; i < turns->count; i++) {
        const struct review_turn *turn = &turns->turn[i];
        char line[REPORT_LABEL + 64], move[REPORT_LABEL];
        struct move played = board_event(view->board, view->board->prior_plies + (uint32_t)turn->ply).move;
        snprintf(line, sizeof line, "%d: %s, %.0f \u2192 %.0f %%", i + 1,
                 game_report_move(report, turn->ply, move), 100 * turn->before, 100 * turn->after);
        add_svg_board(report, i, turn->ply, played, line, top, out);
    }
    if (!turns->count)
        add_svg_board(report, 0, view->record->plies, MOVE_NONE, "the end", top, out);
}

void game_report_svg(const struct game_report *report, struct text *out)
{
    const struct review_view *view = &report->view;
    struct review_turns turns = {.count = 0};
    struct text line = {0};
    bool has_curve = view->review->own_chance[view->seat] != NULL;
    if (has_curve)
        review_find_turns(view->review, view->seat, &turns);
    int boards = turns.count ? turns.count : 1, top = has_curve ? BOARDS_TOP : HEAD;
    int height = top + (boards + COLUMNS - 1) / COLUMNS * BOARD_ROW + MARGIN / 2;
    text_printf(&line, "%s \u2013 %s", report->player[RED], report->player[BLUE]);
    text_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" viewBox=\"0 0 %d %d\" "
                "width=\"%d\" height=\"%d\">\n<title>", PICTURE_WIDTH, height, PICTURE_WIDTH, height);
    markup_add(out, text_string(&line));
    text_add(out, "</title>\n<style>\n");
    markup_add_style(PICTURE_STYLE, out);
    text_printf(out, "</style>\n<rect class=\"page\" width=\"%d\" height=\"%d\"/>\n", PICTURE_WIDTH, height);
    add_svg_line(MARGIN, 48, "title", text_string(&line), out);
    text_clear(&line);
    game_report_result(report, &line);
    text_add(&line, ". ");
    game_report_terms(report, &line);
    add_svg_line(MARGIN, 76, "line", text_string(&line), out);
    if (has_curve)
        add_svg_curve(report, &turns, out);
    add_svg_boards(report, &turns, top, out);
    text_add(out, "</svg>\n");
    text_free(&line);
}
