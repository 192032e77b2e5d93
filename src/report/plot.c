/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/plot.h"

#include "base/decimal.h"
#include "console/shell.h"

#include <string.h>

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
    bool done = shell_run("gnuplot 2>/dev/null", NULL, &script, &drawn) && drawn.size > 0;
    if (done)
        add_drawing(&drawn, out);
    text_free(&script);
    text_free(&drawn);
    return done;
}
