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
    uint32_t decisions, numbers;
    float result; /* to red */
    uint32_t plies;
};
static_assert(sizeof(struct stream_game) == 16, "no gaps");

struct decision_stream {
    const struct variant *variant;
    struct rules rules;
    struct policy_game game;
    float cell[OBSERVATION_CELLS];
    /* The parts of a block, each by itself. */
    struct text behaviour, values, numbers, legal, seen, heads, actions, players;
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
    text_free(&stream->behaviour);
    text_free(&stream->values);
    text_free(&stream->numbers);
    text_free(&stream->legal);
    text_free(&stream->seen);
    text_free(&stream->heads);
    text_free(&stream->actions);
    text_free(&stream->players);
    free(stream);
}

void decision_stream_head(struct text *out)
{
    const struct stream_head head = {"Vedette", "decisions", ORDER_MARK, STREAM_VERSION};
    text_append(out, (const char *)&head, sizeof head);
}

static void add_byte(struct text *out, int byte)
{
    const char byte_of = (char)byte;
    text_append(out, &byte_of, 1);
}

static void add_decision(struct decision_stream *stream, const struct policy_action *action)
{
    unsigned char legal[DECISION_LEGAL_BYTES] = {0};
    bitboard squares = policy_game_legal(&stream->game);
    assert(bit_in(squares, action->square));
    for (int square = 0; square < SQUARES; square++)
        if (bit_in(squares, square))
            legal[square / 8] = (unsigned char)(legal[square / 8] | 1 << square % 8);
    text_append(&stream->behaviour, (const char *)&action->behaviour, sizeof action->behaviour);
    text_append(&stream->values, (const char *)&action->value, sizeof action->value);
    text_append(&stream->legal, (const char *)legal, sizeof legal);
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
    text_append(&stream->seen, (const char *)seen, sizeof seen);
    text_append(&stream->numbers, (const char *)numbers, count * sizeof *numbers);
    add_byte(&stream->heads, (int)policy_game_head(&stream->game));
    add_byte(&stream->actions, action->square);
    add_byte(&stream->players, (int)policy_game_side(&stream->game));
}

/* Moves the bytes of a part behind the block. */
static void move_part(struct text *part, struct text *out)
{
    text_append(out, part->bytes, part->size);
    text_clear(part);
}

void decision_stream_game(struct decision_stream *stream, const struct policy_record *record,
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
        .numbers = (uint32_t)(stream->numbers.size / sizeof(float)),
        .result = result == RESULT_RED ? 1 : result == RESULT_BLUE ? -1 : 0, .plies = record->plies};
    text_append(out, (const char *)&head, sizeof head);
    move_part(&stream->behaviour, out);
    move_part(&stream->values, out);
    move_part(&stream->numbers, out);
    move_part(&stream->legal, out);
    move_part(&stream->seen, out);
    move_part(&stream->heads, out);
    move_part(&stream->actions, out);
    move_part(&stream->players, out);
}
