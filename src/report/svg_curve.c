/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/svg_curve.h"

#include <math.h>

double svg_curve_x(const struct svg_curve *curve, size_t moment)
{
    size_t plies = curve->review->plies;
    return curve->x + curve->width * (plies ? (double)moment / (double)plies : 0);
}

double svg_curve_y(const struct svg_curve *curve, double chance)
{
    return curve->y + curve->height * (1 - chance);
}

/* Appends the points of a curve as data of a path. Chances are limited to `low` .. `high`; with `turned` they
 * count downwards. */
static void add_curve_points(const struct svg_curve *curve, const double *chance, bool turned, double low,
                             double high, struct text *out)
{
    for (size_t moment = 0; moment <= curve->review->plies; moment++) {
        double value = turned ? 1 - chance[moment] : chance[moment];
        text_printf(out, "%c%.1f %.1f", moment ? 'L' : 'M', svg_curve_x(curve, moment),
                    svg_curve_y(curve, fmin(fmax(value, low), high)));
    }
}

/* Appends the area between 50 % and the part of the curve above or below it, in the colour of `side`. */
static void add_curve_area(const struct svg_curve *curve, enum side side, bool above, struct text *out)
{
    const double *chance = curve->review->own_chance[curve->seat];
    double axis = svg_curve_y(curve, 0.5);
    text_printf(out, "<path class=\"area %c\" d=\"", side_name(side)[0]);
    add_curve_points(curve, chance, false, above ? 0.5 : 0, above ? 1 : 0.5, out);
    text_printf(out, "L%.1f %.1fL%.1f %.1fz\"/>\n", curve->x + curve->width, axis, curve->x, axis);
}

void svg_curve_add(const struct svg_curve *curve, struct text *out)
{
    enum side seat = curve->seat, other = side_other(seat);
    const struct review *review = curve->review;
    for (int percent = 0; percent <= 100; percent += 50) {
        double y = svg_curve_y(curve, percent / 100.0);
        text_printf(out, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
                    percent == 50 ? "axis" : "edge", curve->x, y, curve->x + curve->width, y);
    }
    add_curve_area(curve, seat, true, out);
    add_curve_area(curve, other, false, out);
    if (curve->both && review->own_chance[other]) {
        text_printf(out, "<path class=\"other %c\" d=\"", side_name(other)[0]);
        add_curve_points(curve, review->own_chance[other], true, 0, 1, out);
        text_add(out, "\"/>\n");
    }
    text_printf(out, "<path class=\"line %c\" d=\"", side_name(seat)[0]);
    add_curve_points(curve, review->own_chance[seat], false, 0, 1, out);
    text_add(out, "\"/>\n");
}

unsigned svg_curve_step(unsigned moves)
{
    static const unsigned steps[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000};
    size_t i = 0;
    while (i + 1 < sizeof steps / sizeof steps[0] && moves / steps[i] > 8)
        i++;
    return steps[i];
}
