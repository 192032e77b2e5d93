/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors: one status, which is also an exit status, and one line of text. */
#ifndef VEDETTE_BASE_ERROR_H
#define VEDETTE_BASE_ERROR_H

#include <stdarg.h>
#include <stddef.h>

/* What a fallible function returns; the values are the program's exit statuses. */
enum status {
    STATUS_OK = 0,     /* done */
    STATUS_NO = 1,     /* the answer is no: an illegal move, a failed check */
    STATUS_BAD = 2,    /* bad input or usage */
    STATUS_FAILED = 3, /* the machine failed: disk full, no memory */
};

/* One line for a person: no newline, no control bytes (they are written as \xNN, as text_add_plain does). */
struct error {
    enum status status;
    char text[512];
};

/* Fills `error` (which may be NULL) from a printf format and returns `status`. */
enum status error_set(struct error *error, enum status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

enum status error_vset(struct error *error, enum status status, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

/* Fills `error` with "FILE:LINE:COLUMN: text" (both counted from 1; bytes) and returns STATUS_BAD. */
enum status error_at(struct error *error, const char *file, size_t line, size_t column,
                     const char *format, ...) __attribute__((format(printf, 5, 6)));
enum status error_vat(struct error *error, const char *file, size_t line, size_t column,
                      const char *format, va_list args) __attribute__((format(printf, 5, 0)));

/* Fills `error` with "WHAT: strerror(errno)": STATUS_BAD where the name is the user's mistake
 * (missing, a folder, not permitted to read), STATUS_FAILED where the machine failed. Where Ctrl-C came in
 * between, "stopped" and STATUS_NO. */
enum status error_errno(struct error *error, const char *what);

#endif
