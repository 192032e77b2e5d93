/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report of a game as one page of HTML: without scripts, and without anything to load. It is well-formed
 * XML, too. Its layout is data/report/page.css. */
#include "base/ascii.h"
#include "base/plural.h"
#include "report/game_report_parts.h"
#include "report/markup.h"
#include "report/play_words.h"
#include "report/review_words.h"
#include "report/svg_board.h"
#include "report/svg_curve.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CURVE_WIDTH = 1000, CURVE_HEIGHT = 200 /* units; the page stretches them */ };

/* Appends text with a capital at its beginning, unless that is a move, and a full stop if it has no end. */
static void add_html_sentence(const char *string, struct text *out)
{
    struct text line = {0};
    text_add(&line, string);
    bool is_move = line.size > 1 && ascii_is_digit(line.bytes[1]); /* "e4xe3 takes .." */
    if (line.size && ascii_is_letter(line.bytes[0]) && !is_move)
        line.bytes[0] = ascii_upper(line.bytes[0]);
    if (line.size && !strchr(".!?", line.bytes[line.size - 1]))
        text_add(&line, ".");
    markup_add(out, text_string(&line));
    text_free(&line);
}

/* Appends a picture of the board after `plies` moves with arrows; MOVE_NONE: none. */
static void add_html_board(const struct game_report *report, size_t plies, const char *label,
                           struct move played, struct move better, struct text *out)
{
    struct board board = {0};
    struct svg_board drawing;
    game_report_board(report, plies, &board);
    svg_board_init(&drawing, report->view.seat, report->view.notation);
    svg_board_copy(&drawing, &board);
    drawing.last = played;
    drawing.played = played;
    drawing.better = better;
    drawing.label = label;
    svg_board_add(&drawing, "", out);
    board_free(&board);
}

/* --- the head --- */

/* Appends the players with their pieces' signs and their scores: 1, ½ or 0. */
static void add_html_players(const struct game_report *report, struct text *out)
{
    enum result result = report->view.record->outcome.result;
    text_add(out, "<h1>\n");
    for (enum side side = RED; side <= BLUE; side++) {
        bool won = result == result_win(side), open = result == RESULT_OPEN, drawn = result == RESULT_DRAW;
        text_printf(out, "<span class=\"token %c\" role=\"img\" aria-label=\"%s\"></span>",
                    side_name(side)[0], side_name(side));
        text_printf(out, "<span class=\"name%s\">", open || won || drawn ? "" : " lost");
        markup_add(out, report->player[side]);
        text_printf(out, "</span><span class=\"score\">%s</span>\n",
                    open ? "" : drawn ? "\u00bd" : won ? "1" : "0");
    }
    text_add(out, "</h1>\n");
}

/* Appends the page up to its first section. */
static void add_html_head(const struct game_report *report, struct text *out)
{
    struct text terms = {0}, words = {0};
    const struct review_view *view = &report->view;
    text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
             "<link rel=\"icon\" href=\"data:,\"/>\n<title>");
    markup_add(out, report->player[RED]);
    text_add(out, " \u2013 ");
    markup_add(out, report->player[BLUE]);
    text_add(out, "</title>\n<style>\n");
    markup_add_style(PAGE_STYLE, out);
    markup_add_style(PICTURE_STYLE, out);
    text_add(out, "</style>\n</head>\n<body>\n<main>\n<p class=\"terms\">Stratego. ");
    game_report_terms(report, &terms);
    add_html_sentence(text_string(&terms), out);
    text_add(out, "</p>\n");
    add_html_players(report, out);
    /* The words of the review begin with the result. */
    if (view->review->own_chance[view->seat])
        review_words(view->review, view->board, view->seat, view->you, view->notation, &words);
    else
        game_report_result(report, &words);
    text_add(out, "<p class=\"lead\">");
    add_html_sentence(text_string(&words), out);
    text_add(out, "</p>\n");
    text_free(&words);
    text_free(&terms);
}

/* --- the curve --- */

/* Appends the marks of the axes: per cent at the left, moves below. */
static void add_html_marks(const struct game_report *report, const struct svg_curve *curve, struct text *out)
{
    const struct board *board = report->view.board;
    unsigned step = svg_curve_step(game_report_moves(report)), last = 0;
    for (int percent = 0; percent <= 100; percent += 50)
        text_printf(out, "<span class=\"y\" style=\"top:%d%%\">%d %%</span>\n", 100 - percent, percent);
    for (size_t ply = 0; ply < curve->review->plies; ply++) {
        unsigned move = board_move_number(board, board->prior_plies + (uint32_t)ply);
        if (move % step == 0 && move != last) {
            last = move;
            text_printf(out, "<span class=\"x\" style=\"left:%.2f%%\">%u</span>\n",
                        100 * svg_curve_x(curve, ply + 1) / CURVE_WIDTH, move);
        }
    }
}

/* Appends the curve of the chance to win, with the numbers of the turning points on it. The page stretches
 * the drawing, so all that is written stands beside it, in the page's own size. */
static void add_html_curve(const struct game_report *report, const struct review_turns *turns,
                           struct text *out)
{
    const struct review_view *view = &report->view;
    const struct svg_curve curve = {view->review, view->seat, view->both, 0, 0, CURVE_WIDTH, CURVE_HEIGHT};
    enum side other = side_other(view->seat);
    char subject[REVIEW_CURVE];
    text_printf(out, "<h2>The chance to win</h2>\n<figure>\n<div class=\"plot\">\n<svg class=\"curve\" "
                "viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" role=\"img\" "
                "aria-label=\"%s's chance to win, move by move\">\n",
                CURVE_WIDTH, CURVE_HEIGHT, side_name(view->seat));
    svg_curve_add(&curve, out);
    text_add(out, "</svg>\n");
    add_html_marks(report, &curve, out);
    for (int i = 0; i < turns->count; i++) {
        size_t moment = turns->turn[i].ply + 1;
        text_printf(out, "<a class=\"pin\" href=\"#turn%d\" style=\"left:%.2f%%;top:%.1f%%\">%d</a>\n", i + 1,
                    100 * svg_curve_x(&curve, moment) / CURVE_WIDTH,
                    100 * svg_curve_y(&curve, view->review->own_chance[view->seat][moment]) / CURVE_HEIGHT,
                    i + 1);
    }
    text_add(out, "</div>\n<figcaption>");
    add_html_sentence(review_curve_text(view->review, view->seat, subject), out);
    if (view->both && view->review->own_chance[other])
        text_printf(out, " Dashed: how %s saw it, %s's chance from the top down. Each side knew only its own "
                    "ranks and what fights had shown.", side_name(other), side_name(other));
    text_add(out, "</figcaption>\n</figure>\n");
}

/* --- turning points and graded moves --- */

/* Appends a card for each turning point, with the board before its move. */
static void add_html_turns(const struct game_report *report, const struct review_turns *turns,
                           struct text *out)
{
    const struct review_view *view = &report->view;
    text_add(out, turns->count ? "<h2>Where the game turned</h2>\n<div class=\"cards\">\n" : "");
    for (int i = 0; i < turns->count; i++) {
        const struct review_turn *turn = &turns->turn[i];
        uint32_t ply = view->board->prior_plies + (uint32_t)turn->ply;
        char name[REPORT_LABEL], label[REPORT_LABEL + 16], words[256];
        struct text line = {0};
        snprintf(label, sizeof label, "The board before %s", game_report_move(report, turn->ply, name));
        text_printf(out, "<article class=\"card\" id=\"turn%d\">\n", i + 1);
        add_html_board(report, turn->ply, label, board_event(view->board, ply).move, MOVE_NONE, out);
        text_printf(out, "<h3><span class=\"pin\">%d</span> %s</h3>\n", i + 1, name);
        text_printf(out, "<p><b>%.0f \u2192 %.0f %%</b> for %s</p>\n<p>", 100 * turn->before,
                    100 * turn->after, side_name(view->seat));
        /* "h7xh6, blue's spy takes .." without the move, which the heading has. */
        words_write_event(view->board, ply, SIDES, view->notation, words, sizeof words);
        const char *comma = strstr(words, ", ");
        text_add(&line, comma ? comma + 2 : "a move without a fight");
        review_turn_losses(view, turn, &line);
        add_html_sentence(text_string(&line), out);
        text_add(out, "</p>\n</article>\n");
        text_free(&line);
    }
    text_add(out, turns->count ? "</div>\n" : "");
}

/* Appends a card for each graded move, with the board before it and both moves as arrows; with `brilliant`
 * for each brilliant one, with its own arrow. */
static void add_html_graded(const struct game_report *report, bool brilliant, struct text *out)
{
    const struct review_view *view = &report->view;
    const struct review_move *move;
    size_t count = 0;
    for (; (move = game_report_graded(report, brilliant, count)); count++) {
        char name[REPORT_LABEL], label[REPORT_LABEL + 16], better[MOVE_TEXT];
        if (count == 0)
            text_printf(out, "<h2>%s</h2>\n<div class=\"cards\">\n",
                        brilliant ? "Brilliant moves" : "The moves that cost most");
        snprintf(label, sizeof label, "The board before %s", game_report_move(report, move->ply, name));
        move_write(move->better, move->better_attacks, view->notation, better);
        char rise[REVIEW_RISE_TEXT];
        text_add(out, "<article class=\"card\">\n");
        add_html_board(report, move->ply, label, move->played, brilliant ? MOVE_NONE : move->better,
                       out);
        text_printf(out, "<h3><span class=\"side %c\">%s</span> <span class=\"tag %s\">%s</span></h3>\n<p>",
                    side_name(move->side)[0], name, review_grade_name[move->grade],
                    review_grade_name[move->grade]);
        text_printf(out, brilliant ? "The plans' choice, %s, would have cost" : "Better: <span "
                    "class=\"better\">%s</span>. Cost:", better);
        text_printf(out, " <b>%.0f \u00b1 %.0f</b> points.</p>\n", 100 * move->cost, 100 * move->error);
        if (move->why[0]) {
            text_add(out, "<p>");
            add_html_sentence(move->why, out);
            text_add(out, "</p>\n");
        }
        if (review_rise_words(report->view.review, move, rise)[0])
            text_printf(out, "<p>%s</p>\n", rise + 1);
        if (move->times > 1 && !brilliant)
            text_printf(out, "<p class=\"note\">Missed by %zu other move%s of %s, too.</p>\n",
                        move->times - 1, plural(move->times - 1), side_name(move->side));
        text_add(out, "</article>\n");
    }
    text_add(out, count ? "</div>\n" : "");
}

/* --- the sums --- */

/* Appends the sum of a side as a table: each part with a bar that begins where the one before ended. */
static void add_html_sum(const struct review_view *view, enum side side, struct text *out)
{
    struct review_row rows[REVIEW_ROWS];
    double low = 0, high = 100, sum = 0;
    review_rows(view, rows);
    for (int i = 0; i < REVIEW_ROWS - 1; i++) {
        sum += rows[i].part[side];
        low = fmin(low, sum);
        high = fmax(high, sum);
    }
    text_printf(out, "<table>\n<caption class=\"side %c\">%s</caption>\n", side_name(side)[0],
                side == RED ? "Red" : "Blue");
    sum = 0;
    for (int i = 0; i < REVIEW_ROWS; i++) {
        bool whole = rows[i].is_chance;
        double part = rows[i].part[side], scale = 100 / (high - low);
        double from = whole ? 0 : sum, to = from + part;
        text_printf(out, whole ? "<tr class=\"total\"><th scope=\"row\">%s</th><td>%.1f</td>"
                               : "<tr><th scope=\"row\">%s</th><td>%+.1f</td>", rows[i].name, part);
        text_add(out, "<td class=\"bar\"><span>");
        if (part != 0)
            text_printf(out, "<i class=\"%s\" style=\"left:%.1f%%;width:%.1f%%\"></i>",
                        whole ? "whole" : part < 0 ? "minus" : "plus", (fmin(from, to) - low) * scale,
                        fabs(part) * scale);
        text_add(out, "</span></td></tr>\n");
        sum = to;
    }
    text_add(out, "</table>\n");
}

/* Appends the sums of all sides that are shown, and what their graded and other moves did. */
static void add_html_sums(const struct review_view *view, struct text *out)
{
    text_add(out, "<h2>Moves and luck</h2>\n<p class=\"note\">Where the chance to win came from, in per "
             "cent. Luck is what fights gave beyond what the attacker could expect.");
    if (review_shows(view, RED) && review_shows(view, BLUE))
        text_printf(out, " %s", review_sums_note);
    text_add(out, "</p>\n<div class=\"pair\">\n");
    for (enum side side = RED; side <= BLUE; side++) {
        struct review_sum sum;
        char moves[REVIEW_MOVES_TEXT];
        struct text counts = {0};
        if (!review_shows(view, side))
            continue;
        text_add(out, "<div>\n");
        add_html_sum(view, side, out);
        if (view->review->judged) {
            review_sum_make(view->review, side, &sum);
            review_counts(view, side, &counts);
            text_add(out, "<p class=\"note\">");
            add_html_sentence(review_moves_text(&sum, moves), out);
            text_add(out, "</p>\n<p class=\"note\">");
            add_html_sentence(text_string(&counts), out);
            text_add(out, "</p>\n");
        }
        text_add(out, "</div>\n");
        text_free(&counts);
    }
    text_add(out, "</div>\n");
}

/* --- the rest --- */

/* Appends the comments of the game's file. */
static void add_html_comments(const struct game_report *report, struct text *out)
{
    const struct record *record = report->view.record;
    for (size_t i = 0; i < record->comment_count; i++) {
        char moment[REPORT_LABEL];
        text_add(out, i ? "<li><b>" : "<h2>Comments</h2>\n<ul class=\"comments\">\n<li><b>");
        markup_add(out, game_report_moment(report, record->comments[i].plies, moment));
        text_add(out, "</b> ");
        markup_add(out, record->comments[i].text);
        text_add(out, "</li>\n");
    }
    text_add(out, record->comment_count ? "</ul>\n" : "");
}

/* Appends the boards at the start and at the end. */
static void add_html_ends(const struct game_report *report, struct text *out)
{
    size_t plies = report->view.record->plies;
    text_add(out, "<h2>The start and the end</h2>\n<div class=\"cards\">\n<figure class=\"card\">\n");
    add_html_board(report, 0, "The board at the start", MOVE_NONE, MOVE_NONE, out);
    text_add(out, "<figcaption>At the start.</figcaption>\n</figure>\n");
    if (plies) {
        char name[REPORT_LABEL];
        text_add(out, "<figure class=\"card\">\n");
        add_html_board(report, plies, "The board at the end", MOVE_NONE, MOVE_NONE, out);
        text_printf(out, "<figcaption>After %s.</figcaption>\n</figure>\n",
                    game_report_move(report, plies - 1, name));
    }
    text_add(out, "</div>\n");
}

/* Appends all moves: an element for the moves of both sides, whose number is bold. */
static void add_html_moves(const struct game_report *report, struct text *out)
{
    const struct record *record = report->view.record;
    for (size_t ply = 0; ply < record->plies; ply++) {
        struct text move = {0};
        bool begins = ply == 0 || record_mover(record, ply) == RED;
        game_report_listed_move(report, ply, &move);
        char *blank = begins ? strchr(move.bytes, ' ') : NULL;
        text_add(out, ply == 0 ? "<h2>All moves</h2>\n<div class=\"moves\">\n" : begins ? "</span>\n" : " ");
        if (blank) {
            *blank = '\0';
            text_printf(out, "<span><b>%s</b> ", move.bytes);
        }
        markup_add(out, blank ? blank + 1 : move.bytes);
        text_free(&move);
    }
    text_add(out, record->plies ? "</span>\n</div>\n" : "");
}

/* The end of the page. */
static const char html_footer[] =
    "<footer>\n<p>Circles are red's pieces, squares are blue's. A dot: the piece has moved. A bar below "
    "the rank: the enemy knows it. A diamond: the rank is not known here. The dark arrow is the move that "
    "was played, the light one a better one.</p>\n"
    "<p>A point is one per cent of the chance to win. A move is compared with a better one by what its side "
    "knew at that moment.</p>\n</footer>\n</main>\n</body>\n</html>\n";

void game_report_html(const struct game_report *report, struct text *out)
{
    const struct review_view *view = &report->view;
    struct review_turns turns = {.count = 0};
    add_html_head(report, out);
    if (view->review->own_chance[view->seat]) {
        review_find_turns(view->review, view->seat, &turns);
        add_html_curve(report, &turns, out);
        add_html_turns(report, &turns, out);
        add_html_graded(report, false, out);
        add_html_graded(report, true, out);
        add_html_sums(view, out);
    }
    add_html_comments(report, out);
    add_html_ends(report, out);
    add_html_moves(report, out);
    text_add(out, html_footer);
}
