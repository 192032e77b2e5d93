/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decisions of games as a stream of bytes, for a trainer outside this program (src/learn/torch): what the
 * player saw, what was legal, what was chosen. A head, then one block a game.
 * doc/binary-files.md has the form. */
#ifndef VEDETTE_LEARN_DECISION_STREAM_H
#define VEDETTE_LEARN_DECISION_STREAM_H

#include "base/text.h"
#include "learn/policy_game.h"

enum {
    DECISION_LEGAL_BYTES = (SQUARES + 7) / 8,           /* bit s % 8 of byte s / 8 is that of square s */
    DECISION_SEEN_BYTES = (OBSERVATION_CELLS + 7) / 8,  /* which numbers of the observation are not 0 */
};

/* Memory to play records again: of one thread. */
struct decision_stream;

/* For games of a variant by these rules. decision_stream_free gives the memory back; NULL may be freed. */
struct decision_stream *decision_stream_new(const struct variant *variant, const struct rules *rules);
void decision_stream_free(struct decision_stream *stream);

/* Appends what a stream begins with. */
void decision_stream_head(struct text *out);

/* Appends the block of a game, whose actions are legal. `result`: of the game; RESULT_OPEN: as the game ends
 * by the rules. */
void decision_stream_game(struct decision_stream *stream, const struct policy_record *record,
                          enum result result, struct text *out);

#endif
