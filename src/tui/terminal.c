/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/terminal.h"

#include "base/clock.h"
#include "base/disk.h"
#include "console/terminal_guard.h"
#include "tui/keys.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

/* Data for the signal handlers and the exit handler, which get no other argument. */
static volatile sig_atomic_t ended_by;
static volatile sig_atomic_t continued;
static volatile sig_atomic_t suspend_requested;
static volatile sig_atomic_t in_use;
static struct termios modes_before;
static char leave_sequence[TERMINAL_GUARD_SEQUENCE];
static const char *reset_attributes = ""; /* ends colours and attributes, which curses does not know of */
static const char *paste_on, *paste_off; /* bracketed paste; NULL: not used */
static WINDOW *input; /* a pad: reading keys from it draws nothing */
static bool has_ungot_key;   /* curses holds a key, which poll() does not report */
static sigset_t mask_before;

/* The starts of reports, defined as keys of curses. */
enum {
    KEY_BACKGROUND_BEGINS = KEY_WHEEL_DOWN + 1, KEY_MOUSE_BEGINS, KEY_MOUSE_BYTES_BEGIN,
    KEY_PASTE_BEGINS, KEY_PASTE_ENDS,
};

/* Seconds. */
static const double MAX_ANSWER_SECONDS = 1; /* max time for the terminal's report */
static const double PASTE_END_SECONDS = 1; /* silence after which a paste without an end mark has ended */

enum { PASTE_MAX = 1 << 16 /* max bytes of a paste */ };

/* Signal handler: notes the signal that is to end the program. */
static void on_ending(int number)
{
    ended_by = number;
}

/* Signal handler: notes that the program was continued after a stop. */
static void on_continue(int number)
{
    (void)number;
    continued = 1;
}

/* Signal handler: notes that the program is to be stopped. */
static void on_suspend(int number)
{
    (void)number;
    suspend_requested = 1;
}

/* The signals that are handled, and their previous actions. */
static struct caught {
    int number;
    void (*handler)(int number);
    struct sigaction before;
} caught[] = {
    {.number = SIGHUP, .handler = on_ending},  {.number = SIGTERM, .handler = on_ending},
    {.number = SIGINT, .handler = on_ending},  {.number = SIGQUIT, .handler = on_ending},
    {.number = SIGCONT, .handler = on_continue}, {.number = SIGTSTP, .handler = on_suspend},
};

enum { CAUGHT = sizeof caught / sizeof *caught };

/* Exit handler: restores the terminal. */
static void on_exit_restore(void)
{
    if (in_use) {
        in_use = 0;
        disk_write_all(STDOUT_FILENO, reset_attributes, strlen(reset_attributes));
        if (paste_off)
            disk_write_all(STDOUT_FILENO, paste_off, strlen(paste_off));
        endwin();
    }
}

/* Returns whether the terminal understands xterm's sequences, or ignores those that it does not know. It is
 * recognised by its mouse reports. */
static bool is_like_xterm(void)
{
    const char *mouse = paint_capability("kmous");
    return mouse && strncmp(mouse, "\033[", 2) == 0;
}

/* Makes the bytes that a fatal signal's handler writes, because it cannot call curses. */
static void make_leave_sequence(void)
{
    static const char *const names[] = {"sgr0", "rmkx", "cnorm", "rmcup"};
    struct text sequence = {0};
    reset_attributes = paint_capability("sgr0") ? paint_capability("sgr0") : "";
    paint_add_sequence(&sequence, paste_off);
    if (paint_capability("XM"))
        paint_add_sequence(&sequence, tiparm(paint_capability("XM"), 0));
    else if (paint_capability("kmous"))
        paint_add_sequence(&sequence, "\033[?1000l");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        paint_add_sequence(&sequence, paint_capability(names[i]));
    snprintf(leave_sequence, sizeof leave_sequence, "%s", text_string(&sequence));
    text_free(&sequence);
}

/* Installs the handlers. The signals are blocked except while terminal_wait waits, so that none comes
 * between a check and the wait. Later threads inherit the mask and are not interrupted. Ignored signals
 * stay ignored. */
static void catch_signals(void)
{
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGWINCH);
    for (size_t i = 0; i < CAUGHT; i++) {
        struct caught *entry = &caught[i];
        struct sigaction action = {.sa_handler = entry->handler};
        sigemptyset(&action.sa_mask);
        if (entry->before.sa_handler != SIG_IGN || entry->number == SIGCONT)
            sigaction(entry->number, &action, NULL);
        sigaddset(&blocked, entry->number);
    }
    pthread_sigmask(SIG_BLOCK, &blocked, &mask_before);
    terminal_guard(leave_sequence, &modes_before);
}

/* Writes a string (NULL: none) to the terminal. */
static void write_string(const char *string)
{
    fflush(stdout);
    if (string)
        disk_write_all(STDOUT_FILENO, string, strlen(string));
}

/* Finds the sequences of bracketed paste, so that pasted text is not taken for keys. */
static void enable_paste_marks(void)
{
    if (!is_like_xterm())
        return;
    paste_on = paint_capability("BE") ? paint_capability("BE") : "\033[?2004h";
    paste_off = paint_capability("BD") ? paint_capability("BD") : "\033[?2004l";
    define_key("\033[200~", KEY_PASTE_BEGINS);
    define_key("\033[201~", KEY_PASTE_ENDS);
}

/* Defines the sequences of Home and End that some terminals send and that terminfo does not list for them. */
static void define_other_keys(void)
{
    static const struct {
        const char *sequence;
        int key;
    } keys[] = {{"\033[1~", KEY_HOME}, {"\033[7~", KEY_HOME}, {"\033[H", KEY_HOME}, {"\033OH", KEY_HOME},
                {"\033[4~", KEY_END}, {"\033[8~", KEY_END}, {"\033[F", KEY_END}, {"\033OF", KEY_END}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (key_defined(keys[i].sequence) == 0)
            define_key(keys[i].sequence, keys[i].key);
}

/* Sets the modes of curses: no echo, no line buffering, colours, mouse. */
static void set_modes(struct terminal *terminal)
{
    raw();
    noecho();
    nonl();
    intrflush(input, FALSE);
    keypad(input, TRUE);
    define_other_keys();
    nodelay(input, TRUE);
    meta(input, TRUE);
    if (!getenv("ESCDELAY"))
        set_escdelay(25); /* ms that a typed Escape waits for the rest of a key's sequence */
    if (has_colors()) {
        start_color();
        if (use_default_colors() == OK)
            terminal->colours = COLORS;
    }
    mouseinterval(0);
    terminal_set_mouse(terminal, true);
}

enum status terminal_start(struct terminal *terminal, struct error *error)
{
    static bool registered;
    *terminal = (struct terminal){0};
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return error_set(error, STATUS_BAD, "the screen needs a terminal on standard input and output");
    const char *type = getenv("TERM");
    if (!type || !type[0])
        return error_set(error, STATUS_BAD, "TERM is not set: try TERM=xterm vedette");
    tcgetattr(STDIN_FILENO, &modes_before);
    for (size_t i = 0; i < CAUGHT; i++) /* before curses starts, which handles some itself */
        sigaction(caught[i].number, NULL, &caught[i].before);
    /* The size comes from the terminal and follows it; LINES and COLUMNS are ignored. */
    use_tioctl(TRUE);
    SCREEN *screen = newterm(NULL, stdout, stdin);
    if (!screen || !paint_capability("cup")) {
        if (screen) {
            endwin();
            delscreen(screen);
        }
        return error_set(error, STATUS_BAD, "the terminal type '%s' cannot show a screen", type);
    }
    set_term(screen);
    input = newpad(1, 1);
    enable_paste_marks();
    make_leave_sequence();
    ended_by = continued = suspend_requested = 0;
    in_use = 1;
    if (!registered)
        atexit(on_exit_restore);
    registered = true;
    catch_signals();
    set_modes(terminal);
    refresh(); /* lets curses initialise the screen; it does not know of later output */
    write_string(paste_on);
    paint_start(&terminal->paint);
    return STATUS_OK;
}

/* Reads input until the requested report has come, so that it does not go to the shell. Reads for
 * MAX_ANSWER_SECONDS at most. */
static void drain_answers(struct terminal *terminal)
{
    struct pollfd typed = {.fd = STDIN_FILENO, .events = POLLIN};
    for (double left; terminal->awaits_background;) {
        left = terminal->requested_at + MAX_ANSWER_SECONDS - clock_now();
        if (left <= 0 || poll(&typed, 1, (int)(left * 1000) + 1) <= 0 || typed.revents != POLLIN)
            return;
        terminal_key(terminal);
    }
}

/* Restores the terminal for other programs. */
static void leave_screen(struct terminal *terminal)
{
    struct text text = {0};
    drain_answers(terminal);
    paint_end(&terminal->paint, &text);
    write_string(text.bytes);
    text_free(&text);
    write_string(paste_off);
    endwin();
}

void terminal_stop(struct terminal *terminal)
{
    if (!in_use)
        return;
    leave_screen(terminal);
    in_use = 0;
    paint_free(&terminal->paint);
    text_free(&terminal->pasted);
    terminal_unguard();
    for (size_t i = 0; i < CAUGHT; i++)
        sigaction(caught[i].number, &caught[i].before, NULL);
    pthread_sigmask(SIG_SETMASK, &mask_before, NULL);
}

void terminal_size(int *rows, int *cols)
{
    getmaxyx(stdscr, *rows, *cols);
}

void terminal_show(struct terminal *terminal, const struct canvas *canvas)
{
    struct text text = {0};
    paint_frame(&terminal->paint, canvas, &terminal->theme, terminal->colours, &text);
    write_string(text.bytes);
    text_free(&text);
}

/* --- the terminal's background --- */

void terminal_request_background(struct terminal *terminal, int milliseconds)
{
    static const char question[] = "\033]11;?\033\\";
    struct pollfd typed = {.fd = STDIN_FILENO, .events = POLLIN};
    if (terminal->colours < 8 || !is_like_xterm())
        return;
    /* Curses distinguishes the report's start from a typed Escape. */
    define_key("\033]11;", KEY_BACKGROUND_BEGINS);
    write_string(question);
    terminal->awaits_background = true;
    terminal->requested_at = clock_now();
    if (poll(&typed, 1, milliseconds) <= 0)
        return;
    int key = terminal_key(terminal);
    if (key >= 0 && key != KEY_BACKGROUND)
        terminal_unget_key(key);
}

/* --- pastes --- */

/* Adds a key to the paste in progress. Returns the key to deliver instead, or -1 if there is none. */
static int add_pasted_key(struct terminal *terminal, int key)
{
    terminal->pasted_at = clock_now();
    if (key == KEY_RESIZE)
        return key;
    if (key == KEY_PASTE_ENDS) {
        terminal->pasting = false;
        return KEY_PASTE;
    }
    /* Ignores codes of curses: the text contained their sequences. */
    if (key > 0 && key <= UINT8_MAX && terminal->pasted.size < PASTE_MAX)
        text_append(&terminal->pasted, (const char[]){(char)key}, 1);
    return -1;
}

/* Returns the milliseconds until a paste without further input ends. Returns -1 if none is in progress. */
static int paste_timeout_ms(const struct terminal *terminal)
{
    double left = terminal->pasted_at + PASTE_END_SECONDS - clock_now();
    return !terminal->pasting ? -1 : left > 0 ? (int)(left * 1000) + 1 : 0;
}

/* Adds a key to the report in progress. Returns the key to deliver instead, or -1 if there is none. */
static int add_report_key(struct terminal *terminal, int key)
{
    struct report *report = &terminal->report;
    switch (report_add_key(report, key)) {
    case REPORT_INCOMPLETE: return -1;
    case REPORT_ABORTED: return key;
    case REPORT_COMPLETE: break;
    }
    if (report->kind == REPORT_BACKGROUND) {
        terminal->awaits_background = false;
        terminal->background = report_background(report);
        return KEY_BACKGROUND;
    }
    int wheel = terminal->mouse ? report_wheel(report) : 0;
    if (wheel)
        return wheel < 0 ? KEY_WHEEL_UP : KEY_WHEEL_DOWN;
    if (!terminal->mouse || !report_click(report, &terminal->click_row, &terminal->click_col))
        return -1;
    terminal->clicked = true;
    return KEY_MOUSE;
}

/* Starts the report or paste that a key begins. Returns false for a key that begins none. */
static bool begin_report(struct terminal *terminal, int key)
{
    switch (key) {
    case KEY_BACKGROUND_BEGINS: report_begin(&terminal->report, REPORT_BACKGROUND); return true;
    case KEY_MOUSE_BEGINS: report_begin(&terminal->report, REPORT_MOUSE); return true;
    case KEY_MOUSE_BYTES_BEGIN: report_begin(&terminal->report, REPORT_MOUSE_BYTES); return true;
    case KEY_PASTE_BEGINS:
        text_clear(&terminal->pasted);
        terminal->pasting = true;
        terminal->pasted_at = clock_now();
        return true;
    case KEY_PASTE_ENDS: return true; /* of a paste that has timed out */
    default: return false;
    }
}

int terminal_key(struct terminal *terminal)
{
    has_ungot_key = false;
    for (int key; (key = wgetch(input)) != ERR;) {
        if (terminal->pasting)
            key = add_pasted_key(terminal, key);
        else if (terminal->report.active)
            key = add_report_key(terminal, key);
        if (key >= 0 && !begin_report(terminal, key))
            return key;
    }
    /* A paste whose end mark is missing has timed out. */
    if (paste_timeout_ms(terminal) != 0)
        return -1;
    terminal->pasting = false;
    return KEY_PASTE;
}

void terminal_unget_key(int key)
{
    ungetch(key);
    has_ungot_key = true;
}

bool terminal_click(struct terminal *terminal, int *row, int *col)
{
    MEVENT event;
    if (terminal->clicked) {
        terminal->clicked = false;
        *row = terminal->click_row;
        *col = terminal->click_col;
        return true;
    }
    if (getmouse(&event) != OK || !(event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)))
        return false;
    *row = event.y;
    *col = event.x;
    return true;
}

/* Enables all mouse events in curses, which switches the mouse on and off. Curses' own parser of reports
 * would block in the middle of a report, and after an event that is not enabled. So this module parses
 * reports among the keys itself. Curses reads the mouse only where there are no such reports, on the Linux
 * console. */
void terminal_set_mouse(struct terminal *terminal, bool on)
{
    terminal->mouse = on;
    mousemask(on ? ALL_MOUSE_EVENTS : 0, NULL);
    const char *begins = paint_capability("kmous");
    if (!begins)
        return;
    define_key(begins, 0); /* takes the sequence away from curses */
    define_key(begins, begins[strlen(begins) - 1] == '<' ? KEY_MOUSE_BEGINS : KEY_MOUSE_BYTES_BEGIN);
}

void terminal_beep(void)
{
    beep();
}

/* Restores the modes after the program was stopped. The window's size may have changed meanwhile, and the
 * shell may have switched bracketed paste off. */
static void restore_after_stop(struct terminal *terminal)
{
    struct winsize size;
    reset_prog_mode();
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0 &&
        is_term_resized(size.ws_row, size.ws_col))
        resizeterm(size.ws_row, size.ws_col);
    write_string(paste_on);
    paint_invalidate(&terminal->paint);
}

bool terminal_suspend(struct terminal *terminal)
{
    leave_screen(terminal);
    bool stopped = stop_program();
    suspend_requested = 0;
    refresh(); /* lets curses take the screen again */
    restore_after_stop(terminal);
    return stopped;
}

bool terminal_suspend_requested(void)
{
    return suspend_requested;
}

void terminal_wait(struct terminal *terminal, int wake, int milliseconds)
{
    struct pollfd fds[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = wake, .events = POLLIN}};
    int paste = paste_timeout_ms(terminal);
    if (has_ungot_key)
        milliseconds = 0;
    else if (paste >= 0 && (milliseconds < 0 || paste < milliseconds))
        milliseconds = paste;
    struct timespec limit = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000};
    ppoll(fds, wake >= 0 ? 2 : 1, milliseconds < 0 ? NULL : &limit, &mask_before);
    /* The terminal is gone. */
    if (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL) && !ended_by)
        ended_by = SIGHUP;
    if (continued) {
        continued = 0;
        restore_after_stop(terminal);
    }
}

int terminal_end_signal(void)
{
    return ended_by;
}

