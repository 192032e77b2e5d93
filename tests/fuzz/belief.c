/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes belief_model_parse with the model of the program, overwritten somewhere: two bytes say where, the
 * others what stands there. What can still be read is the same once written and read again. */
#include "base/embedded.h"
#include "belief/model.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

int fuzz_changes = 20; /* the whole model is read up to twice and written twice each time */

static void check(const char *bytes, size_t size)
{
    struct error error = {0};
    struct belief_model *model = belief_model_parse("fuzz", bytes, size, &error);
    if (!model) {
        fuzz_demand(error.text[0] != '\0', "a refusal says why");
        return;
    }
    struct text once = {0}, twice = {0};
    belief_model_write(model, &once);
    free(model);
    model = belief_model_parse("again", text_string(&once), once.size, &error);
    fuzz_demand(model != NULL, "a written model can be read");
    belief_model_write(model, &twice);
    fuzz_demand(!strcmp(text_string(&once), text_string(&twice)), "it is written the same again");
    free(model);
    text_free(&once);
    text_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct embedded *file = embedded_find("data/belief/people-and-programs.yaml");
    if (size < 2)
        return 0;
    size_t at = (size_t)(data[0] << 8 | data[1]) * file->size / 65536;
    char *bytes = malloc(file->size);
    memcpy(bytes, file->bytes, file->size);
    size_t room = file->size - at, count = size - 2 < room ? size - 2 : room;
    memcpy(bytes + at, data + 2, count);
    check(bytes, file->size);
    free(bytes);
    return 0;
}
