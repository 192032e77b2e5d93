/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of the lab, as text. */
#ifndef VEDETTE_REPORT_MATCH_REPORT_H
#define VEDETTE_REPORT_MATCH_REPORT_H

#include "base/text.h"
#include "console/json.h"
#include "lab/match.h"

/* Appends a report for people: the score with its interval, who won how, and for each agent and each
 * colour the columns of Redeca & Groza 2018, tables II and III. */
void report_match(const struct match_terms *terms, const struct match_result *result,
                  struct text *out);

/* Appends the same as JSON, with the speed where `seconds`, that the match took, are not 0. */
void report_match_json(const struct match_terms *terms, const struct match_result *result, double seconds,
                       struct json *out);

/* The same of a tournament: a table of players with their ratings and what each made against each. Returns
 * how many games are counted. `meetings` as tournament_run fills it. */
size_t report_tournament(const struct tournament *tournament, const struct match_terms *terms,
                         const struct match_result *meetings, struct text *out);
void report_tournament_json(const struct tournament *tournament, const struct match_terms *terms,
                            const struct match_result *meetings, double seconds, struct json *out);

/* Parts of those: what was played under, and as members of an object what was scored. */
void report_conditions(const struct match_terms *terms, struct text *out);
void report_conditions_json(const struct match_terms *terms, double seconds, struct json *out);
void report_score_json(const struct match_result *result, struct json *out);

#endif
