/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/network_samples.h"

#include "base/memory.h"
#include "setup/place.h"

#include <stdlib.h>
#include <string.h>

typedef struct setup setup_pair[SIDES];

/* Orders pairs of setups by their bytes; for qsort and bsearch. */
static int compare_pairs(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(setup_pair));
}

/* Orders setups by their bytes; for qsort and bsearch. */
static int compare_setups(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct setup));
}

enum { EVERY = 16 }; /* plies between two masks of a full army */

/* --- masks --- */

/* Writes the masks of one side of a game: what an observer had seen of its setup, every EVERY plies. Returns
 * their number. If `masks` is NULL, only counts them. */
static size_t write_masks(const struct training_game *game, enum side side, struct setup_mask *masks)
{
    const struct variant *variant = variant_at(game->variant);
    /* In plies: so long that two masks in sequence differ, and shorter for smaller armies. */
    const uint32_t interval = (uint32_t)(EVERY * variant->pieces / PIECES_A_SIDE);
    if (!masks)
        return game->count / interval;
    struct public_state public_state = game->start;
    size_t count = 0;
    for (uint32_t ply = 1; ply <= game->count; ply++) {
        public_state_apply(&public_state, &game->events[ply - 1], NULL);
        if (ply % interval == 0) {
            /* Writes what is public of the side's setup; `hidden`: the state of a piece that was not seen. */
            struct setup_mask *mask = &masks[count++];
            int base = side_base(side), hidden = network_hidden_state(variant);
            memset(mask->state, NETWORK_NOTHING, sizeof mask->state);
            for (int number = base; number < base + PIECES_A_SIDE; number++) {
                const struct public_piece *piece = &public_state.piece[number];
                if (piece->place == PLACE_NONE)
                    continue;
                if (piece->rank != RANK_UNKNOWN)
                    mask->state[piece->place] = piece->rank;
                else
                    mask->state[piece->place] = (uint8_t)(piece->moved ? NETWORK_MOVED : hidden);
            }
        }
    }
    return count;
}

/* --- setups and sides of games --- */

/* Returns all pairs of neighbours in `setups`, sorted. A file of setups has the two of a game one after the
 * other, so each game's pair is among them. New memory. */
static setup_pair *sort_neighbours(const struct setup *setups, size_t count)
{
    setup_pair *pairs = memory_new(count + 1, sizeof *pairs);
    for (size_t i = 0; i + 1 < count; i++)
        memcpy(pairs[i], &setups[i], sizeof *pairs);
    if (count)
        qsort(pairs, count - 1, sizeof *pairs, compare_pairs);
    return pairs;
}

/* Returns the pairs of setups of the games, sorted; `count` gets their number. `games` may be NULL. New
 * memory. */
static setup_pair *sort_played_pairs(const struct dataset *games, size_t *count)
{
    setup_pair *pairs = memory_new((games ? games->count : 0) + 1, sizeof *pairs);
    *count = 0;
    for (size_t i = 0; games && i < games->count; i++)
        *count += training_game_setups(&games->items[i], pairs[*count]);
    qsort(pairs, *count, sizeof *pairs, compare_pairs);
    return pairs;
}

/* Adds one game: its masks, its setups and its sides. `left_out`: adds only its masks; `has_setups`: its
 * setups are in the samples already. */
static void add_played_game(struct network_samples *samples, const struct training_game *game,
                            setup_pair pair, bool left_out, bool has_setups)
{
    for (int side = 0; side < SIDES; side++) {
        size_t masks = write_masks(game, (enum side)side, &samples->masks[samples->mask_count]);
        if (!left_out && !has_setups)
            samples->setups[samples->setup_count++] = pair[side];
        if (!left_out && masks)
            samples->sides[samples->side_count++] =
                (struct sample_side){pair[side], samples->mask_count, masks};
        samples->mask_count += masks;
    }
}

/* --- weights --- */

/* Returns the setup or its mirror image, whichever comes first in the order of bytes. */
static struct setup first_of_mirrored(const struct setup *setup)
{
    struct setup mirrored;
    setup_mirror(setup, &mirrored);
    return compare_setups(setup, &mirrored) <= 0 ? *setup : mirrored;
}

/* Returns how many of the sorted setups equal this setup or its mirror image. Returns 1 if none does. */
static size_t copies_of(const struct setup *setup, const struct setup *sorted, size_t count)
{
    struct setup key = first_of_mirrored(setup);
    const struct setup *found = count ? bsearch(&key, sorted, count, sizeof *sorted, compare_setups) : NULL;
    size_t copies = 1;
    if (!found)
        return 1;
    for (const struct setup *at = found; at > sorted && compare_setups(at - 1, &key) == 0; at--)
        copies++;
    for (const struct setup *at = found; at < sorted + count - 1 && compare_setups(at + 1, &key) == 0; at++)
        copies++;
    return copies;
}

/* Computes the cumulative weights from which network_samples_draw picks. The copies and mirror images of a
 * setup have together the weight of one, so that a favourite setup does not outweigh the others. */
static void cumulate_weights(struct network_samples *samples)
{
    size_t count = samples->setup_count;
    struct setup *sorted = memory_new(count + 1, sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        sorted[i] = first_of_mirrored(&samples->setups[i]);
    qsort(sorted, count, sizeof *sorted, compare_setups);
    samples->setups_before = memory_new(count + 1, sizeof *samples->setups_before);
    samples->sides_before = memory_new(samples->side_count + 1, sizeof *samples->sides_before);
    for (size_t i = 0; i < count; i++)
        samples->setups_before[i + 1] =
            samples->setups_before[i] + 1.0 / (double)copies_of(&samples->setups[i], sorted, count);
    for (size_t i = 0; i < samples->side_count; i++) {
        const struct sample_side *side = &samples->sides[i];
        samples->sides_before[i + 1] = samples->sides_before[i] +
                                       (double)side->masks / (double)copies_of(&side->setup, sorted, count);
    }
    free(sorted);
}

void network_samples_make(struct network_samples *samples, const struct dataset *games,
                          const struct setup *setups, size_t setup_count, const struct dataset *without)
{
    size_t masks = 0, left_out_count;
    *samples = (struct network_samples){0};
    /* Memory for the masks of all sides of games. */
    for (size_t i = 0; i < games->count; i++)
        masks += SIDES * write_masks(&games->items[i], RED, NULL);
    samples->masks = memory_new(masks + 1, sizeof *samples->masks);
    samples->sides = memory_new(SIDES * games->count + 1, sizeof *samples->sides);
    /* The given setups without those of the games to leave out. */
    struct setup *others = dataset_other_setups(without, setups, setup_count, &samples->setup_count);
    samples->setups = memory_new(samples->setup_count + SIDES * games->count + 1, sizeof *samples->setups);
    memcpy(samples->setups, others, samples->setup_count * sizeof *others);
    free(others);
    /* The games: are their pairs of setups among the given ones, or to be left out? */
    size_t given = samples->setup_count;
    setup_pair *given_pairs = sort_neighbours(samples->setups, given);
    setup_pair *left_out = sort_played_pairs(without, &left_out_count);
    for (size_t i = 0; i < games->count; i++) {
        setup_pair pair;
        if (training_game_setups(&games->items[i], pair))
            add_played_game(samples, &games->items[i], pair,
                            bsearch(pair, left_out, left_out_count, sizeof *left_out, compare_pairs) != NULL,
                            given && bsearch(pair, given_pairs, given - 1, sizeof *given_pairs,
                                             compare_pairs));
    }
    free(given_pairs);
    free(left_out);
    cumulate_weights(samples);
}

void network_samples_free(struct network_samples *samples)
{
    free(samples->setups);
    free(samples->masks);
    free(samples->sides);
    free(samples->setups_before);
    free(samples->sides_before);
    *samples = (struct network_samples){0};
}

/* Returns a random index 0 .. count - 1 by binary search in the cumulative weights: index i has the weight
 * weights_before[i + 1] - weights_before[i]. */
static size_t draw_by_weight(const double *weights_before, size_t count, struct rng *rng)
{
    double point = rng_unit(rng) * weights_before[count];
    size_t low = 0, high = count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (weights_before[middle] <= point)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Transfers a mask of another setup to this one, for variants with fewer than forty pieces: the i-th piece of
 * the setup gets the state of the i-th piece of the other, in the order of places. */
static void fit_mask(const struct setup *setup, const struct setup_mask *other, struct setup_mask *mask)
{
    int other_place = 0;
    memset(mask->state, NETWORK_NOTHING, sizeof mask->state);
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        if (setup->rank[place] == RANK_UNKNOWN)
            continue;
        while (other_place < PIECES_A_SIDE && other->state[other_place] == NETWORK_NOTHING)
            other_place++;
        if (other_place < PIECES_A_SIDE)
            mask->state[place] = other->state[other_place++];
    }
}

void network_samples_draw(const struct network_samples *samples, double played, struct rng *rng,
                          const struct setup **setup, struct setup_mask *mask)
{
    if (rng_unit(rng) < played && samples->side_count) {
        size_t index = draw_by_weight(samples->sides_before, samples->side_count, rng);
        const struct sample_side *side = &samples->sides[index];
        *setup = &side->setup;
        *mask = samples->masks[side->mask + rng_below(rng, (uint32_t)side->masks)];
        return;
    }
    *setup = &samples->setups[draw_by_weight(samples->setups_before, samples->setup_count, rng)];
    *mask = samples->masks[rng_below(rng, (uint32_t)samples->mask_count)];
    if (memchr((*setup)->rank, RANK_UNKNOWN, PIECES_A_SIDE)) { /* it has empty places, perhaps others */
        struct setup_mask other = *mask;
        fit_mask(*setup, &other, mask);
    }
}
