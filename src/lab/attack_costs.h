/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What attacks on a setup's squares cost its owner, in games that were played with it: how much an attack on
 * a piece that has not moved changes the owner's chance to win. */
#ifndef VEDETTE_LAB_ATTACK_COSTS_H
#define VEDETTE_LAB_ATTACK_COSTS_H

#include "lab/dataset.h"
#include "lab/stats.h"
#include "observer/observer.h"
#include "value/value.h"

/* The attacks in one game, by the place of the attacked piece in the setup. */
struct attack_costs {
    uint8_t attacks[PIECES_A_SIDE];
    float cost[PIECES_A_SIDE]; /* sum over them: the owner's chance before the attack less that after it,
                                * -1 .. 1 each; after the capture of the flag it is 0 */
};

/* What the guesser and the value need. */
struct attack_costs_terms {
    const struct belief_knowledge *knowledge;
    const struct settings *settings;
    const struct value_model *value;
};

/* Follows a game from the seat of `side`. False if the game did not start from two setups. */
bool attack_costs_follow(const struct attack_costs_terms *terms, const struct training_game *game,
                         enum side side, struct attack_costs *costs);

/* Attacks on one place over many games. */
struct place_costs {
    struct sample cost;   /* of an attack; the units are the games' means */
    size_t games;         /* games in which it was attacked */
    double cost_a_game;   /* sum of all costs divided by the number of all games */
};

/* Adds up `count` games, 1 or more, by place. */
void attack_costs_sum(const struct attack_costs *costs, size_t count, struct place_costs sum[PIECES_A_SIDE]);

#endif
