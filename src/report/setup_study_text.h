/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the games of a setup's study show, as text and as JSON. */
#ifndef VEDETTE_REPORT_SETUP_STUDY_TEXT_H
#define VEDETTE_REPORT_SETUP_STUDY_TEXT_H

#include "base/json.h"
#include "base/text.h"
#include "game/notation.h"
#include "lab/setup_study.h"

/* A study and what its report needs. */
struct setup_study_report {
    const struct setup_study *study;
    const struct setup_study_terms *terms;
    enum side side;             /* whose squares are named */
    enum notation notation;
};

/* Appends the tables of the leak, the chances, the weak squares and the exchanges. */
void setup_study_write(const struct setup_study_report *report, struct text *out);

/* Adds the same as members of the open object: leak, chances, squares, exchanges. */
void setup_study_json(const struct setup_study_report *report, struct json *json);

#endif
