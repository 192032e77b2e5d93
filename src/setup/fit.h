/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits the joint model (setup/model.h) to setups. Known setups are collected first; the family is fitted
 * to the setups that are neither known nor near a known one, with maximum likelihood by persistent
 * contrastive divergence (Tieleman 2008). Then a critic corrects the remaining differences
 * (setup/critic.h).
 *
 * Markov chains of setups follow the family while its parameters change, until the chains have the same
 * shares of ranks on places, of pairs, of bombed-in flags and of sizes of counts as the data. The
 * parameters of the last third of the iterations are averaged. The result does not depend on `jobs`. */
#ifndef VEDETTE_SETUP_FIT_H
#define VEDETTE_SETUP_FIT_H

#include "setup/model.h"

#include <stdatomic.h>

/* The parameters of the tables in doc/setups.md. */
enum { FIT_CHAINS = 4096, FIT_CHAINS_STEP = 16, FIT_ITERATIONS = 1000 };
#define FIT_RIDGE 0.1

/* The parameters of the fit. */
struct fit_options {
    int chains;       /* number of chains, a multiple of FIT_CHAINS_STEP */
    int iterations;
    int sweeps;       /* of each chain in an iteration; a sweep is forty tried exchanges */
    double step;      /* size of a parameter step */
    int trees;        /* of the critic; 0: no critic */
    double ridge;     /* L2 penalty of the couplings: smaller values overfit more */
    int anneals;      /* chains for the estimate of log_partition, 1 .. 4096 */
    uint64_t seed;
    int jobs;
    const atomic_bool *stop; /* once it is true, the critic ends with STATUS_NO; may be NULL */
};

/* Sets the parameters above as defaults. */
void fit_options_init(struct fit_options *options);

/* Called after each iteration; false ends the fit with STATUS_NO. */
typedef bool fit_report(void *context, int iteration, int iterations);

/* Fits `model` (all zero) to `count` (1 or more) setups of one variant. Does not set the model's source and
 * date. `report` (may be NULL) is called with `context` after each iteration. STATUS_NO if it returned false
 * or options->stop became true while the critic learnt; the model is then unfinished. */
enum status setup_model_fit(struct setup_model *model, const struct setup *setups, size_t count,
                            const struct fit_options *options, fit_report *report, void *context,
                            struct error *error);

#endif
