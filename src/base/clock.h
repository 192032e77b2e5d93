/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time, for clocks, progress and benchmarks; never for results that must be reproducible. */
#ifndef VEDETTE_BASE_CLOCK_H
#define VEDETTE_BASE_CLOCK_H

/* Returns seconds since a fixed moment; never goes back. */
double clock_now(void);

/* Returns the seconds of processor time used by the calling thread. */
double clock_thread(void);

/* Writes today's date as "YYYY-MM-DD", in the user's time zone ($TZ). If $SOURCE_DATE_EPOCH is set, it is
 * used as the present time, so that output is reproducible. */
void clock_date(char date[11]);

#endif
