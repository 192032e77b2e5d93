/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes Gravon's forms of a game (XML, .gsn, one a line): what is read is written, read and written
 * again the same in each of them that has a type for its variant. */
#include "file/format.h"
#include "fuzz/content.h"

static enum status write_line(const struct record *record, struct text *out, struct error *error)
{
    return game_write_tsv(record, "game", out, error);
}

/* Reads the text again, in the form `write` gave it. */
static void read_again(const struct text *own, enum file_kind kind, struct file_content *content)
{
    struct input line = {.name = "f", .bytes = text_string(own), .size = own->size - 1};
    struct error error = {.text = ""};
    bool there = false;
    size_t result = 0;
    if (kind != FILE_TSV) {
        fuzz_read_own(own, kind, content);
        return;
    }
    *content = (struct file_content){.kind = FILE_TSV};
    record_clear(&content->record);
    fuzz_demand(tsv_line_read(&line, &content->record, &there, &result, &error) == STATUS_OK && there,
                "a line that is written can be read");
}

static void check_form(const struct record *record, enum file_kind kind,
                       enum status (*write)(const struct record *, struct text *, struct error *))
{
    struct text out = {0}, second = {0};
    struct file_content content;
    struct error error = {.text = ""};
    enum status status = write(record, &out, &error);
    if (kind == FILE_GSN && variant_at(record->start.variant)->gsn_type < 0) {
        fuzz_demand(status == STATUS_BAD, "a .gsn has no type for it");
        text_free(&out);
        return;
    }
    fuzz_demand(status == STATUS_OK, "a game in Gravon's form can be written in each of them");
    read_again(&out, kind, &content);
    fuzz_demand(content.record.plies == record->plies, "what is written has all moves");
    fuzz_demand(content.record.start.variant == record->start.variant, "and is of the same variant");
    fuzz_demand(content.record.outcome.result == record->outcome.result &&
                    content.record.outcome.reason == record->outcome.reason,
                "what is written ends the same");
    fuzz_demand(write(&content.record, &second, &error) == STATUS_OK, "and can be written again");
    fuzz_same_text(&out, &second);
    file_content_free(&content);
    text_free(&out);
    text_free(&second);
}

static void check_record(const struct record *record)
{
    struct position position = {0};
    fuzz_replay(record, &position);
    position_free(&position);
    check_form(record, FILE_XML, game_write_xml);
    check_form(record, FILE_GSN, game_write_gsn);
    check_form(record, FILE_TSV, write_line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct file_content content;
    struct input line = {.name = "f", .bytes = (const char *)data, .size = size};
    struct error error = {.text = ""};
    bool there = false;
    size_t result = 0;
    if (fuzz_read((const char *)data, size, &content)) {
        if (content.kind == FILE_XML || content.kind == FILE_GSN)
            check_record(&content.record);
        file_content_free(&content);
    }
    content = (struct file_content){.kind = FILE_TSV};
    record_clear(&content.record);
    enum status status = tsv_line_read(&line, &content.record, &there, &result, &error);
    if (status != STATUS_OK)
        fuzz_check_error(status, &error);
    else if (there)
        check_record(&content.record);
    file_content_free(&content);
    return 0;
}
