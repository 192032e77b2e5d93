/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes text on the screen, which comes from files: names, comments. The first two bytes give the place and
 * the width, the rest is the text. It stays in its columns, and no half of a wide letter stands alone. */
#include "fuzz/fuzz.h"
#include "tui/canvas.h"

#include <locale.h>

enum { ROWS_SHOWN = 3, COLUMNS = 40 };

/* All rows but the middle one, and what is left of `from` or right of `to` in it, stay blank. */
static void check_place(const struct canvas *canvas, int from, int to)
{
    for (int row = 0; row < ROWS_SHOWN; row++)
        for (int col = 0; col < COLUMNS; col++) {
            uint32_t code = canvas->spots[row * COLUMNS + col].code;
            bool outside = row != 1 || col < from || col >= to;
            fuzz_demand(!outside || code == ' ', "text stays in its columns");
            fuzz_demand(code != 0 || (col > 0 && canvas->spots[row * COLUMNS + col - 1].code > 0xff),
                        "no half of a letter stands alone");
            fuzz_demand(code == 0 || (code >= 0x20 && code != 0x7f && (code < 0x80 || code >= 0xa0)),
                        "no control character is shown");
        }
}

/* Cut into lines, all of it is there, and each fits. */
static void check_lines(const struct canvas *canvas, const char *text, int width)
{
    size_t size = strlen(text);
    int lines = 0;
    for (size_t at = 0; at < size; lines++) {
        size_t taken = canvas_fit(canvas, text + at, width);
        fuzz_demand(taken >= 1 && taken <= size - at, "a line takes something");
        at += taken;
    }
    fuzz_demand(canvas_lines(canvas, text, width) >= 1, "there is a line");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct canvas canvas;
    static bool ready;
    char text[300];
    if (!ready)
        setlocale(LC_CTYPE, "C.UTF-8");
    ready = true;
    if (size < 2 || size >= sizeof text)
        return 0;
    memcpy(text, data + 2, size - 2);
    text[size - 2] = '\0';
    int col = data[0] % COLUMNS, width = data[1] % (COLUMNS + 10);
    canvas_reset(&canvas, ROWS_SHOWN, COLUMNS);
    canvas.unicode = data[0] & 0x80;
    int taken = canvas_text(&canvas, 1, col, width, ROLE_TEXT, text);
    fuzz_demand(taken >= 0 && taken <= width, "text takes no more columns than it may");
    fuzz_demand(canvas_width(&canvas, text) >= 0, "text has a width");
    check_place(&canvas, col, col + width);
    check_lines(&canvas, text, width + 1);
    return 0;
}
