/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads single parts of a file of setup statistics. */
#ifndef VEDETTE_SETUP_STATISTICS_PARTS_H
#define VEDETTE_SETUP_STATISTICS_PARTS_H

#include "setup/reader.h"
#include "setup/statistics.h"

/* Reads the parts of a statistics file whose keys are all present in the mapping `root`; the statistics
 * must have no surroundings yet. Unlike setup_statistics_parse, does not require all parts. STATUS_BAD for
 * invalid values. */
enum status setup_statistics_read_parts(const struct reader *reader, const struct yaml *root,
                                        struct setup_statistics *statistics);

#endif
