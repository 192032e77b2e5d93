/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes how lines are read from a program outside: the input comes through a pipe, in pieces of as many
 * bytes as its first byte says. Each line is one of the input's, in their order, or there are too many bytes
 * in it. */
#include "base/child.h"
#include "base/clock.h"
#include "fuzz/fuzz.h"

#include <fcntl.h>
#include <unistd.h>

enum { LINES_MAX = 100, PIECES_MAX = 50 };

static bool is_blank(char byte)
{
    return memchr(" \t\r", byte, 3) != NULL;
}

/* The next line must be what stands at *at, up to a zero byte, without its end and the blanks around it. */
static void check_line(const char *line, const char **at, const char *end)
{
    size_t left = (size_t)(end - *at), length = strlen(line);
    const char *begin = *at, *stop = memchr(*at, '\n', left), *zero;
    size_t size = stop ? (size_t)(stop - *at) : left, whole = size;
    fuzz_demand(size <= CHILD_LINE_MAX, "no line is too long");
    while (whole && is_blank(begin[whole - 1]))
        whole--;
    for (; whole && is_blank(*begin); whole--)
        begin++;
    if ((zero = memchr(begin, '\0', whole)))
        whole = (size_t)(zero - begin);
    fuzz_demand(length == whole && memcmp(line, begin, length) == 0, "a line is a whole one of the input");
    *at += size + (stop != NULL);
}

/* Reads lines until the child has no more, or wrote too much; *left says how many more may be read. */
static bool read_lines(struct child_process *child, const char **at, const char *end, int *left)
{
    const char *line = NULL;
    enum child_answer answer;
    while ((answer = child_read_line(child, &line, child->output_closed ? clock_now() + 1 : 0, NULL)) ==
           CHILD_DONE) {
        check_line(line, at, end);
        if (--*left == 0)
            return false;
    }
    return answer == CHILD_LATE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int ends[2], back[2];
    struct child_process child = {.keeper = 1, .ended = true, .messages = -1, .alive_pipe = -1};
    if (size < 1 || size > CHILD_PENDING_MAX / 2)
        return 0;
    fuzz_demand(pipe(ends) == 0 && pipe(back) == 0, "there are pipes");
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    child.out = ends[0];
    child.in = back[1];
    child.pending = malloc(CHILD_PENDING_MAX + 1);
    child.ended = false;
    const char *at = (const char *)data + 1, *end = (const char *)data + size, *sent = at;
    size_t piece = 1 + (size_t)data[0] * 16;
    bool goes_on = true;
    int left = LINES_MAX;
    for (int i = 0; i < PIECES_MAX && goes_on && sent < end; i++) {
        size_t now = (size_t)(end - sent) < piece ? (size_t)(end - sent) : piece;
        fuzz_demand(write(ends[1], sent, now) == (ssize_t)now, "the pipe takes it");
        sent += now;
        goes_on = read_lines(&child, &at, sent, &left);
    }
    close(ends[1]);
    child.ended = true; /* as the keeper would report */
    if (goes_on && !read_lines(&child, &at, sent, &left) && left && at < sent)
        fuzz_demand(sent - at > CHILD_LINE_MAX, "nothing is left over");
    close(ends[0]);
    close(back[0]);
    close(back[1]);
    free(child.pending);
    return 0;
}
