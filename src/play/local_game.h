/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A running game at this screen: who sits there and sees what, the moves of both sides, the journal. Mostly
 * it is a person against an agent; else as its record's seating says. */
#ifndef VEDETTE_PLAY_LOCAL_GAME_H
#define VEDETTE_PLAY_LOCAL_GAME_H

#include "play/game.h"
#include "play/local_shown.h"
#include "play/thinker.h"

/* The agent to move, as it thinks. */
struct agent_thought {
    struct thinker thinker;
    bool on;
    double since, seconds;     /* clock_now() when it began; seconds since */
    struct think_stats effort;      /* now, or of its last move */
    bool hurried;              /* it was asked to answer now */
};

/* Two agents are watched. */
struct watching {
    bool paused;
    bool step;                 /* one more move, then pause */
    double delay;              /* seconds from move to move, at least */
    double due;                /* clock_now() when the next may be shown */
};

/* A finished game, and its file. */
struct local_end {
    bool watched;              /* a finished game of others: nobody at this screen played it */
    bool finishing, finished;  /* the end is being seen to; it was: the game is kept at the path below */
    char file[4096];           /* that it was loaded from; empty: it was played here */
    char kept[4096];           /* its file; empty: it was loaded, or could not be written */
    bool unsaved;              /* it has notes that are in no file; who saves it sets it back */
};

struct local_game {
    const struct wake *wake;   /* rung when local_game_advance has something to do */
    bool taken;                /* a game is here; everything below holds only then */
    struct game game;          /* what goes on: */
    struct journal_writer journal;
    int64_t second_kept;       /* the last second of the move to come that the journal was given; 0: none */
    struct record undone;      /* the game before moves were taken back; a shorter one: none were */
    struct agent_thought thought;
    struct watching watching;
    struct local_end end;
    struct shown_game shown;   /* what is shown of it */
};

/* No game yet. `wake` must outlive it. */
void local_game_init(struct local_game *local, const struct wake *wake);

/* Begins a game by `terms`, with the seating that they say, and its journal. STATUS_BAD for one of practice
 * between two people; other errors as game_start. */
enum status local_game_begin(struct local_game *local, const struct game_terms *terms, struct error *error);

/* Goes on with the journal at `path`. Where it is damaged, the moves before the fault go to a new one and the
 * old one is put away. */
enum status local_game_resume(struct local_game *local, const char *path, const struct game_terms *terms,
                              struct error *error);

/* Goes on with a game, or looks at a finished one, from a file of any kind. Where its seating is not told and
 * not exactly one of its players is a person: one with unknown pieces is a game that is played elsewhere;
 * else the person takes the side to move and terms->player of either side, whichever is not NULL, the
 * other. */
enum status local_game_load(struct local_game *local, const char *path, const struct game_terms *terms,
                            struct error *error);

/* Whether something is on its way to the disk; and, where nothing is, whether all of the game is there, so
 * that it can be resumed later. */
bool local_game_is_writing(const struct local_game *local);
bool local_game_is_kept(const struct local_game *local);

/* Tries once more to write what is not kept of a game that is not over. */
void local_game_keep(struct local_game *local);

/* Leaves the game when all is written: an unfinished one stays in its journal, with the time that its clocks
 * have left. */
void local_game_leave(struct local_game *local);

bool local_game_to_move(const struct local_game *local); /* the person is to move, and sees the present */

/* Who sits there; the side whose move the person may enter now or next: his own, or where he enters both
 * sides' moves the one to move. */
enum seating local_game_seating(const struct local_game *local);
enum side local_game_mover(const struct local_game *local);

/* Two people: whether the one who sees the board has moved, so that it is to be covered for the other; covers
 * it, with the clock standing still; lets the other look. */
bool local_game_to_cover(const struct local_game *local);
void local_game_cover(struct local_game *local);
void local_game_uncover(struct local_game *local);

/* Two agents: pauses or goes on; plays one move and pauses; whether the next move is not to be shown yet; in
 * how many milliseconds it is due, -1 where none waits for its time. */
void local_game_pause(struct local_game *local, bool paused);
void local_game_step_on(struct local_game *local);
bool local_game_waits(const struct local_game *local);
int local_game_due(const struct local_game *local);

/* Goes on from what is shown of a finished game, a line that is tried included, as a new game with a journal
 * of its own; in one of two agents the person then has the side to move. STATUS_NO where the game is not
 * over, ranks are unknown or nothing can be played there; other errors as local_game_load. With any error all
 * stays as it is. */
enum status local_game_go_on(struct local_game *local, const struct game_terms *terms, struct error *error);

/* Plays the person's move, with the ranks that it showed where they are unknown here (game_play_with_ranks);
 * it is shown when local_game_advance says so. STATUS_NO where it is illegal, the game is over or it is not
 * the person's turn. Not for a line that is tried: see trial_play. */
enum status local_game_move_with_ranks(struct local_game *local, struct move_with_ranks entered,
                                       struct error *error);

/* To be called after anything changed, when the bell has rung and, in a game with clocks, within
 * game_clock_next: ends the game where the time of the side to move is over, lets the agent think, plays
 * its answer, and sees to the game's end: a finished game goes from its journal to a file under
 * "$XDG_DATA_HOME/vedette/finished/". Returns what happened; `error` says what went wrong (error->status
 * is STATUS_OK where nothing did): that there is no journal, or that the last move is not in it. */
enum {
    LOCAL_GAME_BEGUN = 1,    /* the journal was begun, or not; STATUS_BAD: a damaged one was put away */
    LOCAL_GAME_MOVED = 2,    /* a move is shown, or the game has ended without one */
    LOCAL_GAME_FINISHED = 4, /* its end was seen to */
    LOCAL_GAME_STEPPED = 8,  /* an answer came, and the present is shown instead of the past */
};
unsigned local_game_advance(struct local_game *local, struct error *error);

/* Gives the agents new settings (game_reload). One that thinks is stopped, which is waited for, and begins
 * its move again with them; an answer that waits to be shown is dropped. Errors as game_reload. */
enum status local_game_reload(struct local_game *local, const struct settings *settings,
                              struct error *error);

/* Takes the person's last move back, with the answer if there is one; where the person enters both sides'
 * moves the last one, whatever was seen. STATUS_NO where that is not possible. */
enum status local_game_take_back(struct local_game *local, struct error *error);

/* Plays the moves again that were taken back last, up to where the person is to move. STATUS_NO where there
 * are none. */
enum status local_game_put_back(struct local_game *local, struct error *error);

/* Puts down what is said of the moment that is shown; an empty text takes it back. Of a finished game it goes
 * to its file at once where the program keeps that itself, which local_game_writes_comments tells; a file of
 * the user's own is left as it is. STATUS_NO in a line that is tried and where a finished game has no file,
 * STATUS_FAILED or STATUS_BAD where that cannot be written. What is said there, or NULL. */
enum status local_game_comment(struct local_game *local, const char *text, struct error *error);
bool local_game_writes_comments(const struct local_game *local);
const char *local_game_comment_shown(const struct local_game *local);

/* Puts down the person's note about a piece (game_note). */
void local_game_note(struct local_game *local, int number, uint16_t ranks);

/* Tells that a command put a note into the game. */
void local_game_noted(struct local_game *local);

/* The person's side gives up; where both sides' moves are entered the one to move. A draw is offered to the
 * agent, true: agreed; where people sit on both sides it is agreed. Neither where two agents play. */
void local_game_resign(struct local_game *local);
bool local_game_offer_draw(struct local_game *local);

/* Whether the agent that the person plays offers a draw. */
bool local_game_draw_offered(const struct local_game *local);
void local_game_hurry(struct local_game *local); /* the agent shall answer now */

#endif
