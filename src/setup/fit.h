/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fitting the joint model (setup/model.h) to setups. Known setups are found and taken out; the family is
 * fitted to the others that are near to none: maximum likelihood by persistent contrastive divergence
 * (Tieleman 2008). Then a critic mends what differs still (setup/critic.h).
 *
 * Chains of setups are walked under the family while it is moved until their shares of ranks on
 * places, of pairs, of bombed-in flags and of the sizes of counts are those of the data; the last
 * third of the way is averaged. The result does not depend on `jobs`. */
#ifndef VEDETTE_SETUP_FIT_H
#define VEDETTE_SETUP_FIT_H

#include "setup/model.h"

#include <stdatomic.h>

/* What the tables of doc/setups.md were made with. */
enum { FIT_CHAINS = 4096, FIT_CHAINS_STEP = 16, FIT_ITERATIONS = 1000 };
#define FIT_RIDGE 0.1

struct fit_options {
    int chains;       /* a multiple of FIT_CHAINS_STEP */
    int iterations;
    int sweeps;       /* of forty exchanges for each chain in each iteration */
    double step;      /* how far an iteration goes */
    int trees;        /* of the critic; 0: there is none */
    double ridge;     /* pulls couplings to 0: the smaller the more is learnt by heart */
    int anneals;      /* chains for the estimate of log_partition, at most 4096 */
    uint64_t seed;
    int jobs;
    const atomic_bool *stop; /* once it is true the fitting ends with STATUS_NO; may be NULL */
};

/* With the numbers above. */
void fit_options_init(struct fit_options *options);

/* Told of each iteration; false ends the fitting with STATUS_NO. */
typedef bool fit_report(void *context, int iteration, int iterations);

/* Fits `model` (all zero) to `count` (at least 1) setups of one variant; its source and date are left
 * empty. */
enum status setup_model_fit(struct setup_model *model, const struct setup *setups, size_t count,
                            const struct fit_options *options, fit_report *report, void *context,
                            struct error *error);

#endif
