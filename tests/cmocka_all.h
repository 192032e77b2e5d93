/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmocka with the headers it wants before it, and how tests begin and run. */
#ifndef VEDETTE_TESTS_CMOCKA_ALL_H
#define VEDETTE_TESTS_CMOCKA_ALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Begins a test that has no use for `state`. A file that ends with TESTS_MAIN(set_up, tear_down) (each may be
 * NULL) runs all its tests, in their order, between the two; one whose tests have set-ups of their own lists
 * them in a main() of its own. */
#define TEST(name) \
    static void name(void **state); \
    __attribute__((constructor)) static void register_##name(void) \
    { \
        tests_add(#name, name, __LINE__); \
    } \
    static void name(void **state __attribute__((unused)))

#define TESTS_MAIN(set_up, tear_down) \
    int main(void) \
    { \
        return tests_run(set_up, tear_down); \
    }

void tests_add(const char *name, CMUnitTestFunction test, int line);
int tests_run(CMFixtureFunction set_up, CMFixtureFunction tear_down);

#endif
