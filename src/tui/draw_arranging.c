/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the setup screen. */
#include "tui/screen.h"

#include "game/notation.h"
#include "report/army_words.h"
#include "tui/lessons.h"

#include <stdio.h>

enum {
    POINTS_ROWS = 9,      /* rows of the total and eight heuristics */
    WORDS_ROWS = 7,       /* rows of the variant's description, with a blank row before it */
    LIST_AND_POINTS = 27, /* rows for one rank per line, the points, and the rows between and below */
    TWO_COLUMNS = 30,     /* columns for two names of ranks */
};

/* Draws the pieces and the points, in a panel each or both in one, as the layout has them. Returns whether
 * `heat_text` was drawn too, below the points. */
static bool draw_panels(const struct tui *tui, struct canvas *canvas, const char *heat_text)
{
    const struct layout *layout = &tui->layout;
    const struct area *panel = &layout->panel;
    struct area pieces = layout->captured, points = layout->moves;
    struct judge judge;
    judge_from_settings(&judge, &tui->session->settings);
    bool fills = arrange_fills_rows(setup_arrange(tui)), figures = !lessons_beginner_next(tui);
    /* One panel for both: the pieces above, the points below. */
    if (panel->rows && panel->row == layout->captured.row) {
        int ranks = army_ranks(variant_at(setup_arrange(tui)->variant)->count);
        bool list = panel->rows >= (fills ? LIST_AND_POINTS : ranks + 1 + WORDS_ROWS);
        /* A heading, and the ranks one per row, or in two or four columns. */
        int rows = list ? ranks + 1 : panel->cols >= TWO_COLUMNS ? 7 : 4;
        pieces = (struct area){panel->row, panel->col, rows, panel->cols};
        points = (struct area){panel->row + rows + 1, panel->col, panel->rows - rows - 1, panel->cols};
    }
    draw_pieces(canvas, &pieces, setup_arrange(tui));
    /* A small army: its description, and the points if rows are left. */
    if (!fills) {
        struct verdict verdict;
        int rows = draw_army_description(canvas, &points, setup_arrange(tui)) + 1; /* and a blank one */
        points = (struct area){points.row + rows, points.col, points.rows - rows, points.cols};
        if (points.rows > 1 && arrange_judge(setup_arrange(tui), &judge, &verdict))
            draw_points(canvas, &points, setup_arrange(tui), &judge, figures);
        return false;
    }
    draw_points(canvas, &points, setup_arrange(tui), &judge, figures);
    bool has_heat_row = points.rows > POINTS_ROWS + 1 && points.cols >= TWO_COLUMNS;
    if (has_heat_row)
        canvas_text(canvas, points.row + POINTS_ROWS + 1, points.col, points.cols, ROLE_HEADING, heat_text);
    return has_heat_row;
}

/* Draws the message row: a prompt or message. If there is none, draws the text of the heatmap; if there is
 * none either, the points or the reserve, as far as they have no panel. */
static void draw_message_row(const struct tui *tui, struct canvas *canvas, const char *heat_text)
{
    const struct area *area = &tui->layout.message;
    struct verdict verdict;
    struct judge judge;
    judge_from_settings(&judge, &tui->session->settings);
    if (tui->prompt.question != QUESTION_NONE || tui->message[0])
        draw_message(tui, canvas);
    else if (heat_text[0])
        canvas_text(canvas, area->row, area->col, area->cols, ROLE_MESSAGE, heat_text);
    else if (setup_arrange(tui)->selected_place >= 0)
        canvas_printf(canvas, area->row, area->col, area->cols, ROLE_MESSAGE,
                      "Go to another square: %s swaps the two, %s puts the piece back",
                      key_for(ACTION_CHOOSE, ON_SETUP).text, key_for(ACTION_CANCEL, ON_SETUP).text);
    else if (tui->layout.panel.rows)
        canvas_printf(canvas, area->row, area->col, area->cols, ROLE_MESSAGE,
                      "%s picks a piece up, and swaps it with another; %s plays with this army",
                      key_for(ACTION_CHOOSE, ON_SETUP).text, key_for(ACTION_START, ON_SETUP).text);
    else if (arrange_judge(setup_arrange(tui), &judge, &verdict))
        canvas_printf(canvas, area->row, area->col, area->cols, ROLE_MESSAGE, "Your army: %s",
                      army_grade(verdict.total));
    else
        canvas_printf(canvas, area->row, area->col, area->cols, ROLE_MESSAGE,
                      "In the reserve: %d, next the %s",
                      setup_arrange(tui)->reserve_total, rank_table[setup_arrange(tui)->selected_rank].name);
}

/* Writes the opponent for the title: "Level: Recruit", or the name of another agent. */
static void write_opponent(const struct tui *tui, char text[PLAYER_WORDS + sizeof "Level: "])
{
    const char *spec = tui->next_game.opponent;
    const struct ladder *ladder = ladders_for_variant(tui->session->ladders, tui->next_game.variant);
    int level, style;
    char name[PLAYER_WORDS];
    snprintf(text, PLAYER_WORDS + sizeof "Level: ", "%s%s",
             ladder_recognise(ladder, spec, &level, &style) ? "Level: " : "",
             ladder_player_name(ladder, spec, name));
}

void draw_arranging(const struct tui *tui, struct canvas *canvas)
{
    const struct arrange *arrange = setup_arrange(tui);
    enum side side = arrange->side;
    double heat[SQUARES];
    struct picture picture = {
        .board = &arrange->board, .viewer = side, .bottom_side = side,
        .cursor = setup_square(side, arrange->cursor),
        .chosen = arrange->selected_place < 0 ? SQUARE_NONE : setup_square(side, arrange->selected_place),
    };
    char left[128], heat_text[96] = "", variant[VARIANT_WORDS];
    if (arrange->heat) {
        arrange_heat(arrange, arrange_selected(arrange), heat);
        picture.heat = heat;
        int rank = arrange_selected(arrange);
        char name[SQUARE_TEXT];
        square_write(picture.cursor, session_notation(tui->session), name);
        snprintf(heat_text, sizeof heat_text, "Nothing is selected");
        if (rank < RANKS)
            snprintf(heat_text, sizeof heat_text, "People: %s on %s %.1f %%", rank_table[rank].name, name,
                     100 * heat[picture.cursor]);
    }
    snprintf(left, sizeof left, "Vedette   your setup (%s)%s", side_name(side),
             variant_suffix(variant_at(arrange->variant), variant));
    char opponent[PLAYER_WORDS + sizeof "Level: "];
    write_opponent(tui, opponent);
    draw_title(canvas, &tui->layout.title, left,
               tui->seating_form.arranging ? seating_name(&tui->seating_form) : opponent);
    draw_board(canvas, &tui->layout, &picture);
    bool drawn = draw_panels(tui, canvas, heat_text);
    draw_help_line(canvas, &tui->layout.help, ON_SETUP);
    draw_message_row(tui, canvas, drawn ? "" : heat_text);
}
