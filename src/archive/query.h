/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The archive's query language: fields, operators and values, "opponent = Captain and not (result won)", made
 * into a condition of SQL whose values are bound and never part of its text. doc/archive.md describes it. */
#ifndef VEDETTE_ARCHIVE_QUERY_H
#define VEDETTE_ARCHIVE_QUERY_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    QUERY_BYTES = 4000, /* a longer query is refused, */
    QUERY_DEPTH = 50,   /* one with more brackets and "not" within each other, */
    QUERY_VALUES = 100, /* and one that compares with more values */
};

struct query_value {
    bool is_number;
    int64_t number;
    char *text;         /* of a text; the query owns it */
};

struct query {
    struct text where;  /* an expression of SQL; ?1, ?2 … stand for the values, maybe more than once */
    struct query_value value[QUERY_VALUES];
    size_t count;
};

/* What is compared with a field's values. */
enum query_kind {
    QUERY_TEXT,    /* words: whole, whatever the letters' case, or a part of them */
    QUERY_CHOICE,  /* one of the field's words */
    QUERY_NUMBER,
    QUERY_DATE,    /* 2026, 2026-11 or 2026-11-21 */
    QUERY_MOVES,   /* the first moves of a game: it begins with them */
    QUERY_SETUP,   /* 40 letters, or the 10 symbols of a front row; mirror images are one */
};

enum { QUERY_COLUMNS = 4 };

struct query_field {
    const char *name, *alias;           /* alias: another name, or NULL */
    enum query_kind kind;
    const char *column[QUERY_COLUMNS];  /* of the table of games: any of them may fit; NULL-filled */
    const char *(*word)(size_t index);  /* of a QUERY_CHOICE: from 0, NULL behind the last */
    const char *meaning;
};

extern const struct query_field query_fields[];
extern const size_t query_field_count;

/* Compiles a query; an empty one is true of every game. STATUS_BAD names the word that is wrong, and the
 * nearest right one. `query` is all zero before; query_free gives its memory back in any case. */
enum status query_compile(const char *text, struct query *query, struct error *error);
void query_free(struct query *query);

#endif
