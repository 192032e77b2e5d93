/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An agent asked for its move in a position, outside a game. */
#ifndef VEDETTE_COMMANDS_ASKING_H
#define VEDETTE_COMMANDS_ASKING_H

#include "console/command.h"

struct rollout_study;

struct agent_question {
    const struct command *command; /* that asks */
    const char *agent;             /* its spec; NULL, with `back`: who made that move, if it plays worlds out
                                    * or by a learnt policy, else nothing is asked */
    const char *path;              /* a position or a game; NULL: the game at hand */
    bool back;                     /* the last move is taken back first: who made it is asked */
    struct think think;            /* its limits; the rest is filled in */
    bool explain;                  /* tell what the agent reports of it too */
    struct word_list moves;        /* only these may be answered, HALVING_ARMS at most; none: any */
    /* Tells what the move was chosen from, in place of the move; the agent, if it is named, must play worlds
     * out (STATUS_BAD where it does not), and be able to (STATUS_NO). `played`: the move that was taken back,
     * which is among those tried unless that was stopped, or none. With `back` an agent that plays by a
     * learnt policy does as well: that is printed in its place. May be NULL. */
    void (*print)(struct session *session, const struct agent_question *asking,
                 const struct rollout_study *study, struct move played);
    const void *report_context;      /* for `tell` */
    const struct board *board;     /* filled in by ask_agent while it asks: where the move is to be made */
};

/* Asks, and prints the move ("resign" where it gives up). The agent gets the view of the side to move alone;
 * in a game in which it moves, its random numbers are those of that game, else those of the seed; where the
 * game's own player is an agent of the same name, it goes by that one's options (game_player_settings), the
 * words of the spec on top. STATUS_NO where the game is over, a rank of the side to move is not known here,
 * or one of the moves is illegal; STATUS_BAD where one is none. */
enum status ask_agent(struct session *session, struct agent_question *asking, struct error *error);

#endif
