/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program makes of a moment of a game, as one side knew it: values, what is believed of both sides
 * with the user's notes, what the plans give each move, the best move, and why.
 *
 * There is one way to make it. Commands call it and wait; a screen has an analyst (analysis/analyst.h) call
 * it on a thread of its own. Of the record only what the side knew at the moment goes into an
 * analysis: it can be shown to that side. */
#ifndef VEDETTE_ANALYSIS_ANALYSIS_H
#define VEDETTE_ANALYSIS_ANALYSIS_H

#include "agent/library.h"
#include "analysis/move_breakdown.h"
#include "analysis/notes.h"
#include "game/record.h"
#include "observer/planner_state.h"

#include <stdatomic.h>

/* How much of an analysis is made; each part with those before it. */
enum analysis_parts { ANALYSIS_VALUES, ANALYSIS_BELIEFS, ANALYSIS_PLANS };

/* What is asked. All pointers are the caller's and must hold until the answer is there. */
struct analysis_request {
    const struct record *record;     /* the game; the notes in it count */
    size_t plies;                    /* the moment: behind so many of its moves */
    enum side side;                  /* who looks */
    enum analysis_parts parts;       /* with plans the side must be to move, and have a move */
    /* By what: where the record names an agent for the side and `as_player` is true, by its options
     * (game_player_settings) and by the random numbers that it had in that game; else by `settings` and by
     * `seed`. */
    bool as_player;
    const struct settings *settings;
    uint64_t seed;
    struct library *library;         /* must outlive the answer too */
    enum notation notation;          /* of the squares and ranks in heads and reasons */
};

/* How far an analysis is; may be read and set by any thread. */
struct analysis_watch {
    atomic_bool *stop;               /* true: it is given up as soon as can be; may be NULL */
    atomic_uint done, total;         /* moves of the game that the beliefs have taken in, of so many */
};

/* The answer. All zero before, and not to be moved; analysis_free gives the memory back. Some 100 kB. */
struct analysis {
    struct view view;                /* what the side knew */
    struct error notice;             /* not STATUS_OK: the agent's name says nothing here */
    struct worth_options worth_options;
    struct worth worth;
    struct belief_knowledge knowledge;   /* this and the next five: with beliefs */
    struct belief belief[SIDES];     /* about each side, with the notes about its pieces; `p` are the final
                                      * probabilities: of the enemy with the evidence */
    struct seat_evidence evidence;   /* of the side that looks, about the enemy */
    struct notes notes;
    struct note_fault fault[SIDES][NOTE_FAULTS]; /* those that could not be taken */
    int faults[SIDES];
    bool planned;                    /* what follows is there */
    double scale;                    /* points for a value of 1 */
    struct plan_context *context;
    struct plan_table table;
    int best;                        /* the move with the highest total, the first of equal ones */
    struct rng rng;                  /* as it stood before the table was made */
};

/* What one analysis leaves to the next, so that a game that has gone on is not worked out from its beginning.
 * All zero: nothing. For one thread at a time. */
struct analysis_cache {
    bool ready;
    struct settings settings;        /* what the planner goes by */
    struct belief_sources sources;
    struct planner_state planner;
    struct record record;            /* the game that it follows */
};

void analysis_cache_free(struct analysis_cache *cache);

/* Makes an analysis. STATUS_BAD where a file that the settings name cannot be read, or a move of the record
 * cannot be played; STATUS_NO where the side has no move to plan, or `watch` (may be NULL) says stop. */
enum status analysis_make(struct analysis *analysis, const struct analysis_request *request,
                          struct analysis_cache *cache, struct analysis_watch *watch, struct error *error);
void analysis_free(struct analysis *analysis);

/* Goes through a game from its start, so that what one moment costs does not grow with the moves before it.
 * All zero before, and not to be moved; analysis_walk_end gives the memory back, also after an error. The
 * request's `plies` and `as_player` do not count. */
struct analysis_walk {
    const struct analysis_request *request;
    struct position *position;
    struct analysis_cache cache;
    struct analysis *analysis;       /* of the moment that the walk has come to */
};

/* At the start of the game: the view is there. STATUS_BAD as analysis_make. */
enum status analysis_walk_begin(struct analysis_walk *walk, const struct analysis_request *request,
                                struct error *error);
/* Makes the analysis of the moment with its beliefs, and with the plans too where the request asks for them,
 * its side is to move and the game goes on (`planned`). STATUS_NO where `watch` (may be NULL) says stop. */
enum status analysis_walk_look(struct analysis_walk *walk, struct analysis_watch *watch, struct error *error);
/* Plays the next move of the record, of which there must be one: the moment behind it has its view alone. */
enum status analysis_walk_next(struct analysis_walk *walk, struct error *error);
void analysis_walk_end(struct analysis_walk *walk);

/* Lets the belief about piece `number` take one more note, over the one that the record has. STATUS_BAD where
 * it cannot be so: nothing is changed then, and the belief's note_conflict says why. */
enum status analysis_note(struct analysis *analysis, int number, uint16_t ranks);

/* The number of a move in the table, or -1. */
int analysis_find(const struct analysis *analysis, struct move move);

/* The move with the highest total, or the best of the piece on a square (SQUARE_NONE: of all). MOVE_NONE
 * where there is none. */
struct move analysis_best(const struct analysis *analysis, int from);

/* What the plans say of a move, in numbers; false where it is not legal or nothing was planned. */
bool analysis_breakdown(const struct analysis *analysis, struct move move, struct move_breakdown *breakdown);

/* Appends it in words: a line each instance of a plan that gives move number `move` a value
 * (planner_explain). To be called after analysis_make, before the cache is used again. */
void analysis_explain(struct analysis *analysis, const struct analysis_cache *cache, int move,
                      struct text *out);

/* What an event of the game did to the probabilities of one piece; after all events also what the notes did,
 * and the evidence of the seat. */
#define STEP_NOTES (UINT32_MAX - 1)
#define STEP_SEAT UINT32_MAX
struct belief_step {
    uint32_t ply;                    /* number of the event, from 1; 0: the start; STEP_NOTES; STEP_SEAT */
    const struct event *event;       /* NULL: none of the game's */
    const struct evidence_list *evidence; /* all of it, of other pieces too */
    double before[RANKS], after[RANKS];   /* at the start `after` alone, as below */
    bool has_novelty;                /* whether the guesser tells how new the side's setup is: */
    double novelty_before[SETUP_NOVELTIES], novelty_after[SETUP_NOVELTIES]; /* probabilities */
};
typedef void belief_visitor(void *context, const struct belief_step *step);

/* Plays what is believed of piece `number` through from the start of the game, and shows each step. */
void analysis_trace(const struct analysis *analysis, int number, belief_visitor *visit, void *context);

#endif
