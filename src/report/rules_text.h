/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules of Stratego in words: for the command `rules`, the manual page and the screen's help. */
#ifndef VEDETTE_REPORT_RULES_TEXT_H
#define VEDETTE_REPORT_RULES_TEXT_H

#include "game/variant.h"

enum { RULE_TEXT = 400 };

struct rule_row {
    const char *label; /* what it is about, at most 13 letters */
    const char *text;  /* NULL: it depends on the variant: */
    const char *(*of)(const struct variant *variant, char capacity[RULE_TEXT]);
};

/* The game by the rules of the International Stratego Federation, as `isf` of game/rules.h has them. */
extern const struct rule_row rule_rows[];
extern const size_t rule_count;

/* What a row says of a variant: its text, or a sentence made from the variant's row, written into `room`. */
const char *rule_text(const struct rule_row *row, const struct variant *variant, char capacity[RULE_TEXT]);

#endif
