/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the form for a new game that say who the opponent is: what each says, and what Left and Right
 * make of it. All that is chosen stands in the opponent's spec. */
#ifndef VEDETTE_TUI_OPPONENT_H
#define VEDETTE_TUI_OPPONENT_H

#include "console/session.h"
#include "tui/form.h"

enum opponent_row { OPPONENT_KIND, OPPONENT_LEVEL, OPPONENT_STYLE };

/* The value and help of a row. The levels are those for games of `variant`, the index of a row of
 * variant_table, here and below. */
void opponent_words(const struct session *session, uint8_t variant, const char *spec, enum opponent_row row,
                    struct form_words *words);

/* Changes `spec` to the next choice of a row (by = 1), or the one before (-1): by level or one of the agents;
 * the levels from the weakest on, then the profiles of the user's own; the styles. */
void opponent_cycle(const struct session *session, uint8_t variant, char spec[PLAYER_NAME_MAX],
                    enum opponent_row row, int step);

/* The same for a form that has one row for it all: a level's, a profile's or an agent's name, and what it is;
 * the levels from the weakest on, the profiles of the user's own, the agents. */
void opponent_words_any(const struct session *session, uint8_t variant, const char *spec,
                        struct form_words *words);
void opponent_cycle_any(const struct session *session, uint8_t variant, char spec[PLAYER_NAME_MAX], int step);

/* An opponent as it was last chosen, and for games of which variant. All zero: none was yet. */
struct opponent_choice {
    char spec[PLAYER_NAME_MAX];
    uint8_t variant;
};

/* After the variant has changed: a level of the old one's ladder that the new one's has not becomes the one
 * of that name there, or of the next name below that there is, in the same style where it has styles.
 * `chosen` remembers what it was made from, so that going on to other variants and back gives the same
 * opponent again, unless `spec` was changed meanwhile. */
void opponent_change_variant(const struct session *session, struct opponent_choice *chosen,
                             char spec[PLAYER_NAME_MAX], uint8_t from, uint8_t to);

#endif
