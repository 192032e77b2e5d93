/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing functions: they read a state and write to a canvas. They show nothing that the given board does not
 * contain. */
#ifndef VEDETTE_TUI_DRAW_H
#define VEDETTE_TUI_DRAW_H

#include "analysis/advice.h"
#include "analysis/analysis.h"
#include "game/board.h"
#include "play/think_stats.h"
#include "report/play_words.h"
#include "tui/arrange.h"
#include "tui/canvas.h"
#include "tui/keys.h"
#include "tui/layout.h"

/* The board and its marks. While the game is on, the board is one side's view. */
struct picture {
    const struct board *board;
    enum side viewer;      /* its pieces are "own": shown by their rank only */
    enum side bottom_side; /* its rows are at the bottom */
    int cursor, chosen;    /* squares; SQUARE_NONE: none */
    bitboard targets;      /* squares that the chosen piece may move to */
    bool marks_last_move;  /* the last move and the piece that it captured are marked */
    const uint16_t *notes; /* [PIECES]: the viewer's note, bit r for rank r; 0: none; NULL: no notes */
    const double *heat;    /* [SQUARES]: probability shown on a square, below 0: none; NULL: none at all */
    double max_heat;       /* the max of `heat`; set by draw_board */
};

/* Returns the square at a place of the board; row 0 is the top row, column 0 the left one. */
int square_shown(enum side bottom_side, int row, int col);

/* Sets the place of a square on the board, as square_shown counts rows and columns. */
void square_place(enum side bottom_side, int square, int *row, int *col);

/* Returns the square that many rows down and columns to the right. If that is off the board, returns the same
 * square. */
int square_step(enum side bottom_side, int square, int rows, int cols);

/* Returns the role of a side's name. */
static inline enum role side_role(enum side side)
{
    return side == RED ? ROLE_RED_OWN : ROLE_BLUE_OWN;
}

/* Draws the squares with their pieces, marks and coordinates. */
void draw_board(struct canvas *canvas, const struct layout *layout, const struct picture *picture);

/* The armies of a game. */
struct game_armies {
    uint8_t count[SIDES][RANKS]; /* number of pieces of each rank at the start */
    uint8_t max_count[RANKS];    /* the larger of the two counts */
    bool differ;                 /* the variant allows any army, so armies differ between games */
};

/* Fills in the armies of a game that began at `start` and of which `board` is a view. They are those of the
 * variant. If it allows any army, they are the pieces that both sides know of each other. */
void draw_find_armies(const struct placement *start, const struct board *board, struct game_armies *armies);

/* Draws how many pieces of each rank were captured from each side. */
void draw_captured(struct canvas *canvas, const struct area *area, const struct board *board,
                   const struct game_armies *armies);

/* Draws the end of the move list, two moves per line, in as many columns as fit. A move with a comment in
 * `record` has a sign; `record` may be NULL. */
void draw_moves(struct canvas *canvas, const struct area *area, const struct board *board,
                const struct record *record);

/* Draws the last battles as sentences. */
void draw_log(struct canvas *canvas, const struct area *area, const struct board *board, enum side viewer);

/* Draws the number of pieces of each rank in the reserve, with a sign before the selected rank. If the
 * reserve is empty, draws those of the army. An area of 5 columns gets one rank per line. */
void draw_pieces(struct canvas *canvas, const struct area *area, const struct arrange *arrange);

/* Draws the variant's description and the number of pieces placed. Returns the number of rows used. */
int draw_army_description(struct canvas *canvas, const struct area *area, const struct arrange *arrange);

/* Draws the judge's points per heuristic and their total. Without `figures` draws the army's grade and its
 * weakest point in a sentence. If a place is selected, also draws the result after exchanging it with the
 * place under the cursor. */
void draw_points(struct canvas *canvas, const struct area *area, const struct arrange *arrange,
                 const struct judge *judge, bool figures);

/* Draws the likeliest squares of a rank with their probabilities, below `heading`. In 5 columns draws only
 * the squares, below the rank. If `belief` is NULL, draws `waiting` instead. */
void draw_likeliest(struct canvas *canvas, const struct area *area, const char *heading, int rank,
                    const struct belief *belief, const char *waiting);

/* Draws the worth of a piece of each rank that `army` has, for both sides; in 5 columns only for `viewer`. If
 * `worth` is NULL, draws `waiting` instead. */
void draw_values(struct canvas *canvas, const struct area *area, const struct worth *worth,
                 const uint8_t army[RANKS], enum side viewer, const char *waiting);

/* Draws the plans' values of the move under the cursor and of the last move played. If a breakdown is NULL,
 * draws the text that follows it, which gives the reason. */
void draw_breakdowns(struct canvas *canvas, const struct area *area, const struct move_breakdown *cursor,
                     const char *none, const struct move_breakdown *played, const char *no_played_move);

/* Draws the total of a move, right-aligned before column `end`, or "overlooked" for an overlooked move. */
void draw_total(struct canvas *canvas, int row, int end, enum role role,
                const struct move_breakdown *breakdown);

/* Draws the plans' values of a move, one line a plan. If these do not fit, the last line sums up the rest. If
 * a plan's words are too long, draws its short name with `short_names`, and cuts the words without. Returns
 * the row after them. */
int draw_breakdown_lines(struct canvas *canvas, const struct area *area, bool short_names,
                         const struct move_breakdown *breakdown);

/* Writes a move's total, place and plan values as one line. */
void breakdown_words(const struct move_breakdown *breakdown, enum notation notation, char *text,
                     size_t capacity);

/* The content of the panel of best lines: the thinking of an agent, or a hint. */
struct lines_picture {
    const char *heading, *state;      /* whose thinking it is; its progress: "stopped, 0.4 s" */
    const struct think_stats *effort; /* nodes, rollouts and the like */
    double done_part;                 /* finished part of the thinking, 0 .. 1; 0: no bar */
    const struct advice *advice;      /* NULL: no moves are shown */
    const char *note;                 /* shown in place of the moves; NULL: none */
    const struct board *board;        /* the board of the advice */
    int described_move;               /* number of the move of the study that is described in words */
};

enum { LINES_BEST = 12 /* max number of best moves */ };

/* Draws the panel of best lines. */
void draw_lines(struct canvas *canvas, const struct area *area, const struct lines_picture *picture);

/* Draws one line of a list or form, `width` columns wide. The chosen one has a sign and another ground. */
void draw_item(struct canvas *canvas, int row, int col, int width, bool chosen, const char *text);

/* Draws the sign and the ground of the chosen row of a list, and places the terminal's cursor there. */
void draw_chosen(struct canvas *canvas, int row, int col, int width);

/* Returns the first visible row of a list that shows `rows` rows. That is `top`, changed only as far as row
 * `chosen` needs to be visible. */
int list_top(int top, int chosen, int rows);

/* Draws the keys of a screen (an ON_ bit), as many as fit. */
void draw_help_line(struct canvas *canvas, const struct area *area, unsigned screen);

/* Which keys a help line shows: `rows` that apply to `screen` and for which `works` returns true (NULL:
 * all). */
struct help_keys {
    const struct key_binding *rows;
    size_t count;
    unsigned screen;
    bool (*works)(const void *context, const struct key_binding *row);
    const void *context;
};
/* Draws a help line of the given keys. */
void draw_help_keys(struct canvas *canvas, const struct area *area, const struct help_keys *keys);

/* Draws a message that the screen is too small. Works for any size. */
void draw_too_small(struct canvas *canvas);

/* Draws the title bar with a text at each end. If both do not fit, the left one is cut. */
void draw_title(struct canvas *canvas, const struct area *area, const char *left, const char *right);

/* Computes the first row and column of a block that is centred in its columns and placed a third down. */
void centre_block(const struct canvas *canvas, int rows, int cols, int *row, int *col);

/* Draws text in lines from `row` to the end of the area; the last line is cut if the text is longer.
 * Returns the row after the text. */
int draw_text_lines(struct canvas *canvas, const struct area *area, int row, enum role role,
                    const char *text);

/* Draws text in as many rows as it needs, but only those from row `top` on and before `end`. The last visible
 * row is cut with a mark if text follows. Returns the row after the text. */
int draw_wrapped(struct canvas *canvas, int row, int col, int top, int end, enum role role, const char *text);

#endif
