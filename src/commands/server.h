/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A server for one client on standard input and output: requests a line each, answered one by one on a
 * worker's thread, while lines are read on. What it holds is bounded: a line, the open requests and the
 * output that the client has not read. The caller owns the pipes (cmd_serve.c); a protocol says what the
 * lines mean. */
#ifndef VEDETTE_COMMANDS_SERVER_H
#define VEDETTE_COMMANDS_SERVER_H

#include "base/json.h"
#include "base/json_read.h"
#include "base/line_input.h"
#include "base/worker.h"
#include "commands/server_question.h"

enum {
    SERVER_VERSION = 1,            /* of the protocol */
    SERVER_LINE_MAX = 1 << 21,     /* bytes: a text of FILE_LIMIT bytes as JSON */
    SERVER_REQUESTS_MAX = 16,      /* waiting, running, or answered and not written yet */
    SERVER_OUTPUT_MAX = 1 << 20,   /* with more bytes to write, no lines are handled and no answers taken */
    SERVER_ID_MAX = 64,            /* bytes */
    SERVER_PROGRESS = 200,         /* bytes with the zero */
};

/* Why a request got no answer. */
enum server_fault {
    FAULT_JSON,     /* the line is no JSON object */
    FAULT_REQUEST,  /* no such question or field, or a value of another kind */
    FAULT_LONG,     /* the line is longer than SERVER_LINE_MAX */
    FAULT_BUSY,     /* SERVER_REQUESTS_MAX requests are open */
    FAULT_NO,       /* it has no answer: STATUS_NO */
    FAULT_BAD,      /* bad input: STATUS_BAD */
    FAULT_FAILED,   /* the system failed: STATUS_FAILED */
    FAULT_STOPPED,  /* stopped by the client */
    FAULT_UNKNOWN,  /* of another version, or a method that the protocol does not have */
};

struct server;

/* A request. Its worker owns it until it is finished. */
struct server_request {
    struct job job;                   /* must be first */
    struct server *server;
    const struct server_question *question;
    char *id, *token;                 /* as JSON, "7"; token: names it in reports of progress, or NULL */
    unsigned reports;                 /* number of reports of progress so far */
    bool is_dropped;                  /* the client wants no answer any more */
    struct string_list words;         /* of the command */
    enum status status;
    struct error error;
    struct text data, said;           /* the answer as JSON, and in words */
};

/* What lines mean. All functions append whole lines to server->output, on the owner's thread. */
struct server_protocol {
    void (*read_message)(struct server *server, const char *id); /* the message is server->members */
    void (*add_answer)(struct server_request *request);
    void (*add_progress)(struct server_request *request, const char *text);
    void (*add_fault)(struct server *server, const char *id, enum server_fault fault, const char *text);
};

extern const struct server_protocol server_lines; /* our own (server_lines.c) */
extern const struct server_protocol server_mcp;   /* the Model Context Protocol (server_mcp.c) */

struct server {
    struct session session;           /* must be first; the worker's while a request runs */
    const struct server_protocol *protocol;
    struct wake wake;                 /* rung when there is something to collect */
    struct worker worker;
    struct server_request *open[SERVER_REQUESTS_MAX];
    int open_count;
    struct line_input input;
    size_t lines;                     /* number of lines read */
    struct json_members members;      /* of the last line */
    struct text output;               /* lines; the first `written` bytes are written */
    size_t written;
    bool quit;                        /* the client has asked to end */
    pthread_mutex_t lock;             /* protects the members below */
    struct server_request *running;
    bool has_progress;
    double last_ring;
    char progress[SERVER_PROGRESS];
};

/* Begins with a session, whose data the server takes until server_end gives them back, without a game. */
enum status server_begin(struct server *server, struct session *session,
                         const struct server_protocol *protocol, struct error *error);
/* Stops all requests, waits for the running one, and frees the server. */
void server_end(struct server *server, struct session *session);

/* Handles the whole lines among the bytes received so far, as far as the output has space. With `ended` no
 * more bytes come. */
void server_read_lines(struct server *server, bool ended);

/* Appends progress, and the answers of finished requests as far as the output has space. */
void server_collect(struct server *server);

/* Returns the number of bytes of output that are not written yet. */
size_t server_unwritten(const struct server *server);

/* --- for protocols --- */

/* Reads the value at a path as an identifier, a string of up to SERVER_ID_MAX bytes or a whole number; *id
 * gets it as JSON ("null" if it is null or missing), to be freed by the caller. False for other values; *id
 * is then NULL. */
bool server_read_id(const struct json_members *members, const char *path, char **id);

/* Adds a request with these words of its command; copies id and token (may be NULL). Refuses it if too many
 * are open. */
void server_add_request(struct server *server, const struct server_question *question, const char *id,
                        const char *token, struct string_list *words);

/* Stops the open requests with this id (NULL: all). With `drop` they get no answer. */
void server_stop_requests(struct server *server, const char *id, bool drop);

/* Appends a complete JSON value as a line of output, and frees it. */
void server_add_line(struct server *server, struct json *json);

#endif
