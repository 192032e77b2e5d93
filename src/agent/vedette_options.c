/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/vedette_options.h"

#include "agent/kinds.h"
#include "rollout/halving.h"

static const char *const value_model_names[] = {"people-and-programs", NULL};

const struct option vedette_options[VEDETTE_OPTIONS] = {
    [VEDETTE_CANDIDATES] = {"candidates", OPTION_INT, 1, HALVING_ARMS - 2, 8, NULL, "moves",
        "so many of the moves that the plans like best are played out", ""},
    [VEDETTE_FAR_BEHIND] = {"behind", OPTION_NUMBER, 0, 10000, 50, NULL, "points",
        "but none that is further behind the best by the plans", ""},
    [VEDETTE_RESCUE] = {"rescue", OPTION_INT, 0, HALVING_ARMS, 12, NULL, "moves",
        "up to so many moves are played out, however far behind, where the best by the plans loses "
        "the game in a quarter or more of its first worlds; 0: never", ""},
    [VEDETTE_WORLDS] = {"worlds", OPTION_INT, 1, 65536, 8, NULL, "a move",
        "worlds that are drawn for each move, on the mean; the better ones get more of them", ""},
    [VEDETTE_PLIES] = {"plies", OPTION_INT, 1, 1000, 20, NULL, "plies",
        "the length of a rollout, the move itself counted", ""},
    [VEDETTE_PULL] = {"pull", OPTION_NUMBER, 0, 100, 0.3, NULL, "of 100 points",
        "what the plans' points count against the mean of the rollouts, a logarithm of strengths", ""},
    [VEDETTE_DEEPEN] = {"deepen", OPTION_NUMBER, 0, 1, 0.5, NULL, "",
        "with more worlds than 8, or more time than 0.1 s a move, rollouts are longer, and pull and equal "
        "count less, by this power of how many times more worlds there are, three times at the most, the "
        "less the more likely the enemy is none of the programs that are known; not in the command "
        "rollout, nor where a request names plies; 0: never", ""},
    [VEDETTE_CAUTION] = {"caution", OPTION_NUMBER, 1, 1000, 2, NULL, "times",
        "the pull counts so many times, and of `candidates` and `behind` such a part, where the enemy "
        "moves like none of the programs that are known, in between by the probability that it is none; "
        "needs mixture", ""},
    [VEDETTE_EQUAL] = {"equal", OPTION_NUMBER, 0, 100, 0.01, NULL, "",
        "moves that are no more than this behind the best count as equal: one of them is drawn", ""},
    [VEDETTE_TIME] = {"time", OPTION_NUMBER, 0, 3600, 0, NULL, "seconds",
        "how long it thinks about a move, in place of worlds; 0: by worlds", ""},
    [VEDETTE_SURE] = {"sure", OPTION_NUMBER, 0, 100, 3, NULL, "standard errors",
        "a move that is so far behind another is played out no more; 0: never so", ""},
    [VEDETTE_VALUE] = {"value", OPTION_NUMBER, 0, 1, 0.5, NULL, "of it",
        "what the end of a rollout is worth: 0 by the strengths left, 1 by the value that was learnt "
        "from results, between them a mean of both", ""},
    [VEDETTE_WON] = {"won", OPTION_NUMBER, 0.01, 100, 0.5, NULL, "",
        "what a won game in a rollout is worth, and less than nothing a lost one; an end that is worth "
        "v by value counts as won x tanh(v / won), so always less: with 2/9 nearly in proportion to "
        "the chance to win, with 3 nearly v", ""},
    [VEDETTE_MIXTURE] = {"mixture", OPTION_NUMBER, 0, 1, 1, NULL, "of the worlds",
        "in how many the assumed enemy may be another than the planner at hand, by the evidence of its "
        "moves", ""},
    [VEDETTE_REPETITION] = {"repetition", OPTION_NUMBER, 0, 10, 0.05, NULL, "",
        "what a move loses, for the side that is ahead, each time its position was there before", ""},
    [VEDETTE_DRAW_BELOW] = {"draw_below", OPTION_NUMBER, 0, 100, 0.9, NULL, "of the enemy's strength",
        "a draw is accepted where the own army is worth less than this", "De Boer 2007, 3.3"},
    [VEDETTE_THREADS] = {"threads", OPTION_INT, 0, 64, 0, NULL, "threads",
        "it plays out on so many at once; 0: on those that the request leaves it: of --jobs, and in a "
        "match on one", ""},
    [VEDETTE_PONDER] = {"ponder", OPTION_FLAG, 0, 1, 0, NULL, "",
        "thinks on the enemy's time too, about its likeliest replies: in games on the screen, and as a bot "
        "of our own protocol", ""},
    [VEDETTE_VALUE_MODEL] = {"value_model", OPTION_FILE, 0, 0, 0, value_model_names, "",
        "the value that was learnt from results; 'value learn' writes such a file", ""},
};

static const struct option_gone gone[] = {
    {"reweigh", "half as much time again won no more games"},
    {"search", "rollouts by *-minimax lost more games than those by plans"},
    {"search_depth", "rollouts by *-minimax lost more games than those by plans"},
    {"seeing", "no game was better for it"},
    {NULL, NULL},
};

const struct option_group vedette_group = {
    .name = "vedette",
    .meaning = "how the agent vedette plays worlds out",
    .options = vedette_options, .count = VEDETTE_OPTIONS, .gone = gone,
};
