/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench.h"

void bench_figure(struct text *out, const char *name, int digits, double value, const char *unit)
{
    text_printf(out, "figure %s %.*f %s\n", name, digits, value, unit);
}

double bench_ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}
