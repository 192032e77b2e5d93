/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes packed models. The first byte says what: even, the rest is a whole file; odd, the section of that
 * number of the program's own content, cut short, and overwritten where the next two bytes say: each but the
 * network, which is large. What is taken comes back the same once packed again. The program's own content is
 * packed whole, once. */
#include "base/embedded.h"
#include "base/packed.h"
#include "belief/model_parts.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { MARKS_KEPT = 8, FAMILIES_KEPT = 4 };

static void check_file(const char *bytes, size_t size)
{
    struct error error = {0};
    uint64_t source = 0, again = 1;
    struct belief_model *model = belief_model_unpack("fuzz", bytes, size, &source, &error), *same;
    if (!model) {
        fuzz_check_error(STATUS_BAD, &error);
        return;
    }
    struct text packed = {0};
    belief_model_pack(model, source, &packed);
    same = belief_model_unpack("again", packed.bytes, packed.size, &again, &error);
    fuzz_demand(same && again == source, "what was packed can be unpacked");
    fuzz_demand(memcmp(model->network->weight, same->network->weight,
                       model->network->weights * sizeof(float)) == 0, "its weights are the same");
    net_free(same->network);
    same->network = model->network;
    fuzz_demand(memcmp(model, same, sizeof *model) == 0, "it is the same");
    same->network = NULL;
    belief_model_free(same);
    belief_model_free(model);
    text_free(&packed);
}

/* --- sections --- */

static struct belief_model *model;           /* read into again and again */
static struct text section_of[MODEL_SECTIONS]; /* the program's own, packed */

static void cut(struct game_fingerprints *marks)
{
    marks->count = marks->count < MARKS_KEPT ? marks->count : MARKS_KEPT;
}

/* The program's own model, packed whole, and then in sections with few marks and families. */
static void pack_model(void)
{
    const struct embedded *file = embedded_find("data/belief/people-and-programs.yaml");
    struct text whole = {0};
    model = belief_model_parse(file->name, (const char *)file->bytes, file->size, NULL);
    fuzz_demand(model != NULL, "the program's own model can be read");
    belief_model_pack(model, 1, &whole);
    check_file(whole.bytes, whole.size);
    text_free(&whole);
    cut(&model->without);
    for (int player = 0; player < PLAYER_KINDS; player++)
        cut(&model->fingerprints[player]);
    model->families.count = FAMILIES_KEPT;
    for (int i = 0; i < MODEL_SECTIONS; i++) {
        struct passage passage = {.out = &section_of[i], .sound = true};
        model_sections[i]->pass(model_sections[i], &passage, model);
    }
}

/* The section's bytes, unpacked and packed again: the same, where they were taken. */
static void check_section(const struct model_section *section, const char *bytes, size_t size)
{
    struct passage in = {.at = bytes, .left = size, .sound = true};
    section->pass(section, &in, model);
    fuzz_demand(in.left <= size, "no more is read than there is");
    if (!in.sound)
        return;
    struct text again = {0};
    struct passage out = {.out = &again, .sound = true};
    section->pass(section, &out, model);
    fuzz_demand(out.sound && again.size == size - in.left && memcmp(again.bytes, bytes, again.size) == 0,
                "it is packed the same again");
    text_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!model)
        pack_model();
    if (size < 3 || data[0] % 2 == 0) {
        check_file((const char *)data + (size > 0), size - (size > 0));
        return 0;
    }
    int index = data[0] / 2 % (MODEL_SECTIONS - 1);
    const struct text *own = &section_of[index];
    size_t at = (size_t)(data[1] << 8 | data[2]) * own->size / 65536, capacity = own->size - at;
    char *bytes = malloc(own->size);
    memcpy(bytes, own->bytes, own->size);
    memcpy(bytes + at, data + 3, size - 3 < capacity ? size - 3 : capacity);
    check_section(model_sections[index], bytes, own->size);
    free(bytes);
    return 0;
}
