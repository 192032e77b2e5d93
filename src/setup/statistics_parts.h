/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a file of setup statistics, for who reads one without the others. */
#ifndef VEDETTE_SETUP_STATISTICS_PARTS_H
#define VEDETTE_SETUP_STATISTICS_PARTS_H

#include "setup/reader.h"
#include "setup/statistics.h"

/* Reads the parts whose keys are all in the mapping `root` into statistics without surroundings of flags.
 * STATUS_BAD as setup_statistics_parse, which demands all keys first. */
enum status setup_statistics_read_parts(const struct reader *reader, const struct yaml *root,
                                        struct setup_statistics *statistics);

#endif
