/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/server.h"

#include "base/memory.h"
#include "base/utf8.h"
#include "console/command.h"

#include <stdlib.h>
#include <string.h>

/* --- requests, on the worker's thread --- */

/* Stores a line about the work (session.progress, session.notice) and rings, but not too often. */
static void store_progress_line(struct session *session, const char *lines)
{
    struct server *server = (struct server *)(void *)session;
    size_t size = strcspn(lines, "\n");
    if (size >= SERVER_PROGRESS)
        size = utf8_whole(lines, SERVER_PROGRESS - 1);
    pthread_mutex_lock(&server->lock);
    memcpy(server->progress, lines, size);
    server->progress[size] = '\0';
    server->has_progress = size > 0;
    pthread_mutex_unlock(&server->lock);
    if (size)
        wake_ring_seldom(&server->wake, &server->last_ring);
}

/* Sets the request whose progress is reported; NULL: none. */
static void set_running(struct server *server, struct server_request *request)
{
    pthread_mutex_lock(&server->lock);
    server->running = request;
    server->has_progress = false;
    pthread_mutex_unlock(&server->lock);
}

/* Keeps the answer (session.write). */
static void keep_data(void *context, const char *bytes, size_t size)
{
    text_append(context, bytes, size);
}

/* Runs a request's command. */
static void run_request(struct job *job)
{
    struct server_request *request = (struct server_request *)(void *)job;
    struct session *session = &request->server->session;
    if (job_stopped(job)) {
        request->status = error_set(&request->error, STATUS_NO, "%s: stopped", request->question->name);
        return;
    }
    set_running(request->server, request);
    session->stop = &job->stop;
    session->context = &request->data;
    session->words = &request->said;
    /* A copy, because the parser changes the list. */
    char **argv = memory_new(request->words.count + 1, sizeof *argv);
    memcpy(argv, request->words.items, request->words.count * sizeof *argv);
    request->status = command_run_row(session, request->question->command, (int)request->words.count, argv,
                                      &request->error);
    free(argv);
    session->stop = NULL;
    session->words = NULL;
    set_running(request->server, NULL);
}

/* --- requests --- */

/* Frees a request. */
static void free_request(struct job *job)
{
    struct server_request *request = (struct server_request *)(void *)job;
    string_list_free(&request->words);
    text_free(&request->data);
    text_free(&request->said);
    free(request->id);
    free(request->token);
    free(request);
}

void server_add_request(struct server *server, const struct server_question *question, const char *id,
                        const char *token, struct string_list *words)
{
    if (server->open_count == SERVER_REQUESTS_MAX) {
        server->protocol->add_fault(server, id, FAULT_BUSY, "16 requests are open: wait for an answer");
        return;
    }
    struct server_request *request = memory_new(1, sizeof *request);
    request->job.run = run_request;
    request->server = server;
    request->question = question;
    request->id = memory_text(id);
    request->token = token ? memory_text(token) : NULL;
    request->words = *words;
    *words = (struct string_list){0};
    server->open[server->open_count++] = request;
    worker_post(&server->worker, &request->job);
}

void server_stop_requests(struct server *server, const char *id, bool drop)
{
    for (int i = 0; i < server->open_count; i++) {
        struct server_request *request = server->open[i];
        if (id && strcmp(request->id, id) != 0)
            continue;
        request->is_dropped |= drop;
        atomic_store(&request->job.stop, true);
    }
}

/* Returns the fault of a finished request without an answer. */
static enum server_fault find_fault(const struct server_request *request)
{
    if (job_stopped(&request->job))
        return FAULT_STOPPED;
    return request->status == STATUS_NO ? FAULT_NO : request->status == STATUS_BAD ? FAULT_BAD : FAULT_FAILED;
}

bool server_read_id(const struct json_members *members, const char *path, char **id)
{
    const struct json_value *value = json_value_at(members, path);
    const char *text = value ? members->bytes.bytes + value->text : "null";
    struct json json = {0};
    *id = NULL;
    if (strlen(text) > SERVER_ID_MAX)
        return false;
    if (value && value->kind == JSON_STRING)
        json_add_text(&json, NULL, text);
    else if (strcmp(text, "null") == 0 || text[text[0] == '-' ? 1 + strspn(text + 1, "0123456789")
                                                              : strspn(text, "0123456789")] == '\0')
        json_add_ready(&json, NULL, text);
    *id = json.text.bytes;
    return *id != NULL;
}

/* --- the server --- */

/* Copies the settings. A client can rely on squares a1 to j10: the user's own notation does not count, only
 * one given on the command line. */
static void copy_settings(struct settings *settings, const struct settings *from)
{
    static const char key[] = "notation.notation";
    *settings = (struct settings){0};
    settings_copy(settings, from);
    if (strncmp(settings->origins[settings_find(settings, key)], "--", 2) != 0)
        settings_set(settings, key, "deboer", "serve", NULL);
}

enum status server_begin(struct server *server, struct session *session,
                         const struct server_protocol *protocol, struct error *error)
{
    *server = (struct server){.session = *session, .protocol = protocol, .input.max = SERVER_LINE_MAX};
    struct session *own = &server->session;
    copy_settings(&own->settings, &session->settings);
    own->interactive = own->alone = false;
    own->write = keep_data;
    own->progress = own->notice = store_progress_line;
    own->pager = NULL;
    own->stop = NULL;
    own->screen = NULL;
    own->console = NULL;
    pthread_mutex_init(&server->lock, NULL);
    worker_init(&server->worker, &server->wake);
    return wake_init(&server->wake, error);
}

void server_end(struct server *server, struct session *session)
{
    struct session before = *session;
    worker_free(&server->worker, free_request);
    session_drop_game(&server->session);
    settings_free(&server->session.settings);
    /* The session gets its data back, and keeps its own settings and ways to print. */
    *session = server->session;
    session->settings = before.settings;
    session->interactive = before.interactive;
    session->alone = before.alone;
    session->write = before.write;
    session->context = before.context;
    session->progress = before.progress;
    session->notice = before.notice;
    session->pager = before.pager;
    session->stop = before.stop;
    session->screen = before.screen;
    session->console = before.console;
    session->seated = false;
    wake_free(&server->wake);
    pthread_mutex_destroy(&server->lock);
    line_input_free(&server->input);
    json_members_free(&server->members);
    text_free(&server->output);
}

size_t server_unwritten(const struct server *server)
{
    return server->output.size - server->written;
}

void server_add_line(struct server *server, struct json *json)
{
    struct text *output = &server->output;
    /* What is written makes space: at once if it is all, else seldom, because the rest moves. */
    bool is_written = server->written == output->size;
    if (server->written && (is_written || server->written > SERVER_OUTPUT_MAX)) {
        memmove(output->bytes, output->bytes + server->written, server_unwritten(server));
        output->size = server_unwritten(server);
        server->written = 0;
    }
    text_append(output, json->text.bytes, json->text.size);
    text_add(output, "\n");
    text_free(&json->text);
}

/* Reads a line, and passes it to the protocol if it is JSON with an identifier or none. */
static void read_message_line(struct server *server, const char *line, size_t size)
{
    struct error error = {0};
    char *id = NULL;
    if (json_read(&server->members, line, size, "line", server->lines, &error))
        server->protocol->add_fault(server, "null", FAULT_JSON, error.text);
    else if (!server_read_id(&server->members, "id", &id))
        server->protocol->add_fault(server, "null", FAULT_REQUEST,
                                    "'id': expected a whole number or a text of up to 64 bytes");
    else
        server->protocol->read_message(server, id);
    free(id);
}

void server_read_lines(struct server *server, bool ended)
{
    const char *line;
    size_t size;
    while (!server->quit && server_unwritten(server) < SERVER_OUTPUT_MAX) {
        enum line_found found = line_input_next(&server->input, ended, &line, &size);
        if (found == LINE_NONE)
            break;
        server->lines++;
        if (found == LINE_TOO_LONG)
            server->protocol->add_fault(server, "null", FAULT_LONG, "the line has more than 2 MiB");
        else if (strspn(line, " \t\r") < size)
            read_message_line(server, line, size - (size && line[size - 1] == '\r'));
    }
}

void server_collect(struct server *server)
{
    char progress[SERVER_PROGRESS];
    pthread_mutex_lock(&server->lock);
    struct server_request *running = server->has_progress ? server->running : NULL;
    server->has_progress = false;
    memcpy(progress, server->progress, sizeof progress);
    pthread_mutex_unlock(&server->lock);
    /* Only a client that reads along gets progress. The request is freed here alone, so it is still there. */
    if (running && !running->is_dropped && !server_unwritten(server))
        server->protocol->add_progress(running, progress);
    while (server_unwritten(server) < SERVER_OUTPUT_MAX) {
        struct server_request *request = (struct server_request *)(void *)worker_take(&server->worker);
        int i = 0;
        if (!request)
            break;
        if (request->data.size && request->data.bytes[request->data.size - 1] == '\n')
            request->data.bytes[--request->data.size] = '\0';
        if (!request->is_dropped && request->data.size)
            server->protocol->add_answer(request);
        else if (!request->is_dropped)
            server->protocol->add_fault(server, request->id, find_fault(request), request->error.text);
        while (server->open[i] != request)
            i++;
        size_t later = (size_t)(--server->open_count - i);
        memmove(server->open + i, server->open + i + 1, later * sizeof *server->open);
        free_request(&request->job);
    }
}
