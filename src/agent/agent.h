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

/* The max number of moves of a line in a report. */
enum { PROGRESS_MAX_LINE = 32 };

enum { AGENT_SHORT_NAME = 64 };  /* size of the buffer for agent_short_name, in bytes */

/* What is known so far about one of the moves to choose from. */
struct root_move {
    struct move move;
    double value;                /* of this move, in the unit of progress.value */
    bool is_upper_bound;         /* `value` is only an upper bound: the move was dropped before its exact
                                  * value was known */
    uint64_t visits;             /* nodes, samples or rollouts spent on it; 0: not counted */
    double bonus, error;         /* of rollouts: the part of `value` that is not the mean of the rollouts,
                                  * and the standard error of that mean */
};

/* The progress of an agent that is thinking. The agent fills its own copy and passes it to think->report;
 * the callback must copy what it wants to keep. */
struct progress {
    int depth;                   /* plies searched; 0: the agent does not search by depth */
    int seldepth;                /* the longest line searched, in plies */
    uint64_t nodes;              /* nodes, or rollouts, since the request began */
    bool rollouts;               /* whether `nodes` counts rollouts */
    uint64_t recalled;           /* how many of them were made earlier, on the enemy's time */
    double seconds;              /* since the request began */
    double value;                /* of the best move, for the side that thinks, in the agent's own unit */
    struct move best;            /* MOVE_NONE: none yet */
    int length;                  /* moves in `line`: 0 .. PROGRESS_MAX_LINE */
    struct move line[PROGRESS_MAX_LINE]; /* the expected moves; the first one is `best` */
    struct line_fight fight[PROGRESS_MAX_LINE]; /* for each move of the line: the possible outcomes of its
                                                 * attack */
    int roots;                   /* moves in `root`: 0 .. MOVES_MAX; 0: the agent does not report them */
    struct root_move root[MOVES_MAX]; /* in no order; each move once */
};

/* A request for a setup or a move: its limits and its callback. If only depth, nodes or samples limit it, the
 * result does not depend on anything else, not even on the number of threads. A time limit may change it. */
struct think {
    struct rng *rng;             /* the agent's own stream; the same seed gives the same result */
    int threads;                 /* the max number of threads; 0 means 1 */
    int lines;                   /* how many of the best moves need an exact value; 0 means 1 */
    int depth;                   /* plies; 0: the agent chooses */
    uint64_t nodes;              /* max nodes; 0: no limit */
    uint64_t samples;            /* worlds to draw for the hidden ranks; 0: the agent chooses */
    double soft_seconds;         /* after this time no new depth is begun; 0: no limit */
    double hard_seconds;         /* the move must be ready by then; 0: no limit */
    bool has_clock;              /* whether the game has clocks: `clock` and `increment` are then set. A
                                  * fixed time for each move is not a clock: it is in the two limits above */
    double clock;                /* seconds left for this and all later moves, without the increments */
    double increment;            /* seconds added after each move */
    const struct move *root;     /* only these moves may be chosen, all of them legal; NULL: any move */
    int root_count;
    bool all_roots;              /* a value is needed for each move of `root` (NULL: for each move that the
                                  * agent would try), not only for the best: rollouts are then shared
                                  * evenly among the moves */
    bool steady;                 /* the best move is wanted, not one drawn among those that count as equal */
    bool study;                  /* whether to record what the move is chosen from, for agent_study and
                                  * agent_policy */
    const atomic_bool *stop;     /* may be NULL; true: stop and return the best move so far */
    void (*report)(void *context, const struct progress *progress); /* called while it thinks; may be NULL */
    void *context;               /* passed to `report` */
};

/* Returns whether think->root permits `move`. */
bool think_allows(const struct think *think, struct move move);

/* Fills `moves` with the legal moves of the side to move that think->root permits, in the order of
 * board_moves. Returns their number. */
int think_moves(const struct think *think, const struct board *board, struct move moves[MOVES_MAX]);

struct agent;
struct rollout_study;

/* What became of an agent's last answer, where it is a program outside. */
enum agent_failure {
    AGENT_NO_FAILURE,
    AGENT_STOPPED,  /* there is no result because think->stop was set; the program itself is not at fault */
    AGENT_FAILED,   /* it exited, wrote something invalid or too much, or its setup was wrong */
    AGENT_LATE,     /* it missed its deadline */
    AGENT_ILLEGAL,  /* it made an illegal move */
};

/* A kind of agent: its name, its options and its functions. `state` is the agent's private state. */
struct agent_kind {
    const char *name;
    const char *help;                 /* one line, for `help agents` */
    const char *options;              /* the name of its own option group, or NULL */
    const char *profile;              /* an embedded profile: the values of the options that the user has
                                       * not set; NULL: the defaults */
    size_t size;                      /* bytes of the private state; 0: none */
    /* Loads the settings, and the models of the library that they name, into the state: one that is all zero
     * or, if `reloads` is true, that of a running game. If a file cannot be read, the state does not change.
     * NULL: the kind has no state. */
    enum status (*load)(void *state, const struct settings *settings, struct library *library,
                        struct error *error);
    bool reloads;                     /* whether settings may change during a game; otherwise they apply
                                       * from the next game */
    void (*end)(void *state);         /* frees the members of the state, but not the state; may be NULL */
    /* Fills `setup` with the pieces of `army` (count by rank). NULL: the caller makes the setup. */
    void (*setup)(void *state, enum side side, const uint8_t army[RANKS], const struct think *think,
                  struct setup *setup);
    /* Returns a legal move, or MOVE_NONE to resign. It is called only if there is a legal move. */
    struct move (*move)(void *state, const struct view *view, const struct think *think);
    /* Whether the agent accepts a draw that the enemy offers; NULL: never. */
    bool (*accepts_draw)(void *state, const struct view *view);

    /* Thinks on the enemy's time: on the view's board the enemy is to move. `think` is the request that will
     * probably come next, with its random stream in the same state. Returns when think->stop is set or there
     * is nothing more to do. Without a time limit, pondering does not change the agent's later moves. The
     * agent ponders only if both callbacks are set and `ponders` returns true. */
    void (*ponder)(void *state, const struct view *view, const struct think *think);
    bool (*ponders)(const void *state);

    /* Returns the rollouts from which the last move was chosen, if think->study was set; during a report, the
     * rollouts so far. Valid until the next request. NULL: the kind makes no rollouts. */
    const struct rollout_study *(*study)(void *state);

    /* Likewise the policy from which the last move was drawn. NULL: the kind has no policy. */
    const struct policy_study *(*policy)(void *state);

    /* Returns the digest (base/digest.h) of the file with the weights by which it plays; 0: from no file.
     * NULL: the kind has no weights. */
    uint64_t (*weights)(const void *state);

    /* Kinds that run an external program have this instead of `load`. Runs the program at `path` (spec:
     * "NAME:PATH,WORD…"). STATUS_BAD if it does not exist, cannot be run, or does not play the variant. */
    enum status (*launch)(void *state, const char *path, const struct variant *variant,
                          const struct settings *settings, struct error *error);
    /* How the last request for a setup or a move failed; sets *why to a sentence. */
    enum agent_failure (*failure)(void *state, const char **why);
    /* Informs the program of the result; it gets no further request. */
    void (*game_over)(void *state, const struct view *view, struct outcome outcome);
    bool own_options_only;            /* it reads only the options of its own group */
    bool own_setup_only;              /* it can only play a setup that it made itself */
    bool knows_repetition_rules;      /* it receives the rules of the game, including the repetition rules */
};

/* All kinds: first agent_count kinds of this program, then agent_external_count kinds that run an external
 * program, whose specs need a path. */
extern const struct agent_kind *const agent_table[];
extern const size_t agent_count, agent_external_count;

/* Returns the row of agent_table for a spec "NAME", "NAME:key=value" or "NAME:PATH". Returns -1 if the name
 * is unknown. */
int agent_index(const char *spec);

/* Returns whether a spec names a kind that runs an external program. */
bool agent_is_external(const char *spec);

/* Returns whether an agent of that spec may read the options of a group. It never reads the groups of other
 * agents, nor those that only the game or the screen reads. */
bool agent_reads_group(const char *spec, const char *group);

/* Writes the name of an agent for messages: the kind's name or, for an external program, its file name
 * without the folders. Returns `name`. */
char *agent_short_name(const char *spec, char name[AGENT_SHORT_NAME]);

/* Returns the default rules for a game with an agent of that spec: usually `standard`. Returns the rules
 * "free" (without repetition rules) for an external program that does not know repetition rules and would
 * lose at once by an illegal move. */
const struct rules *agent_rules(const char *spec, const struct settings *settings,
                                const struct rules *standard);

/* The option table of the program: the groups of all agents and of the modules that they use; ends with
 * NULL. */
extern const struct option_group *const option_groups[];

struct agent {
    const struct agent_kind *kind;
    char name[192];  /* the spec, e.g. "probabilistic:piece=1.2" */
    struct settings settings; /* of this agent, including the options in its spec */
    void *state;
    struct library *library; /* the one that it was started with */
};

/* Starts an agent from a spec: "NAME", "NAME:WORD,WORD…", or for an external program "NAME:PATH,WORD…".
 * A word is `profile=P` (all options of that profile), `key=value` (an option of the agent's own group) or
 * `group.key=value` (any option). Words apply in their order on top of `settings`; the last one wins.
 * A path may contain commas: it ends before the first of the words at the end of the spec that look like
 * options; a path that itself ends like an option needs a comma after it.
 * The library provides statistics and models and must outlive the agent. STATUS_BAD: unknown agent, profile
 * or option, or a file of the wrong kind; the message names it. agent_end frees the agent. */
enum status agent_start(struct agent *agent, const char *spec, const struct settings *settings,
                        struct library *library, struct error *error);
/* Ends an agent (an external program too) and frees it; an agent of all zero may be ended. */
void agent_end(struct agent *agent);

/* Computes the settings of an agent with that spec into `own_settings`: `settings` with the words of the spec
 * on top. Free them with settings_free. STATUS_BAD as in agent_start: `own_settings` is then a copy of
 * `settings`. */
enum status agent_settings(const char *spec, const struct settings *settings, struct settings *own_settings,
                           struct error *error);

/* Applies changed `settings` (e.g. of an edited profile) to a running agent. If this fails, the agent
 * keeps its old settings. */
enum status agent_reload(struct agent *agent, const struct settings *settings, struct error *error);

/* Returns the agent's move for view->side, which must be the side to move. MOVE_NONE means that the agent
 * resigns or has failed (agent_failure). */
struct move agent_move(struct agent *agent, const struct view *view, const struct think *think);

/* Returns whether the agent can think on the enemy's time. */
bool agent_ponders(const struct agent *agent);
/* Thinks on the enemy's time, as described in struct agent_kind. The agent must not be used by another thread
 * until this returns, at most 20 ms after think->stop is set. */
void agent_ponder(struct agent *agent, const struct view *view, const struct think *think);

/* Fills `setup` with the pieces of `army` (count by rank), using the random numbers and the hard limit of
 * `think`. An external program has its own limit instead. False if this kind leaves the setup to the
 * caller. */
bool agent_setup(struct agent *agent, enum side side, const uint8_t army[RANKS], const struct think *think,
                 struct setup *setup);

/* Returns whether the agent offers a draw: if neither side can win any more (game/ending.h). An external
 * program never offers one. */
bool agent_offers_draw(const struct agent *agent, const struct view *view);

/* Returns whether the agent accepts a draw: its kind decides. If the kind does not, the agent accepts if it
 * would offer one. */
bool agent_accepts_draw(struct agent *agent, const struct view *view);

/* Returns the rollouts from which the last move was chosen (rollout/study.h); in a report, the rollouts so
 * far. NULL if think->study was not set or the agent makes no rollouts. Valid until the next request. */
const struct rollout_study *agent_study(struct agent *agent);

/* Returns the policy from which the last move was drawn (policy/policy_study.h). NULL if think->study was
 * not set or the agent has no policy. Valid until the next request. */
const struct policy_study *agent_policy(struct agent *agent);

/* Returns how the last request for a setup or a move failed. Returns AGENT_NO_FAILURE for agents that are no
 * external programs. Sets *why to a sentence without a full stop, valid until the next call; "" without
 * failure. */
enum agent_failure agent_failure(struct agent *agent, const char **why);

/* Informs an agent of the result of its game. After that only agent_end may be called. */
void agent_game_over(struct agent *agent, const struct view *view, struct outcome outcome);

#endif
