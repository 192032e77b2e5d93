/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/square_info.h"

#include "tui/screen.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    ROWS_MIN = 5,     /* a heading, three rows of ranks, the evidence */
    ROWS_MAX = 9,     /* max rows otherwise */
    ROWS_SHORT = 6,   /* max rows if the list of captured pieces is short */
    RANKS_MIN = 3,  /* min rows of ranks */
    LONG_WORD = 8,  /* columns that a line broken at a space may leave unused */
    LIST_MIN = 3,   /* min rows that the list of moves or battles keeps */
    LIST_HEAT = 7,  /* min rows that the list of the likeliest squares keeps */
    SIGN_CAPACITY = 16, /* bytes of a piece's sign, with the zero */
    ENTRY_MIN = 8,    /* min columns of a rank: "X 31 ==" and a space */
    ENTRY_MAX = 20,   /* max columns of a rank, with its bar */
    BAR_COL = 5, /* column of the bar within a rank's columns */
    EIGHTHS = 8, /* steps of a bar per column */
};

static const double MIN_PROBABILITY = 0.005; /* ranks below it are not listed */

/* --- placing the panel --- */

/* Gives the upper rows of a list to the panel, at most `max`, if the list keeps at least `min` rows. Moves
 * the list down, with a blank row between if there are enough rows. Returns whether it did. */
static bool take_upper_rows(struct layout *layout, struct area *list, int min, int max)
{
    int spare = list->rows - min;
    if (spare < ROWS_MIN)
        return false;
    int gap = spare > ROWS_MIN; /* a blank row between the two */
    int rows = spare - gap > max ? max : spare - gap;
    layout->square_info = (struct area){list->row, list->col, rows, list->cols};
    list->row += rows + gap;
    list->rows -= rows + gap;
    return true;
}

void square_info_place(struct layout *layout, bool heat, bool brief)
{
    layout->square_info = (struct area){0};
    layout->square_info_over_log = false;
    if (layout->too_small)
        return;
    /* The row of file letters below the board is not free. */
    int first_free_row = layout->squares.row + layout->squares.rows + (layout->letters_below >= 0);
    int free_rows = layout->message.row - first_free_row;
    bool log_below = layout->log.rows > 0 && layout->log.row >= first_free_row && layout->log.col == 0;
    int board_cols = layout->squares.col + layout->squares.cols;
    const struct area *captured = &layout->captured;
    /* The list of moves stands below that of captured pieces, with one blank row between. */
    bool moves_below_captured = layout->moves.rows > 0 &&
                                layout->moves.row == captured->row + captured->rows + 1;
    if (brief && moves_below_captured)
        layout->square_info = (struct area){layout->moves.row - 1, layout->moves.col, 1, layout->moves.cols};
    else if (brief && free_rows > 0 && !log_below)
        layout->square_info = (struct area){first_free_row, 0, 1, board_cols};
    if (brief)
        return;
    /* Take unused rows below the board first, then those of the list of battles, then those of the moves. */
    if (!log_below && free_rows >= ROWS_MIN) {
        layout->square_info = (struct area){first_free_row, 0, free_rows < ROWS_MAX ? free_rows : ROWS_MAX,
                                            board_cols};
        return;
    }
    if (layout->log.rows > 0 && take_upper_rows(layout, &layout->log, LIST_MIN + 1, ROWS_MAX))
        return;
    /* Too few rows for both: the panel covers the battles. */
    if (log_below && free_rows >= ROWS_MIN - 1) {
        layout->square_info = (struct area){first_free_row, 0, free_rows, layout->log.cols};
        layout->square_info_over_log = true;
        return;
    }
    struct area *moves = &layout->moves;
    /* If there are few ranks, the list of captured pieces is short, and the moves below it have rows to
     * spare. */
    if (moves_below_captured && layout->short_captured &&
        take_upper_rows(layout, moves, heat ? LIST_HEAT : LIST_MIN, ROWS_SHORT))
        return;
    /* Uses the blank row above the moves too. */
    if (moves_below_captured) {
        struct area with_gap = {moves->row - 1, moves->col, moves->rows + 1, moves->cols};
        if (take_upper_rows(layout, &with_gap, heat ? LIST_HEAT : LIST_MIN, ROWS_MAX))
            *moves = with_gap;
    } else if (moves->rows > 0) {
        take_upper_rows(layout, moves, heat ? LIST_HEAT : LIST_MIN, ROWS_MAX);
    }
}

/* --- texts --- */

/* The texts of the panel. */
struct square_info_text {
    char heading[160], foot[320]; /* heading: piece and square; foot: evidence and signs */
    int number;                   /* piece whose ranks are listed; or NO_PIECE */
};

/* Appends formatted text, after "; " if the buffer is not empty. Text beyond `capacity` is cut. */
__attribute__((format(printf, 3, 4)))
static void append_part(char *text, size_t capacity, const char *format, ...)
{
    size_t used = strlen(text);
    va_list arguments;
    if (used && used + 2 < capacity)
        used += (size_t)sprintf(text + used, "; ");
    va_start(arguments, format);
    vsnprintf(text + used, capacity - used, format, arguments);
    va_end(arguments);
}

/* Writes the sign of a piece as the board shows it: "7'" for the person's own piece, "b5" for a known
 * enemy, a block for an unknown one. */
static void write_piece_sign(const struct tui *tui, const struct piece *piece, bool own,
                             char sign[SIGN_CAPACITY])
{
    const struct glyphs *glyphs = glyphs_get(tui->canvas.unicode);
    enum notation notation = session_notation(tui->session);
    if (piece->rank == RANK_UNKNOWN)
        snprintf(sign, SIGN_CAPACITY, "%lc", (wint_t)(piece->moved ? glyphs->hidden_moved : glyphs->hidden));
    else if (own)
        snprintf(sign, SIGN_CAPACITY, "%c%s", rank_write(piece->rank, notation),
                 piece->known ? "!" : piece->moved ? "'" : "");
    else
        snprintf(sign, SIGN_CAPACITY, "%c%c", side_name((enum side)piece->side)[0],
                 rank_write(piece->rank, notation));
}

/* Writes the move that revealed a piece, as "4. b6xb5". That is its first battle, or its first move over
 * several squares, which only scouts can make. Returns false if there was none. */
static bool write_revealing_move(const struct board *board, int number, enum notation notation, char *text,
                                 size_t capacity)
{
    for (uint32_t ply = board->prior_plies; ply < board->plies; ply++) {
        const struct ply *past = &board->history[ply];
        bool fought = past->battle != BATTLE_NONE && (past->mover == number || past->victim == number);
        if (!fought && (past->mover != number || square_distance(past->move.from, past->move.to) == 1))
            continue;
        char move[MOVE_TEXT], when[MOVE_NUMBER_TEXT];
        move_write(past->move, past->battle != BATTLE_NONE, notation, move);
        snprintf(text, capacity, "%s %s", words_move(board, ply, when), move);
        return true;
    }
    return false;
}

/* Appends which side knows the rank of a piece, and since which move. */
static void append_known_since(const struct tui *tui, int number, struct square_info_text *info)
{
    const struct board *board = local_game_board(&tui->local);
    const struct piece *piece = &board->piece[number];
    char when[64];
    bool own = (enum side)piece->side == tui->local.shown.person;
    bool seen = write_revealing_move(board, number, session_notation(tui->session), when, sizeof when);
    append_part(info->foot, sizeof info->foot, "%s%s %s it%s%s", own ? "! " : "",
                own ? side_name(side_other((enum side)piece->side)) : "you", own ? "knows" : "know",
                seen ? " since " : "", seen ? when : "");
}

/* Appends how often a piece has moved since the board's history begins. Appends it to the foot for an own
 * piece, to the heading for an enemy piece. */
static void append_move_count(const struct board *board, int number, bool own, struct square_info_text *info)
{
    char *text = own ? info->foot : info->heading;
    size_t capacity = own ? sizeof info->foot : sizeof info->heading;
    int count = 0;
    for (uint32_t ply = board->prior_plies; ply < board->plies; ply++)
        count += board->history[ply].mover == number;
    if (!board->piece[number].moved)
        append_part(text, capacity, "never moved");
    else if (count > 1)
        append_part(text, capacity, "%smoved %d times", own ? "' " : "", count);
    else
        append_part(text, capacity, "%shas moved", own ? "' " : "");
}

/* Appends what is known of an enemy piece's rank: the person's note (heading) and the strongest evidence
 * (foot). */
static void append_evidence(const struct tui *tui, int number, const struct figures *figures,
                            struct square_info_text *info)
{
    const struct square_info *cached = &tui->square_info;
    enum notation notation = session_notation(tui->session);
    struct notes notes;
    char ranks[RANKS_TEXT];
    notes_from_record(&notes, &tui->local.game.record);
    if (notes.ranks[number])
        append_part(info->heading, sizeof info->heading, "your note: %s",
                    ranks_write(notes.ranks[number], notation, ranks));
    if (!figures || cached->number != number || cached->analysis_number != tui->analyst.finished_job ||
        !cached->has_step)
        return;
    struct text text = {0};
    key_evidence_add_text(&cached->step, notation, &text);
    const struct key_evidence *step = &cached->step;
    const char *reason = step->direct ? evidence_text(step->kind) : "by what became known of others";
    /* The reason only where it fits below the ranks. */
    const struct area *area = &tui->layout.square_info;
    int capacity = (area->rows - 1 - RANKS_MIN) * (area->cols - LONG_WORD);
    bool fits = (int)(text.size + strlen(reason)) + 3 <= capacity;
    append_part(info->foot, sizeof info->foot, "%s%s%s%s", text_string(&text), fits ? " (" : "",
                fits ? reason : "", fits ? ")" : "");
    text_free(&text);
}

/* Writes the texts for a piece. `figures` may be NULL: not computed yet. Sets info->number if both sides do
 * not know its rank, so that its probabilities are listed. */
static void describe_piece(const struct tui *tui, int number, const struct figures *figures,
                           struct square_info_text *info)
{
    const struct board *board = local_game_board(&tui->local);
    const struct piece *piece = &board->piece[number];
    enum side side = (enum side)piece->side, viewer = game_viewer(tui);
    bool own = side == tui->local.shown.person;
    char sign[SIGN_CAPACITY], square[SQUARE_TEXT];
    write_piece_sign(tui, piece, own, sign);
    square_write(piece->square, session_notation(tui->session), square);
    snprintf(info->heading, sizeof info->heading, "%s %s %s%s %s", sign, square,
             side == viewer ? "your" : side_name(side), side == viewer ? "" : "'s",
             piece->rank < RANKS ? rank_table[piece->rank].name : "piece");
    /* If there are no figures, use the board's knowledge. */
    bool hidden = figures ? belief_is_hidden(&figures->here.belief[side], number) : !piece->known;
    info->number = hidden ? number : NO_PIECE;
    bool enemy = !own && piece->rank == RANK_UNKNOWN;
    if (!hidden)
        append_known_since(tui, number, info);
    else if (!enemy) /* lists what the other side believes about an own piece */
        append_part(info->foot, sizeof info->foot, "%s's guess", side_name(side_other(side)));
    if (figures && piece->rank < RANKS)
        append_part(info->foot, sizeof info->foot, "worth %.2f marshals",
                    figures->here.worth.value[side][piece->rank]);
    if (hidden)
        append_move_count(board, number, own, info);
    if (hidden && enemy)
        append_evidence(tui, number, figures, info);
}

/* Appends the meaning of the sign around the square that belongs to the chosen piece, if there is one. */
static void append_chosen_sign(const struct tui *tui, int square, struct square_info_text *info)
{
    const struct board_cursor *cursor = &tui->cursor;
    if (square == cursor->chosen)
        append_part(info->foot, sizeof info->foot, "{ } chosen: %s puts it down",
                    key_for(ACTION_CHOOSE, ON_GAME).text);
    else if (bit_in(cursor->targets, square))
        append_part(info->foot, sizeof info->foot, local_game_board(&tui->local)->at[square] < PIECES
                    ? "> < your piece may attack it" : "+ your piece may go there");
}

/* Appends the meaning of the sign around the square that belongs to the last move, if there is one. */
static void append_last_move_sign(const struct board *board, int square, struct square_info_text *info)
{
    const struct ply *last = board->plies ? &board->history[board->plies - 1] : NULL;
    if (last && last->move.from == square)
        append_part(info->foot, sizeof info->foot, "( ) the last move began here");
    else if (last && last->move.to == square)
        append_part(info->foot, sizeof info->foot, last->battle == BATTLE_NONE
                    ? "( ) the last move" : "( ) x the last battle, and what fell in it");
}

/* Writes the texts for the square under the cursor. Returns false for an empty square without signs. */
static bool describe_square(const struct tui *tui, struct square_info_text *info)
{
    const struct board *board = local_game_board(&tui->local);
    int square = tui->cursor.square, number = board->at[square];
    char name[SQUARE_TEXT];
    *info = (struct square_info_text){.number = NO_PIECE};
    square_write(square, session_notation(tui->session), name);
    append_chosen_sign(tui, square, info);
    if (number < PIECES)
        describe_piece(tui, number, tui->square_info.brief ? NULL : panels_figures(tui), info);
    else if (number == LAKE)
        snprintf(info->heading, sizeof info->heading, "%lc %s water; no piece goes there",
                 (wint_t)glyphs_get(tui->canvas.unicode)->lake, name);
    else
        snprintf(info->heading, sizeof info->heading, "%lc %s empty",
                 (wint_t)glyphs_get(tui->canvas.unicode)->empty, name);
    append_last_move_sign(board, square, info);
    return number != NO_PIECE || info->foot[0];
}

/* --- figures --- */

bool square_info_wants_figures(const struct tui *tui)
{
    const struct layout *layout = &tui->layout;
    bool shown = !tui->square_info.disabled && !tui->square_info.brief;
    return shown && (!layout->rows || layout->square_info.rows > 0);
}

void square_info_update(struct tui *tui)
{
    struct square_info *cached = &tui->square_info;
    const struct figures *figures = square_info_wants_figures(tui) ? panels_figures(tui) : NULL;
    int number = local_game_board(&tui->local)->at[tui->cursor.square];
    if (!figures || number >= PIECES || piece_side(number) == tui->local.shown.person ||
        !belief_is_hidden(&figures->here.belief[piece_side(number)], number) ||
        (cached->analysis_number == tui->analyst.finished_job && cached->number == number))
        return;
    cached->analysis_number = tui->analyst.finished_job;
    cached->number = number;
    cached->has_step = key_evidence_find(&figures->here, number, &cached->step);
}

/* --- drawing --- */

int square_info_sort_ranks(const struct belief *belief, int number, int ranks[RANKS])
{
    int count = 0;
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        double probability = belief_get(belief, number, rank);
        if (probability < MIN_PROBABILITY)
            continue;
        /* Insertion sort. */
        int place = count++;
        for (; place > 0 && belief_get(belief, number, ranks[place - 1]) < probability; place--)
            ranks[place] = ranks[place - 1];
        ranks[place] = rank;
    }
    return count;
}

/* Draws a bar of the fraction `part` (0 .. 1) of `width` columns. With Unicode block characters its
 * resolution is an eighth of a column; without them it is a whole column of '='. */
static void draw_bar(struct canvas *canvas, int row, int col, int width, double part)
{
    int eighths = (int)(part * width * EIGHTHS + 0.5), whole = eighths / EIGHTHS, rest = eighths % EIGHTHS;
    if (!canvas->unicode) {
        whole = (eighths + EIGHTHS / 2) / EIGHTHS;
        rest = 0;
    }
    for (int i = 0; i < whole; i++)
        canvas_put(canvas, row, col + i, ROLE_METER, canvas->unicode ? 0x2588 : '=');
    if (rest && whole < width)
        canvas_put(canvas, row, col + whole, ROLE_METER, (uint32_t)(0x2590 - rest)); /* 0x258f: one eighth */
}

/* Lists the ranks of a piece with percentages and bars, in as few columns as the rows allow. Returns the
 * row after the last one. The longest bar is that of the most probable rank. */
static int draw_ranks(struct canvas *canvas, const struct area *area, const struct belief *belief, int number)
{
    int ranks[RANKS], count = square_info_sort_ranks(belief, number, ranks);
    int max = area->cols / ENTRY_MIN, columns = 1;
    while (columns < max && (count + columns - 1) / columns > area->rows)
        columns++;
    int width = area->cols / columns < ENTRY_MAX ? area->cols / columns : ENTRY_MAX;
    int lines = (count + columns - 1) / columns;
    if (lines > area->rows)
        lines = area->rows;
    double highest = count ? belief_get(belief, number, ranks[0]) : 1;
    for (int i = 0; i < count && i / columns < lines; i++) {
        int row = area->row + i / columns, col = area->col + i % columns * width;
        double probability = belief_get(belief, number, ranks[i]);
        canvas_put(canvas, row, col, ROLE_TEXT, (uint32_t)rank_write(ranks[i], canvas->notation));
        int percent_col = col + 1 + (probability >= 0.995); /* a space between a digit rank and "100" */
        canvas_printf(canvas, row, percent_col, 3, ROLE_TEXT, "%3.0f", 100 * probability);
        draw_bar(canvas, row, col + BAR_COL, width - BAR_COL - 1, probability / highest);
    }
    return area->row + lines;
}

bool square_info_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct area *area = &tui->layout.square_info;
    struct square_info_text info;
    if (!area->rows || (!describe_square(tui, &info) && tui->layout.square_info_over_log))
        return false;
    const struct figures *figures = panels_figures(tui);
    int row = area->row + 1, foot = canvas_lines(canvas, info.foot, area->cols);
    if (tui->square_info.brief) {
        canvas_text(canvas, area->row, area->col, area->cols, ROLE_DIM, info.heading);
        return true;
    }
    canvas_text(canvas, area->row, area->col, area->cols, ROLE_HEADING, info.heading);
    if (info.number != NO_PIECE && figures) {
        /* The ranks get at least three rows; the foot gets the rest. */
        int min = area->rows - 1 < RANKS_MIN ? area->rows - 1 : RANKS_MIN, rest = area->rows - 1 - min;
        foot = !info.foot[0] ? 0 : foot < rest ? foot : rest;
        const struct area ranks = {row, area->col, area->rows - 1 - foot, area->cols};
        row = draw_ranks(canvas, &ranks, &figures->here.belief[piece_side(info.number)], info.number);
    } else if (info.number != NO_PIECE) {
        canvas_text(canvas, row++, area->col, area->cols, ROLE_DIM, "thinking...");
    }
    /* Draw only whole parts: leave out the last one if it does not fit. */
    int rows = area->row + area->rows - row;
    for (char *part; canvas_lines(canvas, info.foot, area->cols) > rows && (part = strrchr(info.foot, ';'));)
        *part = '\0';
    draw_text_lines(canvas, area, row, ROLE_DIM, info.foot);
    return true;
}
