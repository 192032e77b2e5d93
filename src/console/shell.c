/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/shell.h"

#include "base/memory.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const int signals[] = {SIGINT, SIGQUIT, SIGPIPE};
enum { SIGNALS = sizeof signals / sizeof *signals };

struct shell_signals {
    struct sigaction action[SIGNALS];
};

pid_t shell_start(const struct shell_signals *before, const char *command, const char *argument, int input,
                  int output)
{
    size_t capacity = strlen(command) + sizeof " \"$@\"";
    char shell[] = "sh", flag[] = "-c", *line = memory_new(capacity, 1);
    char *argv[] = {shell, flag, line, shell, (char *)(uintptr_t)argument, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t plain;
    pid_t process;
    snprintf(line, capacity, "%s%s", command, argument ? " \"$@\"" : "");
    sigemptyset(&plain);
    for (int i = 0; i < SIGNALS; i++)
        if (before->action[i].sa_handler != SIG_IGN)
            sigaddset(&plain, signals[i]);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &plain);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    if (posix_spawnp(&process, shell, &actions, &attributes, argv, environ) != 0)
        process = -1;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    free(line);
    return process;
}

bool shell_wait(pid_t process)
{
    int status = 0;
    while (process > 0 && waitpid(process, &status, 0) < 0 && errno == EINTR)
        ;
    return process > 0 && !(WIFEXITED(status) && (WEXITSTATUS(status) == 127 || WEXITSTATUS(status) == 126));
}

struct shell_signals *shell_leave_signals(void)
{
    struct shell_signals *before = memory_new(1, sizeof *before);
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigemptyset(&ignore.sa_mask);
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &ignore, &before->action[i]);
    return before;
}

void shell_take_signals(struct shell_signals *before)
{
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &before->action[i], NULL);
    free(before);
}
