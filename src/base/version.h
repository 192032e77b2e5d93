/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program's version. The only file that is compiled with it is version.c, which is compiled again if
 * configure.ac changes. */
#ifndef VEDETTE_BASE_VERSION_H
#define VEDETTE_BASE_VERSION_H

extern const char program_version[]; /* "0.9.0" */

#endif
