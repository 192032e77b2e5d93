/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program makes of a game, told to the person at the screen: values, beliefs, plans. All of it comes
 * from what one side may know; whose side that is while the game is on, insight_look sees to. Knows no
 * screen. */
#ifndef VEDETTE_TUI_INSIGHT_H
#define VEDETTE_TUI_INSIGHT_H

#include "console/command.h"
#include "plan/mind.h"
#include "play/notes.h"
#include "tui/seat.h"

/* One position, as a side to move looks at it: an agent by its own options (game_mover), a person by the
 * session's. */
struct study {
    bool minded;                   /* the mind is there, by what `side` goes by */
    bool made, planned;            /* the view is there too, and the table */
    enum side side;
    uint32_t plies;
    uint64_t placing;              /* of the last ply: another line of play has another */
    struct view view;
    struct mind mind;
    struct rng rng;                /* as it stood before the table was made */
    struct plan_context *context;
    struct plan_table table;
    int best;                      /* the move with the highest total; -1: none */
};

struct insight {
    struct study here;             /* the position on the screen */
    struct belief noted[SIDES];    /* what it believes, and then the person's notes */
    struct note_fault fault[NOTE_FAULTS]; /* of the notes about the enemy, those that it could not take */
    int faults;
    struct study before;           /* the one before the last move that may be explained */
};

/* What the plans say of one move. */
enum { SHEET_LINES = 64 };
struct sheet {
    struct move move;
    bool attack;
    double total;
    int place, of;                 /* it is number `place` of `of` moves */
    int count;                     /* of the lines that follow, by falling weight */
    struct { char head[PLAN_HEAD]; double value; } line[SHEET_LINES];
};

/* Forgets everything and gives the memory back. */
void insight_free(struct insight *insight);

/* Brings values and beliefs up to the board that the seat shows. Cheap where nothing has changed, and one
 * event at a time where the game has gone on. */
void insight_look(struct insight *insight, const struct seat *seat, const struct session *session);

/* After insight_look: what is believed about a side, with the person's notes; and what pieces are worth. */
const struct belief *insight_belief(const struct insight *insight, enum side side);
const struct worth *insight_worth(const struct insight *insight);

/* Plans for the side to move on the board that the seat shows. False where there is nothing to plan, or
 * where that would tell the person what his opponent thinks. Made once for each position. */
bool insight_plan(struct insight *insight, const struct seat *seat, const struct session *session);

/* The move with the highest total, or the best of the piece on a square (SQUARE_NONE: of all); after an
 * insight_plan that was true. MOVE_NONE where there is none. */
struct move insight_best(const struct insight *insight, int from);

/* What the plans say of a move there; false where it is not legal. */
bool insight_sheet(const struct insight *insight, struct move move, struct sheet *sheet);

/* The same for the last move on the board that the seat shows: the person's own last one while the game is
 * on, anybody's when it is over. False where there is none. */
bool insight_played(struct insight *insight, const struct seat *seat, const struct session *session,
                    struct sheet *sheet);

/* Appends what speaks for a move most, in one line: the plan's head, its value and why; the plan of the
 * highest value, so that where none is above zero it is the one that says least against the move. Nothing
 * where no plan says anything. */
void insight_reason(struct insight *insight, struct move move, struct text *out);

#endif
