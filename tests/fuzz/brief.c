/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes what a list of games looks for in a file without parsing it: texts that end, a known outcome; and of
 * a file that can be read, the players and the date that it has. */
#include "file/game_brief.h"
#include "fuzz/content.h"
#include "fuzz/files.h"

static void check_brief(const struct game_brief *brief)
{
    fuzz_demand(memchr(brief->date, '\0', sizeof brief->date) != NULL, "a date ends");
    for (enum side side = RED; side <= BLUE; side++)
        fuzz_demand(memchr(brief->player[side], '\0', sizeof brief->player[side]) != NULL, "a name ends");
    fuzz_demand(result_name(brief->outcome.result) != NULL, "an outcome has a name");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[300];
    struct game_brief brief = {0};
    struct file_content content;
    struct error error = {.text = ""};
    fuzz_file("a.game", data, size, path);
    enum status status = game_brief_read(path, &brief, &error);
    if (status)
        fuzz_check_error(status, &error);
    else
        check_brief(&brief);
    if (!fuzz_read((const char *)data, size, &content))
        return 0;
    if (content.kind == FILE_GAME) {
        fuzz_demand(status == STATUS_OK, "a game that can be read has a brief");
        fuzz_demand(brief.plies == content.record.plies, "of as many moves");
        for (enum side side = RED; side <= BLUE; side++)
            fuzz_demand(!strcmp(brief.player[side], content.record.player[side]), "by the same players");
    }
    file_content_free(&content);
    return 0;
}
