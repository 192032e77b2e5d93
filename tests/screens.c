/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "screens.h"

#include "base/clock.h"
#include "base/disk.h"
#include "boards.h"
#include "cmocka_all.h"
#include "commands/table.h"
#include "file/file.h"
#include "shortcuts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct session session;

void free_tui(struct tui *tui)
{
    session_show_game(tui->session, NULL);
    local_game_leave(&tui->local);
    tui_free(tui);
}

struct tui *new_tui(enum side side)
{
    struct tui *tui = tui_new(&session, NULL);
    assert_non_null(tui);
    tui->square_info.disabled = true; /* the figures are those that the test sets */
    settings_set(&session.settings, "screen.about", "no", "set", NULL);
    tui->next_game = (struct next_game){.opponent = "random", .side = side, .rules = *rules_find("isf")};
    rng_seed(&tui->rng, 1, 0);
    settings_reset(&session.settings, "screen.side", NULL); /* which the key F keeps */
    return tui;
}

void enter_screen(struct tui *tui, const struct screen *screen)
{
    tui->screen = screen;
    screen->enter(tui);
}

const struct belief *shown_belief(const struct tui *tui, enum side side)
{
    const struct figures *figures = panels_figures(tui);
    assert_non_null(figures);
    return &figures->here.belief[side];
}

void paint(struct tui *tui, int rows, int cols)
{
    canvas_reset(&tui->canvas, rows, cols);
    tui->canvas.notation = session_notation(tui->session);
    screen_layout(tui, rows, cols);
    tui->screen->draw(tui, &tui->canvas);
}

int test_patience(void)
{
    const char *times = getenv("TEST_PATIENCE");
    int patience = times ? atoi(times) : 1;
    return patience > 1 ? patience : 1;
}

/* Waits until the person is to move or the game is over. */
void settle(struct tui *tui)
{
    for (screen_advance(tui); tui->local.thought.on || screen_is_busy(tui); screen_advance(tui))
        assert_true(wake_wait(&tui->wake, 10000 * test_patience()));
}

/* Types keys; returns the flags of the last. */
unsigned press(struct tui *tui, const char *keys)
{
    unsigned flags = 0;
    for (; *keys; keys++) {
        flags = tui->screen->key(tui, (unsigned char)*keys);
        settle(tui);
    }
    return flags;
}

/* The row of the canvas in which `text` stands, or -1. */
int find_row(const struct tui *tui, const char *text)
{
    char line[4096];
    for (int row = 0; row < tui->canvas.rows; row++) {
        canvas_row(&tui->canvas, row, line);
        if (strstr(line, text))
            return row;
    }
    return -1;
}

void assert_shown(struct tui *tui, const char *text)
{
    paint(tui, 24, 80);
    if (find_row(tui, text) < 0) {
        char line[4096];
        for (int row = 0; row < 24; row++) {
            canvas_row(&tui->canvas, row, line);
            print_message("%s\n", line);
        }
        fail_msg("not on the screen: %s", text);
    }
}

/* What stands on a square of the 80x24 screen, seen from red: four columns. */
static void square_text(struct tui *tui, const char *square, char text[5])
{
    char line[4096];
    paint(tui, 24, 80);
    int row = 10 - atoi(square + 1), col = square[0] - 'a';
    canvas_row(&tui->canvas, tui->layout.squares.row + 2 * row, line);
    size_t from = (size_t)(tui->layout.squares.col + 4 * col);
    memset(text, ' ', 4);
    for (size_t i = 0; i < 4 && from + i < strlen(line); i++)
        text[i] = line[from + i];
    text[4] = '\0';
}

void assert_square(struct tui *tui, const char *square, const char *expected)
{
    char text[5];
    square_text(tui, square, text);
    assert_string_equal(text, expected);
}

void write_game(const char *path, const struct placement *start, const char *red,
                const char *blue, const struct board *moves)
{
    struct record record = {0};
    struct text text = {0};
    record_clear(&record);
    record.rules = *rules_find("isf");
    record.start = *start;
    snprintf(record.player[RED], PLAYER_NAME_MAX, "%s", red);
    snprintf(record.player[BLUE], PLAYER_NAME_MAX, "%s", blue);
    for (uint32_t ply = 0; moves && ply < moves->plies; ply++)
        record_append(&record,
                      (struct move_with_ranks){moves->history[ply].move, RANK_UNKNOWN, RANK_UNKNOWN});
    game_write(&record, &text);
    assert_int_equal(disk_write(path, text_string(&text), text.size, NULL), STATUS_OK);
    text_free(&text);
    record_clear(&record);
}

void load(struct tui *tui, const char *path)
{
    struct error error = {0};
    struct game_terms terms = next_game_terms(tui, NULL);
    if (local_game_load(&tui->local, path, &terms, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    enter_screen(tui, &game_screen);
    settle(tui);
}

/* A few pieces: red's captain and scout, blue's sergeant known, a hidden one, one that has moved. */
static const char few[] =
    ".  .  .  .  .  .  .  .  .  bF   .  .  .  .  .  .  .  .  .  bB   b4!* .  .  .  b5* .  .  .  .  ."
    " .  .  .  .  b3* .  .  .  .  .   r6* .  ~  ~  .  .  ~  ~  .  .   .  .  ~  ~  .  r2 ~  ~  .  ."
    " r9!* .  .  .  r7* .  .  .  .  .   .  .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  ."
    " rF .  .  .  .  .  .  .  .  .";

void load_few(struct tui *tui)
{
    struct placement placement;
    char path[128];
    snprintf(path, sizeof path, "%s/few.game", folder);
    placement_draw(&placement, RED, few);
    write_game(path, &placement, "you", "random", NULL);
    load(tui, path);
}

struct tui *new_twin(const struct twins *twins, int which, const char *agent)
{
    const struct position *position = which ? &twins->two : &twins->one;
    char path[128];
    snprintf(path, sizeof path, "%s/twin.game", folder);
    write_game(path, &position->start, twins->watcher == RED ? "you" : agent,
               twins->watcher == RED ? agent : "you", &position->board);
    struct tui *tui = new_tui(RED);
    load(tui, path);
    assert_int_equal(tui->local.shown.person, twins->watcher);
    return tui;
}

void type_key(struct tui *tui, int key)
{
    tui->screen->key(tui, key);
    game_advance(tui);
}

void go_on_until(struct tui *tui, bool (*what)(const struct tui *tui))
{
    double until = clock_now() + 20 * test_patience();
    while (!what(tui) && clock_now() < until) {
        wake_wait(&tui->wake, 50);
        game_advance(tui);
    }
    assert_true(what(tui));
}

void assert_not_on_screen(struct tui *tui, const char *text)
{
    paint(tui, 24, 80);
    assert_int_equal(find_row(tui, text), -1);
}

void set_hint_option(const char *key, const char *value)
{
    assert_int_equal(settings_set(&session.settings, key, value, "set", NULL), STATUS_OK);
}

void hints_by_star(const char *depth)
{
    set_hint_option("hint.agent", "star");
    set_hint_option("search.depth", depth);
    set_hint_option("search.time", depth[0] == '0' ? "1000" : "0");
    set_hint_option("search.table_size", "1");
}

void hints_by_vedette(const char *worlds)
{
    set_hint_option("hint.agent", "vedette");
    set_hint_option("hint.time", "0");
    set_hint_option("vedette.worlds", worlds);
    set_hint_option("vedette.plies", "4");
    set_hint_option("vedette.deepen", "0"); /* also with more time */
}

int forget_hint_options(void **state)
{
    (void)state;
    static const char *const keys[] = {"hint.time",         "search.depth",   "search.time",
                                       "search.table_size", "vedette.worlds", "vedette.plies",
                                       "vedette.time",      "vedette.deepen"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        settings_reset(&session.settings, keys[i], NULL);
    set_hint_option("hint.agent", "planner");
    return 0;
}

static bool has_flag(const struct placement *start, int row)
{
    for (int file = 0; file < FILES; file++)
        if (start->cell[square_at(file, row)].rank == FLAG)
            return true;
    return false;
}

struct tui *show_new_game(const char *opponent)
{
    struct tui *tui = new_tui(RED);
    struct placement start;
    struct rng rng;
    char path[128];
    rng_seed(&rng, 17, 0);
    do
        placement_random_game(&start, &rng);
    while (!has_flag(&start, 0) || !has_flag(&start, ROWS - 1));
    snprintf(path, sizeof path, "%s/lines.game", folder);
    write_game(path, &start, "you", opponent, NULL);
    load(tui, path);
    return tui;
}

struct move move_of(int from, int to)
{
    return (struct move){(uint8_t)from, (uint8_t)to};
}

int screens_set_up(void **state)
{
    if (folder_set_up(state))
        return -1;
    session_init(&session, &command_table);
    session.seed = 7;
    /* The planner alone gives the same hint on any machine. */
    assert_int_equal(settings_set(&session.settings, "hint.agent", "planner", "set", NULL), STATUS_OK);
    return 0;
}

int screens_tear_down(void **state)
{
    session_free(&session);
    return folder_tear_down(state);
}
