/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the parts of a setup model's file, each where the input has its keys: the whole is 160 kB at least.
 * What is read keeps the promises of the headers. The program's own model is read whole once. */
#include "base/embedded.h"
#include "fuzz/fuzz.h"
#include "profile/yaml.h"
#include "setup/boosted_trees.h"
#include "setup/critic.h"
#include "setup/features.h"
#include "setup/model.h"
#include "setup/reader.h"

#include <math.h>

/* A model that is read into again and again. */
static struct setup_model *reused_model(void)
{
    static struct setup_model model;
    if (!model.pair) {
        const struct embedded *file = embedded_find("data/setups/human-model.yaml");
        struct setup_model own = {0};
        fuzz_demand(setup_model_parse("own", (const char *)file->bytes, file->size, &own, NULL) == STATUS_OK,
                    "the program's own can be read");
        setup_model_free(&own);
        setup_model_make(&model);
    }
    return &model;
}

static void check_model(const struct setup_model *model)
{
    fuzz_demand(isfinite(model->log_partition), "its numbers are finite");
    for (int i = 1; i < MODEL_QUANTILES; i++)
        fuzz_demand(model->quantile[i - 1] <= model->quantile[i], "quantiles rise");
    for (int s = 0; s < PIECES_A_SIDE; s++) {
        fuzz_demand(fabsf(model->bombed[s]) <= 1000, "a place's number is in its range");
        for (int rank = 0; rank < RANKS; rank++)
            fuzz_demand(fabsf(model->field[s][rank]) <= 1000, "a rank's number is in its range");
    }
    fuzz_demand(model->known.share >= 0 && model->known.share <= 1 && model->known.discount >= 0 &&
                    model->known.discount <= 1,
                "shares are shares");
    if (model->critic) {
        const uint8_t features[SETUP_FEATURES] = {0};
        fuzz_demand(boosted_count(model->critic) <= CRITIC_TREES_MAX, "no more trees than there may be");
        fuzz_demand(isfinite(boosted_log_odds(model->critic, features)), "trees have an answer");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct setup_model *model = reused_model();
    struct error error = {0};
    struct yaml *root = NULL;
    const struct reader reader = {"input", &error};
    enum status status = yaml_parse("input", (const char *)data, size, &root, &error);
    if (!status)
        status = setup_model_read_parts(&reader, root, model);
    if (status)
        fuzz_check_error(status, &error);
    else
        check_model(model);
    yaml_drop(root);
    boosted_free(model->critic);
    known_free(&model->known);
    model->critic = NULL;
    model->known = (struct known_setups){0};
    memset(model->quantile, 0, sizeof model->quantile);
    return 0;
}
