/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Error lines: what fills them, how long they get, and that they steer no terminal. */
#include "base/error.h"
#include "cmocka_all.h"

#include <errno.h>
#include <string.h>

static __attribute__((format(printf, 2, 3))) enum status through(struct error *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    enum status status = error_vset(error, STATUS_NO, format, args);
    va_end(args);
    return status;
}

static __attribute__((format(printf, 2, 3))) enum status at_through(struct error *error, const char *format,
                                                                     ...)
{
    va_list args;
    va_start(args, format);
    enum status status = error_vat(error, "a\nb", 3, 7, format, args);
    va_end(args);
    return status;
}

/* The same line by all ways, with its status; an error that nobody wants is not filled. */
TEST(test_lines)
{
    struct error one = {0}, two = {0};
    assert_int_equal(error_set(&one, STATUS_NO, "found '%s', expected %d", "x", 7), STATUS_NO);
    assert_int_equal(through(&two, "found '%s', expected %d", "x", 7), STATUS_NO);
    assert_string_equal(one.text, "found 'x', expected 7");
    assert_true(one.status == STATUS_NO && two.status == STATUS_NO && !strcmp(one.text, two.text));
    assert_int_equal(error_at(&one, "a\nb", 3, 7, "%d pieces", 41), STATUS_BAD);
    assert_int_equal(at_through(&two, "%d pieces", 41), STATUS_BAD);
    assert_string_equal(one.text, "a\\x0ab:3:7: 41 pieces");
    assert_true(one.status == STATUS_BAD && two.status == STATUS_BAD && !strcmp(one.text, two.text));
    assert_int_equal(error_set(NULL, STATUS_FAILED, "x"), STATUS_FAILED);
    assert_int_equal(through(NULL, "x"), STATUS_NO);
    assert_int_equal(error_at(NULL, "f", 1, 1, "x"), STATUS_BAD);
    assert_int_equal(at_through(NULL, "x"), STATUS_BAD);
}

/* Control bytes are spelled out, a line that is spelled out already stays as it is, and a long one is cut. */
TEST(test_plain)
{
    struct error error;
    char text[2 * sizeof error.text];
    error_set(&error, STATUS_BAD, "a\x1b[2Jb\tc\x7f");
    assert_string_equal(error.text, "a\\x1b[2Jb\\x09c\\x7f");
    error_set(&error, STATUS_BAD, "gr\xc3\xb6\xc3\x9f" "e \xff\xc3(\xe2\x80");
    assert_string_equal(error.text, "gr\xc3\xb6\xc3\x9f" "e \\xff\\xc3(\\xe2\\x80");
    struct error again = error;
    error_set(&error, STATUS_BAD, "%s", again.text);
    assert_string_equal(error.text, again.text);
    memset(text, '\r', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    error_set(&error, STATUS_BAD, "%s", text);
    assert_true(strlen(error.text) < sizeof error.text && strlen(error.text) > sizeof error.text - 8);
    assert_null(strchr(error.text, '\r'));
    memset(text, 'x', sizeof text - 1);
    error_at(&error, "f", 1, 2, "%s", text);
    assert_memory_equal(error.text, "f:1:2: xxx", 10);
    assert_true(strlen(error.text) < sizeof error.text && strlen(error.text) > sizeof error.text - 8);
}

/* What is the user's mistake and what the machine's. */
TEST(test_errno)
{
    struct error error;
    errno = ENOENT;
    assert_int_equal(error_errno(&error, "f"), STATUS_BAD);
    assert_memory_equal(error.text, "f: ", 3);
    errno = ENOENT;
    error_errno(&error, "");
    assert_memory_equal(error.text, "'': ", 4);
    errno = ENOSPC;
    assert_int_equal(error_errno(&error, "f"), STATUS_FAILED);
    errno = EINTR; /* Ctrl-C is neither */
    assert_int_equal(error_errno(&error, "f"), STATUS_NO);
    assert_string_equal(error.text, "stopped");
}

TESTS_MAIN(NULL, NULL)
