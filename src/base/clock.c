/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/clock.h"

#include <stdlib.h>
#include <time.h>

static double seconds(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double clock_now(void)
{
    return seconds(CLOCK_MONOTONIC);
}

double clock_thread(void)
{
    return seconds(CLOCK_THREAD_CPUTIME_ID);
}

void clock_date(char date[11])
{
    const char *fixed = getenv("SOURCE_DATE_EPOCH");
    time_t now = fixed ? (time_t)strtoll(fixed, NULL, 10) : time(NULL);
    struct tm parts;
    tzset(); /* localtime_r alone need not look at $TZ */
    if (!localtime_r(&now, &parts) || strftime(date, 11, "%Y-%m-%d", &parts) == 0)
        date[0] = '\0';
}
