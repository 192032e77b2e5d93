/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/source.h"

#include "base/disk.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 1 << 15 }; /* bytes per read */

/* --- opening --- */

/* Returns the number that `text` is, 1 or more; 0 if it is none, or has more than 15 digits. */
static int64_t number_of(const char *text)
{
    size_t size = strlen(text);
    return size && size <= 15 && strspn(text, "0123456789") == size ? strtoll(text, NULL, 10) : 0;
}

/* Opens the file system's file of this name. */
static enum status open_file(struct source *source, const char *path, bool regular, struct error *error)
{
    struct error why;
    if (regular)
        source->file = disk_open_regular(path, &why);
    else
        source->file = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (source->file < 0)
        return regular ? error_set(error, why.status, "%s", why.text) : error_errno(error, path);
    source->buffer = memory_grow(NULL, &source->capacity, CHUNK, 1);
    return STATUS_OK;
}

enum status source_open(struct source *source, const char *path, bool regular, struct error *error)
{
    *source = (struct source){.name = path, .file = -1};
    return open_file(source, path, regular, error);
}

enum status source_open_named(struct source *source, const char *path, bool regular, struct error *error)
{
    const char *mark = strrchr(path, ':'), *entry_mark = strrchr(path, '#');
    if (entry_mark && (!mark || entry_mark > mark))
        mark = entry_mark;
    bool is_file = access(path, F_OK) == 0 || errno != ENOENT;
    if (is_file || !mark || mark == path || !number_of(mark + 1))
        return source_open(source, path, regular, error);
    char *own_name = memory_text(path);
    own_name[mark - path] = '\0';
    enum status status = source_open(source, own_name, regular, error);
    source->own_name = own_name;
    if (mark == entry_mark)
        source->entry = number_of(mark + 1);
    else if (!status)
        status = source_pick_line(source, number_of(mark + 1), false, error);
    return status;
}

void source_close(struct source *source)
{
    if (source->file > STDIN_FILENO)
        close(source->file);
    free(source->buffer);
    free(source->own_name);
    *source = (struct source){.file = -1};
}

/* --- reading --- */

/* Reads one more chunk into the buffer behind the bytes not yet returned, after moving these to its start.
 * Sets `over` at the end of the file. */
static enum status read_chunk(struct source *source, struct error *error)
{
    if (source->start) {
        memmove(source->buffer, source->buffer + source->start, source->end - source->start);
        source->end -= source->start;
        source->start = 0;
    }
    source->buffer = memory_grow(source->buffer, &source->capacity, source->end + CHUNK, 1);
    ssize_t got = read(source->file, source->buffer + source->end, CHUNK);
    if (got < 0)
        return error_errno(error, source->name);
    source->over = got == 0;
    source->end += (size_t)got;
    return STATUS_OK;
}

enum status source_peek(struct source *source, size_t wanted, const char **bytes, size_t *size,
                        struct error *error)
{
    enum status status = STATUS_OK;
    while (!status && !source->over && source->end - source->start < wanted)
        status = read_chunk(source, error);
    *bytes = source->buffer + source->start;
    *size = source->end - source->start;
    return status;
}

/* Skips the rest of a line that was too long. */
static enum status skip_rest(struct source *source, struct error *error)
{
    while (source->too_long) {
        const char *from = source->buffer + source->start;
        const char *newline = memchr(from, '\n', source->end - source->start);
        source->start = newline ? source->start + (size_t)(newline - from) + 1 : source->end;
        source->too_long = !newline && !source->over;
        enum status status = source->too_long ? read_chunk(source, error) : STATUS_OK;
        if (status)
            return status;
    }
    return STATUS_OK;
}

enum status source_read_line(struct source *source, const char **bytes, size_t *size, struct error *error)
{
    size_t searched = 0; /* bytes that have no newline, not searched again after the next chunk */
    const char *newline = NULL;
    enum status skipped = skip_rest(source, error);
    if (skipped)
        return skipped;
    for (;;) {
        const char *from = source->buffer + source->start;
        size_t available = source->end - source->start;
        if (available > searched)
            newline = memchr(from + searched, '\n', available - searched);
        searched = newline ? (size_t)(newline - from) : available;
        if (searched > SOURCE_LINE) {
            source->too_long = true;
            return error_at(error, source->name, ++source->line, SOURCE_LINE + 1,
                            "found a line of more than %d bytes, expected its end", SOURCE_LINE);
        }
        if (newline || source->over)
            break;
        enum status status = read_chunk(source, error);
        if (status)
            return status;
    }
    *bytes = newline || searched ? source->buffer + source->start : NULL;
    *size = searched;
    source->start += searched + (newline ? 1 : 0);
    source->line++;
    if (*size && (*bytes)[*size - 1] == '\r')
        --*size;
    return STATUS_OK;
}

enum status source_pick_line(struct source *source, int64_t wanted, bool by_entry, struct error *error)
{
    const char *bytes = NULL;
    size_t size = 0;
    int64_t found = 0;
    enum status status = STATUS_OK;
    while (!status && found < wanted) {
        status = source_read_line(source, &bytes, &size, error);
        if (status || !bytes)
            break;
        size_t blanks = 0;
        while (blanks < size && (bytes[blanks] == ' ' || bytes[blanks] == '\t'))
            blanks++;
        bool is_entry = blanks < size && bytes[0] != '#';
        found += !by_entry || is_entry;
    }
    if (!status && found < wanted)
        status = error_set(error, STATUS_BAD, "%s: there is no %s %lld: the last is %lld", source->name,
                           by_entry ? "game" : "line", (long long)wanted, (long long)found);
    if (status)
        return status;
    /* The line becomes the whole content. */
    if (source->file > STDIN_FILENO)
        close(source->file);
    source->file = -1;
    source->start = (size_t)(bytes - source->buffer);
    source->end = source->start + size;
    source->over = true;
    source->line--;
    return STATUS_OK;
}

enum status source_read_rest(struct source *source, size_t limit, struct text *text, struct error *error)
{
    struct stat about;
    /* A regular file of more bytes is refused before it is read, a pipe when they have come. */
    bool larger = fstat(source->file, &about) == 0 && S_ISREG(about.st_mode) &&
                  (unsigned long long)about.st_size > limit;
    enum status status = STATUS_OK;
    while (!status && !larger && !source->over) {
        status = read_chunk(source, error);
        larger = source->end - source->start > limit;
    }
    if (!status && larger)
        status = error_set(error, STATUS_BAD, "%s:1:1: found more than %zu bytes, expected a smaller file",
                           source->name, limit);
    if (!status)
        text_append(text, source->buffer + source->start, source->end - source->start);
    source->start = source->end;
    return status;
}
