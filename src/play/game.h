/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A running game: the referee between two players. Each player is a person or an agent. */
#ifndef VEDETTE_PLAY_GAME_H
#define VEDETTE_PLAY_GAME_H

#include "agent/agent.h"
#include "game/record.h"
#include "play/clock.h"
#include "play/journal_writer.h"
#include "play/ponderer.h"

/* A player of the game. */
struct player {
    bool is_agent;
    struct agent agent;   /* started if is_agent; not started in a game from game_open */
};

/* A game. */
struct game {
    struct record record;
    struct position position;    /* with all ranks; before the game ends only the referee sees it */
    struct view view[SIDES];
    struct player player[SIDES];
    struct game_clock clock;     /* of a game with clocks; does not run before game_clock_run */
    struct journal_writer *journal; /* receives each change of the record; NULL: the game has no journal */
    uint64_t move_write;         /* number of the journal write of the last move; 0: none was posted */
    int threads;                 /* max threads for an agent; 0 means 1 */
    struct ponderer ponderer;    /* for an agent that thinks while the other side is to move */
    bool ends_dead;              /* it is drawn as soon as neither side can win any more */
    bool hides[SIDES];           /* whether this side's pieces are hidden from the person at the screen
                                  * (game_hides) */
};

/* How to treat a recorded player that is an external program when a game is resumed. Records may come from
 * anywhere, so a record alone must not start a program. */
enum external_players {
    EXTERNAL_REFUSED,  /* STATUS_BAD */
    EXTERNAL_STARTED,  /* the program is started: the game is the user's own */
    EXTERNAL_SEATED,   /* the program is not started; its side is treated like a person */
};

/* The players of a game and its conditions. */
struct game_terms {
    const char *player[SIDES];        /* an agent's spec; NULL: a person */
    const char *person;               /* the person's name in the record; NULL: "you" */
    const char *people[SIDES];        /* the same for each side; NULL: `person` */
    const struct setup *setup[SIDES]; /* NULL: made by the agent, drawn from the pool, or random */
    const struct placement *start;    /* the position at the start, instead of setups; NULL: setups */
    enum seating seating;             /* for the record */
    const struct setup *pool;         /* setups to draw from; NULL: none */
    size_t pool_count;
    bool pool_first;                  /* use the pool even for agents that can make a setup */
    double setup_seconds;             /* max seconds for an agent's setup; 0: no limit */
    const atomic_bool *stop;          /* may be NULL; true: agents return the best setup so far */
    uint8_t variant;                  /* index of a row of variant_table; if `start` is set, its variant is
                                       * used instead */
    uint8_t army[SIDES][RANKS];       /* for variants with any army: the army of a side without `setup`.
                                       * All zero: the enemy's army or, if neither has one, an army drawn
                                       * for both */
    struct rules rules;
    struct time_terms time;           /* all zero: no clocks */
    bool practice;                    /* attacks may be taken back too */
    const struct time_source *time_source; /* for tests; NULL: clock_now */
    uint64_t seed;
    int threads;                      /* max threads for an agent; 0 means 1 */
    bool ends_dead;                   /* game_run agrees on a draw when, with all ranks known, neither side
                                       * can win */
    uint64_t stream;                  /* number of this game in its match or session: 0, 1, ... */
    bool has_partner;                 /* it is the second game of a pair; its setups are those of game
                                       * `partner`: */
    uint64_t partner;                 /* by colour, or by player if an agent makes its own setup */
    enum external_players external;   /* only for game_resume */
    const struct settings *settings;
    const struct settings *own[SIDES]; /* settings of one side's agent instead of `settings`; NULL:
                                        * `settings` */
    struct library *library;          /* for statistics and models; must outlive the game */
};

/* Returns the seed of game `number` of a match with seed `seed`; game 0 has the match's own seed. The record
 * stores it: with the same seed the same players play the same game. */
uint64_t game_seed(uint64_t seed, uint64_t number);

/* Computes the settings of a player of a recorded game after `plies` moves, into `own`; free them with
 * settings_free. An agent gets the options in the record, then the options that the user has set in
 * `settings`; those that the words of its name set stay as in the record. If the record has no options, it
 * gets `settings` with the words of the name. Other players get `settings`. STATUS_BAD if a name or a
 * recorded option is not valid here; `own` is then made without it. An invalid name is ignored if the record
 * has its options. */
enum status game_player_settings(const struct record *record, enum side side, size_t plies,
                                 const struct settings *settings, struct settings *own, struct error *error);

/* Seeds `rng` for the side to move of a recorded game after `plies` plies. For an agent it is the stream
 * that it used in that game, for others that of `seed`. */
void game_player_rng(const struct record *record, enum side side, uint32_t plies, uint64_t seed,
                     struct rng *rng);

/* Starts a game (all zero before). STATUS_BAD for an unknown agent or an invalid setup. An external program
 * that fails to make a valid setup loses at once, and the record has a random setup for it; if both fail, the
 * game is drawn. game_end frees the game. It leaves the journal open: an unfinished game can be resumed. */
enum status game_start(struct game *game, const struct game_terms *terms, struct error *error);
/* Frees the game and ends its agents; external programs first get the result. */
void game_end(struct game *game);

/* Continues a recorded game with the players, seed and clocks of the record. `terms` gives only the settings
 * (for agents without recorded options), the seed (if the record has none), the threads and `external`. An
 * agent with an invalid recorded option gets the settings of `terms`, and the record stores from which move
 * on. */
enum status game_resume(struct game *game, const struct record *record, const struct game_terms *terms,
                        struct error *error);

/* Opens a recorded game for viewing: no agent is started, and there is no journal. STATUS_BAD if a move
 * cannot be played. */
enum status game_open(struct game *game, const struct record *record, struct error *error);

/* Returns the side to move. */
enum side game_to_move(const struct game *game);
/* Returns the outcome; its result is RESULT_OPEN while the game runs. */
struct outcome game_outcome(const struct game *game);

/* Ends the game if the side to move has used up its time and time limits are enforced; stores the time
 * used. Returns whether it did. */
bool game_check_time(struct game *game);

/* Writes the time used so far for the next move to the journal, in case the program is killed; the record
 * does not change. False if no clock runs or there is no journal. */
bool game_journal_time(struct game *game);

/* Stops the clock, and stores and journals the time used so far for the next move. */
void game_pause(struct game *game);

/* Plays a move of the side to move. Sets *event (may be NULL) to what both sides saw. STATUS_NO if the move
 * is illegal, the game is over or the time has run out. */
enum status game_play(struct game *game, struct move move, struct event *event, struct error *error);

/* Plays a move of the side to move, as game_play does, in a game that is played elsewhere, with the ranks
 * that the move revealed (position_play). STATUS_BAD if a rank is missing or contradicts what is known. */
enum status game_play_with_ranks(struct game *game, struct move_with_ranks entered, struct event *event,
                                 struct error *error);

/* Requests a move from the agent of the side to move. It only reads the game, so it may run on another
 * thread while nothing changes the game. `think` may be NULL; its random stream is replaced by the
 * player's, its clock is set, and its threads, if 0, are those of the game. The caller must set
 * think->stop when the time runs out. */
struct move game_request_move(struct game *game, const struct think *think);

/* Lets the agent of the waiting side ponder while a person is to move, if its kind can, on its own thread,
 * which rings `wake` at the end. Has no effect if it ponders already. Meanwhile the game may be changed,
 * but before game_request_move the same thread must call game_stop_pondering. The functions below do this
 * themselves. */
void game_ponder(struct game *game, const struct wake *wake);
/* Stops the pondering and waits for its end. */
void game_stop_pondering(struct game *game);

/* Requests and plays moves until the game is over, a person is to move, or *stop is set (may be NULL). The
 * clocks run. When an agent's time runs out, its stop flag is set and it has lost (REASON_TIME); game_run
 * waits until it returns. Wrong moves lose as in game_check_answer. STATUS_FAILED: no thread could be
 * started to watch the clock. */
enum status game_run(struct game *game, const atomic_bool *stop, struct error *error);

/* Checks the answer of the agent to move. True if it is a legal move, which the caller must play. The agent
 * loses by an illegal move, MOVE_NONE (REASON_RESIGNED) or a failed program (REASON_FAILED,
 * REASON_NO_ANSWER); a sentence on it is added to the record, except for resignation. If the agent was
 * stopped before it had a move, the game stays open. */
bool game_check_answer(struct game *game, struct move move);

/* Stores the user's note: piece `number` has one of `ranks` (bit r is rank r). 0 or all ranks delete the
 * note. The note is not checked, and no player sees it. */
void game_note(struct game *game, int number, uint16_t ranks);

/* Returns whether the pieces and plans of a side must not be shown while the game runs: those of an agent
 * that a person plays against, those that `hides` marks, and those that its file hides (record.sealed). */
bool game_hides(const struct game *game, enum side side);

/* Applies new settings to the agents (agent_reload); the record stores from which move on they apply. */
enum status game_reload(struct game *game, const struct settings *settings, struct error *error);

/* Returns whether game_reload would change the options of an agent. */
bool game_reload_changes(const struct game *game, const struct settings *settings);

/* Ends the game: `side` resigns. */
void game_resign(struct game *game, enum side side);
/* Offers a draw of `side` to the other side's agent. True: the agent accepts, and the game is over. */
bool game_offer_draw(struct game *game, enum side side);
/* Returns whether the agent of `side` offers a draw. */
bool game_draw_offered(const struct game *game, enum side side);
/* Ends the game as a draw on which two people agree. False if it was over. */
bool game_agree_draw(struct game *game);

/* Checks whether the last `plies` moves can be taken back; errors as game_take_back. */
enum status game_check_take_back(const struct game *game, size_t plies, struct error *error);

/* Takes back the last `plies` moves. STATUS_NO if there are fewer moves, or if one of them revealed a rank
 * and the game is not practice. */
enum status game_take_back(struct game *game, size_t plies, struct error *error);

/* Removes the last `plies` moves even if they revealed ranks: for moves that were entered by mistake, or if
 * nothing is hidden. STATUS_NO if there are fewer. */
enum status game_undo(struct game *game, size_t plies, struct error *error);

/* Plays moves again that were taken back: the moves of `from` (a longer record of the same game) up to
 * `plies`, with their times and comments. STATUS_NO if there are no such moves. */
enum status game_redo(struct game *game, const struct record *from, size_t plies, struct error *error);

/* Stores a comment on the position after `plies` moves (record_set_comment). */
void game_comment(struct game *game, size_t plies, const char *text);

#endif
