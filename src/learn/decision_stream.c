/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/decision_stream.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { ORDER_MARK = 0x01020304, STREAM_VERSION = 1 };

struct stream_head {
    char magic[8], kind[16];
    uint32_t order, version;
};
static_assert(sizeof(struct stream_head) == 32, "no gaps");

struct stream_game {
    uint32_t decisions, numbers; /* in the block; numbers: of observations, those that are not 0 */
    float result; /* to red */
    uint32_t plies;
};
static_assert(sizeof(struct stream_game) == 16, "no gaps");

/* The parts of a block, in their order. */
enum {
    PART_BEHAVIOUR, PART_VALUES, PART_NUMBERS, PART_LEGAL, PART_SEEN, PART_HEADS, PART_ACTIONS, PART_PLAYERS,
    PARTS
};

struct decision_stream {
    const struct variant *variant;
    struct rules rules;
    struct policy_game game;
    float cell[OBSERVATION_CELLS];
    /* The parts of a block, each by itself. */
    struct text part[PARTS];
};

struct decision_stream *decision_stream_new(const struct variant *variant, const struct rules *rules)
{
    struct decision_stream *stream = memory_new(1, sizeof *stream);
    stream->variant = variant;
    stream->rules = *rules;
    return stream;
}

void decision_stream_free(struct decision_stream *stream)
{
    if (!stream)
        return;
    policy_game_free(&stream->game);
    for (int i = 0; i < PARTS; i++)
        text_free(&stream->part[i]);
    free(stream);
}

void decision_stream_add_head(struct text *out)
{
    const struct stream_head head = {"Vedette", "decisions", ORDER_MARK, STREAM_VERSION};
    text_append(out, (const char *)&head, sizeof head);
}

/* Appends one byte. */
static void add_byte(struct text *out, int byte)
{
    const char value = (char)byte;
    text_append(out, &value, 1);
}

/* Adds the decision that is due to the parts of the block: the action, the legal squares and the
 * observation. */
static void add_decision(struct decision_stream *stream, const struct policy_action *action)
{
    unsigned char legal[DECISION_LEGAL_BYTES] = {0};
    bitboard squares = policy_game_legal(&stream->game);
    assert(bit_in(squares, action->square));
    for (int square = 0; square < SQUARES; square++)
        if (bit_in(squares, square))
            legal[square / 8] = (unsigned char)(legal[square / 8] | 1 << square % 8);
    text_append(&stream->part[PART_BEHAVIOUR], (const char *)&action->behaviour, sizeof action->behaviour);
    text_append(&stream->part[PART_VALUES], (const char *)&action->value, sizeof action->value);
    text_append(&stream->part[PART_LEGAL], (const char *)legal, sizeof legal);
    /* The observation: bits for the numbers that are not 0, and these numbers. */
    unsigned char seen[DECISION_SEEN_BYTES] = {0};
    float numbers[OBSERVATION_CELLS];
    size_t count = 0;
    policy_game_observe(&stream->game, stream->cell);
    for (size_t i = 0; i < OBSERVATION_CELLS; i++)
        if (stream->cell[i] != 0) {
            seen[i / 8] = (unsigned char)(seen[i / 8] | 1 << i % 8);
            numbers[count++] = stream->cell[i];
        }
    text_append(&stream->part[PART_SEEN], (const char *)seen, sizeof seen);
    text_append(&stream->part[PART_NUMBERS], (const char *)numbers, count * sizeof *numbers);
    add_byte(&stream->part[PART_HEADS], (int)policy_game_head(&stream->game));
    add_byte(&stream->part[PART_ACTIONS], action->square);
    add_byte(&stream->part[PART_PLAYERS], (int)policy_game_side(&stream->game));
}

void decision_stream_add_game(struct decision_stream *stream, const struct policy_record *record,
                              enum result result, struct text *out)
{
    policy_game_begin(&stream->game, stream->variant, &stream->rules);
    for (size_t i = 0; i < record->count; i++) {
        add_decision(stream, &record->actions[i]);
        policy_game_act(&stream->game, record->actions[i].square);
    }
    if (result == RESULT_OPEN)
        result = (enum result)stream->game.outcome.result;
    const struct stream_game head = {
        .decisions = (uint32_t)record->count,
        .numbers = (uint32_t)(stream->part[PART_NUMBERS].size / sizeof(float)),
        .result = result == RESULT_RED ? 1 : result == RESULT_BLUE ? -1 : 0, .plies = record->plies};
    text_append(out, (const char *)&head, sizeof head);
    for (int i = 0; i < PARTS; i++) {
        text_append(out, stream->part[i].bytes, stream->part[i].size);
        text_clear(&stream->part[i]);
    }
}
