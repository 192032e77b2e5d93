/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Agents: a view in, a move out. One file an agent, one row in agent_table. */
#ifndef VEDETTE_AGENT_AGENT_H
#define VEDETTE_AGENT_AGENT_H

#include "agent/library.h"
#include "base/error.h"
#include "base/rng.h"
#include "game/view.h"
#include "policy/policy_study.h"
#include "profile/option.h"
#include "search/outcomes.h"

#include <stdatomic.h>

/* The moves of a line that a report tells at most. */
enum { PROGRESS_LINE = 32 };

enum { AGENT_CALLED = 64 }; /* room for what an agent is called */

/* What is found so far of one move that could be answered. */
struct root_move {
    struct move move;
    double value;                /* as progress.value, of this move */
    bool at_most;                /* it is worth this at most: no more was needed to pass it over */
    uint64_t visits;             /* nodes, samples or rollouts spent on it; 0: not counted */
    double bonus, error;         /* of rollouts: what of the value is not their mean; and that one's standard
                                  * error */
};

/* How far a thinking agent is. It fills one of its own and reports it; whoever is told copies it whole. */
struct progress {
    int depth;                   /* plies that are looked through; 0: it does not count so */
    int seldepth;                /* the longest line looked at, in plies */
    uint64_t nodes;
    bool rollouts;               /* which are rollouts; */
    uint64_t recalled;           /* so many of them were made on the enemy's time */
    double seconds;              /* since it was asked */
    double value;                /* of the best move for the side that thinks, in the agent's own unit */
    struct move best;            /* MOVE_NONE: none yet */
    int length;                  /* of the line: 0 .. PROGRESS_LINE */
    struct move line[PROGRESS_LINE]; /* what is expected, beginning with `best` */
    struct line_fight fight[PROGRESS_LINE]; /* of each move of the line: what it may show */
    int roots;                   /* 0 .. MOVES_MAX; 0: it does not tell */
    struct root_move root[MOVES_MAX]; /* in no order; each move once */
};

/* What an agent is asked with: how far it may think, and to whom it reports. Bounded by depth, nodes or
 * samples alone its answer depends on nothing else, threads included; bounded by time it may. */
struct think {
    struct rng *rng;             /* the agent's own stream; the same seed gives the same answer */
    int threads;                 /* that it may think on; 0 is 1 */
    int lines;                   /* of so many best moves the exact value is wanted; 0 is 1 */
    int depth;                   /* plies; 0 = the agent's own choice */
    uint64_t nodes;              /* 0 = no limit */
    uint64_t samples;            /* worlds drawn for what is hidden; 0 = the agent's own choice */
    double soft_seconds;         /* when it had better answer: no new depth is begun after; 0 = none */
    double hard_seconds;         /* when it must have answered; 0 = no limit */
    bool has_clock;              /* the game has clocks, and the side to move on its own (a time for each move
                                  * is none: that is in the two limits): */
    double clock;                /* seconds left for this move and, but for the increment, all later ones */
    double increment;            /* seconds that each move adds */
    const struct move *root;     /* only these moves may be answered, all of them legal; NULL: any */
    int root_count;
    bool all_roots;              /* it is asked about each of `root` (NULL: of those it would try), not for
                                  * the best alone: where it shares its time out among moves, each of these
                                  * gets the same */
    bool study;                  /* agent_study is to tell afterwards, and in reports, what it chose from */
    const atomic_bool *stop;     /* may be NULL; true: answer now with the best so far */
    void (*report)(void *context, const struct progress *progress); /* may be NULL */
    void *context;
};

/* Whether `move` may be answered, as far as think->root goes. */
bool think_allows(const struct think *think, struct move move);

/* The legal moves of the side to move that may be answered, in the order of board_moves; returns how many. */
int think_moves(const struct think *think, const struct board *board, struct move moves[MOVES_MAX]);

struct agent;
struct rollout_study;

/* What became of an agent's last answer, where it is a program outside. */
enum agent_failure {
    AGENT_SOUND,
    AGENT_STOPPED,  /* there is none, as it was told to stop: nothing is wrong with it */
    AGENT_FAILED,   /* it ended, wrote what has no meaning or too much, or set up wrongly */
    AGENT_LATE,     /* it gave none in its own time */
    AGENT_ILLEGAL,  /* it made an illegal move */
};

/* A kind of agent. */
struct agent_kind {
    const char *name;
    const char *help;                 /* one line */
    const char *options;              /* the group of its rows in the option table, or NULL */
    const char *profile;              /* one that came with the program: its values hold for options
                                       * that nobody gave one; NULL: the defaults do */
    size_t size;                      /* bytes of its private state; 0: it has none */
    /* Takes the agent's settings, with what the library has for them, into a state that is zero, or where
     * `reloads` is set into one in the middle of a game. Where a file that they name cannot be read the state
     * stays as it was. NULL where there is no state. */
    enum status (*load)(void *state, const struct settings *settings, struct library *library,
                        struct error *error);
    bool reloads;                     /* else new settings wait for the next game */
    void (*end)(void *state);         /* frees what the state has, but not the state; NULL: it has nothing */
    /* The pieces of `army` set up for `side`; NULL: the caller picks one of its setups. */
    void (*setup)(void *state, enum side side, const uint8_t army[RANKS], const struct think *think,
                  struct setup *setup);
    /* A legal move; there is one. MOVE_NONE resigns. */
    struct move (*move)(void *state, const struct view *view, const struct think *think);
    /* True where a draw offered by the enemy is accepted; NULL: never. */
    bool (*accepts_draw)(void *state, const struct view *view);

    /* Thinks on the enemy's time: on the view's board he is to move, and `think` is what the agent will
     * probably be asked with next, its random numbers as they will be then. Nothing that it answers is other
     * for that where it is not bounded by time. It returns when it is told to stop, or has thought of enough.
     * NULL, or where `ponders` says no: it does not. */
    void (*ponder)(void *state, const struct view *view, const struct think *think);
    bool (*ponders)(const void *state);

    /* What the last answer was chosen from, where think->study asked for that, or what there is of it while a
     * report is made; it holds until the next question. NULL: it plays no worlds out. */
    const struct rollout_study *(*study)(void *state);

    /* The same of a policy that the last answer was drawn by. NULL: it plays by none. */
    const struct policy_study *(*policy)(void *state);

    /* What only kinds outside have, which run a program: theirs is the spec "NAME:PATH,WORD,WORD…". In
     * place of `load`: STATUS_BAD where there is no such program, it cannot be run, or it does not play the
     * variant. */
    enum status (*launch)(void *state, const char *path, const struct variant *variant,
                          const struct settings *settings, struct error *error);
    /* What became of the last set-up or move that was asked for; `why` gets a sentence where it failed. */
    enum agent_failure (*failure)(void *state, const char **why);
    /* Tells how the game ended; no more is asked. */
    void (*over)(void *state, const struct view *view, struct outcome outcome);
    bool only_own;                    /* it reads no options but those of its own group */
    bool brings_setup;                /* it plays no set-up but its own */
    bool knows_repetition;            /* it plays by the rules it is told, repetition among them */
};

/* The first agent_count need no more than their name; behind them come agent_outside_count kinds that run a
 * program, which must be named. */
extern const struct agent_kind *const agent_table[];
extern const size_t agent_count, agent_outside_count;

/* The row of the table that "NAME", "NAME:key=value" or "NAME:PATH" names, or -1; true where it is one
 * that runs a program. */
int agent_index(const char *spec);
bool agent_is_outside(const char *spec);

/* Whether an agent of that spec may read the options of a group: not those that only other agents look at, or
 * only the game and the screen. */
bool agent_reads(const char *spec, const char *group);

/* What an agent is called in a sentence: its name, or that of its program without its folders. */
char *agent_called(const char *spec, char name[AGENT_CALLED]);

/* The rules by which an agent of that spec plays where nobody says: `standard`, or a row without
 * repetition rules for one that knows none and is not asked again. */
const struct rules *agent_rules(const char *spec, const struct settings *settings,
                                const struct rules *standard);

/* The option table of the program: all groups that agents and what they stand on have. */
extern const struct option_group *const option_groups[];

struct agent {
    const struct agent_kind *kind;
    char name[192];  /* as given: "probabilistic:piece=1.2" */
    struct settings settings; /* that it plays by: the words of its name are among them */
    void *state;
    struct library *library; /* that it was started with */
};

/* Makes an agent from "NAME", "NAME:WORD,WORD…", or of a kind outside "NAME:PATH,WORD,WORD…", where the
 * path ends before the first of the words that end the spec and are options; a path that itself ends like
 * an option gets a comma behind it. A word is `profile=P` (a profile's name: its options, for this agent
 * alone), `key=value` for one of the agent's own options, or `group.key=value` for any; they are taken in
 * their order, so that of two for one option the last holds, on top of `settings`. Statistics and models
 * are the library's, which must outlive the agent. STATUS_BAD names the unknown agent, profile or option, or
 * the file that is not what an option says it is. agent_end gives all back. */
enum status agent_start(struct agent *agent, const char *spec, const struct settings *settings,
                        struct library *library, struct error *error);
void agent_end(struct agent *agent);

/* What an agent of that spec plays by: `settings` with the words of the spec on top, into `own`, which
 * settings_free gives back. STATUS_BAD as in agent_start: `own` is then a copy of `settings`. */
enum status agent_settings(const char *spec, const struct settings *settings, struct settings *own,
                           struct error *error);

/* Gives a running agent the settings it would be started with now: a profile was changed on disk. Where it
 * fails, the agent goes on with the old ones. */
enum status agent_reload(struct agent *agent, const struct settings *settings, struct error *error);

/* Asks for a move for the side whose turn it is; that side must be view->side. */
struct move agent_move(struct agent *agent, const struct view *view, const struct think *think);

/* Whether the agent thinks on the enemy's time; and does so, as in struct agent_kind. Nothing else may be
 * asked of it until that returns, within 20 ms of think->stop. */
bool agent_ponders(const struct agent *agent);
void agent_ponder(struct agent *agent, const struct view *view, const struct think *think);

/* Fills `setup` from the agent with the pieces of `army`, by the random numbers of `think` and within its
 * hard limit, or for a program outside within its own; false where the agent leaves the choice to the
 * caller. */
bool agent_setup(struct agent *agent, enum side side, const uint8_t army[RANKS], const struct think *think,
                 struct setup *setup);

/* Whether the agent offers a draw there: where it knows that nobody can win any more (game/ending.h); a
 * program outside never does. And whether it accepts one: there, and where its kind judges so. */
bool agent_offers_draw(const struct agent *agent, const struct view *view);
bool agent_accepts_draw(struct agent *agent, const struct view *view);

/* What the last move was chosen from (rollout/study.h), or in a report what there is of it so far; NULL where
 * think->study did not ask for it, or the agent does not play worlds out. It holds until the agent is asked
 * again or ends. */
const struct rollout_study *agent_study(struct agent *agent);

/* The policy that the last move was drawn by (policy/policy_study.h); NULL where think->study did not ask for
 * it, or the agent plays by none. It holds as long as agent_study's. */
const struct policy_study *agent_policy(struct agent *agent);

/* What became of the last set-up or move that was asked for: AGENT_SOUND of all that are no programs.
 * Where it failed `why` gets a sentence without a full stop, which holds until the next call. */
enum agent_failure agent_failure(struct agent *agent, const char **why);

/* Tells an agent how its game ended; it may be ended then, and asked no more. */
void agent_over(struct agent *agent, const struct view *view, struct outcome outcome);

#endif
