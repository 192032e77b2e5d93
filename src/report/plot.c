/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/plot.h"

#include "base/decimal.h"
#include "base/disk.h"
#include "console/shell.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Writes gnuplot's commands, followed by the points of each curve. */
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

/* Reads a pipe to its end into `out` and closes it. */
static void read_pipe(int end, struct text *out)
{
    char bytes[4096];
    ssize_t count;
    while ((count = read(end, bytes, sizeof bytes)) > 0 || (count < 0 && errno == EINTR))
        if (count > 0)
            text_append(out, bytes, (size_t)count);
    close(end);
}

/* Runs gnuplot with the script and reads its drawing. Cannot deadlock: gnuplot writes only after it has
 * read all curves. */
static bool run_gnuplot(const struct text *script, struct text *drawn)
{
    int script_pipe[2], drawing_pipe[2];
    if (pipe2(script_pipe, O_CLOEXEC) != 0)
        return false;
    if (pipe2(drawing_pipe, O_CLOEXEC) != 0) {
        close(script_pipe[0]);
        close(script_pipe[1]);
        return false;
    }
    struct shell_signals *before = shell_leave_signals();
    pid_t process = shell_start(before, "gnuplot 2>/dev/null", NULL, script_pipe[0], drawing_pipe[1]);
    close(script_pipe[0]);
    close(drawing_pipe[1]);
    if (process > 0)
        disk_write_all(script_pipe[1], script->bytes, script->size); /* fails if gnuplot is not installed */
    close(script_pipe[1]);
    read_pipe(drawing_pipe[0], drawn);
    bool done = shell_wait(process);
    shell_take_signals(before);
    return done;
}

/* Appends the lines of the drawing without blanks and form feeds at their ends and without blank lines at
 * the start and the end. */
static void add_drawing(const struct text *drawn, struct text *out)
{
    size_t blank = 0; /* blank lines since the last other line */
    bool begun = false;
    for (size_t offset = 0; offset < drawn->size;) {
        const char *line = drawn->bytes + offset, *end = memchr(line, '\n', drawn->size - offset);
        size_t size = end ? (size_t)(end - line) : drawn->size - offset;
        offset += size + 1;
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
    bool done = run_gnuplot(&script, &drawn) && drawn.size > 0;
    if (done)
        add_drawing(&drawn, out);
    text_free(&script);
    text_free(&drawn);
    return done;
}
