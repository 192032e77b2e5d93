/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The guesser: how probable each rank is for each piece of one side, as far as everybody at the board
 * can know (De Boer 2007, chapter 6).
 *
 * A belief is about one side, the observed one, and is made from public events only: what we believe of
 * the enemy and what he may believe of us are the same computation. Rows are the observed side's forty
 * pieces by number (row 0 is piece 0 for red and piece 40 for blue). */
#ifndef VEDETTE_BELIEF_BELIEF_H
#define VEDETTE_BELIEF_BELIEF_H

#include "base/error.h"
#include "base/rng.h"
#include "belief/conduct.h"
#include "belief/model.h"
#include "belief/normal.h"
#include "belief/scene.h"
#include "file/notation.h"
#include "profile/option.h"
#include "setup/statistics.h"
#include "worth/worth.h"

/* The options' rows, group "belief", in the order of struct belief_options. */
extern const struct option_group belief_option_group;

/* Their values, all double so that settings_group can fill them; and what pieces are worth. */
struct belief_options {
    double kind;            /* index into belief_kind_table */
    double accuracy;        /* of the normal form */
    double sweeps;          /* at most so many scalings for each */
    double neighbours, opportunities, behaviour; /* flags: De Boer's steps */
    double neighbour_power; /* exponent of the neighbour ratios */
    double missed;          /* by how much a missed profit of 1 lessens a rank, as an exponent */
    double happiness;       /* by how much one unit of happiness gained raises a rank, as an exponent */
    double decay;           /* of happiness with each square of distance */
    double line;            /* added weight of a target in one line */
    struct belief_weights weights; /* bayes: any may be OPTION_WORD: as the model says */
    double prior;           /* probability before the first move that a program plays the side */
    struct worth_options worth; /* deboer: of group "worth", no rows of this one */
};

/* From `settings`, which must have the groups "belief" and "worth"; or the defaults. */
void belief_options_read(struct belief_options *options, const struct settings *settings);
void belief_options_default(struct belief_options *options);

struct belief_kind;

/* What all beliefs share; it must outlive them and is only read. */
struct belief_knowledge {
    struct belief_options options;
    const struct belief_kind *kind;
    const struct setup_statistics *statistics;
    const struct network *network;   /* "bayes": the model's; and how people and programs move */
    struct conduct_weights conduct;
    /* Worked out from the above by belief_knowledge_init. */
    float prior[PIECES_A_SIDE + 1][RANKS]; /* log share by place; the last row: place not known */
};

/* `model` may be NULL where the kind needs none: STATUS_BAD where it does. Statistics and model must outlive
 * the knowledge; options that are left to the model are taken from it. */
enum status belief_knowledge_init(struct belief_knowledge *knowledge,
                                  const struct belief_options *options,
                                  const struct setup_statistics *statistics,
                                  const struct belief_model *model, struct error *error);

enum clue_kind {
    CLUE_FACT,          /* it moved, it was seen, or there is nothing else left for it */
    CLUE_NEIGHBOUR,   /* who stood next to it became known */
    CLUE_OPPORTUNITY, /* it could have taken a known piece and did not */
    CLUE_BEHAVIOUR,   /* it moved towards or away from known pieces */
    CLUE_CONDUCT,     /* the learnt likelihood of what it did */
    CLUE_WAITED,      /* the learnt likelihood of what it did not do */
    CLUE_SETUP,       /* what became known of the setup makes some ranks fit better there */
    CLUE_PLAYER,      /* who plays was judged anew: all that was seen before counts otherwise */
    CLUE_NOTE,        /* the user's own note */
    CLUE_KINDS
};

/* "fact", "neighbour", …; and a sentence for people. */
const char *clue_name(enum clue_kind kind);
const char *clue_text(enum clue_kind kind);

/* One change of a piece's weights: each rank's was multiplied by `factor`, and all of the row's by one number
 * more that does not matter. */
struct clue {
    uint32_t ply;       /* 1 for the first event; 0: at the start */
    uint8_t row;
    uint8_t kind;
    float factor[RANKS];
};

/* Collects them while a belief has one. */
struct clue_list {
    struct clue *items;
    size_t count, room;
};

struct belief {
    enum side side;                    /* the observed one */
    const struct belief_knowledge *knowledge;
    struct scene scene;
    uint32_t ply;                      /* the event being taken in, counted from 1 */
    struct clue_list *clues;           /* NULL: nobody asks */
    uint16_t mask[PIECES_A_SIDE];      /* ranks that the hard facts (and notes) leave; 0: no such piece */
    uint16_t note[PIECES_A_SIDE];      /* ranks that the user thinks possible; all, where he said nothing */
    bool clashed;                      /* the facts contradict each other, as `clash` says: the counts */
                                       /* of ranks are then not used, and rows alone add up to one */
    struct normal_clash clash;
    struct normal_clash refused;       /* why belief_note refused the last note that it did */
    double p[PIECES_A_SIDE][RANKS];    /* the belief: probabilities, all zero for no such piece */
    float odds[PIECES_A_SIDE][RANKS];  /* weights for whole assignments (belief_sample), of open pieces */
    int spares;                        /* so many more hidden ranks than pieces: some never were there */
    uint16_t spare_mask;               /* what these may be; their probabilities, */
    double spare[RANKS];               /* the same for each, and odds */
    float spare_odds[RANKS];
    double weight[PIECES_A_SIDE][RANKS]; /* of all clues, facts and notes apart; bayes: the setup's only */
    double scale[RANKS];               /* of the last normal form */
    /* bayes: log likelihood of all that was seen it do and not do, by who might play the side; */
    float conduct[PIECES_A_SIDE][CONDUCT_PLAYERS][RANKS];
    double fit;                        /* of all its moves: log of programs' over people's likelihood, */
    float share[CONDUCT_PLAYERS];      /* and how probable each of them therefore is */
    struct network_sums sums;          /* bayes: what the network was told of the setup, */
    uint8_t state[PIECES_A_SIDE];      /* by place */
    float prior[PIECES_A_SIDE][RANKS]; /* and what it answered: log weights by place */
    int sweeps;                        /* of the last normal form, */
    bool reached;                      /* which is as near as belief.accuracy asks; true where facts clash: */
    double error;                      /* there is none then; else how far off the worst rank's total is */
    uint32_t forms;                    /* how often it was brought into normal form */
};

/* One way to believe. `start` fills weights from the scene; `watch` is called before and `learn` after
 * the scene takes in an event (`reveals` as scene_event gives them); `weigh` fills `p` with weights
 * that are then brought into normal form. */
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

/* The same from a scene. */
void belief_init_scene(struct belief *belief, const struct belief_knowledge *knowledge,
                       const struct scene *scene, enum side side);

/* Takes in the next public event. */
void belief_event(struct belief *belief, const struct event *event);

/* Takes in all events of the view's history that the belief has not seen. */
void belief_follow(struct belief *belief, const struct view *view);

/* One clause about a clash: "3 pieces would have to share 1 place of 8", without an end of line. */
enum { CLASH_TEXT = 120 };
const char *belief_clash_text(const struct normal_clash *clash, enum notation notation,
                              char text[CLASH_TEXT]);

/* The user's own note: the piece is one of these ranks (bit r), all of them again for "no idea".
 * STATUS_NO, nothing changed, where it contradicts the facts or the other notes: as `refused` says, and a
 * sentence in De Boer's notation. Where facts and notes clash already, a note is held against what was seen
 * of its own piece alone. */
enum status belief_note(struct belief *belief, int number, uint16_t ranks, struct error *error);

/* The probability that piece `number` of the observed side has `rank`. */
static inline double belief_get(const struct belief *belief, int number, int rank)
{
    return belief->p[number % PIECES_A_SIDE][rank];
}

/* True where the piece is on the board and its rank is not public. */
bool belief_is_open(const struct belief *belief, int number);

/* The likeliest rank of a piece; the lower one of two that are equally likely. */
int belief_best(const struct belief *belief, int number);

/* The board of one rank: for each square the probability that this rank of the observed side stands
 * there; -1 where none of its pieces does. */
void belief_heat(const struct belief *belief, int rank, double heat[SQUARES]);

/* The likeliest squares of a rank, the likeliest first: at most `most`; returns how many. */
struct belief_square {
    uint8_t square, number;
    double probability;
};
int belief_squares(const struct belief *belief, int rank, struct belief_square *out, int most);

/* Draws a rank for each of the forty pieces (RANK_UNKNOWN: no such piece) that keeps every hard fact: an
 * assignment s has a probability in proportion to the product of odds[i][s(i)], approached by drawing piece
 * by piece and then exchanging. odds = p (1 - p / count)^g with g from 1/2 to 1, which makes the share of
 * samples with a rank on a piece come out near p: exactly so for two pieces; doc/belief.md has the errors
 * that were measured.
 * Where the facts clash each piece is drawn by itself from its row of p. */
void belief_sample(const struct belief *belief, struct rng *rng, uint8_t out[PIECES_A_SIDE]);

/* For the kinds: notes a clue, if anybody asks. `log_factor` is natural; NULL stands for none. */
void belief_clue(struct belief *belief, int row, enum clue_kind kind, const float *log_factor);

#endif
