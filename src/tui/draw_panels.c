/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/draw.h"

#include "game/notation.h"

#include <stdio.h>
#include <string.h>

enum {
    CAPTURED_SMALL = 5, /* columns of the narrow list */
    PAIR_FULL = 29,     /* columns of a line of two moves with the ranks that they revealed */
    NUMBER_COLS = 7,    /* columns of the number of a battle's move */
    PAIR_GAP = 2,       /* columns between two lines side by side */
};

void draw_find_armies(const struct placement *start, const struct board *board, struct game_armies *armies)
{
    const struct variant *variant = variant_at(start->variant);
    *armies = (struct game_armies){.differ = variant->any_army};
    for (enum side side = RED; side <= BLUE; side++)
        board_listed_army(board, side, armies->count[side]);
    for (int rank = 0; rank < RANKS; rank++)
        armies->max_count[rank] =
            armies->count[armies->count[RED][rank] > armies->count[BLUE][rank] ? RED : BLUE][rank];
}

void draw_captured(struct canvas *canvas, const struct area *area, const struct board *board,
                   const struct game_armies *armies)
{
    bool small = area->cols <= CAPTURED_SMALL, heading = area->rows > army_ranks(armies->max_count);
    int row = area->row, right = area->col + area->cols;
    int columns[SIDES] = {small ? area->col + 2 : right - 10, small ? area->col + 4 : right - 4};
    if (area->rows == 0)
        return;
    if (heading) {
        if (!small)
            canvas_text(canvas, row, area->col, area->cols, ROLE_HEADING, "Taken");
        for (enum side side = RED; side <= BLUE; side++)
            canvas_text(canvas, row, columns[side], small ? 1 : 4, side_role(side),
                        small ? (side == RED ? "r" : "b") : side_name(side));
        row++;
    }
    /* The strongest first. If rows are missing, the flag is left out: its capture ends the game. */
    for (int rank = RANKS - 1; rank >= 0 && row < area->row + area->rows; rank--) {
        const struct rank_row *piece = &rank_table[rank];
        if (!armies->max_count[rank])
            continue;
        canvas_put(canvas, row, area->col, ROLE_TEXT, (uint32_t)rank_write(rank, canvas->notation));
        if (!small)
            canvas_text(canvas, row, area->col + 2, 10, ROLE_DIM, piece->name);
        for (enum side side = RED; side <= BLUE; side++) {
            char text[8] = ".";
            int captured = board->captured[side][rank], total = armies->count[side][rank];
            /* If armies differ between games, shows the total even if none was captured. */
            if (captured && small) /* of each rank at most 8: one digit */
                snprintf(text, sizeof text, "%d", captured % 10);
            else if (captured || (armies->differ && total && !small))
                snprintf(text, sizeof text, "%d/%d", captured % 100, total % 100);
            canvas_text(canvas, row, columns[side], 4, captured ? ROLE_TEXT : ROLE_DIM, text);
        }
        row++;
    }
}

/* Draws a move of the list, with the ranks that it revealed if they fit, and a '*' before it if it has a
 * comment. */
static void draw_move(struct canvas *canvas, int row, int col, int width, const struct board *board,
                      uint32_t ply, const struct record *record)
{
    char text[MOVE_TEXT];
    struct event event = board_event(board, ply);
    if (width >= PAIR_FULL / 2 - 2)
        event_write(&event, canvas->notation, text);
    else
        move_write(event.move, event.battle != BATTLE_NONE, canvas->notation, text);
    bool last = ply + 1 == board->plies;
    int used = canvas_text(canvas, row, col, width, last ? ROLE_LAST : ROLE_TEXT, text);
    canvas_hot(canvas, row, col, used, HOT_PLY, (int)ply + 1);
    if (record && record_comment_at(record, ply + 1 - board->prior_plies))
        canvas_put(canvas, row, col - 1, ROLE_KEY, '*');
}

void draw_moves(struct canvas *canvas, const struct area *area, const struct board *board,
                const struct record *record)
{
    if (area->rows < 2)
        return;
    canvas_text(canvas, area->row, area->col, area->cols, ROLE_HEADING, "Moves");
    /* Fills columns of two moves per line; only the last pairs fit. */
    int lines = area->rows - 1, columns = (area->cols + PAIR_GAP) / (PAIR_FULL + PAIR_GAP);
    if (columns < 1)
        columns = 1;
    int wide = area->cols < PAIR_FULL ? area->cols : PAIR_FULL, move_cols = (wide - 5) / 2;
    /* A line has the number of a move, red's and blue's. */
    uint32_t first = board->prior_plies, number = board_move_number(board, first);
    uint32_t pairs = board->plies > first ? board_move_number(board, board->plies - 1) + 1 - number : 0;
    uint32_t capacity = (uint32_t)(lines * columns), skipped = pairs > capacity ? pairs - capacity : 0;
    for (uint32_t ply = first; ply < board->plies; ply++) {
        uint32_t pair = board_move_number(board, ply) - number;
        if (pair < skipped)
            continue;
        int n = (int)(pair - skipped), row = area->row + 1 + n % lines;
        int col = area->col + n / lines * (PAIR_FULL + PAIR_GAP);
        bool blue = board->history[ply].mover / PIECES_A_SIDE == BLUE;
        if (!blue || ply == first)
            canvas_printf(canvas, row, col, 5, ROLE_DIM, "%3u.", number + pair);
        draw_move(canvas, row, col + 5 + (blue ? move_cols : 0), move_cols, board, ply, record);
    }
}

void draw_log(struct canvas *canvas, const struct area *area, const struct board *board, enum side viewer)
{
    if (area->rows < 2)
        return;
    canvas_text(canvas, area->row, area->col, area->cols, ROLE_HEADING, "Battles");
    /* Collects the newest battles, then draws the oldest of them first. */
    uint32_t plies[64];
    int count = 0, max = area->rows - 1 < 64 ? area->rows - 1 : 64;
    for (uint32_t ply = board->plies; ply-- > board->prior_plies && count < max;)
        if (board->history[ply].battle != BATTLE_NONE)
            plies[count++] = ply;
    for (int n = 0; n < count; n++) {
        char text[256], number[MOVE_NUMBER_TEXT];
        uint32_t ply = plies[count - 1 - n];
        words_write_event(board, ply, viewer, canvas->notation, text, sizeof text);
        int row = area->row + 1 + n, col = area->col + NUMBER_COLS, width = area->cols - NUMBER_COLS;
        struct event event = board_event(board, ply);
        if (canvas_width(canvas, text) > width) /* in signs, as in the list of moves */
            event_write(&event, canvas->notation, text);
        canvas_text(canvas, row, area->col, NUMBER_COLS, ROLE_DIM, words_move(board, ply, number));
        canvas_text(canvas, row, col, width, ROLE_TEXT, text);
        canvas_hot(canvas, row, area->col, area->cols, HOT_PLY, (int)ply + 1);
    }
}

void draw_chosen(struct canvas *canvas, int row, int col, int width)
{
    canvas_put(canvas, row, col, ROLE_CURSOR, '>');
    canvas_ground(canvas, row, col, 1, width, GROUND_CURSOR);
    canvas->cursor_row = row;
    canvas->cursor_col = col;
}

void draw_item(struct canvas *canvas, int row, int col, int width, bool chosen, const char *text)
{
    canvas_printf(canvas, row, col, canvas->cols - col, chosen ? ROLE_CURSOR : ROLE_TEXT, "  %s", text);
    if (chosen)
        draw_chosen(canvas, row, col, width);
}

int list_top(int top, int chosen, int rows)
{
    return chosen < top ? chosen : chosen >= top + rows ? chosen - rows + 1 : top;
}

void draw_too_small(struct canvas *canvas)
{
    canvas_text(canvas, 0, 0, canvas->cols, ROLE_MESSAGE, "The screen is too small.");
    canvas_printf(canvas, 1, 0, canvas->cols, ROLE_TEXT, "%dx%d; %dx%d is enough.", canvas->cols,
                  canvas->rows, LAYOUT_MIN_COLS, LAYOUT_MIN_ROWS);
    canvas_text(canvas, 2, 0, canvas->cols, ROLE_DIM, "q quits");
}

enum { TITLE_LEFT_MIN = 8 /* min columns of a cut title text */ };

void draw_title(struct canvas *canvas, const struct area *area, const char *left, const char *right)
{
    if (area->rows == 0)
        return;
    canvas_ground(canvas, area->row, area->col, 1, area->cols, GROUND_BAR);
    int width = canvas_width(canvas, right);
    if (width > area->cols - 2)
        width = area->cols - 2;
    canvas_text(canvas, area->row, area->col + area->cols - 1 - width, width, ROLE_TITLE, right);
    int rest = area->cols - width - 4;
    if (rest >= TITLE_LEFT_MIN || rest >= canvas_width(canvas, left))
        canvas_text(canvas, area->row, area->col + 1, rest, ROLE_TITLE, left);
}

void centre_block(const struct canvas *canvas, int rows, int cols, int *row, int *col)
{
    *row = (canvas->rows - rows) / 3;
    *col = (canvas->cols - cols) / 2;
    if (*row < 1)
        *row = 1;
    if (*col < 1)
        *col = 1;
}

int draw_text_lines(struct canvas *canvas, const struct area *area, int row, enum role role, const char *text)
{
    for (int end = area->row + area->rows; *text && row < end; row++) {
        size_t size = row + 1 < end ? canvas_fit(canvas, text, area->cols) : strlen(text);
        canvas_printf(canvas, row, area->col, area->cols, role, "%.*s", (int)size, text);
        text += size + strspn(text + size, " ");
    }
    return row;
}

int draw_wrapped(struct canvas *canvas, int row, int col, int top, int end, enum role role, const char *text)
{
    do {
        size_t size = canvas_fit(canvas, text, canvas->cols - col);
        if (row >= top && row < end)
            canvas_printf(canvas, row, col, canvas->cols - col, role, "%.*s",
                          (int)(row + 1 < end ? size : strlen(text)), text);
        text += size + strspn(text + size, " ");
        row++;
    } while (*text);
    return row;
}
