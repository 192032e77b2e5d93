/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/version.h"

const char program_version[] = PACKAGE_VERSION;
