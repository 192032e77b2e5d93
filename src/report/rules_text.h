/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules of Stratego in words: for the command `rules`, the manual page and the screen's help. */
#ifndef VEDETTE_REPORT_RULES_TEXT_H
#define VEDETTE_REPORT_RULES_TEXT_H

#include "game/variant.h"

enum { RULE_TEXT = 400 };

/* One rule: its label and its text, which may depend on the variant. */
struct rule_row {
    const char *label; /* the subject, up to 13 letters */
    const char *text;  /* NULL: write_text() makes the text for a variant */
    const char *(*write_text)(const struct variant *variant, char buffer[RULE_TEXT]);
};

/* The rules of the International Stratego Federation: `isf` of game/rules.h. */
extern const struct rule_row rule_rows[];
extern const size_t rule_count;

/* Returns the text of a row for a variant: a constant, or a text written into `buffer`. */
const char *rule_text(const struct rule_row *row, const struct variant *variant, char buffer[RULE_TEXT]);

#endif
