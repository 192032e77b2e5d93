/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fast float exponentials and logarithms that a compiler can vectorise. */
#ifndef VEDETTE_BELIEF_FAST_MATH_H
#define VEDETTE_BELIEF_FAST_MATH_H

#include <math.h>
#include <stdint.h>

/* exp(x) for x in -80 .. 80 (cut off beyond) to a relative error below 1e-5, in instructions that a
 * compiler can do for several numbers at once; the library's function cannot. */
static inline float fast_exp(float x)
{
    x = x < -80 ? -80 : x > 80 ? 80 : x;
    float t = x * 1.44269504f + 12582912.0f; /* 1.5 * 2^23: rounds to the nearest whole number */
    float whole = t - 12582912.0f, f = x * 1.44269504f - whole;
    float p = 1.0f + f * (0.69314718f + f * (0.24022651f + f * (0.05550411f + f * (0.00961813f +
              f * 0.00133336f))));
    union {
        int32_t bits;
        float value;
    } scale = {.bits = ((int32_t)whole + 127) * (1 << 23)};
    return p * scale.value;
}

/* log(x) for positive finite x that are no denormals, to an error below 1e-6 and a few parts of the last
 * place, in such instructions too: x = 2^whole m with m in sqrt(1/2) .. sqrt(2), and the series of
 * log((1 + t) / (1 - t)). */
static inline float fast_log(float x)
{
    union {
        float value;
        int32_t bits;
    } number = {.value = x};
    int32_t whole = (number.bits - 0x3f3504f3) >> 23;
    number.bits -= whole * (1 << 23);
    float t = (number.value - 1) / (number.value + 1), tt = t * t;
    return 0.69314718f * (float)whole +
           2 * t * (1 + tt * (0.33333333f + tt * (0.2f + tt * 0.14285714f)));
}

#endif
