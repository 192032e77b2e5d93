/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The armies of the archive's games, for the commands on setups. */
#ifndef VEDETTE_COMMANDS_ARCHIVE_ARMIES_H
#define VEDETTE_COMMANDS_ARCHIVE_ARMIES_H

#include "console/session.h"
#include "play/army_census.h"

/* Updates the archive and counts the armies of all its games. If the archive cannot be read, a notice of
 * `command` says why, and there are none. STATUS_NO if it was stopped. */
enum status archive_armies_read(struct session *session, const char *command, struct army_census *census,
                                struct error *error);

#endif
