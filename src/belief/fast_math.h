/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fast float exponentials, logarithms and roots, four at once, and loads of vectors from plain arrays.
 *
 * They are written with the vector types of gcc and clang: neither vectorises the plain formulas at -O2.
 * The result for each number does not depend on the other three. */
#ifndef VEDETTE_BELIEF_FAST_MATH_H
#define VEDETTE_BELIEF_FAST_MATH_H

#include <stdint.h>
#include <string.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

#ifdef __FAST_MATH__
#error "-ffast-math changes results. Give it to configure, which leaves it out."
#endif

typedef float float4 __attribute__((vector_size(16)));
typedef int32_t int4 __attribute__((vector_size(16)));
typedef uint32_t uint4 __attribute__((vector_size(16)));
typedef double double2 __attribute__((vector_size(16)));
typedef int64_t long2 __attribute__((vector_size(16)));

/* Chooses lane by lane: `yes` where `where` is -1, `no` where it is 0. */
static inline float4 fast_choose(int4 where, float4 yes, float4 no)
{
    return (float4)((where & (int4)yes) | (~where & (int4)no));
}

/* Returns the larger of both. Returns y if they are equal or one is a NaN: SSE has an instruction with
 * exactly this result, which compilers do not find. */
static inline float4 fast_max4(float4 x, float4 y)
{
#ifdef __SSE__
    return _mm_max_ps(x, y);
#else
    return fast_choose(x > y, x, y);
#endif
}

/* Returns the smaller of both. Returns y if they are equal or one is a NaN. */
static inline float4 fast_min4(float4 x, float4 y)
{
#ifdef __SSE__
    return _mm_min_ps(x, y);
#else
    return fast_choose(x < y, x, y);
#endif
}

/* Chooses lane by lane: `yes` where `where` is -1, `no` where it is 0. */
static inline double2 fast_choose2(long2 where, double2 yes, double2 no)
{
    return (double2)((where & (long2)yes) | (~where & (long2)no));
}

/* Chooses lane by lane: x where `where` is -1, 0 where it is 0. */
static inline double2 fast_keep2(const int64_t where[2], double2 x)
{
    long2 lanes;
    memcpy(&lanes, where, sizeof lanes);
    return (double2)(lanes & (long2)x);
}

/* Returns a vector with x in all four lanes. */
static inline float4 fast_all(float x)
{
    return (float4){x, x, x, x};
}

/* Returns exp(x), x bounded to -80 .. 80, with a relative error below 1e-5. It is 2^(x / log 2) = 2^whole
 * 2^f, f in -1/2 .. 1/2: the series of 2^f, times a float whose exponent (from bit 23 on, bias 127) is
 * whole. */
static inline float4 fast_exp4(float4 x)
{
    x = fast_min4(fast_all(80), fast_max4(fast_all(-80), x));
    float4 t = x * 1.44269504f + 12582912.0f; /* 1.5 * 2^23: rounds to the nearest whole number */
    float4 whole = t - 12582912.0f, f = x * 1.44269504f - whole;
    float4 p = 1.0f + f * (0.69314718f + f * (0.24022651f + f * (0.05550411f + f * (0.00961813f +
               f * 0.00133336f))));
    return p * (float4)((uint4)(__builtin_convertvector(whole, int4) + 127) << 23);
}

/* Returns log(x) for positive finite x that are no denormals. The error is below 1e-6 plus a few parts of the
 * last place. It is computed as x = 2^whole m, with m in sqrt(1/2) .. sqrt(2), and by the series of log((1 +
 * t) / (1 - t)). */
static inline float4 fast_log4(float4 x)
{
    int4 bits = (int4)x, whole = (bits - 0x3f3504f3) >> 23; /* the bits of sqrt(1/2); 23 of the mantissa */
    float4 m = (float4)(bits - (int4)((uint4)whole << 23));
    float4 t = (m - 1) / (m + 1), tt = t * t;
    return 0.69314718f * __builtin_convertvector(whole, float4) +
           2 * t * (1 + tt * (0.33333333f + tt * (0.2f + tt * 0.14285714f)));
}

/* Returns the square root of normal positive numbers, to a relative error below 1e-6. Starts from half the
 * exponent (the constant restores half of its bias, and makes the error small), then makes two steps of
 * Newton. */
static inline float4 fast_sqrt4(float4 x)
{
    float4 y = (float4)(((uint4)x >> 1) + 0x1fbd1df5u);
    y = 0.5f * (y + x / y);
    return 0.5f * (y + x / y);
}

/* Loads four numbers from any address: the vector type alone would need one aligned to 16 bytes. */
static inline float4 fast_load(const float *at)
{
    float4 x;
    memcpy(&x, at, sizeof x);
    return x;
}

/* Loads two numbers from any address, as fast_load. */
static inline double2 fast_load2(const double *at)
{
    double2 x;
    memcpy(&x, at, sizeof x);
    return x;
}

/* Returns the sum of all four. */
static inline float fast_sum(float4 x)
{
    return x[0] + x[1] + (x[2] + x[3]);
}

/* Returns exp(x) exactly as a lane of fast_exp4. */
static inline float fast_exp(float x)
{
    return fast_exp4(fast_all(x))[0];
}

/* Returns log(x) exactly as a lane of fast_log4. */
static inline float fast_log(float x)
{
    return fast_log4(fast_all(x))[0];
}

/* Computes the exponentials (fast_exp4) of `count` numbers, a multiple of 4. `to` may be `from`. */
static inline void fast_exp_all(const float *from, float *to, int count)
{
    for (int i = 0; i < count; i += 4) {
        float4 x;
        memcpy(&x, from + i, sizeof x);
        x = fast_exp4(x);
        memcpy(to + i, &x, sizeof x);
    }
}

/* Computes the logarithms (fast_log4) of `count` numbers, a multiple of 4. `to` may be `from`. */
static inline void fast_log_all(const float *from, float *to, int count)
{
    for (int i = 0; i < count; i += 4) {
        float4 x;
        memcpy(&x, from + i, sizeof x);
        x = fast_log4(x);
        memcpy(to + i, &x, sizeof x);
    }
}

#endif
