/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/console.h"

#include "base/memory.h"
#include "base/signals.h"
#include "base/version.h"
#include "console/command.h"
#include "console/line_edit.h"
#include "console/pager.h"
#include "console/session.h"
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

/* State of the console. It is global because readline's callbacks have no context argument. */
static struct {
    struct session *session;
    void (*complain)(struct session *session, const struct error *error);
    char *line;             /* the line that was entered; memory of readline */
    bool entered;
    struct typed_letters typed; /* bytes of an incomplete character */
    struct text keys;       /* bytes to pass to readline; those before `at` are passed already */
    size_t at;
} console;

enum { KEY_TIMEOUT = 100 /* ms to wait for the next byte that readline wants */ };

/* --- keys --- */

/* Handles an entered line, which is NULL at the end of input. It is readline's callback. */
static void handle_line(char *line)
{
    console.line = line;
    console.entered = true;
    rl_callback_handler_remove(); /* gives the terminal to the command */
}

/* Makes reads from the terminal return at once: bytes that poll() reported may be gone, because Ctrl-C
 * discards typed input. */
static void set_terminal_nonblocking(void)
{
    struct termios modes;
    if (tcgetattr(STDIN_FILENO, &modes) == 0) {
        modes.c_cc[VMIN] = modes.c_cc[VTIME] = 0;
        tcsetattr(STDIN_FILENO, TCSADRAIN, &modes);
    }
}

/* Adds a typed byte. Readline gets it when its character is complete. */
static void add_byte(char byte)
{
    if (console.at == console.keys.size) {
        text_clear(&console.keys);
        console.at = 0;
    }
    typed_add_byte(&console.typed, byte, &console.keys);
}

/* Returns a byte for readline. If readline wants more bytes than there are, waits up to KEY_TIMEOUT for each.
 * Then returns Ctrl-G, which aborts readline's current action. */
static int next_key(FILE *in)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    char byte;
    (void)in;
    while (console.at == console.keys.size && poll(&input, 1, KEY_TIMEOUT) > 0 &&
           read(STDIN_FILENO, &byte, 1) == 1)
        add_byte(byte);
    if (console.at == console.keys.size)
        typed_finish(&console.typed, &console.keys);
    return console.at < console.keys.size ? (unsigned char)console.keys.bytes[console.at++] : CTRL('G');
}

/* Reads one byte and passes complete characters to readline. A read error, or no data after a hang-up, ends
 * the input. */
static void read_key(bool hung_up)
{
    char byte;
    ssize_t size = read(STDIN_FILENO, &byte, 1);
    if (size == 1)
        add_byte(byte);
    else if (size == 0 ? hung_up : errno != EINTR && errno != EAGAIN)
        handle_line(NULL);
    while (console.at < console.keys.size && !console.entered)
        line_edit_read();
}

/* --- signals --- */

static volatile sig_atomic_t ending_signal, suspended, resized;

/* Signal handler: records a signal that ends the program. */
static void on_ending(int number)
{
    ending_signal = number;
}

/* Signal handler: records SIGTSTP. */
static void on_suspend(int number)
{
    (void)number;
    suspended = 1;
}

/* Signal handler: records SIGWINCH. */
static void on_resize(int number)
{
    (void)number;
    resized = 1;
}

/* The signals that the console handles while a line is typed, and their actions before. SIGINT is handled by
 * the program: it sets the session's stop flag. */
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

/* Installs the handlers and blocks these signals and SIGINT. *old_mask gets the mask from before for
 * ppoll(), so that a signal can arrive only while the console waits and none is missed between a check and
 * the wait. */
static void catch_signals(sigset_t *old_mask)
{
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    for (int i = 0; i < CAUGHT; i++) {
        signals_catch(caught[i].number, caught[i].handler, &caught[i].before);
        sigaddset(&blocked, caught[i].number);
    }
    sigprocmask(SIG_BLOCK, &blocked, old_mask);
}

/* Restores the actions and the mask from before catch_signals. */
static void release_signals(const sigset_t *old_mask)
{
    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i].number, &caught[i].before, NULL);
    sigprocmask(SIG_SETMASK, old_mask, NULL);
}

/* Stops the program as Ctrl-Z does, with the terminal's modes restored, until it is continued. If the
 * program cannot be stopped, rings the bell. */
static void suspend(sigset_t *old_mask)
{
    rl_deprep_terminal();
    release_signals(old_mask);
    bool stopped = stop_program();
    catch_signals(old_mask);
    rl_prep_terminal(1);
    set_terminal_nonblocking();
    if (!stopped) {
        rl_ding();
        return;
    }
    rl_resize_terminal();
    rl_on_new_line();
    rl_redisplay();
}

/* Handles Ctrl-C: discards the typed line, and a history search in progress. */
static void drop_line(void)
{
    const int clear_undo = 1;
    session_begin_line(console.session); /* clears the stop flag, which would stop the next command */
    rl_callback_sigcleanup();            /* leaves a history search or an unfinished key sequence */
    /* Move the cursor to the end of the typed text, and write ^C after it. */
    rl_point = rl_end;
    rl_redisplay();
    fputs("^C\r\n", rl_outstream);
    /* Show the prompt with an empty line. readline does not know that the cursor is on a new line. */
    rl_replace_line("", clear_undo);
    rl_on_new_line();
    rl_redisplay();
}

/* Acts on the signals that arrived: ends or suspends the program, drops the line, or adapts to the window's
 * size. */
static void obey_signals(sigset_t *old_mask)
{
    if (ending_signal) {
        int number = ending_signal;
        rl_callback_handler_remove();
        fputc('\n', rl_outstream);
        fflush(rl_outstream);
        release_signals(old_mask);
        signal(number, SIG_DFL);
        raise(number);
    }
    if (session_stopped(console.session))
        drop_line();
    if (suspended) {
        suspended = 0;
        suspend(old_mask);
    }
    if (resized) {
        resized = 0;
        rl_resize_terminal();
    }
}

/* --- completion --- */

/* Returns the size in bytes of the part of a path that readline lists: the text after the last '/'. A '/' at
 * the end counts as part of the name. */
static size_t shown_size(const char *text)
{
    size_t size = strlen(text), start = size ? size - 1 : 0;
    while (start && text[start - 1] != '/')
        start--;
    return size - start;
}

/* Lists completions below the line as readline does. Of paths shows only the last part. All begin with the
 * same `common` bytes. */
static void list_completions(const struct completions *completions, size_t common)
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

/* Lets the user type a line. Returns it in readline's memory; NULL at the end of input. */
static char *read_line(void)
{
    struct text prompt = {0};
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    struct termios modes;
    sigset_t old_mask;
    prompt_write(console.session, &prompt);
    session_begin_line(console.session);
    console.entered = false;
    bool has_modes = tcgetattr(STDIN_FILENO, &modes) == 0;
    catch_signals(&old_mask);
    if (has_modes)
        terminal_guard("", &modes);
    rl_reset_screen_size(); /* the size may have changed while a command ran */
    rl_callback_handler_install(text_string(&prompt), handle_line);
    set_terminal_nonblocking();
    while (!console.entered) {
        if (ppoll(&input, 1, NULL, &old_mask) > 0)
            read_key(input.revents & (POLLHUP | POLLERR));
        if (!console.entered)
            obey_signals(&old_mask);
    }
    terminal_unguard();
    release_signals(&old_mask);
    text_free(&prompt);
    return console.line;
}

/* Runs a line with its output through $PAGER if it is set; reports an error. */
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

/* Lists the completions below the line. If there are none, rings the bell. */
static void list_or_ring(const struct completions *completions, size_t common)
{
    if (completions->count)
        list_completions(completions, common);
    else
        rl_ding();
}

void console_run(struct session *session,
                 void (*complain)(struct session *session, const struct error *error))
{
    char *line;
    const struct line_user user = {
        .session = session, .complain = complain, .list = list_or_ring, .next_key = next_key,
    };
    console.session = session;
    console.complain = complain;
    line_edit_set_user(&user);
    session_printf(session, "vedette %s; 'help' lists the commands, Tab completes, Ctrl-D ends\n",
                   program_version);
    while (!session->quit && (line = read_line())) {
        line_edit_add(line);
        run_line(line);
        free(line);
    }
    if (!session->quit)
        session_printf(session, "\n");
    line_edit_end();
    text_free(&console.keys);
    if (session->unsaved)
        session_notice(session, "what was noted or put together was not saved");
    session_begin_line(session); /* a Ctrl-C ends one line only */
}
