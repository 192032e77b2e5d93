/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Probabilities on a board, in text and on the screen: two digits and a shade. */
#ifndef VEDETTE_REPORT_HEAT_H
#define VEDETTE_REPORT_HEAT_H

/* A probability as two digits: 00 below half a percent; !! from 99.5 percent on. */
void heat_digits(double probability, char digits[3]);

/* How dark its shade is beside `most`, the largest probability on the board: 4 from 85 % of that on, 3 from
 * 60, 2 from 35, 1 from 15, else 0; and 0 below half a percent. */
enum { HEAT_LEVELS = 5 };
int heat_level(double probability, double most);

#endif
