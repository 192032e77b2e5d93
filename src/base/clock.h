/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time: for clocks, progress and benches; never for a decision that must be the same twice. */
#ifndef VEDETTE_BASE_CLOCK_H
#define VEDETTE_BASE_CLOCK_H

/* Seconds since some fixed moment, never going back. */
double clock_now(void);

/* Seconds of processor time used by the calling thread. */
double clock_thread(void);

/* Today as "YYYY-MM-DD", the day of the user's time zone ($TZ). $SOURCE_DATE_EPOCH, where set, stands for the
 * present moment, so that output can be compared. */
void clock_date(char date[11]);

#endif
