/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmocka with the headers it wants before it, and how a test begins. */
#ifndef VEDETTE_TESTS_CMOCKA_ALL_H
#define VEDETTE_TESTS_CMOCKA_ALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Begins a test for cmocka_unit_test(name), which has no use for `state`. */
#define TEST(name) static void name(void **state __attribute__((unused)))

#endif
