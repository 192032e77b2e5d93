/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A running game: the referee between two players, each a person or an agent. */
#ifndef VEDETTE_PLAY_GAME_H
#define VEDETTE_PLAY_GAME_H

#include "agent/agent.h"
#include "game/record.h"
#include "play/journal.h"

struct player {
    bool is_agent;
    struct agent agent;   /* started, where is_agent */
};

struct game {
    struct record record;
    struct position position;    /* the truth; only the referee's code and the end of the game show it */
    struct view view[SIDES];
    struct player player[SIDES];
    struct journal *journal;     /* NULL: not journalled */
};

/* Who plays and how. */
struct game_terms {
    const char *player[SIDES];        /* an agent's spec, or NULL for a person */
    const char *person;               /* the person's name in the record; NULL: "you" */
    const struct setup *setup[SIDES]; /* NULL: the agent's own, or one of the pool, or a random one */
    const struct setup *pool;         /* setups to draw from; NULL: none */
    size_t pool_count;
    bool pool_first;                  /* the pool beats what an agent would set up itself */
    double setup_seconds;             /* that an agent may take for it; 0: as many as it needs */
    const atomic_bool *stop;          /* may be NULL; true: it takes what it has */
    struct rules rules;
    uint64_t seed;
    uint64_t stream;                  /* which game of a match or session this is: 0, 1, .. */
    const struct settings *settings;
};

/* The seed of game `number` of a match that has `seed`: that of the first is the match's own. With it alone
 * the same players play the same game again; the record keeps it. */
uint64_t game_seed(uint64_t seed, uint64_t number);

/* What a player of a recorded game goes by when it moves after `plies` plies (as its board counts them): an
 * agent by the settings that its name gives it on top of `settings`, and by the random numbers it has for
 * this ply; anybody else by `settings`, and `rng` is left as it is. STATUS_BAD where the agent's name has
 * no meaning here: `own` is then a copy of `settings`. settings_free gives `own` back. */
enum status game_mover(const struct record *record, enum side side, uint32_t plies,
                       const struct settings *settings, struct settings *own, struct rng *rng,
                       struct error *error);

/* Starts a game (all zero before). STATUS_BAD for an unknown agent or an unsound setup. game_end gives
 * all back; it does not close the journal's file for good: an unfinished game can be gone on with. */
enum status game_start(struct game *game, const struct game_terms *terms, struct error *error);
void game_end(struct game *game);

/* Goes on with a recorded game: players and seed as the record has them, `terms` for the settings, and for
 * the seed where it has none; its setups and rules are not looked at. */
enum status game_resume(struct game *game, const struct record *record, const struct game_terms *terms,
                        struct error *error);

/* Takes a recorded game to look at: both players are persons, whoever the record names, and there is no
 * journal. STATUS_BAD where a move cannot be played. */
enum status game_open(struct game *game, const struct record *record, struct error *error);

/* The side to move, and the outcome so far (RESULT_OPEN while the game runs). */
enum side game_to_move(const struct game *game);
struct outcome game_outcome(const struct game *game);

/* Plays a move of the side to move: STATUS_NO and a sentence where it is illegal or the game is over,
 * nothing changed; STATUS_FAILED where it was played but the journal could not be written. `event`
 * (may be NULL) gets what everybody saw. */
enum status game_play(struct game *game, struct move move, struct event *event, struct error *error);

/* Asks the agent of the side to move. Reads the game only; may run on another thread while nothing
 * else changes the game. `think` may be NULL; its rng is replaced by the player's own. */
struct move game_ask(struct game *game, const struct think *think);

/* Asks and plays until the game is over or the side to move is a person. An agent's illegal move or
 * none loses the game with REASON_ILLEGAL or REASON_RESIGNED; STATUS_FAILED after a move that could not
 * be written to the journal. */
enum status game_run(struct game *game, const atomic_bool *stop, struct error *error);

/* Puts down which ranks (bit r) the user thinks piece `number` may be; 0 or all of them: he takes his note
 * back. It is the user's alone, no player is told, and it is not asked whether it can be so. STATUS_FAILED
 * where it is put down, but the journal could not be written. */
enum status game_note(struct game *game, int number, uint16_t ranks, struct error *error);

/* True where the pieces and thoughts of a side are not for showing: an agent's, while a person plays it. */
bool game_hides(const struct game *game, enum side side);

/* Ends a game by its players' will. A draw offered to an agent is taken as it judges: true if so. */
void game_resign(struct game *game, enum side side);
bool game_offer_draw(struct game *game, enum side side);

/* Ends it against a side that gave an illegal move. */
void game_forfeit(struct game *game, enum side side);

/* Takes back the last `plies` moves. STATUS_NO where one of them was an attack (what was seen cannot
 * be unseen) or there are not so many; STATUS_FAILED where they were taken back but the journal could
 * not be written. */
enum status game_take_back(struct game *game, size_t plies, struct error *error);

/* A random legal setup: each arrangement of the forty pieces that leaves a mobile piece able to move in the
 * front row equally likely. */
void setup_random(struct setup *setup, struct rng *rng);

#endif
