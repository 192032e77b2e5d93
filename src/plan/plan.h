/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans: what one is, and what it sees (De Boer 2007, 5.2).
 *
 * A plan gives a value to every legal move, seen from its own aim alone. The planner (plan/planner.h) adds
 * the values of all plans and plays the highest. A plan sees the view, both beliefs, the values and the
 * history, all of them gathered in a struct plan_context; it sees nothing of other plans, and keeps
 * nothing between two positions: the same context gives the same values.
 *
 * A new plan is one file, src/plan/NAME.c, with a row `plan_NAME` with its options (group "plan_NAME"), and
 * one line in plan/plans.h. Values are points: a piece of value 1 is worth `scale` (100). Tactical plans
 * give values of pieces, strategic ones 2 to 5 points, general ones less, flag defence 200 to 300 (5.2.2).
 * doc/plans.md says what each plan is to do. */
#ifndef VEDETTE_PLAN_PLAN_H
#define VEDETTE_PLAN_PLAN_H

#include "base/rng.h"
#include "base/text.h"
#include "game/notation.h"
#include "game/view.h"
#include "plan/flag_way.h"
#include "profile/option.h"
#include "worth/worth.h"

enum plan_tier { PLAN_TACTICAL, PLAN_STRATEGIC, PLAN_GENERAL, PLAN_TIERS };

/* What an instance of a plan is about, and so how many there are of it at the start of a game with known own
 * ranks. */
enum plan_subject {
    SUBJECT_GAME,    /* the game: 1; the subject given to the plan is 0 */
    SUBJECT_MOVER,   /* an own piece that can move, the marshal apart: 32; its number */
    SUBJECT_OWN,     /* an own piece: 40; its number */
    SUBJECT_ENEMY,   /* an enemy piece: 40; its number */
    SUBJECT_MINER,   /* an own miner: 5; its number */
    SUBJECT_HUNTED,  /* the enemy's spy and marshal: 2; the rank */
    SUBJECT_LANE,    /* a passage between lakes or edge: 3; 0 from file a to 2 at file j */
    PLAN_SUBJECTS
};

/* A legal move and who is in it. */
struct plan_move {
    struct move move;
    uint8_t piece;    /* number */
    uint8_t victim;   /* number of the attacked piece, or NO_PIECE */
};

/* A piece, as far as the planning side may know. */
struct plan_piece {
    uint8_t rank;      /* own: its rank (the likeliest where nobody here knows it); enemy: RANK_UNKNOWN
                        * unless it is known */
    uint8_t square;    /* SQUARE_NONE when captured or never there */
    bool moved, known; /* known: to the piece's enemy */
    bool attacked_blindly; /* it has won an attack on an unknown, unmoved piece (5.4.4) */
    uint8_t from;      /* where its last move began; SQUARE_NONE before */
    uint32_t moves;    /* how often it has moved */
    uint32_t last;     /* the number, from 1, of the ply in which it last moved; 0: never */
    double value;      /* points; expected where the rank is not known */
    double secret;     /* points its owner loses when it is revealed; 0 when known */
    double mobile;     /* the probability that it can move; own pieces: 0 or 1 */
    double p[RANKS];   /* enemy: what this side believes; own: what the opponent may believe. Certain when
                        * known */
};

/* What comes of a meeting between an own piece of some rank and an enemy piece: probabilities. An enemy piece
 * attacks only if it can move, so the three of its attack add up to its `mobile`, those of ours to 1. */
struct plan_odds {
    double wins, loses, both;                /* the own piece attacks: it stays, it goes, both go */
    double withstands, falls, both_fall;     /* the own piece is attacked: likewise */
};

/* Which own ranks stop an enemy piece, a bit for each. */
struct plan_stoppers {
    uint16_t feared;   /* it more likely fails when it attacks them */
    uint16_t guards;   /* they move, and more likely than not beat it and stay when they attack */
};

/* Collects what is said of one move; see plan_explain. */
struct plan_explanation {
    int move;            /* its index */
    struct text *out;
};

/* What a context was made from, as far as the next one of the same game need not look at it again. */
struct plan_context_origin {
    uint32_t seen;                         /* plies of the history taken in; 0: none */
    uint64_t piece_key;                    /* the last of them left the pieces so (struct ply) */
    bool moved[PIECES];                    /* by then */
    double scale;
    double value[SIDES][RANKS], secret[SIDES][RANKS]; /* of the worth */
};

/* All that plans may look at. */
struct plan_context {
    const struct view *view;
    enum side me, enemy;
    int own_first, enemy_first;            /* numbers of the first own and the first enemy piece */
    const struct worth *worth;
    double scale;                          /* points for a value of 1 */
    enum notation notation;                /* of the squares in explanations; De Boer's at first */
    struct rng *rng;                       /* for the plan of chance only */
    int count;
    struct plan_move moves[MOVES_MAX];     /* the legal moves */
    struct plan_piece piece[PIECES];       /* by piece number */
    struct plan_odds odds[RANKS][PIECES_A_SIDE]; /* own rank against enemy piece number - enemy_first */
    struct plan_stoppers stoppers[PIECES_A_SIDE]; /* of enemy piece number - enemy_first */
    bitboard own, foe;                     /* squares of own and of enemy pieces */
    bitboard own_mobile;                   /* of own pieces that can move */
    bitboard foe_mobile;                   /* of enemy pieces that may be able to move */
    bitboard own_rank[RANKS];              /* of own pieces by rank */
    bitboard own_hidden;                   /* of own pieces that have not moved and are not known */
    uint64_t foe_movers;                   /* enemy pieces on the board whose `mobile` is above 0: bit n
                                            * for number enemy_first + n */
    bitboard own_reach[PIECES_A_SIDE];     /* by own piece number - own_first: where its moves lead to */
    bitboard movers, goals;                /* squares that some move leaves, and that some leads to */
    struct flag_way flag_way;              /* to the enemy's flag */
    uint32_t quiet;                        /* plies since the last attack */
    struct plan_explanation *explanation;  /* NULL: nobody asks why */
    struct plan_context_origin origin;     /* not for plans */
};

/* Gathers everything for the side to move, which must be the view's. `enemy_p` is what this side believes of
 * the enemy's pieces, `own_p` what the opponent may believe of this side's: rows by number from the side's
 * first piece, each adding up to 1 for a piece on the board. Takes microseconds. The pointers must outlive
 * the context. */
void plan_context_init(struct plan_context *context, const struct view *view,
                       const struct worth *worth, double scale,
                       const double (*enemy_p)[RANKS], const double (*own_p)[RANKS],
                       struct rng *rng);

/* The same into a context that was filled in before, or is all zero: what did not change since is not
 * worked out again. The context is the same as plan_context_init makes it. Where the view goes on with the
 * game of the one before (its history has the same pieces on the same squares after as many plies), only
 * the plies since are read; any other view is taken up from its beginning. In a game played on it takes a
 * fraction of the time. */
void plan_context_update(struct plan_context *context, const struct view *view,
                         const struct worth *worth, double scale,
                         const double (*enemy_p)[RANKS], const double (*own_p)[RANKS],
                         struct rng *rng);

/* The number of the piece on a square; NO_PIECE or LAKE where there is none. */
static inline int plan_at(const struct plan_context *context, int square)
{
    return context->view->board.at[square];
}

/* The odds of an own piece of `rank` against enemy piece `number`. */
static inline const struct plan_odds *plan_odds(const struct plan_context *context, int rank,
                                                int number)
{
    return &context->odds[rank][number - context->enemy_first];
}

/* True where the move attacks. */
static inline bool plan_attacks(const struct plan_context *context, int move)
{
    return context->moves[move].victim != NO_PIECE;
}

/* Says, where somebody asks about move `move`, why the plan gives it `points` (without the plan's weight):
 * half a sentence without a full stop, which ends with these points, ", +1.23". A plan may say several of a
 * move; their points add up to its value. In all other cases it does nothing, so that a plan may call it for
 * every move. */
void plan_explain(const struct plan_context *context, int move, double points, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The name of a square in the context's notation, for the words of plan_explain: written only where somebody
 * asks, else "". Returns `text`. */
char *plan_square(const struct plan_context *context, int square, char text[SQUARE_TEXT]);

/* Writes "a-b", the files of the lane between lakes or edge that the subject of a plan about lanes numbers;
 * returns `text`. */
enum { LANES = 3, LANE_FILES = 4 /* from one lane's first file to the next one's */, LANE_TEXT = 4 };
char *plan_lane(const struct plan_context *context, int lane, char text[LANE_TEXT]);

/* The first option of each plan. */
#define PLAN_WEIGHT(default_value) \
    {"weight", OPTION_NUMBER, 0, 100, default_value, NULL, "times", \
     "factor on all points of this plan; 0 switches it off", ""}

/* A kind of plan: a row. */
enum { PLAN_WORDS = 17 };
struct plan_kind {
    const char *name;      /* "ImmediateCapture" */
    const char *column;    /* its head in tables, at most four characters: "ICap" */
    const char *words;     /* what it gives a move points for, for people: at most PLAN_WORDS letters */
    const char *help;      /* one line: its aim */
    enum plan_tier tier;
    enum plan_subject subject;
    struct option_group options; /* "plan_NAME"; the first is PLAN_WEIGHT */
    /* Adds to value[0 .. count-1], which are zero, what each move is worth to the instance about
     * `subject`, without the weight. `option` holds the values of its rows, in their order. False:
     * the instance is not active here, and the values are all zero. */
    bool (*evaluate)(const struct plan_context *context, const double *option, int subject,
                     double *value);
};

/* All plans, in the order of plan/plans.h. */
extern const struct plan_kind *const plan_kind_table[];
extern const int plan_kind_count;

/* The row called `name`, or NULL. */
const struct plan_kind *plan_kind_find(const char *name);

#endif
