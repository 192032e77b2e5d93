/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For tests of the archive: a folder of its own, and an archive in it. */
#ifndef VEDETTE_TESTS_ARCHIVES_H
#define VEDETTE_TESTS_ARCHIVES_H

#include "archive/archive.h"

extern char archive_folder[];  /* the user's data and state folder */
extern char archive_path[];    /* where the user's archive is: below it, in vedette/ */

/* Set-up and tear-down of a group of tests: makes the folder, and takes it away with all that is in it. */
int archives_set_up(void **state);
int archives_tear_down(void **state);

/* Tear-down of one test: empties the folder. */
int archives_clean(void **state);

/* Opens an archive of which there is nothing to say. */
struct archive *archives_open(const struct archive_terms *terms);

#endif
