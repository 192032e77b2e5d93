/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes packed models. The first byte says which: even, the rest is a whole file; odd, the program's own
 * content, overwritten where the next two bytes say, in a file with right digests. What is taken comes back
 * the same once packed again. */
#include "base/embedded.h"
#include "base/packed.h"
#include "belief/model.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

int fuzz_changes = 30; /* each input takes milliseconds */

static void check(const char *bytes, size_t size)
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
    fuzz_demand(memcmp(model, same, sizeof *model) == 0, "it is the same");
    free(same);
    free(model);
    text_free(&packed);
}

/* The program's own model, packed once. */
static const struct packed *own_content(void)
{
    static struct packed packed;
    static struct text text;
    const struct embedded *file = embedded_find("data/belief/people-and-programs.yaml");
    if (packed.content)
        return &packed;
    struct belief_model *model = belief_model_parse(file->name, (const char *)file->bytes, file->size, NULL);
    belief_model_pack(model, 1, &text);
    free(model);
    fuzz_demand(packed_open("own", "belief-model/4", text.bytes, text.size, &packed, NULL) == STATUS_OK,
                "the program's own can be opened");
    return &packed;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3 || data[0] % 2 == 0) {
        check((const char *)data + (size > 0), size - (size > 0));
        return 0;
    }
    const struct packed *own = own_content();
    struct text text = {0};
    char *bytes = malloc(own->size);
    size_t at = (size_t)(data[1] << 8 | data[2]) * own->size / 65536, room = own->size - at;
    memcpy(bytes, own->content, own->size);
    memcpy(bytes + at, data + 3, size - 3 < room ? size - 3 : room);
    packed_write("belief-model/4", 7, bytes, own->size, &text);
    check(text.bytes, text.size);
    text_free(&text);
    free(bytes);
    return 0;
}
