/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The guesser: how probable each rank is for each piece of one side, as far as everybody at the board
 * can know (De Boer 2007, chapter 6).
 *
 * A belief is about one side, the observed one, and is made from public events only: what we believe of
 * the enemy and what the enemy may believe of us are the same computation. Rows are the observed side's forty
 * pieces by number (row 0 is piece 0 for red and piece 40 for blue). */
#ifndef VEDETTE_BELIEF_BELIEF_H
#define VEDETTE_BELIEF_BELIEF_H

#include "base/error.h"
#include "base/rng.h"
#include "belief/calibration.h"
#include "belief/habits.h"
#include "belief/model.h"
#include "belief/move_model.h"
#include "belief/normal.h"
#include "belief/public_state.h"
#include "belief/recall.h"
#include "game/notation.h"
#include "profile/option.h"
#include "setup/statistics.h"
#include "worth/worth.h"

/* The options' rows, group "belief". */
extern const struct option_group belief_option_group;

/* Their values, a field for each row, all double so that settings_group can fill them; and what pieces are
 * worth. */
struct belief_options {
    double kind;            /* index into belief_kind_table */
    double accuracy;        /* of the normal form */
    double sweeps;          /* at most so many scalings for each */
    double neighbours, opportunities, behaviour; /* flags: De Boer's steps */
    double neighbour_power; /* exponent of the neighbour ratios */
    double missed;          /* a missed profit v divides a rank's weight by exp(missed v) */
    double happiness;       /* happiness h gained multiplies a rank's weight by exp(happiness h) */
    double decay;           /* of happiness with each square of distance */
    double line;            /* added weight of a target in one line */
    struct belief_weights weights; /* bayes: any may be OPTION_WORD: as the model says */
    double prior;           /* probability before the first move that a program plays the side */
    double habits;          /* bayes: weight of what hidden pieces did and did not do */
    double calibration;     /* bayes: part of the learnt calibration that is applied */
    struct worth_options worth; /* deboer: of group "worth", no rows of this one */
};

/* From `settings`, which must have the groups "belief" and "worth". */
void belief_options_read(struct belief_options *options, const struct settings *settings);

struct belief_kind;

/* What was learnt, as far as a guesser needs it: shared, and never changed. */
struct belief_sources {
    const struct setup_statistics *statistics;
    const struct belief_model *model; /* NULL where the kind of guesser needs none */
};

/* What all beliefs share; it must outlive them and is only read. */
struct belief_knowledge {
    struct belief_options options;
    const struct belief_kind *kind;
    const struct setup_statistics *statistics;
    float army[RANKS];               /* how many pieces of each rank the statistics are of; at least 1 */
    const struct net *network;       /* "bayes": the model's, NULL where it is of another variant than the
                                      * statistics; and how people and programs move */
    int hidden_state;                /* the network's, of a piece of which nothing was seen */
    struct move_model_weights move_weights;
    const struct families *families; /* NULL: the model has none */
    struct recall_terms recall_terms;
    const struct habit_weights *habits; /* "bayes": NULL where the model has none */
    const struct calibration *calibration; /* likewise */
    /* Worked out from the above by belief_knowledge_init. */
    float share[PIECES_A_SIDE + 1][RANKS]; /* each rank's by place; last row: place not known */
    float prior[PIECES_A_SIDE + 1][RANKS]; /* its logarithm */
};

/* `model` may be NULL where the kind needs none: STATUS_BAD where it does. Statistics and model must outlive
 * the knowledge; options that are left to the model are taken from it. The statistics are of the variant that
 * is played. Of a model of another variant counts only how players move, and with which weight. */
enum status belief_knowledge_init(struct belief_knowledge *knowledge,
                                  const struct belief_options *options,
                                  const struct setup_statistics *statistics,
                                  const struct belief_model *model, struct error *error);

enum evidence_kind {
    EVIDENCE_FACT,        /* it moved, it was seen, or there is nothing else left for it */
    EVIDENCE_NEIGHBOUR,   /* a piece that began next to it became known */
    EVIDENCE_OPPORTUNITY, /* it could have taken a known piece and did not */
    EVIDENCE_BEHAVIOUR,   /* it moved towards or away from known pieces */
    EVIDENCE_MOVED,       /* the learnt likelihood of the move it made */
    EVIDENCE_STOOD_STILL, /* the learnt likelihood of the moves it did not make */
    EVIDENCE_SETUP,       /* what became known of the setup makes some ranks likelier there */
    EVIDENCE_KNOWN_SETUP, /* setups that people use again, as far as this one may be such, have it there */
    EVIDENCE_PLAYER,      /* who plays, people, programs or anyone, was judged anew: earlier evidence weighs
                           * otherwise */
    EVIDENCE_HABIT,       /* habits: a kind of evidence for each enum habit_kind */
    EVIDENCE_HABIT_LAST = EVIDENCE_HABIT + HABIT_KINDS - 1,
    EVIDENCE_CALIBRATION, /* how often guesses like this one were right */
    EVIDENCE_NOTE,        /* the user's own note */
    /* Of a seat (observer/seat_evidence.h), not of the guesser: */
    EVIDENCE_OPPONENT,    /* how the kind of player that the opponent seems to be moves */
    EVIDENCE_APPROACH,    /* which known pieces it stepped up to, over the whole game */
    EVIDENCE_KINDS
};

/* "fact", "neighbour", …; and a sentence for people. */
const char *evidence_name(enum evidence_kind kind);
const char *evidence_text(enum evidence_kind kind);

/* One change of a piece's weights: each rank's weight was multiplied by its `factor`. Factors are relative:
 * one common to all ranks of the piece changes nothing. */
struct evidence {
    uint32_t ply;       /* 1 for the first event; 0: at the start */
    uint8_t row;
    uint8_t kind;
    float factor[RANKS];
};

/* Collects them while a belief has one. */
struct evidence_list {
    struct evidence *items;
    size_t count, capacity;
};

/* Rows of weights as an expert has them before their scaling, kept as long as nothing of a row changes. */
struct raised_rows {
    uint64_t stale;                 /* bit r: row r has to be worked out anew */
    uint16_t mask[PIECES_A_SIDE];   /* of the row, as it was then */
    float weight[PIECES_A_SIDE][RANKS];
};

/* What is believed. Rows are the observed side's pieces by number, columns their ranks.
 *
 * Logarithms (natural): `log_likelihood`, `log_weight`, `move_odds`, `setup_odds`, `prior`, `explained`. All
 * else is linear: `p`, `surplus_p`, `player_posterior`, `player_share` and `player_p` are probabilities,
 * `weight` weights in proportion to one.
 *
 * float: what is computed for all ranks of all pieces at each ply in loops that a compiler vectorises
 * (fast_math.h), from a model whose numbers have three decimals; errors of 1e-5 in a weight do not show.
 * double: what is normalised (`p`, `scale`: belief.accuracy may ask for 1e-9), and what is multiplied or
 * summed up over a whole game (`weight`, `move_odds`), where errors add up. */
struct belief {
    enum side side;                    /* the observed one */
    const struct belief_knowledge *knowledge;
    struct public_state public_state;
    uint32_t ply;                      /* the event being taken in, counted from 1 */
    struct evidence_list *evidence_list; /* collects the evidence; NULL: nobody asks for it */

    /* Hard facts and notes: sets of ranks, bit r for rank r. */
    uint16_t mask[PIECES_A_SIDE];      /* ranks that facts and notes leave; 0: no such piece */
    uint16_t note[PIECES_A_SIDE];      /* ranks that the user thinks possible; all of them without a note */
    int surplus_ranks;                 /* hidden ranks less hidden pieces: so many pieces never were there */
    uint16_t surplus_mask;             /* ranks that such a missing piece may have */
    bool infeasible;                   /* facts and notes contradict each other, as `conflict` says: the
                                        * counts of ranks are then not used, and only rows add up to one */
    struct normal_conflict conflict;
    struct normal_conflict note_conflict; /* why belief_note last refused a note */

    /* The result, in normal form: rows add up to 1, columns to the number of hidden pieces of the rank. */
    double p[PIECES_A_SIDE][RANKS];    /* probabilities; all zero for no such piece */
    double surplus_p[RANKS];           /* p of each missing piece: the same for all of them */
    double scale[RANKS];               /* the columns' factors of the last normal form: where the next one
                                        * starts */
    int sweeps;                        /* scalings of the last normal form */
    bool converged;                    /* it is as near as belief.accuracy asks; true too where infeasible */
    double error;                      /* the worst rank's relative error of its total; 0 where infeasible */
    uint32_t normalisations;           /* how often the belief was brought into normal form */

    /* The evidence so far. */
    double weight[PIECES_A_SIDE][RANKS]; /* deboer: of all evidence but facts and notes; bayes: of setup
                                          * statistics and revealed neighbours alone, as they count if a
                                          * program plays */
    float log_likelihood[PIECES_A_SIDE][PLAYER_KINDS][RANKS]; /* bayes: of the moves it made and did not make,
                                                               * by who plays the side */
    struct habits habits;              /* bayes: what the pieces did and did not do, and its weights */
    double move_odds[PLAYER_COUNT];    /* bayes: log of the likelihood of all moves seen if such a one plays
                                        * less that if people do, kept within +-8 (players.c), */
    double setup_odds[PLAYER_COUNT];   /* and the same of what became known of the setup */
    float player_posterior[PLAYER_COUNT]; /* bayes: how probable each kind of player therefore is, */
    float player_share[PLAYER_COUNT];  /* and its share of the mixture: without the improbable ones */
    struct network_sums sums;          /* bayes: the network's inputs so far */
    uint8_t state[PIECES_A_SIDE];      /* bayes: what the network was told of each place (network.h) */
    float prior[PIECES_A_SIDE][RANKS]; /* bayes: the network's answer, by place: log weights of the ranks */

    /* bayes: whether the setup is known, nearly known, or new. */
    struct recall recall;              /* by the setup's facts */
    float novelty[SETUP_NOVELTIES];    /* how probable each is, by facts and moves */
    /* If it is new, by row, near their normal form; zero for what is not hidden: */
    float setup_p[PIECES_A_SIDE][RANKS]; /* what the network makes of the setup alone, */
    float new_p[PIECES_A_SIDE][RANKS];   /* and with all evidence that counts if people play */
    uint16_t setup_mask[PIECES_A_SIDE];  /* `mask` when the setup was last looked at */

    /* bayes: the mixture of those who may play (mixture.h). */
    float log_weight[PIECES_A_SIDE][RANKS]; /* of `weight` */
    struct raised_rows raised_rows[PLAYER_COUNT]; /* what each makes of a hidden piece by itself, */
    float player_p[PLAYER_COUNT][PIECES_A_SIDE][RANKS]; /* and of all of them together */
    bool player_weighed[PLAYER_COUNT];   /* as far as it was asked; */
    float player_scale[PLAYER_COUNT][RANKS]; /* and the columns' factors */
    float mixed[PIECES_A_SIDE][RANKS];   /* before the calibration and the normal form */
    float known_part[PIECES_A_SIDE];     /* how much of a row in it known setups say */
    float mixed_people;                  /* people's share of it */
    float explained[PIECES_A_SIDE][RANKS]; /* of its next change, by the evidence so far: logarithms */

    /* bayes: how sure the guess may be, where the model has a calibration (calibration.h). */
    struct calibration_record record;    /* how well it foretold what was seen */
    float level[PIECES_A_SIDE][RANKS];   /* `mixed` near its normal form, zero for what cannot be, */
    float level_scale[RANKS];            /* and the columns' factors */
    float left[RANKS];                   /* which part of each rank is hidden */
    float raised[PIECES_A_SIDE][RANKS];  /* what the calibration makes of `level`, before the normal form */
};

/* One way to believe. `start` fills weights from the public state; `watch` is called before and `learn` after
 * the public state takes in an event (`reveals` as public_state_apply gives them); `weigh` fills `p` with
 * weights that are then brought into normal form. */
struct belief_kind {
    const char *name;
    bool facts;          /* hard facts apply (all but the baseline that counts only) */
    bool models;         /* needs the network and the learnt likelihood of moves */
    void (*start)(struct belief *belief);
    void (*watch)(struct belief *belief, const struct event *event);
    void (*learn)(struct belief *belief, const struct event *event, const uint8_t *reveals);
    void (*weigh)(struct belief *belief);
};

extern const struct belief_kind belief_kind_table[];
extern const size_t belief_kind_count;
const struct belief_kind *belief_kind_find(const char *name);

/* The belief about `side` at the start of the view's history, before its first played ply. */
void belief_init(struct belief *belief, const struct belief_knowledge *knowledge,
                 const struct view *view, enum side side);

/* The same from a public state. */
void belief_init_public(struct belief *belief, const struct belief_knowledge *knowledge,
                        const struct public_state *state, enum side side);

/* Takes in the next public event. */
void belief_event(struct belief *belief, const struct event *event);

/* Takes in all events of the view's history that the belief has not seen. */
void belief_follow(struct belief *belief, const struct view *view);

/* One clause about a conflict: "3 pieces would have to share 1 place of 8", without an end of line. */
enum { CONFLICT_TEXT = 120 };
const char *belief_conflict_text(const struct normal_conflict *conflict, enum notation notation,
                                 char text[CONFLICT_TEXT]);

/* The user's own note: the piece is one of these ranks (bit r), all of them again for "no idea". STATUS_NO,
 * nothing changed, where it contradicts the facts or the other notes: `note_conflict` says how, and `error` a
 * sentence in De Boer's notation. Where they contradict each other already, the note is checked against what
 * was seen of its own piece alone. */
enum status belief_note(struct belief *belief, int number, uint16_t ranks, struct error *error);

/* The probability that piece `number` of the observed side has `rank`. */
static inline double belief_get(const struct belief *belief, int number, int rank)
{
    return belief->p[number % PIECES_A_SIDE][rank];
}

/* True where the piece is on the board and its rank is not public. */
static inline bool belief_is_hidden(const struct belief *belief, int number)
{
    const struct public_piece *piece = &belief->public_state.piece[number];
    return piece->square != SQUARE_NONE && piece->rank == RANK_UNKNOWN;
}

/* The likeliest rank of a piece; the lower one of two that are equally likely. */
int belief_best(const struct belief *belief, int number);

/* How probable it is that the side's setup is one that people use again, near one, or new. False, `share`
 * untouched, where the guesser knows no setups. */
bool belief_novelty(const struct belief *belief, double share[SETUP_NOVELTIES]);

/* Whether nothing is known of how people set up in the variant that is played: the guess goes by the counts
 * of ranks, and "bayes" by how players of another variant move. */
bool belief_is_flat(const struct belief *belief);

/* How probable it is that people, programs, or anyone else plays the side. False, `share` untouched, where
 * the guesser does not ask. */
bool belief_players(const struct belief *belief, double share[PLAYER_COUNT]);

/* The board of one rank: for each square the probability that this rank of the observed side stands
 * there; -1 where none of its pieces does. */
void belief_heat(const struct belief *belief, int rank, double heat[SQUARES]);

/* The likeliest squares of a rank, the likeliest first: at most `most`; returns how many. */
struct belief_square {
    uint8_t square, number;
    double probability;
};
int belief_squares(const struct belief *belief, int rank, struct belief_square *out, int most);

/* For the kinds: adds to the evidence list, if there is one. `log_factor`: natural logarithms by rank; NULL:
 * all zero. */
void belief_add_evidence(struct belief *belief, int row, enum evidence_kind kind, const float *log_factor);

#endif
