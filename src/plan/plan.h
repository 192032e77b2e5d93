/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interface of a plan, and its input (De Boer 2007, 5.2).
 *
 * A plan gives points to every legal move for one aim. The planner (plan/planner.h) adds the points of all
 * plans and plays the move with the highest sum. The input of a plan is a struct plan_context: the view, both
 * beliefs, the values of pieces and the history. A plan does not see other plans and has no state between two
 * positions: the same context gives the same values.
 *
 * A new plan is one file, src/plan/NAME.c, with a row `plan_NAME` with its options (group "plan_NAME"), and
 * one line in plan/plans.h. Values are points: a piece of value 1 is worth `scale` (100) points. Tactical
 * plans give points in the range of piece values, strategic ones 2 to 5 points, general ones less, the
 * defence of the flag 200 to 300 (5.2.2). doc/plans.md describes the aim of each plan. */
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

/* The subject of a plan's instance. The plan has one instance for each subject; the comments give their
 * number at the start of a game (with known own ranks) and the value of `subject`. */
enum plan_subject {
    SUBJECT_GAME,    /* the whole game: 1; 0 */
    SUBJECT_MOVER,   /* an own piece that can move, except the marshal: 32; its number */
    SUBJECT_OWN,     /* an own piece: 40; its number */
    SUBJECT_ENEMY,   /* an enemy piece: 40; its number */
    SUBJECT_MINER,   /* an own miner: 5; its number */
    SUBJECT_HUNTED,  /* the enemy's spy and marshal: 2; the rank */
    SUBJECT_LANE,    /* a passage between lakes or edge: 3; 0 from file a to 2 at file j */
    PLAN_SUBJECTS
};

/* A legal move and its pieces. */
struct plan_move {
    struct move move;
    uint8_t piece;    /* number of the moving piece */
    uint8_t victim;   /* number of the attacked piece, or NO_PIECE */
};

/* The data of a piece that the planning side may know. */
struct plan_piece {
    uint8_t rank;      /* own piece: its rank (the most probable one if the view does not have it); enemy
                        * piece: RANK_UNKNOWN unless it is known */
    uint8_t square;    /* SQUARE_NONE if it is captured or was never on the board */
    bool moved, known; /* known: its rank is known to its enemy */
    bool attacked_blindly; /* it has won an attack on an unknown, unmoved piece (De Boer 2007, 5.4.4) */
    uint8_t last_from; /* start square of its last move; SQUARE_NONE if it never moved */
    uint32_t moves;    /* number of moves so far */
    uint32_t last_ply; /* the ply (from 1) of its last move; 0: it never moved */
    double value;      /* points; the expected value if the rank is not known */
    double secret;     /* points that its owner loses when its rank is revealed; 0 if known */
    double mobile;     /* probability that its rank can move; own pieces: 0 or 1 */
    double p[RANKS];   /* probability of each rank. Enemy piece: this side's belief; own piece: what the
                        * opponent may believe. If known: 1 for its rank */
};

/* Probabilities of each battle result between an own piece of a given rank and an enemy piece. If the own
 * piece attacks, the three sum to 1; if the enemy piece attacks, they sum to its `mobile`, since it must be
 * able to move. */
struct plan_odds {
    double wins, loses, both;                /* the own piece attacks: it wins, it is captured, both are */
    double withstands, falls, both_fall;     /* the own piece is attacked: it wins, it is captured, both
                                              * are */
};

/* Own ranks that stop an enemy piece; bit r is rank r. */
struct plan_stoppers {
    uint16_t feared;   /* its attack on this rank fails with a probability above 0.5 */
    uint16_t guards;   /* this rank can move, and its attack on the piece wins with a probability above 0.5 */
};

/* A reason for or against one move, by one instance of a plan. */
struct plan_reason {
    const struct plan_kind *kind;
    int subject;
    double points;       /* part of the points of the move by this instance, without the plan's weight */
    double weight;       /* the plan's weight */
    char phrase[160];    /* what the move does, without its subject: "takes the sergeant on e5" */
    char figures[96];    /* what follows the phrase in a full explanation, may be empty */
};

/* The reasons of all plans for one move; see plan_explain. Initialise `list` with all zero and free it. */
struct plan_explanation {
    int move;            /* index of the move */
    struct plan_reason *list;
    size_t count, capacity;
};

/* The data that a context was computed from: plan_context_update recomputes only what depends on changes. */
struct plan_context_origin {
    uint32_t plies_read;                   /* plies of the history read so far; 0: none */
    uint64_t piece_key;                    /* hash of the pieces after the last of these plies (struct ply) */
    bool moved[PIECES];                    /* whether the piece has moved in these plies */
    double scale;
    double value[SIDES][RANKS], secret[SIDES][RANKS]; /* copies of the fields of struct worth */
};

/* All input of the plans for one position. */
struct plan_context {
    const struct view *view;
    enum side me, enemy;
    int own_first, enemy_first;            /* numbers of the first own and the first enemy piece */
    const struct worth *worth;
    double scale;                          /* points for a value of 1 */
    enum notation notation;                /* of squares in explanations; De Boer's by default */
    struct rng *rng;                       /* only for the plan Random */
    int count;
    struct plan_move moves[MOVES_MAX];     /* the legal moves */
    struct plan_piece piece[PIECES];       /* by piece number */
    struct plan_odds odds[RANKS][PIECES_A_SIDE]; /* [own rank][enemy piece number - enemy_first] */
    struct plan_stoppers stoppers[PIECES_A_SIDE]; /* [enemy piece number - enemy_first] */
    bitboard own, foe;                     /* squares of own and of enemy pieces */
    bitboard own_mobile;                   /* of own pieces that can move */
    bitboard foe_mobile;                   /* of enemy pieces that may be able to move */
    bitboard own_rank[RANKS];              /* of own pieces by rank */
    bitboard own_hidden;                   /* of own pieces that have not moved and are not known */
    uint64_t foe_movers;                   /* enemy pieces on the board whose `mobile` is above 0: bit n
                                            * for number enemy_first + n */
    bitboard own_reach[PIECES_A_SIDE];     /* [own piece number - own_first]: target squares of its moves */
    bitboard sources, targets;             /* all start squares, and all target squares, of the legal moves */
    struct flag_way flag_way;              /* own pieces' ways to the enemy's flag */
    uint32_t quiet;                        /* plies since the last attack */
    struct plan_explanation *explanation;  /* NULL: no explanation is wanted */
    struct plan_context_origin origin;     /* not for plans */
};

/* Computes all fields for the side to move, which must be the view's side. `enemy_p` is this side's belief
 * about the enemy's pieces, `own_p` what the opponent may believe about this side's pieces: one row for each
 * piece of the side, in the order of its numbers; the row of a piece on the board sums to 1. Takes
 * microseconds. The context stores `view`, `worth` and `rng`, which must outlive it. */
void plan_context_init(struct plan_context *context, const struct view *view, const struct worth *worth,
                       double scale, const double (*enemy_p)[RANKS], const double (*own_p)[RANKS],
                       struct rng *rng);

/* Computes the same as plan_context_init in a context that was filled in before or is all zero. Recomputes
 * only what has changed, which is several times faster. If the view continues the game of the previous view
 * (its history has the same pieces on the same squares after the same number of plies), reads only the new
 * plies; if not, the whole history. */
void plan_context_update(struct plan_context *context, const struct view *view, const struct worth *worth,
                         double scale, const double (*enemy_p)[RANKS], const double (*own_p)[RANKS],
                         struct rng *rng);

/* Returns the number of the piece on a square; NO_PIECE if the square is empty, LAKE for a lake. */
static inline int plan_at(const struct plan_context *context, int square)
{
    return context->view->board.at[square];
}

/* Returns the odds of an own piece of `rank` against enemy piece `number`. */
static inline const struct plan_odds *plan_odds(const struct plan_context *context, int rank, int number)
{
    return &context->odds[rank][number - context->enemy_first];
}

/* Returns whether the move with index `move` is an attack. */
static inline bool plan_attacks(const struct plan_context *context, int move)
{
    return context->moves[move].victim != NO_PIECE;
}

/* Records why the plan gives the move with index `move` its `points` (without the plan's weight). Does
 * nothing if no explanation of this move is wanted, so a plan may call it for every move. The text says what
 * the move does, in the third person and without a full stop, naming pieces and squares; figures of the plan
 * follow after '|': "brings the miner to 3 moves from b9|: 2.10, before 1.80". A hint shows the part before
 * it. If a plan gives several reasons for a move, their points sum to the plan's value. */
void plan_explain(const struct plan_context *context, int move, double points, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Writes the name of a square in the context's notation, for plan_explain. Writes "" if no explanation is
 * wanted, which saves time. Returns `text`. */
char *plan_square(const struct plan_context *context, int square, char text[SQUARE_TEXT]);

enum { PLAN_PIECE = 32 };
/* Writes a piece that stands on `square`: "the major on d4". Writes "the piece on d4" if the planning side
 * does not know its rank. Returns `text`. */
char *plan_name_piece(const struct plan_context *context, int number, int square, char text[PLAN_PIECE]);
/* Writes a piece as plan_name_piece does, for plan_explain; "" if no explanation is wanted, which saves
 * time. */
char *plan_piece_on(const struct plan_context *context, int number, int square, char text[PLAN_PIECE]);
/* Writes a piece as plan_piece_on does, on the square where it stands after the move with index `move` if it
 * is not captured. */
char *plan_piece_after(const struct plan_context *context, int number, int move, char text[PLAN_PIECE]);

enum { LANES = 3, LANE_FILES = 4 /* from one lane's first file to the next one's */, LANE_TEXT = 4 };
/* Writes the two files of lane number `lane` (0 .. LANES - 1, a passage between lakes or between a lake and
 * the edge), such as "a-b". Returns `text`. */
char *plan_lane(const struct plan_context *context, int lane, char text[LANE_TEXT]);

/* The first option of each plan. */
#define PLAN_WEIGHT(default_value) \
    {"weight", OPTION_NUMBER, 0, 100, default_value, NULL, "times", \
     "factor on all points of this plan; 0 switches it off", ""}

/* A kind of plan: a row. */
enum { PLAN_WORDS = 17 };
struct plan_kind {
    const char *name;      /* "ImmediateCapture" */
    const char *column;    /* heading in tables, at most four characters: "ICap" */
    const char *words;     /* its reason in plain words: at most PLAN_WORDS letters */
    const char *help;      /* its aim in one line */
    enum plan_tier tier;
    enum plan_subject subject;
    struct option_group options; /* "plan_NAME"; the first is PLAN_WEIGHT */
    /* Adds to value[0 .. count-1], which are zero, the points of each move for the instance about `subject`,
     * without the weight. `option` holds the values of the plan's options, in the order of its rows. The
     * instance is active if any value is not zero then. False: it left all of them zero; where that is easily
     * seen, it saves the planner a pass over the values. */
    bool (*evaluate)(const struct plan_context *context, const double *option, int subject, double *value);
};

/* All plans, in the order of plan/plans.h. */
extern const struct plan_kind *const plan_kind_table[];
extern const int plan_kind_count;

#endif
