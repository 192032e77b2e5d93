/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/dataset.h"

#include "base/memory.h"
#include "game/position.h"
#include "play/named_game.h"

#include <stdlib.h>
#include <string.h>

enum status training_game_read(struct training_game *game, const struct record *record, const char *place,
                               struct error *error)
{
    struct position position = {0};
    struct view view = {0};
    struct error why = {0};
    size_t move_index = 0;
    if (record_replay(record, SIZE_MAX, &position, &move_index, &why)) {
        position_free(&position);
        return error_set(error, STATUS_BAD, "%s: move %zu: %s", place, move_index + 1, why.text);
    }
    /* The start as both sides see it, then one public event for each ply. */
    const struct board *board = &position.board;
    view_init(&view, &position, RED);
    public_state_init(&game->start, &view);
    game->count = board->plies - board->prior_plies;
    struct event *events = memory_new(game->count + 1, sizeof *events);
    for (uint32_t i = 0; i < game->count; i++)
        events[i] = board_event(board, board->prior_plies + i);
    game->events = events;
    game->variant = board->variant;
    game->outcome = record_outcome(record, &position);
    /* The true ranks, as far as the record has them. */
    for (int number = 0; number < PIECES; number++)
        game->truth[number] = board->piece[number].rank;
    view_free(&view);
    position_free(&position);
    return STATUS_OK;
}

/* Adds a game that was read to the data set. It is the callback of the reader. */
static enum status add_game(void *context, const struct record *record, const char *place,
                            struct error *error)
{
    struct dataset *dataset = context;
    struct training_game game;
    enum status status = training_game_read(&game, record, place, error);
    if (!status)
        dataset_add(dataset, &game);
    return status;
}

void dataset_add(struct dataset *dataset, const struct training_game *game)
{
    dataset->items = memory_grow(dataset->items, &dataset->capacity, dataset->count + 1,
                                 sizeof *dataset->items);
    dataset->items[dataset->count++] = *game;
}

enum status dataset_read(struct dataset *dataset, const char *path, struct error *error)
{
    return named_games_read(path, add_game, NULL, dataset, error);
}

/* Frees a game. The data set owns the events; for all others they are const. */
static void game_free(struct training_game *game)
{
    free((void *)game->events);
}

void dataset_free(struct dataset *dataset)
{
    for (size_t i = 0; i < dataset->count; i++)
        game_free(&dataset->items[i]);
    free(dataset->items);
    *dataset = (struct dataset){0};
}

bool training_game_setups(const struct training_game *game, struct setup setups[SIDES])
{
    const struct variant *variant = variant_at(game->variant);
    memset(setups, PLACE_EMPTY, SIDES * sizeof *setups);
    for (int number = 0; number < PIECES; number++) {
        const struct public_piece *piece = &game->start.piece[number];
        if (piece->square == SQUARE_NONE)
            continue; /* no such piece; setup_check finds missing ones */
        if (piece->place == PLACE_NONE || game->truth[number] >= RANKS)
            return false;
        setups[piece_side(number)].rank[piece->place] = game->truth[number];
    }
    return setup_check(&setups[RED], variant, NULL) == STATUS_OK &&
           setup_check(&setups[BLUE], variant, NULL) == STATUS_OK;
}

bool training_game_view(const struct training_game *game, enum side side, struct view *view)
{
    struct setup setups[SIDES];
    struct placement start;
    struct position position = {0};
    struct rules rules = *rules_find("free"); /* without repetition rules: the game's own are not known */
    if (!training_game_setups(game, setups))
        return false;
    rules.move_limit = 0;
    placement_from_setups(&start, variant_at(game->variant), &setups[RED], &setups[BLUE]);
    if (position_init(&position, &start, &rules, NULL) != STATUS_OK)
        return false;
    view_init(view, &position, side);
    position_free(&position);
    return true;
}

/* Compares two entries by their bytes, for qsort. */
static int compare_pairs(const void *a, const void *b)
{
    return memcmp(a, b, SIDES * sizeof(struct setup));
}

struct setup *dataset_other_setups(const struct dataset *dataset, const struct setup *setups, size_t count,
                                   size_t *kept)
{
    struct setup(*pairs)[SIDES] = memory_new(dataset->count + 1, sizeof *pairs);
    struct setup *others = memory_new(count + 1, sizeof *others);
    size_t known = 0;
    for (size_t i = 0; i < dataset->count; i++)
        known += training_game_setups(&dataset->items[i], pairs[known]);
    qsort(pairs, known, sizeof *pairs, compare_pairs);
    *kept = 0;
    for (size_t i = 0; i < count; i++) {
        /* Setup i and the next one, as a pair of red's and blue's. */
        if (i + 1 < count && bsearch(&setups[i], pairs, known, sizeof *pairs, compare_pairs)) {
            i++;
            continue;
        }
        others[(*kept)++] = setups[i];
    }
    free(pairs);
    return others;
}

size_t dataset_take_out(struct dataset *dataset, const bool *out)
{
    size_t remaining = 0, count = dataset->count;
    for (size_t i = 0; i < count; i++)
        if (out[i])
            game_free(&dataset->items[i]);
        else
            dataset->items[remaining++] = dataset->items[i];
    dataset->count = remaining;
    return count - remaining;
}

/* --- fingerprints --- */

/* Returns the hash extended by `size` bytes: FNV-1a (Fowler, Noll, Vo 1991), 32 bits, with its prime. */
static uint32_t extend_hash(uint32_t hash, const void *bytes, size_t size)
{
    for (const uint8_t *at = bytes; size--; at++)
        hash = (hash ^ *at) * 16777619u;
    return hash;
}

/* Returns the hash of a game's start, its known ranks and its moves. */
static uint32_t fingerprint_of(const struct training_game *game)
{
    uint32_t hash = extend_hash(2166136261u, game->truth, sizeof game->truth); /* FNV's start value */
    for (int number = 0; number < PIECES; number++)
        hash = extend_hash(hash, &game->start.piece[number].square, 1);
    for (uint32_t i = 0; i < game->count; i++) {
        const uint8_t squares[] = {game->events[i].move.from, game->events[i].move.to};
        hash = extend_hash(hash, squares, sizeof squares);
    }
    return hash;
}

/* Compares two fingerprints, for qsort and bsearch. */
static int compare_fingerprints(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, two = *(const uint32_t *)b;
    return (one > two) - (one < two);
}

/* Returns whether two games have the same start, ranks and moves. */
static bool is_same(const struct training_game *a, const struct training_game *b)
{
    if (a->count != b->count || memcmp(a->truth, b->truth, sizeof a->truth) != 0)
        return false;
    for (int number = 0; number < PIECES; number++)
        if (a->start.piece[number].square != b->start.piece[number].square)
            return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->events[i].move.from != b->events[i].move.from || a->events[i].move.to != b->events[i].move.to)
            return false;
    return true;
}

/* A game's fingerprint and index. Sorted by both, equal games are neighbours, in their order. */
struct fingerprinted {
    uint32_t fingerprint;
    size_t index;
};

/* Compares two games by fingerprint, then by number, for qsort. */
static int compare_fingerprinted(const void *a, const void *b)
{
    const struct fingerprinted *one = a, *two = b;
    int order = compare_fingerprints(&one->fingerprint, &two->fingerprint);
    return order ? order : (one->index > two->index) - (one->index < two->index);
}

size_t dataset_drop_repeats(struct dataset *dataset)
{
    size_t count = dataset->count;
    struct fingerprinted *fingerprinted = memory_new(count + 1, sizeof *fingerprinted);
    bool *out = memory_new(count + 1, sizeof *out);
    for (size_t i = 0; i < count; i++)
        fingerprinted[i] = (struct fingerprinted){fingerprint_of(&dataset->items[i]), i};
    /* Games of one fingerprint are now neighbours, the first one in front. */
    qsort(fingerprinted, count, sizeof *fingerprinted, compare_fingerprinted);
    for (size_t i = 0; i < count; i++) {
        /* Compare a game that stays with the later ones of the same fingerprint. */
        for (size_t k = i + 1; k < count && fingerprinted[k].fingerprint == fingerprinted[i].fingerprint
             && !out[fingerprinted[i].index]; k++)
            if (is_same(&dataset->items[fingerprinted[i].index], &dataset->items[fingerprinted[k].index]))
                out[fingerprinted[k].index] = true;
    }
    size_t removed = dataset_take_out(dataset, out);
    free(out);
    free(fingerprinted);
    return removed;
}

void dataset_fingerprint(const struct dataset *dataset, struct game_fingerprints *fingerprints)
{
    fingerprints->count = dataset->count <= FINGERPRINTS_MAX ? dataset->count : 0;
    for (size_t i = 0; i < fingerprints->count; i++)
        fingerprints->fingerprint[i] = fingerprint_of(&dataset->items[i]);
    qsort(fingerprints->fingerprint, fingerprints->count, sizeof *fingerprints->fingerprint,
          compare_fingerprints);
}

bool training_game_is_marked(const struct training_game *game, const struct game_fingerprints *fingerprints)
{
    uint32_t fingerprint = fingerprint_of(game);
    return bsearch(&fingerprint, fingerprints->fingerprint, fingerprints->count, sizeof fingerprint,
                   compare_fingerprints) != NULL;
}

struct dataset dataset_marked(const struct dataset *dataset, const struct game_fingerprints *fingerprints)
{
    struct dataset marked = {0};
    for (size_t i = 0; i < dataset->count; i++)
        if (training_game_is_marked(&dataset->items[i], fingerprints))
            dataset_add(&marked, &dataset->items[i]);
    return marked;
}

size_t dataset_overlap(const struct dataset *dataset, const struct game_fingerprints *fingerprints)
{
    size_t found = 0;
    for (size_t i = 0; i < dataset->count; i++)
        found += training_game_is_marked(&dataset->items[i], fingerprints);
    return found;
}
