/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/decimal.h"

#include "base/ascii.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The locale of the calling thread while it reads or writes a number, and the one before. strtod and
 * snprintf use the locale's decimal point; the locale of other threads must not change. */
struct numeric {
    locale_t plain, before;
};

/* Sets the thread's number format to the C locale. */
static struct numeric numeric_begin(void)
{
    struct numeric numeric = {.plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0)};
    if (numeric.plain)
        numeric.before = uselocale(numeric.plain);
    return numeric;
}

/* Restores the thread's locale. */
static void numeric_end(struct numeric numeric)
{
    if (numeric.plain) {
        uselocale(numeric.before);
        freelocale(numeric.plain);
    }
}

/* Returns the first byte that is not a digit. */
static const char *skip_digits(const char *text)
{
    while (ascii_is_digit(*text))
        text++;
    return text;
}

/* Returns the byte after an optional sign. */
static const char *skip_sign(const char *text)
{
    return text + (*text == '+' || *text == '-');
}

/* Returns whether the text is a decimal number. strtod alone would accept more. */
static bool is_number(const char *text)
{
    const char *start = skip_sign(text), *end = skip_digits(start);
    long digits = end - start;
    if (*end == '.') {
        start = end + 1;
        end = skip_digits(start);
        digits += end - start;
    }
    if (digits == 0)
        return false;
    if (*end == 'e' || *end == 'E') {
        start = skip_sign(end + 1);
        end = skip_digits(start);
        if (end == start)
            return false;
    }
    return *end == '\0';
}

bool decimal_read(const char *text, double *value)
{
    if (!is_number(text))
        return false;
    struct numeric numeric = numeric_begin();
    double number = strtod(text, NULL);
    numeric_end(numeric);
    if (!isfinite(number))
        return false;
    *value = number + 0.0; /* -0 becomes 0 */
    return true;
}

char *decimal_write(double value, char text[DECIMAL_TEXT])
{
    struct numeric numeric = numeric_begin();
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, DECIMAL_TEXT, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    numeric_end(numeric);
    return text;
}

double decimal_plain_zero(double value, int digits)
{
    char text[32];
    if (isnan(value) || value > 0 || value <= -1)
        return value;
    snprintf(text, sizeof text, "%.*f", digits, value);
    return strpbrk(text, "123456789") ? value : 0;
}
