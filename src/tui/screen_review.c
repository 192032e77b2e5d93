/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The review of a finished game: a graph of the chance to win, and the moves that lost most. */
#include "tui/screen.h"

#include "base/plural.h"
#include "game/notation.h"

#include <stdio.h>

enum {
    LABEL = 10,      /* columns of "blue 12% " beside the graph */
    LABEL_SMALL = 5, /* columns beside the graph on a narrow screen: the side only */
    NARROW = 56,
    GRAPH_MIN = 5,   /* min rows of the graph; always odd */
    WORST_COLS = 46, /* columns of a complete row of a move */
};

/* The state of the screen. */
struct review_place {
    int selected, top;   /* in the list of the worst moves: the selected one, the first visible one */
    enum side whose;     /* whose moves are judged; SIDES: both sides' */
    bool walks;          /* Left or Right chose a moment of the curve; else the list's move is marked */
    size_t moment;       /* the number of moves before it */
};

/* Returns the state of the screen. */
static struct review_place *review_place(const struct tui *tui)
{
    return screen_state(tui, &review_screen);
}

/* Returns the review; NULL: not ready. */
static const struct review *shown_review(const struct tui *tui)
{
    return reviewer_result(&tui->reviewer, NULL);
}

/* Shows the move before the moment of the curve, and what it made of red's chance to win. */
static void show_moment(struct tui *tui, const struct review *review)
{
    size_t moment = review_place(tui)->moment;
    const struct board *board = &tui->local.game.position.board;
    char words[256];
    if (moment == 0) {
        message_show(tui, false, "The start of the game: red %.0f %%", 100 * review->chance[0]);
        return;
    }
    words_event(board, board->prior_plies + (uint32_t)moment - 1, game_viewer(tui),
                session_notation(tui->session), words, sizeof words);
    message_show(tui, false, "%zu. %s: red %.0f to %.0f %%", moment, words, 100 * review->chance[moment - 1],
                 100 * review->chance[moment]);
}

/* Shows the reason for the selected move, the moment of the curve, or an error. */
static void show_selected(struct tui *tui)
{
    struct error error = {0};
    const struct review *review = reviewer_result(&tui->reviewer, &error);
    if (!error.status && review && review->chance && review_place(tui)->walks) {
        show_moment(tui, review);
        return;
    }
    if (error.status)
        message_error(tui, &error);
    else if (!review || !review->count)
        message_show(tui, false, "%s", review ? "No move lost anything, by the plans" : "");
    if (error.status || !review || !review->count)
        return;
    const struct review_move *move = &review->worst[review_place(tui)->selected];
    if (move->times > 1)
        message_show(tui, false, "%s (better at %zu other move%s of %s too)", move->why, move->times - 1,
                     plural(move->times - 1), side_name(move->side));
    else
        message_show(tui, false, "%s", move->why);
}

/* Requests the review. */
static void request_review(struct tui *tui)
{
    const struct session *session = tui->session;
    const struct review_request request = {
        .record = &tui->local.game.record, .worst = REVIEW_WORST, .side = review_place(tui)->whose,
        .settings = &session->settings, .seed = session->seed, .library = session->library,
        .notation = session_notation(session),
    };
    reviewer_request(&tui->reviewer, &request);
    show_selected(tui);
}

/* Begins with the person's own moves, or in other games with those of both sides. */
static void review_enter(struct tui *tui)
{
    bool against = local_game_seating(&tui->local) == SEATING_AGAINST;
    *review_place(tui) = (struct review_place){.whose = against ? tui->local.shown.person : SIDES};
    request_review(tui);
}

/* Judges the moves of the other side, then of both sides, then of the first again. */
static unsigned change_whose(struct tui *tui)
{
    enum side person = tui->local.shown.person, whose = review_place(tui)->whose;
    *review_place(tui) = (struct review_place){
        .whose = whose == person ? side_other(person) : whose == SIDES ? person : SIDES};
    request_review(tui);
    return 0;
}

void review_advance(struct tui *tui)
{
    if (reviewer_poll(&tui->reviewer) && tui->screen == &review_screen)
        show_selected(tui);
}

/* Returns the rows of the graph, an odd number. A heading and the list follow it. */
static int graph_rows(const struct layout *layout)
{
    int rows = (layout->message.row - layout->title.rows) * 2 / 5;
    rows -= 1 - rows % 2;
    return rows < GRAPH_MIN ? GRAPH_MIN : rows;
}

/* Returns the number of visible moves. */
static int list_rows(const struct layout *layout)
{
    int rows = layout->message.row - layout->title.rows - graph_rows(layout) - 1;
    return rows > 1 ? rows : 1;
}

/* --- drawing --- */

/* Draws at each end of the graph the side's name and the chance to win that it stands for. */
static void draw_labels(struct canvas *canvas, int top, int rows, double max)
{
    for (enum side side = RED; side <= BLUE; side++) {
        int row = side == RED ? top : top + rows - 1;
        canvas_text(canvas, row, 0, LABEL_SMALL, side_role(side), side_name(side));
        if (canvas->cols >= NARROW)
            canvas_printf(canvas, row, LABEL_SMALL, LABEL - LABEL_SMALL - 1, ROLE_DIM, "%3.0f%%",
                          review_percent(max));
    }
}

/* Draws the chance to win over the game. `chosen`: the ply that is marked, if `marks`; `rows`: odd. */
static void draw_graph(const struct review *review, size_t chosen, bool marks, struct canvas *canvas, int top,
                       int rows)
{
    const struct glyphs *glyphs = glyphs_get(canvas->unicode);
    int left = canvas->cols < NARROW ? LABEL_SMALL : LABEL, cols = canvas->cols - left;
    double max = review_max_lead(review);
    draw_labels(canvas, top, rows, max);
    bool marked = false;
    for (int col = 0; col < cols; col++) {
        for (int row = 0; row < rows; row++) {
            enum review_cell cell = review_cell(review, max, rows, cols, row, col);
            if (cell == REVIEW_BAR)
                canvas_put(canvas, top + row, left + col, side_role(row < rows / 2 ? RED : BLUE),
                           glyphs->bar);
            else if (cell == REVIEW_AXIS)
                canvas_put(canvas, top + row, left + col, ROLE_DIM, glyphs->horizontal_line);
        }
        if (!marked && marks && review_moment(review, cols, col) >= chosen) {
            canvas_ground(canvas, top, left + col, rows, 1, GROUND_CURSOR);
            marked = true;
        }
    }
}

/* Draws a row of the list. */
static void draw_worst(struct canvas *canvas, int row, const struct review_move *move, bool chosen)
{
    char played[MOVE_TEXT], better[MOVE_TEXT];
    enum role role = chosen ? ROLE_CURSOR : ROLE_TEXT;
    if (chosen)
        draw_chosen(canvas, row, 0, canvas->cols);
    move_write(move->played, move->played_attacks, canvas->notation, played);
    move_write(move->better, move->better_attacks, canvas->notation, better);
    int used = canvas_printf(canvas, row, 2, canvas->cols - 2, role, "%3zu. %-4s %-7s%7.2f  %s",
                             move->ply + 1, side_name(move->side), played, review_loss(move), better);
    if (canvas->cols - used > NARROW)
        canvas_text(canvas, row, WORST_COLS, canvas->cols - WORST_COLS, chosen ? role : ROLE_DIM, move->why);
}

/* Draws the graph and the list, or the progress of the review. */
static void review_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct layout *layout = &tui->layout;
    const struct review *review = shown_review(tui);
    const struct reviewer *reviewer = &tui->reviewer;
    int top = layout->title.rows, rows = graph_rows(layout);
    const struct review_place *place = review_place(tui);
    char curve[REVIEW_CURVE], heading[96];
    draw_title(canvas, &layout->title, "Vedette   who was ahead",
               review ? review_curve_text(review, curve) : "");
    if (review) {
        size_t marked = review->count ? review->worst[place->selected].ply + 1 : 0;
        if (review->chance)
            draw_graph(review, place->walks ? place->moment : marked, place->walks || review->count, canvas,
                       top, rows);
        else
            canvas_text(canvas, top + rows / 2, 2, canvas->cols - 2, ROLE_DIM,
                        "No chance to win can be worked out: no side is known whole");
        snprintf(heading, sizeof heading, "    move          lost  better    (%s%s moves, in points)",
                 place->whose == SIDES ? "both sides" : side_name(place->whose),
                 place->whose == SIDES ? "'" : "'s");
        canvas_text(canvas, top + rows, 2, canvas->cols - 2, ROLE_HEADING, heading);
        for (int i = 0; i < list_rows(layout) && place->top + i < review->count; i++)
            draw_worst(canvas, top + rows + 1 + i, &review->worst[place->top + i],
                       place->top + i == place->selected);
    } else if (reviewer_is_busy(reviewer)) {
        canvas_printf(canvas, top + rows, 2, canvas->cols - 2, ROLE_DIM, "looking at all moves... %.0f %%",
                      100 * reviewer_progress(reviewer));
    }
    draw_help_line(canvas, &layout->help, ON_REVIEW);
    draw_message(tui, canvas);
}

/* --- keys --- */

/* Moves the selection by `step` rows. */
static unsigned select_by(struct tui *tui, int step)
{
    struct review_place *place = review_place(tui);
    const struct review *review = shown_review(tui);
    int last = review && review->count ? review->count - 1 : 0, selected = place->selected + step;
    if (place->walks) { /* back to the list, where it was left */
        place->walks = false;
        selected = place->selected;
    }
    place->selected = selected > last ? last : selected < 0 ? 0 : selected;
    place->top = list_top(place->top, place->selected, list_rows(&tui->layout));
    show_selected(tui);
    return 0;
}

/* Chooses the moment `step` moves later on the curve. */
static unsigned walk_by(struct tui *tui, int step)
{
    struct review_place *place = review_place(tui);
    const struct review *review = shown_review(tui);
    if (!review || !review->chance)
        return DID_NOTHING;
    if (!place->walks) /* begins at the marked move */
        place->moment = review->count ? review->worst[place->selected].ply + 1 : 0;
    place->walks = true;
    if (step > 0 ? place->moment < review->plies : place->moment > 0)
        place->moment += (size_t)step;
    show_selected(tui);
    return 0;
}

/* Shows the position before the selected move, or that of the moment, on the game screen. */
static unsigned open_position(struct tui *tui)
{
    const struct review *review = shown_review(tui);
    char played[MOVE_TEXT], better[MOVE_TEXT];
    enum notation notation = session_notation(tui->session);
    struct local_game *local = &tui->local;
    if (!review || (!review->count && !review_place(tui)->walks))
        return DID_NOTHING;
    if (review_place(tui)->walks) {
        local_game_step(local, (long)(review->plies - review_place(tui)->moment) - (long)local->shown.back);
        tui->help_caller = &game_screen;
        game_show_last_move(tui);
        panels_update(tui);
        return GO_BACK;
    }
    const struct review_move *move = &review->worst[review_place(tui)->selected];
    local_game_step(local, (long)(review->plies - move->ply) - (long)local->shown.back);
    tui->help_caller = &game_screen;
    message_show(tui, false, "%s to move: %s was played, %s was better. %s", side_name(move->side),
                 move_write(move->played, move->played_attacks, notation, played),
                 move_write(move->better, move->better_attacks, notation, better), move->why);
    panels_update(tui);
    return GO_BACK;
}

/* Handles a key. */
static unsigned review_key(struct tui *tui, int key)
{
    enum action action = key_action(key, ON_REVIEW);
    int step;
    if (action_scroll(action, list_rows(&tui->layout), &step))
        return select_by(tui, step);
    switch (action) {
    case ACTION_LEFT: return walk_by(tui, -1);
    case ACTION_RIGHT: return walk_by(tui, 1);
    case ACTION_CHANGE_SEATS: return change_whose(tui);
    case ACTION_CHOOSE: return open_position(tui);
    case ACTION_CANCEL: case ACTION_REVIEW:
        tui->help_caller = &game_screen;
        game_show_last_move(tui);
        return GO_BACK;
    case ACTION_QUIT: case ACTION_INTERRUPT:
        tui->help_caller = &game_screen; /* shows the prompt */
        game_show_last_move(tui);
        unsigned flags = game_quit(tui);
        return flags ? flags : GO_BACK;
    default: return common_action(action);
    }
}

const struct screen review_screen = {
    .on = ON_REVIEW, .enter = review_enter, .draw = review_draw, .key = review_key,
    .state_size = sizeof(struct review_place),
};
