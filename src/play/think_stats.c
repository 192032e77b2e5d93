/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/think_stats.h"

#include "base/plural.h"

#include <stdio.h>

enum { COUNT_TEXT = 32 };

/* Rounds a number down to two significant digits. */
static uint64_t round_to_two_digits(uint64_t number)
{
    uint64_t unit = 1;
    while (number / unit >= 100)
        unit *= 10;
    return number / unit * unit;
}

struct think_stats think_stats_of(const struct progress *progress)
{
    return (struct think_stats){progress->depth, round_to_two_digits(progress->nodes), progress->seconds,
                           progress->rollouts};
}

/* Writes a number with two significant digits and a unit: "95", "1.2k", "34M". */
static char *count_write(double number, char text[COUNT_TEXT])
{
    static const char *const units[] = {"", "k", "M", "G"};
    int unit = 0;
    for (; number >= 1000 && unit < 3; unit++)
        number /= 1000;
    /* From 9.95 on a decimal would be rounded to "10.0". */
    snprintf(text, COUNT_TEXT, "%.*f%s", unit > 0 && number < 9.95 ? 1 : 0, number, units[unit]);
    return text;
}

char *think_stats_write(const struct think_stats *stats, char text[THINK_STATS_TEXT])
{
    char nodes[COUNT_TEXT], speed[COUNT_TEXT];
    int used = 0;
    text[0] = '\0';
    if (stats->depth > 0)
        used = snprintf(text, THINK_STATS_TEXT, "depth %d", stats->depth);
    if (stats->nodes > 0)
        used += snprintf(text + used, THINK_STATS_TEXT - (size_t)used, "%s%s %s%s", used ? ", " : "",
                         count_write((double)stats->nodes, nodes), stats->rollouts ? "rollout" : "node",
                         plural(stats->nodes));
    if (stats->nodes > 0 && stats->seconds > 0)
        snprintf(text + used, THINK_STATS_TEXT - (size_t)used, ", %s/s",
                 count_write((double)stats->nodes / stats->seconds, speed));
    return text;
}
