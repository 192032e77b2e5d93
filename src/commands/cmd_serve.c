/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers questions of another program on standard input and output: serve. */
#include "commands/table.h"

#include "base/clock.h"
#include "base/memory.h"
#include "commands/server.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* How long the end waits for a client that does not read. */
#define CLOSE_SECONDS 5.0

enum { POLL_INTERVAL = 1000 /* milliseconds; a Ctrl-C just before poll() has to wait so long */ };

/* The pipes to the client. */
struct serve_pipes {
    struct server *server;
    bool ended;       /* the input has no more bytes */
    bool hung_up;     /* the client has closed it: no more bytes come, but some may wait */
    double read_last; /* clock_now() when the client last read, or had nothing to read */
};

/* Waits until the client has sent bytes, can take some, or an answer is ready; then reads and writes once. */
static enum status move_bytes(struct serve_pipes *pipes, struct error *error)
{
    struct server *server = pipes->server;
    char bytes[4096];
    ssize_t moved;
    size_t unwritten = server_unwritten(server);
    bool reads = !pipes->ended && !server->quit && line_input_left(&server->input) <= SERVER_LINE_MAX;
    struct pollfd ends[] = {
        /* A hang-up is reported always: once it is known, only bytes are of interest. */
        {.fd = reads || !(pipes->ended || pipes->hung_up) ? STDIN_FILENO : -1, .events = reads ? POLLIN : 0},
        {.fd = unwritten ? STDOUT_FILENO : -1, .events = POLLOUT},
        {.fd = wake_descriptor(&server->wake), .events = POLLIN}};
    poll(ends, 3, POLL_INTERVAL);
    pipes->hung_up |= (ends[0].revents & (POLLHUP | POLLERR)) != 0;
    if (ends[2].revents)
        wake_drain(&server->wake);
    /* poll() promises space for PIPE_BUF bytes, so this does not block. */
    if (ends[1].revents) {
        moved = write(STDOUT_FILENO, server->output.bytes + server->written,
                      unwritten < PIPE_BUF ? unwritten : PIPE_BUF);
        if (moved < 0 && errno != EINTR && errno != EAGAIN)
            return error_errno(error, "standard output");
        server->written += moved > 0 ? (size_t)moved : 0;
    }
    if (ends[1].revents || !unwritten)
        pipes->read_last = clock_now();
    if (reads && ends[0].revents) {
        moved = read(STDIN_FILENO, bytes, sizeof bytes);
        pipes->ended = moved == 0 || (moved < 0 && errno != EINTR && errno != EAGAIN);
        if (moved > 0)
            line_input_add(&server->input, bytes, (size_t)moved);
    }
    return STATUS_OK;
}

/* Serves until `quit`, the end of input with all answers written, or Ctrl-C. */
static enum status serve_client(struct server *server, const struct session *session, struct error *error)
{
    struct serve_pipes pipes = {.server = server, .read_last = clock_now()};
    enum status status = STATUS_OK;
    bool over = false;
    while (!status && !over && !session_stopped(session)) {
        status = move_bytes(&pipes, error);
        server_read_lines(server, pipes.ended);
        server_collect(server);
        bool closing = pipes.ended || pipes.hung_up || server->quit;
        if (!status && closing && clock_now() - pipes.read_last > CLOSE_SECONDS)
            status = error_set(error, STATUS_FAILED, "serve: the other program does not read its answers");
        over = (pipes.ended || server->quit) && !server->open_count && !server_unwritten(server) &&
               (server->quit || !line_input_left(&server->input));
    }
    return status;
}

struct serve_args {
    bool mcp;
};

/* Runs `serve`. */
static enum status run_serve(struct session *session, const void *arguments, struct error *error)
{
    const struct serve_args *args = arguments;
    struct server *server = memory_new(1, sizeof *server);
    fflush(stdout); /* what follows is written without stdio */
    enum status status = server_begin(server, session, args->mcp ? &server_mcp : &server_lines, error);
    if (!status)
        status = serve_client(server, session, error);
    server_end(server, session);
    free(server);
    return status;
}

const struct command command_serve = {
    .name = "serve", .group = GROUP_PROGRAM,
    .keywords = "protocol JSON API pipe programs client server MCP language model AI connect",
    .flags = ARGUMENTS(
        FLAG_SWITCH(struct serve_args, mcp, "mcp", "speaks the Model Context Protocol: for language models")),
    .takes_terminal = true, .args_size = sizeof(struct serve_args),
    .help = "answers another program's questions about a game, as JSON on stdin and stdout",
    .details =
        "A line a request, {\"id\": 1, \"ask\": \"guess\"}, and lines for its answer: doc/protocols.md\n"
        "describes them. A game comes in by load and play; show, legal, guess, chances, best, plans and\n"
        "review are about it, stop and quit end work. The other side of an unfinished game stays hidden.\n"
        "Each client has a program of its own.",
    .run = run_serve,
};
