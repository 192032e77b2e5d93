/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Our own protocol for programs (doc/protocols.md): {"id": 1, "ask": "guess", "at": 20}, a line each. */
#include "commands/server.h"

#include <stdio.h>
#include <string.h>

static const char *const fault_codes[] = {
    [FAULT_JSON] = "json", [FAULT_REQUEST] = "request", [FAULT_LONG] = "long", [FAULT_BUSY] = "busy",
    [FAULT_NO] = "no", [FAULT_BAD] = "bad", [FAULT_FAILED] = "failed", [FAULT_STOPPED] = "stopped",
    [FAULT_UNKNOWN] = "version",
};

/* Begins a line: version and id. */
static void begin_answer_line(const char *id, struct json *json)
{
    json_printf(json, "{version: %d", SERVER_VERSION);
    json_add_ready(json, "id", id);
}

static void add_fault_line(struct server *server, const char *id, enum server_fault fault, const char *text)
{
    struct json json = {0};
    begin_answer_line(id, &json);
    json_printf(&json, "error: {code: %s, text: %s}}", fault_codes[fault], text);
    server_add_line(server, &json);
}

static void add_answer_line(struct server_request *request)
{
    struct json json = {0};
    begin_answer_line(request->id, &json);
    json_printf(&json, "stopped: %i", request->status != STATUS_OK);
    json_add_ready(&json, "answer", text_string(&request->data));
    json_close(&json, '}');
    server_add_line(request->server, &json);
}

static void add_progress_line(struct server_request *request, const char *text)
{
    struct json json = {0};
    begin_answer_line(request->id, &json);
    json_printf(&json, "progress: %s}", text);
    server_add_line(request->server, &json);
}

/* Handles a request: stop, quit or a question. */
static void read_own_request(struct server *server, const char *id)
{
    static const char *const no_fields[] = {"id", "ask", "version", NULL};
    const struct json_value *version = json_value_at(&server->members, "version");
    const char *ask = json_find(&server->members, "ask", JSON_STRING);
    const struct server_question *question = ask ? server_question_find(ask) : NULL;
    struct string_list words = {0};
    struct error error = {0};
    uint64_t number = 0;
    if (version && (!json_find_whole(&server->members, "version", UINT32_MAX, &number) ||
                    number != SERVER_VERSION)) {
        error_set(&error, STATUS_BAD, "this is version %d", SERVER_VERSION);
        add_fault_line(server, id, FAULT_UNKNOWN, error.text);
    } else if (ask && strcmp(ask, "stop") == 0) {
        server_stop_requests(server, strcmp(id, "null") == 0 ? NULL : id, false);
    } else if (ask && strcmp(ask, "quit") == 0) {
        server_stop_requests(server, NULL, false);
        server->quit = true;
    } else if (!question) {
        error_set(&error, STATUS_BAD, "'ask': found %s%.40s%s, expected stop, quit", ask ? "'" : "",
                  ask ? ask : "none", ask ? "'" : "");
        for (size_t i = 0; i < server_question_count; i++) {
            size_t size = strlen(error.text);
            snprintf(error.text + size, sizeof error.text - size, ", %s", server_question_table[i].name);
        }
        add_fault_line(server, id, FAULT_REQUEST, error.text);
    } else if (server_question_read(question, &server->members, "", no_fields, &words, &error)) {
        add_fault_line(server, id, FAULT_REQUEST, error.text);
    } else {
        server_add_request(server, question, id, NULL, &words);
    }
    string_list_free(&words);
}

const struct server_protocol server_lines = {
    read_own_request, add_answer_line, add_progress_line, add_fault_line,
};
