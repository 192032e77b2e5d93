/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was learnt for the Bayesian guesser, as a file. */
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
    BELIEF_MODEL_LIMIT = YAML_SIZE_MAX,       /* bytes of a readable model file, */
    BELIEF_MODEL_PACKED_LIMIT = 1 << 22 /* of a packed one */
};

/* Fingerprints of games, in rising order, so that a game can be recognised when it is read again. */
enum { FINGERPRINTS_MAX = 1 << 16 };
struct game_fingerprints {
    size_t count;                 /* 0 too where the games were more than FINGERPRINTS_MAX */
    uint32_t fingerprint[FINGERPRINTS_MAX];
};

/* How much each part of the evidence weighs. They are the defaults of the options of the same names. */
struct belief_weights {
    double joint;                 /* if a person plays: the network's answer, */
    double people;                /* the log likelihood of moves */
    double programs;              /* if a program plays: the log likelihood of moves, */
    double programs_joint;        /* the network's answer, */
    double programs_setup;        /* statistics of setups and revealed neighbours */
    double evidence;              /* each move, as evidence of who plays, */
    double known, near;           /* how probable a known setup is before anything is seen, and one near it */
    double known_kept, near_kept; /* how surely a place of it has the family's rank (recall.h) */
    double recall_seen;           /* exponents of the evidence for and against a family: ranks seen, */
    double recall_moved;          /* pieces that have moved, */
    double recall_habits;         /* and how they moved */
    double anyone;                /* how probable it is, if no program plays, that it is no one learnt from */
    double anyone_moves;          /* if so: how much of the moves' evidence of both others counts */
    double evidence_setup;        /* what becomes known of a setup, as evidence of who plays */
};
enum { BELIEF_WEIGHTS = sizeof(struct belief_weights) / sizeof(double) };

struct belief_model {
    char source[256];             /* what it was learnt from, one line */
    char date[16];                /* YYYY-MM-DD */
    uint8_t variant;              /* index of the row of variant_table whose games and setups these were */
    struct belief_weights weights;
    struct move_model move_model[PLAYER_KINDS];
    struct game_fingerprints fingerprints[PLAYER_KINDS]; /* of the games these learnt from */
    uint64_t setups;              /* that the network learnt from, */
    struct game_fingerprints without; /* games whose setups were left out */
    struct net *network;          /* setup/network.h */
    struct families families;     /* none: the network alone speaks for the setup */
    struct habit_weights habits;  /* none: only the likelihood of moves tells how pieces behave */
    struct calibration calibration; /* none: a guess is as sure as all this makes it */
};

/* The weights before any are fitted: those that are fitted count in full, except programs_setup; of the
 * others these are the values, chosen by hand (doc/belief.md). */
extern const struct belief_weights belief_weights_plain;

/* An empty model, its network's weights 0; a copy; what frees them (`model` may be NULL). A struct that was
 * assigned by = has the other's network: free() frees it. */
struct belief_model *belief_model_new(void);
struct belief_model *belief_model_copy(const struct belief_model *model);
void belief_model_free(struct belief_model *model);

/* Makes a model a copy of another. */
void belief_model_assign(struct belief_model *to, const struct belief_model *from);

/* Reads a model file (YAML, vedette-belief/3 or 2, or packed) into a new model. NULL, and `error` filled,
 * where the file is not such a model: of a readable one with FILE:LINE:COLUMN and the key that is missing or
 * unknown, has too few or too many numbers, or one out of range. `name` stands for the file in errors. */
struct belief_model *belief_model_parse(const char *name, const char *bytes, size_t size,
                                        struct error *error);

/* Appends a model's packed form (base/packed.h), with the digest of the readable file that it was read from,
 * and makes a model of one: the same to the last bit. NULL, and `error` filled with one line, where a byte is
 * damaged or missing, or it was made by another version or another kind of machine. `source`, which may be
 * NULL, gets the digest. */
void belief_model_pack(const struct belief_model *model, uint64_t source, struct text *out);
struct belief_model *belief_model_unpack(const char *name, const char *bytes, size_t size, uint64_t *source,
                                         struct error *error);

/* Writes a model as belief_model_parse takes it: weights are rounded to the file's units. */
void belief_model_write(const struct belief_model *model, struct text *out);

#endif
