/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What libyaml complains of, in plain words. For the reader in yaml.c only. */
#ifndef VEDETTE_PROFILE_YAML_MESSAGE_H
#define VEDETTE_PROFILE_YAML_MESSAGE_H

#include "profile/yaml_source.h"

#include <yaml.h>

/* Fills `error` from the error `parser` stopped at: STATUS_BAD with the place, or STATUS_FAILED
 * where memory ran out. */
enum status yaml_message(const yaml_parser_t *parser, struct yaml_source *source,
                         struct error *error);

#endif
