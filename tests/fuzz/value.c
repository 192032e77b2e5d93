/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes value_model_parse: what is read has finite weights, and is the same once written and read again. */
#include "fuzz/fuzz.h"
#include "value/value.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {.text = ""};
    struct value_model *model = value_model_parse("input", (const char *)data, size, &error);
    if (!model) {
        fuzz_check_error(error.status, &error);
        return 0;
    }
    for (int player = 0; player < PLAYER_KINDS; player++)
        for (int i = 0; i < VALUE_TERMS; i++)
            fuzz_demand(isfinite(model->weight[player][i]), "its weights are finite");
    struct text once = {0}, twice = {0};
    value_model_write(model, &once);
    free(model);
    model = value_model_parse("again", text_string(&once), once.size, &error);
    fuzz_demand(model != NULL, "a written model can be read");
    value_model_write(model, &twice);
    fuzz_demand(!strcmp(text_string(&once), text_string(&twice)), "it is written the same again");
    free(model);
    text_free(&once);
    text_free(&twice);
    return 0;
}
