/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/script.h"

#include <string.h>

/* Reads one line, without its end, into `line` (zero-ended; what does not fit is dropped). False at the
 * end of the stream. */
static bool read_line(FILE *in, struct text *line, bool *fits, bool *zero)
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

/* Runs one line that was read. */
static enum status run_line(struct session *session, const struct text *line, bool fits, bool zero,
                            struct error *error)
{
    if (!fits)
        return error_set(error, STATUS_BAD, "the line is longer than %d bytes", SCRIPT_LINE_MAX);
    if (zero)
        return error_set(error, STATUS_BAD, "the line holds a zero byte");
    return command_run_line(session, text_string(line), error);
}

enum status script_run(struct session *session, FILE *in, const char *name,
                       void (*complain)(struct session *session, const struct error *error))
{
    struct text line = {0};
    enum status worst = STATUS_OK;
    bool fits, zero, stopped = false;
    for (size_t number = 1; !session->quit && !stopped; number++) {
        struct error why = {0}, error = {0};
        enum status status = STATUS_OK;
        bool more = read_line(in, &line, &fits, &zero);
        if (session_stopped(session)) /* while it waited: what was read may be half a line */
            status = error_set(&why, STATUS_NO, "stopped");
        else if (!more)
            break;
        else
            status = run_line(session, &line, fits, zero, &why);
        stopped = session_stopped(session);
        if (!status)
            continue;
        error_set(&error, status, "%s:%zu: %s", name, number, why.text);
        complain(session, &error);
        worst = status > worst ? status : worst;
    }
    text_free(&line);
    if (session->unsaved)
        session_notice(session, "%s: the notes in the game at hand were not saved", name);
    return worst;
}
