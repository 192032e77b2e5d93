/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The review of a finished game: the chance to win, and the moves that cost most. draw_review.c draws it. */
#include "tui/review_place.h"

#include "analysis/review_keep.h"
#include "base/plural.h"
#include "game/notation.h"
#include "play/journal.h"
#include "report/review_words.h"

#include <stdio.h>
#include <string.h>

struct review_place *review_place(const struct tui *tui)
{
    return screen_state(tui, &review_screen);
}

const struct review *review_shown(const struct tui *tui)
{
    return reviewer_result(&tui->reviewer, NULL);
}

const struct review_move *review_selected(const struct tui *tui)
{
    const struct review *review = review_shown(tui);
    const struct review_place *place = review_place(tui);
    return review ? review_listed(review, &place->filter, (size_t)place->selected) : NULL;
}

enum side review_seat(const struct tui *tui, const struct review *review)
{
    enum side whose = review_place(tui)->filter.side, seat = whose != SIDES ? whose : tui->local.shown.person;
    return review->own_chance[seat] ? seat : side_other(seat);
}

const double *review_curve(const struct tui *tui, const struct review *review)
{
    enum side seat = review_seat(tui, review);
    const double *truth = review->truth[seat];
    return review_place(tui)->truth && truth ? truth : review->own_chance[seat];
}

void review_add_words(const struct tui *tui, const struct review *review, struct text *out)
{
    enum side seat = review_seat(tui, review);
    bool you = strcmp(tui->local.game.record.player[seat], "you") == 0;
    review_words(review, &tui->local.game.position.board, seat, you, session_notation(tui->session), out);
}

/* Shows the move before the moment (number of plies played) of the curve, and what it made of the seat's
 * chance to win. */
static void show_moment(struct tui *tui, const struct review *review)
{
    size_t moment = review_place(tui)->moment;
    const double *curve = review_curve(tui, review);
    const char *seat = side_name(review_seat(tui, review));
    const struct board *board = &tui->local.game.position.board;
    char words[256], number[MOVE_NUMBER_TEXT];
    if (moment == 0) {
        message_show(tui, false, "The start of the game: %s %.0f %%", seat, 100 * curve[0]);
        return;
    }
    uint32_t ply = board->prior_plies + (uint32_t)moment - 1;
    words_write_event(board, ply, game_viewer(tui), session_notation(tui->session), words, sizeof words);
    message_show(tui, false, "%s %s: %s %.0f to %.0f %%", words_move(board, ply, number), words, seat,
                 100 * curve[moment - 1], 100 * curve[moment]);
}

/* Shows why no move is listed: none is of the requested kind, or none of the side's was graded. */
static void show_no_move(struct tui *tui)
{
    const struct review_filter *filter = &review_place(tui)->filter;
    char whose[16] = "your";
    if (filter->grade != REVIEW_GOOD || filter->kind != REVIEW_KINDS) {
        message_show(tui, false, "No move of that kind; Left and Right walk along the curve");
        return;
    }
    if (filter->side == SIDES) {
        message_show(tui, false, "No move was graded; Left and Right walk along the curve");
        return;
    }
    if (strcmp(tui->local.game.record.player[filter->side], "you") != 0)
        snprintf(whose, sizeof whose, "%s's", side_name(filter->side));
    message_show(tui, false, "None of %s moves was graded; %s shows %s", whose,
                 key_for(ACTION_CHANGE_SEATS, ON_REVIEW).text,
                 filter->side == tui->local.shown.person ? "the other side's" : "all");
}

/* Shows the reason for the selected move. On the curve shows its moment instead. If the review failed, shows
 * the error. */
static void show_selected(struct tui *tui)
{
    struct error error = {0};
    const struct review *review = reviewer_result(&tui->reviewer, &error);
    const struct review_place *place = review_place(tui);
    const struct review_move *move = review_selected(tui);
    char rise[REVIEW_RISE_TEXT];
    if (error.status)
        message_error(tui, &error);
    else if (review && review_has_seat(review) && place->walks)
        show_moment(tui, review);
    else if (!move && review && review->kept_fault.status)
        message_show(tui, false, "%s; the moves are judged again", review->kept_fault.text);
    else if (!move && review && review->judged)
        show_no_move(tui);
    else if (!move)
        message_clear(tui);
    else if (move->times > 1)
        message_show(tui, false, "%s%s %zu other move%s of %s missed it, too.", move->why,
                     review_rise_words(review, move, rise), move->times - 1, plural(move->times - 1),
                     side_name(move->side));
    else
        message_show(tui, false, "%s%s", move->why, review_rise_words(review, move, rise));
}

/* Writes the path of the file that may keep the review of the game. False: the game has no file. */
static bool find_kept_path(const struct tui *tui, char path[REVIEW_KEPT_PATH])
{
    const char *game = local_game_file(&tui->local);
    path[0] = '\0';
    return game && review_kept_path(game, path);
}

void review_keep_game(struct tui *tui)
{
    const struct local_end *end = &tui->local.end;
    char path[REVIEW_KEPT_PATH];
    struct error error = {0};
    bool is_own = tui->local.has_game && (end->kept[0] || journal_is_finished_path(end->file));
    if (is_own && find_kept_path(tui, path) && reviewer_keep(&tui->reviewer, path, &error) != STATUS_OK)
        message_show(tui, true, "The review is not kept: %s", error.text);
}

void review_request_game(struct tui *tui, uint32_t worlds)
{
    char kept[REVIEW_KEPT_PATH];
    const struct session *session = tui->session;
    const struct review_request request = {
        .record = &tui->local.game.record, .worlds = worlds, .settings = &session->settings,
        .seed = session->has_seed ? session->seed : SESSION_ANALYSIS_SEED,
        .threads = session->jobs, .library = session->library,
        .notation = session_notation(session), .kept = find_kept_path(tui, kept) ? kept : NULL,
    };
    reviewer_request(&tui->reviewer, &request);
}

/* Goes back to the place where the review of this game was left. A new review begins with the person's own
 * moves; in games of others it begins with those of both sides. */
static void review_enter(struct tui *tui)
{
    enum side person = tui->local.shown.person;
    bool own = strcmp(tui->local.game.record.player[person], "you") == 0;
    review_request_game(tui, REVIEW_WORLDS);
    if (review_place(tui)->review != tui->reviewer.number)
        *review_place(tui) = (struct review_place){
            .filter = {own ? person : SIDES, REVIEW_GOOD, REVIEW_KINDS}, .review = tui->reviewer.number};
    show_selected(tui);
}

void review_advance(struct tui *tui)
{
    if (!reviewer_poll(&tui->reviewer))
        return;
    if (tui->screen == &review_screen)
        show_selected(tui);
    end_panel_review_came(tui);
    review_keep_game(tui);
}

/* --- keys --- */

/* Goes to the top of the list after a filter has changed. */
static unsigned go_to_top_after_filter(struct tui *tui)
{
    struct review_place *place = review_place(tui);
    place->selected = place->top = 0;
    place->walks = place->words = false;
    show_selected(tui);
    return 0;
}

/* Lists the moves of the other side, then of both sides, then of the first again. */
static unsigned change_whose(struct tui *tui)
{
    struct review_place *place = review_place(tui);
    enum side person = tui->local.shown.person, whose = place->filter.side;
    place->filter.side = whose == person ? side_other(person) : whose == SIDES ? person : SIDES;
    return go_to_top_after_filter(tui);
}

/* Lists the next grade alone: blunders, mistakes, inaccuracies, brilliant moves, then all. */
static unsigned change_grade(struct tui *tui)
{
    static const enum review_grade next[REVIEW_GRADES] = {
        [REVIEW_GOOD] = REVIEW_BLUNDER, [REVIEW_BLUNDER] = REVIEW_MISTAKE,
        [REVIEW_MISTAKE] = REVIEW_INACCURACY, [REVIEW_INACCURACY] = REVIEW_BRILLIANT,
        [REVIEW_BRILLIANT] = REVIEW_GOOD};
    review_place(tui)->filter.grade = next[review_place(tui)->filter.grade];
    return go_to_top_after_filter(tui);
}

/* Lists the next kind alone, after the last one all. */
static unsigned change_kind(struct tui *tui)
{
    struct review_place *place = review_place(tui);
    place->filter.kind = place->filter.kind == REVIEW_KINDS ? 0 : place->filter.kind + 1;
    return go_to_top_after_filter(tui);
}

/* Returns the number of listed moves. */
static int list_size(const struct tui *tui)
{
    const struct review *review = review_shown(tui);
    int count = 0;
    while (review && review_listed(review, &review_place(tui)->filter, (size_t)count))
        count++;
    return count;
}

/* Scrolls the words by `step` rows. */
static unsigned scroll_words(struct tui *tui, int step)
{
    struct review_place *place = review_place(tui);
    const struct review *review = review_shown(tui);
    struct text words = {0};
    if (!review || !review_has_seat(review))
        return DID_NOTHING;
    review_add_words(tui, review, &words);
    int rows = draw_wrapped(&tui->canvas, 0, 2, 0, 0, ROLE_TEXT, text_string(&words)); /* draws nothing */
    int max = rows - review_list_rows(&tui->layout) - 1, top = place->words_top + step;
    text_free(&words);
    place->words_top = top > max ? (max > 0 ? max : 0) : top < 0 ? 0 : top;
    return 0;
}

/* Moves the selection of the list by `step` rows. If the words are shown, scrolls these instead. */
static unsigned select_by(struct tui *tui, int step)
{
    struct review_place *place = review_place(tui);
    int count = list_size(tui), selected = place->selected + step;
    if (place->words)
        return scroll_words(tui, step);
    if (place->walks) { /* back to the list, where it was left */
        place->walks = false;
        selected = place->selected;
    }
    place->selected = selected >= count ? (count ? count - 1 : 0) : selected < 0 ? 0 : selected;
    place->top = list_top(place->top, place->selected, review_list_rows(&tui->layout));
    show_selected(tui);
    return 0;
}

/* Shows a moment of the curve: the position after so many plies. */
static unsigned walk_to(struct tui *tui, size_t moment)
{
    review_place(tui)->moment = moment;
    review_place(tui)->walks = true;
    show_selected(tui);
    return 0;
}

/* Chooses the moment `step` moves later on the curve. */
static unsigned walk_by(struct tui *tui, int step)
{
    struct review_place *place = review_place(tui);
    const struct review *review = review_shown(tui);
    if (!review || !review_has_seat(review))
        return DID_NOTHING;
    if (!place->walks) { /* begins at the marked move */
        const struct review_move *move = review_selected(tui);
        place->moment = move ? move->ply + 1 : 0;
    }
    bool inside = step > 0 ? place->moment < review->plies : place->moment > 0;
    return walk_to(tui, inside ? place->moment + (size_t)step : place->moment);
}

/* Handles a click: on the curve if `value` is -1, otherwise on that row of the list. */
static unsigned review_pick(struct tui *tui, int value)
{
    const struct review *review = review_shown(tui);
    int col = tui->terminal.click_col - review_graph_left(&tui->layout);
    if (value < 0)
        return walk_to(tui, review_moment(review, review_graph_cols(&tui->layout), col));
    review_place(tui)->walks = false;
    return select_by(tui, value - review_place(tui)->selected);
}

/* Shows a position on the game screen: on the curve, that of its moment; otherwise that before the selected
 * move. */
static unsigned open_position(struct tui *tui)
{
    const struct review *review = review_shown(tui);
    const struct review_place *place = review_place(tui);
    char played[MOVE_TEXT], better[MOVE_TEXT];
    enum notation notation = session_notation(tui->session);
    struct local_game *local = &tui->local;
    const struct review_move *move = review_selected(tui);
    if (!review || (!place->walks && (!move || place->words)))
        return DID_NOTHING;
    size_t moment = place->walks ? place->moment : move->ply;
    local_game_step(local, (long)(review->plies - moment) - (long)local->shown.back);
    tui->help_caller = &game_screen;
    if (place->walks)
        game_show_last_move(tui);
    else
        message_show(tui, false, "%s to move: %s was played, %s %s. %s", side_name(move->side),
                     move_write(move->played, move->played_attacks, notation, played),
                     move_write(move->better, move->better_attacks, notation, better),
                     move->grade == REVIEW_BRILLIANT ? "would have been worse" : "was better", move->why);
    panels_update(tui);
    return GO_BACK;
}

/* Goes back to the game. */
static unsigned leave_review(struct tui *tui)
{
    tui->help_caller = &game_screen;
    game_show_last_move(tui);
    return GO_BACK;
}

/* Selects a move or a moment, changes which moves are listed, or leaves the review. Returns flags as a
 * screen's key function does. */
static unsigned review_handle_key(struct tui *tui, int key)
{
    enum action action = key_action(key, ON_REVIEW);
    struct review_place *place = review_place(tui);
    int step;
    if (action_scroll(action, review_list_rows(&tui->layout), &step))
        return select_by(tui, step);
    switch (action) {
    case ACTION_LEFT: return walk_by(tui, -1);
    case ACTION_RIGHT: return walk_by(tui, 1);
    case ACTION_CHANGE_SEATS: return change_whose(tui);
    case ACTION_GRADES: return change_grade(tui);
    case ACTION_KINDS: return change_kind(tui);
    case ACTION_WORDS:
        place->words = !place->words;
        place->words_top = 0;
        if (place->words)
            message_show(tui, false, "%s", ""); /* it is about the list */
        else
            show_selected(tui);
        return 0;
    case ACTION_CURVE:
        place->truth = !place->truth;
        show_selected(tui);
        return 0;
    case ACTION_CHOOSE: return open_position(tui);
    case ACTION_CANCEL: case ACTION_REVIEW: return leave_review(tui);
    case ACTION_QUIT: case ACTION_INTERRUPT:
        leave_review(tui); /* shows the prompt */
        unsigned flags = game_quit(tui);
        return flags ? flags : GO_BACK;
    default: return action_handle_common(action);
    }
}

const struct screen review_screen = {
    .on = ON_REVIEW, .enter = review_enter, .draw = review_draw, .key = review_handle_key,
    .pick = review_pick, .state_size = sizeof(struct review_place),
};
