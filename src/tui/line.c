/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/line.h"

#include "tui/keys.h"

#include <string.h>

static bool continues(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

static void set_text(struct line *line, const char *text)
{
    line->size = strlen(text);
    if (line->size >= LINE_CAPACITY) {
        line->size = LINE_CAPACITY - 1;
        while (line->size && continues(text[line->size]))
            line->size--;
    }
    memcpy(line->text, text, line->size);
    line->text[line->size] = '\0';
    line->at = line->size;
}

void line_set(struct line *line, const char *text)
{
    set_text(line, text);
    line->proposed = line->raw = false;
    line->typed = (struct typed_letters){0};
}

/* The start of the character before or behind `at`. */
static size_t before(const struct line *line, size_t at)
{
    while (at > 0 && continues(line->text[--at]))
        ;
    return at;
}

static size_t behind(const struct line *line, size_t at)
{
    if (at < line->size)
        at++;
    while (at < line->size && continues(line->text[at]))
        at++;
    return at;
}

/* Takes out the bytes from `from` up to `to`; the place is then at `from`. */
static void cut(struct line *line, size_t from, size_t to)
{
    memmove(line->text + from, line->text + to, line->size - to + 1);
    line->size -= to - from;
    line->at = from;
}

static void insert(struct line *line, const char *bytes, size_t size)
{
    if (line->size + size >= LINE_CAPACITY)
        return;
    memmove(line->text + line->at + size, line->text + line->at, line->size - line->at + 1);
    memcpy(line->text + line->at, bytes, size);
    line->at += size;
    line->size += size;
}

/* Puts typed characters into the line. */
static void insert_text(struct line *line, struct text *text)
{
    char bytes[UTF8_BYTES];
    uint32_t code;
    for (size_t at = 0, size; at < text->size; at += size ? size : 1) {
        size = utf8_decode(text->bytes + at, text->size - at, &code);
        code = size ? utf8_line_code(code) : 0;
        if (code)
            insert(line, bytes, utf8_encode(code, bytes));
    }
    text_free(text);
}

/* Takes what is left of bytes that are no whole character. */
static void end_part(struct line *line)
{
    struct text text = {0};
    typed_end(&line->typed, &text);
    insert_text(line, &text);
}

/* Takes a byte of text. */
static void type(struct line *line, char byte)
{
    if (line->raw) {
        insert(line, &byte, 1);
        return;
    }
    struct text text = {0};
    typed_byte(&line->typed, byte, &text);
    insert_text(line, &text);
}

void line_paste(struct line *line, const char *text)
{
    size_t size = strlen(text);
    while (size && strchr(" \t\r\n", text[size - 1]))
        size--;
    if (line->proposed)
        set_text(line, "");
    line->proposed = false;
    for (size_t i = 0; i < size; i++) {
        bool ends_line = text[i] == '\r' && text[i + 1] == '\n';
        char byte = text[i] == '\t' || text[i] == '\r' || text[i] == '\n' ? ' ' : text[i];
        if (!ends_line && (unsigned char)byte >= ' ' && byte != 127)
            type(line, byte);
    }
    end_part(line);
}

enum line_answer line_key(struct line *line, int key)
{
    size_t start = line->at; /* of the word before the place */
    bool proposed = line->proposed, is_text = key >= ' ' && key <= 0xff && key != 127;
    line->proposed = false;
    if (proposed && is_text)
        set_text(line, "");
    if (!is_text)
        end_part(line);
    switch (key) {
    case '\r': case '\n': case KEY_ENTER:
        return LINE_DONE;
    case KEY_ESCAPE: case CONTROL('C'): case CONTROL('G'):
        return LINE_CANCELLED;
    case KEY_BACKSPACE: case CONTROL('H'): case 127:
        if (line->size == 0)
            return LINE_CANCELLED;
        cut(line, before(line, line->at), line->at);
        return LINE_GOES_ON;
    case KEY_DC: case CONTROL('D'):
        cut(line, line->at, behind(line, line->at));
        return LINE_GOES_ON;
    case KEY_LEFT: case CONTROL('B'):
        line->at = before(line, line->at);
        return LINE_GOES_ON;
    case KEY_RIGHT: case CONTROL('F'):
        line->at = behind(line, line->at);
        return LINE_GOES_ON;
    case KEY_HOME: case CONTROL('A'):
        line->at = 0;
        return LINE_GOES_ON;
    case KEY_END: case CONTROL('E'):
        line->at = line->size;
        return LINE_GOES_ON;
    case CONTROL('K'):
        cut(line, line->at, line->size);
        return LINE_GOES_ON;
    case CONTROL('U'):
        cut(line, 0, line->at);
        return LINE_GOES_ON;
    case CONTROL('W'):
        while (start > 0 && line->text[start - 1] == ' ')
            start--;
        while (start > 0 && line->text[start - 1] != ' ')
            start--;
        cut(line, start, line->at);
        return LINE_GOES_ON;
    default:
        if (key < ' ' || key > 0xff)
            return LINE_UNKNOWN;
        type(line, (char)key);
        return LINE_GOES_ON;
    }
}
