/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors: a status, which is also the program's exit status, and one line of text. */
#ifndef VEDETTE_BASE_ERROR_H
#define VEDETTE_BASE_ERROR_H

#include <stdarg.h>
#include <stddef.h>

/* The result of a function that can fail; the values are the program's exit statuses. */
enum status {
    STATUS_OK = 0,     /* done */
    STATUS_NO = 1,     /* a negative result: an illegal move, a failed check */
    STATUS_BAD = 2,    /* bad input or usage */
    STATUS_FAILED = 3, /* the system failed: disk full, no memory */
};

/* One line for the user, without newlines or control bytes (written as \xNN, as by text_add_plain). */
struct error {
    enum status status;
    char text[512];
};

/* Fills in `error` (may be NULL) from a printf format; returns `status`. */
enum status error_set(struct error *error, enum status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fills in `error` (may be NULL) from a printf format and its arguments; returns `status`. */
enum status error_vset(struct error *error, enum status status, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

/* Fills in `error` with "FILE:LINE:COLUMN: text" (both from 1, in bytes); returns STATUS_BAD. */
enum status error_at(struct error *error, const char *file, size_t line, size_t column,
                     const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Fills in `error` with "FILE:LINE:COLUMN: text" from a format and its arguments; returns STATUS_BAD. */
enum status error_vat(struct error *error, const char *file, size_t line, size_t column,
                      const char *format, va_list args) __attribute__((format(printf, 5, 0)));

/* Fills in `error` with "WHAT: strerror(errno)". STATUS_BAD if the user gave a wrong path (missing, a
 * folder, no permission), STATUS_FAILED if the system failed. If Ctrl-C interrupted a system call:
 * "stopped" and STATUS_NO. */
enum status error_errno(struct error *error, const char *what);

#endif
