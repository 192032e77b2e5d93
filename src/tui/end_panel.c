/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/end_panel.h"

#include "base/decimal.h"
#include "game/notation.h"
#include "report/review_words.h"
#include "tui/screen.h"

#include <stdio.h>
#include <string.h>

enum {
    SCORE_GAMES = 400, /* max number of games, the newest, of which the score is counted */
    KEY_COLS = 4,      /* columns of a key before its words */
    BESIDE_MIN = 23,   /* min columns beside the board */
    TALL_ROWS = 14,    /* min rows above the keys for blank rows and the path of the file */
};

/* Returns the agent that the person played against. NULL in another seating. */
static const char *opponent_spec(const struct local_game *local)
{
    enum side other = side_other(local->shown.person);
    return local_game_seating(local) == SEATING_AGAINST ? local->game.record.player[other] : NULL;
}

/* Returns the level after the opponent's. NULL if there is none. */
static const struct level *next_level(const struct tui *tui)
{
    const char *spec = opponent_spec(&tui->local);
    const struct ladder *ladder = ladders_for_variant(tui->session->ladders,
                                                      tui->local.game.record.start.variant);
    int level, style;
    if (!spec || !ladder_recognise(ladder, spec, &level, &style) || level + 1 >= (int)ladder->count)
        return NULL;
    return &ladder->levels[level + 1];
}

/* Counts the person's games with this opponent, and computes the rating from those with all levels. */
static void count_score(struct tui *tui)
{
    struct end_panel *panel = &tui->end_panel;
    const struct record *record = &tui->local.game.record;
    const struct ladder *ladder = ladders_for_variant(tui->session->ladders, record->start.variant);
    const char *spec = opponent_spec(&tui->local);
    struct game_list list = {0};
    struct player_rating rating;
    char name[PLAYER_WORDS];
    if (!spec)
        return;
    ladder_player_name(ladder, spec, name);
    game_list_find(&list);
    panel->has_score = game_list_standing(&list, name, record->start.variant, SCORE_GAMES, &panel->score);
    if (record->start.variant == ladder->variant &&
        player_rating_of_games(&list, ladder, SCORE_GAMES, &rating))
        player_rating_words(ladder, &rating, panel->rating);
    game_list_free(&list);
}

void end_panel_open(struct tui *tui, bool stored)
{
    struct local_game *local = &tui->local;
    if (!local->has_game || !local_game_is_decided(local))
        return;
    if (!stored) {
        tui->end_panel = (struct end_panel){.open = true};
        review_request_game(tui, REVIEW_WORLDS);
        return;
    }
    review_keep_game(tui);
    if (tui->end_panel.open)
        count_score(tui);
}

/* --- drawing --- */

/* The place of the next line of the panel. */
struct end_lines {
    struct canvas *canvas;
    struct area area;
    int row;
};

/* Draws text in as many rows as it needs; leaves it out if they are not there. */
static void add_text(struct end_lines *lines, enum role role, const char *text)
{
    int left = lines->area.row + lines->area.rows - lines->row;
    if (canvas_lines(lines->canvas, text, lines->area.cols) <= left)
        lines->row = draw_text_lines(lines->canvas, &lines->area, lines->row, role, text);
}

/* Draws an action's key and words, which can be clicked. */
static void add_key(struct end_lines *lines, enum action action, const char *words)
{
    struct key_name name = key_for(action, ON_GAME);
    const struct area *area = &lines->area;
    if (!name.bound || lines->row >= area->row + area->rows)
        return;
    canvas_text(lines->canvas, lines->row, area->col, KEY_COLS - 1, ROLE_KEY, name.text);
    canvas_text(lines->canvas, lines->row, area->col + KEY_COLS, area->cols - KEY_COLS, ROLE_TEXT, words);
    canvas_hot(lines->canvas, lines->row++, area->col, area->cols, HOT_KEY, key_code(action, ON_GAME));
}

/* Draws the pieces that a side has lost: "You lost 3: 9 4 2". */
static void add_losses(struct end_lines *lines, const char *subject, const uint8_t captured[RANKS])
{
    char text[3 * PIECES_A_SIDE + 64], list[2 * PIECES_A_SIDE + 1] = "";
    int count = 0;
    for (int rank = RANKS - 1; rank >= 0; rank--)
        for (int i = 0; i < captured[rank] && count < PIECES_A_SIDE; i++, count++) {
            list[2 * count] = ' ';
            list[2 * count + 1] = rank_write(rank, lines->canvas->notation);
            list[2 * count + 2] = '\0';
        }
    snprintf(text, sizeof text, "%s %d%s%s", subject, count, count ? ":" : "", list);
    add_text(lines, ROLE_TEXT, text);
}

/* Returns the review of the whole game if it has the person's figures. NULL if it has not. */
static const struct review *panel_review(const struct tui *tui)
{
    const struct review *review = reviewer_result(&tui->reviewer, NULL);
    bool fits = opponent_spec(&tui->local) && review && review->plies == tui->local.game.record.plies &&
                review->own_chance[tui->local.shown.person];
    return fits ? review : NULL;
}

void end_panel_review_came(struct tui *tui)
{
    static const char came[] = "Reviewed: skill and luck are in";
    char words[256];
    struct end_panel *panel = &tui->end_panel;
    const struct review *review = panel->open ? panel_review(tui) : NULL;
    /* While the console is open, the message line has its keys: then this message waits. */
    if (panel->has_review || !review || !review->judged || tui->screen != &game_screen || tui->pane.open)
        return;
    panel->has_review = true;
    words_write_outcome(local_game_outcome(&tui->local), game_viewer(tui), words, sizeof words);
    /* In place of the keys, which the bar has too, so that the message stays one row. */
    if (strncmp(tui->message, words, strlen(words)) == 0)
        message_show(tui, false, "%s. %s", words, came);
    else
        message_append(tui, "%s", came);
}

/* Draws what luck and, when all moves are judged, the person's moves did to the chance to win, in points. */
static void add_skill(const struct tui *tui, struct end_lines *lines)
{
    const struct review *review = panel_review(tui);
    enum side person = tui->local.shown.person;
    struct review_sum sum;
    char text[64];
    if (!review)
        return;
    review_sum_make(review, person, &sum);
    review_sum_round(&sum, 0); /* as in the review */
    if (review->judged)
        snprintf(text, sizeof text, "Chance to win: skill %+.0f, luck %+.0f",
                 decimal_plain_zero(100 * sum.skill, 0), decimal_plain_zero(100 * sum.luck, 0));
    else
        snprintf(text, sizeof text, "Luck %+.0f; skill: under review", decimal_plain_zero(100 * sum.luck, 0));
    add_text(lines, ROLE_TEXT, text);
}

/* Draws the result, the moves and the losses. */
static void add_result(const struct tui *tui, struct end_lines *lines)
{
    const struct board *board = local_game_board(&tui->local);
    enum side viewer = game_viewer(tui);
    char words[256], moves[32];
    words_write_outcome(local_game_outcome(&tui->local), viewer, words, sizeof words);
    char *why = strstr(words, ": ");
    if (why)
        *why = '\0';
    add_text(lines, ROLE_HEADING, words);
    if (why)
        add_text(lines, ROLE_TEXT, why + 2);
    bool spaced = lines->area.rows >= TALL_ROWS;
    uint32_t count = (board->plies - board->prior_plies + 1) / 2;
    snprintf(moves, sizeof moves, "%u move%s", count, count == 1 ? "" : "s");
    add_text(lines, ROLE_TEXT, moves);
    add_skill(tui, lines);
    lines->row += spaced;
    enum side first = viewer == SIDES ? RED : viewer;
    add_losses(lines, viewer == SIDES ? "Red lost" : "You lost", board->captured[first]);
    add_losses(lines, viewer == SIDES ? "Blue lost" : "You took", board->captured[side_other(first)]);
    lines->row += spaced;
}

/* Draws the score against this opponent, the person's rating, and where the game is kept. */
static void add_score(const struct tui *tui, struct end_lines *lines)
{
    const struct standing *score = &tui->end_panel.score;
    char words[sizeof tui->local.end.kept + 32], path[sizeof tui->local.end.kept], name[STANDING_NAME];
    if (tui->end_panel.has_score) {
        snprintf(words, sizeof words, "Against %s: %zu won, %zu lost, %zu drawn", standing_name(score, name),
                 score->won, score->lost, score->drawn);
        add_text(lines, ROLE_TEXT, words);
    } else if (tui->local.game.record.practice) {
        add_text(lines, ROLE_TEXT, "Practice: it does not count");
    }
    if (tui->end_panel.rating[0])
        add_text(lines, ROLE_TEXT, tui->end_panel.rating);
    if (tui->local.end.kept[0] && lines->area.rows >= TALL_ROWS) {
        shorten_home_path(tui->local.end.kept, path, sizeof path);
        snprintf(words, sizeof words, "The game is kept as %s", path);
        int left = lines->area.row + lines->area.rows - lines->row;
        if (canvas_lines(lines->canvas, words, lines->area.cols) > left)
            snprintf(words, sizeof words, "It is among Your games");
        add_text(lines, ROLE_DIM, words);
    }
    lines->row++;
}

/* Draws what can be done next. */
static void add_keys(const struct tui *tui, struct end_lines *lines)
{
    const struct level *next = next_level(tui);
    char words[64];
    if (local_game_seating(&tui->local) == SEATING_TWO)
        add_key(lines, ACTION_AGAIN, "again, sides changed");
    if (opponent_spec(&tui->local)) {
        snprintf(words, sizeof words, "again, as %s", side_name(side_other(tui->local.shown.person)));
        add_key(lines, ACTION_AGAIN, words);
    }
    if (next) {
        snprintf(words, sizeof words, "next: %s", next->name);
        add_key(lines, ACTION_NEXT_LEVEL, words);
    }
    add_key(lines, ACTION_REVIEW, "review of the game");
    add_key(lines, ACTION_NEW, "menu");
    add_key(lines, ACTION_CANCEL, "close this");
}

/* Returns the area of the panel, up to row `end`: beside the board, or the whole screen if there are too few
 * columns. */
static struct area end_area(const struct layout *layout, int end)
{
    const struct area *captured = &layout->captured;
    struct area area = {captured->row, captured->col, end - captured->row, layout->cols - captured->col};
    if (captured->cols < BESIDE_MIN)
        return (struct area){layout->title.rows, 0, end - layout->title.rows, layout->cols};
    return area;
}

void end_panel_draw(const struct tui *tui, struct canvas *canvas)
{
    if (!tui->end_panel.open || tui->local.shown.back || tui->local.shown.trial.on)
        return;
    int end = tui->layout.message.row - message_rows_above(tui, canvas);
    struct end_lines lines = {.canvas = canvas, .area = end_area(&tui->layout, end)};
    const struct area all = lines.area;
    canvas_blank(canvas, all.row, all.col, all.rows, all.cols);
    /* The keys, three of them always, have the last rows; what does not fit above them is cut. */
    int keys = 3 + end_panel_offers(tui, ACTION_AGAIN) + end_panel_offers(tui, ACTION_NEXT_LEVEL);
    lines.area.rows = all.rows - keys;
    lines.row = all.row;
    add_result(tui, &lines);
    add_score(tui, &lines);
    if (lines.row > all.row + lines.area.rows)
        lines.row = all.row + lines.area.rows;
    lines.area = all;
    add_keys(tui, &lines);
}

bool end_panel_offers(const struct tui *tui, enum action action)
{
    bool two = local_game_seating(&tui->local) == SEATING_TWO;
    return action == ACTION_AGAIN ? two || opponent_spec(&tui->local) != NULL : next_level(tui) != NULL;
}

/* --- the next game --- */

/* Plays against `spec` again, with the person on `side`. Goes to the set-up, or begins at once if the
 * person's setups are created by the program (next_game.created). Returns flags as a screen's key function
 * does. */
static unsigned play_again(struct tui *tui, const char *spec, enum side side)
{
    struct next_game *next_game = &tui->next_game;
    const struct record *record = &tui->local.game.record;
    struct setup setup;
    snprintf(next_game->opponent, sizeof next_game->opponent, "%s", spec);
    next_game->side = side;
    next_game->variant = record->start.variant;
    next_game->rules = record->rules;
    next_game->practice = record->practice;
    tui->seating_form.arranging = false;
    tui->end_panel.open = false;
    screen_leave_game(tui);
    message_clear(tui);
    if (!next_game->created)
        return GO_SETUP;
    create_setup(tui, &setup);
    unsigned flags = begin_game(tui, &setup);
    return flags ? flags : GO_MENU;
}

/* Goes to the form for another game of the same two people, who change sides. */
static unsigned play_two_again(struct tui *tui)
{
    struct seating_form *form = &tui->seating_form;
    const struct record *record = &tui->local.game.record;
    for (enum side side = RED; side <= BLUE; side++)
        snprintf(form->name[side], sizeof form->name[side], "%s", record->player[side_other(side)]);
    form->seating = SEATING_TWO;
    form->from_position = false;
    tui->next_game.variant = record->start.variant;
    tui->next_game.rules = record->rules;
    screen_leave_game(tui);
    message_clear(tui);
    return GO_SEATING;
}

unsigned end_panel_handle_action(struct tui *tui, enum action action)
{
    struct local_game *local = &tui->local;
    bool decided = local_game_is_decided(local);
    const char *spec = decided ? opponent_spec(local) : NULL;
    const struct level *next = decided ? next_level(tui) : NULL;
    char copy[PLAYER_NAME_MAX];
    if (action == ACTION_CANCEL && tui->end_panel.open && decided && !local->shown.back &&
        !local->shown.trial.on && tui->cursor.chosen == SQUARE_NONE) {
        tui->end_panel.open = false;
        game_show_instructions(tui);
        return 0;
    }
    /* What shows something beside the board takes the panel's place. */
    tui->end_panel.open &= action != ACTION_HEAT && action != ACTION_VALUES && action != ACTION_PLANS &&
                           action != ACTION_LINES && action != ACTION_MOVES && action != ACTION_SQUARE_INFO;
    if (action != ACTION_AGAIN && action != ACTION_NEXT_LEVEL)
        return DID_NOTHING;
    bool two = decided && local_game_seating(local) == SEATING_TWO && action == ACTION_AGAIN;
    if (two && !local->end.unsaved)
        return play_two_again(tui);
    if (!decided || (!spec && !two))
        message_show(tui, true, decided ? "Nobody to play again with: the menu begins a new game"
                                        : "That is for after the game");
    else if (action == ACTION_NEXT_LEVEL && !next)
        message_show(tui, true, "There is no next level after this opponent");
    else if (local->end.unsaved)
        message_show(tui, true, "Your notes are in no file: %s saves them, %s leaves without",
                     key_for(ACTION_SAVE, ON_GAME).text, key_for(ACTION_NEW, ON_GAME).text);
    else {
        /* A copy, because leaving the game frees the record with the name. */
        snprintf(copy, sizeof copy, "%s", action == ACTION_AGAIN ? spec : next->agent);
        return play_again(tui, copy, action == ACTION_AGAIN ? side_other(local->shown.person)
                                                            : local->shown.person);
    }
    return 0;
}
