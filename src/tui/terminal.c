/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/terminal.h"

#include "base/disk.h"
#include "tui/keys.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

/* What a signal handler and an exit handler must reach. There is no other way to hand it to them. */
static volatile sig_atomic_t ended_by;
static volatile sig_atomic_t continued;
static volatile sig_atomic_t in_use;
static struct termios modes_before;
static char leave_sequence[256];
static const char *pen_back = ""; /* ends colours and attributes: curses does not know of them */
static WINDOW *input; /* a pad: reading keys from it draws nothing */
static sigset_t mask_before;

/* How reports begin, as keys of curses; no codes of its own. */
enum { KEY_BACKGROUND_BEGINS = KEY_BACKGROUND + 1, KEY_MOUSE_BEGINS, KEY_MOUSE_BYTES_BEGIN };

/* A signal of ours: what it asks for, and what it did before. */
static struct caught {
    int number;
    enum { ENDS, CONTINUES, KILLS } kind;
    bool ours;
    struct sigaction before;
} caught[] = {
    {.number = SIGHUP, .kind = ENDS},   {.number = SIGTERM, .kind = ENDS},
    {.number = SIGINT, .kind = ENDS},   {.number = SIGQUIT, .kind = ENDS},
    {.number = SIGCONT, .kind = CONTINUES},
    {.number = SIGSEGV, .kind = KILLS}, {.number = SIGBUS, .kind = KILLS},
    {.number = SIGFPE, .kind = KILLS},  {.number = SIGILL, .kind = KILLS},
    {.number = SIGABRT, .kind = KILLS},
};

enum { CAUGHT = sizeof caught / sizeof *caught };

static void on_ending(int number)
{
    ended_by = number;
}

static void on_continue(int number)
{
    (void)number;
    continued = 1;
}

/* Only what is safe in a handler: two system calls, then the signal's own effect. */
static void on_fatal(int number)
{
    if (in_use) {
        ssize_t ignored = write(STDOUT_FILENO, leave_sequence, strlen(leave_sequence));
        (void)ignored;
        tcsetattr(STDIN_FILENO, TCSANOW, &modes_before);
    }
    signal(number, SIG_DFL);
    raise(number);
}

static void on_exit_restore(void)
{
    if (in_use) {
        in_use = 0;
        disk_write_all(STDOUT_FILENO, pen_back, strlen(pen_back));
        endwin();
    }
}

static const char *capability(const char *name)
{
    const char *string = tigetstr((char *)(uintptr_t)name);
    return string == (const char *)-1 ? NULL : string;
}

/* Appends a terminfo string (NULL: none) without its padding marks. */
static void add_leaving(const char *string)
{
    size_t size = strlen(leave_sequence);
    for (const char *s = string; s && *s && size + 1 < sizeof leave_sequence; s++) {
        const char *end = s[0] == '$' && s[1] == '<' ? strchr(s, '>') : NULL;
        if (end)
            s = end;
        else
            leave_sequence[size++] = *s;
    }
    leave_sequence[size] = '\0';
}

/* What a fatal signal's handler writes: it cannot call curses. */
static void make_leave_sequence(void)
{
    static const char *const names[] = {"sgr0", "rmkx", "cnorm", "rmcup"};
    leave_sequence[0] = '\0';
    pen_back = capability("sgr0") ? capability("sgr0") : "";
    if (capability("XM"))
        add_leaving(tiparm(capability("XM"), 0));
    else if (capability("kmous"))
        add_leaving("\033[?1000l");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        add_leaving(capability(names[i]));
}

/* Signals arrive only while terminal_wait waits, so that none falls between a look and the waiting.
 * A thread started later inherits the mask and is never interrupted. */
static void catch_signals(void)
{
    static void (*const handlers[])(int) = {
        [ENDS] = on_ending, [CONTINUES] = on_continue, [KILLS] = on_fatal,
    };
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGWINCH);
    for (size_t i = 0; i < CAUGHT; i++) {
        struct caught *own = &caught[i];
        struct sigaction action = {.sa_handler = handlers[own->kind]};
        sigemptyset(&action.sa_mask);
        sigaction(own->number, NULL, &own->before);
        /* One that is ignored stays so, and a sanitizer's own handler. */
        own->ours = own->kind == CONTINUES || own->before.sa_handler == SIG_DFL ||
                    (own->kind == ENDS && own->before.sa_handler != SIG_IGN);
        if (own->ours)
            sigaction(own->number, &action, NULL);
        if (own->kind != KILLS)
            sigaddset(&blocked, own->number);
    }
    pthread_sigmask(SIG_BLOCK, &blocked, &mask_before);
}

static void release_signals(void)
{
    for (size_t i = 0; i < CAUGHT; i++)
        if (caught[i].ours)
            sigaction(caught[i].number, &caught[i].before, NULL);
    pthread_sigmask(SIG_SETMASK, &mask_before, NULL);
}

static void set_modes(struct terminal *terminal)
{
    raw();
    noecho();
    nonl();
    intrflush(input, FALSE);
    keypad(input, TRUE);
    nodelay(input, TRUE);
    meta(input, TRUE);
    if (!getenv("ESCDELAY"))
        set_escdelay(25);
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
    /* The size comes from the terminal itself and follows it, whatever LINES and COLUMNS say. */
    use_tioctl(TRUE);
    SCREEN *screen = newterm(NULL, stdout, stdin);
    if (!screen || !capability("cup")) {
        if (screen) {
            endwin();
            delscreen(screen);
        }
        return error_set(error, STATUS_BAD, "the terminal type '%s' cannot show a screen", type);
    }
    set_term(screen);
    input = newpad(1, 1);
    make_leave_sequence();
    ended_by = 0;
    in_use = 1;
    if (!registered)
        atexit(on_exit_restore);
    registered = true;
    catch_signals();
    set_modes(terminal);
    refresh(); /* curses' own beginning; what is shown from then on, it does not know */
    paint_start(&terminal->paint);
    return STATUS_OK;
}

static void put(const struct text *text)
{
    fflush(stdout);
    if (text->size)
        disk_write_all(STDOUT_FILENO, text->bytes, text->size);
}

void terminal_stop(struct terminal *terminal)
{
    struct text text = {0};
    if (!in_use)
        return;
    in_use = 0;
    paint_end(&terminal->paint, &text);
    put(&text);
    text_free(&text);
    endwin();
    paint_free(&terminal->paint);
    release_signals();
}

void terminal_size(int *rows, int *cols)
{
    getmaxyx(stdscr, *rows, *cols);
}

void terminal_show(struct terminal *terminal, const struct canvas *canvas)
{
    struct text text = {0};
    paint_frame(&terminal->paint, canvas, &terminal->theme, terminal->colours, &text);
    put(&text);
    text_free(&text);
}

void terminal_redraw(struct terminal *terminal)
{
    paint_forget(&terminal->paint);
}

/* --- the terminal's background --- */

void terminal_ask_background(struct terminal *terminal, int milliseconds)
{
    static const char question[] = "\033]11;?\033\\";
    struct pollfd typed = {.fd = STDIN_FILENO, .events = POLLIN};
    /* Who tells of the mouse as xterm does leaves out at least what it does not know. */
    const char *mouse = capability("kmous");
    if (terminal->colours < 8 || !mouse || strncmp(mouse, "\033[", 2) != 0)
        return;
    /* Curses itself tells the answer's beginning from an Escape that was typed. */
    define_key("\033]11;", KEY_BACKGROUND_BEGINS);
    if (disk_write_all(STDOUT_FILENO, question, strlen(question)) != 0 || poll(&typed, 1, milliseconds) <= 0)
        return;
    int key = terminal_key(terminal);
    if (key >= 0 && key != KEY_BACKGROUND)
        terminal_key_back(key);
}

/* Takes a key into the report that is under way. A key in its place, or -1: more is to come, or nobody need
 * know. */
static int take_report(struct terminal *terminal, int key)
{
    struct report *report = &terminal->report;
    switch (report_take(report, key)) {
    case REPORT_GOES_ON: return -1;
    case REPORT_BROKEN_OFF: return key;
    case REPORT_IS_WHOLE: break;
    }
    if (report->kind == REPORT_BACKGROUND) {
        terminal->background = report_background(report);
        return KEY_BACKGROUND;
    }
    if (!terminal->mouse || !report_click(report, &terminal->click_row, &terminal->click_col))
        return -1;
    terminal->clicked = true;
    return KEY_MOUSE;
}

/* Begins the report that such a key stands for; false: it stands for none. */
static bool begin_report(struct terminal *terminal, int key)
{
    switch (key) {
    case KEY_BACKGROUND_BEGINS: report_begin(&terminal->report, REPORT_BACKGROUND); return true;
    case KEY_MOUSE_BEGINS: report_begin(&terminal->report, REPORT_MOUSE); return true;
    case KEY_MOUSE_BYTES_BEGIN: report_begin(&terminal->report, REPORT_MOUSE_BYTES); return true;
    default: return false;
    }
}

int terminal_key(struct terminal *terminal)
{
    for (int key; (key = wgetch(input)) != ERR;) {
        if (terminal->report.under_way)
            key = take_report(terminal, key);
        if (key >= 0 && !begin_report(terminal, key))
            return key;
    }
    return -1;
}

void terminal_key_back(int key)
{
    ungetch(key);
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

/* Curses turns the mouse on and off, and its own reading of reports is for where there are none among
 * the keys: the Linux console. It waits for the rest of a report, and for the next key behind one that
 * is not asked for, and no signal ends that; so all are asked for, and those that come among the keys
 * are read here. */
void terminal_set_mouse(struct terminal *terminal, bool on)
{
    terminal->mouse = on;
    mousemask(on ? ALL_MOUSE_EVENTS : 0, NULL);
    const char *begins = capability("kmous");
    if (!begins)
        return;
    define_key(begins, 0);
    define_key(begins, begins[strlen(begins) - 1] == '<' ? KEY_MOUSE_BEGINS : KEY_MOUSE_BYTES_BEGIN);
}

void terminal_beep(void)
{
    beep();
}

/* The window may have changed while we were away and no signal told us. */
static void after_stop(struct terminal *terminal)
{
    struct winsize size;
    reset_prog_mode();
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0 &&
        is_term_resized(size.ws_row, size.ws_col))
        resizeterm(size.ws_row, size.ws_col);
    terminal_redraw(terminal);
}

void terminal_suspend(struct terminal *terminal)
{
    struct text text = {0};
    paint_end(&terminal->paint, &text);
    put(&text);
    text_free(&text);
    /* Curses' own handler ends the screen, stops the program and takes the screen up again. */
    raise(SIGTSTP);
    after_stop(terminal);
}

void terminal_wait(struct terminal *terminal, int wake, int milliseconds)
{
    struct pollfd fds[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = wake, .events = POLLIN}};
    struct timespec limit = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000};
    ppoll(fds, wake >= 0 ? 2 : 1, milliseconds < 0 ? NULL : &limit, &mask_before);
    if (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL) && !ended_by)
        ended_by = SIGHUP;
    if (continued) {
        continued = 0;
        after_stop(terminal);
    }
}

int terminal_ended(void)
{
    return ended_by;
}

void terminal_die(int signal_number)
{
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}
