/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/line.h"

#include "tui/keys.h"

#include <langinfo.h>
#include <string.h>
#include <wchar.h>

static bool continues(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

static void set_text(struct line *line, const char *text)
{
    line->size = strlen(text);
    if (line->size >= LINE_ROOM) {
        line->size = LINE_ROOM - 1;
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
    line->part_size = 0;
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
    if (line->size + size >= LINE_ROOM)
        return;
    memmove(line->text + line->at + size, line->text + line->at, line->size - line->at + 1);
    memcpy(line->text + line->at, bytes, size);
    line->at += size;
    line->size += size;
}

static void insert_code(struct line *line, uint32_t code)
{
    char bytes[UTF8_BYTES];
    code = utf8_line_code(code);
    if (code)
        insert(line, bytes, utf8_encode(code, bytes));
}

/* Whether text is typed in a character set other than UTF-8. The POSIX locale says nothing of it. */
static bool is_other_set(void)
{
    const char *set = nl_langinfo(CODESET);
    return strcmp(set, "UTF-8") != 0 && strcmp(set, "ANSI_X3.4-1968") != 0 && strcmp(set, "US-ASCII") != 0;
}

enum { CHARACTER_BROKEN = -1, CHARACTER_GOES_ON = 0 };

/* Reads the character that bytes, at least one, begin with: how many are its own, or what is wrong. */
static int read_character(const char *bytes, size_t size, uint32_t *code)
{
    static const int sizes[16] = {[12] = 2, [13] = 2, [14] = 3, [15] = 4}; /* by the first four bits */
    size_t taken = utf8_decode(bytes, size, code), most = (size_t)sizes[(unsigned char)bytes[0] >> 4];
    if (is_other_set()) {
        wchar_t wide;
        mbstate_t state = {0};
        taken = mbrtowc(&wide, bytes, size, &state);
        *code = (uint32_t)wide;
        return taken == (size_t)-1 ? CHARACTER_BROKEN : taken == (size_t)-2 ? CHARACTER_GOES_ON
                                                                           : (int)(taken ? taken : 1);
    }
    if (taken)
        return (int)taken;
    for (size_t i = 1; i < size; i++)
        if (!continues(bytes[i]))
            return CHARACTER_BROKEN;
    return size < most ? CHARACTER_GOES_ON : CHARACTER_BROKEN;
}

/* Puts the characters that are whole into the line, at the end all bytes. */
static void take_part(struct line *line, bool end)
{
    while (line->part_size) {
        uint32_t code;
        int taken = read_character(line->part, line->part_size, &code);
        if (taken == CHARACTER_GOES_ON && !end && line->part_size < sizeof line->part)
            return;
        if (taken <= 0) {
            code = utf8_byte_code((unsigned char)line->part[0]);
            taken = 1;
        }
        insert_code(line, code);
        line->part_size -= (size_t)taken;
        memmove(line->part, line->part + taken, line->part_size);
    }
}

/* Takes a byte of text. */
static void type(struct line *line, char byte)
{
    if (line->raw) {
        insert(line, &byte, 1);
        return;
    }
    line->part[line->part_size++] = byte;
    take_part(line, false);
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
    take_part(line, true);
}

static size_t word_start(const struct line *line)
{
    size_t at = line->at;
    while (at > 0 && line->text[at - 1] == ' ')
        at--;
    while (at > 0 && line->text[at - 1] != ' ')
        at--;
    return at;
}

enum line_answer line_key(struct line *line, int key)
{
    bool proposed = line->proposed, is_text = key >= ' ' && key <= 0xff && key != 127;
    line->proposed = false;
    if (proposed && is_text)
        set_text(line, "");
    if (!is_text)
        take_part(line, true);
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
        cut(line, word_start(line), line->at);
        return LINE_GOES_ON;
    default:
        if (key < ' ' || key > 0xff)
            return LINE_UNKNOWN;
        type(line, (char)key);
        return LINE_GOES_ON;
    }
}
