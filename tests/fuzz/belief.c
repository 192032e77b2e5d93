/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the sections of a guesser's model, each where the input has its key: the whole is more than a
 * megabyte. A section that is read is the same once written and read again. The program's own model is read,
 * written and read again whole, once. */
#include "base/embedded.h"
#include "belief/model_parts.h"
#include "fuzz/fuzz.h"
#include "setup/reader.h"

#include <stdlib.h>
#include <string.h>

/* Written and read again, the text stays the same. */
static void check_whole(void)
{
    const struct embedded *file = embedded_find("data/belief/people-and-programs.yaml");
    struct belief_model *model = belief_model_parse("own", (const char *)file->bytes, file->size, NULL);
    struct text once = {0}, twice = {0};
    fuzz_demand(model != NULL, "the program's own model can be read");
    belief_model_write(model, &once);
    belief_model_free(model);
    model = belief_model_parse("again", text_string(&once), once.size, NULL);
    fuzz_demand(model != NULL, "a written model can be read");
    belief_model_write(model, &twice);
    fuzz_demand(!strcmp(text_string(&once), text_string(&twice)), "it is written the same again");
    belief_model_free(model);
    text_free(&once);
    text_free(&twice);
}

/* What a section leaves as it was where its file does not have it. */
static void forget(struct belief_model *model)
{
    model->families.count = 0;
    model->calibration = (struct calibration){0};
    memset(model->habits.learnt, 0, sizeof model->habits.learnt);
}

/* Reads a section from its key in a text; false where it is none. */
static bool read_section(const struct model_section *section, const char *bytes, size_t size,
                         struct belief_model *model)
{
    struct error error = {0};
    struct yaml *root = NULL;
    const struct reader reader = {.name = "input", .error = &error};
    enum status status = yaml_parse("input", bytes, size, &root, &error);
    const struct yaml *node = status ? NULL : yaml_get(root, section->key);
    forget(model);
    if (!status)
        status = node ? section->read(section, &reader, node, model) : STATUS_BAD;
    if (status && node)
        fuzz_check_error(status, &error);
    yaml_drop(root);
    return !status;
}

/* A section that the input has. The network is too large to be read to its end from one. */
static void check_section(const struct model_section *section, const char *bytes, size_t size,
                          struct belief_model *model)
{
    struct text once = {0}, twice = {0};
    if (!read_section(section, bytes, size, model) || (section->present && !section->present(model)))
        return;
    section->write(section, model, &once);
    fuzz_demand(read_section(section, once.bytes, once.size, model), "a written section can be read");
    section->write(section, model, &twice);
    fuzz_demand(!strcmp(text_string(&once), text_string(&twice)), "it is written the same again");
    text_free(&once);
    text_free(&twice);
}

/* The key that a line at the left begins with. */
static bool has_key(const char *bytes, size_t size, const char *key)
{
    size_t length = strlen(key);
    for (const char *at = bytes, *end = bytes + size; at && (size_t)(end - at) > length; at++) {
        if (memcmp(at, key, length) == 0 && at[length] == ':')
            return true;
        at = memchr(at, '\n', (size_t)(end - at));
        if (!at)
            break;
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct belief_model *model; /* some megabytes: read into again and again */
    const char *bytes = (const char *)data;
    if (!model) {
        check_whole();
        model = belief_model_new();
    }
    for (int i = 0; i < MODEL_SECTIONS; i++)
        if (has_key(bytes, size, model_sections[i]->key))
            check_section(model_sections[i], bytes, size, model);
    return 0;
}
