/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bot for the line protocol of the Stratego manager of the UCC 2012 programming competition
 * (doc/protocols.md). It makes a setup and answers each turn; it knows only what the manager sends.
 *
 * The manager's board has x from left to right and y from top to bottom, with Red at the top. Its square
 * (x, y) is file x of row y here, where Red is always at the bottom. */
#ifndef VEDETTE_BOT_PROGCOMP_H
#define VEDETTE_BOT_PROGCOMP_H

#include "agent/agent.h"
#include "base/text.h"
#include "file/progcomp_words.h"
#include "game/position.h"
#include "game/view.h"

/* The line that the bot expects next. */
enum progcomp_stage {
    PROGCOMP_GREETING,  /* "RED OPPONENT 10 10" */
    PROGCOMP_STATUS,    /* "START", or the enemy's last move */
    PROGCOMP_BOARD,     /* ten lines of the board */
    PROGCOMP_ECHO,      /* the bot's own move and its outcome */
    PROGCOMP_OVER,
};

/* The state of a game with the manager. */
struct progcomp {
    enum progcomp_stage stage;
    struct progcomp_words line; /* the part of the current line that was received */
    int board_lines;         /* number of board lines read, 0 .. 10 */
    struct agent *agent;     /* not owned */
    const struct settings *settings; /* not owned */
    struct rng rng;
    double seconds;          /* time limit for the setup and for each move */
    enum side side;          /* the bot's side */
    struct position position; /* own pieces and what is known of the enemy's */
    struct view view;        /* the same, as the agent gets it */
    bool answered;           /* the bot has answered a turn */
    struct move answer;      /* the last move that was sent */
};

/* Starts a bot. If the agent has no setup of its own, the creator makes one, according to the agent's name
 * and `settings`. progcomp_free frees the contents of `bot`, not the agent. */
void progcomp_init(struct progcomp *bot, struct agent *agent, const struct settings *settings,
                   uint64_t seed, double seconds);
void progcomp_free(struct progcomp *bot);

/* Reads one byte from the manager. If it ends a line, appends the answer to send, if there is one: one or
 * four lines with their newlines. STATUS_BAD, and no answer, if the protocol does not allow the line here;
 * the bot is then over. */
enum status progcomp_read_byte(struct progcomp *bot, char byte, struct text *answer, struct error *error);

#endif
