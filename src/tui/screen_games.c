/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of games: unfinished ones to resume, and finished ones to replay. */
#include "tui/screen.h"

#include "analysis/review_keep.h"
#include "base/memory.h"
#include "base/plural.h"
#include "play/archiver.h"
#include "play/game_list.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DATE_COLS = 11, SIDE_COLS = 5, RESULT_COLS = 11, MOVES_COLS = 5,
    NARROW = 56,   /* min columns for the column of the side */
    NARROWER = 40, /* min columns for the year */
    YEAR_COLS = 5,
    COLS_BEFORE = 2, /* columns of the sign of the selected row */
    AHEAD = 8,       /* games below the visible ones that are read too, in case the screen grows */
    TALLY_COLS = 6,
};

/* The state of the screen. */
struct games_state {
    struct game_list list;
    size_t *shown;        /* [count]: indices, in the list, of the games that match the search */
    size_t count;         /* number of `shown` */
    size_t selected, top; /* indices in `shown`: the selected game, the first visible one */
    enum game_order order;
    char search[64]; /* "": all games */
    size_t archived; /* number of archived games; only if the list is empty */
    bool tallied;    /* shows the statistics in place of the list */
    struct standing *tallies;
    size_t opponents;
};

/* Returns the state of the screen. */
static struct games_state *games_state(const struct tui *tui)
{
    return screen_state(tui, &games_screen);
}

/* Frees the state. */
static void free_games(void *state)
{
    struct games_state *games = state;
    game_list_free(&games->list);
    free(games->shown);
    free(games->tallies);
}

/* Returns a game by its index in `shown`; NULL past the last. */
static struct game_entry *entry_at(const struct games_state *state, size_t index)
{
    return index < state->count ? &state->list.games[state->shown[index]] : NULL;
}

/* Returns the number of visible games. */
static size_t page_rows(const struct layout *layout)
{
    int rows = layout->message.row - layout->title.rows - 1;
    return rows > 1 ? (size_t)rows : 1;
}

/* Shows the fault of the selected game if it is damaged. Otherwise shows a message about an empty list or the
 * search. */
static void show_selected(struct tui *tui)
{
    char text[sizeof tui->message];
    const struct games_state *state = games_state(tui);
    const struct game_entry *entry = entry_at(state, state->selected);
    if (entry && entry->state == GAME_DAMAGED) {
        shorten_home_path(entry->fault, text, sizeof text);
        message_show(tui, true, "This game is damaged: %.450s", text);
    } else if (state->archived) {
        message_show(tui, false,
                     "No games of yours yet: they come here when they are played. The archive has %zu: "
                     "'games where' lists them", state->archived);
    } else if (!state->list.count) {
        message_show(tui, false, "No games yet: they come here when they are played");
    } else if (state->search[0]) {
        message_show(tui, false, "%zu of %zu game%s with '%s'", state->count, state->list.count,
                     plural(state->list.count), state->search);
    } else {
        message_clear(tui);
    }
}

/* Scrolls the selected game into view, and reads the files of the visible games. */
static void scroll_to_chosen(struct tui *tui)
{
    struct games_state *state = games_state(tui);
    size_t rows = page_rows(&tui->layout);
    if (state->selected >= state->count)
        state->selected = state->count ? state->count - 1 : 0;
    state->top = (size_t)list_top((int)state->top, (int)state->selected, (int)rows);
    for (size_t i = state->top; i < state->count && i < state->top + rows + AHEAD; i++)
        game_entry_check(entry_at(state, i));
}

/* Finds the games that match the search. Selects the one at `path` (may be NULL) if it is among them. */
static void choose_shown(struct games_state *state, const char *path)
{
    free(state->shown);
    state->shown = memory_new(state->list.count + 1, sizeof *state->shown);
    state->count = 0;
    for (size_t i = 0; i < state->list.count; i++) {
        if (state->search[0] && !game_entry_has(&state->list.games[i], state->search))
            continue;
        if (path && strcmp(state->list.games[i].path, path) == 0)
            state->selected = state->count;
        state->shown[state->count++] = i;
    }
}

/* Sorts the list; the selected game stays selected. */
static void sort_list(struct games_state *state, enum game_order order)
{
    const struct game_entry *entry = entry_at(state, state->selected);
    char *path = entry ? memory_text(entry->path) : NULL;
    state->order = order;
    game_list_sort(&state->list, order);
    choose_shown(state, path);
    free(path);
}

/* Reads the list of games again. */
static void games_enter(struct tui *tui)
{
    struct games_state *state = games_state(tui);
    enum game_order order = state->order;
    game_list_free(&state->list);
    game_list_find(&state->list);
    state->archived = state->list.count ? 0 : archiver_size(NULL);
    state->tallied = false;
    sort_list(state, order);
    scroll_to_chosen(tui);
    show_selected(tui);
    if (state->list.fault.status)
        message_file_error(tui, &state->list.fault);
}

/* --- drawing --- */

/* The columns of a game's row. */
enum { NOT_SHOWN = -1 };
struct game_columns {
    int opponent, side, result, moves; /* first column of each; side may be NOT_SHOWN */
    int date_from;                     /* index of the first character of the date that is shown */
};

/* Computes the columns for a screen's width. */
static struct game_columns compute_columns(int cols)
{
    bool narrow = cols < NARROW;
    struct game_columns columns = {.date_from = cols < NARROWER ? YEAR_COLS : 0, .moves = cols - MOVES_COLS};
    columns.opponent = COLS_BEFORE + DATE_COLS - columns.date_from;
    columns.result = columns.moves - RESULT_COLS;
    columns.side = narrow ? NOT_SHOWN : columns.result - SIDE_COLS;
    return columns;
}

/* Draws the row of a game. */
static void draw_row(struct canvas *canvas, int row, const struct game_entry *entry, bool chosen)
{
    const struct game_columns columns = compute_columns(canvas->cols);
    int width = (columns.side == NOT_SHOWN ? columns.result : columns.side) - columns.opponent - 1;
    enum role role = chosen ? ROLE_CURSOR : entry->state == GAME_DAMAGED ? ROLE_ERROR : ROLE_TEXT;
    enum side person = game_entry_person(entry);
    char opponent[2 * PLAYER_NAME_MAX + 8];
    if (chosen)
        draw_chosen(canvas, row, 0, canvas->cols);
    if (entry->state == GAME_UNREAD) {
        canvas_text(canvas, row, COLS_BEFORE, canvas->cols - COLS_BEFORE, role, game_entry_name(entry));
        return;
    }
    game_entry_opponent(entry, opponent, sizeof opponent);
    if (strlen(entry->brief.date) > (size_t)columns.date_from)
        canvas_text(canvas, row, COLS_BEFORE, DATE_COLS - 1, role, entry->brief.date + columns.date_from);
    canvas_text(canvas, row, columns.opponent, width, role, opponent);
    if (columns.side != NOT_SHOWN && person != SIDES)
        canvas_text(canvas, row, columns.side, SIDE_COLS - 1, role, side_name(person));
    canvas_text(canvas, row, columns.result, RESULT_COLS - 1, role, game_entry_result(entry));
    canvas_printf(canvas, row, columns.moves, MOVES_COLS, role, "%4zu", (entry->brief.plies + 1) / 2);
}

/* Draws the heading, with a mark at the column by which the list is sorted. */
static void draw_heading(struct canvas *canvas, int row, enum game_order order)
{
    static const char *const names[] = {"date", "opponent", "result", "moves"};
    const struct game_columns columns = compute_columns(canvas->cols);
    const int places[] = {COLS_BEFORE, columns.opponent, columns.result, columns.moves - 1, canvas->cols + 1};
    for (int i = 0; i < GAME_ORDERS; i++) { /* cut on a narrow screen */
        int capacity = places[i + 1] - places[i] - 1;
        bool marked = i == (int)order && i + 1 < GAME_ORDERS && capacity >= (int)strlen(names[i]) + 2;
        canvas_printf(canvas, row, places[i], capacity, ROLE_HEADING, "%s%s", names[i], marked ? " v" : "");
    }
    if (columns.side != NOT_SHOWN)
        canvas_text(canvas, row, columns.side, SIDE_COLS, ROLE_HEADING, "you");
}

/* Draws a row of statistics: games won, drawn and lost, and the score in percent. */
static void draw_tally(struct canvas *canvas, int row, const struct standing *tally, const char *name,
                       enum role role)
{
    int col = canvas->cols - 4 * TALLY_COLS;
    canvas_text(canvas, row, COLS_BEFORE, col - COLS_BEFORE - 1, role, name);
    canvas_printf(canvas, row, col, 4 * TALLY_COLS, role, "%5zu %5zu %5zu %4.0f%%", tally->won, tally->drawn,
                  tally->lost, 100 * standing_score(tally));
}

/* Draws the statistics per opponent and their sum. */
static void draw_tallies(const struct games_state *state, struct canvas *canvas, int row, int end)
{
    struct standing all = {0};
    int col = canvas->cols - 4 * TALLY_COLS;
    canvas_text(canvas, row, COLS_BEFORE, col - COLS_BEFORE, ROLE_HEADING, "opponent");
    canvas_text(canvas, row, col, 4 * TALLY_COLS, ROLE_HEADING, "  won drawn  lost score");
    for (size_t i = 0; i < state->opponents; i++) {
        const struct standing *tally = &state->tallies[i];
        all.won += tally->won;
        all.drawn += tally->drawn;
        all.lost += tally->lost;
        char name[STANDING_NAME];
        if (i >= state->top && ++row < end - 1)
            draw_tally(canvas, row, tally, standing_name(tally, name), ROLE_TEXT);
    }
    draw_tally(canvas, end - 1, &all, "all of them", ROLE_HEADING);
}

/* Draws the list or the statistics. */
static void games_draw(const struct tui *tui, struct canvas *canvas)
{
    static const char *const orders[GAME_ORDERS] = {"the newest first", "by opponent", "by result",
                                                    "the longest first"};
    const struct games_state *state = games_state(tui);
    const struct layout *layout = &tui->layout;
    int top = layout->title.rows;
    char right[64];
    snprintf(right, sizeof right, "%zu game%s, %s", state->list.count, plural(state->list.count),
             orders[state->order]);
    draw_title(canvas, &layout->title, state->tallied ? "Vedette   won and lost" : "Vedette   your games",
               state->tallied ? "" : right);
    if (state->tallied) {
        draw_tallies(state, canvas, top, layout->message.row);
    } else {
        draw_heading(canvas, top, state->order);
        for (size_t i = state->top; i < state->count && i < state->top + page_rows(layout); i++)
        {
            int row = top + 1 + (int)(i - state->top);
            draw_row(canvas, row, entry_at(state, i), i == state->selected);
            canvas_hot(canvas, row, 0, canvas->cols, HOT_ROW, (int)i);
        }
    }
    draw_help_line(canvas, &layout->help, ON_GAMES);
    draw_message(tui, canvas);
}

/* --- keys --- */

/* Moves the selection of the list by `step` rows. If the statistics are shown, scrolls these instead. */
static unsigned select_by(struct tui *tui, long step)
{
    struct games_state *state = games_state(tui);
    size_t *place = state->tallied ? &state->top : &state->selected;
    long max = (long)(state->tallied ? state->opponents : state->count) - 1, index = (long)*place + step;
    *place = (size_t)(index > max ? (max > 0 ? max : 0) : index < 0 ? 0 : index);
    if (state->tallied)
        return 0;
    scroll_to_chosen(tui);
    show_selected(tui);
    return 0;
}

enum shown_moment { AT_START, AT_END };

/* Opens the selected game: resumes it if it is unfinished, otherwise loads it. Shows its start or its end. */
static unsigned open_game(struct tui *tui, enum shown_moment moment)
{
    struct error error = {0};
    const struct game_entry *entry = entry_at(games_state(tui), games_state(tui)->selected);
    struct game_terms terms = next_game_terms(tui, NULL);
    if (!entry) {
        message_show(tui, true, "No game is chosen");
        return 0;
    }
    enum status status = entry->unfinished ? local_game_resume(&tui->local, entry->path, &terms, &error)
                                           : local_game_load(&tui->local, entry->path, &terms, &error);
    unsigned flags = enter_game(tui, status, &error);
    if (flags & GO_GAME && moment == AT_START)
        local_game_step(&tui->local, LONG_MAX / 2); /* as far back as the game goes */
    return flags;
}

/* Moves the file of the selected game to the trash. */
static void delete_game(struct tui *tui)
{
    struct error error = {0};
    char new_path[4096], text[sizeof tui->message / 2];
    size_t index = games_state(tui)->selected;
    const struct game_entry *entry = entry_at(games_state(tui), index);
    if (game_list_move_to_trash(entry->path, new_path, sizeof new_path, &error) != STATUS_OK) {
        message_error(tui, &error);
        return;
    }
    review_kept_move(entry->path, new_path);
    archive_keeper_post(&tui->keeper, true);
    games_enter(tui);
    games_state(tui)->selected = index;
    scroll_to_chosen(tui);
    shorten_home_path(new_path, text, sizeof text);
    message_show(tui, false, "It is %s now", text);
}

/* Sets the search text and selects the first match. Called for each letter typed. */
static void search(struct tui *tui, const char *text)
{
    struct games_state *state = games_state(tui);
    snprintf(state->search, sizeof state->search, "%.*s", (int)sizeof state->search - 1, text);
    choose_shown(state, NULL);
    state->selected = state->top = 0;
    scroll_to_chosen(tui);
}

/* Acts on the answer to a prompt. Returns flags as a screen's key function does. */
static unsigned games_handle_answer(struct tui *tui, enum question question, bool yes)
{
    if (question == QUESTION_SEARCH)
        search(tui, yes ? tui->prompt.line.text : "");
    if (question == QUESTION_DELETE && yes)
        delete_game(tui);
    else
        show_selected(tui);
    return 0;
}

/* Switches between the list and the statistics. */
static unsigned toggle_tally(struct tui *tui)
{
    struct games_state *state = games_state(tui);
    struct player_rating rating;
    char words[RATING_WORDS];
    state->tallied = !state->tallied;
    state->top = 0;
    free(state->tallies);
    state->tallies = NULL;
    state->opponents = 0;
    if (state->tallied) {
        state->opponents = game_list_tally(&state->list, &state->tallies);
        message_show(tui, false, "%s",
                     state->opponents ? "Your finished games against agents; a draw is half a point"
                                                        : "No finished game against an agent yet");
        const struct ladder *ladder = ladders_for_variant(state->list.ladders, VARIANT_STANDARD);
        if (player_rating_of_games(&state->list, ladder, SIZE_MAX, &rating))
            message_show(tui, false, "%s", player_rating_words(ladder, &rating, words));
        if (state->list.fault.status)
            message_file_error(tui, &state->list.fault);
    } else {
        scroll_to_chosen(tui);
        show_selected(tui);
    }
    return 0;
}

/* Handles a key: it belongs to an open prompt, scrolls, or is an action of both views or of the list only. */
static unsigned games_handle_key(struct tui *tui, int key)
{
    struct games_state *state = games_state(tui);
    if (tui->prompt.question != QUESTION_NONE) {
        unsigned flags = prompt_handle_key(tui, key, games_handle_answer);
        if (tui->prompt.question == QUESTION_SEARCH)
            search(tui, tui->prompt.line.text);
        return flags;
    }
    enum action action = key_action(key, ON_GAMES);
    int step;
    if (action_scroll(action, (int)page_rows(&tui->layout), &step))
        return select_by(tui, step);
    switch (action) {
    case ACTION_TALLY: return toggle_tally(tui);
    case ACTION_QUIT: case ACTION_INTERRUPT: return GO_EXIT;
    case ACTION_CANCEL:
        if (state->tallied)
            return toggle_tally(tui);
        if (!state->search[0])
            return GO_MENU;
        search(tui, "");
        show_selected(tui);
        return 0;
    default: break;
    }
    if (state->tallied)
        return action_handle_common(action);
    switch (action) {
    case ACTION_CHOOSE: return open_game(tui, AT_END);
    case ACTION_REPLAY: return open_game(tui, AT_START);
    case ACTION_SEARCH: prompt_line(tui, QUESTION_SEARCH, "Search:", state->search); return 0;
    case ACTION_DISCARD:
        if (entry_at(state, state->selected))
            prompt_confirm(tui, QUESTION_DELETE, "Delete this game? Its file moves to the trash.");
        else
            message_show(tui, true, "No game is chosen");
        return 0;
    case ACTION_SORT:
        sort_list(state, (state->order + 1) % GAME_ORDERS);
        scroll_to_chosen(tui);
        show_selected(tui);
        return 0;
    default: return action_handle_common(action);
    }
}

/* Selects the game that was clicked. If it is selected already, opens it. */
static unsigned games_pick(struct tui *tui, int row)
{
    struct games_state *state = games_state(tui);
    if (state->tallied)
        return DID_NOTHING;
    if (state->selected == (size_t)row)
        return open_game(tui, AT_END);
    return select_by(tui, row - (int)state->selected);
}

const struct screen games_screen = {
    .on = ON_GAMES, .enter = games_enter, .draw = games_draw, .key = games_handle_key, .pick = games_pick,
    .state_size = sizeof(struct games_state), .free_state = free_games,
};
