/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/move.h"

const char *result_name(enum result result)
{
    static const char *const names[] = {
        [RESULT_OPEN] = "open",
        [RESULT_RED] = "red",
        [RESULT_BLUE] = "blue",
        [RESULT_DRAW] = "draw",
    };
    return names[result];
}

const char *reason_name(enum reason reason)
{
    static const char *const names[REASONS] = {
        [REASON_NONE] = "none",
        [REASON_FLAG] = "flag",
        [REASON_NO_MOVES] = "no-moves",
        [REASON_RESIGNED] = "resigned",
        [REASON_AGREED] = "agreed",
        [REASON_MOVE_LIMIT] = "move-limit",
        [REASON_NO_ATTACK_LIMIT] = "no-attack-limit",
        [REASON_TIME] = "time",
        [REASON_GAME_TIME] = "game-time",
        [REASON_TIME_MISSING] = "time-missing",
        [REASON_MISSING] = "missing",
        [REASON_BOTH_MISSING] = "both-missing",
        [REASON_ILLEGAL] = "illegal",
        [REASON_FAILED] = "failed",
        [REASON_NO_ANSWER] = "no-answer",
    };
    return names[reason];
}
