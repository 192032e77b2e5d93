/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes match_merge, and with it json_read: what is merged is whole, an error says what is wrong. */
#include "fuzz/fuzz.h"
#include "lab/match_log.h"

#include <unistd.h>

static void check_merged(const struct merged *merged)
{
    const struct contest contest = tournament_contest(&merged->tournament, &merged->terms);
    size_t games = 0;
    fuzz_demand(merged->tournament.players >= 2, "there are players");
    fuzz_demand(merged->terms.agent[MATCH_A] && merged->terms.agent[MATCH_B], "they have names");
    for (size_t i = 0; i < contest_meetings(&contest); i++) {
        const struct match_result *meeting = &merged->meetings[i];
        fuzz_demand(meeting->agent[MATCH_A].wins + meeting->agent[MATCH_B].wins + meeting->draws ==
                        meeting->games, "each game has a result");
        games += meeting->games;
    }
    fuzz_demand(games == contest_all_games(&contest) || merged->terms.sprt, "no game is missing");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[] = "/tmp/vedette-fuzz-XXXXXX", *paths[] = {path};
    struct merged merged;
    struct error error = {0};
    int file = mkstemp(path);
    fuzz_demand(file >= 0 && write(file, data, size) == (ssize_t)size, "there is room for the file");
    close(file);
    enum status status = match_merge(paths, 1, &merged, &error);
    unlink(path);
    if (status == STATUS_OK)
        check_merged(&merged);
    else
        fuzz_check_error(status, &error);
    merged_free(&merged);
    return 0;
}
