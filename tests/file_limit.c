/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file_limit.h"

#include "cmocka_all.h"

void limit_files(rlim_t size)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = size;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}
