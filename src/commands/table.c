/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/table.h"

#define ROW(row) &row,
const struct command *const command_table[] = {COMMANDS(ROW)};
#undef ROW

const size_t command_count = sizeof command_table / sizeof command_table[0];
