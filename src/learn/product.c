/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/product.h"

#include "belief/fast_math.h"

static inline float4 load(const float *from)
{
    float4 x;
    memcpy(&x, from, sizeof x);
    return x;
}

static inline void add_to(float *to, float4 x)
{
    x += load(to);
    memcpy(to, &x, sizeof x);
}

/* One tile. Its eight sums stay in registers: they are named one by one, as -O2 keeps arrays in memory. */
static void add_tile(float *sum, int stride, struct product_matrix a, const float *b, int step, int depth)
{
    float4 s00 = {0}, s01 = {0}, s10 = {0}, s11 = {0}, s20 = {0}, s21 = {0}, s30 = {0}, s31 = {0};
    const float *a0 = a.at, *a1 = a0 + a.row, *a2 = a1 + a.row, *a3 = a2 + a.row;
    for (int k = 0; k < depth; k++) {
        float4 left = load(b), right = load(b + 4), x;
        x = fast_all(*a0);
        s00 += x * left;
        s01 += x * right;
        x = fast_all(*a1);
        s10 += x * left;
        s11 += x * right;
        x = fast_all(*a2);
        s20 += x * left;
        s21 += x * right;
        x = fast_all(*a3);
        s30 += x * left;
        s31 += x * right;
        a0 += a.column;
        a1 += a.column;
        a2 += a.column;
        a3 += a.column;
        b += step;
    }
    add_to(sum, s00);
    add_to(sum + 4, s01);
    add_to(sum += stride, s10);
    add_to(sum + 4, s11);
    add_to(sum += stride, s20);
    add_to(sum + 4, s21);
    add_to(sum += stride, s30);
    add_to(sum + 4, s31);
}

void product_add(float *sum, int stride, int rows, int columns, struct product_matrix a,
                 struct product_panels b, int depth)
{
    for (int j = 0; j < columns; j += PRODUCT_COLUMNS) {
        const float *panel = b.at + (long)(j / PRODUCT_COLUMNS) * b.panel;
        for (int i = 0; i < rows; i += PRODUCT_ROWS) {
            struct product_matrix tile = {a.at + (long)i * a.row, a.row, a.column};
            add_tile(sum + (long)i * stride + j, stride, tile, panel, b.step, depth);
        }
    }
}
