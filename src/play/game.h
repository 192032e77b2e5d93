/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A running game: the referee between two players, each a person or an agent. */
#ifndef VEDETTE_PLAY_GAME_H
#define VEDETTE_PLAY_GAME_H

#include "agent/agent.h"
#include "game/record.h"
#include "play/clock.h"
#include "play/journal_writer.h"
#include "play/ponderer.h"

struct player {
    bool is_agent;
    struct agent agent;   /* started, where is_agent, but in a copy of a game to look at */
};

struct game {
    struct record record;
    struct position position;    /* the truth; only the referee's code and the end of the game show it */
    struct view view[SIDES];
    struct player player[SIDES];
    struct game_clock clock;     /* of a game with clocks; stands still until game_clock_run */
    struct journal_writer *journal; /* gets each change of the record; NULL: not journalled */
    uint64_t move_write;         /* number of the write of the last move played; 0: none was posted */
    int threads;                 /* that an agent may think on; 0 is 1 */
    struct ponderer ponderer;    /* of an agent that thinks while the other side is to move */
    bool ends_dead;              /* it is drawn where nobody can win any more */
    bool hides[SIDES];           /* whoever sits at the screen may not see this side's pieces (game_hides) */
};

/* What becomes of a recorded player that runs a program, in a game that is gone on with. A file may come from
 * anywhere, and must not start a program by itself. */
enum external_players {
    EXTERNAL_REFUSED,  /* STATUS_BAD */
    EXTERNAL_STARTED,  /* it is started: the game is the user's own */
    EXTERNAL_SEATED,   /* it only sits there, like a person */
};

/* Who plays and how. */
struct game_terms {
    const char *player[SIDES];        /* an agent's spec, or NULL for a person */
    const char *person;               /* the person's name in the record; NULL: "you" */
    const char *people[SIDES];        /* the same for each side by itself; NULL: as `person` says */
    const struct setup *setup[SIDES]; /* NULL: the agent's own, or one of the pool, or a random one */
    const struct placement *start;    /* the game begins there, and from no setups; NULL: from setups */
    enum seating seating;             /* for the record */
    const struct setup *pool;         /* setups to draw from; NULL: none */
    size_t pool_count;
    bool pool_first;                  /* the pool beats what an agent would set up itself */
    double setup_seconds;             /* that an agent may take for it; 0: as many as it needs */
    const atomic_bool *stop;          /* may be NULL; true: it takes what it has */
    uint8_t variant;                  /* index of a row of variant_table; `start` has its own */
    uint8_t army[SIDES][RANKS];       /* in a variant of any army: of a side without a setup; all zero:
                                       * the enemy's, or where neither has one, one drawn for both */
    struct rules rules;
    struct time_terms time;           /* all zero: no clocks */
    bool practice;                    /* all moves may be taken back */
    const struct time_source *time_source; /* for tests; NULL: clock_now */
    uint64_t seed;
    int threads;                      /* that an agent may think on; 0 is 1 */
    bool ends_dead;                   /* game_run draws it as agreed where, by all ranks, nobody can win */
    uint64_t stream;                  /* which game of a match or session this is: 0, 1, .. */
    bool has_partner;                 /* it is the second of a pair, with the set-ups of game `partner`: */
    uint64_t partner;                 /* those of the colours, or of players who bring their own */
    enum external_players external;     /* for game_resume */
    const struct settings *settings;
    const struct settings *own[SIDES]; /* what a side's agent goes by in place of them; NULL: they hold */
    struct library *library;          /* of what agents stand on; it outlives the game */
};

/* The seed of game `number` of a match that has `seed`: that of the first is the match's own. With it alone
 * the same players play the same game again; the record keeps it. */
uint64_t game_seed(uint64_t seed, uint64_t number);

/* What a player of a recorded game goes by when `plies` of its moves are made; settings_free gives `own`
 * back. Of an agent these are the options that the record tells, over them those that somebody gave
 * (settings_is_given of `settings`), but for those that the words of its name are about: their files may be
 * others by now. Where the record does not tell them: the words of the name over `settings`. Of anybody
 * else: `settings`. STATUS_BAD where a name or the record's options have no meaning here: `own` is then made
 * without them; but a name without meaning, of which the record tells what it meant, is none: then what the
 * record tells holds alone. */
enum status game_player_settings(const struct record *record, enum side side, size_t plies,
                                 const struct settings *settings, struct settings *own, struct error *error);

/* The random numbers by which the side to move of a recorded game moves after `plies` plies (as its board
 * counts them): an agent's are those that it drew in that game, anybody else's those of `seed`. */
void game_player_rng(const struct record *record, enum side side, uint32_t plies, uint64_t seed,
                     struct rng *rng);

/* Starts a game (all zero before). STATUS_BAD for an unknown agent or an unsound setup. game_end gives all
 * back; it does not close the journal's file for good: an unfinished game can be resumed. A program
 * outside that does not set up, or wrongly, has lost the game at once (game_judge); the record has a
 * random setup for it. Where both do there is no winner. */
enum status game_start(struct game *game, const struct game_terms *terms, struct error *error);
void game_end(struct game *game);

/* Goes on with a recorded game: players, seed and clocks as the record has them, `terms` for the settings
 * of agents whose options it does not tell, and for the seed where it has none; its setups, rules and
 * times are not looked at. An agent with options that are none here gets the settings too, and the record
 * says from which move on. */
enum status game_resume(struct game *game, const struct record *record, const struct game_terms *terms,
                        struct error *error);

/* Takes a recorded game to look at: both players are persons, whoever the record names, and there is no
 * journal. STATUS_BAD where a move cannot be played. */
enum status game_open(struct game *game, const struct record *record, struct error *error);

/* The side to move, and the outcome so far (RESULT_OPEN while the game runs). */
enum side game_to_move(const struct game *game);
struct outcome game_outcome(const struct game *game);

/* Ends the game where the time of the side to move has run out, and that is enforced: true if it has. The
 * time that it had used is put down. */
bool game_check_time(struct game *game);

/* Journals what the move to come has taken so far, for when the program is killed; the record stays as it is.
 * False where no clock runs, or nothing is journalled. */
bool game_journal_time(struct game *game);

/* Lets the clock stand still, and puts down and journals what the move to come has taken so far. */
void game_pause(struct game *game);

/* Plays a move of the side to move: STATUS_NO and a sentence where it is illegal, the game is over or the
 * time has run out, and it is not played. `event` (may be NULL) gets what everybody saw. */
enum status game_play(struct game *game, struct move move, struct event *event, struct error *error);

/* The same of a move that was made elsewhere, with the ranks that it showed (position_play). STATUS_BAD where
 * they are missing or contradict what is known. */
enum status game_play_with_ranks(struct game *game, struct move_with_ranks entered, struct event *event,
                                 struct error *error);

/* Asks the agent of the side to move. Reads the game only; may run on another thread while nothing else
 * changes the game. `think` may be NULL; its rng is replaced by the player's own, and it is told what the
 * clock says and, where it does not say itself, on how many threads of the game it may think. Whoever asks
 * sees to it that the stop flag is set when the time runs out. */
struct move game_ask(struct game *game, const struct think *think);

/* Lets the agent of the side that waits think while a person is to move, where it does so: on a thread of its
 * own, which rings `wake` at the end. It may be called again and again. Whatever else is done to the game
 * may be done meanwhile, but for game_ask, before which game_rest must be called, by the same thread. The
 * functions below see to that themselves. */
void game_ponder(struct game *game, const struct wake *wake);
void game_rest(struct game *game);

/* Asks and plays until the game is over, the side to move is a person, or `stop` (may be NULL) is true; the
 * clocks run meanwhile. An agent is told to stop when its time runs out, and has lost then (REASON_TIME),
 * whatever it answers; one that does not look at its stop flag is waited for. Answers that lose the game are
 * those of game_judge. STATUS_FAILED where there is no thread to watch the clock. */
enum status game_run(struct game *game, const atomic_bool *stop, struct error *error);

/* Judges what the agent of the side to move answered: true where that is a move to be played. An illegal
 * move, none (REASON_RESIGNED), or that its program failed (REASON_FAILED, REASON_NO_ANSWER) loses the
 * game, with a sentence in the record where it did not resign. An agent that was stopped before it had an
 * answer leaves the game open. */
bool game_judge(struct game *game, struct move move);

/* Notes which ranks (bit r) the user thinks piece `number` may be; 0 or all of them take the note back. It is
 * the user's alone, no player is told, and it is not asked whether it can be so. */
void game_note(struct game *game, int number, uint16_t ranks);

/* True where the pieces and thoughts of a side are not for showing while the game is on: an agent's, while a
 * person plays it, and where `hides` says so. */
bool game_hides(const struct game *game, enum side side);

/* Gives the agents new settings (agent_reload): the record says from which move on they play by them. */
enum status game_reload(struct game *game, const struct settings *settings, struct error *error);

/* Whether an agent would play by other options then, so that its record would say so. */
bool game_reload_changes(const struct game *game, const struct settings *settings);

/* Ends a game by its players' will. A draw offered to an agent is taken as it judges: true if so. */
void game_resign(struct game *game, enum side side);
bool game_offer_draw(struct game *game, enum side side);
bool game_draw_offered(const struct game *game, enum side side); /* by the agent of that side: it goes on */
bool game_agree_draw(struct game *game); /* two people: false where it is over already */

/* Ends it against a side that gave an illegal move. */
void game_forfeit(struct game *game, enum side side);

/* Takes back the last `plies` moves. STATUS_NO where there are not so many or, but for a practice game, one
 * of them was an attack: what was seen cannot be unseen. */
enum status game_take_back(struct game *game, size_t plies, struct error *error);

/* The same whatever was seen: what was entered wrongly, or is nobody's secret. */
enum status game_correct(struct game *game, size_t plies, struct error *error);

/* Plays moves again that were taken back: those of `from`, which is of the same game, up to its first
 * `plies`, with their times and comments. STATUS_NO where it has not so many. */
enum status game_put_back(struct game *game, const struct record *from, size_t plies, struct error *error);

/* Puts down what is said of the moment behind `plies` moves (record_set_comment). */
void game_comment(struct game *game, size_t plies, const char *text);

#endif
