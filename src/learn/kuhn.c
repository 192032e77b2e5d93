/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kuhn poker. A line is: the card of player 0 (0 .. 2), the card of player 1, then at most three actions. */
#include "learn/small_game.h"

enum { CARDS = 3, PASS = 0, BET = 1 };

/* Returns a turn of chance: each card that is not dealt yet is equally likely. */
static struct small_turn deal(const struct small_line *line)
{
    struct small_turn turn = {.player = SMALL_CHANCE};
    for (int card = 0; card < CARDS; card++)
        if (!line->count || line->choice[0] != card) {
            turn.legal |= 1U << card;
            turn.chance[card] = 1.0 / (CARDS - line->count);
        }
    return turn;
}

/* Returns the end of the game, at which the higher card wins `stake` chips. */
static struct small_turn showdown(const struct small_line *line, double stake)
{
    return (struct small_turn){.player = SMALL_END,
                               .payoff = line->choice[0] > line->choice[1] ? stake : -stake};
}

struct small_turn kuhn_turn(const struct small_line *line)
{
    const uint8_t *action = line->choice + 2; /* after the two cards */
    int actions = line->count - 2;
    if (actions < 0)
        return deal(line);
    if (actions >= 2 && action[actions - 1] == PASS) {
        if (action[actions - 2] == PASS)
            return showdown(line, 1);
        /* The bet was not called: the bettor, player 0 if it was the first action, wins the ante. */
        return (struct small_turn){.player = SMALL_END, .payoff = actions == 2 ? 1 : -1};
    }
    if (actions >= 2 && action[actions - 2] == BET) /* the bet was called */
        return showdown(line, 2);
    return (struct small_turn){.player = actions % 2, .legal = 1U << PASS | 1U << BET};
}

/* Fills in the features. 0 .. 2: the own card; 3: player 1 is to act; 4: the first action was a bet; 5:
 * player 0 acts for the second time. */
void kuhn_observe(const struct small_line *line, int player, float *features)
{
    int actions = line->count - 2;
    for (int card = 0; card < CARDS; card++)
        features[card] = line->choice[player] == card;
    features[3] = actions == 1;
    features[4] = actions >= 1 && line->choice[2] == BET;
    features[5] = actions == 2;
}
