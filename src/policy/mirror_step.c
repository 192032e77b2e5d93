/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "policy/mirror_step.h"

#include "net/softmax.h"

#include <math.h>

void mirror_step(size_t count, const uint8_t *legal, const double *values, const float *log_start,
                 const float *log_magnet, double rate, double pull, float *policy)
{
    double uniform = log_magnet ? 0 : softmax_log_uniform(legal, count), max_exponent = -INFINITY, sum = 0;
    /* The first pass finds the largest exponent, which the second subtracts so that exp cannot overflow. */
    for (int pass = 0; pass < 2; pass++)
        for (size_t a = 0; a < count; a++) {
            double magnet = log_magnet ? (double)log_magnet[a] : uniform, exponent; /* magnet: a logarithm */
            if (!legal[a]) {
                policy[a] = 0;
                continue;
            }
            exponent = ((double)log_start[a] + rate * values[a] + rate * pull * magnet) / (1 + rate * pull);
            if (!pass)
                max_exponent = fmax(max_exponent, exponent);
            else
                sum += (double)(policy[a] = (float)exp(exponent - max_exponent));
        }
    for (size_t a = 0; a < count; a++)
        policy[a] = (float)((double)policy[a] / sum);
}
