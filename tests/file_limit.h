/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For tests of a disk that is full. */
#ifndef VEDETTE_TESTS_FILE_LIMIT_H
#define VEDETTE_TESTS_FILE_LIMIT_H

#include <sys/resource.h>

/* No file of this process can grow beyond so many bytes; RLIM_INFINITY: any can. */
void limit_files(rlim_t size);

#endif
