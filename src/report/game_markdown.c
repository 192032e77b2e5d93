/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report of a game as Markdown. */
#include "report/game_report_parts.h"
#include "report/markup.h"
#include "report/play_words.h"
#include "report/review_words.h"
#include "report/show.h"

#include <stdio.h>

/* Appends a board after `plies` moves as a block of code, with a heading. */
static void add_markdown_board(const struct game_report *report, size_t plies, const char *heading,
                               struct text *out)
{
    struct board board = {0};
    game_report_board(report, plies, &board);
    text_printf(out, "\n### %s\n\n```\n", heading);
    show_board(&board, report->view.seat, report->view.notation, out);
    text_add(out, "```\n");
    board_free(&board);
}

/* Appends the sums as a table. */
static void add_markdown_sums(const struct review_view *view, struct text *out)
{
    struct review_row rows[REVIEW_ROWS];
    review_rows(view, rows);
    text_add(out, "\n## Moves and luck\n\n| in per cent |");
    for (enum side side = RED; side <= BLUE; side++)
        if (review_shows(view, side))
            text_printf(out, " %s |", side_name(side));
    text_printf(out, "\n|---|%s%s\n", review_shows(view, RED) ? "---:|" : "",
                review_shows(view, BLUE) ? "---:|" : "");
    for (int i = 0; i < REVIEW_ROWS; i++) {
        text_printf(out, "| %s |", rows[i].name);
        for (enum side side = RED; side <= BLUE; side++)
            if (review_shows(view, side))
                text_printf(out, rows[i].is_chance ? " %.1f |" : " %+.1f |", rows[i].part[side]);
        text_add(out, "\n");
    }
    if (review_shows(view, RED) && review_shows(view, BLUE))
        text_printf(out, "\n%s\n", review_sums_note);
    for (enum side side = RED; side <= BLUE && view->review->judged; side++) {
        struct review_sum sum;
        char moves[REVIEW_MOVES_TEXT];
        if (!review_shows(view, side))
            continue;
        review_sum_make(view->review, side, &sum);
        text_printf(out, "\n- %s: %s\n- ", side_name(side), review_moves_text(&sum, moves));
        review_counts(view, side, out);
        text_add(out, "\n");
    }
}

/* Appends the turning points, each with its board. */
static void add_markdown_turns(const struct game_report *report, struct text *out)
{
    const struct review_view *view = &report->view;
    struct review_turns turns;
    review_find_turns(view->review, view->seat, &turns);
    text_add(out, turns.count ? "\n## Where the game turned\n" : "");
    for (int i = 0; i < turns.count; i++) {
        const struct review_turn *turn = &turns.turn[i];
        char heading[REPORT_LABEL], words[256];
        struct text losses = {0};
        add_markdown_board(report, turn->ply, game_report_move(report, turn->ply, heading), out);
        words_write_event(view->board, view->board->prior_plies + (uint32_t)turn->ply, SIDES, view->notation,
                          words, sizeof words);
        review_turn_losses(view, turn, &losses);
        text_printf(out, "\n%.0f to %.0f %% for %s: ", 100 * turn->before, 100 * turn->after,
                    side_name(view->seat));
        markdown_add(out, words);
        markdown_add(out, text_string(&losses));
        text_add(out, "\n");
        text_free(&losses);
    }
}

/* Appends the graded moves as a list; with `brilliant` the brilliant ones. */
static void add_markdown_graded(const struct game_report *report, bool brilliant, struct text *out)
{
    const struct review_view *view = &report->view;
    const struct review_move *move;
    for (size_t i = 0; (move = game_report_graded(report, brilliant, i)); i++) {
        char played[REPORT_LABEL], better[MOVE_TEXT], rise[REVIEW_RISE_TEXT];
        if (i == 0)
            text_add(out, brilliant ? "\n## Brilliant moves\n\n" : "\n## The moves that cost most\n\n");
        text_printf(out, "- **%s** (%s), %s: %.0f \u00b1 %.0f points, %s %s",
                    game_report_move(report, move->ply, played), side_name(move->side),
                    review_grade_name[move->grade], 100 * move->cost, 100 * move->error,
                    brilliant ? "not" : "better",
                    move_write(move->better, move->better_attacks, view->notation, better));
        if (move->why[0])
            text_add(out, ". ");
        markdown_add(out, move->why);
        text_add(out, review_rise_words(view->review, move, rise));
        if (move->times > 1 && !brilliant)
            text_printf(out, " Missed %zu times.", move->times);
        text_add(out, "\n");
    }
}

/* Appends the comments as a list. */
static void add_markdown_comments(const struct game_report *report, struct text *out)
{
    const struct record *record = report->view.record;
    for (size_t i = 0; i < record->comment_count; i++) {
        char moment[REPORT_LABEL];
        text_printf(out, "%s- **%s**: ", i ? "" : "\n## Comments\n\n",
                    game_report_moment(report, record->comments[i].plies, moment));
        markdown_add(out, record->comments[i].text);
        text_add(out, "\n");
    }
}

/* Appends all moves as a block of code, a line for the moves of both sides. */
static void add_markdown_moves(const struct game_report *report, struct text *out)
{
    const struct record *record = report->view.record;
    for (size_t ply = 0; ply < record->plies; ply++) {
        text_add(out, ply == 0 ? "\n## All moves\n\n```\n" : record_mover(record, ply) == RED ? "\n" : " ");
        game_report_listed_move(report, ply, out);
    }
    text_add(out, record->plies ? "\n```\n" : "");
}

/* Appends what the review says. */
static void add_markdown_review(const struct game_report *report, struct text *out)
{
    const struct review_view *view = &report->view;
    char subject[REVIEW_CURVE];
    struct text words = {0};
    review_words(view->review, view->board, view->seat, view->you, view->notation, &words);
    text_add(out, "\n");
    markdown_add(out, text_string(&words));
    text_printf(out, "\n\n## The chance to win\n\n%s\n\n```\n",
                review_curve_text(view->review, view->seat, subject));
    review_graph(view, out);
    text_add(out, "```\n");
    add_markdown_turns(report, out);
    add_markdown_graded(report, false, out);
    add_markdown_graded(report, true, out);
    add_markdown_sums(view, out);
    text_free(&words);
}

void game_report_markdown(const struct game_report *report, struct text *out)
{
    struct text line = {0};
    text_add(out, "# ");
    markdown_add(out, report->player[RED]);
    text_add(out, " (red) \u2013 ");
    markdown_add(out, report->player[BLUE]);
    text_add(out, " (blue)\n\n**");
    game_report_result(report, &line);
    markdown_add(out, text_string(&line));
    text_clear(&line);
    text_add(out, ".** ");
    game_report_terms(report, &line);
    markdown_add(out, text_string(&line));
    text_add(out, ".\n");
    text_free(&line);
    if (report->view.review->own_chance[report->view.seat])
        add_markdown_review(report, out);
    add_markdown_comments(report, out);
    text_add(out, "\n## The boards\n");
    add_markdown_board(report, 0, "At the start", out);
    if (report->view.record->plies)
        add_markdown_board(report, report->view.record->plies, "At the end", out);
    add_markdown_moves(report, out);
}
