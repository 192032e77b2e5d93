/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes what a terminal reports between the keys: its background's colour, and the mouse. The first byte
 * says which; the others come one by one. */
#include "fuzz/fuzz.h"
#include "tui/report.h"

static void check_report(const struct report *report)
{
    int row = -1, col = -1;
    enum background background = BACKGROUND_UNKNOWN;
    if (report->kind == REPORT_BACKGROUND)
        background = report_background(report);
    else if (report_click(report, &row, &col))
        fuzz_demand(row >= 0 && col >= 0, "a click has a place");
    fuzz_demand(background >= BACKGROUND_UNKNOWN && background <= BACKGROUND_LIGHT, "a background is known");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct report report = {0};
    if (!size)
        return 0;
    report_begin(&report, (enum report_kind)(data[0] % 3));
    for (size_t i = 1; i < size && report.active; i++) {
        enum report_state state = report_add_key(&report, data[i] == 0xff ? 0x1ff : data[i]);
        fuzz_demand((state == REPORT_INCOMPLETE) == report.active, "a whole report ends");
        fuzz_demand(report.size <= REPORT_TEXT, "it has room");
        if (state == REPORT_COMPLETE)
            check_report(&report);
    }
    return 0;
}
