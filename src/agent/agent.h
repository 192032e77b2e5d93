/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Agents: a view in, a move out. One file an agent, one row in agent_table. */
#ifndef VEDETTE_AGENT_AGENT_H
#define VEDETTE_AGENT_AGENT_H

#include "base/error.h"
#include "base/rng.h"
#include "game/view.h"
#include "profile/option.h"

#include <stdatomic.h>

/* How far a thinking agent is; filled by it, read by whoever waits. Guarded by the lock. */
struct progress {
    int depth;
    uint64_t nodes;
    double value;
    struct move best;
};

/* What an agent is asked with. */
struct think {
    struct rng *rng;             /* the agent's own stream; the same seed gives the same answer */
    int depth;                   /* plies; 0 = the agent's own choice */
    uint64_t nodes;              /* 0 = no limit */
    double seconds;              /* 0 = no limit */
    const atomic_bool *stop;     /* may be NULL; true: answer now with the best so far */
    void (*report)(void *context, const struct progress *progress); /* may be NULL */
    void *context;
};

struct agent;

/* A kind of agent. */
struct agent_kind {
    const char *name;
    const char *help;                 /* one line */
    const char *options;              /* the group of its rows in the option table, or NULL */
    /* Makes the private state (may be NULL if there is none) from the agent's settings. */
    void *(*start)(const struct settings *settings);
    void (*end)(void *state);
    /* Takes new settings in the middle of a game; NULL: they wait for the next game. */
    void (*reload)(void *state, const struct settings *settings);
    /* The forty pieces for `side`; NULL: the caller picks one of its setups. */
    void (*setup)(void *state, enum side side, const struct think *think, struct setup *setup);
    /* A legal move; there is one. MOVE_NONE resigns. */
    struct move (*move)(void *state, const struct view *view, const struct think *think);
    /* True where a draw offered by the enemy is accepted; NULL: never. */
    bool (*accepts_draw)(void *state, const struct view *view);
};

extern const struct agent_kind *const agent_table[];
extern const size_t agent_count;

/* The row of the table that "NAME" or "NAME:key=value" names, or -1. */
int agent_index(const char *spec);

/* The option table of the program: all groups that agents and what they stand on have. */
extern const struct option_group *const option_groups[];

struct agent {
    const struct agent_kind *kind;
    char name[192];  /* as given: "probabilistic:piece=1.2" */
    void *state;
};

/* Makes an agent from "NAME" or "NAME:WORD,WORD…". A word is `profile=P` (a profile's name: its options, for
 * this agent alone), `key=value` for one of the agent's own options, or `group.key=value` for any; they
 * are taken in their order, on top of `settings`. STATUS_BAD names the unknown agent, profile or option.
 * agent_end gives all back. */
enum status agent_start(struct agent *agent, const char *spec, const struct settings *settings,
                        struct error *error);
void agent_end(struct agent *agent);

/* What an agent of that spec plays by: `settings` with the words of the spec on top, into `own`, which
 * settings_free gives back. STATUS_BAD as in agent_start: `own` is then a copy of `settings`. */
enum status agent_settings(const char *spec, const struct settings *settings, struct settings *own,
                           struct error *error);

/* Gives a running agent the settings it would be started with now: a profile was changed on disk. */
enum status agent_reload(struct agent *agent, const struct settings *settings, struct error *error);

/* Asks for a move for the side whose turn it is; that side must be view->side. */
struct move agent_move(struct agent *agent, const struct view *view, const struct think *think);

/* Fills `setup` from the agent, by the random numbers of `think` and within its seconds; false where the
 * agent leaves the choice to the caller. */
bool agent_setup(struct agent *agent, enum side side, const struct think *think, struct setup *setup);
bool agent_accepts_draw(struct agent *agent, const struct view *view);

#endif
