/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/line.h"

#include "base/utf8.h"
#include "tui/keys.h"

#include <string.h>

/* Sets the text, cut to whole characters if it is too long, and moves the cursor to its end. */
static void set_text(struct line *line, const char *text)
{
    line->size = strlen(text);
    if (line->size >= LINE_CAPACITY) {
        line->size = LINE_CAPACITY - 1;
        while (line->size && utf8_continues(text[line->size]))
            line->size--;
    }
    memcpy(line->text, text, line->size);
    line->text[line->size] = '\0';
    line->cursor = line->size;
}

void line_set(struct line *line, const char *text)
{
    set_text(line, text);
    line->proposed = line->raw = false;
    line->typed = (struct typed_letters){0};
}

/* Returns the index of the character before byte `index`. */
static size_t char_before(const struct line *line, size_t index)
{
    while (index > 0 && utf8_continues(line->text[--index]))
        ;
    return index;
}

/* Returns the index after the character at byte `index`. */
static size_t char_after(const struct line *line, size_t index)
{
    if (index < line->size)
        index++;
    while (index < line->size && utf8_continues(line->text[index]))
        index++;
    return index;
}

/* Deletes the bytes from `from` to before `to` and moves the cursor to `from`. */
static void delete_bytes(struct line *line, size_t from, size_t to)
{
    memmove(line->text + from, line->text + to, line->size - to + 1);
    line->size -= to - from;
    line->cursor = from;
}

/* Inserts bytes at the cursor, if the line's capacity allows. */
static void insert(struct line *line, const char *bytes, size_t size)
{
    if (line->size + size >= LINE_CAPACITY)
        return;
    memmove(line->text + line->cursor + size, line->text + line->cursor, line->size - line->cursor + 1);
    memcpy(line->text + line->cursor, bytes, size);
    line->cursor += size;
    line->size += size;
}

/* Inserts the valid characters of a text at the cursor and frees the text. */
static void insert_text(struct line *line, struct text *text)
{
    char bytes[UTF8_BYTES];
    uint32_t code;
    for (size_t index = 0, size; index < text->size; index += size ? size : 1) {
        size = utf8_decode(text->bytes + index, text->size - index, &code);
        code = size ? utf8_line_code(code) : 0;
        if (code)
            insert(line, bytes, utf8_encode(code, bytes));
    }
    text_free(text);
}

/* Inserts the bytes of a character that was not completed. */
static void flush_incomplete_character(struct line *line)
{
    struct text text = {0};
    typed_finish(&line->typed, &text);
    insert_text(line, &text);
}

/* Inserts a typed byte, once its character is complete. */
static void type_byte(struct line *line, char byte)
{
    if (line->raw) {
        insert(line, &byte, 1);
        return;
    }
    struct text text = {0};
    typed_add_byte(&line->typed, byte, &text);
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
    /* CR LF is one line end. */
    for (size_t i = 0; i < size; i++) {
        bool ends_line = text[i] == '\r' && text[i + 1] == '\n';
        char byte = text[i] == '\t' || text[i] == '\r' || text[i] == '\n' ? ' ' : text[i];
        if (!ends_line && (unsigned char)byte >= ' ' && byte != 127)
            type_byte(line, byte);
    }
    flush_incomplete_character(line);
}

enum line_result line_handle_key(struct line *line, int key)
{
    size_t word_start = line->cursor; /* becomes the start of the word before the cursor */
    bool proposed = line->proposed, is_text = key >= ' ' && key <= 0xff && key != 127;
    line->proposed = false;
    if (proposed && is_text)
        set_text(line, "");
    /* A key that is not text ends an incomplete character. */
    if (!is_text)
        flush_incomplete_character(line);
    switch (key) {
    case '\r': case '\n': case KEY_ENTER:
        return LINE_DONE;
    case KEY_ESCAPE: case CONTROL('C'): case CONTROL('G'):
        return LINE_CANCELLED;
    case KEY_BACKSPACE: case CONTROL('H'): case 127:
        if (line->size == 0)
            return LINE_CANCELLED;
        delete_bytes(line, char_before(line, line->cursor), line->cursor);
        return LINE_EDITING;
    case KEY_DC: case CONTROL('D'):
        delete_bytes(line, line->cursor, char_after(line, line->cursor));
        return LINE_EDITING;
    case KEY_LEFT: case CONTROL('B'):
        line->cursor = char_before(line, line->cursor);
        return LINE_EDITING;
    case KEY_RIGHT: case CONTROL('F'):
        line->cursor = char_after(line, line->cursor);
        return LINE_EDITING;
    case KEY_HOME: case CONTROL('A'):
        line->cursor = 0;
        return LINE_EDITING;
    case KEY_END: case CONTROL('E'):
        line->cursor = line->size;
        return LINE_EDITING;
    case CONTROL('K'): delete_bytes(line, line->cursor, line->size); return LINE_EDITING;
    case CONTROL('U'): delete_bytes(line, 0, line->cursor); return LINE_EDITING;
    case CONTROL('W'):
        while (word_start > 0 && line->text[word_start - 1] == ' ')
            word_start--;
        while (word_start > 0 && line->text[word_start - 1] != ' ')
            word_start--;
        delete_bytes(line, word_start, line->cursor);
        return LINE_EDITING;
    default:
        if (key < ' ' || key > 0xff)
            return LINE_UNKNOWN;
        type_byte(line, (char)key);
        return LINE_EDITING;
    }
}
