/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds of agents there are, for agent_table, and the option groups they bring. */
#ifndef VEDETTE_AGENT_KINDS_H
#define VEDETTE_AGENT_KINDS_H

#include "agent/agent.h"

/* Each legal move equally likely. */
extern const struct agent_kind agent_random;
extern const struct option_group random_group;

/* Redeca & Groza 2018, III.A: looks one move ahead, guesses the rank it attacks by what is left. */
extern const struct agent_kind agent_probabilistic;
extern const struct option_group probabilistic_group;

/* Redeca & Groza 2018, III.B: the same any number of plies ahead, the enemy's replies by his own view. */
extern const struct agent_kind agent_multi_ply;
extern const struct option_group multi_ply_group;

/* Takes what it can take at once, and moves at random otherwise. */
extern const struct agent_kind agent_greedy;

/* De Boer 2007: setup creator, guesser and planner. */
extern const struct agent_kind agent_invincible;
extern const struct option_group invincible_group;

/* The plans' best moves played out in worlds drawn by the guesser. */
extern const struct agent_kind agent_vedette;
extern const struct option_group vedette_group;

/* Arts 2010: *-minimax. Its options are those of the search, group "search". */
extern const struct agent_kind agent_star;

/* Sparring partners, who show weaknesses that a game against oneself does not: one takes whatever is weaker,
 * one runs, one sets up and moves as people do, one gambles. */
extern const struct agent_kind agent_attacker;
extern const struct agent_kind agent_runner;
extern const struct option_group runner_group;
extern const struct agent_kind agent_people;
extern const struct option_group people_group;
extern const struct agent_kind agent_gambler;
extern const struct option_group gambler_group;

/* Perolat et al. 2022: a policy that learnt by self-play. */
extern const struct agent_kind agent_rnad;
extern const struct option_group rnad_group;

/* Programs outside: those that speak our own protocol, and bots of the UCC 2012 programming competition. */
extern const struct agent_kind agent_bot;
extern const struct agent_kind agent_progcomp;
extern const struct option_group outside_group;

#endif
