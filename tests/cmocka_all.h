/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmocka with the headers it wants before it. */
#ifndef VEDETTE_TESTS_CMOCKA_ALL_H
#define VEDETTE_TESTS_CMOCKA_ALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
