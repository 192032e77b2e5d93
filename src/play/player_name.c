/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/player_name.h"

#include <string.h>

const char *player_called(const char *name)
{
    static const char by_level[] = "invincible:profile=";
    size_t size = sizeof by_level - 1;
    return strncmp(name, by_level, size) == 0 && !strchr(name, ',') ? name + size : name;
}
