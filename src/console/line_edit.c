/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/line_edit.h"

#include "base/disk.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "console/line_history.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <readline/history.h>
#include <readline/readline.h>

/* State of readline's user. It is global, as readline itself is, whose callbacks have no context argument. */
static struct {
    const struct line_user *user;
    bool ready, has_history;
    char history[PATH_MAX]; /* the history file; "": none */
    FILE *null_output;      /* /dev/null: readline's output while it does not control the terminal */
    char *bell;             /* the user's bell-style, used on the console */
} edit;

/* --- completion --- */

/* Returns how many bytes all completions have in common at their start, in whole characters. */
static size_t common_size(const struct completions *completions)
{
    const char *first = completions->items[0].text;
    size_t size = strlen(first);
    for (size_t i = 1; i < completions->count; i++) {
        size_t same = 0;
        while (same < size && first[same] == completions->items[i].text[same])
            same++;
        size = same;
    }
    while (size && utf8_continues(first[size]))
        size--;
    return size;
}

/* Replaces the typed text from byte `start` by the common part of the completions (`common` bytes) if that is
 * longer. Adds a blank after a single complete word. False if nothing was inserted. */
static bool insert_completion(const struct completions *completions, size_t start, size_t common)
{
    const struct completion *first = &completions->items[0];
    size_t typed = (size_t)rl_point - start;
    /* The completion may add a quote that was not typed. */
    bool quote = strchr("'\"", first->text[0]) && typed && first->text[0] != rl_line_buffer[start];
    bool is_single = completions->count == 1;
    if (!is_single && (common < typed + quote + 1 ||
                       strncmp(first->text + quote, rl_line_buffer + start, typed) != 0))
        return false;
    char *text = memory_text(first->text);
    text[common] = '\0';
    rl_begin_undo_group();
    rl_delete_text((int)start, rl_point);
    rl_point = (int)start;
    rl_insert_text(text);
    if (is_single && !first->open && rl_line_buffer[rl_point] != ' ')
        rl_insert_text(" ");
    rl_end_undo_group();
    free(text);
    return true;
}

/* Readline's function for Tab: completes the current word or lists its completions. */
static int complete_word(int count, int key)
{
    struct completions completions = {0};
    (void)count, (void)key;
    complete_line(edit.user->session, rl_line_buffer, (size_t)rl_point, &completions);
    size_t common = completions.count ? common_size(&completions) : 0;
    if (!completions.count || !insert_completion(&completions, completions.start, common))
        edit.user->list(&completions, common);
    completions_free(&completions);
    return 0;
}

/* Readline's function for keys to ignore. */
static int ignore_key(int count, int key)
{
    (void)count, (void)key;
    return 0;
}

void line_edit_read(void)
{
    enum { COUNT_MAX = 1000 };
    if (rl_numeric_arg > COUNT_MAX)
        rl_numeric_arg = COUNT_MAX;
    rl_callback_read_char();
}

/* --- history --- */

/* Returns whether a line has no characters but blanks and tabs. */
static bool is_blank_line(const char *line)
{
    return !line[strspn(line, " \t")];
}

void line_edit_add_unsaved(const char *line)
{
    if (is_blank_line(line))
        return;
    for (int i = history_length; i-- > 0;)
        if (strcmp(history_get(history_base + i)->line, line) == 0)
            free_history_entry(remove_history(i));
    add_history(line);
}

void line_edit_add(const char *line)
{
    struct error error = {0};
    line_edit_add_unsaved(line);
    if (!is_blank_line(line) && edit.history[0] && line_history_add(edit.history, line, &error)) {
        edit.user->complain(edit.user->session, &error);
        edit.history[0] = '\0'; /* do not try, and complain, again */
    }
}

/* Reads the history file into readline's history. After an error works without a file. */
static void read_history_file(void)
{
    struct string_list history;
    struct error error = {0};
    if (!disk_path(DISK_STATE, "history", edit.history, sizeof edit.history))
        edit.history[0] = '\0';
    else if (line_history_read(edit.history, &history, &error)) {
        edit.user->complain(edit.user->session, &error);
        edit.history[0] = '\0';
    } else {
        for (size_t i = 0; i < history.count; i++)
            add_history(history.items[i]);
        string_list_free(&history);
    }
    stifle_history(LINE_HISTORY_MAX);
}

void line_edit_restore_history(void)
{
    clear_history();
    edit.has_history = edit.user != NULL;
    if (edit.user)
        read_history_file();
}

/* --- users of readline --- */

/* Sets readline's options and keys, once for the program. */
static void set_up_readline(void)
{
    rl_readline_name = "vedette";
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_change_environment = 0;
    rl_initialize();
    /* Pasted lines shall run one after the other, like those of a file. */
    rl_variable_bind("enable-bracketed-paste", "off");
    rl_variable_bind("page-completions", "off");
    rl_bind_key('\t', complete_word);
    rl_bind_key_in_map('\t', complete_word, vi_insertion_keymap);
    /* Ignore bracketed-paste markers that a terminal sends anyway: readline would wait for the second. */
    rl_bind_keyseq_in_map("\\e[200~", ignore_key, emacs_standard_keymap);
    rl_bind_keyseq_in_map("\\e[201~", ignore_key, emacs_standard_keymap);
    rl_bind_keyseq_in_map("\\e[200~", ignore_key, vi_insertion_keymap);
    rl_bind_keyseq_in_map("\\e[201~", ignore_key, vi_insertion_keymap);
    /* Delete, Home and End, which readline does not know without a terminal description. */
    rl_bind_keyseq_if_unbound("\\e[3~", rl_delete);
    rl_bind_keyseq_if_unbound("\\e[H", rl_beg_of_line);
    rl_bind_keyseq_if_unbound("\\e[F", rl_end_of_line);
    using_history();
    edit.ready = true;
}

const struct line_user *line_edit_set_user(const struct line_user *user)
{
    const struct line_user *before = edit.user;
    edit.user = user;
    if (!user)
        return before;
    bool by_readline = !user->redisplay;
    if (!by_readline && !edit.null_output)
        edit.null_output = fopen("/dev/null", "we");
    rl_outstream = by_readline ? stdout : edit.null_output ? edit.null_output : stderr;
    rl_prep_term_function = by_readline ? rl_prep_terminal : NULL;
    rl_deprep_term_function = by_readline ? rl_deprep_terminal : NULL;
    rl_redisplay_function = by_readline ? rl_redisplay : user->redisplay;
    rl_getc_function = user->next_key;
    if (!edit.ready)
        set_up_readline();
    if (!edit.bell)
        edit.bell = memory_text(rl_variable_value("bell-style"));
    rl_variable_bind("bell-style", by_readline ? edit.bell : "none");
    if (!edit.has_history)
        read_history_file();
    edit.has_history = true;
    return before;
}

void line_edit_end(void)
{
    clear_history(); /* not rl_clear_history: it could free undo lists that readline has freed already */
    edit.has_history = false;
    edit.user = NULL;
    if (edit.null_output)
        fclose(edit.null_output);
    edit.null_output = NULL;
    free(edit.bell);
    edit.bell = NULL;
}
