/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/yaml.h"
#include "profile/yaml_source.h"

#include <stdlib.h>
#include <string.h>

/* One character of a scalar as it stands in the file. */
struct unit {
    size_t raw;   /* bytes in the file */
    size_t size;  /* bytes in the scalar's text; 0 where it leaves none */
    bool blank;
};

/* Returns whether a character separates words. */
static bool is_blank_code(unsigned long code)
{
    return code == ' ' || code == '\t' || code == '\n' || code == '\r';
}

/* Returns the number of the scalar's last word, from 0; *length gets its bytes. */
static size_t last_word(const struct yaml *scalar, size_t *length)
{
    size_t words = 0;
    *length = 0;
    for (size_t i = 0; i < scalar->size; i++) {
        if (is_blank_code((unsigned char)scalar->text[i]))
            continue;
        if (i == 0 || is_blank_code((unsigned char)scalar->text[i - 1])) {
            words++;
            *length = 0;
        }
        ++*length;
    }
    return words ? words - 1 : 0;
}

/* Returns the backslash escape in double quotes that begins at `at`, with the backslash. */
static struct unit read_escape(const char *at, size_t left)
{
    char kind = left > 1 ? at[1] : '\\';
    if (kind == '\n' || kind == '\r') { /* a folded line: the next one's indentation goes too */
        size_t raw = 2;
        while (raw < left && is_blank_code((unsigned char)at[raw]))
            raw++;
        return (struct unit){raw, 0, false};
    }
    size_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
    /* In UTF-8, \_ and \N (U+00A0, U+0085) have 2 bytes, \L and \P (U+2028, U+2029) have 3. */
    if (!digits)
        return (struct unit){2, kind == '_' || kind == 'N' ? 2 : kind == 'L' || kind == 'P' ? 3 : 1,
                             strchr(" tnr\t", kind) != NULL};
    char hex[9] = "";
    memcpy(hex, at + 2, left - 2 < digits ? left - 2 : digits);
    unsigned long code = strtoul(hex, NULL, 16);
    size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    return (struct unit){2 + digits, size, is_blank_code(code)};
}

/* Returns the character at `at`, or the escape sequence that stands for one in these quotes. */
static struct unit next_unit(const char *at, size_t left, char quote)
{
    if (quote == '"' && *at == '\\')
        return read_escape(at, left);
    if (quote == '\'' && *at == '\'')
        return (struct unit){2, 1, false};
    size_t size = 1;
    while (size < left && ((unsigned char)at[size] & 0xc0) == 0x80)
        size++;
    return (struct unit){size, size, is_blank_code((unsigned char)*at)};
}

/* Moves the source, which is at the scalar's start, to byte `index` of the word. */
static void find_word(struct yaml_source *source, char quote, size_t word, size_t index)
{
    bool inside = false;
    size_t seen = 0, done = 0; /* words begun; bytes of the present one passed */
    while (source->offset < source->size) {
        const char *at = source->bytes + source->offset;
        size_t left = source->size - source->offset;
        struct unit unit = next_unit(at, left, quote);
        bool closes = quote == '"' ? *at == '"' : quote == '\'' && *at == '\'' &&
                                                  !(left > 1 && at[1] == '\'');
        bool blank = unit.blank || closes; /* either ends a word */
        if (blank && inside && seen == word + 1)
            return; /* the index is past the word's end */
        if (closes)
            return;
        if (blank) {
            inside = false;
        } else if (unit.size) {
            if (!inside) {
                inside = true;
                seen++;
                done = 0;
            }
            done += unit.size;
            if (seen == word + 1 && done > index)
                return;
        }
        for (size_t end = source->offset + unit.raw; source->offset < end &&
                                                     source->offset < source->size;)
            yaml_source_step(source);
    }
}

void yaml_word_place(const struct yaml *scalar, const char *bytes, size_t size, size_t word,
                     size_t index, size_t *line, size_t *column)
{
    struct yaml_source source = {.bytes = bytes, .size = size, .offset = scalar->offset, .line = scalar->line,
                                 .line_start = scalar->offset + 1 - scalar->column};
    size_t length, last = last_word(scalar, &length);
    if (word > last) {
        word = last;
        index = length;
    }
    char quote = '\0';
    if (scalar->size && scalar->offset < size) {
        if (scalar->block) { /* its text starts in the line after '|' or '>' */
            size_t first = source.line;
            while (source.line == first && source.offset < size)
                yaml_source_step(&source);
        } else if (scalar->quoted) {
            quote = bytes[source.offset];
            yaml_source_step(&source);
        }
        find_word(&source, quote, word, index);
    }
    *line = source.line;
    *column = yaml_source_column(&source);
}
