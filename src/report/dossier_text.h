/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A player's dossier as text, CSV and JSON. */
#ifndef VEDETTE_REPORT_DOSSIER_TEXT_H
#define VEDETTE_REPORT_DOSSIER_TEXT_H

#include "base/json.h"
#include "base/text.h"
#include "lab/dossier.h"

/* Appends a dossier as tables and boards of up to 79 columns. `name`: the player's. */
void dossier_write(const struct dossier *dossier, const char *name, struct text *out);

/* Append the lines of a dossier as CSV, without the heading, and as objects to an open list. */
void dossier_write_csv(const struct dossier *dossier, struct text *out);
void dossier_add_json(const struct dossier *dossier, struct json *json);

/* The heading of the CSV, with its newline. */
extern const char dossier_csv_heading[];

#endif
