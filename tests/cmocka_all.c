/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmocka_all.h"

#include <stdlib.h>

enum { TESTS_MAX = 100 };

static struct CMUnitTest tests[TESTS_MAX];
static int lines[TESTS_MAX]; /* of each test, in rising order */
static size_t count;

/* Constructors may run in any order: the test is put in at its place. */
void tests_add(const char *name, CMUnitTestFunction test, int line)
{
    if (count == TESTS_MAX)
        abort();
    size_t at = count++;
    for (; at > 0 && lines[at - 1] > line; at--) {
        tests[at] = tests[at - 1];
        lines[at] = lines[at - 1];
    }
    tests[at] = (struct CMUnitTest)cmocka_unit_test(test);
    tests[at].name = name;
    lines[at] = line;
}

int tests_run(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
    return _cmocka_run_group_tests("tests", tests, count, set_up, tear_down);
}
