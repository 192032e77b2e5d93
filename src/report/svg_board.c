/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/svg_board.h"

#include "report/heat.h"
#include "report/markup.h"

#include <math.h>
#include <string.h>

/* All lengths are in units of the drawing, of which a square has CELL. */
enum {
    CELL = 40, LEFT = 22, TOP = 4, BOARD = 10 * CELL, RIGHT = 4, BOTTOM = 20,
    WIDTH = LEFT + BOARD + RIGHT, HEIGHT = TOP + BOARD + BOTTOM,
    TOKEN = 16,          /* half of a piece's width */
    CAPTION_LINE = 19, MARGIN = 8
};

/* Returns the middle of a square from the left and from the top. */
static int middle_x(const struct svg_board *drawing, int square)
{
    int file = square_file(square);
    return LEFT + CELL * (drawing->side == RED ? file : FILES - 1 - file) + CELL / 2;
}
static int middle_y(const struct svg_board *drawing, int square)
{
    int row = square_row(square);
    return TOP + CELL * (drawing->side == RED ? ROWS - 1 - row : row) + CELL / 2;
}

/* Appends a square in one colour. */
static void add_tint(const struct svg_board *drawing, int square, const char *class, struct text *out)
{
    text_printf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", class,
                middle_x(drawing, square) - CELL / 2, middle_y(drawing, square) - CELL / 2, CELL, CELL);
}

/* Appends the empty board: ground, tinted squares, lines, lakes, and the names of files and rows. */
static void add_ground(const struct svg_board *drawing, struct text *out)
{
    text_printf(out, "<rect class=\"ground\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\"/>\n", LEFT,
                TOP, BOARD, BOARD);
    for (int square = 0; square < SQUARES; square++) {
        const struct svg_cell *cell = &drawing->cell[square];
        char class[3] = {'h', (char)('0' + heat_level(cell->heat, drawing->max_heat)), '\0'};
        if (cell->is_hot && class[1] != '0')
            add_tint(drawing, square, class, out);
    }
    if (!move_is_none(drawing->last)) {
        add_tint(drawing, drawing->last.from, "last", out);
        add_tint(drawing, drawing->last.to, "last", out);
    }
    text_add(out, "<path class=\"grid\" d=\"");
    for (int i = 1; i < ROWS; i++)
        text_printf(out, "M%d %dv%dM%d %dh%d", LEFT + CELL * i, TOP, BOARD, LEFT, TOP + CELL * i, BOARD);
    text_add(out, "\"/>\n");
    for (int lake = 0; lake < 2; lake++) { /* each has two squares in each direction */
        int x = LEFT + CELL * (lake ? 6 : 2), y = TOP + CELL * 4;
        text_printf(out, "<rect class=\"lake\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"12\"/>"
                    "<path class=\"wave\" d=\"", x + 1, y + 1, 2 * CELL - 2, 2 * CELL - 2);
        for (int wave = 0; wave < 3; wave++)
            text_printf(out, "M%d %dq5-6 10 0t10 0t10 0t10 0", x + 14 + 6 * (wave & 1), y + 24 + 17 * wave);
        text_add(out, "\"/>\n");
    }
    text_add(out, "<g class=\"names\">");
    for (int i = 0; i < FILES; i++) {
        int own = drawing->side == RED ? i : FILES - 1 - i;
        text_printf(out, "<text x=\"%d\" y=\"%d\">%c</text>", LEFT + CELL * i + CELL / 2, TOP + BOARD + 15,
                    file_write(own, drawing->notation));
        text_printf(out, "<text x=\"%d\" y=\"%d\">%d</text>", LEFT / 2 - 1,
                    TOP + BOARD - CELL * i - CELL / 2 + 4, row_write(own, drawing->notation));
    }
    text_add(out, "</g>\n");
}

/* Appends what stands on a piece: its probability, its rank, or a diamond. */
static void add_face(const struct svg_board *drawing, const struct svg_cell *cell, int x, int y,
                     struct text *out)
{
    if (cell->is_hot && cell->heat >= 0.005)
        text_printf(out, "<text class=\"p\" x=\"%d\" y=\"%d\">%.0f%%</text>", x, y + 4, 100 * cell->heat);
    else if (!cell->is_hot && cell->rank != RANK_UNKNOWN)
        text_printf(out, "<text x=\"%d\" y=\"%d\">%c</text>", x, y + 6,
                    rank_write(cell->rank, drawing->notation));
    else
        text_printf(out, "<path class=\"back\" d=\"M%d %dl5 6l-5 6l-5-6z\"/>", x, y - 6);
    if (cell->moved && !cell->is_hot)
        text_printf(out, "<circle class=\"moved\" cx=\"%d\" cy=\"%d\" r=\"2\"/>", x + 9, y - 9);
    if (cell->known && !cell->is_hot)
        text_printf(out, "<path d=\"M%d %dh8\"/>", x - 4, y + TOKEN - 5);
}

/* Appends the pieces of a side. */
static void add_pieces(const struct svg_board *drawing, enum side side, struct text *out)
{
    text_printf(out, "<g class=\"%c\">\n", side_name(side)[0]);
    for (int square = 0; square < SQUARES; square++) {
        const struct svg_cell *cell = &drawing->cell[square];
        int x = middle_x(drawing, square), y = middle_y(drawing, square);
        if (cell->side != side)
            continue;
        if (side == RED)
            text_printf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>", x, y, TOKEN);
        else
            text_printf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\"/>", x - TOKEN + 1,
                        y - TOKEN + 1, 2 * TOKEN - 2, 2 * TOKEN - 2);
        add_face(drawing, cell, x, y, out);
        text_add(out, "\n");
    }
    text_add(out, "</g>\n");
}

/* Appends an arrow between two squares that leaves the ranks of the pieces on them readable. */
static void add_arrow(const struct svg_board *drawing, struct move move, const char *class, struct text *out)
{
    static const struct { double along, across; } shape[] = { /* from the tip: a side of the head and shaft */
        {13, 8}, {12, 2.5}, {1e9, 2.5}, {1e9, -2.5}, {12, -2.5}, {13, -8}};
    enum { FREE = 9 /* distance from the middle of a piece */ };
    double x = middle_x(drawing, move.from), y = middle_y(drawing, move.from);
    double dx = middle_x(drawing, move.to) - x, dy = middle_y(drawing, move.to) - y, size = hypot(dx, dy);
    double tip = size - (drawing->cell[move.to].side < SIDES ? FREE : 0);
    dx /= size;
    dy /= size;
    text_printf(out, "<path class=\"%s\" d=\"M%.1f %.1f", class, x + tip * dx, y + tip * dy);
    for (size_t i = 0; i < sizeof shape / sizeof shape[0]; i++) {
        double along = fmax(tip - shape[i].along, FREE), across = shape[i].across;
        text_printf(out, "L%.1f %.1f", x + along * dx - across * dy, y + along * dy + across * dx);
    }
    text_add(out, "z\"/>\n");
}

/* Appends the content of the element `svg`. */
static void add_content(const struct svg_board *drawing, struct text *out)
{
    add_ground(drawing, out);
    for (enum side side = RED; side <= BLUE; side++)
        add_pieces(drawing, side, out);
    if (!move_is_none(drawing->better))
        add_arrow(drawing, drawing->better, "better", out);
    if (!move_is_none(drawing->played))
        add_arrow(drawing, drawing->played, "played", out);
}

void svg_board_init(struct svg_board *drawing, enum side side, enum notation notation)
{
    *drawing = (struct svg_board){.side = side, .notation = notation, .last = MOVE_NONE, .played = MOVE_NONE,
                                  .better = MOVE_NONE, .label = ""};
    for (int square = 0; square < SQUARES; square++)
        drawing->cell[square] = (struct svg_cell){.side = SIDES, .rank = RANK_UNKNOWN};
}

void svg_board_copy(struct svg_board *drawing, const struct board *board)
{
    for (int square = 0; square < SQUARES; square++)
        if (board->at[square] < PIECES) {
            const struct piece *piece = &board->piece[board->at[square]];
            drawing->cell[square] = (struct svg_cell){.side = piece->side, .rank = piece->rank,
                                                      .moved = piece->moved, .known = piece->known};
        }
    if (board->plies > board->prior_plies)
        drawing->last = board->history[board->plies - 1].move;
}

void svg_board_add(const struct svg_board *drawing, const char *place, struct text *out)
{
    text_printf(out, "<svg class=\"board\" viewBox=\"0 0 %d %d\"%s role=\"img\" aria-label=\"", WIDTH, HEIGHT,
                place);
    markup_add(out, drawing->label);
    text_add(out, "\">\n");
    add_content(drawing, out);
    text_add(out, "</svg>\n");
}

void svg_board_write(const struct svg_board *drawing, struct text *out)
{
    struct text lines = {0};
    int count = 0;
    for (const char *line = drawing->caption; line && *line; count++) {
        struct text one = {0};
        size_t size = strcspn(line, "\n");
        text_append(&one, line, size);
        text_printf(&lines, "<text class=\"caption\" x=\"%d\" y=\"%d\">", LEFT,
                    HEIGHT + CAPTION_LINE * (count + 1));
        markup_add(&lines, text_string(&one));
        text_add(&lines, "</text>\n");
        text_free(&one);
        line += size + (line[size] == '\n');
    }
    int width = WIDTH + 2 * MARGIN, height = HEIGHT + 2 * MARGIN + CAPTION_LINE * count;
    text_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" viewBox=\"%d %d %d %d\" "
                "width=\"%d\" height=\"%d\">\n<title>", -MARGIN, -MARGIN, width, height, width, height);
    markup_add(out, drawing->label);
    text_add(out, "</title>\n<style>\n");
    markup_add_style(PICTURE_STYLE, out);
    text_add(out, "</style>\n");
    text_printf(out, "<rect class=\"page\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", -MARGIN,
                -MARGIN, width, height);
    add_content(drawing, out);
    text_append(out, text_string(&lines), lines.size);
    text_add(out, "</svg>\n");
    text_free(&lines);
}
