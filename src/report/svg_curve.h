/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chance to win over a game as paths of SVG. */
#ifndef VEDETTE_REPORT_SVG_CURVE_H
#define VEDETTE_REPORT_SVG_CURVE_H

#include "analysis/review.h"
#include "base/text.h"

/* Where a curve is drawn, in units of the drawing: x from left to right, the chance from bottom to top. */
struct svg_curve {
    const struct review *review;
    enum side seat;              /* whose chance rises upwards; it must have been evaluated */
    bool both;                   /* the other side's curve is drawn, too, with its chance downwards */
    double x, y, width, height;
};

/* Appends the curve: lines at 100, 50 and 0 %, the area between the curve and 50 %, and the curves. The page
 * or picture needs the rules of CSS in PICTURE_STYLE; the caller opens an element of the class "curve". */
void svg_curve_add(const struct svg_curve *curve, struct text *out);

/* Return the place of a moment (after so many moves), and of a chance, 0 .. 1, in the drawing. */
double svg_curve_x(const struct svg_curve *curve, size_t moment);
double svg_curve_y(const struct svg_curve *curve, double chance);

/* Returns the distance of the marks on the axis in moves as people count them: 1, 2, 5, 10 and so on, so
 * that there are at most eight marks. */
unsigned svg_curve_step(unsigned moves);

#endif
