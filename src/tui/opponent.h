/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the form for a new game that choose the opponent. The choice is stored as the opponent's
 * spec. */
#ifndef VEDETTE_TUI_OPPONENT_H
#define VEDETTE_TUI_OPPONENT_H

#include "console/session.h"
#include "tui/form.h"

enum opponent_row { OPPONENT_KIND, OPPONENT_LEVEL, OPPONENT_STYLE };

/* Fills in the value and help of a row. Levels depend on `variant`, an index of variant_table, here and
 * below. */
void opponent_words(const struct session *session, uint8_t variant, const char *spec, enum opponent_row row,
                    struct form_words *words);

/* Changes `spec` to the next (step 1) or previous (-1) choice of a row. The row of the kind has "by level"
 * and the agents. The row of the level has the levels, weakest first, then the user's own profiles. The row
 * of the style has the styles. */
void opponent_cycle(const struct session *session, uint8_t variant, char spec[PLAYER_NAME_MAX],
                    enum opponent_row row, int step);

/* Fills in value and help as opponent_words does, for a form with a single row for the opponent. */
void opponent_words_any(const struct session *session, uint8_t variant, const char *spec,
                        struct form_words *words);

/* Changes `spec` as opponent_cycle does, for a form with a single row for the opponent. The choices are the
 * levels, weakest first, the user's own profiles, and the agents. */
void opponent_cycle_any(const struct session *session, uint8_t variant, char spec[PLAYER_NAME_MAX], int step);

/* The opponent last chosen, and the variant it was chosen for. All zero: none. */
struct opponent_choice {
    char spec[PLAYER_NAME_MAX];
    uint8_t variant;
};

/* Adapts `spec` after the variant has changed. A level that the new variant's ladder does not have becomes
 * the level of the same name there, or of the next lower name that exists, in the same style if it has
 * styles. `chosen` remembers the original choice, so that changing on to other variants and back restores
 * it, unless `spec` was changed meanwhile. */
void opponent_change_variant(const struct session *session, struct opponent_choice *chosen,
                             char spec[PLAYER_NAME_MAX], uint8_t from, uint8_t to);

#endif
