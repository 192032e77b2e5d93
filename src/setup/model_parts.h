/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads single parts of a setup model's file. */
#ifndef VEDETTE_SETUP_MODEL_PARTS_H
#define VEDETTE_SETUP_MODEL_PARTS_H

#include "setup/model.h"
#include "setup/reader.h"

/* Makes an empty model with its memory; setup_model_free frees it. */
void setup_model_make(struct setup_model *model);

/* Reads the parts of a model file whose keys are all present in the mapping `root`. `model` must come from
 * setup_model_make, without critic and known setups. Unlike setup_model_parse, does not require all parts.
 * STATUS_BAD for invalid values. */
enum status setup_model_read_parts(const struct reader *reader, const struct yaml *root,
                                   struct setup_model *model);

#endif
