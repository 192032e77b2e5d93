/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planner's values of all moves in a position, as text and JSON: what plans, hint and why share. */
#ifndef VEDETTE_COMMANDS_PLAN_STUDY_H
#define VEDETTE_COMMANDS_PLAN_STUDY_H

#include "analysis/analysis.h"
#include "console/command.h"
#include "console/json.h"
#include "game/notation.h"

/* The planner's table for a position, from the view of the side to move. plan_study_close frees it. */
struct plan_study {
    struct analysis *analysis;
    struct analysis_cache cache;
    enum notation notation;       /* for printing */
    enum player_kind players;     /* by whose games the chance to win is weighed */
    bool codes;                   /* plans are named by codes, not in words */
    int best;                     /* index of the move that the planner chooses */
    struct move played;           /* for `why`: the move that was made in the position */
    char comment[COMMENT_MAX + 1]; /* the user's comment on the game's last move; "": none */
};

/* Frees a study and makes it empty. */
void plan_study_close(struct plan_study *study);

/* Makes the study of a file, or of the current game if `path` is NULL. With `back` it is about the position
 * before the last move. Refused for an agent's side while a person plays against it, because its plans would
 * reveal its ranks. plan_study_close must follow, also after an error. */
enum status plan_study_open(struct plan_study *study, struct session *session, const struct command *command,
                            const char *path, bool back, struct error *error);

/* Writes the move with index `move` in the study's notation to `name` and returns `name`. */
char *plan_study_name(const struct plan_study *study, int move, char name[MOVE_TEXT]);

/* Appends the table of all moves, in blocks of 57 columns at most; plans without a value are left out. */
void plan_study_table(const struct plan_study *study, struct text *out);

/* Appends the active instances, a line for each, to the text and to the JSON. */
void plan_study_active(const struct plan_study *study, struct text *out, struct json *json);

/* Adds a move to the JSON: its total, whether the planner chooses it, and the values by plan. */
void plan_study_move_json(const struct plan_study *study, int move, const char *key, struct json *json);

/* Adds the planner's hint to the JSON, with the keys of the hint of any agent (commands/move_request.c).
 * `best`: index of the move. */
void plan_study_hint_json(const struct plan_study *study, int best, double chance, struct json *json);

/* Adds the state of the game and the moves to the JSON: all moves, the best first. If `one` is 0 or more,
 * adds only the move with that index. */
void plan_study_table_json(const struct plan_study *study, int one, struct json *json);

/* Appends the value of a move, its place among all moves, and the reasons of the planner. */
void plan_study_move(struct plan_study *study, int move, struct text *out);

#endif
