/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes journals, which a program that was killed leaves behind: looked at and gone on with, the file is a
 * game, or is said to be lost; what it hides is read or refused. */
#include "file/sealed.h"
#include "fuzz/content.h"
#include "fuzz/files.h"
#include "play/journal.h"
#include "play/unfinished.h"

/* A game that can be gone on with has its setups and legal moves. */
static void check_record(const struct record *record)
{
    struct position position = {0};
    fuzz_demand(record_replay(record, SIZE_MAX, &position, NULL, NULL) == STATUS_OK, "its moves are legal");
    fuzz_demand(board_fault(&position.board) == NULL, "every derived value is right");
    position_free(&position);
}

/* A journal that is sound is gone on with, and written anew it is the same game. */
static void check_resumed(const char *path, const struct record *looked)
{
    struct journal journal;
    struct record record = {0}, again = {0};
    struct error error = {.text = ""};
    record_clear(&record);
    record_clear(&again);
    fuzz_demand(journal_resume(&journal, path, &record, &error) == STATUS_OK, "it is gone on with");
    fuzz_demand(record.plies == looked->plies, "it is the game that was looked at");
    fuzz_demand(journal_rewrite(&journal, &record, &error) == STATUS_OK, "it can be written anew");
    journal_close(&journal, true);
    fuzz_demand(journal_resume(&journal, path, &again, &error) == STATUS_OK, "and be read again");
    fuzz_demand(again.plies == record.plies, "with all its moves");
    journal_close(&journal, true);
    record_clear(&record);
    record_clear(&again);
}

static void check_sealed(const uint8_t *data, size_t size)
{
    struct text open = {0}, sealed = {0}, again = {0};
    char *text = calloc(size + 1, 1);
    memcpy(text, data, size);
    if (seal_read(text, &open, NULL) == STATUS_OK) {
        seal_write(text_string(&open), open.size, &sealed);
        fuzz_demand(seal_read(text_string(&sealed), &again, NULL) == STATUS_OK, "it can be opened");
        fuzz_same_text(&open, &again);
    }
    text_free(&open);
    text_free(&sealed);
    text_free(&again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[300];
    struct record record = {0};
    struct error fault = {.text = ""};
    record_clear(&record);
    fuzz_file("a.game", data, size, path);
    enum unfinished_state state = unfinished_read(path, &record, &fault);
    fuzz_demand(state != UNFINISHED_BUSY, "nobody plays it");
    if (state == UNFINISHED_LOST || state == UNFINISHED_DAMAGED)
        fuzz_check_error(STATUS_BAD, &fault);
    if (state != UNFINISHED_LOST)
        check_record(&record);
    if (state == UNFINISHED_SOUND)
        check_resumed(path, &record);
    record_clear(&record);
    check_sealed(data, size);
    return 0;
}
