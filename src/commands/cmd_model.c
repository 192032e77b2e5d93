/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models as files: model pack. */
#include "commands/table.h"

#include "base/digest.h"
#include "base/disk.h"
#include "base/embedded.h"
#include "base/packed.h"
#include "belief/model.h"

#include <stdio.h>

struct model_pack_args {
    const char *name, *out;
};

/* Reads the text of a readable model: the built-in model `name`. If there is none of that name, reads the
 * file `name`. STATUS_BAD for a packed model. */
static enum status read_model(const char *name, struct text *text, struct error *error)
{
    char path[128];
    int size = snprintf(path, sizeof path, "data/belief/%s.yaml", name);
    const struct embedded *builtin = size < (int)sizeof path ? embedded_find(path) : NULL;
    if (builtin)
        text_append(text, (const char *)builtin->bytes, builtin->size);
    enum status status = builtin ? STATUS_OK : disk_read(name, BELIEF_MODEL_PACKED_LIMIT, text, error);
    if (!status && packed_begins(text->bytes, text->size))
        status = error_set(error, STATUS_BAD, "%s: found a packed model, expected a readable one", name);
    return status;
}

/* Runs `model pack`. The packed file contains the digest of the text, so that a change of the text is
 * noticed. */
static enum status run_model_pack(struct session *session, const void *arguments, struct error *error)
{
    const struct model_pack_args *args = arguments;
    struct text text = {0}, packed = {0};
    struct belief_model *model = NULL;
    (void)session;
    enum status status = read_model(args->name, &text, error);
    if (!status) {
        model = belief_model_parse(args->name, text_string(&text), text.size, error);
        status = model ? STATUS_OK : STATUS_BAD;
    }
    if (!status) {
        belief_model_pack(model, digest(text.bytes, text.size), &packed);
        status = disk_write(args->out, packed.bytes, packed.size, error);
    }
    belief_model_free(model);
    text_free(&packed);
    text_free(&text);
    return status;
}

const struct command command_model_pack = {
    .name = "model pack", .group = GROUP_GUESS,
    .keywords = "compress binary model guesser",
    .words = ARGUMENTS(
        WORD_FILE(struct model_pack_args, name, "FILE|NAME",
                  "a model that 'guess learn' wrote, or people-and-programs, the program's own")),
    .flags = ARGUMENTS(
        FLAG_FILE(struct model_pack_args, out, "out", "writes the packed model to this file",
                  .required = true)),
    .args_size = sizeof(struct model_pack_args),
    .help = "writes a model of the guesser as the machine has it, to be read faster",
    .details = "The file holds the same numbers and is for this version and kind of machine; --model and\n"
               "the option belief.model take it like the readable one.",
    .run = run_model_pack,
};
