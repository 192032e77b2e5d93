/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The console as a pane at the bottom of the game screen: the same lines, history and completion as at
 * `vedette console`, about the game that is being played. Commands run beside the screen
 * (console/background_command.h). */
#ifndef VEDETTE_TUI_PANE_H
#define VEDETTE_TUI_PANE_H

#include "base/text.h"
#include "base/worker.h"
#include "console/background_command.h"
#include "tui/canvas.h"

struct tui;

struct pane {
    bool open;
    bool ready;                 /* what follows was made; all zero before */
    struct worker worker;
    struct background_command *running; /* NULL: none is */
    double started_at;                  /* clock_now() when it began */
    bool stopping;                      /* Ctrl-C was pressed */
    char progress[BACKGROUND_PROGRESS];
    struct text queued;     /* lines entered that are still to be run */
    struct text pasted;     /* lines that were pasted, of which each waits for its own Enter */
    struct text turn_lines; /* with two people: lines entered in this turn, for the history */
    struct text transcript; /* lines entered and their output, each line with its kind before it */
    size_t last_entry;      /* byte of the transcript at which the last line entered stands */
    struct text listing;    /* completions, shown in place of it until the next key; empty: none */
    long scroll;            /* rows on from where the last answer begins, or ends if it is short */
};

/* How many rows of a screen it takes; 0: it is closed, or covers the board's lower half (pane_covers). */
int pane_rows(const struct tui *tui, int rows);

/* Opens it; more than one `tui` must not have it open. */
void pane_open(struct tui *tui);
void pane_close(struct tui *tui);

/* Takes a key where it is open; returns what that led to, as a screen does. */
unsigned pane_key(struct tui *tui, int key);

/* Puts text that was pasted on the line. Nothing runs by that: of several lines the next comes onto the line
 * when Enter has run the one before. */
void pane_paste(struct tui *tui, const char *text);

/* So many pasted lines wait. */
size_t pane_count_pasted(const struct pane *pane);

/* Turns the text over by pages, below 0: back; no further than there is text. */
void pane_scroll_pages(struct tui *tui, int pages);

/* Says something there beside the answers. */
void pane_print(struct tui *tui, bool is_error, const char *text);

/* Takes the output of a command, and its changes once it is done. To be called when a thread signals. */
void pane_advance(struct tui *tui);

/* Whether a command is under way. */
bool pane_is_busy(const struct tui *tui);

/* To be called when the game is left: what is under way is stopped, and changes nothing any more. */
void pane_leave(struct tui *tui);

/* The same where somebody else sits down, who must not see what was entered and printed. */
void pane_erase(struct tui *tui);
void pane_free(struct tui *tui);

void pane_draw(const struct tui *tui, struct canvas *canvas);

/* The keys that do something while it is open, where the game screen has its own else. */
void pane_draw_help(const struct tui *tui, struct canvas *canvas);

#endif
