/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/embedded.h"

#include <string.h>

const struct embedded *embedded_find(const char *name)
{
    for (size_t i = 0; i < embedded_count; i++)
        if (strcmp(embedded_table[i].name, name) == 0)
            return &embedded_table[i];
    return NULL;
}
