/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a setup model's file, for who reads one without the others. */
#ifndef VEDETTE_SETUP_MODEL_PARTS_H
#define VEDETTE_SETUP_MODEL_PARTS_H

#include "setup/model.h"
#include "setup/reader.h"

/* An empty model with its memory; setup_model_free gives it back. */
void setup_model_make(struct setup_model *model);

/* Reads the parts whose keys are all in the mapping `root` into a model made before, whose critic and known
 * setups are empty. STATUS_BAD as setup_model_parse, which demands all keys first. */
enum status setup_model_read_parts(const struct reader *reader, const struct yaml *root,
                                   struct setup_model *model);

#endif
