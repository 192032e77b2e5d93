/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The analysis of a position of a game, as one side knew it: values of the pieces, beliefs about both
 * sides with the user's notes, the plans' points of each move, the best move and the reasons.
 *
 * Commands call it directly; a screen uses an analyst (analysis/analyst.h), which calls it on a worker's
 * thread. An analysis uses only what the side knew at that moment, so it can be shown to that side. */
#ifndef VEDETTE_ANALYSIS_ANALYSIS_H
#define VEDETTE_ANALYSIS_ANALYSIS_H

#include "agent/library.h"
#include "analysis/move_breakdown.h"
#include "analysis/notes.h"
#include "game/record.h"
#include "observer/planner_state.h"

#include <stdatomic.h>

/* How much of an analysis is made; each part includes those before it. */
enum analysis_parts { ANALYSIS_VALUES, ANALYSIS_BELIEFS, ANALYSIS_PLANS };

/* A request for an analysis. The caller owns what the pointers refer to; it must stay valid until the
 * analysis is made. */
struct analysis_request {
    const struct record *record;     /* the game, with the user's notes */
    size_t plies;                    /* the position: after this number of moves */
    enum side side;                  /* the side whose knowledge is used */
    enum analysis_parts parts;       /* for plans the side must be to move and have a move */
    /* If `as_player` is true and the record has an agent for the side: uses its options
     * (game_player_settings) and the random stream that it had in the game. Otherwise uses `settings` and
     * `seed`. */
    bool as_player;
    const struct settings *settings;
    uint64_t seed;
    struct library *library;         /* must also outlive the analysis */
    enum notation notation;          /* of squares and ranks in texts */
};

/* The progress of an analysis, and its stop flag; any thread may read and set them. */
struct analysis_watch {
    atomic_bool *stop;               /* true: cancel as soon as possible; may be NULL */
    atomic_uint done, total;         /* moves of the game that the beliefs have followed, and their total */
    /* Called by a review after each move that it judged; may be NULL. */
    void (*report)(void *context, unsigned done, unsigned total);
    void *context;
};

/* An analysis, about 100 kB. Initialise with all zero, do not move it; analysis_free frees it. */
struct analysis {
    struct view view;                /* what the side knew */
    struct error notice;             /* not STATUS_OK: the agent's name in the record is not valid here */
    struct worth_options worth_options;
    struct worth worth;
    struct belief_knowledge knowledge; /* this and the next five members: if beliefs are made */
    struct belief belief[SIDES];     /* about each side, with the notes; `p`: final probabilities, for the
                                      * enemy including the evidence */
    struct seat_evidence evidence;   /* of the viewing side, about the enemy */
    struct notes notes;
    struct note_fault fault[SIDES][NOTE_FAULTS]; /* notes that contradict what is known */
    int faults[SIDES];
    bool planned;                    /* whether the members below are set */
    double scale;                    /* points of the plans for a value of 1 */
    struct plan_context *context;
    struct plan_table table;
    int best;                        /* index of the move with the highest total, the first of equal ones */
    struct rng rng;                  /* its state before the plans were made */
};

/* The state kept between analyses, so that a continued game is not analysed again from its beginning. All
 * zero: empty. For one thread at a time. */
struct analysis_cache {
    bool ready;
    struct settings settings;        /* of the planner */
    struct belief_sources sources;
    struct planner_state planner;
    struct record record;            /* the game that was followed */
};

void analysis_cache_free(struct analysis_cache *cache);

/* Makes an analysis. STATUS_BAD if a file that the settings name cannot be read, or a recorded move cannot be
 * played. STATUS_NO if the side has no move to plan, or watch->stop was set (`watch` may be NULL). */
enum status analysis_make(struct analysis *analysis, const struct analysis_request *request,
                          struct analysis_cache *cache, struct analysis_watch *watch, struct error *error);
void analysis_free(struct analysis *analysis);

/* Analyses a game move by move; the cost of a position does not depend on the moves before it. Initialise
 * with all zero, do not move it; analysis_walk_end frees it, also after an error. The request's `plies`
 * and `as_player` are ignored. */
struct analysis_walk {
    const struct analysis_request *request;
    struct position *position;
    struct analysis_cache cache;
    struct analysis *analysis;       /* of the current position */
};

/* Begins at the start of the game; only the view is set. STATUS_BAD as analysis_make. */
enum status analysis_walk_begin(struct analysis_walk *walk, const struct analysis_request *request,
                                struct error *error);
/* Analyses the current position. Computes the beliefs, and the plans if they are requested, the side is to
 * move and the game is not over (`planned`). STATUS_NO if watch->stop was set (`watch` may be NULL). */
enum status analysis_walk_analyse(struct analysis_walk *walk, struct analysis_watch *watch,
                                  struct error *error);
/* Plays the next move of the record, which must exist. Only the view of the new position is set. */
enum status analysis_walk_next(struct analysis_walk *walk, struct error *error);
void analysis_walk_end(struct analysis_walk *walk);

/* Adds a note about piece `number` (bit r of `ranks` is rank r) to the belief; it replaces a recorded one.
 * STATUS_BAD, with no change, if it contradicts what is known (facts_note_conflict). */
enum status analysis_note(struct analysis *analysis, int number, uint16_t ranks);

/* Returns the index of a move in analysis->table, or -1 if the table does not have it. */
int analysis_find(const struct analysis *analysis, struct move move);

/* Returns the move with the highest total, of the piece on square `from` or (SQUARE_NONE) of all.
 * MOVE_NONE: none. */
struct move analysis_best(const struct analysis *analysis, int from);

/* Computes the plans' points of a move. False if the move is illegal or there are no plans. */
bool analysis_breakdown(const struct analysis *analysis, struct move move, struct move_breakdown *breakdown);

/* Appends the reasons as text: a line for each instance of a plan that gives move number `move` points
 * (planner_explain). Call it after analysis_make, before the cache is used again. */
void analysis_explain(struct analysis *analysis, const struct analysis_cache *cache, int move,
                      struct text *out);

/* Fills *reasons, which is all zero, with the reasons of one move (planner_reasons); call it when
 * analysis_explain may be called. The caller frees its `list`. */
void analysis_reasons(struct analysis *analysis, const struct analysis_cache *cache, int move,
                      struct plan_explanation *reasons);

/* A step of the belief about one piece: an event of the game; after all events, the notes; at last the
 * evidence of the seat. */
#define STEP_NOTES (UINT32_MAX - 1)
#define STEP_WHOLE_GAME UINT32_MAX
struct belief_step {
    uint32_t ply;                    /* event number, from 1; 0: the start; STEP_NOTES; STEP_WHOLE_GAME */
    const struct event *event;       /* NULL: not an event of the game */
    const struct evidence_list *evidence; /* of this step, also about other pieces */
    double before[RANKS], after[RANKS]; /* probabilities by rank; at the start only `after` is set, also
                                         * for novelty */
    bool has_novelty;                /* whether the guesser estimates how new the side's setup is */
    double novelty_before[SETUP_NOVELTIES], novelty_after[SETUP_NOVELTIES]; /* probabilities */
};
typedef void belief_visitor(void *context, const struct belief_step *step);

/* Computes the belief about piece `number` again from the start of the game, and calls `visit` for each
 * step. */
void analysis_trace(const struct analysis *analysis, int number, belief_visitor *visit, void *context);

#endif
