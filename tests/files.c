/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "files.h"

#include "base/memory.h"
#include "boards.h"
#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void assert_refused(const char *bytes, size_t size, const char *error)
{
    struct file_content content;
    struct error found = {0};
    assert_int_equal(file_parse("f", bytes, size, &content, &found), STATUS_BAD);
    assert_string_equal(found.text, error);
    assert_int_equal(found.status, STATUS_BAD);
    assert_int_equal(content.kind, FILE_KINDS);
    assert_int_equal(content.record.plies, 0);
    assert_int_equal(content.record.prior_count, 0);
    file_content_free(&content);
}

void assert_all_refused(const struct refusal *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_refused(rows[i].text, strlen(rows[i].text), rows[i].error);
}

void assert_read(const char *text, enum file_kind kind, struct file_content *content)
{
    struct error error = {0};
    file_parse("f", text, strlen(text), content, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(content->kind, kind);
}

void assert_same_placement(const struct placement *a, const struct placement *b)
{
    assert_int_equal(a->to_move, b->to_move);
    assert_int_equal(a->free, b->free);
    assert_int_equal(a->variant, b->variant);
    assert_memory_equal(a->captured, b->captured, sizeof a->captured);
    for (int square = 0; square < SQUARES; square++) {
        const struct cell *one = &a->cell[square], *two = &b->cell[square];
        assert_int_equal(one->side, two->side);
        assert_int_equal(one->rank, two->rank);
        assert_int_equal(one->moved, two->moved);
        assert_int_equal(one->known, two->known);
    }
}

void assert_same_record(const struct record *a, const struct record *b)
{
    assert_string_equal(a->date, b->date);
    assert_int_equal(a->has_seed, b->has_seed);
    assert_true(a->seed == b->seed);
    assert_string_equal(a->rules.name, b->rules.name);
    assert_int_equal(a->rules.two_squares, b->rules.two_squares);
    assert_int_equal(a->rules.more_squares, b->rules.more_squares);
    assert_int_equal(a->rules.move_limit, b->rules.move_limit);
    assert_int_equal(a->rules.no_attack_limit, b->rules.no_attack_limit);
    assert_same_placement(&a->start, &b->start);
    assert_int_equal(a->prior_count, b->prior_count);
    for (size_t i = 0; i < a->prior_count; i++) {
        assert_true(move_equal(a->prior[i].move, b->prior[i].move));
        assert_int_equal(a->prior[i].attack, b->prior[i].attack);
    }
    assert_int_equal(a->plies, b->plies);
    for (size_t i = 0; i < a->plies; i++) {
        assert_true(move_equal(a->moves[i].move, b->moves[i].move));
        assert_int_equal(a->moves[i].attacker, b->moves[i].attacker);
        assert_int_equal(a->moves[i].defender, b->moves[i].defender);
    }
    assert_int_equal(a->outcome.result, b->outcome.result);
    assert_int_equal(a->outcome.reason, b->outcome.reason);
}

void record_play_random(struct record *record, int plies, struct position *position, struct rng *rng)
{
    assert_int_equal(record_replay(record, SIZE_MAX, position, NULL, NULL), STATUS_OK);
    while (plies-- > 0 && position_outcome(position).result == RESULT_OPEN) {
        struct move_with_ranks entered = move_random(&position->board, rng);
        assert_int_equal(position_play(position, entered, NULL, NULL), STATUS_OK);
        record_append(record, entered);
    }
    record->outcome = position_outcome(position);
}

void placement_blur(struct placement *placement, struct rng *rng)
{
    memset(placement->captured, 0, sizeof placement->captured);
    placement->free = true;
    for (enum side side = RED; side <= BLUE; side++)
        for (int rank = 0; rank < RANKS; rank++)
            placement->captured[side][rank] = rank_table[rank].count;
    for (int square = 0; square < SQUARES; square++) {
        struct cell *cell = &placement->cell[square];
        if (cell->side == SIDES)
            continue;
        placement->captured[cell->side][cell->rank]--;
        cell->moved = rank_moves(cell->rank) && rng_below(rng, 2);
        cell->known = rng_below(rng, 3) == 0;
        if (!cell->known && rng_below(rng, 3) == 0)
            cell->rank = RANK_UNKNOWN;
    }
}

char *file_make(const char *bytes, size_t size)
{
    char *path = memory_text("./vedette-test-XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, size), (ssize_t)size);
    assert_int_equal(close(file), 0);
    return path;
}
