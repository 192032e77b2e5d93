/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The learnt data of the Bayesian guesser, and its file. */
#ifndef VEDETTE_BELIEF_MODEL_H
#define VEDETTE_BELIEF_MODEL_H

#include "base/error.h"
#include "base/text.h"
#include "belief/calibration.h"
#include "belief/habits.h"
#include "belief/move_model.h"
#include "profile/yaml.h"
#include "setup/families.h"
#include "setup/network.h"

enum {
    BELIEF_MODEL_LIMIT = YAML_SIZE_MAX,       /* max bytes of a readable model file */
    BELIEF_MODEL_PACKED_LIMIT = 1 << 22 /* max bytes of a packed one */
};

/* Fingerprints of games, in rising order, to recognise a game that is read again. */
enum { FINGERPRINTS_MAX = 1 << 16 };
struct game_fingerprints {
    size_t count;                 /* 0 also if there were more than FINGERPRINTS_MAX games */
    uint32_t fingerprint[FINGERPRINTS_MAX];
};

/* The weights of the parts of the evidence: the defaults of the options with the same names. */
struct belief_weights {
    double joint;                 /* if people play: of the network's output */
    double people;                /* if people play: of the log likelihood of moves */
    double programs;              /* if programs play: of the log likelihood of moves */
    double programs_joint;        /* if programs play: of the network's output */
    double programs_setup;        /* if programs play: of setup statistics and revealed neighbours */
    double evidence;              /* of each move as evidence of the kind of player */
    double known, near;           /* prior probability of a known setup, and of one near a known one */
    double known_kept, near_kept; /* probability that a place of it has the family's rank (recall.h) */
    double recall_seen;           /* exponent of evidence for families by ranks seen */
    double recall_moved;          /* exponent of that by pieces that have moved */
    double recall_habits;         /* exponent of that by the way they moved */
    double anyone;                /* prior probability of PLAYER_ANYONE if no program plays */
    double anyone_moves;          /* if anyone plays: of the moves' evidence by both other models */
    double evidence_setup;        /* of facts of the setup as evidence of the kind of player */
};
enum { BELIEF_WEIGHTS = sizeof(struct belief_weights) / sizeof(double) };

/* The learnt data. */
struct belief_model {
    char source[256];             /* description of the training data, one line */
    char date[16];                /* YYYY-MM-DD */
    uint8_t variant;              /* of the training data: index of a row of variant_table */
    struct belief_weights weights;
    struct move_model move_model[PLAYER_KINDS];
    struct game_fingerprints fingerprints[PLAYER_KINDS]; /* of the training games of each */
    uint64_t setups;              /* number of setups that the network learnt from */
    struct game_fingerprints without; /* games whose setups the network did not learn from */
    struct net *network;          /* setup/network.h */
    struct families families;     /* if none, only the network models the setup */
    struct habit_weights habits;  /* if none, only the move model is evidence of behaviour */
    struct calibration calibration; /* if none, guesses are not calibrated */
};

/* The weights before the fit: 1 for the fitted ones, except programs_setup (0); the others were chosen by
 * hand (doc/belief.md). */
extern const struct belief_weights belief_weights_plain;

/* Returns an empty model; its network's weights are 0. */
struct belief_model *belief_model_new(void);
/* Returns a copy, with its own network. */
struct belief_model *belief_model_copy(const struct belief_model *model);
/* Frees a model; NULL is allowed. A struct assigned by = shares the other's network: free such a struct by
 * free() alone. */
void belief_model_free(struct belief_model *model);

/* Copies all of `from` to `to`, with the network's weights. */
void belief_model_assign(struct belief_model *to, const struct belief_model *from);

/* Reads a model file (YAML, vedette-belief/3 or 2, or packed) into a new model; `name` is the file's name in
 * errors. Returns NULL with an error if it is invalid. The error of a readable file has FILE:LINE:COLUMN and
 * the key that is missing, unknown, out of range or has a wrong number of values. */
struct belief_model *belief_model_parse(const char *name, const char *bytes, size_t size,
                                        struct error *error);

/* Appends a model's packed form (base/packed.h), from which the same model is restored to the last bit.
 * `source`: the digest of the readable file from which the model was read. */
void belief_model_pack(const struct belief_model *model, uint64_t source, struct text *out);
/* Makes a model from its packed form. NULL with a one-line error if it is damaged, or was made by another
 * version or another kind of machine. `source` (may be NULL) gets the digest. */
struct belief_model *belief_model_unpack(const char *name, const char *bytes, size_t size, uint64_t *source,
                                         struct error *error);

/* Appends the readable form of a model, with weights rounded to the file's units. */
void belief_model_write(const struct belief_model *model, struct text *out);

#endif
