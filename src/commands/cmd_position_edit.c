/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes a position by words of the command line: position edit. */
#include "commands/table.h"

#include "base/memory.h"
#include "base/plural.h"
#include "commands/played_game.h"
#include "commands/setups.h"
#include "console/load.h"
#include "console/value.h"
#include "file/variant_name.h"
#include "game/notation.h"
#include "game/rules_option.h"
#include "play/draft.h"

#include <stdlib.h>
#include <string.h>

/* The state of the parser: the words of the command line and the position that they have made so far. */
struct edit {
    struct position_draft draft;
    enum notation notation;
    enum side army;      /* side of a rank that is written without a side; a '?' is then of the other side */
    bool names_variant;  /* the line has named the variant: a setup does not change it any more */
    char **word;
    int count, at;       /* number of words; index of the next one */
};

/* Returns the next word without consuming it; NULL at the end. */
static const char *peek(const struct edit *edit)
{
    return edit->at < edit->count ? edit->word[edit->at] : NULL;
}

/* Sets the error that `expected` was not found at the next word; returns STATUS_BAD. At least one word
 * must have been consumed. */
static enum status report_missing_word(const struct edit *edit, const char *expected, struct error *error)
{
    const char *found = peek(edit);
    if (found)
        return error_set(error, STATUS_BAD, "found '%.40s' behind '%s', expected %s", found,
                         edit->word[edit->at - 1], expected);
    return error_set(error, STATUS_BAD, "nothing stands behind '%s', expected %s", edit->word[edit->at - 1],
                     expected);
}

/* Consumes the next word if it is `word`; returns whether it was. */
static bool take_word(struct edit *edit, const char *word)
{
    if (!peek(edit) || strcmp(peek(edit), word) != 0)
        return false;
    edit->at++;
    return true;
}

/* Consumes the next word if it is "red" or "blue"; returns whether it was. */
static bool take_side(struct edit *edit, enum side *side)
{
    for (enum side s = RED; s <= BLUE; s++)
        if (take_word(edit, side_name(s))) {
            *side = s;
            return true;
        }
    return false;
}

/* Consumes the next word if it is a square; returns whether it was. */
static bool take_square(struct edit *edit, int *square)
{
    if (!peek(edit) || !value_square(peek(edit), edit->notation, square))
        return false;
    edit->at++;
    return true;
}

/* Reads a cell, such as "9", "b9!" or "?". Without a side a rank is of edit->army and a '?' of the other
 * side. */
static enum status read_cell(const struct edit *edit, const char *text, struct cell *cell,
                             struct error *error)
{
    enum side side = *text == '?' ? side_other(edit->army) : edit->army;
    return draft_read_cell(text, side, edit->notation, cell, error);
}

/* Reads a piece and puts it on `square`. */
static enum status put_piece(struct edit *edit, int square, struct error *error)
{
    struct cell cell;
    const char *text = peek(edit);
    if (!text)
        return report_missing_word(edit, "a piece", error);
    enum status status = read_cell(edit, text, &cell, error);
    edit->at++;
    return status ? status : draft_put(&edit->draft, square, cell, error);
}

/* Consumes squares, at least one, and changes the piece on each: `what` is "clear" (removes it), "moved"
 * or "known" (sets that mark). STATUS_BAD if a square is empty. */
static enum status change_squares(struct edit *edit, const char *what, struct error *error)
{
    int square, squares = 0;
    enum status status = STATUS_OK;
    for (; !status && take_square(edit, &square); squares++) {
        struct cell cell = edit->draft.placement.cell[square];
        if (cell.side == SIDES)
            return error_set(error, STATUS_BAD, "no piece stands on %s", edit->word[edit->at - 1]);
        if (strcmp(what, "clear") == 0)
            cell.side = SIDES;
        else if (strcmp(what, "moved") == 0)
            cell.moved = true;
        else
            cell.known = true;
        status = draft_put(&edit->draft, square, cell, error);
    }
    return squares ? status : report_missing_word(edit, "squares", error);
}

/* Reads a row: its number, then ten cells from file a on. The cells are ten words, or one word of ten
 * symbols. */
static enum status put_row(struct edit *edit, struct error *error)
{
    uint64_t number;
    char symbol[2] = "";
    /* The number of the row; in the notation arts row 10 is 0. */
    const char *text = peek(edit);
    bool is_row_ten = text && edit->notation == NOTATION_ARTS && strcmp(text, "0") == 0;
    if (!text || !value_read_whole(text, &number) || number > ROWS || (number == 0 && !is_row_ten))
        return report_missing_word(edit, "a row", error);
    edit->at++;
    int row = is_row_ten ? ROWS - 1 : (int)number - 1;
    /* Empty the row first, so that its old pieces do not count. */
    for (int file = 0; file < FILES; file++)
        draft_put(&edit->draft, square_at(file, row), (struct cell){.side = SIDES}, NULL);
    bool is_one_word = peek(edit) && strlen(peek(edit)) == FILES;
    for (int file = 0; file < FILES; file++) {
        struct cell cell;
        const char *cell_text = peek(edit);
        if (is_one_word) {
            symbol[0] = edit->word[edit->at][file];
            cell_text = symbol;
        }
        if (!cell_text)
            return error_set(error, STATUS_BAD, "row %d: found %d cell%s, expected ten", row_write(row,
                             edit->notation), file, plural((uint64_t)file));
        enum status status = read_cell(edit, cell_text, &cell, error);
        if (!status)
            status = draft_put(&edit->draft, square_at(file, row), cell, error);
        if (status)
            return status;
        edit->at += !is_one_word;
    }
    edit->at += is_one_word;
    return STATUS_OK;
}

/* Checks that the setup has the army of the variant, if the line has named a variant. */
static enum status check_named(const struct edit *edit, const struct setup *setup, struct error *error)
{
    uint8_t army[RANKS];
    setup_army(setup, army);
    return edit->names_variant ? variant_check_pieces(variant_at(edit->draft.placement.variant), army, error)
                               : STATUS_OK;
}

/* Reads an army and puts it on its four rows: "?" for unknown pieces, or the file or name of a setup. If no
 * side stands before "?", it is the army of the other side than edit->army. */
static enum status put_army(struct edit *edit, struct error *error)
{
    struct setup setup;
    enum side side;
    bool has_side = take_side(edit, &side);
    const char *text = peek(edit);
    if (!text)
        return report_missing_word(edit, "'?' or a setup", error);
    bool is_unknown = strcmp(text, "?") == 0;
    if (!has_side)
        side = is_unknown ? side_other(edit->army) : edit->army;
    enum status status = is_unknown ? STATUS_OK
                                    : setups_load(text, edit->notation, &setup, NULL, NULL, error);
    edit->at++;
    if (!status && !is_unknown)
        status = check_named(edit, &setup, error);
    return status ? status : draft_place_army(&edit->draft, side, is_unknown ? NULL : &setup, error);
}

typedef enum status draft_changer(struct position_draft *draft, enum side side, const uint8_t pieces[RANKS],
                                  struct error *error);

/* Reads pieces of a side that are not on the board and sets them with `change`. They are ranks, "none" or, if
 * `allows_rest` is true, "rest" for all pieces that the side lacks. `what` names the pieces in messages. */
static enum status read_off_board(struct edit *edit, const char *what, bool allows_rest,
                                  draft_changer *change, struct error *error)
{
    enum side side = edit->army;
    uint8_t pieces[RANKS] = {0};
    take_side(edit, &side);
    if (take_word(edit, "none"))
        return change(&edit->draft, side, pieces, error);
    if (allows_rest && take_word(edit, "rest"))
        return draft_capture_rest(&edit->draft, side, error);
    int rank, found = 0, square;
    /* The list ends at a square, with which the next step begins, or at any word that is no rank. */
    for (; peek(edit) && !value_square(peek(edit), edit->notation, &square); edit->at++, found++) {
        const char *text = peek(edit);
        if (!value_rank(text, edit->notation, &rank))
            break;
        int max = variant_at(edit->draft.placement.variant)->count[rank];
        if (pieces[rank] >= max)
            return error_set(error, STATUS_BAD, "found %d %s pieces of rank %c, expected at most %d",
                             pieces[rank] + 1, what, rank_write(rank, edit->notation), max);
        pieces[rank]++;
    }
    return found ? change(&edit->draft, side, pieces, error)
                 : report_missing_word(edit, allows_rest ? "ranks, 'none' or 'rest'" : "ranks or 'none'",
                                       error);
}

/* Reads the name of a variant and sets it. */
static enum status take_variant(struct edit *edit, struct error *error)
{
    char names[VARIANT_NAMES];
    const struct variant *variant = peek(edit) ? variant_find(peek(edit)) : NULL;
    if (!variant)
        return report_missing_word(edit, variant_names(names), error);
    edit->at++;
    edit->names_variant = true;
    return draft_variant(&edit->draft, variant, error);
}

/* Reads one step of the line and changes the draft by it. */
static enum status take_step(struct edit *edit, struct error *error)
{
    int square;
    /* Steps without a verb: a side alone, which the next pieces belong to; a square and a piece, before which
     * "put" may stand. */
    if (take_side(edit, &edit->army) || take_word(edit, "put"))
        return STATUS_OK;
    if (take_square(edit, &square))
        return put_piece(edit, square, error);
    const char *verb = peek(edit);
    edit->at++;
    if (strcmp(verb, "row") == 0)
        return put_row(edit, error);
    if (strcmp(verb, "army") == 0)
        return put_army(edit, error);
    if (strcmp(verb, "taken") == 0)
        return read_off_board(edit, "captured", true, draft_set_captured, error);
    if (strcmp(verb, "absent") == 0)
        return read_off_board(edit, "absent", false, draft_set_absent, error);
    if (strcmp(verb, "clear") == 0 || strcmp(verb, "moved") == 0 || strcmp(verb, "known") == 0)
        return change_squares(edit, verb, error);
    if (strcmp(verb, "turn") == 0)
        return take_side(edit, &edit->draft.placement.to_move) ? STATUS_OK
                                                               : report_missing_word(edit, "red or blue",
                                                                                     error);
    if (strcmp(verb, "variant") == 0)
        return take_variant(edit, error);
    if (strcmp(verb, "new") == 0) {
        uint8_t variant = edit->draft.placement.variant;
        draft_clear(&edit->draft);
        edit->draft.placement.variant = variant;
        return STATUS_OK;
    }
    return error_set(error, STATUS_BAD, "found '%.40s', expected a square and a piece, or one of red, blue, "
                     "row, army, taken, absent, moved, known, clear, turn, variant, new", verb);
}

/* Returns whether a word can begin a step. A file with such a name must be written with its folder. */
static bool is_step(const struct edit *edit, const char *word)
{
    static const char *const verbs[] = {"red", "blue", "put", "row", "army", "taken", "absent", "moved",
                                        "known", "clear", "turn", "variant", "new"};
    int square;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(word, verbs[i]) == 0)
            return true;
    return value_square(word, edit->notation, &square);
}

/* Makes the position that the steps change: that of the file which the first word names. If it names none,
 * the position is that of the current game, or an empty board if there is none. */
static enum status begin_draft(struct edit *edit, struct session *session, struct error *error)
{
    struct position position = {0};
    enum status status = STATUS_OK;
    bool has_file = edit->count > 0 && !is_step(edit, edit->word[0]);
    draft_clear(&edit->draft);
    if (has_file) {
        status = load_position(session, &command_position_edit, edit->word[edit->at++], &position, error);
        if (!status)
            draft_from_position(&edit->draft, &position);
    } else if (session->game) {
        /* The answer shows all ranks, so none may be hidden from the user. */
        for (enum side side = RED; side <= BLUE && !status; side++)
            status = load_check_visible(session, NULL, NULL, side, error);
        if (!status)
            draft_from_position(&edit->draft, &session->game->position);
    }
    position_free(&position);
    return status;
}

/* Makes the draft the current game. At the console it counts as unsaved work. */
static enum status make_current(struct session *session, const struct position_draft *draft,
                                struct error *error)
{
    struct record record = {0};
    struct game *game = memory_new(1, sizeof *game);
    record_clear(&record); /* sets the defaults */
    record.start = draft->placement;
    rules_from_settings(&record.rules, &session->settings, &record.rules);
    enum status status = game_open(game, &record, error);
    record_clear(&record);
    if (status) {
        free(game);
        return status;
    }
    played_game_leave(session);
    session_load(session, game, NULL);
    session->unsaved = session->interactive && !session->out;
    return STATUS_OK;
}

/* Adds the draft to the JSON: the position file, the numbers of pieces by side and place, and a string for
 * each fault. */
static void add_draft_json(const struct position_draft *draft, const char *position, struct json *json)
{
    struct text missing = {0};
    json_printf(json, "{format: %s, variant: %s, text: %s",
                "position", variant_at(draft->placement.variant)->name, position);
    for (enum side side = RED; side <= BLUE; side++) {
        struct draft_count count = draft_count(draft, side);
        json_printf(json, "%s: {known: %d, unknown: %d, captured: %d, absent: %d}",
                    side_name(side), count.known, count.unknown, count.captured, count.missing);
    }
    draft_list_faults(draft, "", &missing);
    json_add_line_list(json, "missing", text_string(&missing));
    json_close(json, '}');
    text_free(&missing);
}

/* Prints the position file, followed by comments: the numbers of pieces, and what is missing. */
static void print_draft(struct session *session, const struct position_draft *draft)
{
    struct text out = {0};
    position_write(&session->game->position, &out);
    add_draft_json(draft, text_string(&out), session->answer);
    for (enum side side = RED; side <= BLUE; side++) {
        struct draft_count count = draft_count(draft, side);
        text_printf(&out, "# %s: %d on the board", side_name(side), count.known + count.unknown);
        if (count.unknown)
            text_printf(&out, ", %d of them unknown", count.unknown);
        text_printf(&out, "; %d captured", count.captured);
        if (!variant_at(draft->placement.variant)->any_army) /* with any army, the first army is not known */
            text_printf(&out, "; %d in neither place", count.missing);
        text_add(&out, "\n");
    }
    draft_list_faults(draft, "# ", &out);
    session_print_text(session, &out);
}

struct position_edit_args {
    struct word_list words;
};

/* Runs `position edit`. */
static enum status run_edit(struct session *session, const void *arguments, struct error *error)
{
    const struct position_edit_args *args = arguments;
    struct edit edit = {.notation = session_notation(session), .word = args->words.word,
                        .count = args->words.count};
    struct error why = {0};
    if (played_game_refuse(session, "position edit", error) != STATUS_OK)
        return STATUS_BAD;
    enum status status = begin_draft(&edit, session, error);
    while (!status && edit.at < edit.count) {
        int first_word = edit.at;
        status = take_step(&edit, &why);
        if (status)
            error_set(error, status, "position edit: word %d (%s): %s", first_word + 1, edit.word[first_word],
                      why.text);
    }
    if (!status)
        status = make_current(session, &edit.draft, error);
    if (!status)
        print_draft(session, &edit.draft);
    return status;
}

/* Gives completion the words that begin a step, and the names of the variants. */
static void list_steps(name_taker *take, void *context)
{
    static const char *const steps[] = {"army", "blue", "clear", "known", "moved", "new", "put", "red", "row",
                                        "taken", "turn", "variant"};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        take(context, steps[i]);
    for (size_t i = 0; i < variant_count; i++)
        take(context, variant_table[i].name);
}

const struct command command_position_edit = {
    .name = "position edit", .group = GROUP_LOOK,
    .keywords = "editor FEN set up board diagram",
    .words = ARGUMENTS(
        WORD_TEXT(struct position_edit_args, words, "STEP",
                  "a file to begin with, and what to change, as below", .list = true, .optional = true,
                  .names = list_steps)),
    .out = true, .args_size = sizeof(struct position_edit_args),
    .help = "puts a position together and takes it as the one at hand",
    .details = "Begins with a file, if the first word names one, else with the position at hand or an empty\n"
               "board. The other words are steps, as many as you like:\n"
               "  d4 9  e7 ?       a piece on a square; '.' empties it\n"
               "  red  blue        whose ranks follow (red's); ?: the other's\n"
               "  row 4 F B . …    the ten cells of a row, or row 4 FB...3?2..\n"
               "  variant barrage  else classic, or the first setup's variant\n"
               "  army blue ?      forty unknown pieces; army red mine: a setup\n"
               "  taken blue 2 2 9 what was captured; none; rest: all it lacks\n"
               "  absent blue 8 8  what it began without; none\n"
               "  moved e7 f6, known e7, clear e7, turn blue, new\n"
               "A cell may have its side before it and marks behind: b9!, r5*, ?moved, 5known. The answer\n"
               "is the position file (doc/FILES.md) with what is still missing as comments. Commands that\n"
               "look, guess, plan and search then work on it. On a shell quote '?' and '!'.",
    .run = run_edit,
};
