/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "folder.h"

#include <stdio.h>
#include <stdlib.h>

char folder[] = "/tmp/vedette-testing-XXXXXX";

int folder_set_up(void **state)
{
    static const char *const homes[] = {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"};
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++)
        setenv(homes[i], folder, 1);
    return 0;
}

int folder_tear_down(void **state)
{
    char command[sizeof folder + sizeof "rm -rf "];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}
