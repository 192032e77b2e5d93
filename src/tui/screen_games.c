/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of games: those to go on with, and those to look at again. */
#include "tui/screen.h"

#include "base/memory.h"
#include "base/plural.h"
#include "play/archiver.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DATE_COLS = 11, SIDE_COLS = 5, RESULT_COLS = 11, MOVES_COLS = 5,
    NARROW = 56,      /* columns below which the side is left out, */
    NARROWER = 40,    /* and the year */
    YEAR_COLS = 5,
    COLS_BEFORE = 2,  /* of the sign of the chosen one */
    AHEAD = 8,        /* games below those in sight that are looked into too, for a screen that grows */
    TALLY_COLS = 6,
};

void shelf_free(struct shelf *shelf)
{
    game_list_free(&shelf->list);
    free(shelf->shown);
    free(shelf->tallies);
    *shelf = (struct shelf){0};
}

static struct game_entry *entry_at(const struct shelf *shelf, size_t index)
{
    return index < shelf->count ? &shelf->list.games[shelf->shown[index]] : NULL;
}

/* How many games are in sight at once; the heading has a line of its own. */
static size_t page(const struct layout *layout)
{
    int rows = layout->message.row - layout->title.rows - 1;
    return rows > 1 ? (size_t)rows : 1;
}

/* Says what is wrong with the chosen game. */
static void tell_chosen(struct tui *tui)
{
    char text[sizeof tui->message];
    const struct game_entry *entry = entry_at(&tui->shelf, tui->shelf.at);
    if (entry && entry->state == GAME_DAMAGED) {
        short_path(entry->fault, text, sizeof text);
        say(tui, true, "This game is damaged: %.450s", text);
    } else if (tui->shelf.archived) {
        say(tui, false, "No games of yours yet: they come here when they are played. The archive has %zu: "
            "'games where' lists them", tui->shelf.archived);
    } else if (!tui->shelf.list.count) {
        say(tui, false, "No games yet: they come here when they are played");
    } else if (tui->shelf.search[0]) {
        say(tui, false, "%zu of %zu game%s with '%s'", tui->shelf.count, tui->shelf.list.count,
            plural(tui->shelf.list.count), tui->shelf.search);
    } else {
        say(tui, false, "%s", "");
    }
}

/* Brings the chosen game into sight, and looks into those that are. */
static void look(struct tui *tui)
{
    struct shelf *shelf = &tui->shelf;
    size_t rows = page(&tui->layout);
    if (shelf->at >= shelf->count)
        shelf->at = shelf->count ? shelf->count - 1 : 0;
    if (shelf->at < shelf->top)
        shelf->top = shelf->at;
    if (shelf->at >= shelf->top + rows)
        shelf->top = shelf->at - rows + 1;
    for (size_t i = shelf->top; i < shelf->count && i < shelf->top + rows + AHEAD; i++)
        game_entry_check(entry_at(shelf, i));
}

/* Chooses the games that the search leaves, the one at `path` (may be NULL) among them if it is there. */
static void choose_shown(struct shelf *shelf, const char *path)
{
    free(shelf->shown);
    shelf->shown = memory_new(shelf->list.count + 1, sizeof *shelf->shown);
    shelf->count = 0;
    for (size_t i = 0; i < shelf->list.count; i++) {
        if (shelf->search[0] && !game_entry_has(&shelf->list.games[i], shelf->search))
            continue;
        if (path && strcmp(shelf->list.games[i].path, path) == 0)
            shelf->at = shelf->count;
        shelf->shown[shelf->count++] = i;
    }
}

/* Does something to the list that leaves the chosen game chosen. */
static void sort(struct shelf *shelf, enum game_order order)
{
    const struct game_entry *entry = entry_at(shelf, shelf->at);
    char *path = entry ? memory_text(entry->path) : NULL;
    shelf->order = order;
    game_list_sort(&shelf->list, order);
    choose_shown(shelf, path);
    free(path);
}

static void games_enter(struct tui *tui)
{
    struct shelf *shelf = &tui->shelf;
    enum game_order order = shelf->order;
    game_list_free(&shelf->list);
    game_list_find(&shelf->list);
    shelf->archived = shelf->list.count ? 0 : archiver_size(NULL);
    shelf->tallied = false;
    sort(shelf, order);
    look(tui);
    tell_chosen(tui);
    if (shelf->list.fault.status)
        say_fault(tui, &shelf->list.fault);
}

/* --- drawing --- */

/* Where the columns of a game's row stand. */
struct game_columns {
    int opponent, side, result, moves; /* side below 0: it is left out */
    int date_from;                     /* the letter that the date begins with */
};

static struct game_columns columns_of(int cols)
{
    bool narrow = cols < NARROW;
    struct game_columns columns = {.date_from = cols < NARROWER ? YEAR_COLS : 0, .moves = cols - MOVES_COLS};
    columns.opponent = COLS_BEFORE + DATE_COLS - columns.date_from;
    columns.result = columns.moves - RESULT_COLS;
    columns.side = narrow ? -1 : columns.result - SIDE_COLS;
    return columns;
}

static void draw_row(struct canvas *canvas, int row, const struct game_entry *entry, bool chosen)
{
    const struct game_columns at = columns_of(canvas->cols);
    int width = (at.side < 0 ? at.result : at.side) - at.opponent - 1;
    enum role role = chosen ? ROLE_CURSOR : entry->state == GAME_DAMAGED ? ROLE_ERROR : ROLE_TEXT;
    enum side person = game_entry_person(entry);
    char opponent[2 * PLAYER_NAME_MAX + 8];
    if (chosen) {
        canvas_text(canvas, row, 0, 1, ROLE_CURSOR, ">");
        canvas_ground(canvas, row, 0, 1, canvas->cols, GROUND_CURSOR);
        canvas->cursor_row = row;
        canvas->cursor_col = 0;
    }
    if (entry->state == GAME_UNREAD) {
        canvas_text(canvas, row, COLS_BEFORE, canvas->cols - COLS_BEFORE, role, game_entry_name(entry));
        return;
    }
    game_entry_opponent(entry, opponent, sizeof opponent);
    if (strlen(entry->brief.date) > (size_t)at.date_from)
        canvas_text(canvas, row, COLS_BEFORE, DATE_COLS - 1, role, entry->brief.date + at.date_from);
    canvas_text(canvas, row, at.opponent, width, role, opponent);
    if (at.side >= 0 && person != SIDES)
        canvas_text(canvas, row, at.side, SIDE_COLS - 1, role, side_name(person));
    canvas_text(canvas, row, at.result, RESULT_COLS - 1, role, game_entry_result(entry));
    canvas_printf(canvas, row, at.moves, MOVES_COLS, role, "%4zu", entry->brief.plies);
}

static void draw_heading(struct canvas *canvas, int row, enum game_order order)
{
    static const char *const names[] = {"date", "opponent", "result", "moves"};
    const struct game_columns at = columns_of(canvas->cols);
    const int places[] = {COLS_BEFORE, at.opponent, at.result, at.moves - 1, canvas->cols + 1};
    for (int i = 0; i < GAME_ORDERS; i++) { /* a narrow screen cuts them, as it does what stands below */
        int room = places[i + 1] - places[i] - 1;
        bool marked = i == (int)order && i + 1 < GAME_ORDERS && room >= (int)strlen(names[i]) + 2;
        canvas_printf(canvas, row, places[i], room, ROLE_HEADING, "%s%s", names[i], marked ? " v" : "");
    }
    if (at.side >= 0)
        canvas_text(canvas, row, at.side, SIDE_COLS, ROLE_HEADING, "you");
}

/* "64 %", and the games behind it. */
static void draw_tally(struct canvas *canvas, int row, const struct standing *tally, const char *name,
                       enum role role)
{
    int col = canvas->cols - 4 * TALLY_COLS;
    const size_t counts[] = {tally->won, tally->drawn, tally->lost};
    canvas_text(canvas, row, COLS_BEFORE, col - COLS_BEFORE - 1, role, name);
    for (int i = 0; i < 3; i++)
        canvas_printf(canvas, row, col + i * TALLY_COLS, TALLY_COLS, role, "%5zu", counts[i]);
    canvas_printf(canvas, row, col + 3 * TALLY_COLS, TALLY_COLS, role, "%4.0f%%",
                  100 * standing_score(tally));
}

static void draw_tallies(const struct shelf *shelf, struct canvas *canvas, int row, int end)
{
    struct standing all = {0};
    int col = canvas->cols - 4 * TALLY_COLS;
    static const char *const names[] = {"  won", "drawn", " lost", "score"};
    canvas_text(canvas, row, COLS_BEFORE, col - COLS_BEFORE, ROLE_HEADING, "opponent");
    for (int i = 0; i < 4; i++)
        canvas_text(canvas, row, col + i * TALLY_COLS, TALLY_COLS, ROLE_HEADING, names[i]);
    for (size_t i = 0; i < shelf->opponents; i++) {
        const struct standing *tally = &shelf->tallies[i];
        all.won += tally->won;
        all.drawn += tally->drawn;
        all.lost += tally->lost;
        char name[STANDING_NAME];
        if (i >= shelf->top && ++row < end - 1)
            draw_tally(canvas, row, tally, standing_name(tally, name), ROLE_TEXT);
    }
    draw_tally(canvas, end - 1, &all, "all of them", ROLE_HEADING);
}

static void games_draw(const struct tui *tui, struct canvas *canvas)
{
    static const char *const orders[GAME_ORDERS] = {"the newest first", "by opponent", "by result",
                                                    "the longest first"};
    const struct shelf *shelf = &tui->shelf;
    const struct layout *layout = &tui->layout;
    int top = layout->title.rows;
    char right[64];
    snprintf(right, sizeof right, "%zu game%s, %s", shelf->list.count, plural(shelf->list.count),
             orders[shelf->order]);
    draw_title(canvas, &layout->title, shelf->tallied ? "Vedette   won and lost" : "Vedette   your games",
               shelf->tallied ? "" : right);
    if (shelf->tallied) {
        draw_tallies(shelf, canvas, top, layout->message.row);
    } else {
        draw_heading(canvas, top, shelf->order);
        for (size_t i = shelf->top; i < shelf->count && i < shelf->top + page(layout); i++)
            draw_row(canvas, top + 1 + (int)(i - shelf->top), entry_at(shelf, i), i == shelf->at);
    }
    draw_help_line(canvas, &layout->help, ON_GAMES);
    draw_message(tui, canvas);
}

/* --- keys --- */

static unsigned move_by(struct tui *tui, long by)
{
    struct shelf *shelf = &tui->shelf;
    size_t *place = shelf->tallied ? &shelf->top : &shelf->at;
    long most = (long)(shelf->tallied ? shelf->opponents : shelf->count) - 1, at = (long)*place + by;
    *place = (size_t)(at > most ? (most > 0 ? most : 0) : at < 0 ? 0 : at);
    if (shelf->tallied)
        return 0;
    look(tui);
    tell_chosen(tui);
    return 0;
}

/* Goes to the chosen game; `first`: to its first move. */
static unsigned open_game(struct tui *tui, bool first)
{
    struct error error = {0};
    const struct game_entry *entry = entry_at(&tui->shelf, tui->shelf.at);
    struct game_terms terms = next_game_terms(tui, NULL);
    if (!entry) {
        say(tui, true, "No game is chosen");
        return 0;
    }
    enum status status = entry->unfinished ? local_game_resume(&tui->local, entry->path, &terms, &error)
                                           : local_game_load(&tui->local, entry->path, &terms, &error);
    unsigned flags = enter_game(tui, status, &error);
    if (flags & GO_GAME && first)
        local_game_step(&tui->local, LONG_MAX / 2);
    return flags;
}

static void ask_delete(struct tui *tui)
{
    const struct game_entry *entry = entry_at(&tui->shelf, tui->shelf.at);
    if (entry)
        ask_yes_no(tui, ASK_DELETE, "Delete this game? Its file moves to the trash.");
    else
        say(tui, true, "No game is chosen");
}

static void delete_game(struct tui *tui)
{
    struct error error = {0};
    char kept[4096], text[sizeof tui->message / 2];
    size_t at = tui->shelf.at;
    const struct game_entry *entry = entry_at(&tui->shelf, at);
    if (game_list_throw_away(entry->path, kept, sizeof kept, &error) != STATUS_OK) {
        say(tui, true, "%s", error.text);
        return;
    }
    archive_keeper_post(&tui->keeper, true);
    games_enter(tui);
    tui->shelf.at = at;
    look(tui);
    short_path(kept, text, sizeof text);
    say(tui, false, "It is %s now", text);
}

/* The search goes on with each letter. */
static void search(struct tui *tui, const char *text)
{
    snprintf(tui->shelf.search, sizeof tui->shelf.search, "%.*s", (int)sizeof tui->shelf.search - 1, text);
    choose_shown(&tui->shelf, NULL);
    tui->shelf.at = tui->shelf.top = 0;
    look(tui);
}

static unsigned games_answer(struct tui *tui, int key)
{
    enum question question = tui->prompt.question;
    enum answer answer = prompt_key(tui, key);
    if (question == ASK_SEARCH)
        search(tui, answer == ANSWER_NO ? "" : tui->prompt.line.text);
    if (answer == ANSWER_WAITING)
        return 0;
    tui->prompt.question = ASK_NOTHING;
    if (question == ASK_DELETE && answer == ANSWER_YES)
        delete_game(tui);
    else
        tell_chosen(tui);
    return 0;
}

static unsigned tally(struct tui *tui)
{
    struct shelf *shelf = &tui->shelf;
    shelf->tallied = !shelf->tallied;
    shelf->top = 0;
    free(shelf->tallies);
    shelf->tallies = NULL;
    shelf->opponents = 0;
    if (shelf->tallied) {
        shelf->opponents = game_list_tally(&shelf->list, &shelf->tallies);
        say(tui, false, "%s", shelf->opponents ? "Your finished games against agents; a draw is half a point"
                                               : "No finished game against an agent yet");
        if (shelf->list.fault.status)
            say_fault(tui, &shelf->list.fault);
    } else {
        look(tui);
        tell_chosen(tui);
    }
    return 0;
}

static unsigned cancel(struct tui *tui)
{
    if (tui->shelf.tallied)
        return tally(tui);
    if (!tui->shelf.search[0])
        return GO_MENU;
    search(tui, "");
    tell_chosen(tui);
    return 0;
}

static unsigned list_action(struct tui *tui, enum action action)
{
    struct shelf *shelf = &tui->shelf;
    switch (action) {
    case ACTION_CHOOSE: return open_game(tui, false);
    case ACTION_REPLAY: return open_game(tui, true);
    case ACTION_DISCARD: ask_delete(tui); return 0;
    case ACTION_SEARCH: ask_text(tui, ASK_SEARCH, "Search:", shelf->search); return 0;
    case ACTION_SORT:
        sort(shelf, (shelf->order + 1) % GAME_ORDERS);
        look(tui);
        tell_chosen(tui);
        return 0;
    default: return common_action(tui, action);
    }
}

static unsigned games_key(struct tui *tui, int key)
{
    if (tui->prompt.question != ASK_NOTHING)
        return games_answer(tui, key);
    enum action action = key_action(key, ON_GAMES);
    long rows = (long)page(&tui->layout), all = LONG_MAX / 2;
    switch (action) {
    case ACTION_UP: return move_by(tui, -1);
    case ACTION_DOWN: return move_by(tui, 1);
    case ACTION_PAGE_UP: return move_by(tui, -rows);
    case ACTION_PAGE_DOWN: return move_by(tui, rows);
    case ACTION_STEP_FIRST: return move_by(tui, -all);
    case ACTION_STEP_LAST: return move_by(tui, all);
    case ACTION_TALLY: return tally(tui);
    case ACTION_CANCEL: return cancel(tui);
    case ACTION_QUIT: case ACTION_INTERRUPT: return GO_AWAY;
    default: return tui->shelf.tallied ? common_action(tui, action) : list_action(tui, action);
    }
}

const struct screen games_screen = {ON_GAMES, games_enter, games_draw, games_key};
