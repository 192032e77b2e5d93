/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bot for the line protocol of the UCC 2012 programming competition's Stratego manager: an agent that
 * sets its pieces up and answers each turn, told only what the manager tells it (doc/protocols.md).
 *
 * The manager's board has x from left to right and y from the top down, Red on top. Its square (x, y) is
 * our file x of row y, so that Red stands at the bottom here as everywhere. */
#ifndef VEDETTE_BOT_PROGCOMP_H
#define VEDETTE_BOT_PROGCOMP_H

#include "agent/agent.h"
#include "base/text.h"
#include "file/progcomp_words.h"
#include "game/position.h"
#include "game/view.h"

enum progcomp_stage {
    PROGCOMP_GREETING,  /* "RED OPPONENT 10 10" */
    PROGCOMP_STATUS,    /* "START", or the enemy's last move */
    PROGCOMP_BOARD,     /* ten lines of the board */
    PROGCOMP_ECHO,      /* the bot's own move and what came of it */
    PROGCOMP_OVER,
};

struct progcomp {
    enum progcomp_stage stage;
    struct progcomp_words line; /* what has come of the line that is not ended yet */
    int board_lines;         /* how many of the ten have been read */
    struct agent *agent;     /* the caller's */
    const struct settings *settings; /* likewise */
    struct rng rng;
    double seconds;          /* for the setup, and to think on a move */
    enum side side;
    struct position position; /* own pieces with their ranks, the enemy's as far as they were seen */
    struct view view;        /* the same, as the agent is given it */
    bool answered;           /* a turn was answered: */
    struct move answer;      /* the move that was sent last */
};

/* Starts a bot. An agent that has no setups of its own gets one by the creator, as its name and `settings`
 * say. progcomp_free gives all back but the agent. */
void progcomp_init(struct progcomp *bot, struct agent *agent, const struct settings *settings,
                   uint64_t seed, double seconds);
void progcomp_free(struct progcomp *bot);

/* Takes in one byte of the manager. Where it ends a line, appends to `answer` what must be sent back at once:
 * nothing, four lines, or one, each with its newline. STATUS_BAD, nothing to send, where the line is none
 * that the protocol has there; the bot is then over. */
enum status progcomp_byte(struct progcomp *bot, char byte, struct text *answer, struct error *error);

#endif
