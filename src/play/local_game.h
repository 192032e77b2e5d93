/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A running game at this screen: the persons and what they may see, the moves of both sides, the journal.
 * The seating of the record says who plays; usually a person against an agent. */
#ifndef VEDETTE_PLAY_LOCAL_GAME_H
#define VEDETTE_PLAY_LOCAL_GAME_H

#include "play/game.h"
#include "play/local_shown.h"
#include "play/thinker.h"

/* The agent that is thinking about a move. */
struct agent_thought {
    struct thinker thinker;
    bool on;                   /* whether it is thinking */
    double since, seconds;     /* when it began (clock_now), and seconds since then */
    struct think_stats effort; /* of the current move, or of the last one */
    bool hurried;              /* it was requested to move at once */
};

/* The state of a game of two agents that is watched. */
struct watching {
    bool paused;
    bool step;                 /* play one more move, then pause */
    double delay;              /* min seconds between moves */
    double due;                /* when the next move may be shown (clock_now) */
};

/* A finished game and its file. */
struct local_end {
    bool watched;              /* no person at this screen played it */
    bool finishing, finished;  /* the finished game is being stored; it is stored (see `kept`) */
    char file[4096];           /* the file from which it was loaded; empty: played here */
    char kept[4096];           /* its file; empty: it was loaded, or could not be stored */
    bool unsaved;              /* it has notes that are in no file; whoever saves the game resets this */
};

/* The game at the screen. */
struct local_game {
    const struct wake *wake;   /* rung when local_game_advance has something to do */
    bool has_game;             /* there is a game; the members below are valid only then */
    struct game game;          /* what goes on: */
    struct journal_writer journal;
    int64_t journalled_second; /* last second of the current turn written to the journal; 0: none */
    struct record undone;      /* the game before moves were taken back; if not longer than the game: none */
    struct agent_thought thought;
    struct watching watching;
    struct local_end end;
    struct shown_game shown;   /* what is shown of it */
};

/* Initialises it without a game. `wake` is rung when local_game_advance must be called; it must outlive
 * the game. */
void local_game_init(struct local_game *local, const struct wake *wake);

/* Begins a game and its journal. STATUS_BAD if two people are to play practice; other errors as
 * game_start. */
enum status local_game_begin(struct local_game *local, const struct game_terms *terms, struct error *error);

/* Resumes the game of the journal at `path`. If it is damaged, the moves before the fault go to a new
 * journal and the old file is moved to the finished games. */
enum status local_game_resume(struct local_game *local, const char *path, const struct game_terms *terms,
                              struct error *error);

/* Continues a game, or shows a finished one, from a file of any kind. If the record has no valid seating and
 * not exactly one player is a person, the players change. A game with unknown pieces is then one that is
 * played elsewhere. In another game the person gets the side to move, and the player of `terms` that is not
 * NULL the other side. */
enum status local_game_load(struct local_game *local, const char *path, const struct game_terms *terms,
                            struct error *error);

/* Returns whether a journal write is pending. */
bool local_game_is_writing(const struct local_game *local);
/* Returns whether no journal write is pending and the file has the whole game. */
bool local_game_is_saved(const struct local_game *local);

/* Returns the path of the game's file if the game is over; NULL: it goes on, or has no game file. */
const char *local_game_file(const struct local_game *local);

/* Tries again to write what is missing in the journal of a running game. */
void local_game_retry_save(struct local_game *local);

/* Leaves the game after all writes. An unfinished game stays in its journal, with the time left on its
 * clocks. */
void local_game_leave(struct local_game *local);

/* Returns whether the person is to move and the current position is shown. */
bool local_game_to_move(const struct local_game *local);

/* Returns the seating. */
enum seating local_game_seating(const struct local_game *local);
/* Returns the side whose move the person may enter now or next: the person's own side. If the person enters
 * both sides' moves, it is the side to move. */
enum side local_game_mover(const struct local_game *local);

/* Returns, for two people, whether the person who sees the board has moved, so that it must be hidden. */
bool local_game_to_cover(const struct local_game *local);
/* Hides the board and stops the clock. */
void local_game_cover(struct local_game *local);
/* Shows the board again. */
void local_game_uncover(struct local_game *local);

/* Pauses or continues a game of two agents. */
void local_game_pause(struct local_game *local, bool paused);
/* Plays one move of two agents and pauses. */
void local_game_play_one(struct local_game *local);
/* Returns whether the next move of two agents must not be shown yet. */
bool local_game_waits(const struct local_game *local);
/* Returns the ms until the waiting move is shown; -1 if none is waiting. */
int local_game_due(const struct local_game *local);

/* Begins a new game, with its own journal, from the shown position of a finished game or of a variation. If
 * two agents played it, the person gets the side to move. STATUS_NO if the game is not over, ranks are
 * unknown, or no move is possible; other errors as local_game_load. After an error nothing has changed. */
enum status local_game_continue(struct local_game *local, const struct game_terms *terms,
                                struct error *error);

/* Plays the person's move, with the ranks that it revealed if they are unknown here (game_play_with_ranks).
 * It is shown after local_game_advance. STATUS_NO if it is illegal, the game is over, or it is not the
 * person's turn. For a variation use trial_play. */
enum status local_game_move_with_ranks(struct local_game *local, struct move_with_ranks entered,
                                       struct error *error);

/* What local_game_advance did. */
enum {
    LOCAL_GAME_BEGUN = 1,    /* the journal was created, or could not be; STATUS_BAD: a damaged one was
                              * moved away */
    LOCAL_GAME_MOVED = 2,    /* a move is shown, or the game has ended without a move */
    LOCAL_GAME_FINISHED = 4, /* the finished game was stored */
    LOCAL_GAME_STEPPED = 8,  /* a move came while an earlier position was shown; the current one is shown
                              * now */
};

/* Advances the game: ends it if the side to move has no time left, starts the agent, plays its move, and
 * stores a finished game under "$XDG_DATA_HOME/vedette/finished/". Call it after each change, when `wake`
 * has rung and, with clocks, after the time of game_clock_next. Returns flags of what happened. `error`
 * has status STATUS_OK, or a failure of the journal. */
unsigned local_game_advance(struct local_game *local, struct error *error);

/* Applies new settings to the agents (game_reload). An agent that is thinking is stopped and begins its
 * move again; a move that waits to be shown is dropped. Errors as game_reload. */
enum status local_game_reload(struct local_game *local, const struct settings *settings, struct error *error);

/* Takes back the person's last move, with the agent's reply if there is one. If the person enters both sides'
 * moves, takes back the last move, whatever it revealed. STATUS_NO if that is not possible. */
enum status local_game_take_back(struct local_game *local, struct error *error);

/* Returns whether local_game_take_back is possible. */
bool local_game_can_take_back(const struct local_game *local);

/* Plays the moves again that were taken back last, until the person is to move. STATUS_NO: there are none. */
enum status local_game_put_back(struct local_game *local, struct error *error);

/* Stores a comment on the shown position; "" deletes it. For a finished game it is written to its file at
 * once if local_game_writes_comments; a file of the user's own does not change. STATUS_NO if a variation is
 * shown or a finished game has no file; STATUS_FAILED or STATUS_BAD if the file cannot be written. */
enum status local_game_comment(struct local_game *local, const char *text, struct error *error);
/* Returns whether local_game_comment stores in a file at once: the journal of a game that is on, or the file
 * of a finished one. */
bool local_game_writes_comments(const struct local_game *local);
/* Returns the comment on the shown position. */
const char *local_game_comment_shown(const struct local_game *local);

/* Stores the person's note: piece `number` has one of `ranks` (bit r is rank r). */
void local_game_note(struct local_game *local, int number, uint16_t ranks);

/* Marks the game as changed, after a note was added. */
void local_game_note_changed(struct local_game *local);

/* Resigns for the person's side; if the person enters both sides' moves, for the side to move. Has no effect
 * in a game of two agents. */
void local_game_resign(struct local_game *local);
/* Offers a draw to the agent. Two people agree at once. Returns whether the game is a draw. False, and no
 * effect, in a game of two agents. */
bool local_game_offer_draw(struct local_game *local);

/* Returns whether the agent that the person plays against offers a draw. */
bool local_game_draw_offered(const struct local_game *local);

/* Requests the agent's move at once. */
void local_game_hurry(struct local_game *local);

#endif
