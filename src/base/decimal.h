/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decimal numbers in and out, with a point in every locale. */
#ifndef VEDETTE_BASE_DECIMAL_H
#define VEDETTE_BASE_DECIMAL_H

#include <stdbool.h>

enum { DECIMAL_TEXT = 32 };

/* Reads "5", "-0.35", ".5" or "1e3": a sign, digits with or without a point, an exponent, and
 * nothing else. False for blanks, hexadecimals, "nan", "inf" and what no double can hold; `value`
 * is then as it was. There is no negative zero: "-0" is 0. */
bool decimal_read(const char *text, double *value);

/* Writes a finite number with the fewest digits (15 to 17) from which decimal_read gives the same
 * value; returns `text`. */
char *decimal_write(double value, char text[DECIMAL_TEXT]);

/* `value` as it is to be printed with so many digits behind the point: a plain 0 where there would be a
 * minus before nothing but zeros. */
double decimal_plain_zero(double value, int digits);

#endif
