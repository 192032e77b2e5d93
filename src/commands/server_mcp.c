/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Model Context Protocol over standard input and output (modelcontextprotocol.io/specification): each
 * question is a tool. */
#include "base/version.h"
#include "commands/server.h"

#include <stdlib.h>
#include <string.h>

/* Versions of the protocol, the newest first. That of 2025-03-26 is left out, because it has several
 * requests in a line; its clients speak the one before too. */
static const char *const mcp_versions[] = {"2025-11-25", "2025-06-18", "2024-11-05"};

static const char instructions[] =
    "Facts about Stratego games from the program Vedette. Load a game or position first, then ask: all "
    "other tools are about the one loaded last, with 'at' about an earlier moment of it. Squares are a1 "
    "to j10, files from Red's left, rows from Red's side. Ranks are F flag, B bomb, S spy, 2 scout, 3 "
    "miner, 4 to 9, X marshal.";

/* Codes of errors in JSON-RPC 2.0, section 5.1. */
enum {
    RPC_PARSE = -32700, RPC_INVALID = -32600, RPC_METHOD = -32601, RPC_PARAMS = -32602, RPC_BUSY = -32000
};

/* Begins a response; end it with "}". */
static void begin_response(const char *id, struct json *json)
{
    json_printf(json, "{jsonrpc: %s", "2.0");
    json_add_ready(json, "id", id);
}

static void add_rpc_error(struct server *server, const char *id, int code, const char *text)
{
    struct json json = {0};
    begin_response(id, &json);
    json_printf(&json, "error: {code: %d, message: %s}}", code, text);
    server_add_line(server, &json);
}

/* Adds the result of a tool: its text, and its data if there are any. */
static void add_tool_result(struct server *server, const char *id, const char *text, const char *data,
                            bool is_error)
{
    struct json json = {0};
    begin_response(id, &json);
    json_printf(&json, "result: {content: [{type: %s, text: %s}]", "text", text);
    if (data && data[0])
        json_add_ready(&json, "structuredContent", data);
    json_printf(&json, "isError: %i}}", is_error);
    server_add_line(server, &json);
}

/* Adds why a request failed: as a tool's result, which a language model reads and can correct, or as an
 * error of the protocol. */
static void add_mcp_fault(struct server *server, const char *id, enum server_fault fault, const char *text)
{
    if (fault == FAULT_NO || fault == FAULT_BAD || fault == FAULT_FAILED || fault == FAULT_STOPPED)
        add_tool_result(server, id, text, NULL, true);
    else
        add_rpc_error(server, id, fault == FAULT_JSON      ? RPC_PARSE
                                  : fault == FAULT_BUSY    ? RPC_BUSY
                                  : fault == FAULT_UNKNOWN ? RPC_METHOD
                                                           : RPC_INVALID, text);
}

static void add_mcp_answer(struct server_request *request)
{
    const char *said = text_string(&request->said), *data = text_string(&request->data);
    add_tool_result(request->server, request->id, *said ? said : data, data, false);
}

static void add_mcp_progress(struct server_request *request, const char *text)
{
    struct json json = {0};
    if (!request->token)
        return;
    json_printf(&json, "{jsonrpc: %s, method: %s, params: {", "2.0", "notifications/progress");
    json_add_ready(&json, "progressToken", request->token);
    json_printf(&json, "progress: %u, message: %s}}", ++request->reports, text);
    server_add_line(request->server, &json);
}

/* Answers `initialize`: the newest version that is not newer than the client's, or the oldest. */
static void add_server_facts(struct server *server, const char *id)
{
    const char *asked = json_find(&server->members, "params.protocolVersion", JSON_STRING);
    size_t i = 0, last = sizeof mcp_versions / sizeof mcp_versions[0] - 1;
    struct json json = {0};
    while (i < last && strcmp(mcp_versions[i], asked ? asked : "") > 0)
        i++;
    begin_response(id, &json);
    json_printf(&json, "result: {protocolVersion: %s, capabilities: {tools: {}}, serverInfo: {name: %s, "
                "version: %s}, instructions: %s}}", mcp_versions[i], "vedette", program_version,
                instructions);
    server_add_line(server, &json);
}

/* Answers `tools/list`. */
static void add_tools(struct server *server, const char *id)
{
    struct json json = {0};
    begin_response(id, &json);
    json_printf(&json, "result: {tools: [");
    for (size_t i = 0; i < server_question_count; i++) {
        const struct server_question *question = &server_question_table[i];
        json_printf(&json, "{name: %s, title: %s, description: %s", question->name, question->title,
                    question->help);
        server_question_add_schema(question, "inputSchema", &json);
        json_printf(&json, "annotations: {readOnlyHint: true, openWorldHint: false}}");
    }
    json_printf(&json, "]}}");
    server_add_line(server, &json);
}

/* Handles `tools/call`. */
static void call_tool(struct server *server, const char *id)
{
    static const char *const no_fields[] = {NULL};
    const char *name = json_find(&server->members, "params.name", JSON_STRING);
    const struct server_question *question = name ? server_question_find(name) : NULL;
    const struct json_value *arguments = json_value_at(&server->members, "params.arguments"); /* no object */
    struct string_list words = {0};
    struct error error = {0};
    char *token = NULL;
    server_read_id(&server->members, "params._meta.progressToken", &token);
    if (!question) {
        error_set(&error, STATUS_BAD, "unknown tool '%.40s'", name ? name : "");
        add_rpc_error(server, id, RPC_PARAMS, error.text);
    } else if (arguments && strcmp(server->members.bytes.bytes + arguments->text, "null") != 0) {
        add_rpc_error(server, id, RPC_PARAMS, "'arguments': expected an object");
    } else if (server_question_read(question, &server->members, "params.arguments.", no_fields, &words,
                                    &error)) {
        add_tool_result(server, id, error.text, NULL, true);
    } else {
        server_add_request(server, question, id, token && strcmp(token, "null") != 0 ? token : NULL, &words);
    }
    string_list_free(&words);
    free(token);
}

/* Handles a message. Those without an id are notifications, which get no response. */
static void read_mcp_message(struct server *server, const char *id)
{
    const char *method = json_find(&server->members, "method", JSON_STRING);
    const char *version = json_find(&server->members, "jsonrpc", JSON_STRING);
    bool is_notification = strcmp(id, "null") == 0;
    char *cancelled = NULL;
    if (!method || !version || strcmp(version, "2.0") != 0) {
        add_rpc_error(server, id, RPC_INVALID, "expected a request of JSON-RPC 2.0 with a method");
    } else if (is_notification && strcmp(method, "notifications/cancelled") == 0) {
        bool has_id = server_read_id(&server->members, "params.requestId", &cancelled);
        if (has_id && strcmp(cancelled, "null") != 0)
            server_stop_requests(server, cancelled, true);
    } else if (is_notification) {
        ; /* others need nothing */
    } else if (strcmp(method, "initialize") == 0) {
        add_server_facts(server, id);
    } else if (strcmp(method, "ping") == 0) {
        struct json json = {0};
        begin_response(id, &json);
        json_printf(&json, "result: {}}");
        server_add_line(server, &json);
    } else if (strcmp(method, "tools/list") == 0) {
        add_tools(server, id);
    } else if (strcmp(method, "tools/call") == 0) {
        call_tool(server, id);
    } else {
        add_mcp_fault(server, id, FAULT_UNKNOWN, "no such method");
    }
    free(cancelled);
}

const struct server_protocol server_mcp = {read_mcp_message, add_mcp_answer, add_mcp_progress, add_mcp_fault};
