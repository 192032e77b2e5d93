/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/rnad_options.h"

#include "agent/kinds.h"

static const char *const model_names[] = {"learnt", "untrained", NULL};
static const char *const no_bounds[] = {"none", NULL};
static const char *const searches[] = {"none", "policy", "planner", NULL}; /* enum rnad_search_kind */

static const struct option options[RNAD_OPTIONS] = {
    [RNAD_THRESHOLD] = {"threshold", OPTION_NUMBER, 0, 1, 0.03, NULL, "probability",
                        "less probable actions are dropped", "Perolat et al. 2022, table 4"},
    [RNAD_QUANTA] = {"quanta", OPTION_INT, 0, 1000, 16, NULL, "",
                     "probabilities are multiples of 1 / this; 0: any", "Perolat et al. 2022, table 4"},
    [RNAD_SET_UP_QUANTA] = {"set_up_quanta", OPTION_INT, 0, 1000, 32, NULL, "", "the same of its setup",
                            "Perolat et al. 2022, table 4"},
    [RNAD_EAGERNESS] = {"eagerness", OPTION_NUMBER, 1, 16, 2, NULL, "",
                        "from 1 up: how soon it expects the draw while nothing is attacked",
                        "Perolat et al. 2022, table 4"},
    [RNAD_MEMORY] = {"memory", OPTION_FLAG, 0, 1, 1, NULL, "",
                     "whether a hidden piece that did not attack a known marshal, general or colonel is "
                     "taken not to be the spy, marshal or general",
                     "Perolat et al. 2022, supplement, \"Memory heuristic\""},
    [RNAD_LOSSES] = {"losses", OPTION_FLAG, 0, 1, 1, NULL, "",
                     "whether it drops attacks on a known piece that beats the attacker, and on a known "
                     "equal by the last piece that moves",
                     "measured: doc/policy.md"},
    [RNAD_THREATS] = {"threats", OPTION_FLAG, 0, 1, 1, NULL, "",
                      "whether it drops the fourth threat of a piece against the same piece on the same "
                      "four squares", "Perolat et al. 2022, supplement, \"Avoid repetitive play\""},
    [RNAD_BOUNDS] = {"bounds", OPTION_NUMBER, 0, 2, 0.05, no_bounds, "of the value, -1 to 1",
                     "drops a move if even its best case is worth so much less than the position; none: "
                     "drops none",
                     "Perolat et al. 2022, supplement, \"Value bounds heuristic\""},
    [RNAD_SEARCH] = {"search", OPTION_CHOICE, 0, 2, 0, searches, "",
                     "what plays the moves out before one is drawn: a step of search over the policy",
                     "Ataraxos, 2026"},
    [RNAD_ETA] = {"eta", OPTION_NUMBER, 0, 10000, 10, NULL, "per chance to win",
                  "how far that step goes: a certain win more is e to this times as probable",
                  "Ataraxos, 2026: 10 for Barrage, 50 for the classic game"},
    [RNAD_TAU] = {"tau", OPTION_NUMBER, 0, 100, 0.001, NULL, "chances to win",
                  "how much it is drawn to the policy that takes pieces and then their moves at random",
                  "Ataraxos, 2026: eta x tau 0.01 for Barrage, 0.1 for the classic game"},
    [RNAD_WORLDS] = {"worlds", OPTION_INT, 1, 65536, 8, NULL, "a move",
                     "worlds in which each move is played out", ""},
    [RNAD_PLIES] = {"plies", OPTION_INT, 1, 1000, 20, NULL, "plies",
                    "the length of a rollout, the move itself counted", "Ataraxos, 2026: 40"},
    [RNAD_TIME] = {"time", OPTION_NUMBER, 0, 3600, 0, NULL, "seconds",
                   "how long moves are played out, in place of worlds; 0: by worlds", ""},
    [RNAD_MODEL] = {"model", OPTION_FILE, 0, 0, 0, model_names, "",
                    "the weights, as 'learn rnad --net' writes them; learnt: those that came with the "
                    "program for classic and barrage; untrained: none, it plays nearly at random", ""},
};

const struct option_group rnad_group = {
    .name = "rnad",
    .meaning = "the weights of the agent rnad, and how it draws by them",
    .options = options, .count = RNAD_OPTIONS,
};

const struct rnad_step rnad_steps[] = {
    {"threshold", "threshold=0"}, {"quanta", "quanta=0"}, {"set_up_quanta", "set_up_quanta=0"},
    {"eagerness", "eagerness=1"}, {"memory", "memory=no"}, {"losses", "losses=no"},
    {"threats", "threats=no"},    {"bounds", "bounds=none"}, {"search", "search=none"}, {NULL, NULL},
};
