/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For tests of the screens: a person at them, without a terminal. Keys go in, the canvas comes out. */
#ifndef VEDETTE_TESTS_SCREENS_H
#define VEDETTE_TESTS_SCREENS_H

#include "folder.h"
#include "tui/screen.h"
#include "twins.h"

extern struct session session;

/* For the group: the session and the folder of its files. */
int screens_set_up(void **state);
int screens_tear_down(void **state);

/* A screen with no game yet, against `random`; free_tui gives it back. */
struct tui *new_tui(enum side side);
void free_tui(struct tui *tui);

/* Goes to a screen. */
void enter_screen(struct tui *tui, const struct screen *screen);

/* What the panels say of a side: their figures for what is shown, which must be there. */
const struct belief *shown_belief(const struct tui *tui, enum side side);

/* Draws the screen at a size. */
void paint(struct tui *tui, int rows, int cols);

/* How many times as long a test waits where sanitizers slow all down: TEST_PATIENCE, or 1. */
int test_patience(void);

/* Waits until the person is to move or the game is over, and all is written and worked out. */
void settle(struct tui *tui);

/* Types keys, and settles after each; returns the flags of the last. */
unsigned press(struct tui *tui, const char *keys);

/* One key, and what came in by then; nothing is waited for. */
void type_key(struct tui *tui, int key);

/* Lets the program go on until `what` is true; fails after a while. */
void go_on_until(struct tui *tui, bool (*what)(const struct tui *tui));

/* The row of the canvas in which `text` stands, or -1. */
int find_row(const struct tui *tui, const char *text);

/* Fails, and prints the screen, where 80x24 does not show the text. */
void assert_shown(struct tui *tui, const char *text);

/* Fails where 80x24 shows the text. */
void assert_not_on_screen(struct tui *tui, const char *text);

/* What stands on a square of the 80x24 screen, seen from red: four columns. */
void assert_square(struct tui *tui, const char *square, const char *expected);

/* Writes a game file; `moves` (may be NULL) has them in its history. */
void write_game(const char *path, const struct placement *start, const char *red,
                const char *blue, const struct board *moves);

/* Goes on with a game file. */
void load(struct tui *tui, const char *path);

/* A game of a few pieces: red's captain and scout, blue's sergeant known, a hidden one, one that has
 * moved. */
void load_few(struct tui *tui);

/* A screen with one of two twin games on it (`which`: 0 or 1), in which the watcher is a person against an
 * agent. free_tui gives it back. */
struct tui *new_twin(const struct twins *twins, int which, const char *agent);

/* A game before its first move, the person red, both flags in the last row. */
struct tui *show_new_game(const char *opponent);

/* Sets an option. As a test's teardown, forget_hint_options takes back those of hints. */
void set_hint_option(const char *key, const char *value);
int forget_hint_options(void **state);

/* Hints come from star, which looks so many plies ahead; "0": as long as it is let. */
void hints_by_star(const char *depth);

/* Hints come from vedette, which plays so many worlds out. */
void hints_by_vedette(const char *worlds);

struct move move_of(int from, int to);

#endif
