/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/time_control.h"

#include "base/ascii.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct option rows[] = {
    {"enforced", OPTION_FLAG, 0, 1, 1, NULL, "",
     "whether a side whose time has run out loses; no: its time is only counted", ""},
};

const struct option_group clock_group = {
    "clock", "the clocks of a game", rows, sizeof rows / sizeof rows[0],
};

bool time_control_is_set(const struct time_control *control)
{
    return control->total > 0 || control->move > 0;
}

bool time_terms_are_set(const struct time_terms *terms)
{
    return time_control_is_set(&terms->side[RED]) || time_control_is_set(&terms->side[BLUE]);
}

/* Reads a decimal number with up to `decimals` digits after the point, and up to `max` units of 10^-decimals.
 * Returns the bytes read; 0 if there is no such number. */
static size_t read_number(const char *text, int decimals, int64_t max, int64_t *number)
{
    const char *next = text;
    int64_t sum = 0;
    bool digits = ascii_is_digit(*next);
    for (; ascii_is_digit(*next) && sum <= max; next++)
        sum = 10 * sum + (*next - '0');
    bool point = decimals && digits && next[0] == '.' && ascii_is_digit(next[1]);
    next += point; /* skip it */
    /* Missing decimals count as zeros. */
    for (int i = 0; i < decimals && sum <= max; i++) {
        bool has_digit = point && ascii_is_digit(*next);
        sum = 10 * sum + (has_digit ? *next++ - '0' : 0);
    }
    *number = sum;
    return digits && !ascii_is_digit(*next) && sum <= max ? (size_t)(next - text) : 0;
}

bool seconds_read(const char *text, size_t size, int64_t max, int64_t *milliseconds)
{
    int64_t number;
    if (!size || read_number(text, 3, max, &number) != size)
        return false;
    *milliseconds = number;
    return true;
}

/* Reads a time such as "1h30m0.5s" in milliseconds. Returns the bytes read; 0 if there is no time up to
 * TIME_MAX. */
static size_t read_time(const char *text, int64_t *time)
{
    static const struct {
        char letter;
        int decimals;
        int64_t unit;
    } units[] = {{'h', 0, 3600000}, {'m', 0, 60000}, {'s', 3, 1}};
    const char *next = text;
    int64_t sum = 0;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        int64_t number;
        size_t size = read_number(next, units[i].decimals, TIME_MAX, &number);
        if (!size || next[size] != units[i].letter || number > (TIME_MAX - sum) / units[i].unit)
            continue; /* this part is missing, or too large and left for the caller's error */
        sum += number * units[i].unit;
        next += size + 1;
    }
    *time = sum;
    return (size_t)(next - text);
}

/* Reads a control from the first `size` bytes, for time_control_read. All bytes must belong to it. */
static enum status read_control(const char *text, size_t size, struct time_control *control, size_t *fault,
                                struct error *error)
{
    static const char none[] = "none", each[] = "/move";
    struct time_control control_read = {0};
    if (size == strlen(none) && memcmp(text, none, size) == 0) {
        *control = control_read;
        return STATUS_OK;
    }
    size_t used = read_time(text, &control_read.total), increment_bytes = 0;
    if (used && control_read.total > 0 && text[used] == '+') {
        increment_bytes = read_time(text + used + 1, &control_read.increment);
        used += increment_bytes ? 1 + increment_bytes : 0;
    } else if (used && strncmp(text + used, each, strlen(each)) == 0) {
        control_read.move = control_read.total;
        control_read.total = 0;
        used += strlen(each);
    }
    if (used && used == size && time_control_is_set(&control_read)) {
        *control = control_read;
        return STATUS_OK;
    }
    /* The fault is where reading stopped; if all was read, the whole text is at fault. */
    used = used < size ? used : 0;
    if (fault)
        *fault = used;
    return error_set(error, STATUS_BAD, "found \"%.24s\", expected none, a time as 5m or 5m+3s, or 10s/move; "
                     "at most 100 hours", text + used);
}

enum status time_control_read(const char *text, struct time_control *control, size_t *fault,
                              struct error *error)
{
    return read_control(text, strlen(text), control, fault, error);
}

enum status time_terms_read(const char *text, struct time_terms *terms, size_t *fault, struct error *error)
{
    struct time_control side[SIDES];
    size_t red_bytes = strcspn(text, ","), fault_index = 0;
    enum status status = read_control(text, red_bytes, &side[RED], &fault_index, error);
    side[BLUE] = side[RED];
    if (!status && text[red_bytes]) {
        status = time_control_read(text + red_bytes + 1, &side[BLUE], &fault_index, error);
        fault_index += red_bytes + 1;
    }
    if (status) {
        if (fault)
            *fault = fault_index;
        return status;
    }
    terms->side[RED] = side[RED];
    terms->side[BLUE] = side[BLUE];
    return STATUS_OK;
}

char *time_write(int64_t milliseconds, char text[TIME_TEXT])
{
    int64_t hours = milliseconds / 3600000, minutes = milliseconds / 60000 % 60;
    int64_t seconds = milliseconds / 1000 % 60, rest = milliseconds % 1000;
    int used = 0;
    text[0] = '\0'; /* TIME_TEXT is enough for every time */
    if (hours)
        used += snprintf(text + used, (size_t)(TIME_TEXT - used), "%" PRId64 "h", hours);
    if (minutes)
        used += snprintf(text + used, (size_t)(TIME_TEXT - used), "%" PRId64 "m", minutes);
    if (rest) {
        int digits = rest % 100 == 0 ? 1 : rest % 10 == 0 ? 2 : 3;
        int64_t shown = digits == 1 ? rest / 100 : digits == 2 ? rest / 10 : rest;
        snprintf(text + used, (size_t)(TIME_TEXT - used), "%" PRId64 ".%0*" PRId64 "s", seconds, digits,
                 shown);
    } else if (seconds || !used) {
        snprintf(text + used, (size_t)(TIME_TEXT - used), "%" PRId64 "s", seconds);
    }
    return text;
}

char *time_control_write(const struct time_control *control, char text[TIME_CONTROL_TEXT])
{
    char first[TIME_TEXT], second[TIME_TEXT];
    if (control->move > 0)
        snprintf(text, TIME_CONTROL_TEXT, "%s/move", time_write(control->move, first));
    else if (control->total > 0 && control->increment > 0)
        snprintf(text, TIME_CONTROL_TEXT, "%s+%s", time_write(control->total, first),
                 time_write(control->increment, second));
    else if (control->total > 0)
        snprintf(text, TIME_CONTROL_TEXT, "%s", time_write(control->total, first));
    else
        snprintf(text, TIME_CONTROL_TEXT, "none");
    return text;
}

char *time_terms_write(const struct time_terms *terms, char text[TIME_TERMS_TEXT])
{
    char red[TIME_CONTROL_TEXT], blue[TIME_CONTROL_TEXT];
    time_control_write(&terms->side[RED], red);
    time_control_write(&terms->side[BLUE], blue);
    if (strcmp(red, blue) == 0)
        snprintf(text, TIME_TERMS_TEXT, "%s", red);
    else
        snprintf(text, TIME_TERMS_TEXT, "%s,%s", red, blue);
    return text;
}
