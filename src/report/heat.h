/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a probability on a board is shown, in text and on the screen: two digits and a shade. */
#ifndef VEDETTE_REPORT_HEAT_H
#define VEDETTE_REPORT_HEAT_H

/* Writes a probability (0 .. 1) in percent as two digits: 00 below half a percent, !! from 99.5 percent. */
void heat_digits(double probability, char digits[3]);

enum { HEAT_LEVELS = 5 };
/* Returns the shade of a probability, 0 (none) .. 4 (darkest), relative to `max`, the largest probability on
 * the board: 4 from 85 % of it, 3 from 60 %, 2 from 35 %, 1 from 15 %; 0 for probabilities below 0.005. */
int heat_level(double probability, double max);

#endif
