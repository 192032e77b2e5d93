/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/console.h"

#include "base/memory.h"
#include "base/signals.h"
#include "base/version.h"
#include "console/command.h"
#include "console/line_edit.h"
#include "console/pager.h"
#include "console/prompt.h"
#include "console/terminal_guard.h"
#include "console/typed.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <readline/readline.h>

/* readline calls back without a context of ours. */
static struct {
    struct session *session;
    void (*complain)(struct session *session, const struct error *error);
    char *line;             /* that was entered; readline's */
    bool entered;
    struct typed_letters typed; /* bytes of a character that is not whole yet */
    struct text keys;       /* that were read, and readline has not taken yet from `at` on */
    size_t at;
} console;

enum { KEY_PATIENCE = 100 /* ms for the rest of a character */ };

/* --- keys --- */

static void on_line(char *line)
{
    console.line = line;
    console.entered = true;
    rl_callback_handler_remove(); /* the terminal is the command's now */
}

/* Has reads from the terminal return at once: what poll saw may be gone, for Ctrl-C drops what was typed. */
static void never_wait(void)
{
    struct termios modes;
    if (tcgetattr(STDIN_FILENO, &modes) == 0) {
        modes.c_cc[VMIN] = modes.c_cc[VTIME] = 0;
        tcsetattr(STDIN_FILENO, TCSADRAIN, &modes);
    }
}

/* Takes a byte that was read: readline gets it as soon as it is a whole character. */
static void add_byte(char byte)
{
    if (console.at == console.keys.size) {
        text_clear(&console.keys);
        console.at = 0;
    }
    typed_byte(&console.typed, byte, &console.keys);
}

/* Gives readline the next byte that was read; where it wants more at once, those that come, or else Ctrl-G,
 * which ends what it is at. */
static int take_key(FILE *in)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    char byte;
    (void)in;
    while (console.at == console.keys.size && poll(&input, 1, KEY_PATIENCE) > 0 &&
           read(STDIN_FILENO, &byte, 1) == 1)
        add_byte(byte);
    if (console.at == console.keys.size)
        typed_end(&console.typed, &console.keys);
    return console.at < console.keys.size ? (unsigned char)console.keys.bytes[console.at++] : CTRL('G');
}

/* Reads a key and lets readline act on it; where the terminal is gone the input has ended. */
static void read_key(bool hung_up)
{
    char byte;
    ssize_t size = read(STDIN_FILENO, &byte, 1);
    if (size == 1)
        add_byte(byte);
    else if (size == 0 ? hung_up : errno != EINTR && errno != EAGAIN)
        on_line(NULL);
    while (console.at < console.keys.size && !console.entered)
        line_edit_read();
}

/* --- signals --- */

static volatile sig_atomic_t ended_by, suspended, resized;

static void on_ending(int number)
{
    ended_by = number;
}

static void on_suspend(int number)
{
    (void)number;
    suspended = 1;
}

static void on_resize(int number)
{
    (void)number;
    resized = 1;
}

/* Those that the console takes while a line is typed, and what they did before. SIGINT is the program's own:
 * it sets the session's stop flag. */
static struct caught_signal {
    int number;
    void (*handler)(int number);
    struct sigaction before;
} caught[] = {
    {.number = SIGHUP, .handler = on_ending},   {.number = SIGTERM, .handler = on_ending},
    {.number = SIGQUIT, .handler = on_ending},  {.number = SIGTSTP, .handler = on_suspend},
    {.number = SIGWINCH, .handler = on_resize},
};

enum { CAUGHT = sizeof caught / sizeof *caught };

/* From now on they, and SIGINT, arrive only while the console waits, with `open` as its mask, so that none
 * falls between a look and the waiting. */
static void catch_signals(sigset_t *open)
{
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    for (int i = 0; i < CAUGHT; i++) {
        signals_catch(caught[i].number, caught[i].handler, &caught[i].before);
        sigaddset(&blocked, caught[i].number);
    }
    sigprocmask(SIG_BLOCK, &blocked, open);
}

static void release_signals(const sigset_t *open)
{
    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i].number, &caught[i].before, NULL);
    sigprocmask(SIG_SETMASK, open, NULL);
}

/* Stops the program as Ctrl-Z does elsewhere, with the terminal as the shell wants it, until it is
 * continued. Where nothing can stop it, the line stays as it is. */
static void suspend(sigset_t *open)
{
    rl_deprep_terminal();
    release_signals(open);
    bool stopped = stop_program();
    catch_signals(open);
    rl_prep_terminal(1);
    never_wait();
    if (!stopped) {
        rl_ding();
        return;
    }
    rl_resize_terminal();
    rl_on_new_line();
    rl_redisplay();
}

/* Ctrl-C: the line is dropped, a search in the history too. */
static void drop_line(void)
{
    session_begin_line(console.session);
    rl_callback_sigcleanup();
    rl_point = rl_end;
    rl_redisplay();
    fputs("^C\r\n", rl_outstream);
    rl_replace_line("", 1);
    rl_on_new_line();
    rl_redisplay();
}

/* Does what the signals that came ask for. */
static void obey_signals(sigset_t *open)
{
    if (ended_by) {
        int number = ended_by;
        rl_callback_handler_remove();
        fputc('\n', rl_outstream);
        fflush(rl_outstream);
        release_signals(open);
        signal(number, SIG_DFL);
        raise(number);
    }
    if (session_stopped(console.session))
        drop_line();
    if (suspended) {
        suspended = 0;
        suspend(open);
    }
    if (resized) {
        resized = 0;
        rl_resize_terminal();
    }
}

/* --- completion --- */

/* How much of a name readline shows where names are files: what stands behind the last '/' but one at its
 * end. */
static size_t shown_size(const char *text)
{
    size_t size = strlen(text), from = size ? size - 1 : 0;
    while (from && text[from - 1] != '/')
        from--;
    return size - from;
}

/* Lists them below the line, as readline does; of files the last part of their names. */
static void list(const struct completions *completions, size_t common)
{
    char **matches = memory_new(completions->count + 2, sizeof *matches);
    size_t longest = 0;
    matches[0] = memory_text(completions->items[0].text);
    matches[0][common] = '\0';
    bool files = strchr(matches[0], '/');
    for (size_t i = 0; i < completions->count; i++) {
        const char *text = completions->items[i].text;
        size_t size = files ? shown_size(text) : strlen(text);
        matches[i + 1] = completions->items[i].text;
        longest = size > longest ? size : longest;
    }
    rl_filename_completion_desired = files;
    rl_display_match_list(matches, (int)completions->count, (int)longest);
    rl_filename_completion_desired = 0;
    rl_forced_update_display();
    free(matches[0]);
    free(matches);
}

/* --- lines --- */

/* Lets a line be typed; readline's memory, NULL where the input has ended. */
static char *read_line(void)
{
    struct text prompt = {0};
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    struct termios modes;
    sigset_t open;
    prompt_text(console.session, &prompt);
    session_begin_line(console.session);
    console.entered = false;
    bool has_modes = tcgetattr(STDIN_FILENO, &modes) == 0;
    catch_signals(&open);
    if (has_modes)
        terminal_guard("", &modes);
    rl_reset_screen_size(); /* it may have changed while a command ran */
    rl_callback_handler_install(text_string(&prompt), on_line);
    never_wait();
    while (!console.entered) {
        if (ppoll(&input, 1, NULL, &open) > 0)
            read_key(input.revents & (POLLHUP | POLLERR));
        if (!console.entered)
            obey_signals(&open);
    }
    terminal_unguard();
    release_signals(&open);
    text_free(&prompt);
    return console.line;
}

static void run_line(const char *line)
{
    const char *command = getenv("PAGER");
    struct session *session = console.session;
    struct pager pager;
    struct error error = {0};
    int rows, columns;
    rl_get_screen_size(&rows, &columns);
    if (command && *command)
        pager_begin(&pager, session, command, rows, columns);
    enum status status = command_run_line(session, line, &error);
    if (command && *command)
        pager_end(&pager);
    if (status)
        console.complain(session, &error);
    fflush(stdout);
}

/* What there is to complete the line with, or a ring where there is nothing. */
static void list_below(const struct completions *completions, size_t common)
{
    if (completions->count)
        list(completions, common);
    else
        rl_ding();
}

void console_run(struct session *session,
                 void (*complain)(struct session *session, const struct error *error))
{
    char *line;
    const struct line_user user = {
        .session = session, .complain = complain, .list = list_below, .take_key = take_key,
    };
    console.session = session;
    console.complain = complain;
    line_edit_use(&user);
    session_printf(session, "vedette %s; 'help' lists the commands, Tab completes, Ctrl-D ends\n",
                   program_version);
    while (!session->quit && (line = read_line())) {
        line_edit_keep(line);
        run_line(line);
        free(line);
    }
    if (!session->quit)
        session_printf(session, "\n");
    line_edit_end();
    text_free(&console.keys);
    if (session->unsaved)
        session_notice(session, "what was noted or put together was not saved");
    session_begin_line(session); /* a Ctrl-C meant one line */
}
