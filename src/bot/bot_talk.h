/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bot's side of Vedette's own protocol (doc/protocols.md): reads lines, writes lines, and says when to
 * think. The caller owns the pipes and runs bot_talk_think on a thread that can be stopped
 * (commands/cmd_bot.c). */
#ifndef VEDETTE_BOT_BOT_TALK_H
#define VEDETTE_BOT_BOT_TALK_H

#include "agent/agent.h"
#include "base/text.h"
#include "bot/bot_seat.h"
#include "game/position.h"

enum { BOT_TALK_VERSION = 1, BOT_TALK_LINE = 4096 /* max bytes of a line */ };

/* What the caller must do after a line, besides sending the answer. */
enum bot_talk_task {
    BOT_TALK_NONE,
    BOT_TALK_THINK, /* bot_talk_think, then bot_talk_write_move; meanwhile bot_talk_interrupt for lines */
    BOT_TALK_STOP,  /* stop thinking and answer at once */
    BOT_TALK_QUIT,  /* end the bot */
};

/* The state of a conversation with a referee. */
struct bot_talk {
    const char *spec;            /* the agent's spec; not owned */
    const struct variant *only;  /* the only variant that it plays; NULL: all */
    struct settings settings;    /* includes changes by `set` */
    struct library *library;     /* not owned */
    uint64_t seed;               /* each game starts its random numbers with it */
    struct agent agent;          /* plays the current game; valid if `started` */
    bool started;
    enum side side;              /* the bot's side */
    bool in_game;                /* `game` was received */
    const struct variant *variant;
    bool has_setup, begun;       /* `setup` is set; the position exists and no more rules are accepted */
    bool has_army, has_enemy;    /* `army` and `enemy` were received */
    uint8_t army[RANKS];         /* the bot's army, in a variant that allows any */
    struct bot_enemy enemy;
    bool lost;                   /* by an error: most lines are refused until the next game */
    struct setup setup;
    struct rules rules;
    struct position position;    /* own pieces and what is known of the enemy's */
    struct view view;            /* the same, as the agent gets it */
    struct rng rng;
    struct think limits;         /* from the last `go` */
    struct move answered;        /* the last answer, until a move is received; MOVE_NONE: none */
    struct move refused[MOVES_MAX]; /* answers in this turn that the referee called illegal */
    int refused_count;
};

/* Starts the bot and makes its agent once, to check that this is possible. STATUS_BAD as agent_start.
 * `only`: the only variant that it plays; NULL: all. bot_talk_free frees the contents of `talk`. */
enum status bot_talk_init(struct bot_talk *talk, const char *spec, const struct variant *only,
                          const struct settings *settings,
                          struct library *library, uint64_t seed, struct error *error);
void bot_talk_free(struct bot_talk *talk);

/* Reads a line without its newline and appends the answer to send, if there is one: "refused LINE: WHY" for a
 * line that changes nothing, "error LINE: WHY" if the bot cannot continue the game. */
enum bot_talk_task bot_talk_read_line(struct bot_talk *talk, const char *line, struct text *answer);

/* Reads a line that arrives while the bot thinks: returns STOP or QUIT, or appends a refusal and returns
 * NONE. May run in parallel with bot_talk_think. */
enum bot_talk_task bot_talk_interrupt(const char *line, struct text *answer);

/* Chooses a move within the limits of the last `go`, but none that was refused. MOVE_NONE: resign. May run on
 * its own thread. `threads`, `stop`, `report` and `context` as in struct think. */
struct move bot_talk_think(struct bot_talk *talk, int threads, const atomic_bool *stop,
                           void (*report)(void *context, const struct progress *progress), void *context);

/* Returns whether the agent thinks during the enemy's turn (agent_ponder). If so, *view gets the position to
 * think about and *think the expected limits, without threads. If the referee has not confirmed the bot's
 * move yet, the move is assumed to be played, unless it attacks a piece of unknown rank. */
bool bot_talk_ponders(struct bot_talk *talk, struct view *view, struct think *think);

/* Appends the line with the chosen move, "move a4-a5" or "resign"; "error WHY" if the agent's program has
 * failed. Stores the move as the last answer. */
void bot_talk_write_move(struct bot_talk *talk, struct move move, struct text *answer);
/* Appends a line about the progress of thinking. */
void bot_talk_write_progress(const struct progress *progress, struct text *answer);

#endif
