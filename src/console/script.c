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

enum status script_run(struct session *session, FILE *in, const char *name,
                       void (*complain)(struct session *session, const struct error *error))
{
    struct text line = {0};
    enum status worst = STATUS_OK;
    bool fits, zero;
    for (size_t number = 1; !session->quit && read_line(in, &line, &fits, &zero); number++) {
        struct error why = {0}, error = {0};
        enum status status;
        if (!fits)
            status = error_set(&why, STATUS_BAD, "the line is longer than %d bytes", SCRIPT_LINE_MAX);
        else if (zero)
            status = error_set(&why, STATUS_BAD, "the line holds a zero byte");
        else
            status = command_run_line(session, text_string(&line), &why);
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
