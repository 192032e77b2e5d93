/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/error.h"

#include "base/utf8.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Copies `raw` to `out`; writes bytes that are not printable UTF-8 as \xNN, so that input cannot send
 * control codes to the terminal. */
static void escape_unprintable(char *out, size_t capacity, const char *raw)
{
    enum { STEP_MAX = 5 }; /* a character or an escape has up to 4 bytes; then the zero byte */
    size_t used = 0;
    for (size_t bytes_left = strlen(raw), size; bytes_left && used + STEP_MAX < capacity;
         raw += size, bytes_left -= size) {
        size = utf8_shown((const unsigned char *)raw, bytes_left);
        if (size) {
            memcpy(out + used, raw, size);
            used += size;
        } else {
            size = 1;
            used += (size_t)snprintf(out + used, capacity - used, "\\x%02x", (unsigned char)*raw);
        }
    }
    out[used] = '\0';
}

enum status error_vset(struct error *error, enum status status, const char *format, va_list args)
{
    if (!error)
        return status;
    char raw[sizeof error->text];
    vsnprintf(raw, sizeof raw, format, args);
    error->status = status;
    escape_unprintable(error->text, sizeof error->text, raw);
    return status;
}

enum status error_set(struct error *error, enum status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    error_vset(error, status, format, args);
    va_end(args);
    return status;
}

enum status error_vat(struct error *error, const char *file, size_t line, size_t column,
                      const char *format, va_list args)
{
    char raw[sizeof error->text];
    if (!error)
        return STATUS_BAD;
    vsnprintf(raw, sizeof raw, format, args);
    return error_set(error, STATUS_BAD, "%s:%zu:%zu: %s", file, line, column, raw);
}

enum status error_at(struct error *error, const char *file, size_t line, size_t column,
                     const char *format, ...)
{
    va_list args;
    va_start(args, format);
    error_vat(error, file, line, column, format, args);
    va_end(args);
    return STATUS_BAD;
}

enum status error_errno(struct error *error, const char *what)
{
    int why = errno;
    if (why == EINTR) /* only Ctrl-C can interrupt a system call outside the screen */
        return error_set(error, STATUS_NO, "stopped");
    bool is_user_error = why == ENOENT || why == ENOTDIR || why == EISDIR || why == EACCES ||
                why == EPERM || why == ENAMETOOLONG || why == ELOOP || why == EINVAL;
    return error_set(error, is_user_error ? STATUS_BAD : STATUS_FAILED, "%s: %s",
                     what[0] ? what : "''", strerror(why));
}
