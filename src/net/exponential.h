/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exp, log and the logistic function with the same bits on every machine: fixed sequences of rounded
 * operations. */
#ifndef VEDETTE_NET_EXPONENTIAL_H
#define VEDETTE_NET_EXPONENTIAL_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __FAST_MATH__
#error "-ffast-math changes results. Give it to configure, which leaves it out."
#endif

/* Returns exp(x) to a relative error below 3e-7 for x in -87 .. 88; other x are cut off to that range. */
static inline float net_exp(float x)
{
    x = x > -87 ? (x < 88 ? x : 88) : -87; /* not a number: -87 */
    /* exp(x) = 2^whole x exp(rest), with whole = x / log 2 rounded: adding 1.5 x 2^23 and subtracting it
     * again rounds to the nearest whole number. log 2 has two parts, the first with few bits, so that `rest`
     * is exact. */
    float whole = x * 1.44269504f + 12582912.0f;
    whole = whole - 12582912.0f;
    float rest = x - whole * 0.693359375f;
    rest = rest + whole * 2.12194440e-4f;
    /* exp(rest) by its Taylor series to the seventh power. */
    float sum = 1.0f / 5040;
    sum = sum * rest + 1.0f / 720;
    sum = sum * rest + 1.0f / 120;
    sum = sum * rest + 1.0f / 24;
    sum = sum * rest + 1.0f / 6;
    sum = sum * rest + 0.5f;
    sum = sum * rest + 1.0f;
    sum = sum * rest + 1.0f;
    /* 2^whole: a float with this exponent (offset 127, from bit 23 on). */
    uint32_t bits = (uint32_t)((int32_t)whole + 127) << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return sum * power;
}

/* Returns log(x) of normal positive x, to an error below 2e-7 or that share of the result. It is computed as
 * x = 2^whole m, with m in sqrt(1/2) .. sqrt(2), and by the series of log((1 + t) / (1 - t)). */
static inline float net_log(float x)
{
    int32_t bits, shifted;
    memcpy(&bits, &x, sizeof bits);
    int32_t whole = (bits - 0x3f3504f3) >> 23; /* the bits of sqrt(1/2) */
    float m; /* x with its exponent reduced by `whole` */
    shifted = (int32_t)((uint32_t)bits - ((uint32_t)whole << 23));
    memcpy(&m, &shifted, sizeof m);
    /* log m = 2 (t + t^3 / 3 + t^5 / 5 ..); log 2 has two parts, as in net_exp. */
    float t = (m - 1) / (m + 1), tt = t * t;
    float series = 1.0f + tt * (1.0f / 3 + tt * (0.2f + tt * (1.0f / 7 + tt * (1.0f / 9))));
    return (float)whole * 0.693359375f + (2 * t * series - (float)whole * 2.12194440e-4f);
}

/* Returns log(n) of a whole number n >= 1, in double: the correctly rounded result for n up to 2000 at least.
 * Uses the series of net_log; each step that loses bits adds what it lost to the rest. */
static inline double net_log_whole(size_t n)
{
    const double log_2_high = 0x1.62e42fefa3800p-1, log_2_low = 0x1.ef35793c76730p-45;
    double power = 1, whole = 0, series = 0;
    /* n = 2^whole m, with m in sqrt(1/2) .. sqrt(2); t_low is the rounding error of t. */
    for (; (double)n > power * 1.4142; power *= 2)
        whole++;
    double m = (double)n / power, t = (m - 1) / (m + 1), t_low = fma(-t, m + 1, m - 1) / (m + 1);
    /* The terms t^2 / 3 + t^4 / 5 .. + t^22 / 23. */
    for (int i = 23; i >= 3; i -= 2)
        series = (series + 1.0 / i) * t * t;
    /* The sum of the large terms, its rounding error, and the small terms. */
    double high = whole * log_2_high + 2 * t;
    double rest = whole > 0 ? whole * log_2_high - high + 2 * t : 0;
    return high + (rest + (whole * log_2_low + 2 * (t_low + t * series)));
}

/* 1 / (1 + exp(-x)) */
static inline float net_logistic(float x)
{
    return 1 / (1 + net_exp(-x));
}

#endif
