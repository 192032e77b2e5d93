/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bot's side of our own protocol (doc/protocols.md): lines in, lines out, and when to think. Whoever has
 * the pipes reads the lines, and does the thinking where it can be stopped (commands/cmd_bot.c). */
#ifndef VEDETTE_BOT_BOT_TALK_H
#define VEDETTE_BOT_BOT_TALK_H

#include "agent/agent.h"
#include "base/text.h"
#include "bot/bot_seat.h"
#include "game/position.h"

enum { BOT_TALK_VERSION = 1, BOT_TALK_LINE = 4096 /* bytes of a line at most */ };

/* What a line asks for beyond the answer that it got. */
enum bot_talk_task {
    BOT_TALK_NONE,
    BOT_TALK_THINK, /* bot_talk_think, then bot_talk_moved; meanwhile lines go to bot_talk_interrupt */
    BOT_TALK_STOP,  /* to answer at once, where it thinks */
    BOT_TALK_QUIT,
};

struct bot_talk {
    const char *spec;            /* the agent's, the caller's */
    const struct variant *only;  /* the one variant that it plays; NULL: all */
    struct settings settings;    /* with what `set` changed */
    struct library *library;     /* the caller's */
    uint64_t seed;
    struct agent agent;          /* of the game, where `started` */
    bool started;
    enum side side;
    bool in_game;                /* it has its colour, and: */
    const struct variant *variant;
    bool has_setup, begun;       /* the setup is there; and the board too, no rules are taken then */
    bool has_army, has_enemy;    /* the next two were received */
    uint8_t army[RANKS];         /* that it is to set up, where the variant takes any */
    struct bot_enemy enemy;
    bool lost;                   /* by an error of its own: until the next game only few lines are taken */
    struct setup setup;
    struct rules rules;
    struct position position;
    struct view view;
    struct rng rng;
    struct think limits;         /* of the last `go` */
    struct move answered;        /* the last answer, until a move is received; MOVE_NONE: none */
    struct move refused[MOVES_MAX]; /* moves of this turn that the referee did not take */
    int refused_count;
};

/* Starts: the agent is made once to see that it can be. STATUS_BAD as agent_start. `only` is the one variant
 * that it plays; NULL: all. bot_talk_free gives all back. */
enum status bot_talk_init(struct bot_talk *talk, const char *spec, const struct variant *only,
                          const struct settings *settings,
                          struct library *library, uint64_t seed, struct error *error);
void bot_talk_free(struct bot_talk *talk);

/* Takes in a line without its newline, and appends what is to be sent back at once: also "refused LINE: WHY"
 * for a line that changes nothing, and "error LINE: WHY" where the bot cannot go on with the game. */
enum bot_talk_task bot_talk_line(struct bot_talk *talk, const char *line, struct text *answer);

/* The same for a line that comes while it thinks: STOP, QUIT, or NONE and a refusal. May run beside
 * bot_talk_think. */
enum bot_talk_task bot_talk_interrupt(const char *line, struct text *answer);

/* Thinks as the last `go` asked, of the moves that were not refused; may run on a thread of its own.
 * `threads`, `stop`, `report` and `context` are those of struct think. */
struct move bot_talk_think(struct bot_talk *talk, int threads, const atomic_bool *stop,
                           void (*report)(void *context, const struct progress *progress), void *context);

/* Whether the enemy is to move and the agent would think meanwhile, as agent_ponder; `view` then gets what it
 * is to think about, and `think` what it will be asked with, but for threads. The referee may not have told
 * the agent's own move yet: it is taken as played, unless it attacks a piece of unknown rank. */
bool bot_talk_ponders(struct bot_talk *talk, struct view *view, struct think *think);

/* Appends the line that tells the move, "move a4-a5" or "resign"; and one that tells how far it is. */
void bot_talk_moved(struct bot_talk *talk, struct move move, struct text *answer);
void bot_talk_info(const struct progress *progress, struct text *answer);

#endif
