/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/pager.h"

#include "base/clock.h"
#include "base/utf8.h"
#include "console/shell.h"

#include <string.h>

static const double HOLD_SECONDS = 0.25; /* output that comes later than this is not held back */

size_t pager_rows(const char *text, int columns)
{
    size_t rows = 0, wide = columns > 0 ? (size_t)columns : 1;
    while (*text) {
        size_t size = strcspn(text, "\n"), cells = (size_t)utf8_columns(text, size);
        rows += cells ? (cells + wide - 1) / wide : 1;
        text += size + (text[size] == '\n');
    }
    return rows;
}

/* Writes the output held back, unless the pager has shown it (`shown`), and prints the notices. */
static void release_output(struct pager *pager, bool shown)
{
    char *rest = NULL, *line = pager->notices.size ? pager->notices.bytes : NULL;
    if (!shown && pager->answer.size && pager->write)
        pager->write(pager->context, pager->answer.bytes, pager->answer.size);
    for (line = line ? strtok_r(line, "\n", &rest) : NULL; line; line = strtok_r(NULL, "\n", &rest))
        pager->notice(pager->session, line);
    text_clear(&pager->answer);
    text_clear(&pager->notices);
}

void pager_stop_holding(struct session *session)
{
    if (!session->pager || session->pager->passes)
        return;
    session->pager->passes = true;
    release_output(session->pager, false);
}

/* Holds output back (session.write) until it takes longer than HOLD_SECONDS. */
static void hold_output(void *context, const char *bytes, size_t size)
{
    struct pager *pager = context;
    if (!pager->answer.size)
        pager->since = clock_now();
    else if (clock_now() - pager->since > HOLD_SECONDS)
        pager_stop_holding(pager->session);
    if (!pager->passes)
        text_append(&pager->answer, bytes, size);
    else if (pager->write)
        pager->write(pager->context, bytes, size);
}

/* Holds a notice back while output is held back, to keep their order. */
static void hold_notice(struct session *session, const char *line)
{
    struct pager *pager = session->pager;
    if (pager->answer.size)
        text_printf(&pager->notices, "%s\n", line);
    else
        pager->notice(session, line);
}

void pager_begin(struct pager *pager, struct session *session, const char *command, int rows, int columns)
{
    *pager = (struct pager){
        .session = session, .write = session->write, .context = session->context, .notice = session->notice,
        .command = command, .rows = rows, .columns = columns,
    };
    session->pager = pager;
    session->write = hold_output;
    session->context = pager;
    session->notice = session->notice ? hold_notice : NULL;
}

void pager_end(struct pager *pager)
{
    struct session *session = pager->session;
    session->pager = NULL;
    session->write = pager->write;
    session->context = pager->context;
    session->notice = pager->notice;
    /* The next prompt takes one row too. */
    bool is_long = pager->answer.size && pager_rows(text_string(&pager->answer), pager->columns) >=
                                             (size_t)(pager->rows > 0 ? pager->rows : 1);
    release_output(pager, is_long && shell_run(pager->command, NULL, &pager->answer, NULL));
    text_free(&pager->answer);
    text_free(&pager->notices);
}
