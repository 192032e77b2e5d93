/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The editor: places known or unknown pieces on any squares. Games and analyses can start from the
 * position. */
#include "tui/screen.h"

#include "base/disk.h"
#include "game/army.h"
#include "game/notation.h"
#include "play/named_game.h"
#include "setup/store.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct editor *editor_state(const struct tui *tui)
{
    return screen_state(tui, &editor_screen);
}

/* Frees the state. */
static void free_editor(void *state)
{
    struct editor *editor = state;
    board_free(&editor->board);
}

/* Updates the board that is drawn from the draft. */
static void make_board(struct editor *editor)
{
    board_free(&editor->board);
    editor->board = (struct board){0};
    board_init(&editor->board, &editor->draft.placement, rules_find("isf"));
}

/* Opens the editor: with an empty board of the next game's variant the first time, later with the position
 * that was left. */
static void editor_enter(struct tui *tui)
{
    struct editor *editor = editor_state(tui);
    if (!editor->begun) {
        *editor = (struct editor){.begun = true, .cursor = square_at(4, 3), .side_to_place = RED,
                                  .bottom_side = RED};
        draft_clear(&editor->draft);
        editor->draft.placement.variant = tui->next_game.variant;
    }
    make_board(editor);
    message_show(tui, false, "A rank's letter or number puts a piece down, %s one whose rank is unknown",
                 key_for(ACTION_UNKNOWN, ON_EDITOR).text);
}

/* Returns the content of the square under the cursor. */
static const struct cell *cursor_cell(const struct editor *editor)
{
    return &editor->draft.placement.cell[editor->cursor];
}

/* Describes the square under the cursor: "e7: blue unknown, has moved". */
static void describe_cell(const struct tui *tui, char *text, size_t capacity)
{
    const struct editor *editor = editor_state(tui);
    const struct cell *cell = cursor_cell(editor);
    char name[SQUARE_TEXT];
    square_write(editor->cursor, session_notation(tui->session), name);
    if (cell->side == SIDES)
        snprintf(text, capacity, "%s: %s", name, square_is_lake(editor->cursor) ? "water" : "empty");
    else
        snprintf(text, capacity, "%s: %s %s%s%s", name, side_name((enum side)cell->side),
                 cell->rank == RANK_UNKNOWN ? "unknown" : rank_table[cell->rank].name,
                 cell->moved ? ", has moved" : "", cell->known ? ", known to the enemy" : "");
}

/* Draws the number of pieces of both sides, the captured ones, and what is still missing for a game. */
static void draw_counts(const struct tui *tui, struct canvas *canvas)
{
    const struct editor *editor = editor_state(tui);
    const struct area *area = &tui->layout.panel;
    struct text lines = {0};
    char words[128];
    int row = area->row;
    if (!area->rows)
        return;
    describe_cell(tui, words, sizeof words);
    row = draw_text_lines(canvas, area, row, ROLE_HEADING, words) + 1;
    for (enum side side = RED; side <= BLUE; side++) {
        struct draft_count count = draft_count(&editor->draft, side);
        char captured[PIECES_A_SIDE + 1] = "";
        size_t used = 0;
        for (int rank = MARSHAL; rank >= FLAG; rank--)
            for (int i = 0; i < editor->draft.placement.captured[side][rank]; i++)
                captured[used++] = rank_write(rank, canvas->notation);
        canvas_text(canvas, row++, area->col, area->cols, side_role(side), side_name(side));
        snprintf(words, sizeof words, "%d on the board, %d of them unknown; captured: %s",
                 count.known + count.unknown, count.unknown, used ? captured : "none");
        row = draw_text_lines(canvas, area, row, ROLE_TEXT, words) + 1;
    }
    draft_list_faults(&editor->draft, "", &lines);
    for (char *line = lines.bytes; line && *line;) {
        char *end = strchr(line, '\n');
        *end = '\0';
        row = draw_text_lines(canvas, area, row, ROLE_DIM, line);
        line = end + 1;
    }
    text_free(&lines);
    if (row + 1 < area->row + area->rows)
        canvas_printf(canvas, area->row + area->rows - 1, area->col, area->cols, ROLE_DIM,
                      "%s: another variant", key_for(ACTION_VARIANT, ON_EDITOR).text);
}

/* Draws the screen. */
static void editor_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct editor *editor = editor_state(tui);
    const struct picture picture = {.board = &editor->board, .viewer = editor->side_to_place,
                                    .bottom_side = editor->bottom_side,
                                    .cursor = editor->cursor, .chosen = SQUARE_NONE};
    char left[64], right[64], words[128], variant[VARIANT_WORDS];
    snprintf(left, sizeof left, "Vedette   a position%s",
             variant_suffix(variant_at(editor->draft.placement.variant), variant));
    snprintf(right, sizeof right, "%s's pieces   %s to move", side_name(editor->side_to_place),
             side_name(editor->draft.placement.to_move));
    draw_title(canvas, &tui->layout.title, left, right);
    draw_board(canvas, &tui->layout, &picture);
    draw_counts(tui, canvas);
    draw_help_line(canvas, &tui->layout.help, ON_EDITOR);
    if (!tui->message[0] && tui->prompt.question == QUESTION_NONE) {
        describe_cell(tui, words, sizeof words);
        canvas_text(canvas, tui->layout.message.row, 0, tui->layout.message.cols, ROLE_MESSAGE, words);
    }
    draw_message(tui, canvas);
}

/* Keeps the position before a change, for undo. Drops the oldest one if there are too many. */
static void keep_position(struct editor *editor, const struct position_draft *before)
{
    if (memcmp(before, &editor->draft, sizeof *before) == 0)
        return;
    if (editor->kept_count == EDITOR_UNDO)
        memmove(editor->kept, editor->kept + 1, (EDITOR_UNDO - 1) * sizeof *editor->kept);
    else
        editor->kept_count++;
    editor->kept[editor->kept_count - 1] = *before;
}

/* Finishes a change. On an error shows it. Otherwise keeps the position before the change and marks the new
 * one as unsaved. Updates the board. */
static void finish_change(struct tui *tui, const struct position_draft *before, enum status status,
                          const struct error *error)
{
    if (status) {
        message_error(tui, error);
    } else {
        keep_position(editor_state(tui), before);
        editor_state(tui)->unsaved = true;
    }
    make_board(editor_state(tui));
}

/* Restores the position before the last change. */
static void undo(struct tui *tui)
{
    struct editor *editor = editor_state(tui);
    if (!editor->kept_count) {
        message_show(tui, true, "There is no change to take back");
        return;
    }
    editor->draft = editor->kept[--editor->kept_count];
    editor->unsaved = true;
    make_board(editor);
    message_show(tui, false, "Taken back");
}

/* Places a piece on the square under the cursor; side SIDES: empties it. */
static void put_piece(struct tui *tui, struct cell cell)
{
    struct error error = {0};
    struct editor *editor = editor_state(tui);
    const struct position_draft before = editor->draft;
    message_clear(tui);
    finish_change(tui, &before, draft_put(&editor->draft, editor->cursor, cell, &error), &error);
}

enum piece_mark { MARK_MOVED, MARK_KNOWN };

/* Toggles a mark of the piece under the cursor: whether it has moved, or whether the enemy knows it. */
static void toggle_mark(struct tui *tui, enum piece_mark mark)
{
    struct cell cell = *cursor_cell(editor_state(tui));
    bool *flag = mark == MARK_MOVED ? &cell.moved : &cell.known;
    *flag = !*flag;
    if (cell.side == SIDES)
        message_show(tui, true, "No piece stands there");
    else
        put_piece(tui, cell);
}

/* Sets the captured pieces of the side: the typed ranks, "rest" (all that are not on the board) or "none". */
static void apply_captured(struct tui *tui)
{
    struct editor *editor = editor_state(tui);
    const char *text = tui->prompt.line.text;
    uint8_t captured[RANKS] = {0};
    struct error error = {0};
    const struct position_draft before = editor->draft;
    enum status status = STATUS_OK;
    bool rest = strcmp(text, "rest") == 0, none = strcmp(text, "none") == 0;
    if (!rest && !none)
        status = army_read_ranks(text, session_notation(tui->session), captured, &error);
    if (!status)
        status = rest ? draft_capture_rest(&editor->draft, editor->side_to_place, &error)
                      : draft_set_captured(&editor->draft, editor->side_to_place, captured, &error);
    finish_change(tui, &before, status, &error);
}

/* Places a whole army: "?" for unknown pieces, or a setup's file or stored name. */
static void apply_army(struct tui *tui)
{
    struct editor *editor = editor_state(tui);
    struct file_content content = {0};
    struct error error = {0};
    struct setup setup;
    const struct position_draft before = editor->draft;
    bool unknown = strcmp(tui->path, "?") == 0;
    enum status status = STATUS_OK;
    if (!unknown && access(tui->path, F_OK) != 0 && store_name_is_good(tui->path)) {
        status = store_load(tui->path, &setup, NULL, &error);
    } else if (!unknown) {
        status = named_game_read(tui->path, true, &content, &error);
        if (!status && content.kind != FILE_SETUP && content.kind != FILE_LETTERS)
            status = error_set(&error, STATUS_BAD, "%s: no setup", tui->path);
        setup = content.setup;
        file_content_free(&content);
    }
    if (!status)
        status = draft_place_army(&editor->draft, editor->side_to_place, unknown ? NULL : &setup, &error);
    finish_change(tui, &before, status, &error);
}

/* Opens a position, or the end of a game. A game whose pieces are still hidden is refused. */
static void open_file(struct tui *tui)
{
    struct editor *editor = editor_state(tui);
    struct file_content content = {0};
    struct position position = {0};
    struct error error = {0};
    enum status status = named_game_read(tui->path, true, &content, &error);
    if (!status && (content.kind == FILE_SETUP || content.kind == FILE_LETTERS))
        status = error_set(&error, STATUS_BAD, "%s: found a setup, expected a position or a game", tui->path);
    if (!status)
        status = record_replay(&content.record, SIZE_MAX, &position, NULL, &error);
    if (!status && record_is_sealed(&content.record) && position_outcome(&position).result == RESULT_OPEN)
        status = error_set(&error, STATUS_NO, "%s: its pieces stay hidden until the game is over", tui->path);
    const struct position_draft before = editor->draft;
    if (status)
        message_error(tui, &error);
    else
        draft_from_position(&editor->draft, &position);
    keep_position(editor, &before);
    editor->unsaved &= status != STATUS_OK;
    position_free(&position);
    file_content_free(&content);
    make_board(editor);
}

/* Saves the position to the file tui->path. */
static void save_position(struct tui *tui)
{
    struct position position = {0};
    struct text text = {0};
    struct error error = {0};
    enum status status = position_init(&position, &editor_state(tui)->draft.placement, rules_find("isf"),
                                       &error);
    if (!status) {
        position_write(&position, &text);
        status = disk_check_regular(tui->path, &error);
    }
    if (!status)
        status = disk_write(tui->path, text_string(&text), text.size, &error);
    if (status)
        message_error(tui, &error);
    else
        message_show(tui, false, "Saved as %s", tui->path);
    editor_state(tui)->unsaved &= status != STATUS_OK;
    text_free(&text);
    position_free(&position);
}

/* Places the army that was typed. If it replaces pieces, prompts first. */
static void confirm_army(struct tui *tui)
{
    enum side side = editor_state(tui)->side_to_place;
    struct draft_count count = draft_count(&editor_state(tui)->draft, side);
    char words[96];
    if (!tui->path[0])
        return;
    snprintf(words, sizeof words, "It replaces the %d piece%s of %s on the board. Do it?",
             count.known + count.unknown, count.known + count.unknown == 1 ? "" : "s", side_name(side));
    if (count.known + count.unknown)
        prompt_confirm(tui, QUESTION_REPLACE, words);
    else
        apply_army(tui);
}

/* Moves the cursor to the square that was typed. */
static void go_to_square(struct tui *tui)
{
    const char *text = tui->prompt.line.text + strspn(tui->prompt.line.text, " ");
    int square = square_read(&text, session_notation(tui->session));
    if (square < 0 || square >= SQUARES || text[strspn(text, " ")])
        message_show(tui, true, "'%s' is no square: a letter and a number, as e7", tui->prompt.line.text);
    else
        editor_state(tui)->cursor = square;
}

/* Acts on the answer to a prompt. Returns flags as a screen's key function does. */
static unsigned editor_handle_answer(struct tui *tui, enum question question, bool yes)
{
    if (!yes)
        return 0;
    switch (question) {
    case QUESTION_QUIT: return GO_EXIT;
    case QUESTION_LEAVE: return GO_MENU;
    case QUESTION_CAPTURED: apply_captured(tui); return 0;
    case QUESTION_OVERWRITE: save_position(tui); return 0;
    case QUESTION_SAVE:
        if (check_save_path(tui))
            save_position(tui);
        return 0;
    case QUESTION_ARMY: confirm_army(tui); return 0;
    case QUESTION_REPLACE: apply_army(tui); return 0;
    case QUESTION_SQUARE: go_to_square(tui); return 0;
    case QUESTION_LOAD:
        if (tui->path[0])
            open_file(tui);
        return 0;
    default: return 0;
    }
}

/* Changes to the next variant whose armies include the pieces on the board. */
static void cycle_variant(struct tui *tui)
{
    struct editor *editor = editor_state(tui);
    const uint8_t before = editor->draft.placement.variant;
    struct error why = {0};
    for (size_t i = 1; i < variant_count; i++) {
        const struct variant *variant = variant_at((uint8_t)((before + i) % variant_count));
        if (draft_variant(&editor->draft, variant, &why) == STATUS_OK)
            break;
    }
    const struct variant *variant = variant_at(editor->draft.placement.variant);
    if (editor->draft.placement.variant == before)
        message_show(tui, true, "No other variant has these pieces: %s", why.text);
    else
        message_show(tui, false, "%s: %s", variant->title, variant->text);
    make_board(editor);
}

/* Goes to the form for the players, with a seating that suits the position, if both sides have pieces.
 * Returns flags as a screen's key function does. */
static unsigned go_to_form(struct tui *tui)
{
    const struct placement *placement = &editor_state(tui)->draft.placement;
    struct seating_form *form = &tui->seating_form;
    for (enum side side = RED; side <= BLUE; side++) {
        struct draft_count count = draft_count(&editor_state(tui)->draft, side);
        if (count.known + count.unknown)
            continue;
        message_show(tui, true,
                     "No piece of %s is on the board: %s changes the side, its ranks put pieces down",
                     side_name(side), key_for(ACTION_NEXT, ON_EDITOR).text);
        return 0;
    }
    message_clear(tui); /* the message was about the pieces */
    form->from_position = true;
    form->seating = placement_has_unknown(placement) ? SEATING_SECOND : SEATING_OPEN;
    return GO_SEATING;
}

/* Does what an action means in the editor. Some actions return at once and show a message of their own; the
 * others clear the message. Returns flags as a screen's key function does (tui/screen.h). */
static unsigned editor_handle_action(struct tui *tui, enum action action)
{
    struct editor *editor = editor_state(tui);
    enum side *to_move = &editor->draft.placement.to_move;
    const struct position_draft before = editor->draft;
    /* The army "?" puts an unknown piece on each square of the side's four rows. It is allowed only in a
     * variant whose armies fill these rows. */
    bool allows_unknown = variant_fills_rows(variant_at(editor->draft.placement.variant));
    uint8_t variant;
    char words[96];
    int rows, cols;
    if (action_step(action, &rows, &cols)) {
        editor->cursor = square_step(editor->bottom_side, editor->cursor, rows, cols);
        message_clear(tui);
        return 0;
    }
    switch (action) {
    case ACTION_UNKNOWN:
        put_piece(tui, (struct cell){.rank = RANK_UNKNOWN, .side = (uint8_t)editor->side_to_place});
        return 0;
    case ACTION_REMOVE_PIECE: put_piece(tui, (struct cell){.rank = RANK_UNKNOWN, .side = SIDES}); return 0;
    case ACTION_MOVED: toggle_mark(tui, MARK_MOVED); return 0;
    case ACTION_KNOWN: toggle_mark(tui, MARK_KNOWN); return 0;
    case ACTION_NEXT: editor->side_to_place = side_other(editor->side_to_place); break;
    case ACTION_OTHER_SIDE:
        *to_move = side_other(*to_move);
        finish_change(tui, &before, STATUS_OK, NULL);
        break;
    case ACTION_TAKE_BACK: undo(tui); return 0;
    case ACTION_GO_TO: prompt_line(tui, QUESTION_SQUARE, "Go to the square:", ""); return 0;
    case ACTION_FLIP: editor->bottom_side = side_other(editor->bottom_side); break;
    case ACTION_VARIANT: cycle_variant(tui); return 0;
    case ACTION_CLEAR:
        variant = editor->draft.placement.variant;
        draft_clear(&editor->draft);
        editor->draft.placement.variant = variant;
        finish_change(tui, &before, STATUS_OK, NULL);
        editor->unsaved = false; /* an empty board needs no saving */
        message_show(tui, false, "The board is empty; %s brings the pieces back",
                     key_for(ACTION_TAKE_BACK, ON_EDITOR).text);
        return 0;
    case ACTION_CAPTURED:
        snprintf(words, sizeof words, "Captured of %s (2 2 9, rest, none):",
                 side_name(editor->side_to_place));
        prompt_line(tui, QUESTION_CAPTURED, words, "");
        return 0;
    case ACTION_ARMY:
        snprintf(words, sizeof words, "The army of %s (a setup's name or file%s):",
                 side_name(editor->side_to_place), allows_unknown ? ", or ?" : "");
        prompt_line(tui, QUESTION_ARMY, words, allows_unknown ? "?" : "");
        return 0;
    case ACTION_LOAD: prompt_line(tui, QUESTION_LOAD, "Open the position or game:", ""); return 0;
    case ACTION_SAVE: prompt_line(tui, QUESTION_SAVE, "Save as:", "vedette.position"); return 0;
    case ACTION_START: return go_to_form(tui);
    case ACTION_CANCEL: return GO_MENU;
    case ACTION_QUIT: case ACTION_INTERRUPT: prompt_confirm(tui, QUESTION_QUIT, POSITION_LOST); return 0;
    default: return action_handle_common(action);
    }
    message_clear(tui);
    return 0;
}

/* Handles a key: it belongs to an open prompt, is a click, places a rank, or is an action. Small letters are
 * only actions. */
static unsigned editor_handle_key(struct tui *tui, int key)
{
    struct editor *editor = editor_state(tui);
    if (tui->prompt.question != QUESTION_NONE)
        return prompt_handle_key(tui, key, editor_handle_answer);
    if (key == KEY_MOUSE)
        return clicked_square(tui, editor->bottom_side, &editor->cursor) ? 0 : DID_NOTHING;
    int rank = key > 0 && key < 0x80 ? rank_read((char)key, session_notation(tui->session)) : -1;
    enum action action = key_action(key, ON_EDITOR);
    if (rank >= 0 && rank < RANKS && !(key >= 'a' && key <= 'z')) {
        put_piece(tui, (struct cell){.rank = (uint8_t)rank, .side = (uint8_t)editor->side_to_place});
        return 0;
    }
    return editor_handle_action(tui, action);
}

const struct screen editor_screen = {
    .on = ON_EDITOR, .enter = editor_enter, .draw = editor_draw, .key = editor_handle_key,
    .state_size = sizeof(struct editor), .free_state = free_editor,
};
