/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Probabilities on a board, in text and on the screen: two digits and a shade. */
#ifndef VEDETTE_CONSOLE_HEAT_H
#define VEDETTE_CONSOLE_HEAT_H

/* A probability as two digits: 00 below half a percent; !! from 99.5 percent on. */
void heat_digits(double probability, char digits[3]);

/* How dark its shade is: 0 below 3 %, 1 below 10, 2 below 25, 3 below 50, else 4. */
enum { HEAT_LEVELS = 5 };
int heat_level(double probability);

#endif
