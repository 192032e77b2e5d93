/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The guesser: computes the probability of each rank for each piece of one side, from public information only
 * (De Boer 2007, chapter 6).
 *
 * A belief is about one side, the observed one. It uses public events only, so the same computation gives our
 * belief about the enemy and the enemy's belief about us. Rows are the observed side's forty
 * pieces by number (row 0 is piece 0 for red and piece 40 for blue). */
#ifndef VEDETTE_BELIEF_BELIEF_H
#define VEDETTE_BELIEF_BELIEF_H

#include "base/error.h"
#include "base/rng.h"
#include "belief/calibrate.h"
#include "belief/calibration.h"
#include "belief/deboer.h"
#include "belief/evidence.h"
#include "belief/facts.h"
#include "belief/habits.h"
#include "belief/mixture.h"
#include "belief/model.h"
#include "belief/move_evidence.h"
#include "belief/move_model.h"
#include "belief/normal.h"
#include "belief/players.h"
#include "belief/public_state.h"
#include "belief/recall.h"
#include "belief/setup_evidence.h"
#include "game/notation.h"
#include "profile/option.h"
#include "setup/statistics.h"
#include "worth/worth.h"

/* The option group "belief". */
extern const struct option_group belief_option_group;

/* The values of these options, a field for each option, all double so that settings_group can fill them; and
 * the options of the group "worth". */
struct belief_options {
    double kind;            /* index into belief_kind_table */
    double accuracy;        /* of the normal form */
    double sweeps;          /* max scalings for one normal form */
    double neighbours, opportunities, behaviour; /* flags: De Boer's steps */
    double neighbour_power; /* exponent of the neighbour ratios */
    double missed;          /* a missed profit v divides a rank's weight by exp(missed v) */
    double happiness;       /* happiness h gained multiplies a rank's weight by exp(happiness h) */
    double decay;           /* of happiness with each square of distance */
    double line;            /* added weight of a target in one line */
    struct belief_weights weights; /* bayes: OPTION_WORD: take the model's value */
    double prior;           /* probability before the first move that a program plays the side */
    double habits;          /* bayes: weight of what hidden pieces did and did not do */
    double calibration;     /* bayes: part of the learnt calibration that is applied */
    struct worth_options worth; /* deboer: not in the group "belief" */
};

/* Reads the options from `settings`, which must have the groups "belief" and "worth". */
void belief_options_read(struct belief_options *options, const struct settings *settings);

struct belief_kind;

/* The learnt data that a guesser needs: shared, never changed. */
struct belief_sources {
    const struct setup_statistics *statistics;
    const struct belief_model *model; /* NULL if the kind of guesser needs none */
};

/* The data that all beliefs share. It must outlive them and is not changed. */
struct belief_knowledge {
    struct belief_options options;
    const struct belief_kind *kind;
    const struct setup_statistics *statistics;
    float army[RANKS];               /* pieces of each rank in the statistics' variant, at least 1 */
    const struct net *network;       /* "bayes": the model's; NULL if its variant differs from that of the
                                      * statistics */
    int hidden_state;                /* the network's state of a place with an unobserved piece */
    struct move_model_weights move_weights; /* how people and programs move */
    const struct families *families; /* NULL: the model has none */
    struct recall_terms recall_terms;
    const struct habit_weights *habits; /* "bayes": NULL if the model has none */
    const struct calibration *calibration; /* "bayes": NULL if the model has none */
    /* Computed from the fields above by belief_knowledge_init. */
    float share[PIECES_A_SIDE + 1][RANKS]; /* share of each rank by place; last row: place not known */
    float prior[PIECES_A_SIDE + 1][RANKS]; /* natural logarithm of `share` */
};

/* Fills the knowledge. The statistics (of the variant that is played) and the model must outlive it. Options
 * that are left to the model get the model's values. STATUS_BAD if `model` is NULL but the kind needs one. Of
 * a model of another variant only the move model and its weights are used. */
enum status belief_knowledge_init(struct belief_knowledge *knowledge, const struct belief_options *options,
                                  const struct setup_statistics *statistics, const struct belief_model *model,
                                  struct error *error);

/* The part of a belief about its last normal form. */
struct belief_normal {
    double missing_p[RANKS];           /* p of each missing piece: the same for all of them */
    double scale[RANKS];               /* column factors, the start values of the next normal form */
    struct normal_result result;       /* if infeasible, `converged` is true and `error` 0 */
    uint32_t count;                    /* number of normal forms computed so far */
};

/* A belief. Rows are the observed side's pieces by number, columns their ranks. A part that is a struct
 * belongs to the file that defines it: other files pass it, or the belief, to the functions of that file.
 *
 * Logarithms (natural): evidence of setup and moves, odds of players. All else is linear: `p` and
 * `missing_p` are probabilities, De Boer's weights are in proportion to one.
 *
 * float: what is computed for all ranks of all pieces at each ply in loops that a compiler vectorises
 * (fast_math.h), from a model whose numbers have three decimals; errors of 1e-5 in a weight do not show.
 * double: what is normalised (`p`, `scale`: belief.accuracy may be 1e-9), and what is multiplied or
 * summed up over a whole game (De Boer's weights, odds of players), where errors add up. */
struct belief {
    enum side side;                    /* the observed one */
    const struct belief_knowledge *knowledge;
    struct public_state public_state;
    uint32_t ply;                      /* number of the current event, from 1; 0 before the first */

    struct facts facts;                /* hard facts and notes */
    struct evidence_recorder evidence; /* what is written to a list of evidence */

    double p[PIECES_A_SIDE][RANKS];    /* the result, in normal form: probabilities; rows add up to 1, columns
                                        * to the number of hidden pieces of the rank; all zero if there is no
                                        * such piece */
    struct belief_normal normal;       /* of belief.c: the normal form */

    /* The evidence so far. */
    struct deboer_evidence deboer;     /* setup statistics, revealed neighbours; deboer: behaviour */
    struct move_evidence moves;        /* bayes: the moves that the pieces made and did not make */
    struct habits habits;              /* bayes: counters of the pieces' behaviour, and their weights */
    struct players players;            /* bayes: the kind of player */
    struct setup_evidence setup;       /* bayes: what is known of the setup */
    struct mixture mixture;            /* bayes: the beliefs by each kind of player, and all together */
    struct calibrated calibrated;      /* bayes, if the model has a calibration */
};

/* A kind of guesser. Its functions, each may be NULL but `weigh`: `start` fills the weights from the public
 * state; `watch` is called before an event is applied to the public state, `learn` after it (`reveals`: as
 * public_state_apply fills it); `weigh` fills `p` with weights, which are then brought into normal form. */
struct belief_kind {
    const char *name;
    bool facts;          /* uses hard facts (all kinds but "counts") */
    bool models;         /* needs the network and the learnt likelihood of moves */
    void (*start)(struct belief *belief);
    void (*watch)(struct belief *belief, const struct event *event);
    void (*learn)(struct belief *belief, const struct event *event, const uint8_t *reveals);
    void (*weigh)(struct belief *belief);
};

extern const struct belief_kind belief_kind_table[];
extern const size_t belief_kind_count;
/* Returns the kind with this name, or NULL. */
const struct belief_kind *belief_kind_find(const char *name);

/* Initialises the belief about `side` at the start of the view's history, before the first played ply. */
void belief_init(struct belief *belief, const struct belief_knowledge *knowledge,
                 const struct view *view, enum side side);

/* Initialises the belief about `side` from a public state. */
void belief_init_public(struct belief *belief, const struct belief_knowledge *knowledge,
                        const struct public_state *state, enum side side);

/* Updates the belief by the next public event. */
void belief_observe(struct belief *belief, const struct event *event);

enum { CONFLICT_TEXT = 120 };
/* Writes a clause about a conflict, "3 pieces would have to share 1 place of 8", without a line end. Returns
 * `text`. */
const char *belief_conflict_text(const struct normal_conflict *conflict, enum notation notation,
                                 char text[CONFLICT_TEXT]);

/* Sets the user's note about a piece: it has one of `ranks` (bit r for rank r). All ranks: removes the note.
 * STATUS_NO, with nothing changed, if the note contradicts the facts or other notes: facts_note_conflict then
 * returns the reason, and `error` gets a sentence in De Boer's notation. If facts and notes contradict each
 * other already, the note is checked only against the facts about its own piece. */
enum status belief_note(struct belief *belief, int number, uint16_t ranks, struct error *error);

/* Returns the probability, 0 .. 1, that piece `number` of the observed side has `rank`. */
static inline double belief_get(const struct belief *belief, int number, int rank)
{
    return belief->p[number % PIECES_A_SIDE][rank];
}

/* Returns how the last normal form was reached, with the accuracy belief.accuracy. */
static inline struct normal_result belief_normal_result(const struct belief *belief)
{
    return belief->normal.result;
}

/* Returns the number of normal forms computed so far. */
static inline uint32_t belief_normal_forms(const struct belief *belief)
{
    return belief->normal.count;
}

/* Returns the probabilities by rank of each missing piece (facts_missing). */
static inline const double *belief_missing_p(const struct belief *belief)
{
    return belief->normal.missing_p;
}

/* Returns whether the piece is on the board and its rank is not public. */
static inline bool belief_is_hidden(const struct belief *belief, int number)
{
    const struct public_piece *piece = &belief->public_state.piece[number];
    return piece->square != SQUARE_NONE && piece->rank == RANK_UNKNOWN;
}

/* Returns the likeliest rank of a piece; of equally likely ranks the lowest. */
int belief_best(const struct belief *belief, int number);

/* Computes the probabilities that the side's setup is a known one, near a known one, or new. False, with
 * `share` unchanged, if the guesser knows no setups. */
bool belief_novelty(const struct belief *belief, double share[SETUP_NOVELTIES]);

/* Returns whether no setups of the variant were learnt. The guess then uses only the counts of ranks, and
 * "bayes" also the move model of another variant. */
bool belief_is_flat(const struct belief *belief);

/* Copies the probability of each kind of player (enum player_kind) that it plays the side; their sum is 1.
 * False, with `share` unchanged, if the guesser does not estimate them. */
bool belief_players(const struct belief *belief, double share[PLAYER_COUNT]);

/* Computes for each square the probability that a piece of `rank` of the observed side stands there; -1 on
 * squares without a piece of that side. */
void belief_heat(const struct belief *belief, int rank, double heat[SQUARES]);

struct belief_square {
    uint8_t square, number; /* a square, and the piece on it */
    double probability;
};

/* Lists the likeliest squares of a rank, in falling order of probability, at most `max`. Returns their
 * number. */
int belief_squares(const struct belief *belief, int rank, struct belief_square *out, int max);

#endif
