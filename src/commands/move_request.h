/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests a move from an agent in a position, outside a game. */
#ifndef VEDETTE_COMMANDS_MOVE_REQUEST_H
#define VEDETTE_COMMANDS_MOVE_REQUEST_H

#include "console/command.h"

struct analysis;
struct plan_hint;
struct rollout_study;

struct move_request {
    const struct command *command; /* the command that requests the move; for errors */
    const char *agent;             /* its spec; NULL: the recorded player of the side to move. With `print`
                                    * and no spec, an agent that has nothing to report prints nothing */
    const char *path;              /* a position or a game; NULL: the game at hand */
    bool back;                     /* take the last move back first, and request it again from its side */
    struct think think;            /* the limits of thinking; move_request_run fills in the rest */
    bool explain;                  /* also print what the agent reports about the move */
    double chance;                 /* with `explain`: the chance to win of the side to move; NAN: not known */
    bool brief;                    /* of rollouts print only two or three sentences (report/hint_text.h) */
    const struct plan_hint *plan_hint; /* with `brief`: the planner's hint in the same position, for a
                                        * sentence about the move, and its analysis; NULL: none */
    const struct analysis *analysis;
    struct word_list moves;        /* the agent chooses among these, HALVING_ARMS at most; empty: any move */
    /* Prints the study that the move was chosen from, in place of the move; may be NULL. STATUS_BAD if an
     * agent is named that does not play worlds out; STATUS_NO if no world is possible. `played`: the move
     * that was taken back, or none; it is in the study unless that was stopped. With `back`, an agent with a
     * learnt policy is accepted too: its policy is printed instead, without this function. */
    void (*print)(struct session *session, const struct move_request *request,
                  const struct rollout_study *study, struct move played);
    const void *report_context;      /* for the use of `print` */
    const struct board *board;     /* the board; set by move_request_run while it runs */
};

/* Requests a move and prints it ("resign" if the agent resigns). The agent gets only the view of the side to
 * move. If the agent is a player of the game, the random numbers are those of the game, and the agent gets
 * that player's options (game_player_settings), then those of the spec. In another game the random numbers
 * come from the seed. STATUS_NO if the game is over, a rank of the side to move is not known here, or one of
 * `moves` is illegal; STATUS_BAD if one of `moves` is not a move. */
enum status move_request_run(struct session *session, struct move_request *request, struct error *error);

#endif
