/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the targets of the file room share: a text is read, or refused cleanly. */
#ifndef VEDETTE_TESTS_FUZZ_THING_H
#define VEDETTE_TESTS_FUZZ_THING_H

#include "file/file.h"
#include "fuzz/fuzz.h"

/* Reads the bytes as a file; false where they are refused, with one line that names the file. */
static inline int fuzz_read(const char *bytes, size_t size, struct file_content *content)
{
    struct error error = {.text = ""};
    enum status status = file_parse("f", bytes, size, content, &error);
    if (status == STATUS_OK)
        return 1;
    fuzz_check_error(status, &error);
    fuzz_demand(strncmp(error.text, "f:", 2) == 0, "the error names the file");
    fuzz_demand(content->kind == FILE_KINDS && content->record.plies == 0, "nothing is left behind");
    file_content_free(content);
    return 0;
}

/* Reads what the program itself wrote: it must be sound, and of this kind. */
static inline void fuzz_read_own(const struct text *own, enum file_kind kind, struct file_content *content)
{
    fuzz_demand(fuzz_read(text_string(own), own->size, content), "what is written can be read");
    fuzz_demand(content->kind == kind, "what is written is of the kind it was written as");
}

static inline void fuzz_same_text(const struct text *a, const struct text *b)
{
    fuzz_demand(a->size == b->size && memcmp(text_string(a), text_string(b), a->size) == 0,
                "what is read back is written the same");
}

/* Plays a record as far as it goes: no derived value of the board may be wrong at the end. False where it
 * cannot be played to its end. */
static inline int fuzz_replay(const struct record *record, struct position *position)
{
    struct error error;
    enum status status = record_replay(record, SIZE_MAX, position, NULL, &error);
    fuzz_demand(status == STATUS_OK || status == STATUS_NO || status == STATUS_BAD,
                "a record is played, or refused");
    if (position->board.rules.name)
        fuzz_demand(board_fault(&position->board) == NULL, "every derived value is right");
    return status == STATUS_OK;
}

#endif
