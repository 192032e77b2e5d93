/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/table.h"

#define ROW(row) &row,
static const struct command *const rows[] = {COMMANDS(ROW)};
#undef ROW

const struct command_table command_table = {rows, sizeof rows / sizeof rows[0]};
