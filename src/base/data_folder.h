/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data folder: files that came with the program and are no part of it. */
#ifndef VEDETTE_BASE_DATA_FOLDER_H
#define VEDETTE_BASE_DATA_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* The folder below which a folder is found ("data/belief"), into `path` of `room` bytes: $VEDETTE_DATA; where
 * that is not set, the folder of the program itself, as after a build, or else where it is installed. False
 * where it is in none of them. */
bool data_folder(const char *below, char *path, size_t capacity);

#endif
