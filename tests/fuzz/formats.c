/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes other programs' forms of a game: what is read of Ataraxos' text and MessagePack and of the
 * strategoevaluator's logs is refused by a writer, or written, read and written again the same. */
#include "fuzz/content.h"

typedef enum status writer(const struct record *record, struct text *out, struct error *error);

/* Writes a record in one form. `must`: the form can hold it. */
static void check_form(const struct record *record, enum file_kind kind, writer *write, int must)
{
    struct text out = {0}, second = {0};
    struct file_content content;
    struct error error = {.text = ""};
    enum status status = write(record, &out, &error);
    if (status) {
        fuzz_check_error(status, &error);
        fuzz_demand(!must && !out.size, "what a form cannot hold is not written, all else is");
        return;
    }
    fuzz_read_own(&out, kind, &content);
    fuzz_demand(content.record.plies == record->plies, "what is written has all moves");
    fuzz_demand(write(&content.record, &second, &error) == STATUS_OK, "and can be written again");
    fuzz_same_text(&out, &second);
    file_content_free(&content);
    text_free(&out);
    text_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct file_content content;
    struct position position = {0};
    if (!fuzz_read((const char *)data, size, &content))
        return 0;
    int ataraxos = content.kind == FILE_ATARAXOS || content.kind == FILE_MSGPACK;
    if (ataraxos)
        check_form(&content.record, FILE_MSGPACK, game_write_msgpack, 1);
    if (ataraxos)
        check_form(&content.record, FILE_ATARAXOS, game_write_ataraxos, 0);
    if ((ataraxos || content.kind == FILE_EVALUATOR) && fuzz_replay(&content.record, &position))
        check_form(&content.record, FILE_EVALUATOR, game_write_evaluator, 0);
    position_free(&position);
    file_content_free(&content);
    return 0;
}
