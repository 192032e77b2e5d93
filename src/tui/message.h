/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The message line: what is said there, and what is asked. */
#ifndef VEDETTE_TUI_MESSAGE_H
#define VEDETTE_TUI_MESSAGE_H

#include "base/error.h"
#include "tui/line.h"

struct tui;
struct canvas;

/* What a question on the message line is about. */
enum question {
    ASK_NOTHING,
    ASK_QUIT, ASK_LEAVE, ASK_START, ASK_RESIGN, ASK_DRAW,
    ASK_SAVE, ASK_OVERWRITE, ASK_LOAD,
    ASK_DISCARD,
    ASK_NOTE,
    ASK_RANKS,              /* that a move entered has shown */
    ASK_CAPTURED, ASK_ARMY, /* of a position set up */
    ASK_SEARCH, ASK_DELETE, /* in the list of games */
    ASK_COMMENT,       /* what is to be said of a move */
    ASK_RELOAD,        /* whether the opponent takes new options */
    ASK_RANK,          /* what a piece shall be in a line that is tried */
};

enum answer { ANSWER_WAITING, ANSWER_YES, ANSWER_NO };

struct prompt {
    enum question question;
    bool yes_no;               /* else a line of text */
    double shown;              /* clock_now() when the question came on the screen; 0: it has not yet */
    char words[128];
    struct line line;
};

/* Says something on the message line; an alarm also stands out. */
void say(struct tui *tui, bool alarm, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Clears the message line. */
void message_clear(struct tui *tui);

/* Shows an error. */
void message_error(struct tui *tui, const struct error *error);

/* Adds to the message, after three blanks. */
void message_append(struct tui *tui, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says what is wrong with a file or folder of the person's, which is left out. */
void message_fault(struct tui *tui, const struct error *error);

/* Says an error behind what was said before. */
void message_add(struct tui *tui, const struct error *error);

/* Asks on the message line. Keys go to prompt_answer until the question is answered, with the text in
 * tui->prompt.line. */
void prompt_confirm(struct tui *tui, enum question question, const char *words);
void prompt_line(struct tui *tui, enum question question, const char *words, const char *text);
enum answer prompt_key(struct tui *tui, int key);

/* Takes a key while a question is open. Once it is answered, the question is closed, and `answered` acts on
 * the answer. A line that was typed is also in tui->path as the name of a file, "~/" standing for the home
 * folder. Flags as of a key. */
unsigned prompt_answer(struct tui *tui, int key,
                       unsigned (*answered)(struct tui *tui, enum question question, bool yes));

/* Whether a file may be written at tui->path: false where there is no name, or a file of that name, which is
 * then asked about (ASK_OVERWRITE). */
bool may_write_path(struct tui *tui);

/* A path as people write it: "~" for the home folder. */
void short_path(const char *path, char *text, size_t capacity);

/* The message line: a question, what is being typed, or the message. A long one goes on over the help
 * line; a question or an error that is still longer begins further up: to be drawn last. */
void draw_message(const struct tui *tui, struct canvas *canvas);

/* The same beside something that takes so many columns at the end of the message line. */
void draw_message_beside(const struct tui *tui, struct canvas *canvas, int taken);

#endif
