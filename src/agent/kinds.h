/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All kinds of agents, for agent_table, and their option groups. */
#ifndef VEDETTE_AGENT_KINDS_H
#define VEDETTE_AGENT_KINDS_H

#include "agent/agent.h"

/* Draws each legal move with the same probability. */
extern const struct agent_kind agent_random;
extern const struct option_group random_group;

/* Redeca & Groza 2018, III.A: looks one move ahead and draws the rank of an attacked unknown piece from
 * the remaining ranks. */
extern const struct agent_kind agent_probabilistic;
extern const struct option_group probabilistic_group;

/* Redeca & Groza 2018, III.B: as agent_probabilistic, for any number of plies; the enemy replies from its
 * own view. */
extern const struct agent_kind agent_multi_ply;
extern const struct option_group multi_ply_group;

/* Makes the attack with the highest expected gain, otherwise a random move. */
extern const struct agent_kind agent_greedy;

/* De Boer 2007: setup creator, guesser and planner. */
extern const struct agent_kind agent_invincible;
extern const struct option_group invincible_group;

/* Plays out the best moves of the plans in worlds drawn by the guesser. */
extern const struct agent_kind agent_vedette;
extern const struct option_group vedette_group;

/* Arts 2010: *-minimax. Its options are those of the search, group "search". */
extern const struct agent_kind agent_star;

/* Sparring partners. They show weaknesses that games against the same program do not show: one attacks
 * every weaker piece, one flees, one imitates people, one attacks unknown pieces early. */
extern const struct agent_kind agent_attacker;
extern const struct agent_kind agent_runner;
extern const struct option_group runner_group;
extern const struct agent_kind agent_people;
extern const struct option_group people_group;
extern const struct agent_kind agent_gambler;
extern const struct option_group gambler_group;

/* Perolat et al. 2022: a policy learnt by self-play. */
extern const struct agent_kind agent_rnad;
extern const struct option_group rnad_group;

/* External programs: those with our own protocol, and bots of the UCC 2012 programming competition. */
extern const struct agent_kind agent_bot;
extern const struct agent_kind agent_progcomp;
extern const struct option_group external_group;

#endif
