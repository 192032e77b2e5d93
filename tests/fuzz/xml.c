/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes Gravon's forms of a game (XML, .gsn, one a line): what is read is written, read and written
 * again the same in each of them. */
#include "file/format.h"
#include "fuzz/thing.h"

static enum status write_line(const struct record *record, struct text *out, struct error *error)
{
    return game_write_tsv(record, "game", out, error);
}

/* Reads the text again, in the form `write` gave it. */
static void read_again(const struct text *own, enum file_kind kind, struct thing *thing)
{
    struct input line = {.name = "f", .bytes = text_string(own), .size = own->size - 1};
    struct error error = {.text = ""};
    bool there = false;
    if (kind != FILE_TSV) {
        fuzz_read_own(own, kind, thing);
        return;
    }
    *thing = (struct thing){.kind = FILE_TSV};
    record_clear(&thing->record);
    fuzz_demand(tsv_line_read(&line, &thing->record, &there, &error) == STATUS_OK && there,
                "a line that is written can be read");
}

static void check_form(const struct record *record, enum file_kind kind,
                       enum status (*write)(const struct record *, struct text *, struct error *))
{
    struct text out = {0}, second = {0};
    struct thing thing;
    struct error error = {.text = ""};
    enum status status = write(record, &out, &error);
    fuzz_demand(status == STATUS_OK, "a game in Gravon's form can be written in each of them");
    read_again(&out, kind, &thing);
    fuzz_demand(thing.record.plies == record->plies, "what is written has all moves");
    fuzz_demand(thing.record.outcome.result == record->outcome.result &&
                    thing.record.outcome.reason == record->outcome.reason,
                "what is written ends the same");
    fuzz_demand(write(&thing.record, &second, &error) == STATUS_OK, "and can be written again");
    fuzz_same_text(&out, &second);
    thing_free(&thing);
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
    struct thing thing;
    struct input line = {.name = "f", .bytes = (const char *)data, .size = size};
    struct error error = {.text = ""};
    bool there = false;
    if (fuzz_read((const char *)data, size, &thing)) {
        if (thing.kind == FILE_XML || thing.kind == FILE_GSN)
            check_record(&thing.record);
        thing_free(&thing);
    }
    thing = (struct thing){.kind = FILE_TSV};
    record_clear(&thing.record);
    enum status status = tsv_line_read(&line, &thing.record, &there, &error);
    if (status != STATUS_OK)
        fuzz_check_error(status, &error);
    else if (there)
        check_record(&thing.record);
    thing_free(&thing);
    return 0;
}
