/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of matches and tournaments, as text and as JSON. */
#ifndef VEDETTE_REPORT_MATCH_REPORT_H
#define VEDETTE_REPORT_MATCH_REPORT_H

#include "base/text.h"
#include "console/json.h"
#include "lab/match.h"

/* Appends a match's report: the score with its interval, reasons of wins, and for each agent and each
 * colour the columns of Redeca & Groza 2018, tables II and III. */
void report_match(const struct match_terms *terms, const struct match_result *result, struct text *out);

/* Appends the report on a match as JSON. Appends the speed too if `seconds`, the duration of the match, is
 * not 0. */
void report_match_json(const struct match_terms *terms, const struct match_result *result, double seconds,
                       struct json *out);

/* Appends the report of a tournament: a table of players with their ratings and the scores against each
 * other. `meetings` as filled in by tournament_run. Returns the number of games. */
size_t report_tournament(const struct tournament *tournament, const struct match_terms *terms,
                         const struct match_result *meetings, struct text *out);
/* Adds the report of a tournament to the JSON. `seconds`: the time it took; 0: not known. */
void report_tournament_json(const struct tournament *tournament, const struct match_terms *terms,
                            const struct match_result *meetings, double seconds, struct json *out);

/* Appends the conditions of the games: a part of the above. */
void report_conditions(const struct match_terms *terms, struct text *out);
/* Adds the conditions as members of the open object. */
void report_conditions_json(const struct match_terms *terms, double seconds, struct json *out);
/* Adds the score as members of the open object. */
void report_score_json(const struct match_result *result, struct json *out);

#endif
