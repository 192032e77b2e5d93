/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/signals.h"

#include <stddef.h>

bool signals_catch(int number, void (*handler)(int number), struct sigaction *before)
{
    struct sigaction action = {.sa_handler = handler}, now;
    sigaction(number, NULL, &now);
    if (before)
        *before = now;
    if (now.sa_handler == SIG_IGN)
        return false;
    sigemptyset(&action.sa_mask);
    return sigaction(number, &action, NULL) == 0;
}
