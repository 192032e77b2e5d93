/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/line.h"

#include "tui/keys.h"

#include <string.h>

void line_set(struct line *line, const char *text)
{
    line->size = strlen(text);
    if (line->size >= LINE_ROOM)
        line->size = LINE_ROOM - 1;
    memcpy(line->text, text, line->size);
    line->text[line->size] = '\0';
    line->at = line->size;
    line->proposed = false;
}

static bool continues(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
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

static void insert(struct line *line, char byte)
{
    if (line->size + 1 >= LINE_ROOM)
        return;
    memmove(line->text + line->at + 1, line->text + line->at, line->size - line->at + 1);
    line->text[line->at++] = byte;
    line->size++;
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
    bool proposed = line->proposed;
    line->proposed = false;
    if (proposed && key >= ' ' && key <= 0xff && key != 127)
        line_set(line, "");
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
        insert(line, (char)key);
        return LINE_GOES_ON;
    }
}
