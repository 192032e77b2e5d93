/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "boards.h"

#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

void placement_draw(struct placement *placement, enum side to_move, const char *picture)
{
    placement_clear(placement);
    placement->to_move = to_move;
    for (int row = ROWS - 1; row >= 0; row--) {
        for (int file = 0; file < FILES; file++) {
            picture += strspn(picture, " \n");
            size_t size = strcspn(picture, " \n");
            assert_true(size > 0);
            struct cell *cell = &placement->cell[square_at(file, row)];
            if (*picture == 'r' || *picture == 'b') {
                int rank = picture[1] == '?' ? RANK_UNKNOWN : rank_from_symbol(picture[1]);
                assert_true(rank >= 0);
                *cell = (struct cell){.rank = (uint8_t)rank, .side = *picture == 'r' ? RED : BLUE,
                                      .moved = memchr(picture, '*', size) != NULL,
                                      .known = memchr(picture, '!', size) != NULL};
            } else {
                assert_int_equal(*picture, square_is_lake(square_at(file, row)) ? '~' : '.');
            }
            picture += size;
        }
    }
    assert_int_equal(placement_check(placement, NULL), STATUS_OK);
}

static void shuffle(uint8_t *ranks, int count, struct rng *rng)
{
    for (int i = count - 1; i > 0; i--) {
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        uint8_t kept = ranks[i];
        ranks[i] = ranks[j];
        ranks[j] = kept;
    }
}

void army_random(const struct variant *variant, uint8_t army[RANKS], struct rng *rng)
{
    memcpy(army, variant->count, RANKS);
    if (!variant->any_army)
        return;
    memset(army, 0, RANKS);
    army[FLAG] = 1;
    army[SPY + (int)rng_below(rng, RANKS - SPY)]++;
    for (uint32_t more = rng_below(rng, rng_below(rng, 2) ? 6 : PIECES_A_SIDE); more; more--) {
        int rank = (int)rng_below(rng, RANKS);
        if (army[rank] < variant->count[rank])
            army[rank]++;
    }
}

/* The ranks of a random army of the variant, one by one; returns how many. */
static int list_ranks(const struct variant *variant, uint8_t ranks[PIECES_A_SIDE], struct rng *rng)
{
    uint8_t army[RANKS];
    int n = 0;
    army_random(variant, army, rng);
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < army[rank]; i++)
            ranks[n++] = (uint8_t)rank;
    return n;
}

void placement_random_start(struct placement *placement, const struct variant *variant, struct rng *rng)
{
    struct setup setup[SIDES];
    for (enum side side = RED; side <= BLUE; side++) {
        for (int n = list_ranks(variant, setup[side].rank, rng); n < PIECES_A_SIDE; n++)
            setup[side].rank[n] = PLACE_EMPTY;
        shuffle(setup[side].rank, PIECES_A_SIDE, rng);
    }
    placement_from_setups(placement, variant, &setup[RED], &setup[BLUE]);
}

void placement_random_game(struct placement *placement, struct rng *rng)
{
    placement_random_start(placement, variant_at(VARIANT_STANDARD), rng);
}

void placement_random_few_of(struct placement *placement, const struct variant *variant, int max,
                             struct rng *rng)
{
    placement_clear(placement);
    placement->variant = variant_index(variant);
    placement->to_move = rng_below(rng, 2) ? BLUE : RED;
    uint32_t files = 3 + rng_below(rng, 8), rows = 3 + rng_below(rng, 8);
    for (enum side side = RED; side <= BLUE; side++) {
        uint8_t ranks[PIECES_A_SIDE];
        int size = list_ranks(variant, ranks, rng);
        shuffle(ranks, size, rng);
        int count = 1 + (int)rng_below(rng, (uint32_t)max);
        for (int i = 0; i < count && i < size; i++) {
            int square = square_at((int)rng_below(rng, files), (int)rng_below(rng, rows));
            if (square_is_lake(square) || placement->cell[square].side != SIDES)
                continue;
            bool known = rng_below(rng, 2), moved = rank_moves(ranks[i]) && rng_below(rng, 2);
            placement->cell[square] = (struct cell){.rank = ranks[i], .side = (uint8_t)side,
                                                    .moved = moved, .known = known};
        }
    }
}

void placement_random_few(struct placement *placement, int max, struct rng *rng)
{
    placement_random_few_of(placement, variant_at(VARIANT_STANDARD), max, rng);
}

void placement_capture_some(struct placement *placement, struct rng *rng)
{
    const struct variant *variant = variant_at(placement->variant);
    for (enum side side = RED; side <= BLUE; side++) {
        uint8_t lacking[RANKS];
        memcpy(lacking, variant->count, RANKS);
        for (int square = 0; square < SQUARES; square++)
            if (placement->cell[square].side == side)
                lacking[placement->cell[square].rank]--;
        for (int rank = BOMB; rank < RANKS; rank++)
            for (int i = 0; i < lacking[rank]; i++)
                placement->captured[side][rank] += (uint8_t)rng_below(rng, 2);
    }
}

struct move_with_ranks move_random(const struct board *board, struct rng *rng)
{
    struct move moves[MOVES_MAX];
    int count = board_moves(board, moves);
    assert_true(count > 0);
    return (struct move_with_ranks){moves[rng_below(rng, (uint32_t)count)], RANK_UNKNOWN, RANK_UNKNOWN};
}

void placement_hide(struct placement *placement, struct rng *rng)
{
    for (int square = 0; square < SQUARES; square++) {
        struct cell *cell = &placement->cell[square];
        if (cell->side != SIDES && !cell->known && rng_below(rng, 2))
            cell->rank = RANK_UNKNOWN;
    }
}

static const char *history_differs(const struct board *a, const struct board *b)
{
    if (a->plies != b->plies)
        return "the number of plies";
    for (uint32_t i = 0; i < a->plies; i++) {
        const struct ply *p = &a->history[i], *q = &b->history[i];
        if (!move_equal(p->move, q->move) || p->mover != q->mover || p->victim != q->victim)
            return "a ply's move or pieces";
        if (p->battle != q->battle || p->revealed != q->revealed || p->piece_key != q->piece_key)
            return "what a ply led to";
        if (p->mover_moved != q->mover_moved || p->mover_known != q->mover_known ||
            (p->battle != BATTLE_NONE && p->last_attack != q->last_attack) ||
            (p->battle != BATTLE_NONE && p->victim_known != q->victim_known) ||
            memcmp(p->chase_start, q->chase_start, sizeof p->chase_start) != 0)
            return "what a ply has kept";
    }
    return NULL;
}

const char *boards_differ(const struct board *a, const struct board *b)
{
    if (memcmp(a->occupied, b->occupied, sizeof a->occupied) != 0 ||
        memcmp(a->at, b->at, sizeof a->at) != 0 ||
        memcmp(a->piece, b->piece, sizeof a->piece) != 0)
        return "where the pieces stand, or what they are";
    if (memcmp(a->fixed, b->fixed, sizeof a->fixed) != 0 ||
        memcmp(a->far_movers, b->far_movers, sizeof a->far_movers) != 0)
        return "the sets of those that may not move, or far";
    if (memcmp(a->captured, b->captured, sizeof a->captured) != 0 ||
        memcmp(a->unknown_count, b->unknown_count, sizeof a->unknown_count) != 0)
        return "the counts";
    if (a->to_move != b->to_move || a->key != b->key || a->piece_key != b->piece_key)
        return "the side to move or a key";
    if (memcmp(a->chase_start, b->chase_start, sizeof a->chase_start) != 0 ||
        a->last_attack != b->last_attack)
        return "the more-squares lists or the last attack";
    if (a->played_before != b->played_before || a->quiet_before != b->quiet_before ||
        a->prior_plies != b->prior_plies || memcmp(&a->rules, &b->rules, sizeof a->rules) != 0)
        return "the rules or what was before the start";
    return history_differs(a, b);
}

uint64_t test_size(const char *name, uint64_t usual)
{
    const char *text = getenv(name);
    const char *part = getenv("TEST_PART");
    uint64_t divisor = part ? strtoull(part, NULL, 10) : 1;
    if (text)
        return strtoull(text, NULL, 10);
    return divisor > 1 ? (usual + divisor - 1) / divisor : usual;
}
