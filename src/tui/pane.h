/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The console as a pane at the bottom of the game screen: the same commands, history and completion as in
 * `vedette console`, for the current game. Commands run in the background (console/background_command.h); a
 * typed move is played, and words as "undo" act as their keys do. */
#ifndef VEDETTE_TUI_PANE_H
#define VEDETTE_TUI_PANE_H

#include "base/string_list.h"
#include "base/text.h"
#include "base/worker.h"
#include "console/background_command.h"
#include "tui/canvas.h"

struct tui;

/* The state of the console pane. */
struct pane {
    bool open;
    bool ready;                 /* the fields below are initialised; all zero before */
    struct worker worker;
    struct background_command *running; /* the running command; NULL: none */
    double started_at;                  /* clock_now() when it was started */
    bool stopping;                      /* Ctrl-C was pressed, the command has not ended yet */
    char progress[BACKGROUND_PROGRESS]; /* its progress as text */
    struct text queued;                 /* entered lines that have not been run yet */
    struct text pasted;                 /* pasted lines; each is run by its own Enter */
    struct string_list turn_lines;      /* with two people: lines entered in this turn, for the history */
    struct text transcript;             /* entered lines and their output; each line begins with its kind */
    size_t last_entry;                  /* byte of the transcript where the last entered line begins */
    struct text listing; /* completions, shown in place of it until the next key; empty: none */
    long scroll;                        /* rows scrolled down from the default view, negative: up */
};

/* Returns how many of the screen's `rows` rows the pane takes. Returns 0 if it is closed, or if it covers the
 * lower half of the board. */
int pane_rows(const struct tui *tui, int rows);

/* Opens the pane. Only one pane may be open in the program, because readline has global state. */
void pane_open(struct tui *tui);

/* Handles a key while it is open. Returns flags as a screen's key function does. */
unsigned pane_handle_key(struct tui *tui, int key);

/* Inserts pasted text into the line. Nothing is run: each further line is inserted after Enter has run the
 * one before. */
void pane_paste(struct tui *tui, const char *text);

/* Returns the number of pasted lines that are still to be inserted. */
size_t pane_count_pasted(const struct pane *pane);

/* Scrolls the text by pages (negative: back), limited to the text. */
void pane_scroll_pages(struct tui *tui, int pages);

/* Adds a message to the transcript. */
void pane_print(struct tui *tui, bool is_error, const char *text);

/* Adds the text of the message line to the transcript, if there is one and the pane is open. */
void pane_print_message(struct tui *tui);

/* Collects output of the running command, applies its changes when it is done, and runs the next queued
 * line. Called when a thread signals. */
void pane_advance(struct tui *tui);

/* Returns whether a command is running. */
bool pane_is_busy(const struct tui *tui);

/* Closes the pane when the game is left. The running command is stopped, and its changes are dropped. */
void pane_leave(struct tui *tui);

/* Leaves the pane when another person may take over the screen: also erases lines, output and history of
 * this turn. */
void pane_erase(struct tui *tui);

/* Stops the running command and frees the memory. */
void pane_free(struct tui *tui);

/* Draws the pane, if it is open. */
void pane_draw(const struct tui *tui, struct canvas *canvas);

/* Draws the keys of the open pane in place of the help line of the game screen. */
void pane_draw_help(const struct tui *tui, struct canvas *canvas);

#endif
