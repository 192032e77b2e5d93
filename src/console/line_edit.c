/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/line_edit.h"

#include "base/disk.h"
#include "base/memory.h"
#include "console/line_history.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/history.h>
#include <readline/readline.h>

/* readline is one for the whole program, and calls back without a context of ours. */
static struct {
    const struct line_user *user;
    bool ready, has_history;
    char history[PATH_MAX]; /* the file; "": none */
    FILE *nowhere;          /* for what readline would write where the terminal is not its own */
    char *bell;             /* how it rings elsewhere */
} edit;

/* --- completion --- */

/* How many bytes all of them begin with, whole characters. */
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
    while (size && ((unsigned char)first[size] & 0xc0) == 0x80)
        size--;
    return size;
}

/* Puts what all completions begin with in the place of what is typed, from byte `start` on, where that is
 * more. A blank follows a word that is whole. */
static bool insert(const struct completions *completions, size_t start, size_t common)
{
    const struct completion *first = &completions->items[0];
    size_t typed = (size_t)rl_point - start;
    bool quote = strchr("'\"", first->text[0]) && typed && first->text[0] != rl_line_buffer[start];
    bool whole = completions->count == 1;
    if (!whole && (common < typed + quote + 1 ||
                   strncmp(first->text + quote, rl_line_buffer + start, typed) != 0))
        return false;
    char *text = memory_text(first->text);
    text[common] = '\0';
    rl_begin_undo_group();
    rl_delete_text((int)start, rl_point);
    rl_point = (int)start;
    rl_insert_text(text);
    if (whole && !first->open && rl_line_buffer[rl_point] != ' ')
        rl_insert_text(" ");
    rl_end_undo_group();
    free(text);
    return true;
}

/* What Tab does. */
static int complete(int count, int key)
{
    struct completions completions = {0};
    (void)count, (void)key;
    complete_line(edit.user->session, rl_line_buffer, (size_t)rl_point, &completions);
    size_t common = completions.count ? common_size(&completions) : 0;
    if (!completions.count || !insert(&completions, completions.start, common))
        edit.user->list(&completions, common);
    completions_free(&completions);
    return 0;
}

static int pass_over(int count, int key)
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

static bool is_blank(const char *line)
{
    return !line[strspn(line, " \t")];
}

void line_edit_keep_here(const char *line)
{
    if (is_blank(line))
        return;
    for (int i = history_length; i-- > 0;)
        if (strcmp(history_get(history_base + i)->line, line) == 0)
            free_history_entry(remove_history(i));
    add_history(line);
}

void line_edit_keep(const char *line)
{
    struct error error = {0};
    line_edit_keep_here(line);
    if (!is_blank(line) && edit.history[0] && line_history_add(edit.history, line, &error)) {
        edit.user->complain(edit.user->session, &error);
        edit.history[0] = '\0'; /* told once */
    }
}

static void read_history_file(void)
{
    struct line_history history;
    struct error error = {0};
    if (!disk_path(DISK_STATE, "history", edit.history, sizeof edit.history))
        edit.history[0] = '\0';
    else if (line_history_read(edit.history, &history, &error)) {
        edit.user->complain(edit.user->session, &error);
        edit.history[0] = '\0';
    } else {
        for (size_t i = 0; i < history.count; i++)
            add_history(history.lines[i]);
        line_history_free(&history);
    }
    stifle_history(LINE_HISTORY_MAX);
}

void line_edit_forget(void)
{
    clear_history();
    edit.has_history = edit.user != NULL;
    if (edit.user)
        read_history_file();
}

/* --- who uses it --- */

static void set_up(void)
{
    rl_readline_name = "vedette";
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_change_environment = 0;
    rl_initialize();
    /* Lines that are pasted run one after the other, as those of a file. */
    rl_variable_bind("enable-bracketed-paste", "off");
    rl_variable_bind("page-completions", "off");
    rl_bind_key('\t', complete);
    rl_bind_key_in_map('\t', complete, vi_insertion_keymap);
    /* The marks around what is pasted, where they come all the same: readline would read until the second. */
    rl_bind_keyseq_in_map("\\e[200~", pass_over, emacs_standard_keymap);
    rl_bind_keyseq_in_map("\\e[201~", pass_over, emacs_standard_keymap);
    rl_bind_keyseq_in_map("\\e[200~", pass_over, vi_insertion_keymap);
    rl_bind_keyseq_in_map("\\e[201~", pass_over, vi_insertion_keymap);
    /* Without a description of the terminal readline does not know these. */
    rl_bind_keyseq_if_unbound("\\e[3~", rl_delete);
    rl_bind_keyseq_if_unbound("\\e[H", rl_beg_of_line);
    rl_bind_keyseq_if_unbound("\\e[F", rl_end_of_line);
    using_history();
    edit.ready = true;
}

/* Where readline may write, and whose the terminal's modes are. */
static void turn_terminal(bool own)
{
    if (!own && !edit.nowhere)
        edit.nowhere = fopen("/dev/null", "we");
    rl_outstream = own ? stdout : edit.nowhere ? edit.nowhere : stderr;
    rl_prep_term_function = own ? rl_prep_terminal : NULL;
    rl_deprep_term_function = own ? rl_deprep_terminal : NULL;
    rl_redisplay_function = own ? rl_redisplay : edit.user->redisplay;
}

const struct line_user *line_edit_use(const struct line_user *user)
{
    const struct line_user *before = edit.user;
    edit.user = user;
    if (!user)
        return before;
    turn_terminal(!user->redisplay);
    rl_getc_function = user->take_key;
    if (!edit.ready)
        set_up();
    if (!edit.bell)
        edit.bell = memory_text(rl_variable_value("bell-style"));
    rl_variable_bind("bell-style", user->redisplay ? "none" : edit.bell);
    if (!edit.has_history)
        read_history_file();
    edit.has_history = true;
    return before;
}

void line_edit_end(void)
{
    clear_history(); /* not rl_clear_history: lists of changes may be in it that readline gave back already */
    edit.has_history = false;
    edit.user = NULL;
    if (edit.nowhere)
        fclose(edit.nowhere);
    edit.nowhere = NULL;
    free(edit.bell);
    edit.bell = NULL;
}
