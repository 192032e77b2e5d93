/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A position that is typed in: position edit. */
#include "commands/table.h"

#include "base/memory.h"
#include "base/plural.h"
#include "commands/setups.h"
#include "console/load.h"
#include "console/value.h"
#include "file/variant_name.h"
#include "game/notation.h"
#include "game/rules_option.h"
#include "play/draft.h"

#include <stdlib.h>
#include <string.h>

/* The words of a command line as they are taken, and what they have made so far. */
struct edit {
    struct position_draft draft;
    enum notation notation;
    enum side army;      /* whose a rank without a side is; a '?' without one is the other's */
    bool names_variant;  /* the line has named it: no setup changes it */
    char **word;
    int count, at;
};

/* The next word; NULL at the end. */
static const char *peek(const struct edit *edit)
{
    return edit->at < edit->count ? edit->word[edit->at] : NULL;
}

static enum status missing(const struct edit *edit, const char *expected, struct error *error)
{
    const char *found = peek(edit);
    if (found)
        return error_set(error, STATUS_BAD, "found '%.40s' behind '%s', expected %s", found,
                         edit->word[edit->at - 1], expected);
    return error_set(error, STATUS_BAD, "nothing stands behind '%s', expected %s", edit->word[edit->at - 1],
                     expected);
}

static bool take_word(struct edit *edit, const char *word)
{
    if (!peek(edit) || strcmp(peek(edit), word) != 0)
        return false;
    edit->at++;
    return true;
}

static bool take_side(struct edit *edit, enum side *side)
{
    for (enum side s = RED; s <= BLUE; s++)
        if (take_word(edit, side_name(s))) {
            *side = s;
            return true;
        }
    return false;
}

static bool take_square(struct edit *edit, int *square)
{
    if (!peek(edit) || !value_square(peek(edit), edit->notation, square))
        return false;
    edit->at++;
    return true;
}

/* A cell; whose a piece without a side is depends on whether its rank is told. */
static enum status read_cell(const struct edit *edit, const char *text, struct cell *cell,
                             struct error *error)
{
    enum side side = *text == '?' ? side_other(edit->army) : edit->army;
    return draft_read_cell(text, side, edit->notation, cell, error);
}

static enum status put(struct edit *edit, int square, struct error *error)
{
    struct cell cell;
    const char *text = peek(edit);
    if (!text)
        return missing(edit, "a piece", error);
    enum status status = read_cell(edit, text, &cell, error);
    edit->at++;
    return status ? status : draft_put(&edit->draft, square, cell, error);
}

/* Each square that follows, at least one, is emptied or gets a mark. */
static enum status change_squares(struct edit *edit, const char *what, struct error *error)
{
    int square, done = 0;
    enum status status = STATUS_OK;
    for (; !status && take_square(edit, &square); done++) {
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
    return done ? status : missing(edit, "squares", error);
}

/* Ten cells of a row, or one word of ten symbols, a file first. */
static enum status put_row(struct edit *edit, struct error *error)
{
    uint64_t number;
    char symbol[2] = "";
    const char *text = peek(edit);
    bool zero = text && edit->notation == NOTATION_ARTS && strcmp(text, "0") == 0;
    if (!text || !value_whole(text, &number) || number > ROWS || (number == 0 && !zero))
        return missing(edit, "a row", error);
    edit->at++;
    int row = zero ? ROWS - 1 : (int)number - 1;
    for (int file = 0; file < FILES; file++)
        draft_put(&edit->draft, square_at(file, row), (struct cell){.side = SIDES}, NULL);
    bool joined = peek(edit) && strlen(peek(edit)) == FILES;
    for (int file = 0; file < FILES; file++) {
        struct cell cell;
        const char *cell_text = peek(edit);
        if (joined) {
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
        edit->at += !joined;
    }
    edit->at += joined;
    return STATUS_OK;
}

/* Whether the setup's pieces are those of the variant that the line has named. */
static enum status check_named(const struct edit *edit, const struct setup *setup, struct error *error)
{
    uint8_t army[RANKS];
    setup_army(setup, army);
    return edit->names_variant ? variant_army_fault(variant_at(edit->draft.placement.variant), army, error)
                               : STATUS_OK;
}

/* A whole army on its four rows: "?", a setup's file or name. */
static enum status put_army(struct edit *edit, struct error *error)
{
    struct setup setup;
    enum side side;
    bool given = take_side(edit, &side);
    const char *text = peek(edit);
    if (!text)
        return missing(edit, "'?' or a setup", error);
    bool unknown = strcmp(text, "?") == 0;
    if (!given)
        side = unknown ? side_other(edit->army) : edit->army;
    enum status status = unknown ? STATUS_OK : setups_load(text, &setup, NULL, NULL, error);
    edit->at++;
    if (!status && !unknown)
        status = check_named(edit, &setup, error);
    return status ? status : draft_place_army(&edit->draft, side, unknown ? NULL : &setup, error);
}

typedef enum status draft_changer(struct position_draft *draft, enum side side, const uint8_t pieces[RANKS],
                                  struct error *error);

/* Pieces of a side that are not on the board, which `change` takes: ranks, "none", or where `rest` is allowed
 * "rest", all that it lacks. `what` they are is for messages. */
static enum status take_gone(struct edit *edit, const char *what, bool rest, draft_changer *change,
                             struct error *error)
{
    enum side side = edit->army;
    uint8_t gone[RANKS] = {0};
    take_side(edit, &side);
    if (take_word(edit, "none"))
        return change(&edit->draft, side, gone, error);
    if (rest && take_word(edit, "rest"))
        return draft_capture_rest(&edit->draft, side, error);
    int rank, found = 0, square;
    for (; peek(edit) && !value_square(peek(edit), edit->notation, &square); edit->at++, found++) {
        const char *text = peek(edit);
        if (!value_rank(text, edit->notation, &rank))
            break;
        int most = variant_at(edit->draft.placement.variant)->count[rank];
        if (gone[rank] >= most)
            return error_set(error, STATUS_BAD, "found %d %s pieces of rank %c, expected at most %d",
                             gone[rank] + 1, what, rank_write(rank, edit->notation), most);
        gone[rank]++;
    }
    return found ? change(&edit->draft, side, gone, error)
                 : missing(edit, rest ? "ranks, 'none' or 'rest'" : "ranks or 'none'", error);
}

/* The name of a variant. */
static enum status take_variant(struct edit *edit, struct error *error)
{
    char names[VARIANT_NAMES];
    const struct variant *variant = peek(edit) ? variant_find(peek(edit)) : NULL;
    if (!variant)
        return missing(edit, variant_names(names), error);
    edit->at++;
    edit->names_variant = true;
    return draft_variant(&edit->draft, variant, error);
}

/* Takes one step of the line. */
static enum status take_step(struct edit *edit, struct error *error)
{
    int square;
    if (take_side(edit, &edit->army) || take_word(edit, "put"))
        return STATUS_OK;
    if (take_square(edit, &square))
        return put(edit, square, error);
    const char *verb = peek(edit);
    edit->at++;
    if (strcmp(verb, "row") == 0)
        return put_row(edit, error);
    if (strcmp(verb, "army") == 0)
        return put_army(edit, error);
    if (strcmp(verb, "taken") == 0)
        return take_gone(edit, "captured", true, draft_set_captured, error);
    if (strcmp(verb, "absent") == 0)
        return take_gone(edit, "absent", false, draft_set_absent, error);
    if (strcmp(verb, "clear") == 0 || strcmp(verb, "moved") == 0 || strcmp(verb, "known") == 0)
        return change_squares(edit, verb, error);
    if (strcmp(verb, "turn") == 0)
        return take_side(edit, &edit->draft.placement.to_move) ? STATUS_OK
                                                               : missing(edit, "red or blue", error);
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

/* True where the word can begin a step: a file's name must look otherwise, or be written with a folder. */
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

/* What the edit begins with: a file, the game at hand, or an empty board. */
static enum status begin(struct edit *edit, struct session *session, struct error *error)
{
    struct position position = {0};
    enum status status = STATUS_OK;
    bool file = edit->count > 0 && !is_step(edit, edit->word[0]);
    draft_clear(&edit->draft);
    if (file) {
        status = load_position(session, edit->word[edit->at++], &position, error);
        if (!status)
            draft_from_position(&edit->draft, &position);
    } else if (session->game) {
        for (enum side side = RED; side <= BLUE && !status; side++)
            status = load_check_visible(session, NULL, NULL, side, error);
        if (!status)
            draft_from_position(&edit->draft, &session->game->position);
    }
    position_free(&position);
    return status;
}

/* Makes what was put together the game at hand. */
static enum status make_current(struct session *session, const struct position_draft *draft,
                                struct error *error)
{
    struct record record = {0};
    struct game *game = memory_new(1, sizeof *game);
    record_clear(&record);
    record.start = draft->placement;
    rules_from_settings(&record.rules, &session->settings, &record.rules);
    enum status status = game_open(game, &record, error);
    record_clear(&record);
    if (status) {
        free(game);
        return status;
    }
    session_load(session, game);
    session->unsaved = session->interactive && !session->out;
    return STATUS_OK;
}

/* The position, and where each side's pieces are; what is odd or missing, a string each. */
static void add_draft_json(const struct position_draft *draft, const char *position, struct json *json)
{
    struct text missing = {0};
    char *rest = NULL;
    json_open(json, NULL, '{');
    json_text(json, "format", "position");
    json_text(json, "variant", variant_at(draft->placement.variant)->name);
    json_text(json, "text", position);
    for (enum side side = RED; side <= BLUE; side++) {
        struct draft_count count = draft_count(draft, side);
        json_open(json, side_name(side), '{');
        json_whole(json, "known", count.known);
        json_whole(json, "unknown", count.unknown);
        json_whole(json, "captured", count.captured);
        json_whole(json, "absent", count.absent);
        json_close(json, '}');
    }
    draft_list_faults(draft, "", &missing);
    json_open(json, "missing", '[');
    for (char *line = missing.size ? strtok_r(missing.bytes, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest))
        json_text(json, NULL, line);
    json_close(json, ']');
    json_close(json, '}');
    text_free(&missing);
}

/* The position file, and as comments behind it how many pieces there are and what is missing. */
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
        if (!variant_at(draft->placement.variant)->any_army) /* else nobody knows what it began with */
            text_printf(&out, "; %d in neither place", count.absent);
        text_add(&out, "\n");
    }
    draft_list_faults(draft, "# ", &out);
    session_print_text(session, &out);
}

struct position_edit_args {
    struct word_list words;
};

static enum status run_edit(struct session *session, const void *arguments, struct error *error)
{
    const struct position_edit_args *args = arguments;
    struct edit edit = {.notation = session_notation(session), .word = args->words.word,
                        .count = args->words.count};
    struct error why = {0};
    if (session_is_playing(session))
        return error_set(error, STATUS_BAD, "position edit: a game is on the screen: leave it first");
    enum status status = begin(&edit, session, error);
    while (!status && edit.at < edit.count) {
        int from = edit.at;
        status = take_step(&edit, &why);
        if (status)
            error_set(error, status, "position edit: word %d (%s): %s", from + 1, edit.word[from],
                      why.text);
    }
    if (!status)
        status = make_current(session, &edit.draft, error);
    if (!status)
        print_draft(session, &edit.draft);
    return status;
}

static void take_steps(name_taker *take, void *context)
{
    static const char *const steps[] = {"army", "blue", "clear", "known", "moved", "new", "put", "red", "row",
                                        "taken", "turn", "variant"};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        take(context, steps[i]);
    for (size_t i = 0; i < variant_count; i++)
        take(context, variant_table[i].name);
}

const struct command command_position_edit = {
    .name = "position edit",
    .group = GROUP_LOOK,
    .keywords = "board editor set up diagram FEN",
    .words = ARGUMENTS(
        {.name = "STEP", .kind = VALUE_TEXT, .list = true, .at = offsetof(struct position_edit_args, words),
         .optional = true, .names = take_steps,
         .meaning = "a file to begin with, and what to change, as below"}),
    .out = true,
    .args_size = sizeof(struct position_edit_args),
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
