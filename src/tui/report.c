/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/report.h"

#include <stdlib.h>
#include <string.h>

enum {
    BEL = '\a',
    ESC = 27,
    MOUSE_BYTES = 3,
    MOUSE_BASE = 32,     /* added to each byte, so that none is a control character */
    MODIFIERS = 4 | 8 | 16,
    WHEEL_UP = 64,           /* the next number: down */
    MAX_POSITION = 10000,    /* limit of rows and columns */
};

void report_begin(struct report *report, enum report_kind kind)
{
    *report = (struct report){.kind = kind, .active = true};
}

enum report_state report_add_key(struct report *report, int key)
{
    /* the key ends the report; is part of it */
    bool byte = key > 0 && key <= 255, last = false, part = false;
    switch (report->kind) {
    case REPORT_BACKGROUND:
        last = key == BEL || key == '\\';
        part = byte && strchr("rgba:/0123456789abcdefABCDEF", key);
        break;
    case REPORT_MOUSE:
        last = key == 'M' || key == 'm';
        part = byte && strchr("0123456789;", key);
        break;
    case REPORT_MOUSE_BYTES:
        part = byte && key >= MOUSE_BASE;
        last = part && report->size + 1 == MOUSE_BYTES;
        break;
    }
    if (report->kind == REPORT_BACKGROUND && key == ESC) /* begins ST (ESC and a backslash) */
        return REPORT_INCOMPLETE;
    if ((!last && !part) || report->size + 1 == sizeof report->text) {
        report->active = false;
        return REPORT_ABORTED;
    }
    report->text[report->size++] = (char)key;
    report->active = !last;
    return last ? REPORT_COMPLETE : REPORT_INCOMPLETE;
}

enum background report_background(const struct report *report)
{
    static const double parts[] = {0.299, 0.587, 0.114}; /* weights of the brightness (ITU-R BT.601) */
    const char *next = strchr(report->text, ':');
    double bright = 0;
    /* Parses "rgb:ffff/ffff/dddd", one to four digits per part; any fourth part is skipped. */
    for (int i = 0; i < 3; i++) {
        char *end;
        if (!next || !next[1])
            return BACKGROUND_UNKNOWN;
        unsigned long value = strtoul(next + 1, &end, 16);
        long digits = end - next - 1;
        if (digits < 1 || digits > 4 || (i < 2 && *end != '/') || (i == 2 && !strchr("/\a\\", *end)))
            return BACKGROUND_UNKNOWN;
        bright += parts[i] * (double)value / (double)((1ul << 4 * digits) - 1);
        next = end;
    }
    return bright > 0.5 ? BACKGROUND_LIGHT : BACKGROUND_DARK;
}

/* Parses a mouse report: button without its modifiers, column, row. False for a release. */
static bool read_mouse(const struct report *report, long numbers[MOUSE_BYTES])
{
    if (report->kind == REPORT_MOUSE_BYTES) {
        for (int i = 0; i < MOUSE_BYTES; i++)
            numbers[i] = (unsigned char)report->text[i] - MOUSE_BASE;
    } else {
        char *next = (char[REPORT_TEXT]){0};
        memcpy(next, report->text, report->size);
        for (int i = 0; i < MOUSE_BYTES; i++) {
            numbers[i] = strtol(next, &next, 10);
            if (*next++ != (i < MOUSE_BYTES - 1 ? ';' : 'M')) /* 'm': button released */
                return false;
        }
    }
    numbers[0] &= ~MODIFIERS;
    return numbers[1] >= 1 && numbers[2] >= 1;
}

int report_wheel(const struct report *report)
{
    long numbers[MOUSE_BYTES];
    bool wheel = read_mouse(report, numbers) && (numbers[0] == WHEEL_UP || numbers[0] == WHEEL_UP + 1);
    return !wheel ? 0 : numbers[0] == WHEEL_UP ? -1 : 1;
}

bool report_click(const struct report *report, int *row, int *col)
{
    long numbers[MOUSE_BYTES];
    /* Other numbers are another button, the wheel, or a movement with a pressed button. */
    if (!read_mouse(report, numbers) || numbers[0] != 0)
        return false;
    *col = (int)(numbers[1] < MAX_POSITION ? numbers[1] : MAX_POSITION) - 1;
    *row = (int)(numbers[2] < MAX_POSITION ? numbers[2] : MAX_POSITION) - 1;
    return true;
}
