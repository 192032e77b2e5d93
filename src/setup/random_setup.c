/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/random_setup.h"

#include "setup/place.h"

void setup_random(const uint8_t army[RANKS], struct setup *setup, struct rng *rng)
{
    int count = 0;
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < army[rank] && count < PIECES_A_SIDE; i++)
            setup->rank[count++] = (uint8_t)rank;
    while (count < PIECES_A_SIDE)
        setup->rank[count++] = PLACE_EMPTY;
    do
        for (int i = PIECES_A_SIDE - 1; i > 0; i--) /* Fisher-Yates */
            setup_swap(setup, i, (int)rng_below(rng, (uint32_t)i + 1));
    while (setup_playable(setup, NULL) != STATUS_OK);
}

void army_draw(const struct variant *variant, struct rng *rng, uint8_t army[RANKS])
{
    for (int movers = 0; movers < 2;) {
        double chance = rng_unit(rng);
        movers = 0;
        for (int rank = 0; rank < RANKS; rank++) {
            army[rank] = rank == FLAG;
            for (int i = 0; i < variant->count[rank] && rank != FLAG; i++)
                if (rng_unit(rng) < chance)
                    army[rank]++;
            movers += rank_moves(rank) ? army[rank] : 0;
        }
    }
}
