/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data folder: files that are installed with the program but not embedded in it. */
#ifndef VEDETTE_BASE_DATA_FOLDER_H
#define VEDETTE_BASE_DATA_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* Finds the folder that contains the folder `below` ("data/belief"): $VEDETTE_DATA if that is set. Otherwise
 * the program's own folder if it contains `below` (as after a build), and last the installation's. Writes its
 * path into `path` of `capacity` bytes. False if it is not there. */
bool data_folder_find(const char *below, char *path, size_t capacity);

#endif
