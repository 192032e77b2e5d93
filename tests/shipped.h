/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was learnt and comes with the program, for tests that want no library: each call reads it anew. */
#ifndef VEDETTE_TESTS_SHIPPED_H
#define VEDETTE_TESTS_SHIPPED_H

#include "belief/model.h"
#include "setup/model.h"
#include "setup/statistics.h"

/* free() gives the belief model back, setup_model_free what is in the setup model. */
struct belief_model *shipped_belief_model(void);
void shipped_statistics(struct setup_statistics *statistics);
void shipped_barrage_statistics(struct setup_statistics *statistics);
void shipped_setup_model(struct setup_model *model);

#endif
