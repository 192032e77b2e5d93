/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What terminals report between the keys, whole, in pieces and broken off. */
#include "cmocka_all.h"
#include "tui/report.h"

#include <string.h>

/* Takes all bytes but the last, which must leave it unfinished, and returns the state after the last. */
static enum report_state report_take_all(struct report *report, enum report_kind kind, const char *bytes)
{
    report_begin(report, kind);
    for (; bytes[1]; bytes++) {
        assert_int_equal(report_add_key(report, (unsigned char)*bytes), REPORT_INCOMPLETE);
        assert_true(report->active);
    }
    return report_add_key(report, (unsigned char)*bytes);
}

TEST(reads_clicks)
{
    static const struct {
        enum report_kind kind;
        const char *bytes;
        bool click;
        int row, col;
    } table[] = {
        {REPORT_MOUSE, "0;53;16M", true, 15, 52},
        {REPORT_MOUSE, "0;1;1M", true, 0, 0},
        {REPORT_MOUSE, "4;300;2M", true, 1, 299},          /* with Shift */
        {REPORT_MOUSE, "28;3;2M", true, 1, 2},
        {REPORT_MOUSE, "0;53;16m", false, 0, 0},           /* goes up */
        {REPORT_MOUSE, "1;53;16M", false, 0, 0},           /* the others */
        {REPORT_MOUSE, "2;53;16M", false, 0, 0},
        {REPORT_MOUSE, "32;53;16M", false, 0, 0},          /* moved with the button down */
        {REPORT_MOUSE, "35;53;16M", false, 0, 0},
        {REPORT_MOUSE, "64;53;16M", false, 0, 0},          /* the wheel */
        {REPORT_MOUSE, "128;53;16M", false, 0, 0},
        {REPORT_MOUSE, "M", false, 0, 0},
        {REPORT_MOUSE, ";;M", false, 0, 0},
        {REPORT_MOUSE, "0;5M", false, 0, 0},
        {REPORT_MOUSE, "0;5;6;7M", false, 0, 0},
        {REPORT_MOUSE, "0;0;3M", false, 0, 0},
        {REPORT_MOUSE, "0;99999999999999999999;3M", true, 2, 9999},
        {REPORT_MOUSE_BYTES, " !!", true, 0, 0},
        {REPORT_MOUSE_BYTES, " \x85\x30", true, 15, 100},
        {REPORT_MOUSE_BYTES, "#!!", false, 0, 0},
        {REPORT_MOUSE_BYTES, "\x60!!", false, 0, 0},
        {REPORT_MOUSE_BYTES, "  !", false, 0, 0},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct report report;
        int row = 0, col = 0;
        assert_int_equal(report_take_all(&report, table[i].kind, table[i].bytes), REPORT_COMPLETE);
        assert_false(report.active);
        bool click = report_click(&report, &row, &col);
        if (click != table[i].click || (click && (row != table[i].row || col != table[i].col)))
            fail_msg("%s: click %d at %d, %d", table[i].bytes, click, row, col);
    }
}

TEST(reads_the_wheel)
{
    static const struct {
        const char *bytes;
        int wheel;
    } table[] = {{"64;17;5M", -1}, {"65;17;5M", 1}, {"68;17;5M", -1}, {"0;17;5M", 0}, {"66;17;5M", 0},
                 {"64;0;5M", 0},   {"64;17;5m", 0}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct report report;
        report_begin(&report, REPORT_MOUSE);
        for (const char *byte = table[i].bytes; *byte; byte++)
            report_add_key(&report, *byte);
        assert_int_equal(report_wheel(&report), table[i].wheel);
    }
}

TEST(reads_backgrounds)
{
    static const struct {
        const char *bytes;
        enum background background;
    } table[] = {
        {"rgb:0000/0000/0000\a", BACKGROUND_DARK},
        {"rgb:ffff/ffff/dddd\a", BACKGROUND_LIGHT},
        {"rgb:ff/ff/ff\033\\", BACKGROUND_LIGHT},
        {"rgba:1/2/3/f\033\\", BACKGROUND_DARK},
        {"rgb:00000/0/0\a", BACKGROUND_UNKNOWN},
        {"rgb:0/0\a", BACKGROUND_UNKNOWN},
        {"0/0/0\a", BACKGROUND_UNKNOWN},
        {"\a", BACKGROUND_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct report report;
        assert_int_equal(report_take_all(&report, REPORT_BACKGROUND, table[i].bytes), REPORT_COMPLETE);
        assert_int_equal(report_background(&report), table[i].background);
    }
}

/* What is none of it ends it, so that no key is kept back for long. */
TEST(breaks_off)
{
    struct report report;
    assert_int_equal(report_take_all(&report, REPORT_MOUSE, "0;5x"), REPORT_ABORTED);
    assert_false(report.active);
    assert_int_equal(report_take_all(&report, REPORT_MOUSE, "0;5\033"), REPORT_ABORTED);
    assert_int_equal(report_take_all(&report, REPORT_MOUSE_BYTES, " !\003"), REPORT_ABORTED);
    assert_int_equal(report_take_all(&report, REPORT_BACKGROUND, "rgb:0/q"), REPORT_ABORTED);
    report_begin(&report, REPORT_MOUSE_BYTES);
    assert_int_equal(report_add_key(&report, 0x199), REPORT_ABORTED); /* a code of curses */
    char endless[REPORT_TEXT + 1];
    memset(endless, '1', sizeof endless);
    endless[REPORT_TEXT] = '\0';
    assert_int_equal(report_take_all(&report, REPORT_MOUSE, endless), REPORT_ABORTED);
}

TESTS_MAIN(NULL, NULL)
