/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes a server of both protocols: the first byte chooses one, the rest is what a client writes. Each line
 * that it answers is JSON of that protocol, the bounds hold, and a stopped or finished server leaves its
 * session as it was. */
#include "commands/server.h"
#include "commands/table.h"
#include "fuzz/fuzz.h"

enum { INPUT_MAX = 20000 /* bytes */, PIECE = 100 /* bytes that arrive together */ };

/* Reads each line of output. */
static void check_output(struct server *server, const char *start)
{
    static struct json_members members;
    struct error error;
    const char *line = text_string(&server->output) + server->written;
    for (const char *end; (end = strchr(line, '\n')); line = end + 1) {
        fuzz_demand(strncmp(line, start, strlen(start)) == 0, "a line is one of the protocol");
        fuzz_demand(json_read(&members, line, (size_t)(end - line), "f", 1, &error) == STATUS_OK,
                    "an answer is JSON");
    }
    fuzz_demand(*line == '\0', "an answer is a whole line");
    server->written = server->output.size;
}

/* Stops what would take long. */
static void stop_long_requests(struct server *server)
{
    for (int i = 0; i < server->open_count; i++) {
        const char *name = server->open[i]->question->name;
        if (strcmp(name, "best") == 0 || strcmp(name, "review") == 0)
            atomic_store(&server->open[i]->job.stop, true);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct session session;
    static struct server server;
    if (!session.commands)
        session_init(&session, &command_table);
    if (!size || size > INPUT_MAX)
        return 0;
    bool is_mcp = data[0] == 'm';
    const char *start = is_mcp ? "{\"jsonrpc\":\"2.0\"," : "{\"version\":1,";
    fuzz_demand(server_begin(&server, &session, is_mcp ? &server_mcp : &server_lines, NULL) == STATUS_OK,
                "it begins");
    for (size_t at = 1; at < size && !server.quit; at += PIECE) {
        size_t piece = size - at < PIECE ? size - at : PIECE;
        line_input_add(&server.input, (const char *)data + at, piece);
        server_read_lines(&server, at + piece == size);
        stop_long_requests(&server);
        fuzz_demand(server.open_count <= SERVER_REQUESTS_MAX, "requests are bounded");
        fuzz_demand(line_input_left(&server.input) <= INPUT_MAX, "lines that were handled are gone");
        server_collect(&server);
        check_output(&server, start);
    }
    worker_wait(&server.worker);
    server_collect(&server);
    check_output(&server, start);
    fuzz_demand(server.open_count == 0, "each request is answered");
    server_end(&server, &session);
    fuzz_demand(!session.game && !session.stop && !session.words && session.depth == 0,
                "the session is as it was");
    return 0;
}
