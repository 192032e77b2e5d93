/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/outline_create.h"

#include "base/stop.h"

#include <string.h>

enum { TRIES = 4000, LANES = 3, HALF_FILES = FILES / 2 };

/* Draws `bombs` of the flag's neighbours and keeps bombs there. False if there are too few. */
static bool keep_bombs(int flag, int bombs, struct rng *rng, uint8_t keep[PIECES_A_SIDE])
{
    int next[PLACE_SIDES], count = 0;
    for (int side = 0; side < PLACE_SIDES; side++)
        if (place_next[flag][side] >= 0)
            next[count++] = place_next[flag][side];
    if (bombs > count)
        return false;
    for (; bombs > 0; bombs--) {
        uint32_t drawn = rng_below(rng, (uint32_t)count);
        keep[next[drawn]] = BOMB;
        next[drawn] = next[--count];
    }
    return true;
}

/* Draws a free place of the area as people use them, and keeps the piece there. False if there is none. */
static bool keep_in_area(const struct setup_statistics *statistics, int rank, int area, struct rng *rng,
                         uint8_t keep[PIECES_A_SIDE])
{
    const double rare = 0.001; /* so that each place is possible */
    double weight[PIECES_A_SIDE] = {0}, sum = 0;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        if (keep[place] == RANK_UNKNOWN && place_row(place) * LANES + place_lane(place) == area)
            sum += weight[place] = setup_prior(statistics, place, rank) + rare;
    double drawn = sum * rng_unit(rng);
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        drawn -= weight[place];
        if (weight[place] > 0 && drawn < 0) {
            keep[place] = (uint8_t)rank;
            return true;
        }
    }
    return false;
}

/* Draws which pieces are kept where, seen with the flag on the files a to e. False if the draw failed. */
static bool draw_kept(const struct setup_statistics *statistics, struct outline outline, int steps,
                      struct rng *rng, uint8_t keep[PIECES_A_SIDE])
{
    static const uint8_t rank_of[OUTLINE_STEPS] = {[OUTLINE_MARSHAL] = MARSHAL, [OUTLINE_GENERAL] = GENERAL};
    int flag = outline.value[OUTLINE_FLAG] / HALF_FILES * FILES + outline.value[OUTLINE_FLAG] % HALF_FILES;
    memset(keep, RANK_UNKNOWN, PIECES_A_SIDE);
    if (steps > OUTLINE_FLAG)
        keep[flag] = FLAG;
    if (steps > OUTLINE_BOMBS && !keep_bombs(flag, outline.value[OUTLINE_BOMBS] / 2, rng, keep))
        return false;
    for (int step = OUTLINE_MARSHAL; step < steps; step++)
        if (outline.value[step] != OUTLINE_NO_PIECE &&
            !keep_in_area(statistics, rank_of[step], outline.value[step], rng, keep))
            return false;
    return true;
}

bool setup_create_outline(const struct setup_statistics *statistics, const struct setup_options *options,
                          struct outline outline, int steps, struct rng *rng, struct setup *out)
{
    struct setup_options own = *options;
    double best = 0;
    int found = 0;
    own.best_of = 1;
    for (int i = 0; i < TRIES && found < options->best_of && !stop_requested(options->stop); i++) {
        uint8_t keep[PIECES_A_SIDE];
        struct setup setup;
        bool mirror = rng_below(rng, 2);
        if (!draw_kept(statistics, outline, steps, rng, keep))
            continue;
        for (int place = 0; place < PIECES_A_SIDE; place++)
            own.keep[place] = keep[mirror ? place_mirrored(place) : place];
        if (setup_options_check(&own, NULL) != STATUS_OK)
            continue;
        setup_create(statistics, &own, rng, &setup);
        /* The draw does not exclude more bombs beside the flag. */
        struct outline made = setup_outline(&setup, NULL);
        if (memcmp(made.value, outline.value, (size_t)steps) != 0)
            continue;
        double points = judge_score(&options->judge, &setup);
        if (found++ == 0 || points > best) {
            best = points;
            *out = setup;
        }
    }
    return found > 0;
}
