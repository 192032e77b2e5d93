/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes decisions of games as a stream of bytes for an external trainer (src/learn/torch): the observations,
 * the legal and the chosen squares. A head, then one block for each game.
 * doc/binary-files.md describes the format. */
#ifndef VEDETTE_LEARN_DECISION_STREAM_H
#define VEDETTE_LEARN_DECISION_STREAM_H

#include "base/text.h"
#include "learn/policy_game.h"

enum {
    DECISION_LEGAL_BYTES = (SQUARES + 7) / 8,           /* square s is bit s % 8 of byte s / 8 */
    DECISION_SEEN_BYTES = (OBSERVATION_CELLS + 7) / 8,  /* which numbers of the observation are not 0 */
};

/* Memory to play records again: of one thread. */
struct decision_stream;

/* Creates a stream for games of a variant under these rules. decision_stream_free frees it; NULL may be
 * freed. */
struct decision_stream *decision_stream_new(const struct variant *variant, const struct rules *rules);
void decision_stream_free(struct decision_stream *stream);

/* Appends the head of a stream. */
void decision_stream_add_head(struct text *out);

/* Appends the block of a game. All actions of the record must be legal. `result`: of the game; RESULT_OPEN:
 * the result by the rules. */
void decision_stream_add_game(struct decision_stream *stream, const struct policy_record *record,
                              enum result result, struct text *out);

#endif
