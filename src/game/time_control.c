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

/* Reads digits, and behind a point up to `decimals` more, as a number of units of 10^-decimals: no more than
 * `most` units. Returns the bytes read; 0: there is no such number. */
static size_t read_number(const char *text, int decimals, int64_t most, int64_t *number)
{
    const char *at = text;
    int64_t sum = 0;
    bool digits = ascii_is_digit(*at);
    for (; ascii_is_digit(*at) && sum <= most; at++)
        sum = 10 * sum + (*at - '0');
    bool point = decimals && digits && at[0] == '.' && ascii_is_digit(at[1]);
    at += point;
    for (int i = 0; i < decimals && sum <= most; i++) {
        bool more = point && ascii_is_digit(*at);
        sum = 10 * sum + (more ? *at++ - '0' : 0);
    }
    *number = sum;
    return digits && !ascii_is_digit(*at) && sum <= most ? (size_t)(at - text) : 0;
}

bool seconds_read(const char *text, size_t size, int64_t most, int64_t *milliseconds)
{
    int64_t number;
    if (!size || read_number(text, 3, most, &number) != size)
        return false;
    *milliseconds = number;
    return true;
}

/* Reads "1h30m0.5s"; returns the bytes read, 0: there is no time of 0 .. TIME_MAX. */
static size_t read_time(const char *text, int64_t *time)
{
    static const struct {
        char letter;
        int decimals;
        int64_t unit;
    } units[] = {{'h', 0, 3600000}, {'m', 0, 60000}, {'s', 3, 1}};
    const char *at = text;
    int64_t sum = 0;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        int64_t number;
        size_t size = read_number(at, units[i].decimals, TIME_MAX, &number);
        if (!size || at[size] != units[i].letter || number > (TIME_MAX - sum) / units[i].unit)
            continue;
        sum += number * units[i].unit;
        at += size + 1;
    }
    *time = sum;
    return (size_t)(at - text);
}

/* Reads a control up to `size` bytes, of which it must take all. */
static enum status read_control(const char *text, size_t size, struct time_control *control, size_t *fault,
                                struct error *error)
{
    static const char none[] = "none", each[] = "/move";
    struct time_control found = {0};
    if (size == strlen(none) && memcmp(text, none, size) == 0) {
        *control = found;
        return STATUS_OK;
    }
    size_t at = read_time(text, &found.total), more = 0;
    if (at && found.total > 0 && text[at] == '+') {
        more = read_time(text + at + 1, &found.increment);
        at += more ? 1 + more : 0;
    } else if (at && strncmp(text + at, each, strlen(each)) == 0) {
        found.move = found.total;
        found.total = 0;
        at += strlen(each);
    }
    if (at && at == size && time_control_is_set(&found)) {
        *control = found;
        return STATUS_OK;
    }
    at = at < size ? at : 0;
    if (fault)
        *fault = at;
    return error_set(error, STATUS_BAD, "found \"%.24s\", expected none, a time as 5m or 5m+3s, or 10s/move; "
                     "at most 100 hours", text + at);
}

enum status time_control_read(const char *text, struct time_control *control, size_t *fault,
                              struct error *error)
{
    return read_control(text, strlen(text), control, fault, error);
}

enum status time_terms_read(const char *text, struct time_terms *terms, size_t *fault, struct error *error)
{
    struct time_control side[SIDES];
    size_t first = strcspn(text, ","), at = 0;
    enum status status = read_control(text, first, &side[RED], &at, error);
    side[BLUE] = side[RED];
    if (!status && text[first]) {
        status = time_control_read(text + first + 1, &side[BLUE], &at, error);
        at += first + 1;
    }
    if (status) {
        if (fault)
            *fault = at;
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
    text[0] = '\0'; /* TIME_TEXT has room for all of it */
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
