/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Leduc poker. A line is: the private card of player 0, that of player 1, the actions of the first round,
 * the public card, the actions of the second. Cards are ranks 0 .. 2, or with suits 0 .. 5, the rank being
 * half of the card. */
#include "learn/small_game.h"

#include <stdbool.h>

enum { RANKS = 3, COPIES = 2, FOLD = 0, CALL = 1, RAISE = 2, RAISES = 2, ROUNDS = 2, ROUND_ACTIONS = 4 };

/* The state of the game after a line, computed action by action. */
struct leduc_state {
    int player;       /* the player to act; SMALL_CHANCE; SMALL_END */
    int round, in_round, raises; /* 0 .. 1; actions and raises in this round */
    int bet[2];       /* chips in the pot, of each player */
    int folded;       /* the player that folded; -1: none */
    int public_at;    /* index of the public card in the line; -1: not dealt */
    uint8_t action[ROUNDS][ROUND_ACTIONS];
    int actions[ROUNDS];
};

/* Applies one action of the player to act. A call ends the round, unless it is a check by the first player of
 * the round. */
static void apply_action(struct leduc_state *state, int action)
{
    int player = state->player, other_bet = state->bet[!player];
    state->action[state->round][state->actions[state->round]++] = (uint8_t)action;
    state->player = !player;
    state->in_round++;
    if (action == FOLD) {
        state->folded = player;
        state->player = SMALL_END;
        return;
    }
    state->bet[player] = other_bet; /* a call; a raise adds to it */
    if (action == RAISE) {
        state->bet[player] += state->round ? 4 : 2; /* chips, above the other player's bet */
        state->raises++;
    } else if (state->in_round > 1) {
        state->player = state->round ? SMALL_END : SMALL_CHANCE;
    }
}

/* Returns the state after a line: two cards, actions, the public card, actions. */
static struct leduc_state state_after(const struct small_line *line)
{
    struct leduc_state state = {.player = SMALL_CHANCE, .bet = {1, 1}, .folded = -1, .public_at = -1};
    for (int i = 0; i < line->count; i++) {
        /* Cards 0 and 1 are the private ones; after the first round chance deals the public one. */
        if (state.player != SMALL_CHANCE) {
            apply_action(&state, line->choice[i]);
        } else if (i > 0) { /* all cards of this round are dealt: player 0 acts first */
            state.player = 0;
            if (i > 1) {
                state.public_at = i;
                state.round = 1;
                state.in_round = state.raises = 0;
            }
        }
    }
    return state;
}

/* Returns the rank of a card, 0 .. 2. `suits`: whether cards are 0 .. 5. */
static int rank_of(int card, bool suits)
{
    return suits ? card / COPIES : card;
}

/* Returns a turn of chance. All cards left in the deck are equally likely; without suits a rank has as many
 * chances as cards left. */
static struct small_turn deal(const struct small_line *line, bool suits)
{
    struct small_turn turn = {.player = SMALL_CHANCE};
    int dealt = line->count < 2 ? line->count : 2; /* further choices of the line are actions */
    for (int card = 0; card < (suits ? RANKS * COPIES : RANKS); card++) {
        int left = suits ? 1 : COPIES;
        for (int i = 0; i < dealt; i++)
            left -= line->choice[i] == card;
        if (left > 0) {
            turn.legal |= 1U << card;
            turn.chance[card] = (double)left / (RANKS * COPIES - dealt);
        }
    }
    return turn;
}

/* Returns the payoff to player 0. A pair with the public card wins; if there is none, the higher rank wins.
 * With equal ranks the pot is split. */
static double showdown(const struct small_line *line, const struct leduc_state *state, bool suits)
{
    int rank0 = rank_of(line->choice[0], suits), rank1 = rank_of(line->choice[1], suits);
    int public = rank_of(line->choice[state->public_at], suits);
    if (rank0 == rank1)
        return 0;
    bool wins = rank0 == public || (rank1 != public && rank0 > rank1);
    return wins ? state->bet[1] : -state->bet[0];
}

/* Returns the turn after a line: the player to act and its legal actions, a deal, or the end with its
 * payoff. */
static struct small_turn turn_of(const struct small_line *line, bool suits)
{
    struct leduc_state state = state_after(line);
    struct small_turn turn = {.player = state.player};
    if (state.player == SMALL_CHANCE)
        return deal(line, suits);
    if (state.player == SMALL_END) {
        if (state.folded >= 0)
            turn.payoff = state.folded ? state.bet[1] : -state.bet[0];
        else
            turn.payoff = showdown(line, &state, suits);
        return turn;
    }
    /* Folding is legal only after a bet of the other player, raising up to the limit of a round. */
    turn.legal = 1U << CALL;
    if (state.bet[!state.player] > state.bet[state.player])
        turn.legal |= 1U << FOLD;
    if (state.raises < RAISES)
        turn.legal |= 1U << RAISE;
    return turn;
}

/* Fills in the features: the player; the own card; the public card, if it is dealt; and for each action of
 * each round whether it was a call, and whether it was a raise. */
static void fill_features(const struct small_line *line, int player, bool suits, float *features)
{
    int cards = suits ? RANKS * COPIES : RANKS;
    struct leduc_state state = state_after(line);
    float *feature = features;
    *feature++ = (float)(player == 0);
    *feature++ = (float)(player == 1);
    for (int card = 0; card < cards; card++)
        *feature++ = (float)(line->choice[player] == card);
    for (int card = 0; card < cards; card++)
        *feature++ = (float)(state.public_at >= 0 && line->choice[state.public_at] == card);
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < ROUND_ACTIONS; i++) {
            *feature++ = (float)(i < state.actions[round] && state.action[round][i] == CALL);
            *feature++ = (float)(i < state.actions[round] && state.action[round][i] == RAISE);
        }
}

struct small_turn leduc_turn(const struct small_line *line)
{
    return turn_of(line, false);
}

void leduc_observe(const struct small_line *line, int player, float *features)
{
    fill_features(line, player, false, features);
}

struct small_turn leduc_suits_turn(const struct small_line *line)
{
    return turn_of(line, true);
}

void leduc_suits_observe(const struct small_line *line, int player, float *features)
{
    fill_features(line, player, true, features);
}
