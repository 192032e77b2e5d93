/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "net/softmax.h"

#include "net/exponential.h"

#include <stdbool.h>

/* The largest legal logit, and log(sum of exp(logit - largest)) over the legal logits. */
struct log_sum {
    float max, log_sum;
};

/* Returns whether choice `i` is legal; all are if `legal` is NULL. */
static bool is_legal(const uint8_t *legal, size_t i)
{
    return !legal || legal[i];
}

/* Computes the largest legal logit and the log sum. The largest is subtracted first, so that exp does not
 * overflow. */
static struct log_sum find_log_sum(const float *logit, const uint8_t *legal, size_t count)
{
    float max_logit = 0, sum = 0;
    bool any = false;
    for (size_t i = 0; i < count; i++)
        if (is_legal(legal, i) && (!any || logit[i] > max_logit)) {
            max_logit = logit[i];
            any = true;
        }
    for (size_t i = 0; i < count; i++)
        if (is_legal(legal, i))
            sum += net_exp(logit[i] - max_logit);
    return (struct log_sum){max_logit, sum > 0 ? net_log(sum) : 0};
}

void softmax(const float *logit, const uint8_t *legal, size_t count, float *probability,
             float *log_probability)
{
    struct log_sum norm = find_log_sum(logit, legal, count);
    for (size_t i = 0; i < count; i++) {
        float log_p = logit[i] - norm.max - norm.log_sum;
        probability[i] = is_legal(legal, i) ? net_exp(log_p) : 0;
        if (log_probability)
            log_probability[i] = is_legal(legal, i) ? log_p : 0;
    }
}

double softmax_log_uniform(const uint8_t *legal, size_t count)
{
    size_t choices = 0;
    for (size_t i = 0; i < count; i++)
        choices += legal[i] != 0;
    return -net_log_whole(choices);
}
