/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/script.h"

#include "base/disk.h"

#include <errno.h>
#include <string.h>

/* Reads one line without its end into `line`. *fits gets whether it has at most SCRIPT_LINE_MAX bytes; the
 * rest is dropped. *zero gets whether it contains a zero byte. False at the end of the stream. */
static bool read_script_line(FILE *in, struct text *line, bool *fits, bool *zero)
{
    int c = getc(in);
    if (c == EOF)
        return false;
    text_clear(line);
    *fits = true;
    *zero = false;
    for (; c != EOF && c != '\n'; c = getc(in)) {
        char byte = (char)c;
        *zero |= byte == '\0';
        if (line->size < SCRIPT_LINE_MAX)
            text_append(line, &byte, 1);
        else
            *fits = false;
    }
    return true;
}

/* A stream of command lines. */
struct script {
    struct session *session;
    FILE *in;
    const char *name;
    size_t number;      /* of the current line, from 1 */
    struct text line;
    enum status (*run)(struct session *session, const char *line, struct error *error);
};

/* Reads the next line and runs it. *more is false at the end of the stream. Puts the name and the line number
 * before an error. */
static enum status run_next_line(struct script *script, bool *more, struct error *error)
{
    bool fits = false, zero = false;
    struct error why = {0};
    enum status status = STATUS_OK;
    script->number++;
    *more = read_script_line(script->in, &script->line, &fits, &zero);
    if (session_stopped(script->session)) /* during the read: the line may be incomplete */
        status = error_set(&why, STATUS_NO, "stopped");
    else if (*more && !fits)
        status = error_set(&why, STATUS_BAD, "the line is longer than %d bytes", SCRIPT_LINE_MAX);
    else if (*more && zero)
        status = error_set(&why, STATUS_BAD, "the line holds a zero byte");
    else if (*more)
        status = script->run(script->session, text_string(&script->line), &why);
    if (status)
        error_set(error, status, "%s:%zu: %s", script->name, script->number, why.text);
    return status;
}

enum status script_run(struct session *session, FILE *in, const char *name,
                       void (*complain)(struct session *session, const struct error *error))
{
    struct script script = {.session = session, .in = in, .name = name, .run = command_run_line};
    enum status worst = STATUS_OK;
    bool more = true, stopped = false;
    while (more && !session->quit && !stopped) {
        struct error error = {0};
        enum status status = run_next_line(&script, &more, &error);
        stopped = session_stopped(session);
        if (status)
            complain(session, &error);
        worst = status > worst ? status : worst;
    }
    text_free(&script.line);
    if (session->unsaved)
        session_notice(session, "%s: what was noted or put together was not saved", name);
    return worst;
}

enum status script_source(struct session *session, const char *path, struct error *error)
{
    struct text text = {0};
    enum status status = disk_read(path, SCRIPT_FILE_MAX, &text, error);
    if (status || !text.size) {
        text_free(&text);
        return status;
    }
    struct script script = {.session = session, .name = path, .run = command_run_inner_line};
    script.in = fmemopen(text.bytes, text.size, "rb");
    if (!script.in)
        status = error_set(error, STATUS_FAILED, "%s: %s", path, strerror(errno));
    for (bool more = true; more && !status && !session->quit;)
        status = run_next_line(&script, &more, error);
    if (script.in)
        fclose(script.in);
    text_free(&script.line);
    text_free(&text);
    return status;
}
