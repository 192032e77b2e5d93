/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes what people type as one word with a number in it: decimal numbers, time controls, the test of a
 * match, cells of a position, ranks. What is read is written and read again the same. */
#include "base/decimal.h"
#include "fuzz/fuzz.h"
#include "game/time_control.h"
#include "lab/sprt.h"
#include "play/draft.h"

#include <math.h>

static void try_decimal(const char *text)
{
    char written[DECIMAL_TEXT];
    double value = 7, again = 8;
    if (!decimal_read(text, &value)) {
        fuzz_demand(value == 7, "what is no number changes nothing");
        return;
    }
    fuzz_demand(isfinite(value), "a number is finite");
    fuzz_demand(decimal_read(decimal_write(value, written), &again) && again == value, "it is read back");
}

static void try_clock(const char *text)
{
    struct time_terms terms = {0}, again = {0};
    struct error error = {.text = ""};
    char written[TIME_TERMS_TEXT];
    size_t fault = 0;
    enum status status = time_terms_read(text, &terms, &fault, &error);
    if (status) {
        fuzz_check_error(status, &error);
        fuzz_demand(fault <= strlen(text), "a fault lies within the text");
        return;
    }
    time_terms_write(&terms, written);
    fuzz_demand(time_terms_read(written, &again, NULL, NULL) == STATUS_OK, "what is written can be read");
    for (enum side side = RED; side <= BLUE; side++)
        fuzz_demand(terms.side[side].total == again.side[side].total &&
                        terms.side[side].increment == again.side[side].increment &&
                        terms.side[side].move == again.side[side].move,
                    "it is the same time");
}

static void try_test(const char *text)
{
    struct sprt_terms terms;
    struct error error = {.text = ""};
    enum status status = sprt_parse(text, &terms, &error);
    if (status)
        fuzz_check_error(status, &error);
    else
        fuzz_demand(terms.elo0 < terms.elo1 && terms.alpha > 0 && terms.alpha < 0.5 && terms.beta > 0 &&
                        terms.beta < 0.5,
                    "a test has its terms in range");
}

/* The draft stays sound, whatever is put on it. */
static void try_cell(const char *text, enum notation notation)
{
    struct position_draft draft;
    struct cell cell;
    struct error error = {.text = ""};
    if (draft_read_cell(text, RED, notation, &cell, &error) != STATUS_OK) {
        fuzz_check_error(STATUS_BAD, &error);
        return;
    }
    fuzz_demand(cell.side == RED || cell.side == BLUE || cell.side == SIDES, "a cell is of a side, or empty");
    draft_clear(&draft);
    for (int square = 0; square < 3; square++)
        draft_put(&draft, square, cell, NULL);
    fuzz_demand(placement_check(&draft.placement, NULL) == STATUS_OK, "a draft is sound");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[200];
    if (size >= sizeof text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    try_decimal(text);
    try_clock(text);
    try_test(text);
    try_cell(text, NOTATION_DEBOER);
    try_cell(text, NOTATION_ARTS);
    fuzz_demand(ranks_read(text, strlen(text), NOTATION_DEBOER) < 1 << RANKS, "ranks are ranks");
    return 0;
}
