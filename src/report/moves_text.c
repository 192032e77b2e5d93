/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/moves_text.h"

#include "base/decimal.h"
#include "play/clock.h"
#include "report/play_words.h"

#include <stdio.h>
#include <string.h>

/* Columns: the number of a move before it, where blue's move begins, and before a comment. */
enum { NUMBER_COLUMNS = 7, BLUE_COLUMN = 43, COMMENT_INDENT = 8 };

/* Returns the index in the board's history of move `ply`, from 0. */
static uint32_t history_index(const struct moves_view *view, size_t ply)
{
    return view->board->prior_plies + (uint32_t)ply;
}

/* Returns the rank of the piece that made a move, as far as the board knows it. */
static int mover_rank(const struct moves_view *view, size_t ply)
{
    return view->board->piece[view->board->history[history_index(view, ply)].mover].rank;
}

/* Returns whether the number of a move is among those listed. */
static bool is_listed(const struct moves_view *view, size_t ply)
{
    unsigned number = board_move_number(view->board, history_index(view, ply));
    return number >= view->first && number <= view->last;
}

/* Appends a move with what is known of it: "b4-b5 scout", "b5xb7 scout falls to captain 0:04 48 %". */
static void add_move(const struct moves_view *view, size_t ply, struct text *out)
{
    const struct record *record = view->record;
    struct event event = board_event(view->board, history_index(view, ply));
    const double *chance = view->chance[view->chance[RED] ? RED : BLUE];
    char move[MOVE_TEXT], fight[FIGHT_TEXT], time[CLOCK_TEXT];
    int rank = mover_rank(view, ply);
    text_add(out, move_write(event.move, event.battle != BATTLE_NONE, view->notation, move));
    if (event.battle != BATTLE_NONE)
        text_printf(out, " %s", words_fight(&event, fight));
    else if (rank < RANKS)
        text_printf(out, " %s", rank_table[rank].name);
    if (ply < record->spent_count)
        text_printf(out, " %s", clock_write_time(record_move_time(record, ply), time));
    if (chance)
        text_printf(out, " %.0f %%", 100 * chance[ply + 1]);
}

/* Appends the comment on the moment after `plies` moves, if there is one. */
static void add_comment(const struct moves_view *view, size_t plies, struct text *out)
{
    const char *comment = record_comment_at(view->record, plies);
    struct text line = {0};
    if (!comment)
        return;
    text_add_plain(&line, comment);
    text_printf(out, "%*s", COMMENT_INDENT, "");
    text_wrapped(out, text_string(&line), COMMENT_INDENT, COMMENT_INDENT);
    text_free(&line);
}

void moves_text(const struct moves_view *view, struct text *out)
{
    struct text move = {0};
    size_t used = 0; /* columns of red's move on a line that is open for blue's */
    if (view->first <= 1)
        add_comment(view, 0, out);
    for (size_t ply = 0; ply < view->record->plies; ply++) {
        char number[MOVE_NUMBER_TEXT];
        bool red = record_mover(view->record, ply) == RED;
        if (!is_listed(view, ply))
            continue;
        text_clear(&move);
        add_move(view, ply, &move);
        if (used && BLUE_COLUMN + move.size > TEXT_WIDTH) {
            text_add(out, "\n");
            used = 0;
        }
        if (used)
            text_printf(out, "%*s", BLUE_COLUMN - (int)used, "");
        else
            text_printf(out, "%*s ", NUMBER_COLUMNS,
                        words_move(view->board, history_index(view, ply), number));
        text_add(out, text_string(&move));
        /* Blue's move shares the line if there is space and no comment stands between the two. */
        used = red ? NUMBER_COLUMNS + 1 + move.size : 0;
        if (used >= BLUE_COLUMN || record_comment_at(view->record, ply + 1) ||
            ply + 1 == view->record->plies)
            used = 0;
        if (!used)
            text_add(out, "\n");
        add_comment(view, ply + 1, out);
    }
    text_free(&move);
}

/* --- JSON --- */

/* Adds a number, or null if there is none. */
static void add_number_or_null(struct json *json, const char *key, bool is_given, double value)
{
    if (is_given)
        json_add_number(json, key, value);
    else
        json_add_null(json, key);
}

/* Adds what a fight did: both ranks and the pieces that fell; null without a fight. */
static void add_fight(const struct moves_view *view, const struct event *event, struct json *json)
{
    static const char *const results[] = {[BATTLE_WON] = "won", [BATTLE_LOST] = "lost",
                                          [BATTLE_BOTH] = "both"};
    char attacker[2] = {rank_write(event->attacker, view->notation)};
    char defender[2] = {rank_write(event->defender, view->notation)};
    if (event->battle == BATTLE_NONE) {
        json_add_null(json, "fight");
        return;
    }
    json_printf(json, "fight: {result: %s, attacker: %s, defender: %s}", results[event->battle], attacker,
                defender);
}

void moves_json(const struct moves_view *view, struct json *json)
{
    const struct record *record = view->record;
    struct record start = *record; /* the clocks before the first move */
    struct game_clock clock;
    start.plies = start.spent_count = 0;
    game_clock_init(&clock, &start, NULL);
    json_add_text(json, "comment", record_comment_at(record, 0));
    json_open(json, "moves", '[');
    for (size_t ply = 0; ply < record->plies; ply++) {
        enum side side = record_mover(record, ply);
        uint32_t index = history_index(view, ply);
        struct event event = board_event(view->board, index);
        char move[MOVE_TEXT], rank[2] = {rank_write(mover_rank(view, ply), view->notation)};
        bool timed = ply < record->spent_count;
        game_clock_press(&clock, record_move_time(record, ply));
        int64_t left = game_clock_left(&clock, side);
        if (!is_listed(view, ply))
            continue;
        json_printf(json, "{ply: %zu, number: %u, side: %s, move: %s, rank: %s", ply + 1,
                    board_move_number(view->board, index), side_name(side),
                    move_write(event.move, event.battle != BATTLE_NONE, view->notation, move),
                    rank[0] == '?' ? NULL : rank);
        add_fight(view, &event, json);
        json_add_text(json, "comment", record_comment_at(record, ply + 1));
        add_number_or_null(json, "seconds", timed, record_move_time(record, ply) / 1000.0);
        add_number_or_null(json, "clock", timed && left != INT64_MAX, (double)left / 1000);
        json_open(json, "chance", '{');
        for (enum side of = RED; of <= BLUE; of++)
            add_number_or_null(json, side_name(of), view->chance[of],
                               view->chance[of] ? 100 * view->chance[of][ply + 1] : 0);
        json_printf(json, "}}");
    }
    json_close(json, ']');
}
