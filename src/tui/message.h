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
    QUESTION_NONE,
    QUESTION_QUIT, QUESTION_LEAVE, QUESTION_START, QUESTION_RESIGN, QUESTION_DRAW,
    QUESTION_SAVE, QUESTION_OVERWRITE, QUESTION_LOAD,
    QUESTION_DISCARD,
    QUESTION_NOTE,
    QUESTION_RANKS,              /* that a move entered has shown */
    QUESTION_CAPTURED, QUESTION_ARMY, /* of a position set up */
    QUESTION_SEARCH, QUESTION_DELETE, /* in the list of games */
    QUESTION_COMMENT,       /* what is to be said of a move */
    QUESTION_RELOAD,        /* whether the opponent takes new options */
    QUESTION_RANK,          /* what a piece shall be in a line that is tried */
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
void message_show(struct tui *tui, bool is_error, const char *format, ...) __attribute__((format(printf, 3,
                                                                                                 4)));

/* Clears the message line. */
void message_clear(struct tui *tui);

/* Shows an error. */
void message_error(struct tui *tui, const struct error *error);

/* Adds to the message, after three blanks. */
void message_append(struct tui *tui, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says what is wrong with a file or folder of the person's, which is left out. */
void message_file_error(struct tui *tui, const struct error *error);

/* Says an error behind what was said before. */
void message_add_error(struct tui *tui, const struct error *error);

/* Asks on the message line. Keys go to prompt_handle_key until the question is answered, with the text in
 * tui->prompt.line. */
void prompt_confirm(struct tui *tui, enum question question, const char *words);
void prompt_line(struct tui *tui, enum question question, const char *words, const char *text);
enum answer prompt_key(struct tui *tui, int key);

/* Takes a key while a question is open. Once it is answered, the question is closed, and `answered` acts on
 * the answer. A line that was typed is also in tui->path as the name of a file, "~/" standing for the home
 * folder. Flags as of a key. */
unsigned prompt_handle_key(struct tui *tui, int key,
                           unsigned (*act_on_answer)(struct tui *tui, enum question question, bool yes));

/* Whether a file may be written at tui->path: false where there is no name, or a file of that name, which is
 * then asked about (QUESTION_OVERWRITE). */
bool check_save_path(struct tui *tui);

/* A path as people write it: "~" for the home folder. */
void shorten_home_path(const char *path, char *text, size_t capacity);

/* The message line: a question, what is being typed, or the message. A long one goes on over the help
 * line; a question or an error that is still longer begins further up: to be drawn last. */
void draw_message(const struct tui *tui, struct canvas *canvas);

/* The same beside something that takes so many columns at the end of the message line. */
void draw_message_beside(const struct tui *tui, struct canvas *canvas, int taken);

#endif
