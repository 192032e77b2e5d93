/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Translates libyaml's errors into plain messages. Only for yaml.c. */
#ifndef VEDETTE_PROFILE_YAML_MESSAGE_H
#define VEDETTE_PROFILE_YAML_MESSAGE_H

#include "profile/yaml_source.h"

#include <yaml.h>

/* Sets `error` from the error of the parser: STATUS_BAD with the place, or STATUS_FAILED if there is no
 * memory. */
enum status yaml_message(const yaml_parser_t *parser, struct yaml_source *source, struct error *error);

#endif
