/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/kept_review.h"

#include "analysis/review_keep.h"
#include "base/disk.h"

#include <string.h>

/* Finds the file that may keep the review of the game in the file `path` (NULL: it has none, or only the
 * game's beginning is reviewed), and checks what --store needs. */
static enum status find_kept(const struct command *command, const struct review_terms *terms,
                             const char *path, const struct record *record, char kept[REVIEW_KEPT_PATH],
                             struct error *error)
{
    bool found = path && review_kept_path(path, kept);
    if (!terms->keep)
        return STATUS_OK;
    if (!found || !terms->worlds)
        return error_set(error, STATUS_BAD, "%s --store needs %s", command->name,
                         found ? "--worlds above 0" : "the file of a game, without --at");
    if (record->outcome.result == RESULT_OPEN)
        return error_set(error, STATUS_NO, "%s: the game is not over: its review is not kept", path);
    return disk_check_writable(kept, error);
}

/* Shows how many moves were judged. */
static void print_judged(void *context, unsigned done, unsigned total)
{
    session_progress(context, "review: %u of %u moves", done, total);
}

enum status kept_review_make(struct session *session, const struct command *command,
                             const struct review_terms *terms, const char *path, const struct record *record,
                             struct review *review, struct error *error)
{
    char kept[REVIEW_KEPT_PATH] = "";
    struct analysis_watch watch = {.stop = session->stop, .report = print_judged, .context = session};
    const char *file = path ? path : session_file(session);
    enum status status = find_kept(command, terms, session->at.is_given ? NULL : file, record, kept, error);
    if (status)
        return status;
    const struct review_request request = {
        .kept = kept[0] ? kept : NULL, .record = record, .worlds = (uint32_t)terms->worlds,
        .settings = &session->settings, .seed = session->seed, .threads = session->jobs,
        .library = session->library, .notation = session_notation(session),
    };
    status = review_make(review, &request, &watch, error);
    session_progress(session, "%s", ""); /* clear the line */
    if (!status && review->kept_fault.status)
        session_notice(session, "%s; the moves are judged again", review->kept_fault.text);
    if (!status && terms->keep && !review->was_kept)
        status = review_keep(review, &request, kept, error);
    return status;
}

enum side kept_review_seat(const struct record *record, const struct review *review)
{
    bool blue = strcmp(record->player[BLUE], "you") == 0 && strcmp(record->player[RED], "you") != 0;
    enum side seat = blue ? BLUE : RED;
    return review->own_chance[seat] ? seat : side_other(seat);
}
