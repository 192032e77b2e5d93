/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/terminal.h"

#include "tui/glyphs.h"
#include "tui/keys.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

/* What a signal handler and an exit handler must reach. There is no other way to hand it to them. */
static volatile sig_atomic_t ended_by;
static volatile sig_atomic_t continued;
static volatile sig_atomic_t in_use;
static struct termios modes_before;
static char leave_sequence[256];
static sigset_t mask_before;

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
        /* A sanitizer's own handler stays. */
        own->ours = own->kind != KILLS || own->before.sa_handler == SIG_DFL;
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
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    meta(stdscr, TRUE);
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
    make_leave_sequence();
    ended_by = 0;
    in_use = 1;
    if (!registered)
        atexit(on_exit_restore);
    registered = true;
    catch_signals();
    set_modes(terminal);
    terminal->scheme = colours_choose(getenv("NO_COLOR"), getenv("COLORFGBG"));
    return STATUS_OK;
}

void terminal_stop(struct terminal *terminal)
{
    (void)terminal;
    if (!in_use)
        return;
    in_use = 0;
    endwin();
    release_signals();
}

void terminal_size(int *rows, int *cols)
{
    getmaxyx(stdscr, *rows, *cols);
}

/* The number of a colour pair, made when it is first needed; 0 is the terminal's own. */
static short pair_of(struct terminal *terminal, short fore, short back)
{
    if (fore < 0 && back < 0)
        return 0;
    for (int i = 0; i < terminal->pair_count; i++)
        if (terminal->pairs[i].fore == fore && terminal->pairs[i].back == back)
            return (short)(i + 1);
    int most = COLOR_PAIRS - 1 < PAIRS ? COLOR_PAIRS - 1 : PAIRS;
    if (terminal->pair_count >= most)
        return 0;
    int i = terminal->pair_count++;
    terminal->pairs[i].fore = fore;
    terminal->pairs[i].back = back;
    init_pair((short)(i + 1), fore, back);
    return (short)(i + 1);
}

static attr_t attributes_of(unsigned look)
{
    attr_t attributes = A_NORMAL;
    if (look & LOOK_BOLD)
        attributes |= A_BOLD;
    if (look & LOOK_DIM)
        attributes |= A_DIM;
    if (look & LOOK_UNDERLINE)
        attributes |= A_UNDERLINE;
    if (look & LOOK_REVERSE)
        attributes |= A_REVERSE;
    return attributes;
}

void terminal_show(struct terminal *terminal, const struct canvas *canvas)
{
    for (int row = 0; row < canvas->rows; row++) {
        for (int col = 0; col < canvas->cols; col++) {
            const struct spot *spot = &canvas->spots[row * canvas->cols + col];
            if (spot->code == 0)
                continue;
            struct look look = colours_look(terminal->scheme, terminal->colours,
                                            (enum role)spot->role, (enum ground)spot->ground);
            wchar_t text[2] = {(wchar_t)spot->code, L'\0'};
            cchar_t cell;
            setcchar(&cell, text, attributes_of(look.attributes),
                     pair_of(terminal, look.fore, look.back), NULL);
            mvadd_wch(row, col, &cell);
        }
    }
    curs_set(canvas->cursor_shown ? 1 : 0);
    move(canvas->cursor_row, canvas->cursor_col);
    wnoutrefresh(stdscr);
    doupdate();
}

void terminal_redraw(void)
{
    clearok(curscr, TRUE);
}

int terminal_key(void)
{
    int key = getch();
    return key == ERR ? -1 : key;
}

bool terminal_click(int *row, int *col)
{
    MEVENT event;
    if (getmouse(&event) != OK || !(event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)))
        return false;
    *row = event.y;
    *col = event.x;
    return true;
}

void terminal_set_mouse(struct terminal *terminal, bool on)
{
    terminal->mouse = on;
    mousemask(on ? BUTTON1_PRESSED | BUTTON1_CLICKED : 0, NULL);
}

void terminal_beep(void)
{
    beep();
}

/* The window may have changed while we were away and no signal told us. */
static void after_stop(void)
{
    struct winsize size;
    reset_prog_mode();
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0 &&
        is_term_resized(size.ws_row, size.ws_col))
        resizeterm(size.ws_row, size.ws_col);
    clearok(curscr, TRUE);
}

void terminal_suspend(void)
{
    /* Curses' own handler ends the screen, stops the program and takes the screen up again. */
    raise(SIGTSTP);
    after_stop();
}

void terminal_wait(int wake, int milliseconds)
{
    struct pollfd fds[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = wake, .events = POLLIN}};
    struct timespec limit = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000};
    ppoll(fds, wake >= 0 ? 2 : 1, milliseconds < 0 ? NULL : &limit, &mask_before);
    if (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL) && !ended_by)
        ended_by = SIGHUP;
    if (continued) {
        continued = 0;
        after_stop();
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
