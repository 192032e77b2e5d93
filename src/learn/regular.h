/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The regularisation policies of R-NaD over a run of learning: which iteration a learning step belongs to,
 * and how much of the reward transformation is still that of the iteration before (Perolat et al. 2022,
 * methods, "Transformation of the reward", and table 2). */
#ifndef VEDETTE_LEARN_REGULAR_H
#define VEDETTE_LEARN_REGULAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A phase of the run: iterations of the same length. */
struct regular_phase {
    uint64_t size;   /* learning steps of an iteration (Delta_m), at least 1 */
    uint64_t count;  /* iterations; 0: all that follow */
};

/* Table 2: 10,000 steps for m <= 100, 100,000 for m <= 165, then 35,000. */
enum { REGULAR_PAPER_PHASES = 3 };
extern const struct regular_phase regular_paper[REGULAR_PAPER_PHASES];

struct regular_moment {
    uint64_t iteration;  /* m, from 0 */
    uint64_t step;       /* n, 0 .. size - 1 */
    double alpha;        /* min(1, 2 n / size): share of the regularisation policy of m; m - 1 has the rest.
                          * So the change from one to the next is smooth. */
    bool last;           /* after this learning step the regularisation policy of m becomes that of m - 1, and
                          * the target policy becomes that of m */
};

/* Returns where learning step `step` (from 0) is in a run of these phases: its iteration, its number in that
 * iteration, and alpha. The last phase has no end. */
struct regular_moment regular_at(const struct regular_phase *phases, size_t count, uint64_t step);

/* Fills log_policy[a] with the logarithm of a regularisation policy where legal[a] is 1: `policy` mixed with
 * the uniform policy over the legal actions, which has the share `floor`, 0 .. 1. */
void regular_log_mix(size_t count, const uint8_t *legal, const float *policy, double floor,
                     float *log_policy);

/* Computes the log ratios of the transformed reward of one decision: log_ratio[a] = log policy - (alpha log
 * regular + (1 - alpha) log before), and 0 where legal[a] is 0. All logarithms are of probabilities of legal
 * actions. Returns their mean over the policy. */
double regular_log_ratios(size_t count, const uint8_t *legal, const float *log_policy,
                          const float *log_regular, const float *log_before, double alpha, double *log_ratio);

#endif
