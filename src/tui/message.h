/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The message line: messages and prompts. */
#ifndef VEDETTE_TUI_MESSAGE_H
#define VEDETTE_TUI_MESSAGE_H

#include "base/error.h"
#include "tui/layout.h"
#include "tui/line.h"

struct tui;
struct canvas;

/* What a prompt on the message line is about. */
enum question {
    QUESTION_NONE,
    QUESTION_QUIT, QUESTION_LEAVE, QUESTION_START, QUESTION_RESIGN, QUESTION_DRAW,
    QUESTION_SAVE, QUESTION_OVERWRITE, QUESTION_LOAD,
    QUESTION_DISCARD,
    QUESTION_NOTE,
    QUESTION_RANKS,                   /* the ranks that an entered move has revealed */
    QUESTION_CAPTURED, QUESTION_ARMY, QUESTION_REPLACE, QUESTION_SQUARE, /* in the editor */
    QUESTION_NAME,                    /* of one of two people */
    QUESTION_SEARCH, QUESTION_DELETE, /* in the list of games */
    QUESTION_COMMENT,                 /* a comment on a move */
    QUESTION_RELOAD,                  /* whether the opponent gets new options */
    QUESTION_RANK,                    /* the rank to assume for a piece in a variation */
};

/* The open prompt. */
struct prompt {
    enum question question;
    bool yes_no;     /* true: a yes-or-no question; false: a line of text */
    double shown;    /* clock_now() when the question was first drawn; 0: not yet */
    char words[128]; /* the text of the question */
    struct line line;
};

/* Shows a formatted message; `is_error` highlights it. */
void message_show(struct tui *tui, bool is_error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Clears the message line. */
void message_clear(struct tui *tui);

/* Shows an error. */
void message_error(struct tui *tui, const struct error *error);

/* Appends to the message, after three spaces. */
void message_append(struct tui *tui, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Shows an error about a file or folder of the user, which is ignored. The home folder becomes "~". */
void message_file_error(struct tui *tui, const struct error *error);

/* Appends an error to the message. */
void message_add_error(struct tui *tui, const struct error *error);

/* Opens a yes-or-no question. Keys then go to prompt_handle_key until it is answered. */
void prompt_confirm(struct tui *tui, enum question question, const char *words);

/* Opens a prompt for a line of text, which starts as `text`. Keys then go to prompt_handle_key. */
void prompt_line(struct tui *tui, enum question question, const char *words, const char *text);

/* Handles a key while a prompt is open. When it is answered, closes the prompt and calls `act_on_answer`
 * with `yes` (false: cancelled); the text is in tui->prompt.line, and as a file name, with "~/" replaced,
 * in tui->path. Returns flags as a screen's key function does. */
unsigned prompt_handle_key(struct tui *tui, int key,
                           unsigned (*act_on_answer)(struct tui *tui, enum question question, bool yes));

/* Returns whether the file tui->path can be written at once. False if the name is empty. If the file exists,
 * returns false and prompts whether to replace it (QUESTION_OVERWRITE). */
bool check_save_path(struct tui *tui);

/* Copies a path, with "~" for the home folder. */
void shorten_home_path(const char *path, char *text, size_t capacity);

/* Draws the message line: the prompt with the line being typed if one is open, otherwise the message. A
 * longer text begins further up, so call this last. The key bar below stays, or shows the keys that answer
 * the prompt. */
void draw_message(const struct tui *tui, struct canvas *canvas);

/* Returns whether a message with this text is shown whole; before the screen is first drawn, true. */
bool message_fits(const struct tui *tui, const char *text);

/* Shows the first sentences of a text, as many as fit whole; at least the first one. */
void message_show_sentences(struct tui *tui, const char *text);

/* Returns the number of rows above the message row that the message covers. */
int message_rows_above(const struct tui *tui, const struct canvas *canvas);

/* Returns an area without the rows that the message covers. */
struct area message_area_above(const struct tui *tui, const struct canvas *canvas, const struct area *area);

/* Draws the message line as draw_message, but leaves its last `used_cols` columns free. */
void draw_short_message(const struct tui *tui, struct canvas *canvas, int used_cols);

#endif
