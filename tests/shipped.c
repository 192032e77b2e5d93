/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shipped.h"

#include "base/embedded.h"

#include <stdio.h>
#include <stdlib.h>

static void stop_unless(bool good, const struct error *error)
{
    if (good)
        return;
    fprintf(stderr, "%s\n", error->text);
    abort();
}

struct belief_model *shipped_belief_model(void)
{
    const struct embedded *file = embedded_find("data/belief/people-and-programs.yaml");
    struct error error;
    struct belief_model *model =
        belief_model_parse(file->name, (const char *)file->bytes, file->size, &error);
    stop_unless(model != NULL, &error);
    return model;
}

static void read_statistics(const char *name, struct setup_statistics *statistics)
{
    const struct embedded *file = embedded_find(name);
    struct error error;
    stop_unless(setup_statistics_parse(file->name, (const char *)file->bytes, file->size, statistics,
                                       &error) == STATUS_OK, &error);
}

void shipped_statistics(struct setup_statistics *statistics)
{
    read_statistics("data/setups/human.yaml", statistics);
}

void shipped_barrage_statistics(struct setup_statistics *statistics)
{
    read_statistics("data/setups/barrage.yaml", statistics);
}

void shipped_setup_model(struct setup_model *model)
{
    const struct embedded *file = embedded_find("data/setups/human-model.yaml");
    struct error error;
    stop_unless(setup_model_parse(file->name, (const char *)file->bytes, file->size, model, &error) ==
                    STATUS_OK, &error);
}
