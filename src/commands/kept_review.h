/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the review of a game for a command: the judged moves are read from the file that keeps them, if there
 * is one. */
#ifndef VEDETTE_COMMANDS_KEPT_REVIEW_H
#define VEDETTE_COMMANDS_KEPT_REVIEW_H

#include "analysis/review.h"
#include "console/command.h"

/* What the flags say that commands with a review have in common. */
struct review_terms {
    uint64_t worst;   /* max number of moves listed */
    uint64_t worlds;  /* to compare two moves; 0: moves are not judged */
    bool keep;        /* the judged moves are written beside the game's file */
};
#define REVIEW_TERMS {.worst = 8, .worlds = REVIEW_WORLDS}
#define REVIEW_FLAGS(type, member) \
    FLAG_WHOLE(type, member.worst, "worst", 0, 1000, "so many of the moves that cost most"), \
    FLAG_WHOLE(type, member.worlds, "worlds", 0, 65536, \
               "so many worlds to compare a move with a better one; 0: moves are not judged"), \
    FLAG_SWITCH(type, member.keep, "store", \
                "keeps the judged moves of a finished game beside its file, as .NAME.review")

/* Makes the review (all zero before) of a record that was read from `path` (NULL: the game at hand). A notice
 * says why kept moves do not count. STATUS_NO if --store is given for an unfinished game, or Ctrl-C stopped
 * it; STATUS_BAD if --store is given without a file or with --worlds 0. review_free frees the review, also
 * after an error. */
enum status kept_review_make(struct session *session, const struct command *command,
                             const struct review_terms *terms, const char *path, const struct record *record,
                             struct review *review, struct error *error);

/* Returns the seat from which a review is written if none is given: that of "you", or red's if there is no
 * "you"; if the ranks of that seat are not known, the other one. */
enum side kept_review_seat(const struct record *record, const struct review *review);

#endif
