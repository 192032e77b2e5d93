/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes decimal numbers, with a point in every locale. */
#ifndef VEDETTE_BASE_DECIMAL_H
#define VEDETTE_BASE_DECIMAL_H

#include <stdbool.h>

enum { DECIMAL_TEXT = 32 };

/* Reads "5", "-0.35", ".5" or "1e3": a sign, digits with an optional point, an optional exponent, and
 * nothing else. False, with `value` unchanged, for blanks, hexadecimals, "nan", "inf" and numbers outside
 * a double's range. "-0" is read as 0. */
bool decimal_read(const char *text, double *value);

/* Writes a finite number with the fewest digits (15 to 17) from which decimal_read gives the same value;
 * returns `text`. */
char *decimal_write(double value, char text[DECIMAL_TEXT]);

/* Returns `value`. Returns 0 if the value, printed with this number of decimals, would be a negative zero
 * such as "-0.00". */
double decimal_plain_zero(double value, int digits);

#endif
