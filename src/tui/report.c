/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/report.h"

#include <stdlib.h>
#include <string.h>

enum {
    BEL = '\a',
    ESC = 27,
    MOUSE_BYTES = 3,
    MOUSE_BASE = 32,     /* is added to each of them, so that none is a control character */
    MODIFIERS = 4 | 8 | 16,
    MAX_POSITION = 10000,    /* no terminal has as many columns or rows */
};

void report_begin(struct report *report, enum report_kind kind)
{
    *report = (struct report){.kind = kind, .active = true};
}

enum report_state report_add_key(struct report *report, int key)
{
    bool byte = key > 0 && key <= 255, last = false, part = false; /* the last of a report; may stand in it */
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
    if (report->kind == REPORT_BACKGROUND && key == ESC) /* the first half of its end */
        return REPORT_INCOMPLETE;
    if ((!last && !part) || report->size + 1 == sizeof report->text) {
        report->active = false;
        return REPORT_ABORTED;
    }
    report->text[report->size++] = (char)key;
    report->active = !last;
    return last ? REPORT_COMPLETE : REPORT_INCOMPLETE;
}

/* "rgb:ffff/ffff/dddd", with one to four digits each, and its last byte. */
enum background report_background(const struct report *report)
{
    static const double parts[] = {0.299, 0.587, 0.114}; /* of each colour in brightness (ITU-R BT.601) */
    const char *at = strchr(report->text, ':');
    double bright = 0;
    for (int i = 0; i < 3; i++) {
        char *end;
        if (!at || !at[1])
            return BACKGROUND_UNKNOWN;
        unsigned long value = strtoul(at + 1, &end, 16);
        long digits = end - at - 1;
        if (digits < 1 || digits > 4 || (i < 2 && *end != '/') || (i == 2 && !strchr("/\a\\", *end)))
            return BACKGROUND_UNKNOWN;
        bright += parts[i] * (double)value / (double)((1ul << 4 * digits) - 1);
        at = end;
    }
    return bright > 0.5 ? BACKGROUND_LIGHT : BACKGROUND_DARK;
}

bool report_click(const struct report *report, int *row, int *col)
{
    long numbers[MOUSE_BYTES]; /* button, column, row */
    if (report->kind == REPORT_MOUSE_BYTES) {
        for (int i = 0; i < MOUSE_BYTES; i++)
            numbers[i] = (unsigned char)report->text[i] - MOUSE_BASE;
    } else {
        char *at = (char[REPORT_TEXT]){0};
        memcpy(at, report->text, report->size);
        for (int i = 0; i < MOUSE_BYTES; i++) {
            numbers[i] = strtol(at, &at, 10);
            if (*at++ != (i < MOUSE_BYTES - 1 ? ';' : 'M')) /* 'm': it goes up */
                return false;
        }
    }
    /* Any other number is another button, its going up, the wheel, or the mouse moved with a button down. */
    if ((numbers[0] & ~MODIFIERS) != 0 || numbers[1] < 1 || numbers[2] < 1)
        return false;
    *col = (int)(numbers[1] < MAX_POSITION ? numbers[1] : MAX_POSITION) - 1;
    *row = (int)(numbers[2] < MAX_POSITION ? numbers[2] : MAX_POSITION) - 1;
    return true;
}
