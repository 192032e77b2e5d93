/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/terminal_guard.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* State for the signal handler, which has no other way to get it. */
static struct {
    volatile sig_atomic_t on;
    char sequence[TERMINAL_GUARD_SEQUENCE];
    size_t size;
    struct termios modes;
    sigset_t taken;       /* signals whose handler the guard has set */
} guard;

/* Signals that do not end a program, or cannot be caught. */
static const int harmless_signals[] = {
    SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGTSTP, SIGTTIN, SIGTTOU, SIGSTOP, SIGKILL,
};

/* Returns whether the signal ends a program by default and can be caught. */
static bool ends_program(int number)
{
    for (size_t i = 0; i < sizeof harmless_signals / sizeof *harmless_signals; i++)
        if (harmless_signals[i] == number)
            return false;
    return true;
}

/* Handles a signal: restores the terminal, then raises the signal with its default action. Uses only calls
 * that are safe in a handler. */
static void restore_terminal(int number)
{
    if (guard.on) {
        ssize_t ignored = write(STDOUT_FILENO, guard.sequence, guard.size);
        (void)ignored;
        tcsetattr(STDIN_FILENO, TCSANOW, &guard.modes);
    }
    signal(number, SIG_DFL);
    raise(number);
}

void terminal_guard(const char *sequence, const struct termios *modes)
{
    size_t size = strlen(sequence);
    guard.size = size < sizeof guard.sequence ? size : sizeof guard.sequence;
    memcpy(guard.sequence, sequence, guard.size);
    guard.modes = *modes;
    guard.on = 1;
    sigemptyset(&guard.taken);
    for (int number = 1; number <= SIGRTMAX; number++) {
        struct sigaction action = {.sa_handler = restore_terminal}, before;
        if (!ends_program(number) || sigaction(number, NULL, &before) != 0 ||
            before.sa_flags & SA_SIGINFO || before.sa_handler != SIG_DFL)
            continue;
        sigemptyset(&action.sa_mask);
        if (sigaction(number, &action, NULL) == 0)
            sigaddset(&guard.taken, number);
    }
}

void terminal_unguard(void)
{
    if (!guard.on)
        return;
    guard.on = 0;
    for (int number = 1; number <= SIGRTMAX; number++)
        if (sigismember(&guard.taken, number) == 1)
            signal(number, SIG_DFL);
}

bool stop_program(void)
{
    const struct timespec at_once = {0};
    struct sigaction plain = {.sa_handler = SIG_DFL}, before;
    sigset_t stop, go_on, mask;
    sigaction(SIGTSTP, NULL, &before);
    if (!(before.sa_flags & SA_SIGINFO) && before.sa_handler == SIG_IGN)
        return false;
    sigemptyset(&plain.sa_mask);
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigemptyset(&go_on);
    sigaddset(&go_on, SIGCONT);
    sigaction(SIGTSTP, &plain, NULL);
    /* While SIGCONT is blocked, it stays pending: this shows afterwards that the program was stopped. */
    pthread_sigmask(SIG_BLOCK, &go_on, &mask);
    pthread_sigmask(SIG_UNBLOCK, &stop, NULL);
    raise(SIGTSTP);
    bool stopped = sigtimedwait(&go_on, NULL, &at_once) == SIGCONT;
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &before, NULL);
    return stopped;
}
