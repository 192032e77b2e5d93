/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/game_report.h"

#include "base/plural.h"
#include "game/position.h"
#include "play/view_at.h"
#include "report/game_report_parts.h"
#include "report/play_words.h"
#include "report/show.h"

#include <stdio.h>

const char *const report_forms[REPORT_FORMS + 1] = {"text", "md", "html", "svg", NULL};

void game_report_board(const struct game_report *report, size_t plies, struct board *board)
{
    const struct record *record = report->view.record;
    struct position position = {0};
    struct view view = {0};
    struct outcome outcome;
    /* The record was replayed before, so neither can fail. */
    if (report->view.both && !record_replay(record, plies, &position, NULL, NULL))
        board_copy(board, &position.board);
    else if (!view_init_at(record, plies, report->view.seat, &view, &outcome, NULL))
        board_copy(board, &view.board);
    position_free(&position);
    view_free(&view);
}

unsigned game_report_moves(const struct game_report *report)
{
    const struct board *board = report->view.board;
    return report->view.record->plies ? board_move_number(board, board->plies - 1) : 0;
}

void game_report_terms(const struct game_report *report, struct text *out)
{
    const struct record *record = report->view.record;
    unsigned moves = game_report_moves(report);
    text_printf(out, "%s%s%s, rules %s, %u move%s", record->date, record->date[0] ? ", " : "",
                variant_at(record->start.variant)->name, record->rules.name, moves, plural(moves));
    if (record->program[0])
        text_printf(out, ", played by %s", record->program);
    if (!report->view.both)
        text_printf(out, "; only what %s knew", side_name(report->view.seat));
}

void game_report_result(const struct game_report *report, struct text *out)
{
    char words[256];
    struct outcome outcome = report->view.record->outcome;
    words_write_outcome(outcome, SIDES, words, sizeof words);
    text_add(out, outcome.result == RESULT_OPEN ? "The game is unfinished" : words);
}

const char *game_report_move(const struct game_report *report, size_t ply, char text[REPORT_LABEL])
{
    const struct board *board = report->view.board;
    uint32_t index = board->prior_plies + (uint32_t)ply;
    struct event event = board_event(board, index);
    char number[MOVE_NUMBER_TEXT], move[MOVE_TEXT];
    snprintf(text, REPORT_LABEL, "%s %s", words_move(board, index, number),
             move_write(event.move, event.battle != BATTLE_NONE, report->view.notation, move));
    return text;
}

const char *game_report_moment(const struct game_report *report, size_t plies, char text[REPORT_LABEL])
{
    if (plies)
        return game_report_move(report, plies - 1, text);
    snprintf(text, REPORT_LABEL, "at the start");
    return text;
}

/* Returns the sign of the grade of a move that the report may grade; "": none. */
static const char *grade_sign(const struct game_report *report, size_t ply)
{
    const struct review *review = report->view.review;
    for (size_t i = 0; i < review->graded_count; i++) {
        const struct review_move *move = &review->moves[review->graded[i]];
        if (move->ply == ply)
            return review_grade_sign[move->grade];
    }
    return "";
}

void game_report_listed_move(const struct game_report *report, size_t ply, struct text *out)
{
    const struct board *board = report->view.board;
    uint32_t index = board->prior_plies + (uint32_t)ply;
    struct event event = board_event(board, index);
    char number[MOVE_NUMBER_TEXT], move[MOVE_TEXT];
    if (ply == 0 || record_mover(report->view.record, ply) == RED)
        text_printf(out, "%s ", words_move(board, index, number));
    text_printf(out, "%s%s", event_write(&event, report->view.notation, move), grade_sign(report, ply));
}

const struct review_move *game_report_graded(const struct game_report *report, bool brilliant, size_t index)
{
    const struct review_view *view = &report->view;
    const struct review_filter filter = {view->both ? SIDES : view->seat, REVIEW_GOOD, REVIEW_KINDS};
    const struct review_move *move;
    if (index >= view->moves)
        return NULL;
    for (size_t i = 0; (move = review_listed(view->review, &filter, i)); i++)
        if ((move->grade == REVIEW_BRILLIANT) == brilliant && index-- == 0)
            return move;
    return NULL;
}

/* --- text --- */

/* Appends a board after `plies` moves with a line above it. */
static void add_text_board(const struct game_report *report, size_t plies, const char *what, struct text *out)
{
    struct board board = {0};
    game_report_board(report, plies, &board);
    text_printf(out, "\n%s\n", what);
    show_board(&board, report->view.seat, report->view.notation, out);
    board_free(&board);
}

/* Appends the boards at the start, before the turning points, and at the end. */
static void add_text_boards(const struct game_report *report, struct text *out)
{
    const struct review_view *view = &report->view;
    struct review_turns turns = {.count = 0};
    char line[REPORT_LABEL], move[REPORT_LABEL];
    if (view->review->own_chance[view->seat])
        review_find_turns(view->review, view->seat, &turns);
    add_text_board(report, 0, "the board at the start", out);
    for (int i = 0; i < turns.count; i++) {
        snprintf(line, sizeof line, "before %.80s", game_report_move(report, turns.turn[i].ply, move));
        add_text_board(report, turns.turn[i].ply, line, out);
    }
    if (view->record->plies)
        add_text_board(report, view->record->plies, "the board at the end", out);
}

/* Appends all moves, wrapped between the moves of both sides. */
static void add_text_moves(const struct game_report *report, struct text *out)
{
    struct text line = {0};
    const struct record *record = report->view.record;
    for (size_t ply = 0; ply < record->plies; ply++) {
        bool begins = ply == 0 || record_mover(record, ply) == RED;
        const char held[] = {TEXT_HELD, '\0'};
        size_t start = line.size + (ply > 0);
        text_add(&line, ply == 0 ? "" : begins ? " " : held);
        game_report_listed_move(report, ply, &line);
        for (size_t i = start; i < line.size; i++) /* a number stays with its move */
            line.bytes[i] = line.bytes[i] == ' ' ? TEXT_HELD : line.bytes[i];
    }
    if (record->plies) {
        text_add(out, "\nmoves\n");
        text_wrapped(out, text_string(&line), 0, 0);
    }
    text_free(&line);
}

/* Appends the report as lines of at most TEXT_WIDTH columns. */
static void add_text_report(const struct game_report *report, struct text *out)
{
    struct text line = {0};
    text_add_plain(&line, report->player[RED]);
    text_add(&line, " (red) - ");
    text_add_plain(&line, report->player[BLUE]);
    text_add(&line, " (blue)");
    text_wrapped_names(out, text_string(&line), 0, 2);
    text_clear(&line);
    game_report_result(report, &line);
    text_wrapped(out, text_string(&line), 0, 2);
    text_clear(&line);
    struct text terms = {0};
    game_report_terms(report, &terms);
    text_add_plain(&line, text_string(&terms));
    text_wrapped(out, text_string(&line), 0, 2);
    text_free(&terms);
    text_free(&line);
    review_text(&report->view, out);
    add_text_boards(report, out);
    add_text_moves(report, out);
}

void game_report_write(const struct game_report *report, enum report_form form, struct text *out)
{
    static void (*const writers[REPORT_FORMS])(const struct game_report *, struct text *) = {
        add_text_report, game_report_markdown, game_report_html, game_report_svg};
    writers[form](report, out);
}
