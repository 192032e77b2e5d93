/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing: from a state that is only read to a canvas. What is not in the board given is not shown. */
#ifndef VEDETTE_TUI_DRAW_H
#define VEDETTE_TUI_DRAW_H

#include "analysis/advice.h"
#include "analysis/analysis.h"
#include "game/board.h"
#include "play/think_stats.h"
#include "tui/arrange.h"
#include "tui/canvas.h"
#include "tui/keys.h"
#include "tui/layout.h"

/* What of a game is shown. The board is a side's view of it while the game is on. */
struct picture {
    const struct board *board;
    enum side viewer;          /* whose pieces are "own": shown by their sign alone */
    enum side bottom_side;           /* whose rows are at the bottom */
    int cursor, chosen;        /* squares; SQUARE_NONE: none */
    bitboard targets;          /* where the chosen piece may go */
    bool marks_last_move;            /* the last move is marked, and what it took */
    const uint16_t *notes;      /* [PIECES]: the viewer's note, bit r for rank r; 0: none; NULL: no notes */
    const double *heat;        /* by square a probability to be shown there, below 0: none; or NULL */
    double max_heat;          /* the largest of them: draw_board fills it in */
};

/* The square at a place of the board with the rows of `below` at the bottom (0 is the top row, the left
 * column); and back. */
int square_shown(enum side bottom_side, int row, int col);
void square_place(enum side bottom_side, int square, int *row, int *col);

/* The square that many rows down and columns to the right; beyond the edge, the same square again. */
int square_step(enum side bottom_side, int square, int rows, int cols);

/* The role of a side's name. */
static inline enum role side_role(enum side side)
{
    return side == RED ? ROLE_RED_OWN : ROLE_BLUE_OWN;
}

void draw_board(struct canvas *canvas, const struct layout *layout, const struct picture *picture);

/* Which ranks a game is about. */
struct game_armies {
    uint8_t count[SIDES][RANKS];   /* how many pieces of each rank a side started with */
    uint8_t any[RANKS];            /* the larger of the two counts */
    bool differ;                   /* from game to game */
};

/* The armies of a game that began at `start`, of which `board` is what somebody sees: those of the variant,
 * or where it takes any army those that both sides know of each other. */
void draw_find_armies(const struct placement *start, const struct board *board, struct game_armies *armies);

/* How many of each rank of the armies were taken from both sides. */
void draw_graves(struct canvas *canvas, const struct area *area, const struct board *board,
                 const struct game_armies *armies);

/* The end of the move list, two moves a line, as wide as there is room; a move of which the record says
 * something has a sign (NULL: none has). */
void draw_moves(struct canvas *canvas, const struct area *area, const struct board *board,
                const struct record *record);

/* The last battles in words. */
void draw_log(struct canvas *canvas, const struct area *area, const struct board *board,
              enum side viewer);

/* How many of each rank of the variant there are, or while there is a reserve, how many of them are in it,
 * with a sign before the hand's rank. An area of 5 columns has a rank a line. */
void draw_pieces(struct canvas *canvas, const struct area *area, const struct arrange *arrange);

/* The variant in words, and how much of the army is down. Returns the rows that it took. */
int draw_army_description(struct canvas *canvas, const struct area *area, const struct arrange *arrange);

/* The judge's points by heuristic with the total, and in brackets the total if the picked piece and the
 * one under the cursor changed places. */
void draw_points(struct canvas *canvas, const struct area *area, const struct arrange *arrange,
                 const struct judge *judge);

/* The likeliest squares of a rank with their probabilities, below a heading that says whose guess of what
 * they are; 5 columns: the squares alone, below the rank. `belief` NULL: it is not there yet, and `waiting`
 * says so. */
void draw_likeliest(struct canvas *canvas, const struct area *area, const char *heading, int rank,
                    const struct belief *belief, const char *waiting);

/* What a piece of each rank that `army` has is worth on both sides; 5 columns: on the viewer's. NULL: as
 * above. */
void draw_values(struct canvas *canvas, const struct area *area, const struct worth *worth,
                 const uint8_t army[RANKS], enum side viewer, const char *waiting);

/* What the plans say of two moves; NULL where there is none, and then why. */
void draw_breakdowns(struct canvas *canvas, const struct area *area, const struct move_breakdown *cursor,
                     const char *none, const struct move_breakdown *played, const char *no_played_move);

/* Points, right-aligned before column `end`; of the total of a move that was overlooked that word. */
void draw_total(struct canvas *canvas, int row, int end, enum role role,
                const struct move_breakdown *breakdown);

/* The points of one of its lines; nothing for the line that says that it was overlooked. */
void draw_line_points(struct canvas *canvas, int row, int end, enum role role,
                      const struct move_breakdown *breakdown, int line);

/* The same of one move in one line. */
void breakdown_words(const struct move_breakdown *breakdown, enum notation notation, char *text,
                     size_t capacity);

/* What is shown of the thinking of an agent or of the hint. */
struct lines_picture {
    const char *heading, *state;   /* whose thinking it is, and its progress: "stopped, 0.4 s" */
    const struct think_stats *effort;
    double done_part;                   /* the part of the thinking that is over, 0 .. 1; 0: no bar */
    const struct advice *advice;   /* NULL: nothing else is shown */
    const char *note;              /* in place of all lines; NULL: none */
    const struct board *board;     /* of the advice */
    int described_move;                 /* number of the played-out move that is described in words */
};

enum { LINES_BEST = 12 /* best moves at most */ };

void draw_lines(struct canvas *canvas, const struct area *area, const struct lines_picture *picture);

/* One line of a list or form, `width` columns wide; the chosen one has a sign as well as a ground. */
void draw_item(struct canvas *canvas, int row, int col, int width, bool chosen, const char *text);

/* The sign of the chosen row of a list, its ground, and the terminal's cursor. */
void draw_chosen(struct canvas *canvas, int row, int col, int width);

/* The first row in sight of a list that shows `rows`: `top`, or as near as shows the chosen row `at`. */
int list_top(int top, int at, int rows);

/* The keys of a screen, as many as fit. */
void draw_help_line(struct canvas *canvas, const struct area *area, unsigned screen);

/* The same of other rows, or of those alone that `works` says do something now (NULL: all do). */
struct help_keys {
    const struct key_binding *rows;
    size_t count;
    unsigned screen;
    bool (*works)(const void *context, const struct key_binding *row);
    const void *context;
};
void draw_help_keys(struct canvas *canvas, const struct area *area, const struct help_keys *keys);

/* "The screen is too small": for any size. */
void draw_too_small(struct canvas *canvas);

/* Text in the middle of a title bar's left, and more at its right, of which the left gives way. */
void draw_title(struct canvas *canvas, const struct area *area, const char *left, const char *right);

/* The first row and column of a block in the middle, a little above it. */
void centre_block(const struct canvas *canvas, int rows, int cols, int *row, int *col);

/* Text in lines from `row` to the end of the area; returns the row behind it. Where there are too few rows
 * the last one is cut, with a sign that more follows. */
int draw_text_lines(struct canvas *canvas, const struct area *area, int row, enum role role,
                    const char *text);

/* Text in as many rows as it needs, those in sight from row `min` to before `end`, the last of which
 * tells by its end where more is below; returns the next row. */
int draw_wrapped(struct canvas *canvas, int row, int col, int min, int end, enum role role,
                 const char *text);

#endif
