/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The set-up screen: forty pieces on their four rows; two at a time change places. */
#include "tui/screen.h"

#include "base/disk.h"
#include "file/file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { HOME_ROWS = 4 };

/* Lets the screen have another set-up. */
static void arrange_use(struct tui *tui, const struct setup *setup)
{
    struct arrange *arrange = &tui->arrange;
    struct placement placement;
    arrange->setup = *setup;
    placement_clear(&placement);
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        struct cell *cell = &placement.cell[setup_square(tui->wishes.side, i)];
        cell->side = (uint8_t)tui->wishes.side;
        cell->rank = setup->rank[i];
    }
    board_free(&arrange->board);
    board_init(&arrange->board, &placement, &tui->wishes.rules);
}

static void setup_enter(struct tui *tui)
{
    struct setup setup;
    setup_random(&setup, &tui->rng);
    arrange_use(tui, &setup);
    tui->arrange.cursor = 4;
    tui->arrange.picked = -1;
    say(tui, false, "Set your pieces up, or play with them as they stand: p");
}

/* Every rank, and how many there are of it. */
static void draw_ranks(struct canvas *canvas, const struct area *area)
{
    int row = area->row;
    if (area->rows > RANKS)
        canvas_text(canvas, row++, area->col, area->cols, ROLE_HEADING, "Pieces");
    for (int rank = RANKS - 1; rank >= 0 && row < area->row + area->rows; rank--, row++) {
        const struct rank_row *piece = &rank_table[rank];
        canvas_put(canvas, row, area->col, ROLE_TEXT, (uint32_t)piece->symbol);
        if (area->cols > 12)
            canvas_text(canvas, row, area->col + 2, 10, ROLE_DIM, piece->name);
        canvas_printf(canvas, row, area->col + (area->cols > 12 ? 14 : 2), 3, ROLE_TEXT, "%d",
                      piece->count);
    }
}

static void setup_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct arrange *arrange = &tui->arrange;
    enum side side = tui->wishes.side;
    const struct scene scene = {
        .board = &arrange->board, .viewer = side, .below = side,
        .cursor = setup_square(side, arrange->cursor),
        .chosen = arrange->picked < 0 ? SQUARE_NONE : setup_square(side, arrange->picked),
    };
    char left[128];
    snprintf(left, sizeof left, "Vedette   your set-up (%s)", side_name(side));
    draw_title(canvas, &tui->layout.title, left, tui->wishes.opponent);
    draw_board(canvas, &tui->layout, &scene);
    draw_ranks(canvas, &tui->layout.graves);
    draw_message(tui, canvas);
    draw_help_line(canvas, &tui->layout.help, ON_SETUP);
}

/* Takes a set-up from a file of any kind that holds one; of a game, that of the person's side. */
static enum status arrange_load(const struct tui *tui, const char *path, struct setup *setup,
                                struct error *error)
{
    struct thing thing = {0};
    struct setup both[SIDES];
    enum status status = file_read(path, &thing, error);
    if (status != STATUS_OK)
        return status;
    if (thing.kind == FILE_SETUP || thing.kind == FILE_LETTERS)
        *setup = thing.setup;
    else if (placement_to_setups(&thing.record.start, both))
        *setup = both[tui->wishes.side];
    else
        status = error_set(error, STATUS_BAD, "%s: no set-up in this file", path);
    thing_free(&thing);
    return status;
}

static void save(struct tui *tui)
{
    struct text text = {0};
    struct error error = {0};
    setup_write(&tui->arrange.setup, &text);
    if (disk_write(tui->path, text_string(&text), text.size, &error) == STATUS_OK)
        say(tui, false, "Saved as %s", tui->path);
    else
        say(tui, true, "%s", error.text);
    text_free(&text);
}

static void load(struct tui *tui)
{
    struct setup setup;
    struct error error = {0};
    if (arrange_load(tui, tui->path, &setup, &error) != STATUS_OK) {
        say(tui, true, "%s", error.text);
        return;
    }
    arrange_use(tui, &setup);
    tui->arrange.picked = -1;
    say(tui, false, "The set-up of %s", tui->path);
}

static unsigned setup_answer(struct tui *tui, int key)
{
    enum answer answer = prompt_key(tui, key);
    enum question question = tui->prompt.question;
    if (answer == ANSWER_WAITING)
        return 0;
    tui->prompt.question = ASK_NOTHING;
    if (question == ASK_SAVE || question == ASK_LOAD)
        take_path(tui);
    if (answer == ANSWER_NO || (question != ASK_QUIT && !tui->path[0]))
        return 0;
    if (question == ASK_QUIT)
        return GO_AWAY;
    if (question == ASK_LOAD)
        load(tui);
    else if (question == ASK_SAVE && access(tui->path, F_OK) == 0)
        ask_yes_no(tui, ASK_OVERWRITE, "There is such a file. Replace it?");
    else
        save(tui);
    return 0;
}

static void choose(struct arrange *arrange, struct tui *tui)
{
    if (arrange->picked < 0) {
        arrange->picked = arrange->cursor;
        return;
    }
    struct setup setup = arrange->setup;
    setup.rank[arrange->picked] = arrange->setup.rank[arrange->cursor];
    setup.rank[arrange->cursor] = arrange->setup.rank[arrange->picked];
    arrange_use(tui, &setup);
    arrange->picked = -1;
}

static void mirror(struct tui *tui)
{
    struct setup setup;
    for (int i = 0; i < PIECES_A_SIDE; i++)
        setup.rank[i] = tui->arrange.setup.rank[i / FILES * FILES + (FILES - 1 - i % FILES)];
    arrange_use(tui, &setup);
}

/* The next of the set-ups that came with the program. */
static unsigned take_ready_made(struct tui *tui)
{
    struct arrange *arrange = &tui->arrange;
    if (tui->pool_count == 0)
        return DID_NOTHING;
    size_t at = arrange->taken++ % tui->pool_count;
    arrange_use(tui, &tui->pool[at]);
    arrange->picked = -1;
    say(tui, false, "Set-up %zu of the %zu that came with the program", at + 1, tui->pool_count);
    return 0;
}

static void step(struct arrange *arrange, int rows, int cols)
{
    int row = arrange->cursor / FILES + rows, col = arrange->cursor % FILES + cols;
    if (row >= 0 && row < HOME_ROWS && col >= 0 && col < FILES)
        arrange->cursor = row * FILES + col;
}

static unsigned click(struct tui *tui)
{
    int screen_row, screen_col, row, col;
    const struct scene scene = {.below = tui->wishes.side};
    if (!terminal_click(&screen_row, &screen_col) ||
        !layout_hit(&tui->layout, screen_row, screen_col, &row, &col))
        return DID_NOTHING;
    int place = setup_index(tui->wishes.side, square_shown(&scene, row, col));
    if (place < 0)
        return DID_NOTHING;
    tui->arrange.cursor = place;
    choose(&tui->arrange, tui);
    return 0;
}

/* Plays with the set-up unless it can make no first move. */
static unsigned start(struct tui *tui)
{
    struct move moves[MOVES_MAX];
    if (board_steps(&tui->arrange.board, tui->wishes.side, moves) == 0) {
        say(tui, true, "No piece could move: put one that can in front, not before a lake");
        return 0;
    }
    return begin_game(tui, &tui->arrange.setup);
}

static unsigned setup_action(struct tui *tui, enum action action)
{
    struct arrange *arrange = &tui->arrange;
    struct setup setup;
    switch (action) {
    case ACTION_UP: step(arrange, -1, 0); return 0;
    case ACTION_DOWN: step(arrange, 1, 0); return 0;
    case ACTION_LEFT: step(arrange, 0, -1); return 0;
    case ACTION_RIGHT: step(arrange, 0, 1); return 0;
    case ACTION_CHOOSE: choose(arrange, tui); return 0;
    case ACTION_MIRROR: mirror(tui); return 0;
    case ACTION_START: return start(tui);
    case ACTION_READY_MADE: return take_ready_made(tui);
    case ACTION_RANDOM:
        setup_random(&setup, &tui->rng);
        arrange_use(tui, &setup);
        arrange->picked = -1;
        return 0;
    case ACTION_LOAD:
        ask_text(tui, ASK_LOAD, "Open the set-up file:", "");
        return 0;
    case ACTION_SAVE:
        ask_text(tui, ASK_SAVE, "Save as:", "mine.setup");
        return 0;
    case ACTION_CANCEL:
        if (arrange->picked < 0)
            return GO_NEW;
        arrange->picked = -1;
        return 0;
    case ACTION_QUIT: case ACTION_INTERRUPT:
        ask_yes_no(tui, ASK_QUIT, "Quit? The set-up is lost unless you saved it.");
        return 0;
    default:
        return common_action(tui, action);
    }
}

static unsigned setup_key(struct tui *tui, int key)
{
    if (tui->prompt.question != ASK_NOTHING)
        return setup_answer(tui, key);
    if (key == KEY_MOUSE)
        return click(tui);
    return setup_action(tui, key_action(key, ON_SETUP));
}

const struct screen setup_screen = {ON_SETUP, setup_enter, setup_draw, setup_key};
