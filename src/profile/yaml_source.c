/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/yaml_source.h"

#include "profile/yaml.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void yaml_source_rewind(struct yaml_source *source)
{
    source->base = source->size >= 3 && memcmp(source->bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    source->character = 0;
    source->offset = source->line_start = source->base;
    source->line = 1;
}

/* Returns the bytes of the UTF-8 character that begins with `lead`; `lead` is not checked. */
static size_t width(unsigned char lead)
{
    return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

void yaml_source_step(struct yaml_source *source)
{
    const char *at = source->bytes + source->offset;
    source->offset += width((unsigned char)*at);
    source->character++;
    bool pair = *at == '\r' && source->offset < source->size && at[1] == '\n';
    if (*at == '\n' || (*at == '\r' && !pair)) {
        source->line++;
        source->line_start = source->offset;
    }
}

void yaml_source_seek(struct yaml_source *source, size_t character)
{
    if (character < source->character)
        yaml_source_rewind(source);
    while (source->character < character && source->offset < source->size)
        yaml_source_step(source);
}

size_t yaml_source_column(const struct yaml_source *source)
{
    return source->offset - source->line_start + 1;
}

enum status yaml_source_error(const struct yaml_source *source, struct error *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    error_vat(error, source->name, source->line, yaml_source_column(source), format, args);
    va_end(args);
    return STATUS_BAD;
}

void yaml_source_found(const struct yaml_source *source, char *text, size_t capacity)
{
    const char *at = source->bytes + source->offset;
    size_t left = source->size - source->offset, size = 0;
    if (left == 0) {
        snprintf(text, capacity, "the end of the file");
    } else if (*at == '\n' || *at == '\r') {
        snprintf(text, capacity, "the end of the line");
    } else if (*at == '\t') {
        snprintf(text, capacity, "a tab");
    } else if (*at == ' ') {
        snprintf(text, capacity, "a blank");
    } else {
        /* up to a blank, or a few characters of a longer word */
        while (size < left && size < 24 && !strchr(" \t\r\n", at[size]))
            size += width((unsigned char)at[size]);
        bool whole = size >= left || strchr(" \t\r\n", at[size]);
        snprintf(text, capacity, "'%.*s%s'", (int)size, at, whole ? "" : "...");
    }
}

/* Decodes the character at `at` (`left` bytes, 1 or more). Returns its bytes; 0: not UTF-8. */
static size_t decode(const unsigned char *at, size_t left, uint32_t *code)
{
    static const uint32_t min[5] = {0, 0, 0x80, 0x800, 0x10000};
    size_t need = width(at[0]);
    *code = need == 1 ? at[0] : at[0] & (0x7fu >> need);
    /* No character begins with a continuation byte, 0xc0, 0xc1 (one byte would do) or above 0xf4. */
    if ((at[0] >= 0x80 && at[0] < 0xc2) || at[0] > 0xf4 || need > left)
        return 0;
    for (size_t i = 1; i < need; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (at[i] & 0x3f);
    }
    bool valid = *code >= min[need] && *code <= 0x10ffff && (*code < 0xd800 || *code > 0xdfff);
    return valid ? need : 0;
}

/* Returns whether a code is a control character, a line break of Unicode, a byte order mark or no
 * character. */
static bool is_control(uint32_t code)
{
    return (code < 0x20 && code != '\t' && code != '\n' && code != '\r') ||
           (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029 || code == 0xfeff ||
           code == 0xfffe || code == 0xffff;
}

bool yaml_is_line(const char *text)
{
    size_t left = strlen(text);
    for (size_t size; left; text += size, left -= size) {
        uint32_t code;
        size = decode((const unsigned char *)text, left, &code);
        if (!size || is_control(code) || code == '\t' || code == '\n' || code == '\r')
            return false;
    }
    return true;
}

/* Checks from the source's place to the end that all is text in UTF-8. */
static enum status check_characters(struct yaml_source *source, struct error *error)
{
    const unsigned char *bytes = (const unsigned char *)source->bytes;
    while (source->offset < source->size) {
        const unsigned char *at = bytes + source->offset;
        uint32_t code;
        if (!decode(at, source->size - source->offset, &code))
            return yaml_source_error(source, error, "found the byte 0x%02x, expected text in UTF-8", *at);
        if (code == 0)
            return yaml_source_error(source, error, "found a NUL byte, expected text");
        if (is_control(code))
            return yaml_source_error(source, error, "found the control character U+%04X, expected text",
                                     (unsigned)code);
        yaml_source_step(source);
    }
    return STATUS_OK;
}

/* Skips spaces, line breaks and comments. */
static void skip_blank(struct yaml_source *source)
{
    while (source->offset < source->size) {
        char c = source->bytes[source->offset];
        if (c != '#' && !strchr(" \t\r\n", c))
            break;
        if (c == '#') /* up to the line's end, which is blank */
            while (source->offset < source->size && !strchr("\r\n", source->bytes[source->offset]))
                yaml_source_step(source);
        else
            yaml_source_step(source);
    }
}

bool yaml_is_blank(const char *bytes, size_t size)
{
    struct yaml_source source = {.bytes = bytes, .size = size};
    yaml_source_rewind(&source);
    skip_blank(&source);
    return source.offset >= size;
}

enum status yaml_source_check(struct yaml_source *source, struct error *error)
{
    yaml_source_rewind(source);
    if (source->size > YAML_SIZE_MAX)
        return yaml_source_error(source, error, "found %zu bytes, expected at most %d",
                                 source->size, YAML_SIZE_MAX);
    enum status status = check_characters(source, error);
    if (status)
        return status;
    yaml_source_rewind(source);
    skip_blank(source);
    if (source->offset == source->size)
        return error_at(error, source->name, 1, 1, "found no key, expected lines of 'key: value'");
    if (source->bytes[source->offset] == '%') /* libyaml takes quadratic time for many of them */
        return yaml_source_error(source, error, "found a directive, expected lines of 'key: value'");
    yaml_source_rewind(source);
    return STATUS_OK;
}

enum status yaml_source_check_rest(struct yaml_source *source, size_t character, struct error *error)
{
    yaml_source_seek(source, character);
    for (;;) {
        skip_blank(source);
        const char *at = source->bytes + source->offset;
        size_t left = source->size - source->offset;
        if (left == 0)
            return STATUS_OK;
        bool end = left >= 3 && memcmp(at, "...", 3) == 0 && yaml_source_column(source) == 1 &&
                   (left == 3 || strchr(" \t\r\n", at[3]));
        if (!end)
            break;
        for (int i = 0; i < 3; i++)
            yaml_source_step(source);
    }
    char found[64];
    yaml_source_found(source, found, sizeof found);
    return yaml_source_error(source, error,
                             "found %s after the document, expected the end of the file", found);
}
