/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/json_read.h"

#include "base/ascii.h"
#include "base/memory.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The state while a line is read. */
struct json_reader {
    struct json_members *members;
    const char *bytes;
    size_t size, at; /* size of the line, and index of the next byte */
    const char *name;
    size_t line;
    struct error *error;
    struct text path;          /* path of the next value */
    int depth; /* number of open brackets */
};

/* Reports what was found at the next byte, and what was expected. */
static enum status report_syntax_fault(struct json_reader *reader, const char *expected)
{
    char found[8] = "the end";
    if (reader->at < reader->size) {
        unsigned char byte = (unsigned char)reader->bytes[reader->at];
        if (byte >= 0x20 && byte < 0x7f) /* printable */
            snprintf(found, sizeof found, "'%c'", byte);
        else
            snprintf(found, sizeof found, "a byte");
    }
    return error_at(reader->error, reader->name, reader->line, reader->at + 1, "found %s, expected %s", found,
                    expected);
}

/* Skips spaces and tabs. */
static void skip_blanks(struct json_reader *reader)
{
    while (reader->at < reader->size && memchr(" \t", reader->bytes[reader->at], 2))
        reader->at++;
}

/* Skips blanks, and `byte` if it is next; returns whether it was. */
static bool skip_byte(struct json_reader *reader, char byte)
{
    skip_blanks(reader);
    bool is_next = reader->at < reader->size && reader->bytes[reader->at] == byte;
    reader->at += is_next;
    return is_next;
}

/* Returns the value of a hexadecimal digit, or -1. */
static int hex_digit(char c)
{
    const char *digits = "0123456789abcdefABCDEF", *found = c ? strchr(digits, c) : NULL;
    /* The capitals follow the six small letters. */
    return found ? (int)(found - digits) - (found - digits > 15 ? 6 : 0) : -1;
}

/* Reads four hexadecimal digits; -1 if there are none. */
static long read_unit(struct json_reader *reader)
{
    long unit = 0;
    for (int i = 0; i < 4; i++) {
        int digit = reader->at < reader->size ? hex_digit(reader->bytes[reader->at]) : -1;
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
        reader->at++;
    }
    return unit;
}

/* Appends a character as UTF-8. */
static void add_utf8(struct text *out, uint32_t code)
{
    char bytes[UTF8_BYTES];
    text_append(out, bytes, utf8_encode(code, bytes));
}

/* Reads the character after "\u": one unit, or a pair of surrogates. Zero and half a pair are faults. */
static enum status read_escaped_unit(struct json_reader *reader, struct text *out)
{
    static const char expected[] = "four digits of a character";
    long high = read_unit(reader), low = 0;
    if (high <= 0 || (high >= 0xdc00 && high < 0xe000))
        return report_syntax_fault(reader, expected);
    if (high < 0xd800 || high >= 0xe000) {
        add_utf8(out, (uint32_t)high);
        return STATUS_OK;
    }
    if (reader->at + 2 > reader->size || memcmp(reader->bytes + reader->at, "\\u", 2) != 0)
        return report_syntax_fault(reader, "the other half of a character");
    reader->at += 2;
    low = read_unit(reader);
    if (low < 0xdc00 || low >= 0xe000)
        return report_syntax_fault(reader, expected);
    add_utf8(out, 0x10000 + (((uint32_t)high - 0xd800) << 10) + ((uint32_t)low - 0xdc00));
    return STATUS_OK;
}

/* Reads the rest of an escape after its '\'. */
static enum status read_escape(struct json_reader *reader, struct text *out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    char c = reader->at < reader->size ? reader->bytes[reader->at] : '\0';
    const char *known = c ? strchr(from, c) : NULL;
    if (!known && c != 'u')
        return report_syntax_fault(reader, "what may stand behind a '\\'");
    reader->at++;
    if (!known)
        return read_escaped_unit(reader, out);
    text_append(out, &to[known - from], 1);
    return STATUS_OK;
}

/* Reads the rest of a string after its first quote. */
static enum status read_string(struct json_reader *reader, struct text *out)
{
    for (;;) {
        if (reader->at == reader->size || (unsigned char)reader->bytes[reader->at] < 0x20)
            return report_syntax_fault(reader, "the end of the string");
        char c = reader->bytes[reader->at++];
        if (c == '"')
            return STATUS_OK;
        enum status status = STATUS_OK;
        if (c == '\\')
            status = read_escape(reader, out);
        else
            text_append(out, &c, 1);
        if (status)
            return status;
    }
}

/* Adds a value of this kind at the current path; the caller then appends the value's text. */
static enum status begin_value(struct json_reader *reader, enum json_kind kind)
{
    struct json_members *members = reader->members;
    if (members->count == JSON_VALUES_MAX)
        return report_syntax_fault(reader, "fewer values");
    members->value = memory_grow(members->value, &members->capacity, members->count + 1,
                                 sizeof *members->value);
    struct json_value *value = &members->value[members->count++];
    value->kind = kind;
    value->path = members->bytes.size;
    text_append(&members->bytes, text_string(&reader->path), reader->path.size + 1);
    value->text = members->bytes.size;
    return STATUS_OK;
}

/* Returns the number of digits at the start of `size` bytes. */
static size_t count_digits(const char *bytes, size_t size)
{
    size_t count = 0;
    while (count < size && ascii_is_digit(bytes[count]))
        count++;
    return count;
}

/* Returns whether `size` bytes are a number (RFC 8259, section 6): no zero before another digit, and digits
 * before and behind the point and in the exponent. */
static bool is_number(const char *bytes, size_t size)
{
    size_t at = size && bytes[0] == '-', digits = count_digits(bytes + at, size - at);
    if (!digits || (digits > 1 && bytes[at] == '0'))
        return false;
    at += digits;
    if (at < size && bytes[at] == '.') {
        digits = count_digits(bytes + at + 1, size - at - 1);
        at += digits ? digits + 1 : 0;
    }
    if (at < size && (bytes[at] == 'e' || bytes[at] == 'E')) {
        size_t sign = at + 1 < size && (bytes[at + 1] == '+' || bytes[at + 1] == '-');
        digits = count_digits(bytes + at + 1 + sign, size - at - 1 - sign);
        at += digits ? digits + 1 + sign : 0;
    }
    return at == size;
}

/* Reads a number, true, false or null: the bytes up to the end of the value. */
static enum status read_plain(struct json_reader *reader)
{
    static const char *const words[] = {"true", "false", "null"};
    const char *from = reader->bytes + reader->at;
    size_t size = 0, left = reader->size - reader->at;
    while (size < left && !memchr(",]} \t", from[size], 5))
        size++;
    bool word = false, number = is_number(from, size);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        word = word || (strlen(words[i]) == size && memcmp(words[i], from, size) == 0);
    if (!word && !number)
        return report_syntax_fault(reader, "a value");
    enum status status = begin_value(reader, word ? JSON_WORD : JSON_NUMBER);
    if (status)
        return status;
    text_append(&reader->members->bytes, from, size);
    text_append(&reader->members->bytes, "", 1);
    reader->at += size;
    return STATUS_OK;
}

static enum status read_value(struct json_reader *reader);

enum json_brackets { JSON_OBJECT, JSON_LIST };

/* Reads the rest of an object or list after its first bracket. */
static enum status read_brackets(struct json_reader *reader, enum json_brackets brackets)
{
    const bool object = brackets == JSON_OBJECT;
    char closing = object ? '}' : ']';
    size_t path_size = reader->path.size;
    if (reader->depth == JSON_DEPTH_MAX)
        return report_syntax_fault(reader, "fewer brackets in each other");
    reader->depth++;
    for (size_t index = 0; !(index == 0 && skip_byte(reader, closing)); index++) {
        enum status status = STATUS_OK;
        if (path_size)
            text_add(&reader->path, ".");
        if (!object)
            text_printf(&reader->path, "%zu", index);
        else if (!skip_byte(reader, '"'))
            status = report_syntax_fault(reader, "a key in quotes");
        else
            status = read_string(reader, &reader->path);
        if (!status && reader->path.size > JSON_PATH_MAX)
            status = report_syntax_fault(reader, "shorter keys");
        if (!status && object && !skip_byte(reader, ':'))
            status = report_syntax_fault(reader, "':'");
        if (!status)
            status = read_value(reader);
        if (status)
            return status;
        reader->path.size = path_size;
        if (reader->path.bytes)
            reader->path.bytes[path_size] = '\0';
        if (skip_byte(reader, closing))
            break;
        if (!skip_byte(reader, ','))
            return report_syntax_fault(reader, object ? "',' or '}'" : "',' or ']'");
    }
    reader->depth--;
    return STATUS_OK;
}

/* Reads a value of any kind. */
static enum status read_value(struct json_reader *reader)
{
    if (skip_byte(reader, '{'))
        return read_brackets(reader, JSON_OBJECT);
    if (skip_byte(reader, '['))
        return read_brackets(reader, JSON_LIST);
    if (!skip_byte(reader, '"'))
        return read_plain(reader);
    enum status status = begin_value(reader, JSON_STRING);
    if (!status)
        status = read_string(reader, &reader->members->bytes);
    text_append(&reader->members->bytes, "", 1);
    return status;
}

enum status json_read(struct json_members *members, const char *bytes, size_t size, const char *name,
                      size_t line, struct error *error)
{
    struct json_reader reader = {.members = members, .bytes = bytes, .size = size, .name = name, .line = line,
                            .error = error};
    members->count = 0;
    text_clear(&members->bytes);
    enum status status = STATUS_OK;
    for (size_t step = 1; reader.at < size && step; reader.at += step) {
        uint32_t code;
        step = utf8_decode(bytes + reader.at, size - reader.at, &code);
        if (!step)
            return report_syntax_fault(&reader, "UTF-8");
    }
    reader.at = 0;
    status = skip_byte(&reader, '{') ? read_brackets(&reader, JSON_OBJECT)
                                     : report_syntax_fault(&reader, "'{'");
    skip_blanks(&reader);
    if (!status && reader.at < size)
        status = report_syntax_fault(&reader, "the end of the line");
    text_free(&reader.path);
    return status;
}

void json_members_free(struct json_members *members)
{
    free(members->value);
    text_free(&members->bytes);
    *members = (struct json_members){0};
}

const char *json_path(const struct json_members *members, size_t index)
{
    return members->bytes.bytes + members->value[index].path;
}

const char *json_value_text(const struct json_members *members, size_t index)
{
    return members->bytes.bytes + members->value[index].text;
}

const struct json_value *json_value_at(const struct json_members *members, const char *path)
{
    for (size_t i = 0; i < members->count; i++)
        if (strcmp(json_path(members, i), path) == 0)
            return &members->value[i];
    return NULL;
}

const char *json_find(const struct json_members *members, const char *path, enum json_kind kind)
{
    const struct json_value *value = json_value_at(members, path);
    return value && value->kind == kind ? members->bytes.bytes + value->text : NULL;
}

bool json_find_whole(const struct json_members *members, const char *path, uint64_t max, uint64_t *value)
{
    const char *text = json_find(members, path, JSON_NUMBER);
    uint64_t found = 0;
    if (!text || text[strspn(text, "0123456789")] != '\0')
        return false;
    for (; *text; text++) {
        uint64_t digit = (uint64_t)(*text - '0');
        if (found > (max - digit) / 10 || digit > max)
            return false;
        found = found * 10 + digit;
    }
    *value = found;
    return true;
}
