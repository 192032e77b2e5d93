/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/draw.h"

#include "report/heat.h"

#include <string.h>

int square_shown(enum side bottom_side, int row, int col)
{
    int square = square_at(col, ROWS - 1 - row);
    return bottom_side == RED ? square : square_turned(square);
}

void square_place(enum side bottom_side, int square, int *row, int *col)
{
    if (bottom_side == BLUE)
        square = square_turned(square);
    *row = ROWS - 1 - square_row(square);
    *col = square_file(square);
}

int square_step(enum side bottom_side, int square, int rows, int cols)
{
    int row, col;
    square_place(bottom_side, square, &row, &col);
    row += rows;
    col += cols;
    bool inside = row >= 0 && row < ROWS && col >= 0 && col < FILES;
    return inside ? square_shown(bottom_side, row, col) : square;
}

/* The place of one square on the canvas: its top left corner, size, and the cell of the piece's sign. */
struct cell_place {
    struct canvas *canvas;
    int row, col, rows, cols;
    int sign_row, sign_col;
};

enum { SIGN_ONLY = 1, WITH_LETTER = 2 }; /* columns of a sign, up to the piece's own column */

enum { NAMED_COLS = 11 /* columns of a square that fits the longest name, "lieutenant" */ };

/* Returns the colour role of a side's pieces, which depends on whether they are the viewer's own. */
static enum role piece_role(const struct picture *picture, enum side side)
{
    bool own = side == picture->viewer;
    if (side == RED)
        return own ? ROLE_RED_OWN : ROLE_RED;
    return own ? ROLE_BLUE_OWN : ROLE_BLUE;
}

/* A battle that is still marked on its square: that of the last move, or of the viewer's move before it, so
 * that the enemy's reply does not hide the result of the viewer's attack. */
struct shown_battle {
    struct event event;
    enum side loser;      /* for BATTLE_WON and BATTLE_LOST */
};

/* Finds the battle that is marked on a square. Returns false if there is none. */
static bool find_shown_battle(const struct picture *picture, int square, struct shown_battle *shown_battle)
{
    const struct board *board = picture->board;
    /* When the viewer is to move, the last move is the enemy's, and the viewer's own is one before it. */
    uint32_t shown = board->to_move == picture->viewer ? 2 : 1;
    for (uint32_t back = 1; picture->marks_last_move && back <= shown; back++) {
        if (board->plies < board->prior_plies + back)
            return false;
        uint32_t ply = board->plies - back;
        shown_battle->event = board_event(board, ply);
        if (shown_battle->event.battle == BATTLE_NONE || shown_battle->event.move.to != square)
            continue;
        enum side mover = piece_side(board->history[ply].mover);
        shown_battle->loser = shown_battle->event.battle == BATTLE_WON ? side_other(mover) : mover;
        return true;
    }
    return false;
}

/* Returns whether the marked last move began or ended on a square. */
static bool in_last_move(const struct picture *picture, int square)
{
    const struct board *board = picture->board;
    if (!picture->marks_last_move || board->plies == 0)
        return false;
    struct move move = board->history[board->plies - 1].move;
    return move.from == square || move.to == square;
}

/* Returns whether a probability is shown on a square. */
static bool has_heat(const struct picture *picture, int square)
{
    return picture->heat && picture->heat[square] >= 0;
}

/* Returns the ground of a square, without the cursor. */
static enum ground square_ground(const struct picture *picture, int square)
{
    if (square == picture->chosen)
        return GROUND_CHOSEN;
    if (bit_in(picture->targets, square))
        return GROUND_TARGET;
    if (has_heat(picture, square))
        return (enum ground)(GROUND_HEAT + heat_level(picture->heat[square], picture->max_heat));
    if (in_last_move(picture, square))
        return GROUND_LAST;
    if (square_is_lake(square))
        return GROUND_LAKE;
    return (square_file(square) + square_row(square)) % 2 ? GROUND_SQUARE : GROUND_SHADE;
}

/* Draws the signs around a piece or an empty square, which show all that colours show: [] cursor, {} chosen,
 * >< target, () last move. `width`: columns of the sign (SIGN_ONLY or WITH_LETTER). */
static void draw_square_signs(const struct cell_place *place, const struct picture *picture, int square,
                              int width)
{
    const char *signs;
    enum role role;
    bool occupied = picture->board->at[square] != NO_PIECE;
    if (square == picture->cursor) {
        signs = "[]";
        role = ROLE_CURSOR;
    } else if (square == picture->chosen) {
        signs = "{}";
        role = ROLE_CHOSEN;
    } else if (bit_in(picture->targets, square)) {
        if (!occupied)
            return;
        signs = "><";
        role = ROLE_TARGET;
    } else if (in_last_move(picture, square)) {
        signs = "()";
        role = ROLE_LAST;
    } else {
        return;
    }
    /* If digits fill a narrow square, the left sign may go into the square to the left, if that cell is
     * free. */
    int left = place->col + place->sign_col - width;
    uint32_t there = canvas_code(place->canvas, place->sign_row, left);
    if (left >= place->col || there == ' ' || there == glyphs_get(place->canvas->unicode)->lake)
        canvas_put(place->canvas, place->sign_row, left, role, (uint32_t)signs[0]);
    canvas_put(place->canvas, place->sign_row, place->col + place->sign_col + 1, role, (uint32_t)signs[1]);
}

/* Returns the viewer's note (bits of ranks) about the piece on a square of which the rank is unknown. Returns
 * 0 if there is none. */
static uint16_t square_note(const struct picture *picture, int square)
{
    int number = picture->board->at[square];
    if (!picture->notes || number >= PIECES || picture->board->piece[number].rank != RANK_UNKNOWN)
        return 0;
    return picture->notes[number];
}

/* Returns the sign of a note: '?' for one rank, '+' for several. */
static uint32_t note_sign(uint16_t note)
{
    return note & (note - 1) ? '+' : '?'; /* more than one bit */
}

/* Draws the sign of a piece as far as the board knows it. Returns its columns, SIGN_ONLY or WITH_LETTER. */
static int draw_piece(const struct cell_place *place, const struct picture *picture,
                      const struct piece *piece, const struct glyphs *glyphs)
{
    enum side side = (enum side)piece->side;
    enum role role = piece_role(picture, side);
    int col = place->col + place->sign_col;
    bool own = side == picture->viewer;
    uint16_t note = square_note(picture, piece->square);
    if (note) {
        /* The highest noted rank, with the sign of a note. */
        int rank = RANKS - 1;
        while (!(note >> rank & 1))
            rank--;
        canvas_put(place->canvas, place->sign_row, col, role, (uint32_t)rank_write(rank,
                                                                                   place->canvas->notation));
        canvas_put(place->canvas, place->sign_row, col + 1, ROLE_MARK, note_sign(note));
        return SIGN_ONLY;
    }
    if (piece->rank == RANK_UNKNOWN && !own) {
        canvas_put(place->canvas, place->sign_row, col, role,
                   piece->moved ? glyphs->hidden_moved : glyphs->hidden);
        return SIGN_ONLY;
    }
    const struct rank_row *row = &rank_table[piece->rank];
    canvas_put(place->canvas, place->sign_row, col, role, (uint32_t)rank_write(piece->rank,
                                                                               place->canvas->notation));
    if (place->cols >= NAMED_COLS && place->rows >= 3)
        canvas_text(place->canvas, place->sign_row + 1,
                    col - (int)strlen(row->name) / 2, place->cols, ROLE_MARK, row->name);
    if (!own) {
        canvas_put(place->canvas, place->sign_row, col - 1, role, (uint32_t)side_name(side)[0]);
        return WITH_LETTER;
    }
    if (piece->known || piece->moved)
        canvas_put(place->canvas, place->sign_row, col + 1, ROLE_MARK, piece->known ? '!' : '\'');
    return SIGN_ONLY;
}

/* Draws the piece that was lost in a battle. If a square has two rows, draws it below the winner; otherwise
 * beside an own winner. An enemy winner is shown by its own sign. */
static void draw_lost_piece(const struct cell_place *place, const struct picture *picture, int number,
                            const struct shown_battle *shown_battle)
{
    const struct event *event = &shown_battle->event;
    int rank = event->battle == BATTLE_WON ? event->defender : event->attacker;
    uint32_t symbol = (uint32_t)rank_write(rank, place->canvas->notation);
    int col = place->col + place->sign_col;
    if (event->battle == BATTLE_BOTH) {
        if (number != NO_PIECE)
            return;
        canvas_put(place->canvas, place->sign_row, col - 1, ROLE_CAPTURED, 'x');
        canvas_put(place->canvas, place->sign_row, col, ROLE_CAPTURED, symbol);
        return;
    }
    if (place->rows >= 2) { /* an own piece "x7", an enemy "xb7" */
        int row = place->row + place->rows - 1;
        if (shown_battle->loser == picture->viewer) {
            canvas_put(place->canvas, row, col - 1, ROLE_CAPTURED, 'x');
        } else {
            canvas_put(place->canvas, row, col - 2, ROLE_CAPTURED, 'x');
            canvas_put(place->canvas, row, col - 1, ROLE_CAPTURED,
                       (uint32_t)side_name(shown_battle->loser)[0]);
        }
        canvas_put(place->canvas, row, col, ROLE_CAPTURED, symbol);
    } else if (shown_battle->loser != picture->viewer && number != NO_PIECE) { /* "9x7": winner, loser */
        canvas_put(place->canvas, place->sign_row, col - 1, piece_role(picture, picture->viewer),
                   (uint32_t)rank_write(picture->board->piece[number].rank, place->canvas->notation));
        canvas_put(place->canvas, place->sign_row, col, ROLE_CAPTURED, 'x');
        canvas_put(place->canvas, place->sign_row, col + 1, ROLE_CAPTURED, symbol);
    }
}

/* Draws a probability as two digits. If a square has two rows, draws them below the piece's sign. Otherwise
 * they replace the sign, followed by the sign of the note. `width`: the columns that draw_piece used in the
 * sign's row. Returns those used now. */
static int draw_probability(const struct cell_place *place, double probability, uint16_t note, int width)
{
    char digits[3];
    int row = place->rows >= 2 ? place->row + place->rows - 1 : place->sign_row,
        col = place->col + place->sign_col;
    heat_digits(probability, digits);
    canvas_put(place->canvas, row, col - 1, ROLE_HEAT, (uint32_t)digits[0]);
    canvas_put(place->canvas, row, col, ROLE_HEAT, (uint32_t)digits[1]);
    if (row != place->sign_row)
        return width;
    canvas_put(place->canvas, row, col + 1, ROLE_HEAT, note ? note_sign(note) : ' ');
    return WITH_LETTER;
}

/* Draws one square with ground, piece, probability and signs. */
static void draw_square(const struct cell_place *place, const struct picture *picture, int square)
{
    const struct glyphs *glyphs = glyphs_get(place->canvas->unicode);
    int number = picture->board->at[square], width = SIGN_ONLY;
    struct shown_battle shown_battle;
    canvas_ground(place->canvas, place->row, place->col, place->rows, place->cols,
                  square_ground(picture, square));
    /* If a square has two rows, the cursor colours only the first: the heat stays visible, and fewer
             * bytes are sent. */
    if (square == picture->cursor)
        canvas_ground(place->canvas, place->row, place->col, place->rows == 2 ? 1 : place->rows, place->cols,
                      GROUND_CURSOR);
    if (number == LAKE) {
        for (int row = place->row; row < place->row + place->rows; row++)
            for (int col = place->col; col < place->col + place->cols; col++)
                if ((row + col) % 2 == 0)
                    canvas_put(place->canvas, row, col, ROLE_LAKE, glyphs->lake);
    } else if (number == NO_PIECE) {
        bool target = bit_in(picture->targets, square);
        canvas_put(place->canvas, place->sign_row, place->col + place->sign_col,
                   target ? ROLE_TARGET : ROLE_EMPTY, target ? glyphs->target : glyphs->empty);
    } else {
        width = draw_piece(place, picture, &picture->board->piece[number], glyphs);
    }
    bool fought = find_shown_battle(picture, square, &shown_battle);
    if (fought && shown_battle.event.battle == BATTLE_BOTH)
        width = WITH_LETTER;
    if (has_heat(picture, square))
        width = draw_probability(place, picture->heat[square], square_note(picture, square), width);
    draw_square_signs(place, picture, square, width);
    if (fought)
        draw_lost_piece(place, picture, number, &shown_battle);
}

/* Draws the row numbers and file letters beside the board. `sign_row`, `sign_col`: place of the sign within
 * a square. */
static void draw_coordinates(struct canvas *canvas, const struct layout *layout,
                             const struct picture *picture, int sign_row, int sign_col)
{
    for (int i = 0; i < ROWS; i++) {
        int number = row_write(square_row(square_shown(picture->bottom_side, i, 0)), canvas->notation);
        int row = layout->squares.row + i * layout->cell_rows + sign_row;
        canvas_printf(canvas, row, layout->numbers_left, 2, ROLE_DIM, "%2d", number);
        if (layout->numbers_right >= 0)
            canvas_printf(canvas, row, layout->numbers_right, 2, ROLE_DIM, "%-2d", number);
        int file = square_file(square_shown(picture->bottom_side, 0, i));
        uint32_t letter = (uint32_t)file_write(file, canvas->notation);
        int col = layout->squares.col + i * layout->cell_cols + sign_col;
        canvas_put(canvas, layout->letters_above, col, ROLE_DIM, letter);
        if (layout->letters_below >= 0)
            canvas_put(canvas, layout->letters_below, col, ROLE_DIM, letter);
    }
}

void draw_board(struct canvas *canvas, const struct layout *layout, const struct picture *original)
{
    struct picture with_max_heat = *original;
    const struct picture *picture = &with_max_heat;
    /* The shades of the heatmap depend on the max. */
    for (int square = 0; original->heat && square < SQUARES; square++)
        if (original->heat[square] > with_max_heat.max_heat)
            with_max_heat.max_heat = original->heat[square];
    int sign_row = (layout->cell_rows - 1) / 2, sign_col = layout->cell_cols / 2;
    draw_coordinates(canvas, layout, picture, sign_row, sign_col);
    for (int row = 0; row < ROWS; row++) {
        for (int col = 0; col < FILES; col++) {
            struct cell_place place = {
                .canvas = canvas,
                .row = layout->squares.row + row * layout->cell_rows,
                .col = layout->squares.col + col * layout->cell_cols,
                .rows = layout->cell_rows, .cols = layout->cell_cols,
                .sign_col = sign_col,
            };
            place.sign_row = place.row + sign_row;
            int square = square_shown(picture->bottom_side, row, col);
            draw_square(&place, picture, square);
            if (square == picture->cursor) {
                canvas->cursor_row = place.sign_row;
                canvas->cursor_col = place.col + sign_col;
            }
        }
    }
}
