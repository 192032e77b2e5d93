/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/shell.h"

#include "base/disk.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
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

/* Starts a command line as shell_run does. Signals have their default action, except those that this program
 * ignored before (`before`). Returns the process, or -1. */
static pid_t start_shell(const struct sigaction before[SIGNALS], const char *command, const char *argument,
                         int input, int output)
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
        if (before[i].sa_handler != SIG_IGN)
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

/* Reads a pipe to its end into `out` and closes it. */
static void read_pipe(int end, struct text *out)
{
    char bytes[4096];
    ssize_t count;
    while ((count = read(end, bytes, sizeof bytes)) > 0 || (count < 0 && errno == EINTR))
        if (count > 0)
            text_append(out, bytes, (size_t)count);
    close(end);
}

bool shell_run(const char *command, const char *argument, const struct text *input, struct text *output)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before[SIGNALS];
    int in[2] = {STDIN_FILENO, -1}, out[2] = {-1, STDOUT_FILENO}, status = 0;
    if (input && pipe2(in, O_CLOEXEC) != 0)
        return false;
    if (output && pipe2(out, O_CLOEXEC) != 0) {
        for (int i = 0; input && i < 2; i++)
            close(in[i]);
        return false;
    }
    sigemptyset(&ignore.sa_mask);
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &ignore, &before[i]);
    pid_t process = start_shell(before, command, argument, in[0], out[1]);
    if (input) {
        close(in[0]);
        if (process > 0)
            disk_write_all(in[1], input->bytes, input->size); /* fails if the command ends early */
        close(in[1]);
    }
    if (output) {
        close(out[1]);
        read_pipe(out[0], output);
    }
    while (process > 0 && waitpid(process, &status, 0) < 0 && errno == EINTR)
        ;
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &before[i], NULL);
    return process > 0 && !(WIFEXITED(status) && (WEXITSTATUS(status) == 127 || WEXITSTATUS(status) == 126));
}
