/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/plot.h"

#include "base/decimal.h"
#include "base/disk.h"
#include "console/shell.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* What gnuplot is told: the look, and then each curve's points. */
static void write_script(const struct plot *plot, struct text *script)
{
    char x[DECIMAL_TEXT], y[DECIMAL_TEXT];
    text_printf(script, "set terminal dumb size 78,20\nset title '%s' noenhanced\nset xlabel '%s'\n"
                "set ylabel '%s'\nset key outside bottom center horizontal noenhanced\n", plot->title,
                plot->across, plot->up);
    for (size_t i = 0; i < plot->curves; i++)
        text_printf(script, "%s '-' with lines title '%s'", i ? "," : "plot", plot->names[i]);
    text_add(script, "\n");
    for (size_t i = 0; i < plot->curves; i++) {
        for (size_t k = 0; k < plot->points; k++)
            text_printf(script, "%s %s\n", decimal_write(plot->x[k], x),
                        decimal_write(plot->y[k * plot->curves + i], y));
        text_add(script, "e\n");
    }
}

/* Takes what is written until the other end is closed, and closes this one. */
static void read_all(int end, struct text *out)
{
    char bytes[4096];
    ssize_t count;
    while ((count = read(end, bytes, sizeof bytes)) > 0 || (count < 0 && errno == EINTR))
        if (count > 0)
            text_append(out, bytes, (size_t)count);
    close(end);
}

/* Has gnuplot carry out the script. It draws when it has read all curves, so its answer cannot fill its
 * pipe while it is still being written to. */
static bool run(const struct text *script, struct text *drawn)
{
    int to[2], from[2];
    if (pipe2(to, O_CLOEXEC) != 0)
        return false;
    if (pipe2(from, O_CLOEXEC) != 0) {
        close(to[0]);
        close(to[1]);
        return false;
    }
    struct shell_signals *before = shell_leave_signals();
    pid_t process = shell_start(before, "gnuplot 2>/dev/null", NULL, to[0], from[1]);
    close(to[0]);
    close(from[1]);
    if (process > 0)
        disk_write_all(to[1], script->bytes, script->size); /* where it is not there, nobody reads */
    close(to[1]);
    read_all(from[0], drawn);
    bool done = shell_wait(process);
    shell_take_signals(before);
    return done;
}

/* Adds the lines without what is blank at their ends, and without blank lines around them; the drawing
 * begins with a new page. */
static void add_lines(const struct text *drawn, struct text *out)
{
    size_t blank = 0;
    bool begun = false;
    for (size_t at = 0; at < drawn->size;) {
        const char *line = drawn->bytes + at, *end = memchr(line, '\n', drawn->size - at);
        size_t size = end ? (size_t)(end - line) : drawn->size - at;
        at += size + 1;
        while (size && (line[size - 1] == ' ' || line[size - 1] == '\f'))
            size--;
        blank += !size && begun;
        if (!size)
            continue;
        for (; blank; blank--)
            text_add(out, "\n");
        text_append(out, line, size);
        text_add(out, "\n");
        begun = true;
    }
}

bool plot_draw(const struct plot *plot, struct text *out)
{
    struct text script = {0}, drawn = {0};
    write_script(plot, &script);
    bool done = run(&script, &drawn) && drawn.size > 0;
    if (done)
        add_lines(&drawn, out);
    text_free(&script);
    text_free(&drawn);
    return done;
}
