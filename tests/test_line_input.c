/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines are the same however their bytes arrive, and what waits never exceeds the bound. */
#include "base/line_input.h"
#include "cmocka_all.h"

#include <string.h>

enum { LINE_MAX_HERE = 5 };

/* Passes the bytes in pieces of `step`, and writes each line with its size, and "!" for one that is too
 * long. */
static void split(const char *bytes, size_t size, size_t step, bool ended, struct text *out)
{
    struct line_input input = {.max = LINE_MAX_HERE};
    text_clear(out);
    for (size_t at = 0; at <= size; at += step) {
        size_t piece = size - at < step ? size - at : step, line_size;
        const char *line;
        line_input_add(&input, bytes + at, piece);
        enum line_found found;
        while ((found = line_input_next(&input, ended && at + piece == size, &line, &line_size)))
            if (found == LINE_WHOLE) {
                assert_int_equal(line[line_size], 0);
                text_printf(out, "%zu ", line_size);
                text_append(out, line, line_size);
                text_add(out, "|");
            } else {
                text_add(out, "!|");
            }
        assert_true(line_input_left(&input) <= LINE_MAX_HERE);
    }
    line_input_free(&input);
}

TEST(lines_are_the_same_in_all_pieces)
{
    static const char bytes[] = "one\n\nfive5\nsixsix\na\0b\ntoo long to be read\nx\r\nlast";
    static const char lines[] = "3 one|0 |5 five5|!|3 a\0b|!|2 x\r|4 last|";
    struct text out = {0};
    for (size_t step = 1; step <= sizeof bytes; step++) {
        split(bytes, sizeof bytes - 1, step, true, &out);
        assert_int_equal(out.size, sizeof lines - 1);
        assert_memory_equal(text_string(&out), lines, sizeof lines - 1);
        split(bytes, sizeof bytes - 1, step, false, &out);
        assert_int_equal(out.size, strlen("3 one|0 |5 five5|!|3 a?b|!|2 x\r|"));
    }
    text_free(&out);
}

/* A line that is too long is reported once: at once, and not again at its end or at that of the input. */
TEST(a_long_line_is_reported_once)
{
    struct text out = {0};
    split("0123456789", 10, 1, true, &out);
    assert_string_equal(text_string(&out), "!|");
    split("0123456789\n1\n", 13, 3, true, &out);
    assert_string_equal(text_string(&out), "!|1 1|");
    split("012345", 6, 6, true, &out);
    assert_string_equal(text_string(&out), "!|");
    text_free(&out);
}

TESTS_MAIN(NULL, NULL)
