/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Returns the time of a system clock in seconds. */
static double clock_seconds(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double clock_now(void)
{
    return clock_seconds(CLOCK_MONOTONIC);
}

double clock_thread(void)
{
    return clock_seconds(CLOCK_THREAD_CPUTIME_ID);
}

void clock_date(char date[11])
{
    const char *fixed = getenv("SOURCE_DATE_EPOCH");
    time_t now = fixed ? (time_t)strtoll(fixed, NULL, 10) : time(NULL);
    struct tm parts;
    char text[48];
    /* strftime would read $TZ again and change a state that other threads use. */
    int size = 0;
    if (localtime_r(&now, &parts))
        size = snprintf(text, sizeof text, "%04d-%02d-%02d", parts.tm_year + 1900, parts.tm_mon + 1,
                        parts.tm_mday);
    date[0] = '\0';
    if (size == 10) /* not for a year of five digits */
        memcpy(date, text, 11);
}
